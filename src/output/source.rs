//! Files that are published as they are: large ones are never in memory as a whole.

use std::fs::File;
use std::io::{ErrorKind, Read, Seek};
use std::path::{Path, PathBuf};

use crate::diagnostic::Diagnostic;

/// From how many bytes on a file is read a piece at a time.
const LARGE: u64 = 1 << 18;

/// How many bytes are read at a time.
const PIECE: usize = 1 << 16;

/// A file that is published as it is.
#[derive(Debug)]
pub(super) struct Source {
    file: File,
    path: PathBuf,
    length: u64,
    /// How many bytes are still to come.
    rest: u64,
    buffer: Vec<u8>,
}

impl Source {
    /// Opens a file.
    pub(super) fn open(path: &Path) -> Result<Self, Diagnostic> {
        let open = || {
            let file = File::open(path)?;
            let length = file.metadata()?.len();
            Ok(Self { file, path: path.to_owned(), length, rest: length, buffer: Vec::new() })
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

    /// Returns the next bytes: as many together as the file had when it was opened.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, or has become shorter.
    pub(super) fn next_piece(&mut self) -> Result<Option<&[u8]>, Diagnostic> {
        if self.rest == 0 {
            return Ok(None);
        }
        self.buffer.resize(PIECE.min(self.rest.try_into().unwrap_or(PIECE)), 0);
        self.file.read_exact(&mut self.buffer).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => {
                let message = format!("{} became shorter while it was read", self.path.display());
                Diagnostic::new(message).hint("build again when nobody writes into it any more")
            }
            _ => Diagnostic::io("read", &self.path, &error),
        })?;
        self.rest -= self.buffer.len() as u64;
        Ok(Some(&self.buffer))
    }

    /// Begins again with the first byte.
    pub(super) fn rewind(&mut self) -> Result<(), Diagnostic> {
        self.file.rewind().map_err(|error| Diagnostic::io("read", &self.path, &error))?;
        self.rest = self.length;
        Ok(())
    }
}
