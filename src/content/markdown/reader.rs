//! Reads the events of the Markdown parser in order, and replaces links, images, boards and footnotes.

use std::mem;
use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, CowStr, Event, LinkType, Tag, TagEnd, html};

use super::authored::Markup;
use super::draft::{Draft, Open, tag_of, write_tag};
use super::parts::{self, BOARD, Footnotes, STEP};
use crate::content::body::{BoardBlock, Body, Heading, Insert};
use crate::content::document::Document;
use crate::content::links;
use crate::ground::diagnostic::Diagnostics;
use crate::ground::html::address::encode_written;

pub(super) struct Reader<'d> {
    is_lesson: bool,
    draft: Draft<'d>,
    events: Vec<Event<'d>>,
    headings: Vec<OpenHeading>,
    is_heading: bool,
    footnotes: Footnotes<'d>,
    /// The names of open footnotes, and the events around them.
    outer: Vec<(CowStr<'d>, Vec<Event<'d>>)>,
    image: Option<Image<'d>>,
    markup: Option<Markup>,
    is_code: bool,
    block: Option<Block>,
}

/// An open heading outside of footnotes. If the heading has no id, it gets one when all ids are known.
struct OpenHeading {
    event: usize,
    words: String,
}

struct Image<'d> {
    address: CowStr<'d>,
    title: CowStr<'d>,
    words: String,
    range: Range<usize>,
    /// The number of open elements in the heading's words. The tags of these elements are dropped.
    depth: usize,
}

#[derive(Default)]
struct Block {
    is_step: bool,
    lines: String,
    range: Range<usize>,
}

impl<'d> Reader<'d> {
    pub(super) fn new(document: &'d Document<'d>, is_lesson: bool) -> Self {
        Self {
            is_lesson,
            draft: Draft::new(document),
            events: Vec::new(),
            headings: Vec::new(),
            is_heading: false,
            footnotes: Footnotes::default(),
            outer: Vec::new(),
            image: None,
            markup: None,
            is_code: false,
            block: None,
        }
    }

