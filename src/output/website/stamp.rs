//! The stamp: what the last build that was finished was made from, and when that was.
//!
//! It is written last of all, so every file that the build left has a time that is not later than that of the stamp. A
//! file with a later time was changed since. Times have the steps of the file system, some milliseconds on many: a
//! change in the very step of the stamp that keeps the length of a file is not seen.

use std::io::Read;

use super::report::InputDigest;
use crate::output::open_folder::{Entry, EntryKind, OpenFolder, Time};

/// The name of the stamp in the writer's own folder.
pub(super) const NAME: &str = "stamp";

const FIRST_LINE: &str = "pageturner stamp 2";

/// What the last finished build left behind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stamp {
    /// What that build was made from.
    pub(super) inputs: InputDigest,
    /// The hash of the manifest that it wrote.
    pub(super) manifest: u64,
    /// How many files it had, which come first in the manifest. Others belong to the rest of the site.
    pub(super) files: usize,
    /// When it was done.
    finished: Time,
}

impl Stamp {
    /// Reads the stamp in the writer's own folder. What is no stamp counts as none: files are then compared byte by
    /// byte.
    pub(super) fn read(state: &OpenFolder) -> Option<Self> {
        /// Stamps are shorter.
        const LONGEST: u64 = 1 << 10;
        let mut text = String::new();
        state.open_file(NAME).ok()??.take(LONGEST).read_to_string(&mut text).ok()?;
        let finished = state.entry(NAME).ok()??.changed;
        let mut words = text.strip_prefix(FIRST_LINE)?.split_ascii_whitespace();
        let inputs = InputDigest(u128::from_str_radix(words.next()?, 16).ok()?);
        let manifest = u64::from_str_radix(words.next()?, 16).ok()?;
        Some(Self { inputs, manifest, files: words.next()?.parse().ok()?, finished })
    }

    /// Returns the text of a stamp.
    pub(super) fn text(inputs: InputDigest, manifest: u64, files: usize) -> String {
        format!("{FIRST_LINE}\n{:032x}\n{manifest:016x}\n{files}\n", inputs.0)
    }

    /// Returns whether this is a file as the build left it, which wrote so many bytes.
    pub(super) fn covers(&self, entry: &Entry, length: u64) -> bool {
        entry.kind == EntryKind::File && entry.length == length && entry.changed <= self.finished
    }
}
