//! What seals a manifest for its folder.

use std::fs::File;
use std::time::UNIX_EPOCH;

use xxhash_rust::xxh3::Xxh3;

/// What tells the lock of a folder from any other file, here and elsewhere: its number in the file system, and when it
/// was made. A copy has others, and nobody who sends a folder around can know them beforehand.
#[derive(Debug)]
pub(in crate::output) struct Witness(Vec<u8>);

impl Witness {
    /// Returns the witness of a lock, if the system tells enough of it.
    pub(in crate::output) fn of(lock: &File) -> Option<Self> {
        let metadata = lock.metadata().ok()?;
        let made = metadata.created().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let mut bytes = made.unwrap_or_default().as_nanos().to_le_bytes().to_vec();
        #[cfg(unix)]
        bytes.extend(std::os::unix::fs::MetadataExt::ino(&metadata).to_le_bytes());
        (cfg!(unix) || made.is_some()).then_some(Self(bytes))
    }

    /// Returns the seal of a text that was hashed. Without a witness it is one that no witness makes again.
    pub(in crate::output) fn seal(witness: Option<&Self>, text: &Xxh3) -> u128 {
        let Some(Self(bytes)) = witness else { return 0 };
        let mut text = text.clone();
        text.update(bytes);
        text.digest128()
    }
}
