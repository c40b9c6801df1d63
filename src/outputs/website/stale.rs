//! Stale files: those of the last build that are no longer part of the site.

use std::collections::BTreeSet;
use std::io;

use rayon::prelude::*;

use super::existing::Existing;
use super::report::Changes;
use crate::ground::diagnostic::Diagnostic;
use crate::outputs::disk::file_paths::with_ancestors;
use crate::outputs::disk::open_folder::EntryKind;
use crate::pages::plan::split;

pub(super) struct Stale<'a> {
    existing: &'a Existing,
    pub(super) paths: Vec<&'a str>,
}

impl<'a> Stale<'a> {
    /// Returns the files of the manifest that a survey did not find among those of the site.
    pub(super) fn of(existing: &'a Existing) -> Self {
        let lines = existing.manifest.lines.iter().filter(|line| line.is_stale());
        let mut paths: Vec<_> = lines.map(|line| &*line.path).collect();
        paths.dedup();
        Self { existing, paths }
    }

    pub(super) fn sort_out(&self, changes: &mut Changes) {
        let is_own: Vec<_> = self.paths.par_iter().map(|path| self.look(path, false)).collect();
        for (path, is_own) in self.paths.iter().map(|path| (*path).to_owned()).zip(is_own) {
            match is_own {
                Ok(None) => {}
                Ok(Some(true)) => changes.deletions.push(path),
                Ok(Some(false)) => changes.kept.push(path),
                Err(error) => changes.unreadable.push((path, error.to_string())),
            }
        }
    }

    /// Deletes those that were found to be as the writer left them, if they still are, and the folders that this leaves
    /// empty.
    ///
    /// # Errors
    ///
    /// When one cannot be looked at or deleted.
    pub(super) fn delete(&self, changes: &Changes) -> Result<(), Diagnostic> {
        changes.deletions.par_iter().try_for_each(|path| {
            let deleted = self.look(path, true).map(drop);
            deleted.map_err(|error| Diagnostic::io("delete", &self.existing.place(path), &error))
        })?;
        // A build that was killed may have deleted the files of a folder and not the folder. Folders inside others come
        // later in their order, so they are tried first; one that is not empty stays.
        let folders: BTreeSet<&str> = self.paths.iter().flat_map(|path| with_ancestors(split(path).0)).collect();
        for folder in folders.into_iter().rev() {
            let (parent, name) = split(folder);
            let _ = self.existing.folder(parent).map(|parent| parent.map(|parent| parent.remove_folder(name)));
        }
        Ok(())
    }

    /// Returns whether a file is as the writer left it, if it is there, and deletes it then if it is to.
    fn look(&self, path: &str, delete: bool) -> io::Result<Option<bool>> {
        let (folder, name) = split(path);
        let Some(folder) = self.existing.folder(folder)? else { return Ok(None) };
        // A folder has taken its place, as the site has it.
        let entry = folder.entry(name)?.filter(|entry| entry.kind != EntryKind::Folder);
        let Some(entry) = entry else { return Ok(None) };
        let is_own = self.existing.is_own(&folder, path, &entry)?;
        if is_own && delete {
            folder.remove_file(name)?;
        }
        Ok(Some(is_own))
    }
}
