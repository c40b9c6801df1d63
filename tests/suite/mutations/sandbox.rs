//! A site in its own folder that is repeatedly mutated, built and compared.

use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::mutate::{Files, Mutation};
use crate::files::{everything, path_below};
use crate::temporary::TempDir;

/// The folder of the site before mutations.
const SITE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/trust/site");

/// A folder with games and a story in files, which are also part of that site.
const FOREIGN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/trust/foreign");

/// A folder with a site in it, and other files next to it.
pub(super) struct Sandbox {
    folder: TempDir,
    /// All files before a mutation: those of the site, its output, and others.
    all: Files,
}

impl Sandbox {
    /// Copies the site, and builds it with `build`.
    pub(super) fn new(build: impl Fn(&Path) -> bool) -> Self {
        let mut sandbox = Self { folder: TempDir::new(), all: Files::new() };
        for (path, bytes) in everything(Path::new(SITE)).into_iter().chain(everything(Path::new(FOREIGN))) {
            sandbox.write(&format!("site/{path}"), &bytes);
        }
        sandbox.write("outside.txt", b"nothing of the site");
        assert!(build(&sandbox.root()), "the site is valid before it is mutated");
        sandbox.write("site/public/mine.txt", b"somebody else's");
        sandbox.all = everything(sandbox.folder.path());
        sandbox
    }

    /// The folder of the site.
    pub(super) fn root(&self) -> PathBuf {
        self.folder.path().join("site")
    }

    /// Returns the files that can be mutated: those of the site, and the writer's records.
    pub(super) fn inputs(&self) -> Files {
        let of_site = self.all.iter().filter_map(|(path, bytes)| Some((path.strip_prefix("site/")?, bytes)));
        let is_input = |path: &str| {
            let is_of_writer = path == "public/.pageturner/manifest";
            !path.is_empty() && !path.ends_with('/') && (!path.starts_with("public/") || is_of_writer)
        };
        let inputs = of_site.filter(|(path, _)| is_input(path));
        inputs.map(|(path, bytes)| (path.to_owned(), bytes.clone())).collect()
    }

    fn write(&self, path: &str, bytes: &[u8]) {
        let path_on_disk = self.folder.path().join(path);
        if path.ends_with('/') {
            fs::create_dir_all(path_on_disk).expect("a folder");
            return;
        }
        fs::create_dir_all(path_on_disk.parent().expect("a folder")).expect("a folder");
        fs::write(path_on_disk, bytes).expect("a file");
    }

    /// Changes the site. Removes whatever is in the way of a new file.
    pub(super) fn apply(&self, mutation: &Mutation) {
        for (path, bytes) in &mutation.files {
            let path_on_disk = self.root().join(path);
            match bytes {
                Some(bytes) => {
                    for folder in Path::new(path).ancestors().skip(1).filter(|folder| !folder.as_os_str().is_empty()) {
                        let folder = self.root().join(folder);
                        if folder.is_file() {
                            fs::remove_file(folder).expect("a file that goes");
                        }
                    }
                    if path_on_disk.is_dir() {
                        fs::remove_dir_all(&path_on_disk).expect("a folder that goes");
                    }
                    self.write(&format!("site/{path}"), bytes);
                }
                None if path_on_disk.is_file() => fs::remove_file(path_on_disk).expect("a file that goes"),
                None => {}
            }
        }
    }

    /// Returns all files now.
    pub(super) fn look(&self) -> Files {
        everything(self.folder.path())
    }

    /// Restores all files.
    pub(super) fn restore(&self, now: &Files) {
        let folder = self.folder.path();
        for entry in WalkDir::new(folder).min_depth(1).contents_first(true) {
            let entry = entry.expect("a readable entry");
            if !self.all.contains_key(&path_below(folder, &entry)) {
                let remove = if entry.file_type().is_dir() { fs::remove_dir } else { fs::remove_file };
                remove(entry.path()).expect("what a mutation left can be removed");
            }
        }
        for (path, bytes) in self.all.iter().filter(|(path, bytes)| now.get(*path) != Some(bytes)) {
            self.write(path, bytes);
        }
    }
}

/// Returns a change by a build that it must not make, if any: outside of the output if it succeeded, any if it failed.
pub(super) fn trespass(before: &Files, after: &Files, is_done: bool) -> Option<String> {
    let is_own = |path: &str| path.starts_with("site/public/") && path != "site/public/mine.txt";
    let may_change = |path: &str| (is_done && is_own(path)) || path.starts_with("site/public/.pageturner/lock");
    // A new, empty folder above the output folder can remain after a failed build; a file in it would be found.
    let is_new_folder = |path: &str| path.ends_with('/') && !before.contains_key(path);
    let differs = |path: &&String| before.get(*path) != after.get(*path) && !may_change(path) && !is_new_folder(path);
    let changed = before.keys().chain(after.keys()).find(differs)?;
    Some(format!("{changed} changed, although the build {}", if is_done { "is not to" } else { "failed" }))
}
