//! A text in Markdown, and its parser.

use std::ops::Range;

use pulldown_cmark::{Options, Parser};

use crate::content::images::Images;
use crate::content::located::Located;
use crate::diagnostic::Source;

/// A text in Markdown, or a part of one.
#[derive(Clone)]
pub(in crate::content) struct Text<'a> {
    /// The path of its file inside the content folder.
    pub(in crate::content) path: &'a str,
    /// The file.
    pub(in crate::content) source: &'a Source,
    /// Its place there.
    pub(in crate::content) range: Range<usize>,
    /// Whether blocks `step` end parts of it.
    pub(in crate::content) is_lesson: bool,
    /// Whether HTML in it may have any elements and attributes.
    pub(in crate::content) is_free: bool,
    /// The images that it can show.
    pub(in crate::content) images: &'a Images,
}

impl<'a> Text<'a> {
    pub(super) fn text(&self) -> &'a str {
        &self.source.text()[self.range.clone()]
    }

    /// Returns the place in the file of a place in the text.
    pub(super) fn in_file(&self, range: &Range<usize>) -> Range<usize> {
        range.start + self.range.start..range.end + self.range.start
    }

    pub(super) fn located<T>(&self, value: T, range: &Range<usize>) -> Located<T> {
        Located { value, source: self.source.clone(), range: self.in_file(range) }
    }
}

pub(super) fn parser(text: &str) -> Parser<'_> {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_SMART_PUNCTUATION
        | Options::ENABLE_HEADING_ATTRIBUTES;
    Parser::new_ext(text, options)
}
