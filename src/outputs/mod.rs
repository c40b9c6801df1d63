//! Outputs: the forms in which a site is published.
//!
//! An output that writes several files uses a site as [`Files`], which supply the number of files, their paths and
//! their bytes.

pub mod address;
pub mod assembly;
pub mod book;
pub mod data;
pub mod disk;
#[cfg(feature = "serve")]
pub mod server;
pub mod single;
pub mod website;

use std::io;
use std::path::Path;

use quick_xml::escape::escape;
use rayon::prelude::*;

use crate::ground::diagnostic::{Diagnostic, Diagnostics};

/// The files of a site.
///
/// Paths are valid, and differ even if the file system ignores case. No file's path is also the path of a folder that
/// contains another file. Files with consecutive numbers are usually in the same folder, so outputs can write them
/// quickly.
pub trait Files: Sync {
    /// Buffers that a thread reuses from file to file.
    type Scratch: Default + Send;

    /// Returns the number of files. Files are numbered from 0.
    fn count(&self) -> usize;

    /// Returns the path of a file relative to the site's root, with `/` between its parts.
    fn path(&self, file: FileId) -> String;

    /// If a file is a copy, returns the path of its source. Outputs do not render such a file, and never read all of it
    /// into memory.
    fn source(&self, file: FileId) -> Option<&Path> {
        let _ = file;
        None
    }

    /// Appends the bytes of a file to `out`.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be made, for example because a template uses a field that its page does not
    /// contain.
    fn render(&self, file: FileId, scratch: &mut Self::Scratch, out: &mut Vec<u8>) -> Result<(), Diagnostic>;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

impl FileId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    pub files: usize,
    pub pages: usize,
    pub bytes: u64,
}

impl Summary {
    fn of(files: impl Iterator<Item = (bool, u64)>) -> Self {
        files.fold(Self::default(), |Self { files, pages, bytes }, (is_page, length)| Self {
            files: files + 1,
            pages: pages + usize::from(is_page),
            bytes: bytes + length,
        })
    }
}

pub trait Observer: Sync {
    /// Called at the start of a step, with its number of files.
    fn begin(&self, step: &'static str, files: usize);

    /// Called when `files` more files of the step are done.
    fn advance(&self, files: usize);
}

impl Observer for () {
    fn begin(&self, _: &'static str, _: usize) {}
    fn advance(&self, _: usize) {}
}

/// A rounded-up size for readers.
pub enum Size {
    /// Thousands of bytes.
    Kilobytes(u64),
    /// Millions of bytes, and tenths of a million.
    Megabytes(u64, u64),
}

impl Size {
    /// Returns a number of bytes as a size: in megabytes if the number is about a million or more, otherwise in
    /// kilobytes.
    pub fn of(bytes: u64) -> Self {
        let tenths = bytes.div_ceil(100_000);
        if bytes < 950_000 { Self::Kilobytes(bytes.div_ceil(1000)) } else { Self::Megabytes(tenths / 10, tenths % 10) }
    }
}

pub fn size(bytes: u64) -> String {
    match Size::of(bytes) {
        Size::Kilobytes(count) => format!("{count} KB"),
        Size::Megabytes(count, tenths) => format!("{count}.{tenths} MB"),
    }
}

fn cannot_write(kind: &str, error: &io::Error) -> Diagnostic {
    Diagnostic::new(format!("cannot write the {kind}: {error}")).hint("fix the cause and try again")
}

/// The number of items that each thread makes before all these items are consumed in order.
const ITEMS_FOR_EACH_THREAD: usize = 16;

/// The number of files that a thread takes at a time. Neighbours are in the same folder and often need the same
/// patterns.
pub(crate) const CHUNK: usize = 64;

/// Makes the items 0 to `count` − 1 in parallel, and passes them to `take` in order. Only a batch of them is in memory
/// at a time. A thread reuses its scratch from item to item.
///
/// # Errors
///
/// Returns the first error of an item or of `take`, in the order of the items.
fn in_order<S: Default, T: Send, E: Send>(
    count: usize,
    make: impl Fn(usize, &mut S) -> Result<T, E> + Sync,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let batch = ITEMS_FOR_EACH_THREAD * rayon::current_num_threads();
    for start in (0..count).step_by(batch) {
        let items = (start..(start + batch).min(count)).into_par_iter();
        let results: Vec<_> = items.map_init(S::default, |scratch, item| make(item, scratch)).collect();
        results.into_iter().try_for_each(|item| take(item?))?;
    }
    Ok(())
}

/// Runs all tasks to their ends, and collects their mistakes. Tasks are scheduled one by one, because one game can take
/// as long as all other games together.
fn all<E: Into<Diagnostics> + Send>(
    results: impl IndexedParallelIterator<Item = Result<(), E>>,
) -> Result<(), Diagnostics> {
    let mut findings = Diagnostics::new();
    for result in results.with_max_len(1).collect::<Vec<_>>() {
        findings.keep(result);
    }
    findings.into_result(())
}

/// Appends an element with a text, unless the text is empty.
fn push_element(name: &str, text: &str, xml: &mut String) {
    if !text.is_empty() {
        xml.extend(["<", name, ">", &escape(text), "</", name, ">\n"]);
    }
}

/// Items that each produce several consecutive files of an output.
pub(crate) struct FileRanges<T> {
    /// Each item with the number of its first file.
    runs: Vec<(usize, T)>,
    count: usize,
}

impl<T> FileRanges<T> {
    pub(crate) fn new() -> Self {
        Self { runs: Vec::new(), count: 0 }
    }

    pub(crate) fn push(&mut self, run: T, files: usize) {
        self.runs.push((self.count, run));
        self.count += files;
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Returns the item to which a file belongs, and the index of the file within this item.
    pub(crate) fn at(&self, file: FileId) -> (&T, usize) {
        let (first, run) = &self.runs[self.runs.partition_point(|&(first, _)| first <= file.index()) - 1];
        (run, file.index() - first)
    }
}
