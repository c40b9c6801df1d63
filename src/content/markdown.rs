//! Markdown to HTML: transforms the parser's events, and replaces links, images, boards and footnotes. It also parses,
//! checks and rewrites the author's HTML, so that the output contains only checked tags.

mod authored;
mod draft;
mod parts;
mod reader;

use std::ops::Range;

use pulldown_cmark::{Options, Parser};

use super::body::Body;
use super::document::Document;
use crate::ground::diagnostic::Diagnostics;
use reader::Reader;

/// A part of a lesson, and the range of lines of the block `step` that ends it.
pub(super) type Passage = (Result<Body, Diagnostics>, Option<Range<usize>>);

/// Converts the text of a file to HTML.
///
/// # Errors
///
/// Returns the mistakes in the order of the text, but only the first misplaced tag.
pub(super) fn to_html(document: &Document<'_>) -> Result<Body, Diagnostics> {
    read(document, false).swap_remove(0).0
}

/// Returns the texts of a lesson's steps as HTML, then the text after the last step.
pub(super) fn to_passages(document: &Document<'_>) -> Vec<Passage> {
    read(document, true)
}

fn read(document: &Document<'_>, is_lesson: bool) -> Vec<Passage> {
    let mut options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_HEADING_ATTRIBUTES;
    options.set(Options::ENABLE_SMART_PUNCTUATION, document.rules.is_english);
    let mut markdown = Parser::new_ext(document.text(), options).into_offset_iter();
    let mut passages = Vec::new();
    loop {
        let mut reader = Reader::new(document, is_lesson);
        let step = reader.read(&mut markdown);
        passages.push((reader.finish(), step.clone()));
        if step.is_none() {
            return passages;
        }
    }
}
