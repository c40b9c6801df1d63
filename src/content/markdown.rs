//! Markdown to HTML in two steps: what Markdown means is written as HTML, and that is read tag by tag together with the
//! HTML that the author wrote: links, images and names of parts are the same whoever wrote their tags.

mod allowed;
mod events;
mod fences;
mod flaws;
mod footnotes;
mod part_names;
mod placed;
mod tags;
mod text;

use std::ops::Range;

use super::body::Body;
use crate::diagnostic::Diagnostics;
use events::Events;
use flaws::Flaws;
use tags::Tags;
use text::parser;

pub(super) use text::Text;

/// A part of a lesson: its text with the place in the file, and that of the lines of the block `step` that ends it.
pub(super) type Passage = (Result<Body, Diagnostics>, Range<usize>, Option<Range<usize>>);

/// Turns a text into HTML.
///
/// # Errors
///
/// What is wrong with it, in the order of the text; of what stands in the wrong place only the first.
pub(super) fn to_html(text: &Text<'_>) -> Result<Body, Diagnostics> {
    to_passages(text).swap_remove(0).0
}

/// Turns a lesson into HTML: the texts that its steps end, and what follows the last one.
pub(super) fn to_passages(text: &Text<'_>) -> Vec<Passage> {
    let (mut passages, mut start) = (Vec::new(), 0);
    let mut markdown = parser(text.text()).into_offset_iter();
    loop {
        let mut flaws = Flaws::of(text);
        let mut events = Events::read(text, &mut markdown, &mut flaws);
        let step = events.step.take();
        let body = Tags::read(text, events, &mut flaws);
        let end = step.as_ref().map_or(text.range.len(), |step| step.whole.start);
        let lines = step.as_ref().map(|step| text.in_file(&step.lines));
        passages.push((flaws.into_result(body), text.in_file(&(start..end)), lines));
        let Some(step) = step else { return passages };
        start = step.whole.end;
    }
}
