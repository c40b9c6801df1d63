//! Files that are put into a folder beside what is there already: nothing is replaced, and no link is followed.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::file_paths::with_ancestors;
use super::guard::{absolute, symbolic_link, what_it_holds};
use crate::ground::diagnostic::{Diagnostic, Diagnostics};
use crate::pages::plan::split;

#[derive(Debug)]
pub struct NewFiles {
    /// The folder, without links and `..`.
    pub folder: PathBuf,
}

/// What became of the files, by their paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Added {
    pub written: Vec<String>,
    /// The files that were there already, and stayed as they were.
    pub kept: Vec<String>,
}

impl NewFiles {
    /// Looks at a folder, and changes nothing.
    ///
    /// # Errors
    ///
    /// When something else stands in its place, or when it cannot be read.
    pub fn open(folder: &Path) -> Result<Self, Diagnostic> {
        let there = folder.ancestors().find(|above| above.exists());
        if let Some(file) = there.filter(|there| !there.is_dir()) {
            return Err(no_folder(file));
        }
        Ok(Self { folder: absolute(folder)? })
    }

    pub fn has(&self, path: &str) -> bool {
        fs::symlink_metadata(self.folder.join(path)).is_ok()
    }

    /// Checks that none of some paths of the folder is taken; the empty one is the folder, which messages call `shown`.
    pub(crate) fn check_free(&self, shown: &Path, paths: &[&str], hint: &str) -> Result<(), Diagnostics> {
        let there = paths.iter().filter(|path| self.has(path));
        let told = |path: &&str| {
            let place: PathBuf = shown.join(path).components().collect();
            Diagnostic::new(format!("{} is there already", place.display())).hint(hint)
        };
        there.map(told).collect::<Diagnostics>().into_result(())
    }

    /// Checks that the folder holds nothing that people see.
    ///
    /// # Errors
    ///
    /// When it does, with some of it.
    pub fn check_empty(&self) -> Result<(), Diagnostic> {
        let names = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            entries => entries.and_then(|entries| entries.map(|entry| Ok(entry?.file_name())).collect()),
        };
        let names = names.map_err(|error| Diagnostic::io("read", &self.folder, &error))?;
        let Some(what) = what_it_holds(names) else { return Ok(()) };
        Err(Diagnostic::new(format!("{} is not empty: {what}", self.folder.display()))
            .hint("choose another folder, or add the files that are missing with --force, which replaces none"))
    }

    /// Writes those files that are not there, in their order, and the folders that they need.
    ///
    /// # Errors
    ///
    /// Before anything is written, when something that is no folder stands in the place of one; and when a file cannot
    /// be written: those before it stay.
    pub fn write(self, files: &[(String, Vec<u8>)]) -> Result<Added, Diagnostics> {
        let mut findings = Diagnostics::new();
        for folder in files.iter().flat_map(|(path, _)| with_ancestors(split(path).0)) {
            findings.keep(self.check_folder(folder));
        }
        findings.into_result(())?;
        let made = fs::create_dir_all(&self.folder);
        made.map_err(|error| Diagnostic::io("create", &self.folder, &error))?;
        let mut added = Added::default();
        for (path, bytes) in files {
            let is_new = add_file(&self.folder.join(path), bytes);
            let is_new = is_new.map_err(|error| Diagnostic::io("write", &self.folder.join(path), &error))?;
            let list = if is_new { &mut added.written } else { &mut added.kept };
            list.push(path.clone());
        }
        Ok(added)
    }

    fn check_folder(&self, path: &str) -> Result<(), Diagnostic> {
        let path = self.folder.join(path);
        match fs::symlink_metadata(&path) {
            Ok(there) if there.is_symlink() => Err(symbolic_link(&path)),
            Ok(there) if !there.is_dir() => Err(no_folder(&path)),
            _ => Ok(()),
        }
    }
}

/// Writes a file unless something stands in its place. Returns whether it did.
fn add_file(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    let mut file = match File::create_new(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => return Ok(false),
        file => file?,
    };
    // A part of a file is worse than none, and nobody else has put anything into it.
    file.write_all(bytes).inspect_err(|_| drop(fs::remove_file(path)))?;
    Ok(true)
}

fn no_folder(path: &Path) -> Diagnostic {
    Diagnostic::new(format!("{} is not a folder, and there has to be one", path.display()))
        .hint("move it elsewhere, or choose another folder")
}
