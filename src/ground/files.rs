//! Files that users put into folders for publishing: found in a fixed order, with names that make addresses.

mod names;
mod published;

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};

use include_dir::Dir;
use walkdir::{DirEntry, WalkDir};

use crate::ground::diagnostic::{Diagnostic, Diagnostics, visible};

pub(crate) use names::{LONGEST_NAME, LONGEST_PATH, alike, is_invisible, why_unfit};
pub(crate) use published::check_published;

/// The hidden file at the top of a website by which GitHub Pages publishes it as it is.
pub(crate) const NO_JEKYLL: &str = ".nojekyll";

/// The hidden folder at the top of a website in which programs look for what they know the names of (RFC 8615).
pub(crate) const WELL_KNOWN: &str = ".well-known";

#[derive(Debug)]
pub struct FoundFile {
    /// Its path from the folder, with `/` between the parts.
    pub path: String,
    pub origin: PathBuf,
}

#[derive(Clone, Copy)]
pub(crate) struct SiteFolder<'a> {
    /// The folder, which may be a symbolic link.
    pub folder: &'a Path,
    pub name: &'a str,
    /// The folder of the site: messages name files by their paths from there.
    pub root: &'a Path,
}

impl SiteFolder<'_> {
    /// Returns all files below the folder in a fixed order, but those that are hidden or that editors leave behind.
    /// What hosts look for under hidden names, [`NO_JEKYLL`] and all in [`WELL_KNOWN`], is among them. A symbolic link
    /// can stand for a file of the folder.
    ///
    /// Beside them come the names, as messages have them, of what is left out because it is hidden, but not of what any
    /// folder may have.
    ///
    /// # Errors
    ///
    /// When something cannot be read, is no regular file, leads out of the folder, or has a name that does not make an
    /// address.
    pub(crate) fn find(self) -> Result<(Vec<FoundFile>, Vec<String>), Diagnostics> {
        let mut left_out = Vec::new();
        let (files, mut findings) = self.files(|entry| {
            let is_meant = is_meant(entry);
            if !is_meant && is_hidden(entry.file_name()) && !is_expected(entry.file_name()) {
                left_out.push(shown(entry.path(), self.root));
            }
            is_meant
        });
        for FoundFile { path, origin } in &files {
            findings.keep(path.split('/').find_map(why_unfit).map_or(Ok(()), |why| Err(self.unfit(origin, &why))));
        }
        findings.into_result((files, left_out))
    }

    /// Returns the files below the folder that are meant, whatever their names, and what is wrong with the others.
    pub(crate) fn files(self, is_meant: impl FnMut(&DirEntry) -> bool) -> (Vec<FoundFile>, Diagnostics) {
        let (mut files, mut findings) = (Vec::new(), Diagnostics::new());
        let inside = fs::canonicalize(self.folder).map_err(|error| self.unreadable(self.folder, error));
        let Some(inside) = findings.keep(inside) else { return (files, findings) };
        for entry in WalkDir::new(self.folder).min_depth(1).sort_by_file_name().into_iter().filter_entry(is_meant) {
            match entry {
                Err(error) => {
                    let why = error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
                    findings.push(self.unreadable(error.path().unwrap_or(self.folder), why));
                }
                Ok(entry) if entry.file_type().is_dir() => {}
                Ok(entry) => files.extend(findings.keep(self.found_file(&entry, &inside))),
            }
        }
        (files, findings)
    }

    fn unreadable(self, path: &Path, why: impl Display) -> Diagnostic {
        let message = format!("cannot read {}: {why}", shown(path, self.root));
        Diagnostic::new(message).hint("remove it, or make it readable")
    }

    fn unfit(self, path: &Path, why: &str) -> Diagnostic {
        let name = shown(path, self.root);
        Diagnostic::new(format!("the name of {name} does not make an address that works everywhere")).hint(why)
    }

    /// Returns the file that an entry of the folder is. `inside` is the folder's real path.
    fn found_file(self, entry: &DirEntry, inside: &Path) -> Result<FoundFile, Diagnostic> {
        let (origin, shown) = (entry.path(), shown(entry.path(), self.root));
        if entry.path_is_symlink() {
            let nowhere = |error| self.unreadable(origin, format_args!("the symbolic link leads nowhere: {error}"));
            let real = fs::canonicalize(origin).map_err(nowhere)?;
            if !real.starts_with(inside) {
                return Err(Diagnostic::new(format!("{shown} leads out of {}, to {}", self.name, real.display()))
                    .hint("put a copy of that file in its place"));
            }
            if real.is_dir() {
                return Err(Diagnostic::new(format!("{shown} leads to a folder, and links stand for files alone"))
                    .hint("put a copy of that folder in its place"));
            }
        }
        if !origin.is_file() {
            return Err(Diagnostic::new(format!("{shown} is no regular file")).hint("move it elsewhere"));
        }
        let path = origin.strip_prefix(self.folder).unwrap_or(origin);
        let parts: Option<Vec<_>> = path.iter().map(OsStr::to_str).collect();
        let parts = parts.ok_or_else(|| self.unfit(origin, names::PLAIN))?;
        Ok(FoundFile { path: parts.join("/"), origin: origin.to_owned() })
    }
}

fn is_meant(entry: &DirEntry) -> bool {
    let name = entry.file_name();
    if is_hidden(name) {
        let wanted = if entry.file_type().is_dir() { WELL_KNOWN } else { NO_JEKYLL };
        return entry.depth() == 1 && name == wanted;
    }
    !name.as_encoded_bytes().ends_with(b"~")
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

/// Whether a hidden file is one that programs leave in any folder, and that nobody expects on a website.
fn is_expected(name: &OsStr) -> bool {
    const KNOWN: [&str; 6] = [".DS_Store", ".directory", ".git", ".gitattributes", ".gitignore", ".gitkeep"];
    let bytes = name.as_encoded_bytes();
    KNOWN.iter().any(|known| name == *known)
        || bytes.starts_with(b".#")
        || bytes.starts_with(b"._")
        || bytes.ends_with(b"~")
        || bytes.ends_with(b".swp")
}

/// Returns the files in a folder that the program carries, by their paths in it.
pub(crate) fn embedded(folder: &'static Dir<'static>) -> BTreeMap<String, &'static [u8]> {
    let (mut files, mut folders) = (BTreeMap::new(), vec![folder]);
    while let Some(inner) = folders.pop() {
        for file in inner.files() {
            let path = file.path().strip_prefix(folder.path()).unwrap_or(file.path());
            files.insert(path.to_string_lossy().replace('\\', "/"), file.contents());
        }
        folders.extend(inner.dirs());
    }
    files
}

/// Returns the name by which messages call a file of the site in the folder `root`. A line break in it is escaped.
pub(crate) fn shown(path: &Path, root: &Path) -> String {
    visible(&path.strip_prefix(root).unwrap_or(path).to_string_lossy()).into_owned()
}
