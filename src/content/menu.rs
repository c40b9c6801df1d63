//! The menu of a site: the tables `menu` of `site.toml`.

use serde::Deserialize;

use super::body::Reference;
use super::links;
use super::located::{Located, title};
use crate::ground::diagnostic::Diagnostic;
use crate::ground::html::address;

/// An entry of the menu, a table of `menu`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MenuEntry {
    /// The text of the entry.
    /// Example: `title = "About"`
    #[serde(deserialize_with = "title")]
    pub title: String,
    /// The page that it leads to: a file of the content folder, or a path on the site. An entry has a `page` or a
    /// `url`.
    /// Example: `page = "about.md"`
    page: Option<Located<String>>,
    /// An address elsewhere that it leads to.
    /// Example: `url = "https://example.org/"`
    pub url: Option<Located<String>>,
    /// What it leads to on the site.
    #[serde(skip)]
    pub reference: Option<Reference>,
}

impl Located<MenuEntry> {
    pub(super) fn resolve(&mut self) -> Result<(), Diagnostic> {
        let MenuEntry { page, url, reference, .. } = &mut self.value;
        let message = match (page, url) {
            (Some(page), None) => {
                *reference = Some(find(page)?);
                return Ok(());
            }
            (None, Some(url)) => return check_url(url),
            (Some(_), Some(_)) => "an entry of the menu leads to one place, and this one to two",
            (None, None) => "an entry of the menu leads somewhere, and this one does not",
        };
        let hint = "write either `page = \"about.md\"`, for a page of the site, or `url = \"https://…\"`";
        Err(self.diagnostic(message).hint(hint))
    }
}

fn find(page: &Located<String>) -> Result<Reference, Diagnostic> {
    let target = links::resolve("", &page.value).ok_or_else(|| {
        let hint = "name a file of the content folder, such as `page = \"about.md\"`; elsewhere leads a `url`";
        page.diagnostic(format!("`{}` is no page of the site", page.value)).hint(hint)
    })?;
    Ok(Reference { path: page.with(target.path), suffix: target.suffix, image: None })
}

fn check_url(url: &Located<String>) -> Result<(), Diagnostic> {
    if address::scheme(&url.value).is_some_and(|scheme| address::SCHEMES.contains(&scheme.as_str())) {
        return Ok(());
    }
    let hint = "a `url` begins with `https://`; a page of the site is named with `page = \"about.md\"`";
    Err(url.diagnostic(format!("`{}` is no address elsewhere", url.value)).hint(hint))
}
