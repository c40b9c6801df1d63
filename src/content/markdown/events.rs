//! From Markdown to HTML: the events of its parser with what they lack, and the HTML that comes of them.

use std::cell::RefCell;
use std::fmt;
use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, CowStr, Event, LinkType, Tag, TagEnd, html};

use super::fences::{self, BOARD, STEP};
use super::flaws::Flaws;
use super::footnotes::{self, Footnotes};
use super::placed::{Placed, Writer};
use super::text::Text;
use crate::content::body::BoardBlock;
use crate::content::links;

/// The element that stands for a board until its place is known.
pub(super) const BOARD_ELEMENT: &str = "board";

/// What Markdown says.
pub(super) struct Events<'t> {
    text: &'t str,
    placed: Vec<Placed<'t>>,
    /// The names of the footnotes that are open, and the events around them.
    outer: Vec<(CowStr<'t>, Vec<Placed<'t>>)>,
    footnotes: Footnotes<'t>,
    /// The lines of the block `board` or `step` that is open, and their range.
    block: Option<(String, Range<usize>)>,
    /// How many elements are open in each other.
    depth: usize,
    /// How many images are open in each other.
    images: usize,
    /// Whether a block of code is open.
    is_code: bool,
    /// Whether the block that is open, or was, is a `step`.
    is_step: bool,
    pub(super) boards: Vec<BoardBlock>,
    /// The block `step` of a lesson that ends the text.
    pub(super) step: Option<Step>,
}

/// The place of a block `step`, and that of the lines between its fences.
pub(super) struct Step {
    pub(super) whole: Range<usize>,
    pub(super) lines: Range<usize>,
}

