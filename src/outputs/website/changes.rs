//! The options and the result of an update of a website.

use std::path::PathBuf;

use crate::outputs::{FileId, Summary};

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
