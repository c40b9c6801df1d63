//! Inputs: everything that the result of a build depends on.

use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use walkdir::{DirEntry, WalkDir};
use xxhash_rust::xxh3::Xxh3;

use crate::content::{self, words};
use crate::outputs::website::InputDigest;
use crate::pages::site::Options;
use crate::pages::theme;

/// Returns a digest of the program, the files of content and themes, and the flags. Reads only the sizes and times of
/// these files, as `make` does.
pub fn inputs(options: &Options) -> InputDigest {
    let Options { root, games: _, theme, base_url, only, language, date, drafts, form } = options;
    let mut digest = Xxh3::new();
    let mut add = |text: &str| {
        digest.update(&(text.len() as u64).to_le_bytes());
        digest.update(text.as_bytes());
    };
    add(env!("CARGO_PKG_VERSION"));
    let program = std::env::current_exe().ok().and_then(|program| program.metadata().ok());
    add(&program.as_ref().map(describe).unwrap_or_default());
    add(&format!("{theme:?} {base_url:?} {only:?} {language:?} {date:?} {drafts} {form:?}"));
    for folder in folders(root) {
        // Symbolic links in these folders count as files. The folders themselves may be symbolic links.
        for entry in WalkDir::new(folder).sort_by_file_name().into_iter().flatten() {
            add(&entry.path().strip_prefix(root).unwrap_or(entry.path()).to_string_lossy());
            add(&entry.path().metadata().as_ref().map(describe).unwrap_or_default());
        }
    }
    InputDigest(digest.digest128())
}

fn folders(root: &Path) -> Vec<PathBuf> {
    let themes = WalkDir::new(root.join(theme::FOLDER)).min_depth(1).max_depth(1).sort_by_file_name();
    let themes = themes.into_iter().flatten().map(DirEntry::into_path);
    [content::FOLDER, words::FOLDER].map(|folder| root.join(folder)).into_iter().chain(themes).collect()
}

/// Describes a file by its size and times. For a folder, returns an empty string, because the time of a folder changes
/// with every temporary file of an editor.
fn describe(metadata: &Metadata) -> String {
    if !metadata.is_file() {
        return String::new();
    }
    let modified = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    format!("{} {:?} {}", metadata.len(), modified.unwrap_or_default(), changed(metadata))
}

/// Returns the time of the last change to a file or its metadata. Programs cannot set this time.
#[cfg(unix)]
fn changed(metadata: &Metadata) -> String {
    use std::os::unix::fs::MetadataExt;
    format!("{}.{}", metadata.ctime(), metadata.ctime_nsec())
}

#[cfg(not(unix))]
fn changed(_: &Metadata) -> String {
    String::new()
}
