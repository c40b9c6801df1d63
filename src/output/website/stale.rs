//! Stale files: those of the last build that are no longer part of the site.

use std::fs;
use std::io;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use xxhash_rust::xxh3::xxh3_64;

use super::last_folder::LastFolder;
use super::{Changes, Website};
use crate::diagnostic::Diagnostic;
use crate::output::layout::with_ancestors;
use crate::output::open_folder::OpenFolder;
use crate::output::{FileId, Files};
use crate::plan::split;

/// How many files are looked at by one thread at a time.
const PART: usize = 4096;

/// How many stale files are looked at by one thread at a time.
const CHUNK: usize = 64;

/// Paths of the site by the same paths in lower case.
type Alike = FxHashMap<String, Vec<String>>;

/// The files of the manifest that are no longer part of the site, by their numbers there.
pub(super) struct Stale {
    all: Vec<usize>,
    /// Those that are deleted.
    deletions: Vec<usize>,
    /// Those that have to be remembered, because they cannot be read.
    unreadable: Vec<usize>,
}

impl Stale {
    /// Finds them, and adds to the changes what has to be deleted, what would be if nobody had changed it, and what
    /// cannot be read. `is_planned` says for each file of the manifest whether the site still has it.
    pub(super) fn find(website: &Website, files: &impl Files, is_planned: &[bool], changes: &mut Changes) -> Self {
        let all: Vec<usize> = (0..is_planned.len()).filter(|&file| !is_planned[file]).collect();
        let alike = if all.is_empty() { Alike::default() } else { website.named_alike(files, &all) };
        Self::of(website, all, &alike, changes)
    }

    /// Finds out what becomes of all files of the manifest, if no site is to take their place.
    pub(super) fn everything(website: &Website, changes: &mut Changes) -> Self {
        Self::of(website, (0..website.manifest.len()).collect(), &Alike::default(), changes)
    }

    /// Finds out what becomes of files that are no longer part of the site.
    fn of(website: &Website, all: Vec<usize>, alike: &Alike, changes: &mut Changes) -> Self {
        let mut stale = Self { all, deletions: Vec::new(), unreadable: Vec::new() };
        let fates = stale.all.par_chunks(CHUNK).flat_map_iter(|files| {
            let mut folder = LastFolder::default();
            files.iter().map(|&file| website.fate(file, alike, &mut folder)).collect::<Vec<_>>()
        });
        let path = |file| website.manifest.path(file);
        for (&file, fate) in stale.all.iter().zip(fates.collect::<Vec<_>>()) {
            match fate {
                Fate::Nothing => {}
                Fate::Deleted => {
                    stale.deletions.push(file);
                    changes.deletions.push(path(file));
                }
                Fate::Changed => changes.kept.push(path(file)),
                Fate::Unknown(error) => {
                    stale.unreadable.push(file);
                    changes.unreadable.push((path(file), error.to_string()));
                }
            }
        }
        changes.deletions.sort_unstable();
        changes.kept.sort_unstable();
        changes.unreadable.sort_unstable();
        stale
    }

    /// Returns for each file of the manifest whether nothing of it has to be remembered.
    pub(super) fn forgotten(&self, website: &Website) -> Vec<bool> {
        let mut forgotten = vec![true; website.manifest.len()];
        for &file in &self.unreadable {
            forgotten[file] = false;
        }
        forgotten
    }

    /// Deletes those files that still are as the writer left them, and the folders that this leaves empty.
    pub(super) fn delete(&self, website: &Website) -> Result<(), Diagnostic> {
        self.deletions.par_chunks(CHUNK).try_for_each(|files| {
            let mut last = LastFolder::default();
            files.iter().try_for_each(|&file| {
                let path = website.manifest.path(file);
                let deleted = website.delete(file, &path, &mut last);
                deleted.map_err(|error| Diagnostic::io("delete", &website.folder.join(path), &error))
            })
        })?;
        // A build that was killed may have deleted the files of a folder and not the folder.
        let mut folders: Vec<&str> = self.all.iter().map(|&file| website.manifest.folder(file)).collect();
        folders.dedup();
        let mut folders: Vec<_> = folders.into_iter().flat_map(with_ancestors).collect();
        folders.sort_unstable();
        folders.dedup();
        // Folders inside others come later in their order, so they are tried first. One that is not empty stays.
        for folder in folders.into_iter().rev() {
            let (parent, name) = split(folder);
            let _ = website.opened(parent).and_then(|parent| parent.remove_folder(name));
        }
        Ok(())
    }
}

impl Website {
    fn fate(&self, file: usize, alike: &Alike, last: &mut LastFolder) -> Fate {
        let path = self.manifest.path(file);
        // Where letters differ only in case, many systems have one file for both names.
        let planned = if alike.is_empty() { None } else { alike.get(&path.to_lowercase()) };
        if planned.is_some_and(|planned| planned.iter().any(|planned| self.is_same_file(&path, planned))) {
            return Fate::Nothing;
        }
        let (folder, name) = split(&path);
        let is_deleted = last.get(self, folder).and_then(|folder| match folder {
            Some(folder) => self.is_left(folder, name, file),
            None => Ok(None),
        });
        match is_deleted {
            Ok(None) => Fate::Nothing,
            Ok(Some(true)) => Fate::Deleted,
            Ok(Some(false)) => Fate::Changed,
            Err(error) => Fate::Unknown(error),
        }
    }

    /// Returns the paths of the site that are those of stale files, or probably are, but for the case of letters.
    fn named_alike(&self, files: &impl Files, stale: &[usize]) -> Alike {
        let hash = |path: &str| xxh3_64(path.to_lowercase().as_bytes());
        let stale: FxHashSet<u64> = stale.par_iter().map(|&file| hash(&self.manifest.path(file))).collect();
        let count = files.count();
        let alike = (0..count.div_ceil(PART)).into_par_iter().flat_map_iter(|part| {
            let mut path = String::new();
            let mut found = Vec::new();
            for number in part * PART..count.min((part + 1) * PART) {
                path.clear();
                files.write_path(FileId(number as u32), &mut path);
                if stale.contains(&hash(&path)) {
                    found.push(path.clone());
                }
            }
            found
        });
        let mut by_lowercase = Alike::default();
        for path in alike.collect::<Vec<_>>() {
            by_lowercase.entry(path.to_lowercase()).or_default().push(path);
        }
        by_lowercase
    }

    fn is_same_file(&self, one: &str, two: &str) -> bool {
        let found = |path| fs::canonicalize(self.folder.join(path)).ok();
        found(one).is_some() && found(one) == found(two)
    }

    /// Deletes a file, if it still is as the writer left it.
    fn delete(&self, file: usize, path: &str, last: &mut LastFolder) -> io::Result<()> {
        let (folder, name) = split(path);
        let Some(folder) = last.get(self, folder)? else { return Ok(()) };
        match self.is_left(folder, name, file)? {
            Some(true) => folder.remove_file(name),
            _ => Ok(()),
        }
    }

    /// Returns whether a file of the manifest is as the writer left it, if there still is anything of its name.
    fn is_left(&self, folder: &OpenFolder, name: &str, file: usize) -> io::Result<Option<bool>> {
        let Some(entry) = folder.entry(name)? else { return Ok(None) };
        Ok(Some(self.left(file, &entry).is_some() || self.holds_known(folder, name, &entry, file)?))
    }
}

/// What becomes of a stale file.
enum Fate {
    /// It is gone already, or is a file of the site under another name.
    Nothing,
    /// It is as the writer left it.
    Deleted,
    /// Somebody changed it.
    Changed,
    /// It cannot be read.
    Unknown(io::Error),
}
