//! Guards: functions that protect important folders and foreign files, refuse symbolic links, and limit the paths of
//! files.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::ground::diagnostic::{Diagnostic, OrCannot, first_of};
use crate::ground::files::{LONGEST_NAME, LONGEST_PATH, OF_HOSTS, WELL_KNOWN};

pub(crate) fn symbolic_link(path: &Path) -> Diagnostic {
    let message = format!("{} is a symbolic link, and the program does not write through links", path.display());
    Diagnostic::new(message).hint("replace the link with a folder, or choose another output folder")
}

pub(crate) fn in_the_way(path: &Path, what: &str) -> Diagnostic {
    Diagnostic::new(format!("{what} that this program did not write already exists: {}", path.display()))
        .hint("move it elsewhere, choose another output folder, or use --force to replace files and empty folders")
}

pub(crate) fn other_file_system(path: &Path) -> Diagnostic {
    let message = format!("{} is on another file system than its parent folder", path.display());
    Diagnostic::new(message)
        .hint("unmount it, or choose it as the output folder: files cannot be moved between file systems")
}

/// Describes the contents of a folder from their names: `it contains 12 files or folders: a, b, c and 9 more`. Ignores
/// hidden files and `CNAME`, which hosts need. Returns `None` if the folder contains nothing else.
pub(crate) fn what_it_holds(names: Vec<OsString>) -> Option<String> {
    const MOST: usize = 3;
    let names = names.into_iter().map(|name| name.to_string_lossy().into_owned());
    let mut names: Vec<_> = names.filter(|name| !name.starts_with('.') && name != "CNAME").collect();
    names.sort_unstable();
    let shown = first_of(&names, MOST, ", ");
    match names.len() {
        0 => None,
        1 => Some(format!("it contains {shown}")),
        count => Some(format!("it contains {count} files or folders: {shown}")),
    }
}

/// Returns a path without symbolic links and `..`. The last components of the path need not exist.
pub(crate) fn absolute(path: &Path) -> Result<PathBuf, Diagnostic> {
    let path = std::path::absolute(path).or_cannot("find", path)?;
    match fs::canonicalize(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
                return Err(
                    Diagnostic::io("find", &path, &error).hint("write the path of the output folder without `..`")
                );
            };
            Ok(absolute(parent)?.join(name))
        }
        found => found.or_cannot("find", &path),
    }
}

pub(crate) fn refuse_dangerous(folder: &Path, root: &Path, sources: &[&str]) -> Result<(), Diagnostic> {
    let root = absolute(root)?;
    let home = std::env::home_dir().and_then(|home| fs::canonicalize(home).ok());
    let is_inside = |source: &&str| absolute(&root.join(source)).is_ok_and(|source| folder.starts_with(source));
    let dangers = [
        (folder.exists() && !folder.is_dir(), "is not a folder"),
        (folder == root, "is the folder of the site itself"),
        (root.starts_with(folder), "contains the folder of the site"),
        (sources.iter().any(is_inside), "contains sources of the site"),
        (folder.iter().any(|part| part == ".git"), "belongs to git"),
        (home.as_deref() == Some(folder), "is your home folder"),
        (home.is_some_and(|home| home.starts_with(folder)), "contains your home folder"),
    ];
    for (is_there, what) in dangers {
        if is_there {
            let message = format!("{} {what}, so the program does not write a website there", folder.display());
            return Err(Diagnostic::new(message).hint("choose a separate folder, such as `public/`"));
        }
    }
    Ok(())
}

/// Checks that a path is valid for a file, and that neither it nor any name in it is too long.
///
/// # Errors
///
/// Returns an error if the path leads out of the site or into a hidden folder, or is too long.
pub(crate) fn check_path(path: &str) -> Result<(), Diagnostic> {
    if !may_be_written(path) {
        let message = format!("`{}` cannot be a file of a website", path.escape_debug());
        return Err(Diagnostic::new(message).hint("rename the page or file that is published at this path"));
    }
    if path.len() <= LONGEST_PATH && path.split('/').all(|name| name.len() <= LONGEST_NAME) {
        return Ok(());
    }
    let most = format!("a path can have at most {LONGEST_PATH} bytes, and each name in it at most {LONGEST_NAME}");
    Err(Diagnostic::new(format!("`{path}` is too long for a file of a website"))
        .hint(format!("shorten the names of its folders, or choose a smaller game: {most}")))
}

/// Returns whether a relative path stays in its folder and contains nothing hidden, such as `.git`. Hidden files for
/// hosts are permitted.
pub(crate) fn may_be_written(path: &str) -> bool {
    let below = path.strip_prefix(WELL_KNOWN).and_then(|rest| rest.strip_prefix('/'));
    let is_safe = |part: &str| !part.is_empty() && !part.starts_with('.');
    OF_HOSTS.contains(&path) || !path.contains(['\\', ':', '\0', '\n']) && below.unwrap_or(path).split('/').all(is_safe)
}

/// Returns a folder and all folders around it, the outermost first. For the root, returns no folder.
pub(crate) fn with_ancestors(folder: &str) -> impl Iterator<Item = &str> {
    let slashes = folder.match_indices('/').map(|(end, _)| &folder[..end]);
    slashes.chain((!folder.is_empty()).then_some(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_hidden_files_those_are_written_that_hosts_look_for() {
        for path in ["a/b c", ".nojekyll", ".htaccess", ".well-known/security.txt", ".well-known/a/b/c"] {
            assert!(may_be_written(path), "{path}");
        }
        for path in [".well-known", ".nojekyll2", ".NoJekyll", "a/.nojekyll", ".nojekyll/x", ".well-known/.nojekyll"] {
            assert!(!may_be_written(path), "{path}");
        }
        for path in [".well-known/", ".well-known/../x", ".well-known/.git/x", ".well-known2/x", ".well-known\\..\\x"] {
            assert!(!may_be_written(path), "{path}");
        }
        for path in ["", "/x", "a/", "a//b", "..", "a/../b", "a\\b", "c:x", "a\0", "a/.well-known/x", ".git/HEAD"] {
            assert!(!may_be_written(path), "{path}");
        }
    }
}
