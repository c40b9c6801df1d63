//! What stands in the lines of Markdown: words, images, references to footnotes, and the boxes of tasks.

use std::ops::Range;

use pulldown_cmark::{CowStr, Event, Tag, TagEnd};

use super::pieces::Cut;
use super::{Reader, SiteLink, Way, footnotes};
use crate::content::structure::Flaw;
use crate::content::{links, raw_html};

/// An image whose words are read.
pub(super) struct OpenImage<'t> {
    /// How many images are open in each other.
    pub(super) depth: usize,
    pub(super) words: String,
    pub(super) address: CowStr<'t>,
    pub(super) title: CowStr<'t>,
}

impl<'t, L: FnMut(&str, Way<'_>, Range<usize>) -> Option<SiteLink>, B: FnMut(&str, Range<usize>)> Reader<'t, L, B> {
    pub(super) fn read_words(&mut self, words: CowStr<'t>, range: Range<usize>) {
        self.check_characters(&words, &range);
        if let Some((lines, place)) = &mut self.open {
            let start = if lines.is_empty() { range.start } else { place.start };
            *place = start..range.end;
            *lines += &words;
            return;
        }
        if !self.is_code {
            self.check_template_tags(&words, &range);
            self.check_footnotes(range);
        }
        if let Some(heading) = &mut self.heading {
            *heading += &words;
        }
        self.push(Event::Text(words));
    }

    /// Checks that words have no tags of templates, which other generators would fill in and this one would print.
    fn check_template_tags(&mut self, words: &str, range: &Range<usize>) {
        let Some(at) = ["{{", "{%"].into_iter().filter_map(|tag| words.find(tag)).min() else { return };
        let at = range.start + at;
        if !self.text[..at].ends_with('\\') {
            let message = "texts have no template tags: this would be printed as it stands";
            let hint = "write a backslash before it, or put it between backquotes, if that is what is meant";
            self.flaws.push(Flaw::new(at..at + 2, message, hint));
        }
    }

    /// Checks that words do not refer to footnotes that are not there.
    fn check_footnotes(&mut self, range: Range<usize>) {
        let starts = range.clone().filter(|&at| self.text.as_bytes()[at] == b'[');
        for (at, name) in starts.filter_map(|at| Some((at, footnotes::missing(self.text, at)?))) {
            let hint = format!("write a line `[^{name}]: …`, or `\\[^{name}]` if no footnote is meant");
            let place = at..at + "[^]".len() + name.len();
            self.flaws.push(Flaw::new(place, format!("there is no footnote `[^{name}]`"), hint));
        }
    }

    pub(super) fn refer(&mut self, name: &str) {
        self.has_links = true;
        let html = self.footnotes.refer(name);
        self.push(Event::InlineHtml(html.into()));
    }

    /// Writes whether a task of a list is done, in place of the mark that all parts of a list have: a letter, since no
    /// reader can change it, and text browsers show it, too.
    pub(super) fn mark_task(&mut self, is_done: bool) {
        let item = self.events.iter_mut().rev().take(2).find(|(event, _)| matches!(event, Event::Start(Tag::Item)));
        if let Some((event, _)) = item {
            *event = Event::Html("<li class=\"task\">".into());
        }
        self.push(Event::Text(if is_done { "☑ " } else { "☐ " }.into()));
    }

    pub(super) fn read_in_image(&mut self, event: &Event<'t>, range: Range<usize>) {
        if let Event::Text(words) | Event::Code(words) | Event::InlineHtml(words) = event {
            self.check_characters(words, &range);
        }
        let Some(image) = &mut self.image else { return };
        match event {
            Event::Start(Tag::Image { .. }) => image.depth += 1,
            Event::End(TagEnd::Image) if image.depth > 0 => image.depth -= 1,
            Event::End(TagEnd::Image) => {
                if let Some(image) = self.image.take() {
                    self.write_image(&image, range);
                }
            }
            Event::Text(words) | Event::Code(words) => image.words += words,
            Event::SoftBreak | Event::HardBreak => image.words.push(' '),
            _ => {}
        }
    }

    fn write_image(&mut self, image: &OpenImage<'t>, range: Range<usize>) {
        let OpenImage { words, address, title, .. } = image;
        let link = self.address(address, Way::Image(words), range.clone());
        if words.trim().is_empty() {
            let message = "this image has no words for those who do not see it";
            let hint =
                "write `![what it shows](board.png)`, or `<img src=\"board.png\" alt=\"\">` if it only decorates";
            self.flaws.push(Flaw::new(range, message, hint));
        }
        let (before, mut after) = ("<img src=\"".to_owned(), "\"".to_owned());
        raw_html::write_attribute("alt", words, &mut after);
        if !title.is_empty() {
            raw_html::write_attribute("title", title, &mut after);
        }
        raw_html::write_size(link.as_ref().and_then(|link| link.size), &mut after);
        after += " />";
        let (own, cut) = match link {
            Some(link) => (String::new(), Cut::Tag { link: link.number, address: before.len() }),
            None => (raw_html::escaped(&links::encode(address)), Cut::Html),
        };
        self.events.push((Event::InlineHtml((before + &own + &after).into()), cut));
    }
}
