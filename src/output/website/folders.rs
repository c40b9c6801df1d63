//! The folders of a website, as they are found before anything is rendered.

use std::collections::BTreeSet;

use super::existing::Existing;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::output::guard::{in_the_way, other_file_system, symbolic_link};
use crate::output::layout::{Layout, with_ancestors};
use crate::output::open_folder::EntryKind;
use crate::plan::split;

/// Which folders of a site are missing.
#[derive(Debug, Default)]
pub(super) struct Folders {
    /// For each folder of the layout whether it is missing.
    is_missing: Vec<bool>,
    /// The missing folders that lie in no other that is missing.
    topmost: BTreeSet<String>,
    /// Those of them in whose place there are files that go.
    blocked: Vec<String>,
}

impl Folders {
    /// Looks at the folders of a site.
    ///
    /// # Errors
    ///
    /// When something else stands in the place of a folder.
    pub(super) fn of(existing: &Existing, layout: &Layout, force: bool) -> Result<Self, Diagnostics> {
        let mut folders = Self::default();
        let mut findings = Diagnostics::new();
        // Folders come before those inside them.
        let all: BTreeSet<&str> = layout.folders().iter().flat_map(|folder| with_ancestors(folder)).collect();
        for path in all {
            if !folders.lies_in_missing(path) {
                findings.keep(folders.look_at(existing, path, force));
            }
        }
        folders.is_missing = layout.folders().iter().map(|folder| folders.lies_in_missing(folder)).collect();
        findings.into_result(folders)
    }

    fn look_at(&mut self, existing: &Existing, path: &str, force: bool) -> Result<(), Diagnostic> {
        let place = existing.place(path);
        let (parent, name) = split(path);
        let fail = |error| Diagnostic::io("look at", &place, &error);
        let parent = existing.folder(parent).map_err(fail)?;
        let entry = parent.as_ref().map(|parent| parent.entry(name)).transpose().map_err(fail)?.flatten();
        match (&parent, entry) {
            (Some(_), Some(entry)) if entry.kind == EntryKind::Folder => {
                return if existing.is_on_other_file_system(&entry) { Err(other_file_system(&place)) } else { Ok(()) };
            }
            (Some(_), Some(entry)) if entry.kind == EntryKind::Link => return Err(symbolic_link(&place)),
            (Some(parent), Some(_)) => {
                if !existing.make_room((parent, name, path), force, false).map_err(fail)? {
                    return Err(in_the_way(&place, "a file"));
                }
                self.blocked.push(path.to_owned());
            }
            _ => {}
        }
        self.topmost.insert(path.to_owned());
        Ok(())
    }

    fn lies_in_missing(&self, folder: &str) -> bool {
        with_ancestors(folder).any(|folder| self.topmost.contains(folder))
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
    pub(super) fn blocked(&self) -> &[String] {
        &self.blocked
    }
}
