//! The folders of a site, and which of its files lie in each.

use std::ops::Range;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::{FileId, Files};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::files::{LONGEST_NAME, LONGEST_PATH, NO_JEKYLL, WELL_KNOWN};
use crate::plan::split;

/// The folders of a site. It takes a few bytes for each change of folder in the order of the files, not for each file.
#[derive(Debug, Default)]
pub(super) struct Layout {
    folders: Vec<Box<str>>,
    runs: Vec<Run>,
    files: u32,
}

/// Files with consecutive numbers in one folder: those from `first` to the next run.
#[derive(Clone, Copy, Debug)]
struct Run {
    first: u32,
    folder: u32,
}

/// How many files are looked at by one thread at a time.
const PART: usize = 512;

impl Layout {
    /// Finds the folders of a site's files.
    ///
    /// # Errors
    ///
    /// When a path leads out of the site, or into the folder that belongs to the writer of the website, or is too long.
    pub(super) fn of(files: &impl Files) -> Result<Self, Diagnostics> {
        let count = files.count();
        let parts = (0..count.div_ceil(PART)).into_par_iter();
        let parts: Vec<_> = parts.map(|part| scan(files, part * PART..count.min((part + 1) * PART))).collect();
        let mut layout = Self { files: count as u32, ..Self::default() };
        let mut numbers = FxHashMap::default();
        let mut findings = Diagnostics::new();
        for (runs, wrong) in parts {
            for (first, folder) in runs {
                let number = *numbers.entry(folder.clone()).or_insert_with(|| {
                    layout.folders.push(folder);
                    layout.folders.len() as u32 - 1
                });
                if layout.runs.last().is_none_or(|last| last.folder != number) {
                    layout.runs.push(Run { first, folder: number });
                }
            }
            for diagnostic in wrong {
                findings.push(diagnostic);
            }
        }
        findings.into_result(layout)
    }

    /// Returns the folders that hold files, in the order of their first files; the root of the site is empty.
    pub(super) fn folders(&self) -> &[Box<str>] {
        &self.folders
    }

    /// Splits a range of files by folder: returns the number of each folder and the files in it.
    pub(super) fn runs(&self, files: Range<u32>) -> impl Iterator<Item = (usize, Range<u32>)> + '_ {
        let begin = self.runs.partition_point(|run| run.first <= files.start).saturating_sub(1);
        (begin..self.runs.len()).map_while(move |index| {
            let run = self.runs[index];
            let end = self.runs.get(index + 1).map_or(self.files, |next| next.first);
            let part = run.first.max(files.start)..end.min(files.end);
            (!part.is_empty()).then_some((run.folder as usize, part))
        })
    }

    /// Returns the files of a chunk of the given size.
    pub(super) fn chunk(&self, chunk: usize, size: usize) -> Range<u32> {
        (chunk * size) as u32..self.files.min(((chunk + 1) * size) as u32)
    }
}

/// Returns where each run of files in one folder begins, and its folder; and which paths cannot be written.
fn scan(files: &impl Files, numbers: Range<usize>) -> (Vec<(u32, Box<str>)>, Vec<Diagnostic>) {
    let mut runs: Vec<(u32, Box<str>)> = Vec::new();
    let mut wrong = Vec::new();
    let mut path = String::new();
    for number in numbers {
        path.clear();
        files.write_path(FileId(number as u32), &mut path);
        if !may_be_written(&path) {
            let message = format!("`{}` cannot be a file of a website", path.escape_debug());
            wrong.push(Diagnostic::new(message).hint("rename the file that it is made from"));
        } else if path.len() > LONGEST_NAME {
            wrong.extend(check_length(&path).err());
        }
        let (folder, _) = split(&path);
        if runs.last().is_none_or(|(_, last)| **last != *folder) {
            runs.push((number as u32, folder.into()));
        }
    }
    (runs, wrong)
}

