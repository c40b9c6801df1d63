//! Markdown to HTML in two steps: what Markdown means is written as HTML, and that is read tag by tag together with the
//! HTML that the author wrote: links, images and names of parts are the same whoever wrote their tags.

mod allowed;
mod events;
mod fences;
mod flaws;
mod footnotes;
mod part_names;
mod tags;

use std::ops::Range;

use pulldown_cmark::{Options, Parser};

use super::body::Body;
use super::images::Images;
use super::located::Located;
use crate::diagnostic::{Diagnostics, Source};
use events::Events;
use flaws::Flaws;
use tags::Tags;

pub(super) use fences::{STEP, fenced_blocks};

/// A text in Markdown, or a part of one.
#[derive(Clone)]
pub(super) struct Text<'a> {
    /// The path of its file inside the content folder.
    pub(super) path: &'a str,
    /// The file.
    pub(super) source: &'a Source,
    /// Its place there.
    pub(super) range: Range<usize>,
    /// Whether HTML in it may have any elements and attributes.
    pub(super) is_free: bool,
    /// The images that it can show.
    pub(super) images: &'a Images,
}

impl<'a> Text<'a> {
    fn text(&self) -> &'a str {
        &self.source.text()[self.range.clone()]
    }

    /// Returns the place in the file of a place in the text.
    fn in_file(&self, range: &Range<usize>) -> Range<usize> {
        range.start + self.range.start..range.end + self.range.start
    }

    fn located<T>(&self, value: T, range: &Range<usize>) -> Located<T> {
        Located { value, source: self.source.clone(), range: self.in_file(range) }
    }

    /// Turns the text into HTML.
    ///
    /// # Errors
    ///
    /// What is wrong with it, in the order of the text; of what stands in the wrong place only the first.
    pub(super) fn body(&self) -> Result<Body, Diagnostics> {
        let mut flaws = Flaws::of(self);
        let events = Events::read(self, &mut flaws);
        let body = Tags::read(self, events, &mut flaws);
        flaws.into_result(body)
    }
}

fn parser(text: &str) -> Parser<'_> {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_SMART_PUNCTUATION
        | Options::ENABLE_HEADING_ATTRIBUTES;
    Parser::new_ext(text, options)
}
