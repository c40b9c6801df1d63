//! A site of prepared files, and a folder for it, for tests of outputs without games.
#![allow(dead_code, reason = "each test of an output needs its own part of this")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use pageturner::ground::diagnostic::{Diagnostic, Diagnostics};
use pageturner::outputs::website::{InputDigest, Report, UpdateOptions, Website};
use pageturner::outputs::{FileId, Files, Observer, Summary};

use crate::files::files_below;
use crate::temporary::TempDir;

/// Files with their paths and bytes.
#[derive(Default)]
pub(crate) struct Pages {
    pub(crate) files: Vec<(String, Vec<u8>)>,
    /// The indices of files that cannot be rendered.
    pub(crate) broken: Vec<usize>,
    /// The number of times that a file was rendered.
    pub(crate) renders: AtomicUsize,
}

impl Pages {
    /// Creates some hundreds of different files in four folders and at the root.
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

    /// Returns the index of a file.
    pub(crate) fn find(&self, path: &str) -> usize {
        self.files.iter().position(|(known, _)| known == path).expect("a file")
    }

    /// Returns the number of renderings since the last call.
    pub(crate) fn take_renders(&self) -> usize {
        self.renders.swap(0, Relaxed)
    }
}

impl Files for Pages {
    type Scratch = ();

    fn count(&self) -> usize {
        self.files.len()
    }

    fn path(&self, file: FileId) -> String {
        self.files[file.index()].0.clone()
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

pub(crate) const INPUTS: InputDigest = InputDigest(7);

/// A folder for a website, next to a folder with foreign files.
pub(crate) struct Folder(pub(crate) TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        let folder = Self(TempDir::new());
        fs::create_dir(folder.outside()).expect("a folder");
        for name in ["0.html", "91.html", "index.html"] {
            fs::write(folder.outside().join(name), "precious").expect("a file");
        }
        folder
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.0.path().join("public")
    }

    pub(crate) fn outside(&self) -> PathBuf {
        self.0.path().join("outside")
    }

    pub(crate) fn open(&self) -> Website {
        Website::open(&self.path(), Path::new("/nowhere"), &[]).expect("a folder that is fit")
    }

    pub(crate) fn try_update(&self, pages: &Pages, how: UpdateOptions) -> Result<Report, Diagnostics> {
        self.open().update(pages, INPUTS, how, &())
    }

    /// Updates the website, and returns the paths that were written.
    pub(crate) fn update(&self, pages: &Pages) -> Vec<String> {
        let report = self.try_update(pages, UpdateOptions::default()).expect("an update");
        let expected: BTreeMap<_, _> = pages.files.iter().cloned().collect();
        assert!(files_below(&self.path()) == expected, "the folder holds the site");
        assert!(!self.path().join(".pageturner/unfinished").exists());
        report.changes.writes.iter().map(|file| pages.files[file.index()].0.clone()).collect()
    }

    /// Updates the website. Calls `meddle` when all is rendered and the folder begins to change.
    pub(crate) fn update_beside(&self, pages: &Pages, meddle: impl FnOnce() + Send) -> Result<Report, Diagnostics> {
        self.open().update(pages, INPUTS, UpdateOptions::default(), &Meddler(Mutex::new(Some(meddle))))
    }

    pub(crate) fn current(&self) -> Option<Summary> {
        self.open().current(INPUTS, UpdateOptions::default())
    }

    pub(crate) fn manifest(&self) -> String {
        fs::read_to_string(self.path().join(".pageturner/manifest")).expect("a manifest")
    }

    pub(crate) fn write(&self, path: &str, bytes: &[u8]) {
        fs::write(self.path().join(path), bytes).expect("a write");
    }
}

/// Calls a function when an update begins to change the folder.
struct Meddler<F>(Mutex<Option<F>>);

impl<F: FnOnce() + Send> Observer for Meddler<F> {
    fn begin(&self, step: &'static str, _: usize) {
        if step == "Writing" {
            let meddle = self.0.lock().expect("nobody else").take();
            meddle.expect("it begins once")();
        }
    }

    fn advance(&self, _: usize) {}
}
