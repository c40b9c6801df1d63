//! Ranges of files: what each makes several files of an output, which follow each other.

use std::ops::Range;

use crate::outputs::FileId;

pub(crate) struct FileRanges<T> {
    /// Each with the number of its first file.
    runs: Vec<(usize, T)>,
    count: usize,
}

impl<T> Default for FileRanges<T> {
    fn default() -> Self {
        Self { runs: Vec::new(), count: 0 }
    }
}

impl<T> FileRanges<T> {
    pub(crate) fn push(&mut self, run: T, files: usize) {
        self.runs.push((self.count, run));
        self.count += files;
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Returns the run that a file belongs to, and the place of the file in it.
    pub(crate) fn at(&self, file: FileId) -> (&T, usize) {
        let (first, run) = &self.runs[self.runs.partition_point(|&(first, _)| first <= file.index()) - 1];
        (run, file.index() - first)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&T, Range<usize>)> {
        let ends = self.runs.iter().map(|&(first, _)| first).skip(1).chain([self.count]);
        self.runs.iter().zip(ends).map(|((first, run), end)| (run, *first..end))
    }
}