/// Checks that a path is not longer than systems have room for, nor one of the names in it.
fn check_length(path: &str) -> Result<(), Diagnostic> {
    let longest = path.split('/').map(str::len).max().unwrap_or_default();
    let (bytes, most, what) = match longest {
        ..=LONGEST_NAME if path.len() <= LONGEST_PATH => return Ok(()),
        ..=LONGEST_NAME => (path.len(), LONGEST_PATH, "path"),
        _ => (longest, LONGEST_NAME, "name"),
    };
    Err(Diagnostic::new(format!("`{path}` is too long for a file of a website: the {what} has {bytes} bytes"))
        .hint(format!("a {what} can have {most} bytes: shorten the names of its folders, or choose a smaller game")))
}

/// Returns whether a relative path stays in the folder that it is read from, and leads to nothing hidden there, such as
/// the writer's own folder or that of git, but what hosts look for.
pub(super) fn may_be_written(path: &str) -> bool {
    let below = path.strip_prefix(WELL_KNOWN).and_then(|rest| rest.strip_prefix('/'));
    let is_safe = |part: &str| !part.is_empty() && !part.starts_with('.');
    let is_bad = |byte| matches!(byte, b'\\' | b':' | b'\0' | b'\n');
    // Without a way out of the loop it looks at many bytes at once.
    let has_bad = path.bytes().fold(false, |found, byte| found | is_bad(byte));
    path == NO_JEKYLL || !has_bad && below.unwrap_or(path).split('/').all(is_safe)
}

/// Returns a folder and all folders that it lies in, from the outermost in. The root has none.
pub(super) fn with_ancestors(folder: &str) -> impl Iterator<Item = &str> {
    let slashes = folder.match_indices('/').map(|(end, _)| &folder[..end]);
    slashes.chain((!folder.is_empty()).then_some(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Paths(&'static [&'static str]);

    impl Files for Paths {
        type Scratch = ();

        fn count(&self) -> usize {
            self.0.len()
        }

        fn write_path(&self, file: FileId, out: &mut String) {
            out.push_str(self.0[file.index()]);
        }

        fn render(&self, _: FileId, (): &mut (), _: &mut Vec<u8>) -> Result<(), Diagnostic> {
            Ok(())
        }
    }

    #[test]
    fn files_are_grouped_by_folder() {
        let layout = Layout::of(&Paths(&["index.html", "a/b/1", "a/b/2", "a/3", "a/b/4", "style.css"])).expect("paths");
        let folders: Vec<_> = layout.folders().iter().map(|folder| &**folder).collect();
        assert_eq!(folders, ["", "a/b", "a"]);
        assert_eq!(layout.runs(0..6).collect::<Vec<_>>(), [(0, 0..1), (1, 1..3), (2, 3..4), (1, 4..5), (0, 5..6)]);
        assert_eq!(layout.runs(2..4).collect::<Vec<_>>(), [(1, 2..3), (2, 3..4)]);
        assert_eq!(layout.runs(5..5).count(), 0);
        assert_eq!(layout.chunk(1, 4), 4..6);
    }

    #[test]
    fn paths_that_lead_elsewhere_are_refused_all_at_once() {
        let wrong = Layout::of(&Paths(&["../x", "a//b", "a/b", ".pageturner/lock"])).expect_err("three are wrong");
        assert_eq!(wrong.iter().count(), 3);
    }

    #[test]
    fn of_hidden_files_those_are_written_that_hosts_look_for() {
        for path in ["a/b c", ".nojekyll", ".well-known/security.txt", ".well-known/a/b/c"] {
            assert!(may_be_written(path), "{path}");
        }
        for path in [".well-known", ".nojekyll2", ".NoJekyll", "a/.nojekyll", ".nojekyll/x", ".well-known/.nojekyll"] {
            assert!(!may_be_written(path), "{path}");
        }
        for path in [".well-known/", ".well-known/../x", ".well-known/.git/x", ".well-known2/x", ".well-known\\..\\x"] {
            assert!(!may_be_written(path), "{path}");
        }
        for path in ["", "/x", "a/", "a//b", "..", "a/../b", "a\\b", "c:x", "a\0", "a/.well-known/x", ".git/HEAD"] {
            assert!(!may_be_written(path), "{path}");
        }
    }

    #[test]
    fn ancestors_come_from_the_outermost_in() {
        assert_eq!(with_ancestors("a/b/c").collect::<Vec<_>>(), ["a", "a/b", "a/b/c"]);
        assert_eq!(with_ancestors("").count(), 0);
    }
}
