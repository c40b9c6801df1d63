//! The menu of a site: the tables `menu` of `site.toml`.

use serde::Deserialize;
use toml::Spanned;

use super::header::{located, title};
use super::links::{self, LinkTarget};
use super::{Located, Reference};
use crate::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::html::address;

/// An entry of the menu.
#[derive(Clone, Debug)]
pub struct MenuEntry {
    /// Its text.
    pub title: String,
    /// Where it leads.
    pub target: MenuTarget,
}

/// Where an entry of the menu leads.
#[derive(Clone, Debug)]
pub enum MenuTarget {
    /// To a place of the site.
    Page(Reference),
    /// To an address elsewhere.
    Url(String),
}

impl MenuEntry {
    /// Returns the place of the site that it leads to.
    pub fn page(&self) -> Option<&Reference> {
        match &self.target {
            MenuTarget::Page(page) => Some(page),
            MenuTarget::Url(_) => None,
        }
    }
}

/// A table of `menu`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawMenuEntry {
    /// The text of the entry.
    /// Example: `title = "About"`
    #[serde(deserialize_with = "title")]
    title: String,
    /// The page that it leads to: a file of the content folder, or a path on the site. An entry has a `page` or a
    /// `url`.
    /// Example: `page = "about.md"`
    page: Option<Spanned<String>>,
    /// An address elsewhere that it leads to.
    /// Example: `url = "https://example.org/"`
    url: Option<Spanned<String>>,
}

/// Returns the entries of a menu, in their order.
///
/// # Errors
///
/// What is wrong with each of them.
pub(super) fn menu(raw: Vec<Spanned<RawMenuEntry>>, source: &Source) -> Result<Vec<MenuEntry>, Diagnostics> {
    let mut findings = Diagnostics::new();
    let mut entries = Vec::new();
    for entry in raw {
        entries.extend(findings.keep(check(&located(entry, source), source)));
    }
    findings.into_result(entries)
}

fn check(entry: &Located<RawMenuEntry>, source: &Source) -> Result<MenuEntry, Diagnostic> {
    let one = "write either `page = \"about.md\"`, for a page of the site, or `url = \"https://…\"`";
    let (title, target) = match &entry.value {
        RawMenuEntry { page: Some(page), url: None, title } => (title, own_page(located(page.clone(), source))?),
        RawMenuEntry { page: None, url: Some(url), title } => (title, elsewhere(located(url.clone(), source))?),
        RawMenuEntry { page: Some(_), url: Some(_), .. } => {
            return Err(entry.diagnostic("an entry of the menu leads to one place, and this one to two").hint(one));
        }
        RawMenuEntry { page: None, url: None, .. } => {
            return Err(entry.diagnostic("an entry of the menu leads somewhere, and this one does not").hint(one));
        }
    };
    Ok(MenuEntry { title: title.clone(), target })
}

fn own_page(page: Located<String>) -> Result<MenuTarget, Diagnostic> {
    let Some(LinkTarget { path, suffix }) = links::resolve("", &page.value) else {
        return Err(page
            .diagnostic(format!("`{}` is no page of the site", page.value))
            .hint("name a file of the content folder, such as `page = \"about.md\"`; elsewhere leads a `url`"));
    };
    Ok(MenuTarget::Page(Reference { path: Located { value: path, ..page }, suffix, image: None }))
}

fn elsewhere(url: Located<String>) -> Result<MenuTarget, Diagnostic> {
    match address::scheme(&url.value) {
        Some(scheme) if address::SCHEMES.contains(&scheme.as_str()) => Ok(MenuTarget::Url(url.value)),
        _ => Err(url
            .diagnostic(format!("`{}` is no address elsewhere", url.value))
            .hint("a `url` begins with `https://`; a page of the site is named with `page = \"about.md\"`")),
    }
}
