//! The inputs of a build: what its result depends on, and nothing else.

use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use walkdir::{DirEntry, WalkDir};
use xxhash_rust::xxh3::Xxh3;

use super::Options;
use crate::content;
use crate::output::website::InputDigest;
use crate::theme;

/// Returns a digest of all that a build depends on: the program, the files of content and themes, and the flags. Of
/// files it looks at sizes and times, as `make` does; nothing is opened.
pub fn inputs(options: &Options) -> InputDigest {
    let Options { root, games: _, theme, base_url, only, drafts, form } = options;
    let mut digest = Xxh3::new();
    let mut add = |text: &str| {
        digest.update(&(text.len() as u64).to_le_bytes());
        digest.update(text.as_bytes());
    };
    add(env!("CARGO_PKG_VERSION"));
    let program = std::env::current_exe().ok().and_then(|program| program.metadata().ok());
    add(&program.as_ref().map(describe).unwrap_or_default());
    add(&format!("{theme:?} {base_url:?} {only:?} {drafts} {form:?}"));
    for folder in folders(root) {
        // Links in these folders stand for files, and the folders themselves may be links.
        for entry in WalkDir::new(folder).sort_by_file_name().into_iter().flatten() {
            add(&name(entry.path(), root));
            add(&entry.path().metadata().as_ref().map(describe).unwrap_or_default());
        }
    }
    InputDigest(digest.digest128())
}

/// Returns the folders that files are read from: that of the content, and one for each theme.
fn folders(root: &Path) -> Vec<PathBuf> {
    let themes = WalkDir::new(root.join(theme::FOLDER)).min_depth(1).max_depth(1).sort_by_file_name();
    let themes = themes.into_iter().flatten().map(DirEntry::into_path);
    std::iter::once(root.join(content::FOLDER)).chain(themes).collect()
}

fn name(path: &Path, root: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).to_string_lossy().into_owned()
}

/// Returns what tells a file from what it was before.
fn describe(metadata: &Metadata) -> String {
    let modified = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    // A folder changes with each file that an editor puts beside the others, which are described themselves.
    let modified = modified.filter(|_| metadata.is_file()).map_or(0, |time| time.as_nanos());
    let length = if metadata.is_file() { metadata.len() } else { 0 };
    format!("{length} {modified} {}", changed(metadata))
}

/// Returns when anything of a file was changed, which nobody can set back.
#[cfg(unix)]
fn changed(metadata: &Metadata) -> String {
    use std::os::unix::fs::MetadataExt;
    if metadata.is_file() { format!("{}.{}", metadata.ctime(), metadata.ctime_nsec()) } else { String::new() }
}

#[cfg(not(unix))]
fn changed(_: &Metadata) -> String {
    String::new()
}
