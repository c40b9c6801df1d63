//! What an update of a website is asked for, and what it did.

use std::path::PathBuf;

use crate::outputs::{FileId, Summary};

/// What tells the inputs of a build from others: a hash of the program, the content, the themes and the flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputDigest(pub u128);

#[derive(Clone, Copy, Debug, Default)]
pub struct How {
    /// Whether files may be replaced that the writer did not write.
    pub force: bool,
    /// Whether the update only finds out what would change.
    pub dry_run: bool,
    /// Whether the files are only a part of the site: those of the rest stay, and stay known.
    pub is_part: bool,
}

impl How {
    /// Returns what tells builds apart in a manifest: those of the same inputs, done alike.
    pub(super) fn made_from(self, inputs: InputDigest) -> String {
        format!("{:032x}{}", inputs.0, if self.is_part { " part" } else { "" })
    }
}

/// What an update changed, or would change.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    pub writes: Vec<FileId>,
    /// The paths of the files that are no longer part of the site.
    pub deletions: Vec<String>,
    /// The paths of files that are no longer part of the site but were changed by somebody, and stay.
    pub kept: Vec<String>,
    /// The paths of files that are no longer part of the site but cannot be read, and stay, with the reasons.
    pub unreadable: Vec<(String, String)>,
    /// How many files stay because they belong to the rest of the site.
    pub of_the_rest: usize,
}

#[derive(Clone, Debug)]
pub struct Report {
    pub folder: PathBuf,
    pub summary: Summary,
    pub changes: Changes,
}
