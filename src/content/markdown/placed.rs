//! An event of Markdown with its place, and who wrote it.

use std::ops::Range;

use pulldown_cmark::{Event, Tag};

/// Who wrote a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Writer {
    /// The program, for Markdown.
    Markdown,
    /// The author of the text.
    Author,
}

/// A part of a text.
#[derive(Debug)]
pub(super) struct Placed<'t> {
    pub(super) event: Event<'t>,
    pub(super) writer: Writer,
    pub(super) range: Range<usize>,
}

impl<'t> Placed<'t> {
    pub(super) fn of_markdown(event: Event<'t>, range: Range<usize>) -> Self {
        Self { event, writer: Writer::Markdown, range }
    }

    pub(super) fn begins_paragraph(&self) -> bool {
        matches!(self.event, Event::Start(Tag::Paragraph))
    }
}
