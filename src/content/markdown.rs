//! Markdown to HTML.

use std::cell::RefCell;
use std::fmt;
use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, CowStr, Event, LinkType, Options, Parser, Tag, TagEnd, html};

use super::body::Piece;
use super::raw_html;
use super::structure::{Flaw, Structure, Writer};
use crate::html::tokens::{Tag as Element, Token, tokens};
use crate::html::{address, characters, elements};

/// A text as HTML.
pub(super) struct Markup {
    pub(super) pieces: Vec<Piece>,
    /// Whether it has links, wherever they lead.
    pub(super) has_links: bool,
    /// Whether it shows a fenced block `step`, which nobody read.
    pub(super) has_steps: bool,
}

/// A link to a place of the site.
pub(super) struct SiteLink {
    pub(super) number: usize,
    /// What follows the address, such as `#rules`.
    pub(super) suffix: String,
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
    link: impl FnMut(&str, Range<usize>) -> Option<SiteLink>,
    board: impl FnMut(&str, Range<usize>),
) -> Result<Markup, Vec<Flaw>> {
    let mut reader = Reader {
        is_free,
        link,
        board,
        structure: Some(Structure::default()),
        events: Vec::new(),
        flaws: Vec::new(),
        images: 0,
        open: None,
        block: None,
        has_links: false,
        has_steps: false,
    };
    for (event, range) in parser(text).into_offset_iter() {
        reader.read(event, range);
    }
    reader.structural(|structure| structure.finish());
    let Reader { events, flaws, has_links, has_steps, .. } = reader;
    if flaws.is_empty() { Ok(Markup { pieces: write(events), has_links, has_steps }) } else { Err(flaws) }
}

/// What an event writes.
#[derive(Clone, Copy)]
enum Cut {
    /// What is the same on every page.
    Html,
    /// A part of what the event before it writes.
    Inner,
    /// The tag of a link to a place of the site, with its address after so many bytes.
    Tag { link: usize, address: usize },
    /// The end of such a link.
    EndTag { link: usize },
    /// What stands for a board.
    Board,
}

/// Reads Markdown event by event.
struct Reader<'t, L, B> {
    is_free: bool,
    link: L,
    board: B,
    /// The elements that are open, until something is in the wrong place.
    structure: Option<Structure>,
    events: Vec<(Event<'t>, Cut)>,
    flaws: Vec<Flaw>,
    /// How many images are open in each other: what stands in them is a text without markup.
    images: usize,
    /// The lines of the block `board` that is open, and their range.
    open: Option<(String, Range<usize>)>,
    /// The block of HTML that is open.
    block: Option<Chunk>,
    has_links: bool,
    has_steps: bool,
}

impl<'t, L: FnMut(&str, Range<usize>) -> Option<SiteLink>, B: FnMut(&str, Range<usize>)> Reader<'t, L, B> {
    fn read(&mut self, event: Event<'t>, range: Range<usize>) {
        if self.images > 0 {
            return self.read_in_image(event, range);
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
            Event::Text(words) => {
                self.check_characters(&words, &range);
                match &mut self.open {
                    Some((lines, place)) => {
                        let start = if lines.is_empty() { range.start } else { place.start };
                        *place = start..range.end;
                        *lines += &words;
                    }
                    None => self.events.push((Event::Text(words), Cut::Html)),
                }
            }
            Event::Code(ref words) => {
                self.check_characters(words, &range);
                self.events.push((event, Cut::Html));
            }
            event => self.events.push((event, Cut::Html)),
        }
    }

    fn read_in_image(&mut self, event: Event<'t>, range: Range<usize>) {
        match &event {
            Event::Start(Tag::Image { .. }) => self.images += 1,
            Event::End(TagEnd::Image) => self.images -= 1,
            Event::Text(words) | Event::Code(words) | Event::InlineHtml(words) => self.check_characters(words, &range),
            _ => {}
        }
        self.events.push((event, Cut::Inner));
    }

