//! What stands under a name in a folder.

use std::io::{self, ErrorKind};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) kind: EntryKind,
    /// The length of a file in bytes.
    pub(crate) length: u64,
    /// When anything of it was changed last, which nobody can set to another time on Unix.
    pub(crate) changed: Time,
    pub(crate) device: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EntryKind {
    File,
    Folder,
    Link,
    /// A pipe, a socket or a device.
    Other,
}

/// A time of a file, as the file system tells it: seconds and nanoseconds.
pub(crate) type Time = (i64, i64);

/// Returns nothing for what is not there: a path that leads through a file leads nowhere.
pub(crate) fn if_there<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
        result => result.map(Some),
    }
}
