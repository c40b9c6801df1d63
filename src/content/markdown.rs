//! Markdown to HTML.

mod chunk;
mod fences;
mod footnotes;
mod html;
mod inline;
mod parts;
mod pieces;

use std::collections::BTreeSet;
use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd};

use super::body::{Heading, Piece};
use super::images::Size;
use super::structure::{Flaw, Structure, Writer};
use super::{links, raw_html};
use chunk::Chunk;
use fences::{BOARD, is_fenced};
use footnotes::Footnotes;
use inline::OpenImage;
use parts::Parts;
use pieces::{Cut, write};

pub(super) use fences::STEP;

use crate::html::characters;

/// A text as HTML.
pub(super) struct Markup {
    pub(super) pieces: Vec<Piece>,
    /// Whether it has links, wherever they lead.
    pub(super) has_links: bool,
    /// The names of its parts, which links can lead to.
    pub(super) ids: BTreeSet<String>,
    /// The headings of the second level.
    pub(super) headings: Vec<Heading>,
    /// The place of a fenced block `step` that nobody read, if it shows one.
    pub(super) step: Option<Range<usize>>,
}

/// How a text refers to something.
#[derive(Clone, Copy, Debug)]
pub(super) enum Way<'a> {
    Link,
    /// As an image, with words for those who do not see it.
    Image(&'a str),
}

/// A link to a place of the site, or an image of it.
pub(super) struct SiteLink {
    pub(super) number: usize,
    /// How large the image is.
    pub(super) size: Option<Size>,
}

/// Turns Markdown into HTML. `link` is shown each address of a link or an image with its range in the text, and returns
/// the number of those that lead to a place of the site; `board` is shown the lines of each fenced block of that name
/// with their range. `is_free` says that HTML in the text may have any elements and attributes.
///
/// # Errors
///
/// What is wrong with the text, of what stands in the wrong place only the first.
pub(super) fn to_html(
    text: &str,
    is_free: bool,
    link: impl FnMut(&str, Way<'_>, Range<usize>) -> Option<SiteLink>,
    board: impl FnMut(&str, Range<usize>),
) -> Result<Markup, Vec<Flaw>> {
    let mut reader = Reader {
        text,
        is_free,
        link,
        board,
        structure: Some(Structure::default()),
        events: Vec::new(),
        flaws: Vec::new(),
        image: None,
        heading: None,
        headings: Vec::new(),
        outer: Vec::new(),
        footnotes: Footnotes::default(),
        parts: Parts::default(),
        open: None,
        block: None,
        is_code: false,
        has_links: false,
        step: None,
    };
    for (event, range) in parser(text).into_offset_iter() {
        reader.read(event, range);
    }
    reader.finish()
}

/// A heading whose name may not be known yet.
struct OpenHeading {
    /// The event that begins it.
    event: usize,
    level: HeadingLevel,
    /// The name that its author gave it.
    name: Option<String>,
    words: String,
    place: Range<usize>,
}

/// Reads Markdown event by event.
struct Reader<'t, L, B> {
    text: &'t str,
    is_free: bool,
    link: L,
    board: B,
    /// The elements that are open, until something is in the wrong place.
    structure: Option<Structure>,
    events: Vec<(Event<'t>, Cut)>,
    flaws: Vec<Flaw>,
    /// The image that is open: what stands in it is a text without markup.
    image: Option<OpenImage<'t>>,
    /// The words of the heading that is open.
    heading: Option<String>,
    /// The headings outside of footnotes.
    headings: Vec<OpenHeading>,
    /// The names of the footnotes that are open, and the events around them.
    outer: Vec<(CowStr<'t>, Vec<(Event<'t>, Cut)>)>,
    footnotes: Footnotes<'t>,
    parts: Parts,
    /// The lines of the block `board` that is open, and their range.
    open: Option<(String, Range<usize>)>,
    /// The block of HTML that is open.
    block: Option<Chunk>,
    /// Whether a block of code is open.
    is_code: bool,
    has_links: bool,
    step: Option<Range<usize>>,
}

