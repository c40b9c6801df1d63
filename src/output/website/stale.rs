//! Stale files: those of the last build that are no longer part of the site.

use std::collections::BTreeSet;
use std::fs;
use std::io;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::existing::Existing;
use super::report::Changes;
use crate::diagnostic::Diagnostic;
use crate::output::layout::with_ancestors;
use crate::output::open_folder::OpenFolder;
use crate::output::{FileId, Files};
use crate::plan::split;

/// The paths of the files of a manifest that are no longer part of the site, in their order.
pub(super) struct Stale(Vec<String>);

/// What becomes of a stale file.
enum Fate {
    /// It is gone already, or is a file of the site under another name.
    Nothing,
    /// It is as the writer left it.
    Deleted,
    /// Somebody changed it.
    Kept,
    /// It cannot be read.
    Unreadable(io::Error),
}

impl Stale {
    /// Returns the files of the manifest whose lines are chosen.
    pub(super) fn of(existing: &Existing, is_stale: impl Fn(usize) -> bool) -> Self {
        let lines = (0..existing.manifest.len()).filter(|&line| is_stale(line));
        let mut paths: Vec<_> = lines.map(|line| existing.manifest.path(line)).collect();
        paths.par_sort_unstable();
        paths.dedup();
        Self(paths)
    }

    /// Returns how many there are.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Removes those that are files of the site but for the case of letters, where a system has one file for both.
    pub(super) fn forget_renamed(&mut self, existing: &Existing, files: &impl Files) {
        let stale: FxHashMap<String, &String> = self.0.iter().map(|path| (path.to_lowercase(), path)).collect();
        let found = |path: &str| fs::canonicalize(existing.place(path)).ok();
        let mut renamed = FxHashSet::default();
        let mut path = String::new();
        for number in 0..if stale.is_empty() { 0 } else { files.count() } {
            path.clear();
            files.write_path(FileId(number as u32), &mut path);
            if let Some(&stale) = stale.get(&path.to_lowercase())
                && found(stale).is_some_and(|stale| Some(stale) == found(&path))
            {
                renamed.insert(stale.clone());
            }
        }
        self.0.retain(|path| !renamed.contains(path));
    }

    /// Finds out what becomes of each, and adds it to the changes.
    pub(super) fn sort_out(&self, existing: &Existing, changes: &mut Changes) {
        let fates = self.by_folder().flat_map_iter(|(folder, paths)| {
            let folder = existing.folder(folder);
            paths.iter().map(move |path| (path.clone(), fate(existing, folder.as_ref(), path))).collect::<Vec<_>>()
        });
        for (path, fate) in fates.collect::<Vec<_>>() {
            match fate {
                Fate::Nothing => {}
                Fate::Deleted => changes.deletions.push(path),
                Fate::Kept => changes.kept.push(path),
                Fate::Unreadable(error) => changes.unreadable.push((path, error.to_string())),
            }
        }
    }

    /// Deletes those that still are as the writer left them, and the folders that this leaves empty.
    ///
    /// # Errors
    ///
    /// When one cannot be deleted.
    pub(super) fn delete(&self, existing: &Existing) -> Result<(), Diagnostic> {
        self.by_folder().try_for_each(|(folder, paths)| {
            let folder = existing.folder(folder);
            paths.iter().filter(|path| matches!(fate(existing, folder.as_ref(), path), Fate::Deleted)).try_for_each(
                |path| {
                    let deleted = folder.as_ref().map_or(Ok(()), |folder| {
                        folder.as_ref().map_or(Ok(()), |folder| folder.remove_file(split(path).1))
                    });
                    deleted.map_err(|error| Diagnostic::io("delete", &existing.place(path), &error))
                },
            )
        })?;
        // A build that was killed may have deleted the files of a folder and not the folder. Folders inside others come
        // later in their order, so they are tried first; one that is not empty stays.
        let folders: BTreeSet<&str> = self.0.iter().flat_map(|path| with_ancestors(split(path).0)).collect();
        for folder in folders.into_iter().rev() {
            let (parent, name) = split(folder);
            let _ = existing.folder(parent).map(|parent| parent.map(|parent| parent.remove_folder(name)));
        }
        Ok(())
    }

    /// Returns the paths of neighbours in one folder together.
    fn by_folder(&self) -> impl ParallelIterator<Item = (&str, &[String])> {
        let groups = self.0.par_chunk_by(|one, other| split(one).0 == split(other).0);
        groups.map(|paths| (split(&paths[0]).0, paths))
    }
}

fn fate(existing: &Existing, folder: Result<&Option<OpenFolder>, &io::Error>, path: &str) -> Fate {
    let (_, name) = split(path);
    let look_at = |folder: &OpenFolder| match folder.entry(name)? {
        None => Ok(Fate::Nothing),
        Some(entry) if existing.is_own(folder, name, path, &entry)? => Ok(Fate::Deleted),
        Some(_) => Ok(Fate::Kept),
    };
    match folder {
        Ok(None) => Fate::Nothing,
        Ok(Some(folder)) => look_at(folder).unwrap_or_else(Fate::Unreadable),
        Err(error) => Fate::Unreadable(io::Error::new(error.kind(), error.to_string())),
    }
}
