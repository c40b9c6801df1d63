//! Plain pages: Markdown files that are about no game and no lesson.

use serde::Deserialize;
use toml::value::Date;

use super::body::Body;
use super::document::Document;
use super::located::{Located, day, title};
use super::markdown::to_html;
use crate::diagnostic::Diagnostics;

/// A page of words.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArticleSpec {
    /// The title of the page.
    /// Example: `title = "About"`
    #[serde(deserialize_with = "title")]
    pub title: String,
    /// One sentence that says what it is about.
    /// Example: `summary = "What this site is."`
    #[serde(default)]
    pub summary: String,
    /// An image for whoever links to the page: a file, named from the folder of the page.
    /// Example: `image = "social.png"`
    pub image: Option<Located<String>>,
    /// The place of the page among others: low numbers come first, and pages with the same number by their titles.
    /// Example: `order = 10`
    #[serde(default)]
    pub order: i64,
    /// The day it was written. It is shown on the page.
    /// Example: `date = 2026-11-22`
    #[serde(default, deserialize_with = "day")]
    pub date: Option<Date>,
    /// Whether the page is left out unless the site is built with `--drafts`.
    /// Example: `draft = true`
    #[serde(default)]
    pub draft: bool,
    /// Its Markdown file, by its path inside the content folder.
    #[serde(skip)]
    pub source: String,
    /// Its name, which is that path without its ending: `about`.
    #[serde(skip)]
    pub name: String,
    /// Its text.
    #[serde(skip)]
    pub body: Body,
}

impl ArticleSpec {
    /// Reads a page.
    ///
    /// # Errors
    ///
    /// What is wrong with its header and its text.
    pub(super) fn read(document: &Document<'_>) -> Result<Self, Diagnostics> {
        let mut findings = Diagnostics::new();
        let page = findings.keep(document.header::<Self>());
        let body = findings.keep(to_html(document)).unwrap_or_default();
        let Some(page) = page else { return Err(findings) };
        let (image, source, name) = (document.image(page.image), document.path.clone(), document.name.clone());
        findings.into_result(Self { image, source, name, body, ..page })
    }
}
