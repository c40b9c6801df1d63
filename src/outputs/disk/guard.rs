//! What outputs are kept away from: folders that matter, symbolic links, and files of others.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::ground::diagnostic::{Diagnostic, first_of};

pub(crate) fn symbolic_link(path: &Path) -> Diagnostic {
    let message = format!("{} is a symbolic link, and pages written through it would end up elsewhere", path.display());
    Diagnostic::new(message).hint("replace the link by a folder, or choose another output folder")
}

pub(crate) fn in_the_way(path: &Path, what: &str) -> Diagnostic {
    Diagnostic::new(format!("{what} that this program did not write is in the way: {}", path.display()))
        .hint("move it elsewhere, choose another output folder, or replace files of others with --force")
}

/// Returns what is to be told of a folder in the place of a page. Not even force empties it.
pub(crate) fn folder_in_the_way(path: &Path) -> Diagnostic {
    let message = format!("a folder that this program did not write is in the way: {}", path.display());
    Diagnostic::new(message)
        .hint("move it elsewhere, or choose another output folder; --force removes it if it is empty")
}

pub(crate) fn other_file_system(path: &Path) -> Diagnostic {
    let message = format!("{} is on another file system than the folder that it lies in", path.display());
    Diagnostic::new(message)
        .hint("nothing can be moved there as a whole: unmount it, or choose it as the output folder")
}

/// Returns what is to be told of a folder with these names, if it holds something: `it holds 12 files or folders: a, b,
/// c and 9 more`. What is hidden does not count, nor does what a host of websites wants to find there.
pub(crate) fn what_it_holds(names: Vec<OsString>) -> Option<String> {
    const MOST: usize = 3;
    let names = names.into_iter().map(|name| name.to_string_lossy().into_owned());
    let mut names: Vec<_> = names.filter(|name| !name.starts_with('.') && name != "CNAME").collect();
    names.sort_unstable();
    let shown = first_of(&names, MOST, ", ");
    match names.len() {
        0 => None,
        1 => Some(format!("it holds {shown}")),
        count => Some(format!("it holds {count} files or folders: {shown}")),
    }
}

/// Returns a path without links and `..`, of which the last parts may not exist yet.
pub(crate) fn absolute(path: &Path) -> Result<PathBuf, Diagnostic> {
    let path = std::path::absolute(path).map_err(|error| Diagnostic::io("find", path, &error))?;
    match fs::canonicalize(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
                return Err(Diagnostic::io("find", &path, &error).hint("name the output folder without `..`"));
            };
            Ok(absolute(parent)?.join(name))
        }
        found => found.map_err(|error| Diagnostic::io("find", &path, &error)),
    }
}

pub(crate) fn refuse_dangerous(folder: &Path, root: &Path, sources: &[&str]) -> Result<(), Diagnostic> {
    let root = absolute(root)?;
    let home = std::env::home_dir().and_then(|home| fs::canonicalize(home).ok());
    let dangers = [
        (folder.exists() && !folder.is_dir(), "is not a folder"),
        (folder == root, "is the folder of the site itself"),
        (root.starts_with(folder), "holds the folder of the site"),
        (is_source(folder, &root, sources), "holds what the site is made from"),
        (folder.iter().any(|part| part == ".git"), "belongs to git"),
        (home.as_deref() == Some(folder), "is your home folder"),
        (home.is_some_and(|home| home.starts_with(folder)), "holds your home folder"),
    ];
    for (is_there, what) in dangers {
        if is_there {
            let message = format!("{} {what}, so no website is written there", folder.display());
            return Err(Diagnostic::new(message).hint("choose a folder of its own, such as `public`"));
        }
    }
    Ok(())
}

pub(crate) fn is_source(path: &Path, root: &Path, sources: &[&str]) -> bool {
    sources.iter().any(|source| absolute(&root.join(source)).is_ok_and(|source| path.starts_with(source)))
}
