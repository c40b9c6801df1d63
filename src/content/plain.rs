//! Plain pages: Markdown files that are about no game and no lesson.

use serde::Deserialize;
use toml::Spanned;
use toml::value::Datetime;

use super::header::{Document, title};
use super::{ArticleSpec, date};
use crate::diagnostic::Diagnostics;

/// The header of a plain page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlainHeader {
    /// The title of the page.
    /// Example: `title = "About"`
    #[serde(deserialize_with = "title")]
    title: String,
    /// One sentence that says what it is about.
    /// Example: `summary = "What this site is."`
    #[serde(default)]
    summary: String,
    /// An image for whoever links to the page: a file, named from the folder of the page.
    /// Example: `image = "social.png"`
    image: Option<Spanned<String>>,
    /// The place of the page among others: low numbers come first, and pages with the same number by their titles.
    /// Example: `order = 10`
    #[serde(default)]
    order: i64,
    /// The day it was written. It is shown on the page.
    /// Example: `date = 2026-11-22`
    date: Option<Spanned<Datetime>>,
    /// Whether the page is left out unless the site is built with `--drafts`.
    /// Example: `draft = true`
    #[serde(default)]
    draft: bool,
}

impl PlainHeader {
    /// Returns the page of a document.
    ///
    /// # Errors
    ///
    /// What is wrong with its text and its date.
    pub(super) fn into_spec(self, document: Document<'_>) -> Result<ArticleSpec, Diagnostics> {
        let mut findings = Diagnostics::new();
        let body = findings.keep(document.whole_body());
        let date = findings.keep(date::day(self.date, &document.source)).flatten();
        let image = document.image(self.image);
        let Some(body) = body else { return Err(findings) };
        findings.into_result(ArticleSpec {
            source: document.path,
            name: document.name,
            title: self.title,
            summary: self.summary,
            image,
            body,
            order: self.order,
            date,
            draft: self.draft,
        })
    }
}