impl<'t, L: FnMut(&str, Way<'_>, Range<usize>) -> Option<SiteLink>, B: FnMut(&str, Range<usize>)> Reader<'t, L, B> {
    fn read(&mut self, event: Event<'t>, range: Range<usize>) {
        if self.image.is_some() {
            return self.read_in_image(&event, range);
        }
        match event {
            Event::Start(Tag::HtmlBlock) => self.block = Some(Chunk::default()),
            Event::End(TagEnd::HtmlBlock) => {
                if let Some(chunk) = self.block.take() {
                    self.read_html(&chunk);
                }
            }
            Event::Html(html) => match &mut self.block {
                Some(chunk) => chunk.push(&html, range.start),
                None => self.read_html(&Chunk::new(&html, range.start)),
            },
            Event::InlineHtml(html) => self.read_html(&Chunk::new(&html, range.start)),
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(tag, range),
            Event::Text(words) => self.read_words(words, range),
            Event::Code(ref words) => {
                self.check_characters(words, &range);
                if let Some(heading) = &mut self.heading {
                    *heading += words;
                }
                self.push(event);
            }
            Event::FootnoteReference(name) => self.refer(&name),
            Event::TaskListMarker(is_done) => self.mark_task(is_done),
            event => self.push(event),
        }
    }

    /// Adds an event that is the same on every page.
    fn push(&mut self, event: Event<'t>) {
        self.events.push((event, Cut::Html));
    }

    fn start(&mut self, mut tag: Tag<'t>, range: Range<usize>) {
        for &element in elements_of(tag.to_end()) {
            self.open_element(element, Writer::Markdown, range.clone());
        }
        let mut cut = Cut::Html;
        match &mut tag {
            Tag::CodeBlock(CodeBlockKind::Fenced(info)) => {
                self.check_characters(info, &range);
                let is_board = info.trim() == BOARD;
                self.check_fence(info, &range);
                if is_board {
                    self.open = Some((String::new(), range));
                    return;
                }
                self.is_code = true;
            }
            Tag::CodeBlock(CodeBlockKind::Indented) => self.is_code = true,
            Tag::Heading { .. } => self.start_heading(&mut tag, range),
            Tag::FootnoteDefinition(name) => {
                self.outer.push((name.clone(), std::mem::take(&mut self.events)));
                return;
            }
            Tag::Link { link_type, dest_url, title, .. } => {
                self.has_links = true;
                self.check_characters(title, &range);
                if *link_type != LinkType::Email
                    && let Some(SiteLink { number, .. }) = self.address(dest_url, Way::Link, range)
                {
                    *dest_url = "".into();
                    cut = Cut::Tag { link: number, address: "<a href=\"".len() };
                    self.set_link("a", number);
                }
            }
            Tag::Image { dest_url, title, .. } => {
                self.check_characters(title, &range);
                let (address, title) = (dest_url.clone(), title.clone());
                self.image = Some(OpenImage { depth: 0, words: String::new(), address, title });
                return;
            }
            _ => {}
        }
        self.events.push((Event::Start(tag), cut));
    }

    /// Notes what a heading is called. One without a name of its own gets one when all of these are known.
    fn start_heading(&mut self, tag: &mut Tag<'t>, range: Range<usize>) {
        let Tag::Heading { id, classes, attrs, level } = tag else { return };
        if let Some((name, _)) = attrs.first() {
            let message = format!("a heading cannot have `{name}`");
            let hint = "between braces behind a heading stands its name, `{#name}`, and `{.class}` for a stylesheet";
            self.flaws.push(Flaw::new(range.clone(), message, hint));
        }
        for class in classes {
            self.check_characters(class, &range);
        }
        if let Some(name) = id {
            let checked = self.parts.add_heading(name, range.clone());
            self.flaws.extend(checked.err());
        }
        // A footnote has a name as a whole.
        if self.outer.is_empty() {
            let (event, name) = (self.events.len(), id.as_ref().map(ToString::to_string));
            self.headings.push(OpenHeading { event, level: *level, name, words: String::new(), place: range });
            self.heading = Some(String::new());
        }
    }

    fn check_fence(&mut self, info: &str, range: &Range<usize>) {
        let first_line = range.start..range.start + self.text[range.clone()].lines().next().map_or(0, str::len);
        if let Some((message, hint)) = fences::misspelt(info) {
            self.flaws.push(Flaw::new(first_line, message, hint));
        } else if info.trim() == STEP {
            self.step.get_or_insert(first_line);
        } else if info.trim() == BOARD && !self.outer.is_empty() {
            let hint = "show it in the text, and write what is to be said about it into the footnote";
            self.flaws.push(Flaw::new(first_line, "a board cannot stand in a footnote", hint));
        }
    }

    fn end(&mut self, tag: TagEnd, range: Range<usize>) {
        let mut cut = Cut::Html;
        for &element in elements_of(tag).iter().rev() {
            let place = range.clone();
            let link = self.structural(|structure| structure.end(element, Writer::Markdown, place));
            if let Some(Some(link)) = link {
                cut = Cut::EndTag { link };
            }
        }
        match tag {
            TagEnd::CodeBlock => self.is_code = false,
            TagEnd::Heading(_) => {
                if let (Some(words), Some(heading)) = (self.heading.take(), self.headings.last_mut()) {
                    heading.words = words;
                }
            }
            TagEnd::FootnoteDefinition => return self.end_footnote(range),
            _ => {}
        }
        match self.open.take() {
            Some((lines, place)) => {
                (self.board)(&lines, place);
                // The writer ends the line of what is not empty.
                self.events.push((Event::Html(CowStr::Borrowed("board")), Cut::Board));
            }
            None => self.events.push((Event::End(tag), cut)),
        }
    }

    fn end_footnote(&mut self, range: Range<usize>) {
        let Some((name, outer)) = self.outer.pop() else { return };
        let events = std::mem::replace(&mut self.events, outer);
        let added = self.footnotes.add(&name, events, range);
        self.flaws.extend(added.err());
    }

    /// Adds what is known only at the end of the text: the names of headings, and the footnotes.
    fn finish(mut self) -> Result<Markup, Vec<Flaw>> {
        self.structural(|structure| structure.finish());
        for id in self.footnotes.ids() {
            let checked = self.parts.add(&id, 0..0);
            self.flaws.extend(checked.err());
        }
        let headings = self.name_headings();
        let Self { mut events, mut flaws, has_links, step, footnotes, parts, .. } = self;
        let (notes, wrong_notes) = footnotes.finish();
        events.extend(notes);
        let (ids, wrong_links) = parts.finish();
        let ids = ids.collect();
        flaws.extend(wrong_notes.into_iter().chain(wrong_links));
        if !flaws.is_empty() {
            return Err(flaws);
        }
        Ok(Markup { pieces: write(events), has_links, ids, headings, step })
    }

    /// Gives the headings without a name one each, and returns those of the second level.
    fn name_headings(&mut self) -> Vec<Heading> {
        let mut headings = Vec::new();
        for OpenHeading { event, level, name, words, place } in std::mem::take(&mut self.headings) {
            let name = name.unwrap_or_else(|| {
                let name = self.parts.name(&words, place);
                if let (Event::Start(Tag::Heading { id, .. }), _) = &mut self.events[event] {
                    *id = Some(name.clone().into());
                }
                name
            });
            if level == HeadingLevel::H2 {
                headings.push(Heading { id: name, title: words });
            }
        }
        headings
    }

    /// Checks the address of a link or an image, and returns it if it leads to a place of the site.
    fn address(&mut self, address: &str, way: Way<'_>, range: Range<usize>) -> Option<SiteLink> {
        self.check_characters(address, &range);
        let is_loaded = matches!(way, Way::Image(_)) && !self.is_free;
        if let Some(flaw) = raw_html::flaw_of_address(address, is_loaded, range.clone()) {
            self.flaws.push(flaw);
            return None;
        }
        self.refer_to(address, way, range)
    }

    /// Returns what an address refers to if it is a place of the site. Links to the page itself are checked here.
    fn refer_to(&mut self, address: &str, way: Way<'_>, range: Range<usize>) -> Option<SiteLink> {
        if address.starts_with('#') {
            self.parts.add_link(links::part(address).unwrap_or_default(), range);
            return None;
        }
        (self.link)(address, way, range)
    }

    fn check_characters(&mut self, text: &str, range: &Range<usize>) {
        if let Some((character, _)) = characters::find(text) {
            self.flaws.push(Flaw::new(range.clone(), characters::message(character), characters::HINT));
        }
    }

    /// Changes or asks the elements that are open. Once something is in the wrong place, nothing after it says more.
    fn structural<T>(&mut self, change: impl FnOnce(&mut Structure) -> Result<T, Flaw>) -> Option<T> {
        match change(self.structure.as_mut()?) {
            Ok(value) => Some(value),
            Err(flaw) => {
                self.flaws.push(flaw);
                self.structure = None;
                None
            }
        }
    }
}

