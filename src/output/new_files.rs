//! Files that are put into a folder beside what is there already: nothing is replaced, and no link is followed.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::guard::{absolute, visible_entries, what_it_holds};
use super::open_folder::{EntryKind, OpenFolder};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::plan::split;

/// A folder that gets new files.
#[derive(Debug)]
pub struct NewFiles {
    folder: PathBuf,
    /// The same, opened, if it exists.
    root: Option<OpenFolder>,
}

/// What became of the files, by their paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// The files that were written.
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
        let folder = absolute(folder)?;
        let root = match OpenFolder::open(&folder) {
            Ok(root) => Some(root),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(Diagnostic::io("open", &folder, &error)),
        };
        Ok(Self { folder, root })
    }

    /// Returns the folder, without links and `..`.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns whether something stands at a path of the folder.
    pub fn has(&self, path: &str) -> bool {
        let (parent, name) = split(path);
        let parent = self.root.as_ref().and_then(|root| root.folder(parent).ok());
        parent.is_some_and(|parent| parent.entry(name).is_ok_and(|entry| entry.is_some()))
    }

    /// Checks that the folder holds nothing that people see.
    ///
    /// # Errors
    ///
    /// When it does, with some of it.
    pub fn check_empty(&self) -> Result<(), Diagnostic> {
        let Some(root) = &self.root else { return Ok(()) };
        let entries = visible_entries(root).map_err(|error| Diagnostic::io("read", &self.folder, &error))?;
        if entries.is_empty() {
            return Ok(());
        }
        let message = format!("{} is not empty: {}", self.folder.display(), what_it_holds(&entries));
        Err(Diagnostic::new(message)
            .hint("choose another folder, or add the files that are missing with --force, which replaces none"))
    }

    /// Writes those files that are not there, in their order, and the folders that they need.
    ///
    /// # Errors
    ///
    /// Before anything is written, when something that is no folder stands in the place of one; and when a file cannot
    /// be written: those before it stay.
    pub fn write(mut self, files: &[(String, Vec<u8>)]) -> Result<Added, Diagnostics> {
        let mut findings = Diagnostics::new();
        for (path, _) in files {
            findings.keep(self.check_parents(path));
        }
        findings.into_result(())?;
        let root = match self.root.take() {
            Some(root) => root,
            None => self.make()?,
        };
        let mut added = Added::default();
        for (path, bytes) in files {
            let is_new = add_file(&root, path, bytes);
            let is_new = is_new.map_err(|error| Diagnostic::io("write", &self.folder.join(path), &error))?;
            let list = if is_new { &mut added.written } else { &mut added.kept };
            list.push(path.clone());
        }
        Ok(added)
    }

    /// Makes the folder, and those that it lies in.
    fn make(&self) -> Result<OpenFolder, Diagnostic> {
        let made = fs::create_dir_all(&self.folder).and_then(|()| OpenFolder::open(&self.folder));
        made.map_err(|error| Diagnostic::io("create", &self.folder, &error))
    }

    /// Checks that a file can have the folders that its path names.
    fn check_parents(&self, path: &str) -> Result<(), Diagnostic> {
        let Some(root) = &self.root else { return Ok(()) };
        let parents = path.match_indices('/').map(|(end, _)| &path[..end]);
        for parent in parents {
            let at = self.folder.join(parent);
            let fail = |error: &io::Error| Diagnostic::io("look at", &at, error);
            let (above, name) = split(parent);
            let above = root.folder(above).map_err(|error| fail(&error))?;
            match above.entry(name).map_err(|error| fail(&error))?.map(|entry| entry.kind) {
                None => return Ok(()),
                Some(EntryKind::Folder) => {}
                Some(EntryKind::Link) => {
                    let message = format!("{} is a symbolic link, and files would end up elsewhere", at.display());
                    return Err(Diagnostic::new(message).hint("replace the link by a folder, or choose another folder"));
                }
                Some(_) => return Err(no_folder(&at)),
            }
        }
        Ok(())
    }
}

/// Writes a file unless something stands in its place. Returns whether it did.
fn add_file(root: &OpenFolder, path: &str, bytes: &[u8]) -> io::Result<bool> {
    let (parent, name) = split(path);
    let parent = root.make_folder(parent)?;
    if parent.entry(name)?.is_some() {
        return Ok(false);
    }
    let mut file = parent.create_file(name)?;
    if let Err(error) = file.write_all(bytes) {
        // A part of a file is worse than none, and nobody else has put anything into it.
        let _ = parent.remove_file(name);
        return Err(error);
    }
    Ok(true)
}

fn no_folder(path: &Path) -> Diagnostic {
    Diagnostic::new(format!("{} is not a folder, and there has to be one", path.display()))
        .hint("move it elsewhere, or choose another folder")
}
