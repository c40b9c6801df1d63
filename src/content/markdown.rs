//! Markdown to HTML.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag, html};

/// Turns Markdown into HTML. `link` is shown each link and image address with its range in the text, and may replace it.
pub(super) fn to_html(text: &str, mut link: impl FnMut(&str, Range<usize>) -> Option<String>) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_SMART_PUNCTUATION | Options::ENABLE_STRIKETHROUGH;
    let events = Parser::new_ext(text, options).into_offset_iter().map(|(mut event, range)| {
        if let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = &mut event
            && let Some(address) = link(dest_url, range)
        {
            *dest_url = address.into();
        }
        event
    });
    let mut out = String::with_capacity(text.len() * 3 / 2);
    html::push_html(&mut out, events);
    out
}
