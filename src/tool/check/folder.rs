//! A folder with a website, whoever made it.

use std::fs;
use std::path::{Path, PathBuf};

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use walkdir::DirEntry;

use super::finding::{Finding, Kind};
use crate::ground::diagnostic::{Diagnostic, Diagnostics};
use crate::ground::files::SiteFolder;
use crate::outputs::website::STATE_FOLDER;
use crate::outputs::{FileId, Files};

const NOT_PUBLISHED: [&str; 2] = [STATE_FOLDER, ".git"];

#[derive(Debug)]
pub struct Folder {
    files: IndexMap<String, PathBuf, FxBuildHasher>,
    /// What is no file, or cannot be published as one: a link that leads out of the folder, for example.
    pub(super) unreadable: Diagnostics,
}

impl Folder {
    /// Finds the files below a folder.
    ///
    /// # Errors
    ///
    /// When there is no such folder.
    pub fn open(folder: &Path) -> Result<Self, Diagnostic> {
        let inside = fs::canonicalize(folder).map_err(|error| Diagnostic::io("open", folder, &error))?;
        if !inside.is_dir() {
            let message = format!("{} is not a folder", folder.display());
            return Err(Diagnostic::new(message).hint("name the folder of a website"));
        }
        let site_folder = SiteFolder { folder: &inside, name: "the folder", root: &inside };
        let (files, unreadable) = site_folder.files(is_published);
        Ok(Self { files: files.into_iter().map(|file| (file.path, file.origin)).collect(), unreadable })
    }

    pub(super) fn compare(&self, path: &str, expected: &[u8]) -> Result<Option<Finding>, Diagnostic> {
        let hint = "build again with the flags that this check was given; to keep a change, put it into the content \
                    or the theme";
        let Some(origin) = self.files.get(path) else {
            return Ok(Some(Finding::new(Kind::Missing, format!("`{path}` is not in the folder"), hint)));
        };
        let found = fs::read(origin).map_err(|error| Diagnostic::io("read", origin, &error))?;
        Ok((found != expected).then(|| Finding::new(Kind::Changed, "this file is not what the site says", hint)))
    }

    pub(super) fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    fn file(&self, FileId(file): FileId) -> (&str, &Path) {
        let (path, origin) = self.files.get_index(file as usize).expect("files are asked for by their numbers");
        (path, origin)
    }
}

fn is_published(entry: &DirEntry) -> bool {
    !(entry.file_type().is_dir() && NOT_PUBLISHED.iter().any(|name| entry.file_name() == *name))
}

impl Files for Folder {
    type Scratch = ();

    fn count(&self) -> usize {
        self.files.len()
    }

    fn path(&self, file: FileId) -> String {
        self.file(file).0.to_owned()
    }

    fn source(&self, file: FileId) -> Option<&Path> {
        Some(self.file(file).1)
    }

    fn render(&self, file: FileId, (): &mut (), out: &mut Vec<u8>) -> Result<(), Diagnostic> {
        let origin = self.file(file).1;
        out.extend(fs::read(origin).map_err(|error| Diagnostic::io("read", origin, &error))?);
        Ok(())
    }
}
