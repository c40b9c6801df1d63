//! Paths: where pages are on the website, and how authors refer to them.

use super::{Plan, split};
use crate::pages::page::PageRef;

pub(crate) const ENDING: &str = ".html";

const INDEX: &str = "index.html";

/// The path of the page that hosts show for missing pages.
pub const ERROR_PAGE: &str = "404.html";

/// The name of the page for missing pages.
pub const NOT_FOUND: &str = "404";

/// Appends the path of a page on the website, such as `nim/two-player/a-3-4-5.html`.
pub fn write_path(plan: &Plan, page: PageRef, out: &mut String) {
    let folder = plan.folder(page);
    out.push_str(folder);
    if !folder.is_empty() {
        out.push('/');
    }
    plan.write_name(page, out);
    out.push_str(ENDING);
}

pub fn path(plan: &Plan, page: PageRef) -> String {
    let mut path = String::new();
    write_path(plan, page, &mut path);
    path
}

/// Returns the file for a path on the website. If the path is a folder, the file is the folder's index page.
pub fn file_at(path: &str) -> String {
    if path.is_empty() || path.ends_with('/') { format!("{path}{INDEX}") } else { path.to_owned() }
}

/// Returns the path of the file at an earlier address. The earlier address belongs to a page, with or without `.html`,
/// or to a folder.
pub fn alias_file(alias: &str) -> String {
    let path = file_at(alias);
    if is_page(&path) { path } else { path + ENDING }
}

pub fn page_at(plan: &Plan, path: &str) -> Option<PageRef> {
    let (folder, name) = split(path);
    plan.page_named(folder, name.strip_suffix(ENDING)?)
}

/// Finds the page that a text refers to by its Markdown file, or by its path on the website.
pub fn page_referred_to(plan: &Plan, path: &str) -> Option<PageRef> {
    plan.page_of_source(path).or_else(|| page_at(plan, &file_at(path)))
}

pub fn without_ending(path: &str) -> &str {
    path.strip_suffix(ENDING).unwrap_or(path)
}

pub fn is_page(path: &str) -> bool {
    path.ends_with(ENDING)
}
