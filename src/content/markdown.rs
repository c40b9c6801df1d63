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

use super::body::Body;
use crate::diagnostic::Diagnostics;
use events::Events;
use flaws::Flaws;
use tags::Tags;

pub(super) use fences::{STEP, fenced_blocks};
pub(super) use text::Text;

/// Turns a text into HTML.
///
/// # Errors
///
/// What is wrong with it, in the order of the text; of what stands in the wrong place only the first.
pub(super) fn to_html(text: &Text<'_>) -> Result<Body, Diagnostics> {
    let mut flaws = Flaws::of(text);
    let events = Events::read(text, &mut flaws);
    let body = Tags::read(text, events, &mut flaws);
    flaws.into_result(body)
}
