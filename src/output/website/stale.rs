//! Stale files: those of the last build that are no longer part of the site.

use std::fs;
use std::io;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use xxhash_rust::xxh3::xxh3_64;

use super::{Changes, Website};
use crate::diagnostic::Diagnostic;
use crate::output::layout::with_ancestors;
use crate::output::{FileId, Files};
use crate::plan::split;

/// How many files are looked at by one thread at a time.
const PART: usize = 4096;

/// Paths of the site by the same paths in lower case.
type Alike = FxHashMap<String, Vec<String>>;

impl Website {
    /// Adds to the changes what has to be deleted, and what would be if nobody had changed it. `is_planned` says for
    /// each file of the manifest whether the site still has it.
    pub(super) fn find_stale(&self, files: &impl Files, is_planned: &[bool], changes: &mut Changes) {
        let stale: Vec<usize> = (0..is_planned.len()).filter(|&file| !is_planned[file]).collect();
        if stale.is_empty() {
            return;
        }
        let alike = self.named_alike(files, &stale);
        let fates: Vec<_> = stale.par_iter().with_min_len(64).map(|&file| self.fate(file, &alike)).collect();
        for (file, fate) in stale.into_iter().zip(fates) {
            match fate {
                Fate::Nothing => {}
                Fate::Deleted => changes.deletions.push(self.manifest.path(file)),
                Fate::Kept => changes.kept.push(self.manifest.path(file)),
            }
        }
        changes.deletions.sort_unstable();
        changes.kept.sort_unstable();
    }

    fn fate(&self, file: usize, alike: &Alike) -> Fate {
        let path = self.manifest.path(file);
        // Where letters differ only in case, many systems have one file for both names.
        let planned = if alike.is_empty() { None } else { alike.get(&path.to_lowercase()) };
        if planned.is_some_and(|planned| planned.iter().any(|planned| self.is_same_file(&path, planned))) {
            return Fate::Nothing;
        }
        match fs::symlink_metadata(self.folder.join(&path)) {
            Err(_) => Fate::Nothing,
            Ok(metadata) if self.left(file, &metadata).is_some() => Fate::Deleted,
            Ok(metadata) if metadata.is_file() && self.is_unchanged(&path) => Fate::Deleted,
            Ok(_) => Fate::Kept,
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

    /// Deletes files, and the folders that this leaves empty.
    pub(super) fn delete(&self, paths: &[String]) -> Result<(), Diagnostic> {
        paths.par_iter().with_min_len(64).try_for_each(|path| {
            let path = self.folder.join(path);
            match fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Diagnostic::io("delete", &path, &error)),
                _ => Ok(()),
            }
        })?;
        let mut folders: Vec<_> = paths.iter().map(|path| split(path).0).collect();
        folders.dedup();
        let mut folders: Vec<_> = folders.into_iter().flat_map(with_ancestors).collect();
        folders.sort_unstable();
        folders.dedup();
        // Folders inside others come later in their order, so they are tried first. One that is not empty stays.
        for folder in folders.into_iter().rev() {
            let _ = fs::remove_dir(self.folder.join(folder));
        }
        Ok(())
    }
}

/// What becomes of a stale file.
#[derive(Clone, Copy)]
enum Fate {
    /// It is gone already, or is a file of the site under another name.
    Nothing,
    /// It is as the writer left it.
    Deleted,
    /// Somebody changed it.
    Kept,
}