    /// Reads to the end of the text, or of a step. Returns the range of the step's lines.
    pub(super) fn read(
        &mut self,
        markdown: &mut impl Iterator<Item = (Event<'d>, Range<usize>)>,
    ) -> Option<Range<usize>> {
        markdown.find_map(|(event, range)| {
            self.check(&event, &range);
            self.take(event, range)
        })
    }

    fn check(&mut self, event: &Event<'d>, range: &Range<usize>) {
        match event {
            Event::Text(words) => {
                self.draft.check_characters(words, range);
                if !self.is_code {
                    self.check_template_tags(words, range);
                    self.check_footnotes(range);
                }
            }
            Event::Code(words) | Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(words))) => {
                self.draft.check_characters(words, range);
            }
            Event::Start(Tag::Link { dest_url, title, .. } | Tag::Image { dest_url, title, .. }) => {
                self.draft.check_characters(dest_url, range);
                self.draft.check_characters(title, range);
            }
            Event::Start(tag @ Tag::Heading { .. }) => self.check_heading(tag, range),
            _ => {}
        }
    }

    /// Reports template tags. Other generators fill in such tags; this program would print them.
    fn check_template_tags(&mut self, words: &str, range: &Range<usize>) {
        let Some(at) = ["{{", "{%"].into_iter().filter_map(|tag| words.find(tag)).min() else { return };
        let at = range.start + at;
        if !self.draft.document.text()[..at].ends_with('\\') {
            let message = "texts cannot contain template tags: the page would show this tag unchanged";
            let hint = "remove it; to show it, write a backslash before it, or put it between backquotes";
            self.draft.flaw(&(at..at + 2), message, hint);
        }
    }

    fn check_footnotes(&mut self, range: &Range<usize>) {
        let text = self.draft.document.text();
        for at in range.clone().filter(|&at| text.as_bytes()[at] == b'[') {
            if let Some(name) = parts::missing_footnote(text, at) {
                let hint = format!("add a line `[^{name}]: …`, or write `\\[^{name}]` if it is not a footnote");
                let place = at..at + "[^]".len() + name.len();
                self.draft.flaw(&place, format!("there is no footnote `[^{name}]`"), hint);
            }
        }
    }

    fn check_heading(&mut self, tag: &Tag<'d>, range: &Range<usize>) {
        let Tag::Heading { id, classes, attrs, .. } = tag else { return };
        if let Some((name, _)) = attrs.first() {
            let message = format!("a heading cannot have the attribute `{name}`");
            let hint = "use braces after a heading only for its name, `{#name}`, or for a class, `{.class}`";
            self.draft.flaw(range, message, hint);
        }
        for class in classes {
            self.draft.check_characters(class, range);
        }
        let Some(name) = id else { return };
        self.draft.add_name(name, range);
        let is_fit = |c: char| c.is_alphanumeric() || "-_.".contains(c);
        if !name.starts_with(char::is_alphabetic) || !name.chars().all(is_fit) {
            let hint = "write a letter, followed by letters, digits, `-`, `_` and `.`, such as `{#the-end}`";
            self.draft.flaw(range, format!("`{name}` cannot be the name of a heading"), hint);
        }
    }

    /// Handles an event. If a step ends with it, returns the range of the step's lines.
    fn take(&mut self, event: Event<'d>, range: Range<usize>) -> Option<Range<usize>> {
        if self.image.is_some() {
            self.take_in_image(event);
            return None;
        }
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(TagEnd::CodeBlock) => return self.end_block(&range),
            Event::End(tag) => self.end(tag, &range),
            Event::Html(line) => {
                if let Some(markup) = &mut self.markup {
                    markup.add(&line, range.start);
                }
            }
            Event::InlineHtml(tag) => {
                let html = self.draft.read_markup(&Markup::of(&tag, range.start));
                self.events.push(Event::InlineHtml(html.into()));
            }
            Event::Text(words) if self.block.is_some() => self.add_lines(&words, &range),
            Event::FootnoteReference(name) => {
                self.draft.first_link.get_or_insert_with(|| range.clone());
                let (id, html) = self.footnotes.refer(&name);
                self.draft.add_name(&id, &range);
                self.events.push(Event::InlineHtml(html.into()));
            }
            Event::TaskListMarker(is_done) => self.mark_task(is_done),
            event => {
                if let (Some(heading), true) = (self.headings.last_mut(), self.is_heading) {
                    heading.words += words_of(&event);
                }
                self.events.push(event);
            }
        }
        None
    }

    fn start(&mut self, tag: Tag<'d>, range: Range<usize>) {
        if let Tag::HtmlBlock = tag {
            self.markup = Some(Markup::default());
            return;
        }
        if let Tag::Image { dest_url: address, title, .. } = tag {
            self.image = Some(Image { address, title, words: String::new(), range, depth: 0 });
            return;
        }
        if let Tag::CodeBlock(kind) = &tag {
            self.is_code = true;
            if let CodeBlockKind::Fenced(info) = kind {
                self.check_fence(info, &range);
                let is_step = info.trim() == STEP;
                self.block = (is_step || info.trim() == BOARD).then(|| Block {
                    is_step,
                    range: range.start..range.start,
                    ..Block::default()
                });
            }
        }
        let link = self.start_link(&tag, &range);
        self.draft.push_open(Open { name: None, range, link: link.as_ref().map(|(number, _)| *number) });
        match (tag, link) {
            (Tag::FootnoteDefinition(name), _) => self.outer.push((name, mem::take(&mut self.events))),
            (_, Some((_, html))) => self.events.push(Event::InlineHtml(html.into())),
            (_, None) if self.block.is_some() => {}
            (tag, None) => {
                if matches!(tag, Tag::Heading { .. }) && self.outer.is_empty() {
                    self.headings.push(OpenHeading { event: self.events.len(), words: String::new() });
                    self.is_heading = true;
                }
                self.events.push(Event::Start(tag));
            }
        }
    }

    /// Returns the index of a link whose target is on the site, and the marks for its tag.
    fn start_link(&mut self, tag: &Tag<'d>, range: &Range<usize>) -> Option<(usize, String)> {
        let Tag::Link { link_type, dest_url, title, .. } = tag else { return None };
        self.draft.first_link.get_or_insert_with(|| range.clone());
        if *link_type == LinkType::Email {
            return None;
        }
        self.draft.check_address(dest_url, false, range);
        let link = self.draft.refer(dest_url, None, range)?;
        Some((link, self.draft.insert_tag(&tag_of("a", &[("href", dest_url), ("title", title)]), link)))
    }

    fn end(&mut self, tag: TagEnd, range: &Range<usize>) {
        if tag == TagEnd::HtmlBlock {
            let markup = self.markup.take().unwrap_or_default();
            let html = self.draft.read_markup(&markup);
            return self.events.push(Event::Html(html.into()));
        }
        self.is_heading &= !matches!(tag, TagEnd::Heading(_));
        if let Some(link) = self.draft.close(None, range) {
            let html = self.draft.insert(Insert::EndTag { link, tag: "</a>".to_owned() });
            return self.events.push(Event::InlineHtml(html.into()));
        }
        if tag == TagEnd::FootnoteDefinition {
            let Some((name, outer)) = self.outer.pop() else { return };
            let note = mem::replace(&mut self.events, outer);
            if !self.footnotes.add(&name, note, range) {
                let hint = "rename one of them";
                self.draft.flaw(&first_byte(range), format!("two footnotes have the name `[^{name}]`"), hint);
            }
            return;
        }
        self.events.push(Event::End(tag));
    }

    fn take_in_image(&mut self, event: Event<'d>) {
        let Some(image) = &mut self.image else { return };
        match event {
            Event::Start(_) => image.depth += 1,
            Event::End(_) if image.depth > 0 => image.depth -= 1,
            Event::End(_) => self.end_image(),
            Event::SoftBreak | Event::HardBreak => image.words.push(' '),
            event => image.words += words_of(&event),
        }
    }

    fn end_image(&mut self) {
        let Some(Image { address, title, words, range, .. }) = self.image.take() else { return };
        self.draft.check_address(&address, true, &range);
        if words.trim().is_empty() {
            let message = "this image has no alternative text";
            let hint =
                "describe it, `![description](board.png)`; if decorative, write `<img src=\"board.png\" alt=\"\">`";
            self.draft.flaw(&range, message, hint);
        }
        let tag = |address: &str| tag_of("img", &[("src", address), ("alt", &words), ("title", &title)]);
        let html = match self.draft.refer(&address, Some(&words), &range) {
            Some(link) => self.draft.insert_tag(&tag(&address), link),
            None => write_tag(&tag(&encode_written(&address)), false, None),
        };
        self.events.push(Event::InlineHtml(html.into()));
    }

    /// Writes the state of a task as a letter, because readers cannot change it, and text browsers show letters.
    fn mark_task(&mut self, is_done: bool) {
        let is_item = |event: &&mut Event<'_>| matches!(event, Event::Start(Tag::Item));
        if let Some(item) = self.events.iter_mut().rev().take(2).find(is_item) {
            *item = Event::Html("<li class=\"task\">".into());
        }
        self.events.push(Event::Text(if is_done { "☑ " } else { "☐ " }.into()));
    }

    fn check_fence(&mut self, info: &str, range: &Range<usize>) {
        let lines = &self.draft.document.text()[range.clone()];
        let first_line = range.start..range.start + lines.lines().next().map_or(0, str::len);
        let info = info.trim();
        if let Some((message, hint)) = parts::misspelt_fence(info) {
            self.draft.flaw(&first_line, message, hint);
        } else if info == STEP && !self.is_lesson {
            let hint = "to make this page a lesson, add `lesson = \"GAME/EDITION\"` to its header";
            self.draft.flaw(&first_line, "only lessons can contain `step` blocks", hint);
        } else if info == STEP && !self.draft.is_outside() {
            let hint = "write ```step at the beginning of a line, outside lists and quotations";
            self.draft.flaw(&first_line, "a `step` block cannot be inside another element", hint);
        } else if info == BOARD && !self.outer.is_empty() {
            let hint = "move the board from the footnote into the text";
            self.draft.flaw(&first_line, "footnotes cannot contain boards", hint);
        }
    }

    fn add_lines(&mut self, words: &str, range: &Range<usize>) {
        let Some(block) = &mut self.block else { return };
        let start = if block.lines.is_empty() { range.start } else { block.range.start };
        block.range = start..range.end;
        block.lines += words;
    }

    fn end_block(&mut self, range: &Range<usize>) -> Option<Range<usize>> {
        self.is_code = false;
        self.draft.close(None, range);
        let Some(block) = self.block.take() else {
            self.events.push(Event::End(TagEnd::CodeBlock));
            return None;
        };
        if !block.is_step {
            let board = self.board(&block);
            self.draft.body.boards.push(board);
            self.draft.first_link.get_or_insert_with(|| range.clone());
            let html = self.draft.insert(Insert::Board);
            self.events.push(Event::Html(html.into()));
            return None;
        }
        if !self.is_lesson || !self.draft.is_outside() {
            return None;
        }
        if let Some(place) = self.draft.first_link.take() {
            let message = "the text of a step cannot contain links or boards";
            self.draft.flaw(&place, message, "move them after the last step");
        }
        Some(self.draft.document.in_file(&block.range))
    }

    fn board(&self, Block { lines, range, .. }: &Block) -> BoardBlock {
        let (address, caption) = lines.trim().split_once('\n').unwrap_or((lines.trim(), ""));
        let target = links::resolve(&self.draft.document.path, address.trim());
        let blank = if address.is_empty() { 0 } else { lines.len() - lines.trim_start().len() };
        let start = range.start + blank;
        let place = start..start + address.trim_end().len();
        BoardBlock {
            page: self.draft.located(target.map(|target| target.path).unwrap_or_default(), &place),
            caption: caption.split_whitespace().collect::<Vec<_>>().join(" "),
        }
    }

    /// Returns the text. Only now are all footnotes, ids of headings and open links known.
    pub(super) fn finish(mut self) -> Result<Body, Diagnostics> {
        self.finish_footnotes();
        self.finish_headings();
        html::push_html(&mut self.draft.body.markup, self.events.into_iter());
        self.draft.finish()
    }

    fn finish_footnotes(&mut self) {
        let (notes, unused) = mem::take(&mut self.footnotes).finish(&mut self.events);
        for (id, range) in notes {
            self.draft.add_name(&id, &first_byte(&range));
        }
        for (name, range) in unused {
            let hint = format!("write `[^{name}]` in the text where it belongs, or remove the footnote");
            self.draft.flaw(&first_byte(&range), format!("nothing refers to the footnote `[^{name}]`"), hint);
        }
    }

    fn finish_headings(&mut self) {
        for OpenHeading { event, words } in mem::take(&mut self.headings) {
            let Event::Start(Tag::Heading { level, id, .. }) = &mut self.events[event] else { continue };
            let name = id.get_or_insert_with(|| self.draft.names.add_heading(&words).into()).to_string();
            if *level == pulldown_cmark::HeadingLevel::H2 {
                self.draft.body.headings.push(Heading { id: name, title: words });
            }
        }
    }
}

fn words_of<'e>(event: &'e Event<'_>) -> &'e str {
    match event {
        Event::Text(words) | Event::Code(words) => words,
        Event::SoftBreak | Event::HardBreak => "\n",
        _ => "",
    }
}

fn first_byte(range: &Range<usize>) -> Range<usize> {
    range.start..range.start + 1
}
