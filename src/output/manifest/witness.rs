//! What seals a manifest for its folder.

use std::fs::{File, Metadata};
use std::time::UNIX_EPOCH;

use xxhash_rust::xxh3::Xxh3;

/// What tells the lock of a folder from any other file, here and elsewhere: when it was made, to the nanosecond where
/// the file system knows it so well. A copy was made at another time, and nobody who sends a folder around can set it.
///
/// A file system that does not know has the number of the file. It is not taken everywhere, because some file systems
/// number their files anew each time they are mounted.
#[derive(Debug)]
pub(in crate::output) struct Witness(Vec<u8>);

impl Witness {
    /// Returns the witness of a lock, if the system tells enough of it.
    pub(in crate::output) fn of(lock: &File) -> Option<Self> {
        let metadata = lock.metadata().ok()?;
        let made = metadata.created().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let made = made.map(|made| made.as_nanos().to_le_bytes().to_vec());
        Some(Self(made.or_else(|| number(&metadata))?))
    }

    /// Returns the seal of a text that was hashed. Without a witness it is one that no witness makes again.
    pub(in crate::output) fn seal(witness: Option<&Self>, text: &Xxh3) -> u128 {
        let Some(Self(bytes)) = witness else { return 0 };
        let mut text = text.clone();
        text.update(bytes);
        text.digest128()
    }
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems do not know")]
fn number(metadata: &Metadata) -> Option<Vec<u8>> {
    Some(std::os::unix::fs::MetadataExt::ino(metadata).to_le_bytes().to_vec())
}

#[cfg(not(unix))]
fn number(_: &Metadata) -> Option<Vec<u8>> {
    None
}
