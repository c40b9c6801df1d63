//! Markdown to HTML.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, LinkType, Options, Parser, Tag, TagEnd, html};

/// How deep lists, quotations and the like may stand in each other. What reads the HTML later goes down by recursion.
const DEEPEST: usize = 50;

/// Markdown whose parts stand in each other more deeply than anybody means.
pub(super) struct TooDeep {
    /// The range of the first part that is too deep.
    pub(super) range: Range<usize>,
}

/// Turns Markdown into HTML. `link` is shown each link and image address with its range in the text, and may replace
/// it; `board` is shown the lines of each fenced block of that name with their range, and gives the HTML that takes
/// its place.
pub(super) fn to_html(
    text: &str,
    mut link: impl FnMut(&str, Range<usize>) -> Option<String>,
    mut board: impl FnMut(&str, Range<usize>) -> String,
) -> Result<String, TooDeep> {
    let mut events = Vec::new();
    let mut depth = 0_usize;
    // The lines of the block `board` that is open, and their range.
    let mut open: Option<(String, Range<usize>)> = None;
    for (mut event, range) in parser(text).into_offset_iter() {
        match &mut event {
            Event::Start(_) if depth == DEEPEST => return Err(TooDeep { range }),
            Event::Start(tag) => {
                depth += 1;
                if is_fenced(tag, "board") {
                    open = Some((String::new(), range.clone()));
                }
                if let Tag::Link { dest_url, link_type, .. } | Tag::Image { dest_url, link_type, .. } = tag
                    && *link_type != LinkType::Email
                    && let Some(address) = link(dest_url, range)
                {
                    *dest_url = address.into();
                }
            }
            Event::Text(text) => {
                if let Some((lines, place)) = &mut open {
                    if lines.is_empty() {
                        *place = range;
                    } else {
                        place.end = range.end;
                    }
                    *lines += text;
                }
            }
            Event::End(tag) => {
                depth = depth.saturating_sub(1);
                if *tag == TagEnd::CodeBlock
                    && let Some((lines, place)) = open.take()
                {
                    event = Event::Html(board(&lines, place).into());
                }
            }
            _ => {}
        }
        if open.is_none() {
            events.push(event);
        }
    }
    let mut out = String::with_capacity(text.len() * 3 / 2);
    html::push_html(&mut out, events.into_iter());
    Ok(out)
}

/// A fenced block: all of it, and the lines between its fences.
pub(super) struct Block {
    pub(super) whole: Range<usize>,
    pub(super) lines: Range<usize>,
}

/// Returns the fenced blocks of this name that stand in nothing else, in their order.
pub(super) fn fenced_blocks(text: &str, name: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut depth = 0_usize;
    for (event, range) in parser(text).into_offset_iter() {
        match event {
            Event::Start(tag) => {
                if depth == 0 && is_fenced(&tag, name) {
                    blocks.push(Block { lines: range.start..range.start, whole: range });
                }
                depth += 1;
            }
            Event::Text(_) if depth == 1 => {
                if let Some(block) = blocks.last_mut().filter(|block| range.end <= block.whole.end) {
                    let start = if block.lines.is_empty() { range.start } else { block.lines.start };
                    block.lines = start..range.end;
                }
            }
            Event::End(_) => depth -= 1,
            _ => {}
        }
    }
    blocks
}

fn parser(text: &str) -> Parser<'_> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_SMART_PUNCTUATION | Options::ENABLE_STRIKETHROUGH;
    Parser::new_ext(text, options)
}

fn is_fenced(tag: &Tag<'_>, name: &str) -> bool {
    matches!(tag, Tag::CodeBlock(CodeBlockKind::Fenced(info)) if info.trim() == name)
}
