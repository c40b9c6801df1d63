//! Stale files: those of the last build that are no longer part of the site.

use std::collections::BTreeSet;
use std::fs;
use std::io;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::existing::Existing;
use super::report::Changes;
use crate::diagnostic::Diagnostic;
use crate::output::paths::with_ancestors;
use crate::output::{FileId, Files};
use crate::plan::split;

/// The paths of the files of a manifest that are no longer part of the site, in their order.
pub(super) struct Stale<'a> {
    existing: &'a Existing,
    paths: Vec<&'a str>,
}

impl<'a> Stale<'a> {
    /// Returns the files of the manifest whose lines are chosen.
    pub(super) fn of(existing: &'a Existing, is_stale: impl Fn(usize) -> bool) -> Self {
        let lines = (0..existing.manifest.len()).filter(|&line| is_stale(line));
        let mut paths: Vec<_> = lines.map(|line| existing.manifest.path(line)).collect();
        paths.dedup();
        Self { existing, paths }
    }

    /// Returns how many there are.
    pub(super) fn len(&self) -> usize {
        self.paths.len()
    }

    /// Removes those that are files of the site but for the case of letters, where a system has one file for both.
    pub(super) fn forget_renamed(&mut self, files: &impl Files) {
        let found = |path: &str| fs::canonicalize(self.existing.place(path)).ok();
        let stale: FxHashMap<_, _> = self.paths.iter().map(|path| (path.to_lowercase(), *path)).collect();
        let mut renamed = BTreeSet::new();
        let mut path = String::new();
        for number in 0..if stale.is_empty() { 0 } else { files.count() } {
            path.clear();
            files.write_path(FileId(number as u32), &mut path);
            let stale = stale.get(&path.to_lowercase()).copied();
            renamed.extend(stale.filter(|stale| found(stale).is_some_and(|stale| Some(stale) == found(&path))));
        }
        self.paths.retain(|path| !renamed.contains(path));
    }

    /// Finds out what becomes of each, and adds it to the changes.
    pub(super) fn sort_out(&self, changes: &mut Changes) {
        let is_own: Vec<_> = self.paths.par_iter().map(|path| self.is_own(path)).collect();
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
            let fail = |error| Diagnostic::io("delete", &self.existing.place(path), &error);
            if self.is_own(path).map_err(fail)? != Some(true) {
                return Ok(());
            }
            let (folder, name) = split(path);
            let folder = self.existing.folder(folder).map_err(fail)?;
            folder.map_or(Ok(()), |folder| folder.remove_file(name)).map_err(fail)
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

    /// Returns whether a file is as the writer left it, if it is there.
    fn is_own(&self, path: &str) -> io::Result<Option<bool>> {
        let (folder, name) = split(path);
        let Some(folder) = self.existing.folder(folder)? else { return Ok(None) };
        let Some(entry) = folder.entry(name)? else { return Ok(None) };
        self.existing.is_own(&folder, path, &entry).map(Some)
    }
}
