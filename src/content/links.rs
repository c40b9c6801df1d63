//! Links in content: from what an author writes to what a published page needs.
//!
//! Authors link files as they lie in the content folder (`about.md`), and pages by their place on the site
//! (`nim/two-player/a-3-4-5.html`); both are read from the folder of the file that holds the link. Published links are
//! relative to the page, so that a site works under any path.

use std::collections::BTreeMap;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// A place on the site that a link leads to.
pub(super) struct LinkTarget {
    /// The page or file.
    pub(super) path: String,
    /// What follows it, such as `#rules`; mostly empty.
    pub(super) suffix: String,
}

/// Where a link in the file `from` leads, or nothing when it leaves the site or stays on its page.
pub(super) fn resolve(from: &str, link: &str, addresses: &BTreeMap<String, String>) -> Option<LinkTarget> {
    let has_scheme = link.split(['/', '?', '#']).next().is_some_and(|start| start.contains(':'));
    let path_length = link.find(['?', '#']).unwrap_or(link.len());
    let (path, suffix) = link.split_at(path_length);
    // No file of a site has `%` in its name, so nothing is decoded twice.
    let path = &*percent_decode_str(path).decode_utf8_lossy();
    if has_scheme || path.is_empty() || path.starts_with("//") {
        return None;
    }
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    if path.starts_with('/') {
        parts.clear();
    }
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                // A link that climbs out of the site stays broken, and is reported as such.
                if parts.pop().is_none_or(|folder| folder == "..") {
                    parts.push("..");
                }
            }
            name => parts.push(name),
        }
    }
    let mut target = parts.join("/");
    if path.ends_with('/') || target.is_empty() {
        parts.push("index.html");
        target = parts.join("/");
    }
    let path = addresses.get(&target).cloned().unwrap_or(target);
    Some(LinkTarget { path, suffix: suffix.to_owned() })
}

/// The way from a page up to the root of the site: `./` or some `../`.
pub fn root_of(page: &str) -> String {
    match page.matches('/').count() {
        0 => "./".to_owned(),
        folders => "../".repeat(folders),
    }
}

/// A path on the site as it is written into a link.
pub fn encode(path: &str) -> String {
    utf8_percent_encode(path, NOT_IN_LINKS).to_string()
}

/// Everything but the characters of names that are the same everywhere, and the slash between them.
const NOT_IN_LINKS: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

/// The shortest relative link from one page of the site to another.
pub fn relative(from: &str, to: &str) -> String {
    let from_folders: Vec<_> = from.split('/').collect();
    let to_parts: Vec<_> = to.split('/').collect();
    let folders = from_folders.len() - 1;
    let common = (0..folders.min(to_parts.len() - 1)).take_while(|&i| from_folders[i] == to_parts[i]).count();
    format!("{}{}", "../".repeat(folders - common), to_parts[common..].join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_links_climb_no_further_than_needed() {
        assert_eq!(relative("index.html", "nim/index.html"), "nim/index.html");
        assert_eq!(relative("nim/index.html", "index.html"), "../index.html");
        assert_eq!(relative("nim/index.html", "nim/two-player/index.html"), "two-player/index.html");
        assert_eq!(relative("nim/a/b.html", "hanoi/c/d.html"), "../../hanoi/c/d.html");
        assert_eq!(relative("nim/a/b.html", "nim/a/c.html"), "c.html");
    }

    #[test]
    fn links_are_read_from_the_folder_of_their_file() {
        let addresses = BTreeMap::from([("about.md".to_owned(), "about.html".to_owned())]);
        let resolve =
            |from: &str, link: &str| resolve(from, link, &addresses).map(|target| target.path + &target.suffix);
        assert_eq!(resolve("nim.md", "about.md").as_deref(), Some("about.html"));
        assert_eq!(resolve("essays/one.md", "../about.md#us").as_deref(), Some("about.html#us"));
        assert_eq!(resolve("essays/one.md", "/about.md").as_deref(), Some("about.html"));
        assert_eq!(resolve("essays/one.md", "../nim/").as_deref(), Some("nim/index.html"));
        assert_eq!(resolve("nim.md", "../secret").as_deref(), Some("../secret"));
        assert_eq!(resolve("nim.md", "a%20file.txt").as_deref(), Some("a file.txt"));
        assert_eq!(resolve("nim.md", "#rules"), None);
        assert_eq!(resolve("nim.md", "mailto:x@example.org"), None);
        assert_eq!(resolve("nim.md", "//example.org/x"), None);
    }
}
