//! The stamp: what the last build that was finished was made from, and when that was.
//!
//! It is written last of all, so every file that the build left has a time that is not later than that of the stamp. A
//! file with a later time was changed since. Times have the steps of the file system, some milliseconds on many: a
//! change in the very step of the stamp that keeps the length of a file is not seen.

use std::fmt::Write;
use std::fs::{self, Metadata};
use std::io;
use std::path::Path;

use super::super::manifest::Digest;
use super::InputDigest;

const FIRST_LINE: &str = "pageturner stamp 1";

/// What the last finished build left behind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stamp {
    /// What that build was made from.
    pub(super) inputs: InputDigest,
    /// The manifest that it wrote.
    pub(super) manifest: Digest,
    /// When it was done.
    finished: Time,
}

/// A time of a file, as the file system tells it.
#[cfg(unix)]
type Time = (i64, i64);
#[cfg(not(unix))]
type Time = std::time::Duration;

impl Stamp {
    /// Reads the stamp at a path. What is no stamp counts as none: files are then compared byte by byte.
    pub(super) fn read(path: &Path) -> Option<Self> {
        let metadata = fs::symlink_metadata(path).ok().filter(Metadata::is_file)?;
        let text = fs::read_to_string(path).ok()?;
        let mut words = text.strip_prefix(FIRST_LINE)?.split_ascii_whitespace();
        let inputs = InputDigest(u128::from_str_radix(words.next()?, 16).ok()?);
        let manifest = Digest::new(u128::from_str_radix(words.next()?, 16).ok()?, words.next()?.parse().ok()?);
        Some(Self { inputs, manifest, finished: changed(&metadata)? })
    }

    /// Returns the text of a stamp.
    pub(super) fn text(inputs: InputDigest, manifest: Digest) -> String {
        let mut text = String::new();
        let (hash, length) = (manifest.hash(), manifest.length());
        writeln!(text, "{FIRST_LINE}\n{:032x}\n{hash:016x} {length}", inputs.0).expect("writing to a string succeeds");
        text
    }

    /// Returns whether a file with this metadata is as the build left it, which wrote so many bytes.
    pub(super) fn covers(&self, metadata: &Metadata, length: u64) -> bool {
        metadata.is_file()
            && metadata.len() == length
            && changed(metadata).is_some_and(|changed| changed <= self.finished)
    }

    /// Removes the stamp at a path: from now on nobody knows what the files hold.
    pub(super) fn remove(path: &Path) -> io::Result<()> {
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

/// Returns when a file was last changed, which nobody can set to another time on Unix.
#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems may not know")]
fn changed(metadata: &Metadata) -> Option<Time> {
    use std::os::unix::fs::MetadataExt;
    Some((metadata.ctime(), metadata.ctime_nsec()))
}

/// Returns when a file was last changed.
#[cfg(not(unix))]
fn changed(metadata: &Metadata) -> Option<Time> {
    metadata.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()
}
