//! The paths of a site's files: which can be written, and which folders they lie in.

use crate::ground::diagnostic::Diagnostic;
use crate::ground::files::{LONGEST_NAME, LONGEST_PATH, NO_JEKYLL, WELL_KNOWN};

/// Checks that a path can be that of a file, and is not longer than systems have room for, nor one of the names in it.
///
/// # Errors
///
/// When it leads out of the site, or into the folder that belongs to the writer of the website, or is too long.
pub(crate) fn check(path: &str) -> Result<(), Diagnostic> {
    if !may_be_written(path) {
        let message = format!("`{}` cannot be a file of a website", path.escape_debug());
        return Err(Diagnostic::new(message).hint("rename the file that it is made from"));
    }
    if path.len() <= LONGEST_PATH && path.split('/').all(|name| name.len() <= LONGEST_NAME) {
        return Ok(());
    }
    let most = format!("it can have {LONGEST_PATH} bytes, and each name in it {LONGEST_NAME}");
    Err(Diagnostic::new(format!("`{path}` is too long for a file of a website"))
        .hint(format!("{most}: shorten the names of its folders, or choose a smaller game")))
}

/// Returns whether a relative path stays in the folder that it is read from, and leads to nothing hidden there, such as
/// the writer's own folder or that of git, but what hosts look for.
pub(crate) fn may_be_written(path: &str) -> bool {
    let below = path.strip_prefix(WELL_KNOWN).and_then(|rest| rest.strip_prefix('/'));
    let is_safe = |part: &str| !part.is_empty() && !part.starts_with('.');
    let is_bad = |byte| matches!(byte, b'\\' | b':' | b'\0' | b'\n');
    // Without a way out of the loop it looks at many bytes at once.
    let has_bad = path.bytes().fold(false, |found, byte| found | is_bad(byte));
    path == NO_JEKYLL || !has_bad && below.unwrap_or(path).split('/').all(is_safe)
}

/// Returns a folder and all folders that it lies in, from the outermost in. The root has none.
pub(crate) fn with_ancestors(folder: &str) -> impl Iterator<Item = &str> {
    let slashes = folder.match_indices('/').map(|(end, _)| &folder[..end]);
    slashes.chain((!folder.is_empty()).then_some(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_hidden_files_those_are_written_that_hosts_look_for() {
        for path in ["a/b c", ".nojekyll", ".well-known/security.txt", ".well-known/a/b/c"] {
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
