//! Addresses: where the pages of a site stand on its website, and how one leads to another. All links are relative, so
//! that a website works under any address and from a folder.

use std::cell::RefCell;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::edition::PageOnDemand;
use crate::page::{Destination, EditionId, LinkResolver, PageId, PageRef};
use crate::plan::{Plan, Variant, split};

/// What the names of pages end with.
const ENDING: &str = ".html";

/// The name of the page that a folder stands for.
const INDEX: &str = "index.html";

/// The path of the page that hosts show in place of a file that is not there.
pub const ERROR_PAGE: &str = "404.html";

/// The name of that page.
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

/// Returns the path of the part of its game's page that lists an edition, such as `ataxx/index.html#cross`.
fn path_of_group(plan: &Plan, edition: EditionId) -> String {
    let edition = plan.edition(edition);
    let page = path(plan, PageRef::Section(edition.section));
    match &edition.description.series {
        Some(series) => format!("{page}#{series}"),
        None => page,
    }
}

/// Returns the path of a page on the website.
pub fn path(plan: &Plan, page: PageRef) -> String {
    let mut path = String::new();
    write_path(plan, page, &mut path);
    path
}

/// Returns the path of the file that a path on the website stands for: of a folder, that of its page.
pub fn file_at(path: &str) -> String {
    if path.is_empty() || path.ends_with('/') { format!("{path}{INDEX}") } else { path.to_owned() }
}

/// Returns the page at a path on the website.
pub fn page_at(plan: &Plan, path: &str) -> Option<PageRef> {
    let (folder, name) = split(path);
    plan.page_named(folder, name.strip_suffix(ENDING)?)
}

/// Returns the page at a path on the website, if it belongs to an edition on demand and is not the first one.
pub fn page_on_demand<'a>(plan: &'a Plan, path: &'a str) -> Option<PageOnDemand<'a>> {
    let (folder, name) = split(path);
    let edition = plan.edition_in(folder).filter(|edition| edition.is_on_demand())?;
    edition.page_on_demand(name.strip_suffix(ENDING)?).ok()
}

/// Returns the page that a text refers to by a path: that of a Markdown file of the content, or the one that stands
/// there on the website.
pub fn page_referred_to(plan: &Plan, path: &str) -> Option<PageRef> {
    plan.page_of_source(path).or_else(|| page_at(plan, &file_at(path)))
}

/// Returns a path without the ending of pages.
pub fn without_ending(path: &str) -> &str {
    path.strip_suffix(ENDING).unwrap_or(path)
}

/// Whether a path is that of a page.
pub fn is_page(path: &str) -> bool {
    path.ends_with(ENDING)
}

/// Returns a path on the website as it is written into a link.
pub fn encode(path: &str) -> String {
    utf8_percent_encode(path, NOT_IN_LINKS).to_string()
}

/// Everything but the characters of names that are the same everywhere, and the slash between them.
const NOT_IN_LINKS: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

/// Returns the shortest relative link from a page in a folder of the website to a path.
pub fn relative(from_folder: &str, to: &str) -> String {
    let from: Vec<_> = from_folder.split('/').filter(|part| !part.is_empty()).collect();
    let to: Vec<_> = to.split('/').collect();
    let common = from.iter().zip(&to[..to.len() - 1]).take_while(|(from, to)| from == to).count();
    format!("{}{}", "../".repeat(from.len() - common), to[common..].join("/"))
}

/// Returns the way from a folder of the website up to its root: `./` or some `../`.
fn root_of(folder: &str) -> String {
    match folder.split('/').filter(|part| !part.is_empty()).count() {
        0 => "./".to_owned(),
        folders => "../".repeat(folders),
    }
}

/// How many addresses a folder remembers. Pages that list others ask for each of theirs once.
const MOST_KNOWN: usize = 32;

/// What other outputs refer to: the website, if it is published.
#[derive(Clone, Copy)]
pub(super) struct Published<'a> {
    pub(super) plan: &'a Plan,
    pub(super) base_url: Option<&'a str>,
}

impl Published<'_> {
    /// Whether there is one.
    pub(super) fn is_there(self) -> bool {
        self.base_url.is_some()
    }

    /// Returns the address of a page.
    pub(super) fn page(self, page: PageRef) -> Option<String> {
        self.at(&path(self.plan, page))
    }

    /// Returns the address of the part of a game's page that lists an edition.
    pub(super) fn group(self, edition: EditionId) -> Option<String> {
        Some(format!("{}{}", self.base_url?, path_of_group(self.plan, edition)))
    }

    /// Returns the link to what a text refers to by a path, with its suffix: `own` makes it of a page that the output
    /// has.
    pub(super) fn link_to(self, path: &str, suffix: &str, own: impl Fn(PageRef) -> Option<String>) -> Option<String> {
        let page = page_referred_to(self.plan, path);
        page.and_then(own).or_else(|| {
            let address = page.map_or_else(|| self.at(&file_at(path)), |page| self.page(page));
            Some(address? + suffix)
        })
    }

    fn at(self, path: &str) -> Option<String> {
        Some(format!("{}{}", self.base_url?, encode(path)))
    }
}

/// Returns the name with a number, for an `id`: a character of `first`, and then of `others`. Low numbers have short
/// names.
pub(super) fn short_name(number: usize, first: &[u8], others: &[u8]) -> impl Iterator<Item = u8> {
    let mut rest = number / first.len();
    let others = std::iter::from_fn(move || {
        let last = rest.checked_sub(1)?;
        rest = last / others.len();
        Some(others[last % others.len()])
    });
    std::iter::once(first[number % first.len()]).chain(others)
}