impl<'t> Events<'t> {
    /// Reads Markdown to its end, or to that of a step of a lesson.
    pub(super) fn read(
        text: &Text<'t>,
        markdown: &mut impl Iterator<Item = (Event<'t>, Range<usize>)>,
        flaws: &mut Flaws<'_>,
    ) -> Self {
        let mut events = Self {
            text: text.text(),
            placed: Vec::new(),
            outer: Vec::new(),
            footnotes: Footnotes::default(),
            block: None,
            depth: 0,
            images: 0,
            is_code: false,
            is_step: false,
            boards: Vec::new(),
            step: None,
        };
        for (event, range) in markdown {
            events.take(event, range, text, flaws);
            if events.step.is_some() {
                break;
            }
        }
        let notes = std::mem::take(&mut events.footnotes).finish(flaws);
        events.placed.extend(notes);
        events
    }

    fn take(&mut self, event: Event<'t>, range: Range<usize>, text: &Text<'t>, flaws: &mut Flaws<'_>) {
        match event {
            // The words of an image are no HTML.
            Event::InlineHtml(_) | Event::FootnoteReference(_) | Event::TaskListMarker(_) if self.images > 0 => {}
            Event::Html(_) | Event::InlineHtml(_) => {
                self.placed.push(Placed { event, writer: Writer::Author, range });
            }
            Event::Start(tag) => {
                self.start(tag, range, text.is_lesson, flaws);
                self.depth += 1;
            }
            Event::End(tag) => {
                self.depth -= 1;
                self.end(tag, range, text, flaws);
            }
            Event::Text(words) => self.read_words(words, range, flaws),
            Event::FootnoteReference(name) => {
                let html = self.footnotes.refer(&name);
                self.push(Event::InlineHtml(html.into()), range);
            }
            Event::TaskListMarker(is_done) => self.mark_task(is_done, range),
            event => {
                if let Event::Code(words) = &event {
                    flaws.check_characters(words, &range);
                }
                self.push(event, range);
            }
        }
    }

    fn push(&mut self, event: Event<'t>, range: Range<usize>) {
        self.placed.push(Placed::of_markdown(event, range));
    }

    fn start(&mut self, tag: Tag<'t>, range: Range<usize>, is_lesson: bool, flaws: &mut Flaws<'_>) {
        match &tag {
            Tag::CodeBlock(kind) => {
                if let CodeBlockKind::Fenced(info) = kind {
                    flaws.check_characters(info, &range);
                    self.check_fence(info, &range, is_lesson, flaws);
                    if info.trim() == BOARD || info.trim() == STEP {
                        self.block = Some((String::new(), range.start..range.start));
                        self.is_step = info.trim() == STEP;
                        return;
                    }
                }
                self.is_code = true;
            }
            Tag::Heading { .. } => check_heading(&tag, &range, flaws),
            Tag::FootnoteDefinition(name) => {
                return self.outer.push((name.clone(), std::mem::take(&mut self.placed)));
            }
            Tag::Link { link_type, dest_url, title, .. } => {
                flaws.check_characters(title, &range);
                if *link_type != LinkType::Email {
                    flaws.check_address(dest_url, false, &range);
                }
            }
            Tag::Image { dest_url, title, .. } => {
                flaws.check_characters(title, &range);
                flaws.check_address(dest_url, true, &range);
                self.images += 1;
            }
            _ => {}
        }
        self.push(Event::Start(tag), range);
    }

    fn check_fence(&self, info: &str, range: &Range<usize>, is_lesson: bool, flaws: &mut Flaws<'_>) {
        let first_line = range.start..range.start + self.text[range.clone()].lines().next().map_or(0, str::len);
        if let Some((message, hint)) = fences::misspelt(info) {
            flaws.add(&first_line, message, hint);
        } else if info.trim() == STEP && !is_lesson {
            let hint = "a lesson names the edition that it teaches in its header: `lesson = \"GAME/EDITION\"`";
            flaws.add(&first_line, "a block `step` stands in lessons, and this page is none", hint);
        } else if info.trim() == STEP && self.depth > 0 {
            let hint = "write it as ```step at the beginning of a line, outside of lists and quotations";
            flaws.add(&first_line, "a block `step` stands inside something else", hint);
        } else if info.trim() == BOARD && !self.outer.is_empty() {
            let hint = "show it in the text, and write what is to be said about it into the footnote";
            flaws.add(&first_line, "a board cannot stand in a footnote", hint);
        }
    }

    fn end(&mut self, tag: TagEnd, range: Range<usize>, text: &Text<'t>, flaws: &mut Flaws<'_>) {
        match tag {
            TagEnd::CodeBlock => {
                self.is_code = false;
                if let Some((words, lines)) = self.block.take() {
                    if self.is_step {
                        self.step = (text.is_lesson && self.depth == 0).then_some(Step { whole: range, lines });
                        return;
                    }
                    self.boards.push(board(text, &words, &lines));
                    return self.push(Event::Html(format!("<{BOARD_ELEMENT} />").into()), range);
                }
            }
            TagEnd::Image => self.images -= 1,
            TagEnd::FootnoteDefinition => {
                let Some((name, outer)) = self.outer.pop() else { return };
                let events = std::mem::replace(&mut self.placed, outer);
                return self.footnotes.add(&name, events, range, flaws);
            }
            _ => {}
        }
        self.push(Event::End(tag), range);
    }

    fn read_words(&mut self, words: CowStr<'t>, range: Range<usize>, flaws: &mut Flaws<'_>) {
        flaws.check_characters(&words, &range);
        if let Some((lines, place)) = &mut self.block {
            let start = if lines.is_empty() { range.start } else { place.start };
            *place = start..range.end;
            *lines += &words;
            return;
        }
        if !self.is_code {
            self.check_template_tags(&words, &range, flaws);
            self.check_footnotes(&range, flaws);
        }
        self.push(Event::Text(words), range);
    }

    /// Checks that words have no tags of templates, which other generators would fill in and this one would print.
    fn check_template_tags(&self, words: &str, range: &Range<usize>, flaws: &mut Flaws<'_>) {
        let Some(at) = ["{{", "{%"].into_iter().filter_map(|tag| words.find(tag)).min() else { return };
        let at = range.start + at;
        if !self.text[..at].ends_with('\\') {
            let message = "texts have no template tags: this would be printed as it stands";
            let hint = "write a backslash before it, or put it between backquotes, if that is what is meant";
            flaws.add(&(at..at + 2), message, hint);
        }
    }

    /// Checks that words do not refer to footnotes that are not there.
    fn check_footnotes(&self, range: &Range<usize>, flaws: &mut Flaws<'_>) {
        let starts = range.clone().filter(|&at| self.text.as_bytes()[at] == b'[');
        for (at, name) in starts.filter_map(|at| Some((at, footnotes::missing(self.text, at)?))) {
            let hint = format!("write a line `[^{name}]: …`, or `\\[^{name}]` if no footnote is meant");
            let place = at..at + "[^]".len() + name.len();
            flaws.add(&place, format!("there is no footnote `[^{name}]`"), hint);
        }
    }

    /// Writes whether a task of a list is done, in place of the mark that all parts of a list have: a letter, since no
    /// reader can change it, and text browsers show it, too.
    fn mark_task(&mut self, is_done: bool, range: Range<usize>) {
        let is_item = |placed: &&mut Placed<'_>| matches!(placed.event, Event::Start(Tag::Item));
        if let Some(item) = self.placed.iter_mut().rev().take(2).find(is_item) {
            item.event = Event::Html("<li class=\"task\">".into());
        }
        self.push(Event::Text(if is_done { "☑ " } else { "☐ " }.into()), range);
    }

    /// Returns all as HTML.
    pub(super) fn write(self) -> Html {
        let out = RefCell::new(String::new());
        let mut places = Vec::new();
        let events = self.placed.into_iter().map(|Placed { event, writer, range }| {
            places.push(Place { start: out.borrow().len(), writer, range });
            event
        });
        html::write_html_fmt(Growing(&out), events).expect("a string takes all text");
        Html { markup: out.into_inner(), places }
    }
}

/// Checks what an author wrote between braces behind a heading.
fn check_heading(tag: &Tag<'_>, range: &Range<usize>, flaws: &mut Flaws<'_>) {
    let Tag::Heading { id, classes, attrs, .. } = tag else { return };
    if let Some((name, _)) = attrs.first() {
        let message = format!("a heading cannot have `{name}`");
        let hint = "between braces behind a heading stands its name, `{#name}`, and `{.class}` for a stylesheet";
        flaws.add(range, message, hint);
    }
    for class in classes {
        flaws.check_characters(class, range);
    }
    let is_fit = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    if let Some(name) = id.as_ref().filter(|id| !id.starts_with(char::is_alphabetic) || !id.chars().all(is_fit)) {
        let hint = "a name begins with a letter, and goes on with letters, digits, `-`, `_` and `.`: `{#the-end}`";
        flaws.add(range, format!("`{name}` cannot be the name of a heading"), hint);
    }
}

/// Returns the position that the lines of a block `board` name.
fn board(text: &Text<'_>, lines: &str, range: &Range<usize>) -> BoardBlock {
    let (address, caption) = lines.trim().split_once('\n').unwrap_or((lines.trim(), ""));
    let page = links::resolve(text.path, address.trim()).map(|target| target.path).unwrap_or_default();
    let blank = if address.is_empty() { 0 } else { lines.len() - lines.trim_start().len() };
    let start = range.start + blank;
    BoardBlock {
        page: text.located(page, &(start..start + address.trim_end().len())),
        caption: caption.split_whitespace().collect::<Vec<_>>().join(" "),
    }
}

/// HTML that was made of Markdown.
pub(super) struct Html {
    pub(super) markup: String,
    /// Where each event begins in it.
    places: Vec<Place>,
}

/// The place of an event in HTML and in its text.
struct Place {
    start: usize,
    writer: Writer,
    range: Range<usize>,
}

impl Html {
    /// Returns the stretches of HTML that somebody wrote in one go.
    pub(super) fn stretches(&self) -> impl Iterator<Item = (Writer, Range<usize>)> {
        let changes = self.places.chunk_by(|a, b| a.writer == b.writer).map(|places| &places[0]);
        let ends = changes.clone().skip(1).map(|place| place.start).chain([self.markup.len()]);
        changes.zip(ends).map(|(place, end)| (place.writer, place.start..end))
    }

    /// Returns the place in the text of a place in the HTML: that of the event, and within it what its author wrote.
    pub(super) fn place(&self, range: &Range<usize>) -> Range<usize> {
        let place = |at: usize| &self.places[self.places.partition_point(|place| place.start <= at).saturating_sub(1)];
        let (first, last) = (place(range.start), place(range.end.saturating_sub(1).max(range.start)));
        match first.writer {
            Writer::Markdown => first.range.clone(),
            Writer::Author => first.range.start + range.start - first.start..last.range.start + range.end - last.start,
        }
    }
}

/// A string that others look at while it is written.
struct Growing<'a>(&'a RefCell<String>);

impl fmt::Write for Growing<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.borrow_mut().push_str(text);
        Ok(())
    }
}
