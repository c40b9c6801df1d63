//! What the last build wrote into a folder, for whoever looks at the folder and changes nothing.

use std::io::{self, Read};
use std::path::Path;

use super::digest::Digest;
use super::existing::{open_state, read_manifest};
use super::manifest::Manifest;
use crate::diagnostic::Diagnostic;
use crate::output::open_folder::OpenFolder;

/// What the last build wrote into a folder, or into the one that it is a copy of.
#[derive(Debug)]
pub struct Remembered(Manifest);

impl Remembered {
    /// Reads what is remembered in a folder; nothing if no build wrote it.
    ///
    /// # Errors
    ///
    /// When it cannot be read, or is not what this program wrote.
    pub fn open(folder: &Path) -> Result<Option<Self>, Diagnostic> {
        let root = OpenFolder::open(folder).map_err(|error| Diagnostic::io("open", folder, &error))?;
        let manifest = open_state(&root)?.as_ref().map(read_manifest).transpose()?;
        Ok(manifest.flatten().map(Self))
    }

    /// Returns the paths of all files that were written.
    pub fn paths(&self) -> impl Iterator<Item = String> {
        (0..self.0.len()).map(|line| self.0.path(line))
    }

    /// Whether a file was written.
    pub fn has(&self, path: &str) -> bool {
        self.0.lines(path).next().is_some()
    }

    /// Whether a file with these bytes holds what was written into it; nothing if it was not written.
    pub fn holds(&self, path: &str, bytes: &[u8]) -> Option<bool> {
        self.has_digest(path, Digest::of(bytes))
    }

    /// Whether a file that is read a piece at a time holds what was written into it; nothing if it was not written.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    pub fn holds_read(&self, path: &str, bytes: impl Read) -> io::Result<Option<bool>> {
        Ok(self.has_digest(path, Digest::read(bytes)?))
    }

    fn has_digest(&self, path: &str, digest: Digest) -> Option<bool> {
        self.has(path).then(|| self.0.digests(path).any(|known| known == digest))
    }
}
