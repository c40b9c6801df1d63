//! The folders of a website, as they are found before anything is rendered.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::Website;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::output::guard::{in_the_way, symbolic_link};
use crate::output::layout::{Layout, with_ancestors};

/// Which folders of a site are missing.
#[derive(Debug, Default)]
pub(super) struct Folders {
    /// For each folder of the layout whether it is missing.
    is_missing: Vec<bool>,
    /// The missing folders that lie in no other that is missing.
    topmost: BTreeSet<String>,
}

impl Folders {
    /// Looks at the folders of a site, and at those of the last build.
    ///
    /// # Errors
    ///
    /// When something else stands in the place of a folder.
    pub(super) fn of(website: &Website, layout: &Layout) -> Result<Self, Diagnostics> {
        let planned = layout.folders().iter().map(|folder| &**folder);
        let all: BTreeSet<&str> = planned.clone().chain(website.manifest.folders()).flat_map(with_ancestors).collect();
        let mut findings = Diagnostics::new();
        let exists: BTreeMap<&str, bool> =
            all.into_iter().filter_map(|folder| Some((folder, findings.keep(check(website, folder))?))).collect();
        findings.into_result(())?;
        let mut folders = Self::default();
        for folder in planned {
            let topmost = with_ancestors(folder).find(|folder| !exists[folder]);
            folders.is_missing.push(topmost.is_some());
            folders.topmost.extend(topmost.map(str::to_owned));
        }
        Ok(folders)
    }

    /// Returns whether a folder of the layout is missing.
    pub(super) fn is_missing(&self, folder: usize) -> bool {
        self.is_missing[folder]
    }

    /// Returns the missing folders that lie in no other that is missing.
    pub(super) fn topmost_missing(&self) -> impl Iterator<Item = &str> {
        self.topmost.iter().map(String::as_str)
    }
}

/// Returns whether a folder exists. A file in its place has to be one that will be deleted.
fn check(website: &Website, folder: &str) -> Result<bool, Diagnostic> {
    let path = website.folder.join(folder);
    match fs::symlink_metadata(&path) {
        Ok(metadata) if metadata.is_symlink() => Err(symbolic_link(&path)),
        Ok(metadata) if metadata.is_file() && !website.is_unchanged(folder) => Err(in_the_way(&path, "a file")),
        Ok(metadata) => Ok(metadata.is_dir()),
        Err(_) => Ok(false),
    }
}