/// Resolves the links of the pages in one folder of the website.
pub struct FolderResolver<'a> {
    plan: &'a Plan,
    variant: &'a Variant,
    base_url: Option<&'a str>,
    /// The folder, from that of the variant.
    folder: &'a str,
    /// The path of the website on its host, for a page that is shown at any address.
    root: Option<&'a str>,
    /// Addresses outside of the folder that were asked for before: pages of play have few of them, and all the same.
    known: RefCell<Vec<(Destination, String)>>,
    name: RefCell<String>,
    /// The page itself, if it is made on demand.
    on_demand: Option<&'a PageOnDemand<'a>>,
}

impl<'a> FolderResolver<'a> {
    /// Returns the resolver of the links of pages that stand beside `page` in a variant of the site.
    pub fn beside(page: PageRef, variant: &'a Variant, plan: &'a Plan, base_url: Option<&'a str>) -> Self {
        let (known, name) = (RefCell::default(), RefCell::default());
        Self { plan, variant, base_url, folder: plan.folder(page), root: None, known, name, on_demand: None }
    }

    /// Returns the resolver of the links of a page that is shown at any address of a website which is published at a
    /// base URL: they begin at the root of the host.
    pub fn anywhere(variant: &'a Variant, plan: &'a Plan, base_url: &'a str) -> Self {
        let host = base_url.find("//").map_or(0, |slashes| slashes + 2);
        let root = base_url[host..].find('/').map_or("/", |slash| &base_url[host + slash..]);
        Self { root: Some(root), ..Self::beside(PageRef::Front, variant, plan, Some(base_url)) }
    }

    /// Returns what closes the links of a page that is made on demand.
    #[must_use]
    pub fn of(self, page: &'a PageOnDemand<'a>) -> Self {
        Self { on_demand: Some(page), ..self }
    }

    /// Returns the link to a path on the website.
    fn way_to(&self, path: &str) -> String {
        let relative = || relative(&format!("{}{}", self.variant.folder, self.folder), path);
        self.root.map_or_else(relative, |root| format!("{root}{path}"))
    }

    /// Returns the link to a path in the variant.
    fn way_inside(&self, path: &str) -> String {
        self.root.map_or_else(|| relative(self.folder, path), |root| format!("{root}{path}"))
    }

    /// Appends the name of a file with a page, which `write_name` appends.
    fn write_file(&self, out: &mut Vec<u8>, write_name: impl FnOnce(&mut String)) {
        let mut name = self.name.borrow_mut();
        name.clear();
        write_name(&mut name);
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(ENDING.as_bytes());
    }

    fn find(&self, to: Destination) -> String {
        match to {
            Destination::Page(page) if self.variant.has(page, self.plan) => self.way_inside(&path(self.plan, page)),
            // What a variant does not have is part of the site itself.
            Destination::Page(page) => self.way_to(&path(self.plan, page)),
            Destination::Group(edition) => self.way_inside(&path_of_group(self.plan, edition)),
            Destination::ThemeFolder => self.root.map_or_else(|| root_of(self.folder), str::to_owned),
            Destination::Canonical(page) => format!("{}{}", self.base_url.unwrap_or_default(), path(self.plan, page)),
            Destination::Anchor(_) => String::new(),
        }
    }
}

impl LinkResolver for FolderResolver<'_> {
    fn resolve(&self, to: Destination, out: &mut Vec<u8>) {
        if let Destination::Page(page @ (PageRef::Position(..) | PageRef::Script(..))) = to
            && self.plan.folder(page) == self.folder
        {
            return self.write_file(out, |name| match (self.on_demand, page) {
                (Some(own), PageRef::Position(_, page)) => own.write_name(page, name),
                _ => self.plan.write_name(page, name),
            });
        }
        // Each page leads to another one of such an edition, so the way to its folder is remembered.
        if let Destination::Page(PageRef::Position(edition, page)) = to
            && page != PageId::FIRST
        {
            let start = out.len();
            self.resolve(Destination::Page(PageRef::Position(edition, PageId::FIRST)), out);
            let folder = out[start..].iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1);
            out.truncate(start + folder);
            return self.write_file(out, |name| self.plan.edition(edition).write_name(page, name));
        }
        let mut known = self.known.borrow_mut();
        if let Some((_, address)) = known.iter().find(|(known, _)| *known == to) {
            out.extend_from_slice(address.as_bytes());
            return;
        }
        let address = self.find(to);
        out.extend_from_slice(address.as_bytes());
        if known.len() < MOST_KNOWN {
            known.push((to, address));
        }
    }

    fn link_to(&self, path: &str, suffix: &str) -> Option<String> {
        let address = match page_referred_to(self.plan, path) {
            Some(page) => self.address(Destination::Page(page)),
            // The root has its escapes already.
            None if self.root.is_some() => self.way_to(&encode(&file_at(path))),
            None => encode(&self.way_to(&file_at(path))),
        };
        Some(address + suffix)
    }

    fn link_to_copy(&self, page: PageRef, folder: &str) -> Option<String> {
        Some(self.way_to(&format!("{folder}{}", path(self.plan, page))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_links_climb_no_further_than_needed() {
        assert_eq!(relative("", "nim/index.html"), "nim/index.html");
        assert_eq!(relative("nim", "index.html"), "../index.html");
        assert_eq!(relative("nim", "nim/two-player/index.html"), "two-player/index.html");
        assert_eq!(relative("nim/a", "hanoi/c/d.html"), "../../hanoi/c/d.html");
        assert_eq!(relative("nim/a", "nim/a/c.html"), "c.html");
        assert_eq!(relative("eink/nim", "nim/index.html"), "../../nim/index.html");
    }

    #[test]
    fn the_theme_is_as_far_up_as_the_folder_is_deep() {
        assert_eq!(root_of(""), "./");
        assert_eq!(root_of("nim/two-player"), "../../");
    }
}
