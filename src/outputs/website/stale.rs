//! Stale files: those of the last build that are no longer part of the site.

use std::collections::BTreeSet;
use std::io;

use rayon::prelude::*;

use super::changes::Changes;
use super::previous::PreviousBuild;
use crate::ground::diagnostic::{Diagnostic, OrCannot};
use crate::outputs::disk::guard::with_ancestors;
use crate::outputs::disk::open_folder::EntryKind;
use crate::pages::plan::split;

impl PreviousBuild {
    /// Returns the paths of the stale files. Call this after the survey.
    pub(super) fn stale_paths(&self) -> Vec<&str> {
        let lines = self.manifest.lines.iter().filter(|line| line.is_stale());
        let mut paths: Vec<_> = lines.map(|line| &*line.path).collect();
        paths.dedup();
        paths
    }

    /// Adds the stale files to the changes: unchanged files are deleted.
    pub(super) fn sort_out_stale(&self, changes: &mut Changes) {
        let stale = self.stale_paths();
        let is_own: Vec<_> = stale.par_iter().map(|path| self.look(path, false)).collect();
        for (path, is_own) in stale.into_iter().map(str::to_owned).zip(is_own) {
            match is_own {
                Ok(None) => {}
                Ok(Some(true)) => changes.deletions.push(path),
                Ok(Some(false)) => changes.kept.push(path),
                Err(error) => changes.unreadable.push((path, error.to_string())),
            }
        }
    }

    /// Deletes the planned files that are still unchanged, and then the folders that are empty.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read or deleted.
    pub(super) fn delete_stale(&self, changes: &Changes) -> Result<(), Diagnostic> {
        let delete = |path: &String| self.look(path, true).map(drop).or_cannot("delete", self.place(path));
        changes.deletions.par_iter().try_for_each(delete)?;
        // A killed build may have deleted the files of a folder, but not the folder. Inner folders sort later, so they
        // are tried first. A folder that is not empty stays.
        let stale = self.stale_paths();
        let folders: BTreeSet<&str> = stale.iter().flat_map(|path| with_ancestors(split(path).0)).collect();
        for folder in folders.into_iter().rev() {
            let (parent, name) = split(folder);
            let _ = self.folder(parent).map(|parent| parent.map(|parent| parent.remove_folder(name)));
        }
        Ok(())
    }

    /// Returns whether a file is unchanged; `None` if it does not exist. If `delete` is `true`, deletes an unchanged
    /// file.
    fn look(&self, path: &str, delete: bool) -> io::Result<Option<bool>> {
        let (folder, name) = split(path);
        let Some(folder) = self.folder(folder)? else { return Ok(None) };
        // The site may now contain a folder of that name.
        let entry = folder.entry(name)?.filter(|entry| entry.kind != EntryKind::Folder);
        let Some(entry) = entry else { return Ok(None) };
        let is_own = self.is_own(&folder, path, &entry)?;
        if is_own && delete {
            folder.remove_file(name)?;
        }
        Ok(Some(is_own))
    }
}