/// Returns the elements that a part of Markdown makes, the outermost first.
fn elements_of(tag: TagEnd) -> &'static [&'static str] {
    match tag {
        TagEnd::Paragraph => &["p"],
        TagEnd::Heading(level) => match level as usize {
            1 => &["h1"],
            2 => &["h2"],
            3 => &["h3"],
            4 => &["h4"],
            5 => &["h5"],
            _ => &["h6"],
        },
        TagEnd::BlockQuote(_) => &["blockquote"],
        TagEnd::CodeBlock => &["pre"],
        TagEnd::List(true) => &["ol"],
        TagEnd::List(false) => &["ul"],
        TagEnd::Item => &["li"],
        TagEnd::Table => &["table"],
        TagEnd::TableHead => &["thead", "tr"],
        TagEnd::TableRow => &["tr"],
        TagEnd::TableCell => &["td"],
        TagEnd::Emphasis => &["em"],
        TagEnd::Strong => &["strong"],
        TagEnd::Strikethrough => &["del"],
        TagEnd::Link => &["a"],
        TagEnd::Image => &["img"],
        TagEnd::FootnoteDefinition => &["div"],
        _ => &[],
    }
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
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_SMART_PUNCTUATION
        | Options::ENABLE_HEADING_ATTRIBUTES;
    Parser::new_ext(text, options)
}
