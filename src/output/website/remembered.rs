//! What the last build wrote into a folder, for whoever looks at the folder and changes nothing.

use std::io::{self, Read};
use std::path::Path;

use super::{MANIFEST, describe, open_state, read_manifest};
use crate::diagnostic::Diagnostic;
use crate::output::manifest::{Digest, Manifest};
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
        let Some(state) = open_state(&root)? else { return Ok(None) };
        let path = state.path().join(MANIFEST);
        let bytes = read_manifest(&state).map_err(|error| Diagnostic::io("read", &path, &error))?;
        let Some(bytes) = bytes else { return Ok(None) };
        Manifest::parse(bytes).map(|manifest| Some(Self(manifest))).map_err(|flaw| describe(flaw, &path))
    }

    /// Returns the paths of all files that were written.
    pub fn paths(&self) -> impl Iterator<Item = String> {
        (0..self.0.len()).map(|file| self.0.path(file))
    }

    /// Whether a file was written.
    pub fn has(&self, path: &str) -> bool {
        self.0.find(path, &mut None).is_some()
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
        let file = self.0.find(path, &mut None)?;
        Some(self.0.digests(file).any(|known| known == digest))
    }
}
