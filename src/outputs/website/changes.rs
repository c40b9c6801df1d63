//! The options and the result of an update of a website.

use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;

use rayon::prelude::*;

use super::previous::PreviousBuild;
use crate::ground::diagnostic::{Diagnostic, OrCannot};
use crate::outputs::disk::guard::with_ancestors;
use crate::outputs::disk::open_folder::EntryKind;
use crate::outputs::{FileId, Summary};
use crate::pages::plan::split;

/// A hash of the inputs of a build: the program, the content, the themes and the flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputDigest(pub u128);

#[derive(Clone, Copy, Debug, Default)]
pub struct UpdateOptions {
    /// If `true`, the update can replace foreign files.
    pub force: bool,
    /// If `true`, the update finds the changes, but makes none.
    pub dry_run: bool,
    /// If `true`, the files are only a part of the site. The files of the rest of the site stay in the folder and in
    /// the manifest.
    pub is_part: bool,
}

impl UpdateOptions {
    /// Returns the line of a manifest that identifies builds with the same inputs and options.
    pub(super) fn made_from(self, inputs: InputDigest) -> String {
        format!("{:032x}{}", inputs.0, if self.is_part { " part" } else { "" })
    }
}

/// What an update changed, or would change.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    pub writes: Vec<FileId>,
    /// The paths of files that are no longer part of the site.
    pub deletions: Vec<String>,
    /// The paths of files that are no longer part of the site, but stay because a user changed them.
    pub kept: Vec<String>,
    /// The paths of files that are no longer part of the site, but stay because they cannot be read; each with the
    /// reason.
    pub unreadable: Vec<(String, String)>,
    /// The number of files that stay because they belong to other parts of the site.
    pub of_the_rest: usize,
}

#[derive(Clone, Debug)]
pub struct Report {
    pub folder: PathBuf,
    pub summary: Summary,
    pub changes: Changes,
}

pub(super) struct Stale<'a> {
    previous: &'a PreviousBuild,
    pub(super) paths: Vec<&'a str>,
}

impl<'a> Stale<'a> {
    /// Returns the files of the manifest that are no longer part of the site. Call this after the survey.
    pub(super) fn of(previous: &'a PreviousBuild) -> Self {
        let lines = previous.manifest.lines.iter().filter(|line| line.is_stale());
        let mut paths: Vec<_> = lines.map(|line| &*line.path).collect();
        paths.dedup();
        Self { previous, paths }
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

    /// Deletes the planned files that are still unchanged, and then the folders that are empty.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read or deleted.
    pub(super) fn delete(&self, changes: &Changes) -> Result<(), Diagnostic> {
        changes
            .deletions
            .par_iter()
            .try_for_each(|path| self.look(path, true).map(drop).or_cannot("delete", self.previous.place(path)))?;
        // A killed build may have deleted the files of a folder, but not the folder. Inner folders sort later, so they
        // are tried first. A folder that is not empty stays.
        let folders: BTreeSet<&str> = self.paths.iter().flat_map(|path| with_ancestors(split(path).0)).collect();
        for folder in folders.into_iter().rev() {
            let (parent, name) = split(folder);
            let _ = self.previous.folder(parent).map(|parent| parent.map(|parent| parent.remove_folder(name)));
        }
        Ok(())
    }

    /// Returns whether a file is unchanged; `None` if it does not exist. If `delete` is `true`, deletes an unchanged
    /// file.
    fn look(&self, path: &str, delete: bool) -> io::Result<Option<bool>> {
        let (folder, name) = split(path);
        let Some(folder) = self.previous.folder(folder)? else { return Ok(None) };
        // The site may now contain a folder of that name.
        let entry = folder.entry(name)?.filter(|entry| entry.kind != EntryKind::Folder);
        let Some(entry) = entry else { return Ok(None) };
        let is_own = self.previous.is_own(&folder, path, &entry)?;
        if is_own && delete {
            folder.remove_file(name)?;
        }
        Ok(Some(is_own))
    }
}