    fn start(&mut self, mut tag: Tag<'t>, range: Range<usize>) {
        for &element in elements_of(tag.to_end()) {
            let place = range.clone();
            self.structural(|structure| structure.start(element, Writer::Markdown, place));
        }
        let mut cut = Cut::Html;
        match &mut tag {
            Tag::CodeBlock(CodeBlockKind::Fenced(info)) => {
                self.check_characters(info, &range);
                if info.trim() == "board" {
                    self.open = Some((String::new(), range));
                    return;
                }
                self.has_steps |= info.split_whitespace().next().is_some_and(|name| name.eq_ignore_ascii_case("step"));
            }
            Tag::Link { link_type, dest_url, title, .. } => {
                self.has_links = true;
                self.check_characters(title, &range);
                if *link_type != LinkType::Email
                    && let Some(SiteLink { number, suffix }) = self.address(dest_url, range)
                {
                    *dest_url = suffix.into();
                    cut = Cut::Tag { link: number, address: "<a href=\"".len() };
                    self.set_link("a", number);
                }
            }
            Tag::Image { dest_url, title, .. } => {
                self.images = 1;
                self.check_characters(title, &range);
                if let Some(SiteLink { number, suffix }) = self.address(dest_url, range) {
                    *dest_url = suffix.into();
                    cut = Cut::Tag { link: number, address: "<img src=\"".len() };
                }
            }
            _ => {}
        }
        self.events.push((Event::Start(tag), cut));
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
        match self.open.take() {
            Some((lines, place)) => {
                (self.board)(&lines, place);
                // The writer ends the line of what is not empty.
                self.events.push((Event::Html(CowStr::Borrowed("board")), Cut::Board));
            }
            None => self.events.push((Event::End(tag), cut)),
        }
    }

    fn read_html(&mut self, chunk: &Chunk) {
        for token in tokens(&chunk.source) {
            match token {
                Token::Start(tag) => self.read_tag(&tag, chunk),
                Token::End(name, range) => {
                    let place = chunk.place(&range);
                    let link = self.structural(|structure| structure.end(&name, Writer::Author, place)).flatten();
                    let cut = link.map_or(Cut::Html, |link| Cut::EndTag { link });
                    let html = if self.is_free { chunk.source[range].to_owned() } else { format!("</{name}>") };
                    self.events.push((Event::Html(html.into()), cut));
                }
                Token::Text(words, range) => {
                    let place = chunk.place(&range);
                    self.check_characters(&words, &place);
                    if !words.trim().is_empty() {
                        self.structural(|structure| structure.words(place));
                    }
                    let event = if self.is_free {
                        Event::Html(chunk.source[range].to_owned().into())
                    } else {
                        Event::Text(words.into())
                    };
                    self.events.push((event, Cut::Html));
                }
                Token::Comment => {}
                Token::Flaw(flaw, range) => {
                    let (message, hint) = raw_html::misread(flaw);
                    self.flaws.push(Flaw::new(chunk.place(&range), message, hint));
                }
            }
        }
    }

    fn read_tag(&mut self, tag: &Element, chunk: &Chunk) {
        let flaws = raw_html::flaws(tag, self.is_free);
        self.flaws.extend(flaws.into_iter().map(|flaw| Flaw { range: chunk.place(&flaw.range), ..flaw }));
        self.has_links |= tag.name == "a";
        let place = chunk.place(&tag.range);
        self.structural(|structure| structure.start(&tag.name, Writer::Author, place));
        let link = raw_html::link(tag).and_then(|link| (self.link)(&link.value, chunk.place(&link.range)));
        let (mut html, address) = raw_html::write_tag(tag, link.as_ref().map(|link| link.suffix.as_str()));
        let mut cut = Cut::Html;
        if let Some(SiteLink { number, .. }) = link {
            self.set_link(&tag.name, number);
            cut = Cut::Tag { link: number, address };
        } else if self.is_free {
            chunk.source[tag.range.clone()].clone_into(&mut html);
        }
        self.events.push((Event::Html(html.into()), cut));
        if tag.closes_itself {
            self.close_itself(tag, chunk);
        }
    }

    /// Ends an element whose tag ends with `/>`, as those of drawings can, and those that have no content.
    fn close_itself(&mut self, tag: &Element, chunk: &Chunk) {
        let Some(structure) = &self.structure else { return };
        let place = chunk.place(&tag.range);
        if structure.is_in_drawing() {
            self.structural(|structure| structure.end(&tag.name, Writer::Author, place));
        } else if !elements::is_void(&tag.name) {
            let hint = format!("write `<{0}></{0}>`", tag.name);
            self.flaws.push(Flaw::new(place, format!("`<{}/>` stays open in HTML", tag.name), hint));
            self.structure = None;
        }
    }

