//! A folder with a website, whoever made it.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use walkdir::DirEntry;

use super::finding::{Finding, Kind};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::files::SiteFolder;
use crate::output::website::STATE_FOLDER;
use crate::output::{FileId, Files};

/// The folders of programs that are no part of a website.
const NOT_PUBLISHED: [&str; 2] = [STATE_FOLDER, ".git"];

/// The files of a folder.
#[derive(Debug)]
pub struct Folder {
    /// Where the bytes of each are, by its path.
    files: IndexMap<String, PathBuf, FxBuildHasher>,
}

impl Folder {
    /// Finds the files below a folder. What is no file, or cannot be published as one, is returned as well: a link that
    /// leads out of the folder, for example.
    ///
    /// # Errors
    ///
    /// When there is no such folder.
    pub fn open(folder: &Path) -> Result<(Self, Diagnostics), Diagnostic> {
        let inside = fs::canonicalize(folder).map_err(|error| Diagnostic::io("open", folder, &error))?;
        if !inside.is_dir() {
            let message = format!("{} is not a folder", folder.display());
            return Err(Diagnostic::new(message).hint("name the folder of a website"));
        }
        let site_folder = SiteFolder { folder: &inside, name: "the folder", root: &inside };
        let (files, findings) = site_folder.files(is_published);
        Ok((Self { files: files.into_iter().map(|file| (file.path, file.origin)).collect() }, findings))
    }

    /// Compares what a file of the site is to hold with what lies in the folder.
    ///
    /// # Errors
    ///
    /// When one of them cannot be read.
    pub(super) fn compare(&self, path: &str, expected: impl Read) -> Result<Option<Finding>, Diagnostic> {
        let hint = "build again with the flags that this check was given; to keep a change, put it into the content \
                    or the theme";
        let Some(origin) = self.files.get(path) else {
            return Ok(Some(Finding::new(Kind::Missing, format!("`{path}` is not in the folder"), hint)));
        };
        let is_same = fs::File::open(origin).and_then(|found| is_same(expected, found));
        let is_same = is_same.map_err(|error| Diagnostic::io("read", origin, &error))?;
        Ok((!is_same).then(|| Finding::new(Kind::Changed, "this file is not what the site says", hint)))
    }

    /// Returns the paths of all files.
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

/// Whether two readers give the same bytes.
fn is_same(mut one: impl Read, mut two: impl Read) -> io::Result<bool> {
    let mut buffers = [[0; 1 << 13]; 2];
    let [first, second] = &mut buffers;
    loop {
        let length = one.read(first)?;
        if length == 0 {
            return Ok(two.read(second)? == 0);
        }
        match two.read_exact(&mut second[..length]) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(false),
            read => read?,
        }
        if first[..length] != second[..length] {
            return Ok(false);
        }
    }
}

impl Files for Folder {
    type Scratch = ();

    fn count(&self) -> usize {
        self.files.len()
    }

    fn write_path(&self, file: FileId, out: &mut String) {
        out.push_str(self.file(file).0);
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
