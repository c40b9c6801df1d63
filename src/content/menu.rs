//! The menu of a site: the tables `menu` of `site.toml`.

use serde::{Deserialize, Deserializer};

use super::body::Reference;
use super::links::{self, LinkTarget};
use super::located::{Located, title};
use crate::diagnostic::{Refusal, refusal};
use crate::html::address;

/// An entry of the menu.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "MenuKeys")]
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

    pub(super) fn path_mut(&mut self) -> Option<&mut Located<String>> {
        match &mut self.target {
            MenuTarget::Page(page) => Some(&mut page.path),
            MenuTarget::Url(_) => None,
        }
    }
}

/// A table of `menu`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MenuKeys {
    /// The text of the entry.
    /// Example: `title = "About"`
    #[serde(deserialize_with = "title")]
    title: String,
    /// The page that it leads to: a file of the content folder, or a path on the site. An entry has a `page` or a
    /// `url`.
    /// Example: `page = "about.md"`
    #[serde(default, deserialize_with = "page")]
    page: Option<Reference>,
    /// An address elsewhere that it leads to.
    /// Example: `url = "https://example.org/"`
    #[serde(default, deserialize_with = "url")]
    url: Option<String>,
}

impl TryFrom<MenuKeys> for MenuEntry {
    type Error = Refusal;

    fn try_from(MenuKeys { title, page, url }: MenuKeys) -> Result<Self, Refusal> {
        let one = "write either `page = \"about.md\"`, for a page of the site, or `url = \"https://…\"`";
        match (page, url) {
            (Some(page), None) => Ok(Self { title, target: MenuTarget::Page(page) }),
            (None, Some(url)) => Ok(Self { title, target: MenuTarget::Url(url) }),
            (Some(_), _) => Err(Refusal::new("an entry of the menu leads to one place, and this one to two", one)),
            (None, _) => Err(Refusal::new("an entry of the menu leads somewhere, and this one does not", one)),
        }
    }
}

fn page<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Reference>, D::Error> {
    let page = Located::<String>::deserialize(deserializer)?;
    let Some(LinkTarget { path, suffix }) = links::resolve("", &page.value) else {
        let message = format!("`{}` is no page of the site", page.value);
        let hint = "name a file of the content folder, such as `page = \"about.md\"`; elsewhere leads a `url`";
        return Err(refusal(message, hint));
    };
    Ok(Some(Reference { path: page.with(path), suffix, image: None }))
}

fn url<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let url = String::deserialize(deserializer)?;
    let is_known = address::scheme(&url).is_some_and(|scheme| address::SCHEMES.contains(&scheme.as_str()));
    if is_known {
        return Ok(Some(url));
    }
    let hint = "a `url` begins with `https://`; a page of the site is named with `page = \"about.md\"`";
    Err(refusal(format!("`{url}` is no address elsewhere"), hint))
}