    fn set_link(&mut self, element: &str, link: usize) {
        if let Some(structure) = &mut self.structure {
            structure.set_link(element, link);
        }
    }

    /// Checks the address of a link or an image, and returns it if it leads to a place of the site.
    fn address(&mut self, address: &str, range: Range<usize>) -> Option<SiteLink> {
        self.check_characters(address, &range);
        if let Some(scheme) = address::forbidden_scheme(address) {
            self.flaws.push(Flaw::new(range, raw_html::forbidden(&scheme), address::hint()));
            return None;
        }
        (self.link)(address, range)
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

/// HTML of a text, which may be parts of several lines of it.
#[derive(Default)]
struct Chunk {
    source: String,
    /// Where each part begins in it and in the text.
    parts: Vec<(usize, usize)>,
}

impl Chunk {
    fn new(html: &str, start: usize) -> Self {
        let mut chunk = Self::default();
        chunk.push(html, start);
        chunk
    }

    fn push(&mut self, html: &str, start: usize) {
        let mut at = 0;
        // The tokenizer counts the two characters that end lines in some files as one.
        for line in html.split_inclusive("\r\n") {
            self.parts.push((self.source.len(), start + at));
            match line.strip_suffix("\r\n") {
                Some(line) => self.source.extend([line, "\n"]),
                None => self.source += line,
            }
            at += line.len();
        }
    }

    /// Returns the range in the text of a range in the HTML.
    fn place(&self, range: &Range<usize>) -> Range<usize> {
        let place = |at: usize| {
            let part = self.parts.partition_point(|(start, _)| *start <= at).saturating_sub(1);
            self.parts.get(part).map_or(at, |(start, place)| place + at - start)
        };
        place(range.start)..place(range.end.saturating_sub(1).max(range.start)) + 1
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
        _ => &[],
    }
}

/// Writes events as HTML, and takes it apart where pages differ. Where each event begins is known from what is written
/// before it, so nothing has to be looked for in the HTML.
fn write(events: Vec<(Event<'_>, Cut)>) -> Vec<Piece> {
    let out = RefCell::new(String::new());
    let mut cuts: Vec<(usize, Cut)> = Vec::new();
    let events = events.into_iter().map(|(event, cut)| {
        if !matches!(cut, Cut::Inner) {
            cuts.push((out.borrow().len(), cut));
        }
        event
    });
    html::write_html_fmt(Growing(&out), events).expect("a string takes all text");
    let html = out.into_inner();
    let ends: Vec<_> = cuts.iter().skip(1).map(|(start, _)| *start).chain([html.len()]).collect();
    let mut pieces = Vec::new();
    // Where the HTML begins that is in no piece yet.
    let mut done = 0;
    for ((start, cut), end) in cuts.into_iter().zip(ends) {
        let piece = match cut {
            Cut::Html | Cut::Inner => continue,
            Cut::Tag { link, address } => {
                let (before, after) = html[start..end].split_at(address);
                Piece::Tag { link, before: before.to_owned(), after: after.to_owned() }
            }
            Cut::EndTag { link } => Piece::EndTag { tag: html[start..end].to_owned(), link },
            Cut::Board => Piece::Board,
        };
        pieces.extend([Piece::Html(html[done..start].to_owned()), piece]);
        done = end;
    }
    pieces.push(Piece::Html(html[done..].to_owned()));
    pieces
}

/// A string that others look at while it is written.
struct Growing<'a>(&'a RefCell<String>);

impl fmt::Write for Growing<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.borrow_mut().push_str(text);
        Ok(())
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
    let options = Options::ENABLE_TABLES | Options::ENABLE_SMART_PUNCTUATION | Options::ENABLE_STRIKETHROUGH;
    Parser::new_ext(text, options)
}

fn is_fenced(tag: &Tag<'_>, name: &str) -> bool {
    matches!(tag, Tag::CodeBlock(CodeBlockKind::Fenced(info)) if info.trim() == name)
}
