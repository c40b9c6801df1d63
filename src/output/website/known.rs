//! What the writer knows of what it finds in a website's folder: what it wrote itself, and what may go.

use std::io;

use super::Website;
use crate::output::manifest::Digest;
use crate::output::open_folder::{Entry, EntryKind, OpenFolder};

impl Website {
    /// Opens a folder of the website.
    pub(super) fn opened(&self, path: &str) -> io::Result<OpenFolder> {
        self.root.as_ref().ok_or(io::ErrorKind::NotFound)?.folder(path)
    }

    /// Opens a folder of the website, if there is one.
    pub(super) fn opened_if_there(&self, path: &str) -> io::Result<Option<OpenFolder>> {
        self.root.as_ref().map_or(Ok(None), |root| root.folder_if_there(path))
    }

    /// Returns whether something in the website lies on another file system, where nothing can be moved to.
    pub(super) fn is_on_other_file_system(&self, entry: &Entry) -> bool {
        let own = self.root.as_ref().and_then(|root| root.device().ok());
        own.is_some_and(|own| own != entry.device)
    }

    /// Returns the contents of a file of the manifest, if it is as the last build left it by what its metadata says.
    pub(super) fn left(&self, file: usize, entry: &Entry) -> Option<Digest> {
        let digest = self.manifest.only_digest(file)?;
        self.stamp.as_ref()?.covers(entry, digest.length()).then_some(digest)
    }

    /// Returns whether a file holds what the writer wrote into it by that name.
    pub(super) fn holds_known(&self, folder: &OpenFolder, name: &str, entry: &Entry, file: usize) -> io::Result<bool> {
        let is_possible = self.manifest.digests(file).any(|known| known.length() == entry.length);
        if !entry.is_file() || !is_possible {
            return Ok(false);
        }
        let Some(bytes) = folder.open_file(name)? else { return Ok(false) };
        let digest = Digest::read(bytes)?;
        Ok(self.manifest.digests(file).any(|known| known == digest))
    }

    /// Returns whether what stands under a name in a folder may make room for something else. `path` is its path on the
    /// website, where the writer knows it by.
    ///
    /// A file may that the writer wrote, or any with force; a folder, if it holds only such as the writer wrote, or
    /// nothing at all where the writer had files or with force.
    pub(super) fn may_go(&self, folder: &OpenFolder, name: &str, path: &str, force: bool) -> bool {
        let Ok(Some(entry)) = folder.entry(name) else { return false };
        match entry.kind {
            EntryKind::Folder => {
                let only_own = folder.inner(name).ok().and_then(|folder| self.holds_only_own(&folder, path));
                let is_known = || self.manifest.folders().any(|known| known.starts_with(path) && is_below(known, path));
                only_own.is_some_and(|some| some || force || is_known())
            }
            EntryKind::File => {
                let known = if self.is_own { self.manifest.find(path, &mut None) } else { None };
                let is_own = known.is_some_and(|file| self.holds_known(folder, name, &entry, file).unwrap_or(false));
                is_own || force
            }
            EntryKind::Link | EntryKind::Other => force,
        }
    }

    /// Returns whether a folder whose path would be this one holds no file but such as the writer wrote: whether it
    /// holds some of those, or nothing where it holds others.
    fn holds_only_own(&self, folder: &OpenFolder, path: &str) -> Option<bool> {
        let mut holds_some = false;
        for name in folder.names().ok()? {
            let name = name.to_str()?;
            let path = format!("{path}/{name}");
            holds_some |= match folder.entry(name).ok()??.kind {
                EntryKind::Folder => self.holds_only_own(&folder.inner(name).ok()?, &path)?,
                _ if self.may_go(folder, name, &path, false) => true,
                _ => return None,
            };
        }
        Some(holds_some)
    }
}

/// Returns whether a folder is another one, or lies below it.
fn is_below(folder: &str, other: &str) -> bool {
    folder.strip_prefix(other).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
