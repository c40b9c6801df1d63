//! A folder with a website, whoever made it.

use std::fs::{self, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use walkdir::{DirEntry, WalkDir};

use super::fault::{Fault, Kind};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::files::shown;
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
        let fail = |error| Diagnostic::io("open", folder, &error);
        let inside = fs::canonicalize(folder).map_err(fail)?;
        if !inside.is_dir() {
            let message = format!("{} is not a folder", folder.display());
            return Err(Diagnostic::new(message).hint("name the folder of a website"));
        }
        let mut findings = Diagnostics::new();
        let mut files = IndexMap::default();
        let walk = WalkDir::new(&inside).min_depth(1).sort_by_file_name();
        for entry in walk.into_iter().filter_entry(is_published) {
            match entry {
                Err(error) => {
                    let path = error.path().unwrap_or(folder);
                    let message = format!("cannot read {}: {error}", shown(path, &inside));
                    findings.push(Diagnostic::new(message).hint("remove it, or make it readable"));
                }
                Ok(entry) if entry.file_type().is_dir() => {}
                Ok(entry) => files.extend(findings.keep(found(&entry, &inside)).flatten()),
            }
        }
        Ok((Self { files }, findings))
    }

    /// Compares what a file of the site is to hold with what lies in the folder.
    ///
    /// # Errors
    ///
    /// When one of them cannot be read.
    pub(super) fn compare(&self, path: &str, expected: impl Read) -> Result<Option<Fault>, Diagnostic> {
        let hint = "build again with the flags that this check was given; to keep a change, put it into the content \
                    or the theme";
        let Some(origin) = self.files.get(path) else {
            return Ok(Some(Fault::new(Kind::Missing, format!("`{path}` is not in the folder"), hint)));
        };
        let is_same = fs::File::open(origin).and_then(|found| is_same(expected, found));
        let is_same = is_same.map_err(|error| Diagnostic::io("read", origin, &error))?;
        Ok((!is_same).then(|| Fault::new(Kind::Changed, "this file is not what the site says", hint)))
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

/// Returns the path and the place of the file that an entry of a folder is, if it is one. A link to a folder of the
/// website stands for nothing new.
fn found(entry: &DirEntry, inside: &Path) -> Result<Option<(String, PathBuf)>, Diagnostic> {
    let (origin, name) = (entry.path(), shown(entry.path(), inside));
    let metadata = if entry.path_is_symlink() {
        check_link(origin, &name, inside)?
    } else {
        let fail = |error: walkdir::Error| {
            Diagnostic::new(format!("cannot read {name}: {error}")).hint("remove it, or make it readable")
        };
        entry.metadata().map_err(fail)?
    };
    if metadata.is_dir() {
        return Ok(None);
    }
    if !metadata.is_file() {
        return Err(Diagnostic::new(format!("{name} is no regular file")).hint("remove it: no host can publish it"));
    }
    let path = origin.strip_prefix(inside).unwrap_or(origin);
    let parts: Option<Vec<&str>> = path.iter().map(|part| part.to_str()).collect();
    let Some(parts) = parts else {
        let message = format!("the name of {name} is no text");
        return Err(Diagnostic::new(message).hint("rename it, best to letters, digits, `-`, `_` and `.`"));
    };
    Ok(Some((parts.join("/"), origin.to_owned())))
}

/// Returns what a link stands for, if that is in the folder.
fn check_link(link: &Path, name: &str, inside: &Path) -> Result<Metadata, Diagnostic> {
    let unreadable = |error| {
        let message = format!("the symbolic link {name} leads nowhere: {error}");
        Diagnostic::new(message).hint("remove it, or put the file in its place")
    };
    let real = fs::canonicalize(link).map_err(unreadable)?;
    if !real.starts_with(inside) {
        let message = format!("the symbolic link {name} leads out of the folder, to {}", real.display());
        return Err(Diagnostic::new(message).hint("put a copy of the file in its place: hosts follow no such links"));
    }
    fs::metadata(link).map_err(unreadable)
}

fn is_published(entry: &DirEntry) -> bool {
    !(entry.file_type().is_dir() && NOT_PUBLISHED.iter().any(|name| entry.file_name() == *name))
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
        let read = fs::File::open(origin).and_then(|mut file| file.read_to_end(out));
        read.map(drop).map_err(|error| Diagnostic::io("read", origin, &error))
    }
}
