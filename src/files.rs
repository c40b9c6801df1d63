//! Files that users put into folders for publishing: found in a fixed order, with names that make addresses.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use crate::diagnostic::{Diagnostic, Diagnostics};

/// A file below a folder.
#[derive(Debug)]
pub struct FoundFile {
    /// Its path from the folder, with `/` between the parts.
    pub path: String,
    /// Where its bytes are.
    pub origin: PathBuf,
}

/// Returns all files below a folder in a fixed order, but those that are hidden or that editors leave behind. Symbolic
/// links are followed. Messages name files by their paths from `root`.
///
/// # Errors
///
/// When something cannot be read, is no regular file, or has a name that does not make an address.
pub fn find(folder: &Path, root: &Path) -> Result<Vec<FoundFile>, Diagnostics> {
    let mut findings = Diagnostics::new();
    let mut files = Vec::new();
    let walk = WalkDir::new(folder).min_depth(1).follow_links(true).sort_by_file_name();
    for entry in walk.into_iter().filter_entry(|entry| is_meant(entry.file_name())) {
        match entry {
            Err(error) => {
                let path = shown(error.path().unwrap_or(folder), root);
                let why = error.io_error().map_or("it leads back to a folder above it".to_owned(), ToString::to_string);
                findings
                    .push(Diagnostic::new(format!("cannot read {path}: {why}")).hint("remove it, or make it readable"));
            }
            Ok(entry) if entry.file_type().is_dir() => {}
            Ok(entry) => files.extend(findings.keep(found_file(&entry, folder, root))),
        }
    }
    findings.into_result(files)
}

fn is_meant(name: &OsStr) -> bool {
    let name = name.as_encoded_bytes();
    !name.starts_with(b".") && !name.ends_with(b"~")
}

fn found_file(entry: &DirEntry, folder: &Path, root: &Path) -> Result<FoundFile, Diagnostic> {
    // Escaped, since a name may hold a line break.
    let shown = shown(entry.path(), root).escape_debug().to_string();
    if !entry.file_type().is_file() {
        return Err(Diagnostic::new(format!("{shown} is no regular file")).hint("move it elsewhere"));
    }
    let path = entry.path().strip_prefix(folder).unwrap_or(entry.path());
    let fit = |part: &&str| !part.contains(|c: char| c.is_control() || "\\:*?\"<>|#%".contains(c));
    let parts: Option<Vec<_>> = path.iter().map(|part| part.to_str().filter(fit)).collect();
    let parts = parts.ok_or_else(|| {
        Diagnostic::new(format!("the name of {shown} does not make an address that works everywhere"))
            .hint("rename it, best to letters, digits, `-`, `_` and `.`")
    })?;
    Ok(FoundFile { path: parts.join("/"), origin: entry.path().to_owned() })
}

/// Returns the name by which messages call a file of the site in the folder `root`.
pub fn shown(path: &Path, root: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).to_string_lossy().into_owned()
}
