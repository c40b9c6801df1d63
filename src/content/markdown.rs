//! Markdown to HTML.

use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, html};

/// How deep lists, quotations and the like may stand in each other. What reads the HTML later goes down by recursion.
const DEEPEST: usize = 50;

/// Markdown whose parts stand in each other more deeply than anybody means.
pub(super) struct TooDeep {
    /// The range of the first part that is too deep.
    pub(super) range: Range<usize>,
}

/// Turns Markdown into HTML. `link` is shown each link and image address with its range in the text, and may replace it.
pub(super) fn to_html(
    text: &str,
    mut link: impl FnMut(&str, Range<usize>) -> Option<String>,
) -> Result<String, TooDeep> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_SMART_PUNCTUATION | Options::ENABLE_STRIKETHROUGH;
    let mut events = Vec::new();
    let mut depth = 0_usize;
    for (mut event, range) in Parser::new_ext(text, options).into_offset_iter() {
        match &mut event {
            Event::Start(_) if depth == DEEPEST => return Err(TooDeep { range }),
            Event::Start(tag) => {
                depth += 1;
                if let Tag::Link { dest_url, link_type, .. } | Tag::Image { dest_url, link_type, .. } = tag
                    && *link_type != LinkType::Email
                    && let Some(address) = link(dest_url, range)
                {
                    *dest_url = address.into();
                }
            }
            Event::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
        events.push(event);
    }
    let mut out = String::with_capacity(text.len() * 3 / 2);
    html::push_html(&mut out, events.into_iter());
    Ok(out)
}
