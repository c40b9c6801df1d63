//! A site of prepared files, for tests of the outputs alone.
#![allow(dead_code, reason = "each test of an output needs its own part of this")]

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use pageturner::diagnostic::Diagnostic;
use pageturner::output::{FileId, Files};

/// Files with their paths and bytes.
#[derive(Default)]
pub(crate) struct Pages {
    pub(crate) files: Vec<(String, Vec<u8>)>,
    /// The files that cannot be rendered.
    pub(crate) broken: Vec<usize>,
    /// How often a file was rendered.
    pub(crate) renders: AtomicUsize,
}

impl Pages {
    /// Some hundreds of files in four folders and at the root, whose contents tell them apart.
    pub(crate) fn new(words: &str) -> Self {
        let mut files = vec![("index.html".to_owned(), format!("front {words}").into_bytes())];
        for folder in ["a", "a/b", "c/d/e", "f"] {
            for number in 0..90 {
                let text = format!("{folder} {number} {}", words.repeat(number % 7));
                files.push((format!("{folder}/{number}.html"), text.into_bytes()));
            }
        }
        files.push(("style.css".to_owned(), Vec::new()));
        Self { files, ..Self::default() }
    }

    /// The number of a file.
    pub(crate) fn find(&self, path: &str) -> usize {
        self.files.iter().position(|(known, _)| known == path).expect("a file")
    }

    /// How often a file was rendered since this was last asked.
    pub(crate) fn take_renders(&self) -> usize {
        self.renders.swap(0, Relaxed)
    }
}

impl Files for Pages {
    type Scratch = ();

    fn count(&self) -> usize {
        self.files.len()
    }

    fn write_path(&self, file: FileId, out: &mut String) {
        out.push_str(&self.files[file.index()].0);
    }

    fn render(&self, file: FileId, (): &mut (), out: &mut Vec<u8>) -> Result<(), Diagnostic> {
        self.renders.fetch_add(1, Relaxed);
        if self.broken.contains(&file.index()) {
            return Err(Diagnostic::new(format!("{} is broken", self.files[file.index()].0)));
        }
        out.extend_from_slice(&self.files[file.index()].1);
        Ok(())
    }
}
