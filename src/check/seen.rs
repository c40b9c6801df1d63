//! What is kept of each file while a site is proven: numbers, and what is wrong.

use std::ops::Range;

use super::fault::{Fault, Kind};
use crate::output::FileId;

/// What was seen of a file.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// How long it is.
    pub(super) bytes: u64,
    /// The files that its links lead to, each once.
    pub(super) links: Vec<FileId>,
    /// How many links there are to files of the site.
    pub(super) link_count: usize,
    /// How many addresses lead elsewhere.
    pub(super) external_count: usize,
    /// The hashes of the names of its parts.
    pub(super) ids: Vec<u64>,
    /// The parts of other files that it leads to.
    pub(super) parts: Vec<Part>,
    /// Whether it is the page of a position whose moves were compared.
    pub(super) is_play: bool,
    /// How many moves that page is to have.
    pub(super) move_count: usize,
    /// What is wrong with it.
    pub(super) faults: Vec<Fault>,
    /// How much more is.
    pub(super) untold: usize,
}

/// A part of a file that a link names.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) to: FileId,
    /// The hashes of its name, as it is written and as it is meant.
    pub(super) hashes: [u64; 2],
    pub(super) name: String,
    /// Where the link stands.
    pub(super) range: Range<usize>,
}

impl Part {
    /// Returns what is to be told of a link to a part that the file at a path does not have.
    pub(super) fn missing(&self, path: &str) -> Fault {
        let message = format!("`{path}` has no part named `{}`", self.name);
        let hint = "name an element there by `id`, or link the page as a whole";
        Fault::new(Kind::Fragment, message, hint).at(self.range.clone())
    }
}
