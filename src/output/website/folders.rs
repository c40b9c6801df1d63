//! The folders of a website, as they are found before anything is rendered.

use super::Website;
use super::last_folder::LastFolder;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::output::guard::{in_the_way, other_file_system, symbolic_link};
use crate::output::layout::{Layout, with_ancestors};
use crate::output::open_folder::EntryKind;
use crate::plan::split;
use std::collections::{BTreeMap, BTreeSet};

/// Which folders of a site are missing.
#[derive(Debug, Default)]
pub(super) struct Folders {
    /// For each folder of the layout whether it is missing.
    is_missing: Vec<bool>,
    /// The missing folders that lie in no other that is missing.
    topmost: BTreeSet<String>,
    /// Those of them in whose place there are files that go.
    in_their_place: Vec<String>,
}

impl Folders {
    /// Looks at the folders of a site, and at those of the last build.
    ///
    /// # Errors
    ///
    /// When something else stands in the place of a folder.
    pub(super) fn of(website: &Website, layout: &Layout, force: bool) -> Result<Self, Diagnostics> {
        let planned = layout.folders().iter().map(|folder| &**folder);
        let all: BTreeSet<&str> = planned.clone().chain(website.manifest.folders()).flat_map(with_ancestors).collect();
        let mut findings = Diagnostics::new();
        let mut stands: BTreeMap<&str, Stands> = BTreeMap::new();
        let mut last = LastFolder::default();
        for folder in all {
            // In what is missing nothing needs to be looked for.
            let parent = stands.get(split(folder).0).copied().unwrap_or(Stands::Folder);
            let there =
                if parent == Stands::Folder { check(website, folder, force, &mut last) } else { Ok(Stands::Nothing) };
            stands.extend(findings.keep(there).map(|there| (folder, there)));
        }
        findings.into_result(())?;
        let mut folders = Self::default();
        for folder in planned {
            let topmost = with_ancestors(folder).find(|folder| stands[folder] != Stands::Folder);
            folders.is_missing.push(topmost.is_some());
            folders.topmost.extend(topmost.map(str::to_owned));
        }
        let files = folders.topmost.iter().filter(|folder| stands[folder.as_str()] == Stands::File);
        folders.in_their_place = files.cloned().collect();
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

    /// Returns the paths of missing folders in whose place there are files that go.
    pub(super) fn in_their_place(&self) -> &[String] {
        &self.in_their_place
    }
}

/// What stands where a folder belongs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stands {
    Nothing,
    Folder,
    /// A file that goes.
    File,
}

fn check(website: &Website, folder: &str, force: bool, last: &mut LastFolder) -> Result<Stands, Diagnostic> {
    let path = website.folder.join(folder);
    let (parent, name) = split(folder);
    let fail = |error| Diagnostic::io("look at", &path, &error);
    let Some(parent) = last.get(website, parent).map_err(fail)? else { return Ok(Stands::Nothing) };
    let Some(entry) = parent.entry(name).map_err(fail)? else { return Ok(Stands::Nothing) };
    match entry.kind {
        EntryKind::Folder if website.is_on_other_file_system(&entry) => Err(other_file_system(&path)),
        EntryKind::Folder => Ok(Stands::Folder),
        EntryKind::Link => Err(symbolic_link(&path)),
        EntryKind::File if website.may_go(parent, name, folder, force) => Ok(Stands::File),
        _ => Err(in_the_way(&path, "a file")),
    }
}
