//! Files that are published as they are: large ones are never in memory as a whole.

use std::fs::File;
use std::io::{self, Read, Seek, Take};
use std::path::{Path, PathBuf};

use crate::diagnostic::Diagnostic;

/// From how many bytes on a file is read a piece at a time.
const LARGE: u64 = 1 << 18;

/// A file that is published as it is. It reads as many bytes as the file had when it was opened, and fails where that
/// has become shorter.
#[derive(Debug)]
pub(super) struct Source {
    file: Take<File>,
    path: PathBuf,
    length: u64,
}

impl Source {
    /// Opens a file.
    pub(super) fn open(path: &Path) -> Result<Self, Diagnostic> {
        let open = || {
            let file = File::open(path)?;
            let length = file.metadata()?.len();
            Ok(Self { file: file.take(length), path: path.to_owned(), length })
        };
        open().map_err(|error| Diagnostic::io("read", path, &error))
    }

    /// Returns whether the file is to be read a piece at a time.
    pub(super) fn is_large(&self) -> bool {
        self.length >= LARGE
    }

    /// Returns the number of bytes that the file had when it was opened.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Begins again with the first byte.
    pub(super) fn rewind(&mut self) -> Result<(), Diagnostic> {
        self.file.set_limit(self.length);
        self.file.get_mut().rewind().map_err(|error| self.describe(&error))
    }

    /// Returns what is to be told when the file cannot be read.
    pub(super) fn describe(&self, error: &io::Error) -> Diagnostic {
        Diagnostic::io("read", &self.path, error)
    }
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        if count == 0 && self.file.limit() > 0 && !buffer.is_empty() {
            return Err(io::Error::other(format!("{} became shorter while it was read", self.path.display())));
        }
        Ok(count)
    }
}
