//! The menu of a site: the tables `menu` of `site.toml`.

use serde::{Deserialize, Deserializer};

use super::body::Reference;
use super::links::{self, LinkTarget};
use super::located::{Located, title};
use crate::diagnostic::refusal;
use crate::html::address;

/// An entry of the menu, a table of `menu`.
#[derive(Clone, Debug, Deserialize)]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct MenuEntry {
    /// The text of the entry.
    /// Example: `title = "About"`
    #[serde(deserialize_with = "title")]
    pub title: String,
    /// The page that it leads to: a file of the content folder, or a path on the site. An entry has a `page` or a
    /// `url`.
    /// Example: `page = "about.md"`
    #[serde(default, deserialize_with = "page")]
    pub page: Option<Reference>,
    /// An address elsewhere that it leads to.
    /// Example: `url = "https://example.org/"`
    #[serde(default, deserialize_with = "url")]
    pub url: Option<String>,
}

impl<'de> Deserialize<'de> for MenuEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // This is what serde derives.
        let entry = Self::deserialize(deserializer)?;
        let message = match (&entry.page, &entry.url) {
            (Some(_), Some(_)) => "an entry of the menu leads to one place, and this one to two",
            (None, None) => "an entry of the menu leads somewhere, and this one does not",
            _ => return Ok(entry),
        };
        let hint = "write either `page = \"about.md\"`, for a page of the site, or `url = \"https://…\"`";
        Err(refusal(message, hint))
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
