//! Links in content: resolves an author's link to a path from the root of the site.
//!
//! Authors link files of the content folder (`about.md`) and pages of the website (`nim/`), both relative to the folder
//! of their file.

use percent_encoding::percent_decode_str;

use crate::ground::files::composed;
use crate::ground::html::address;

pub(super) struct LinkTarget {
    /// The path of the page or file. Paths of folders end with `/`; the root is empty.
    pub(super) path: String,
    /// The rest of the address, percent-encoded, such as `#rules`; usually empty.
    pub(super) suffix: String,
}

/// Resolves a link in the file `from`. Returns `None` if its target is on another site or on the same page.
pub(super) fn resolve(from: &str, link: &str) -> Option<LinkTarget> {
    let path_length = link.find(['?', '#']).unwrap_or(link.len());
    let (path, suffix) = link.split_at(path_length);
    if address::scheme(link).is_some() || path.is_empty() || path.starts_with("//") {
        return None;
    }
    // File names cannot contain `%`, so nothing is decoded twice.
    let folder = from.rsplit_once('/').filter(|_| !path.starts_with('/')).map_or("", |(folder, _)| folder);
    Some(LinkTarget { path: composed(&address::join(folder, path)), suffix: address::encode_written(suffix) })
}

/// Returns the path on the site to which a link leads. Returns any other link unchanged; the caller reports such a link
/// as a missing file.
pub(super) fn path_of(from: &str, link: &str) -> String {
    resolve(from, link).map_or_else(|| link.to_owned(), |target| target.path)
}

pub(super) fn part(suffix: &str) -> Option<String> {
    let (_, part) = suffix.split_once('#')?;
    Some(percent_decode_str(part).decode_utf8_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_read_from_the_folder_of_their_file() {
        let resolve = |from: &str, link: &str| resolve(from, link).map(|target| target.path + &target.suffix);
        assert_eq!(resolve("nim.md", "about.md").as_deref(), Some("about.md"));
        assert_eq!(resolve("essays/one.md", "../about.md#us").as_deref(), Some("about.md#us"));
        assert_eq!(resolve("essays/one.md", "/about.md").as_deref(), Some("about.md"));
        assert_eq!(resolve("essays/one.md", "../nim/").as_deref(), Some("nim/"));
        assert_eq!(resolve("nim.md", "../secret").as_deref(), Some("../secret"));
        assert_eq!(resolve("nim.md", "a%20file.txt").as_deref(), Some("a file.txt"));
        assert_eq!(resolve("nim.md", "#rules"), None);
        assert_eq!(resolve("nim.md", "mailto:x@example.org"), None);
        assert_eq!(resolve("nim.md", "//example.org/x"), None);
    }
}
