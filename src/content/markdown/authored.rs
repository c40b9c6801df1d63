//! The author's HTML: parses it as browsers do, checks it, and rewrites it.

use std::ops::Range;

use super::draft::{Draft, Open, is_link, write_tag};
use crate::content::body::{Insert, escaped};
use crate::ground::html::elements;
use crate::ground::html::walk::{Attribute, Part, Tag, walk};

const ALLOW_ALL: &str = "to allow all HTML in texts, add `raw_html = true` to content/site.toml";

#[derive(Default)]
pub(super) struct Markup {
    text: String,
    /// The start of each line, as offsets in the HTML and in the text.
    lines: Vec<(usize, usize)>,
}

impl Markup {
    pub(super) fn of(text: &str, start: usize) -> Self {
        Self { text: text.to_owned(), lines: vec![(0, start)] }
    }

    pub(super) fn add(&mut self, line: &str, start: usize) {
        self.lines.push((self.text.len(), start));
        self.text += line;
    }

    /// Maps a range of the HTML to the text.
    fn place(&self, range: &Range<usize>) -> Range<usize> {
        let line = |at: usize| self.lines[self.lines.partition_point(|line| line.0 <= at).saturating_sub(1)];
        let (first, last) = (line(range.start), line(range.end.saturating_sub(1).max(range.start)));
        first.1 + range.start - first.0..last.1 + range.end - last.0
    }
}

impl Draft<'_> {
    /// Checks the author's HTML, and returns it in the form for the page.
    pub(super) fn read_markup(&mut self, markup: &Markup) -> String {
        let mut html = String::new();
        walk(&markup.text, |part| match part {
            Part::Start(tag) => html += &self.start_tag(tag, markup),
            Part::End(name, range) => html += &self.end_tag(name, &range, markup),
            Part::Text(words, range) => {
                self.check_characters(words, &markup.place(&range));
                html += &if self.document.rules.raw_html { markup.text[range].to_owned() } else { escaped(words) };
            }
            Part::Flaw(range) => self.add_misread(&markup.place(&range)),
        });
        html
    }

    fn start_tag(&mut self, tag: &Tag, markup: &Markup) -> String {
        let range = markup.place(&tag.range);
        self.check_tag(tag, &range, markup);
        if tag.name == "a" {
            self.first_link.get_or_insert_with(|| range.clone());
        }
        if let Some(id) = tag.attribute("id") {
            self.add_name(&id.value, &markup.place(&id.range));
        }
        let address = tag.attributes.iter().find(|attribute| is_link(attribute));
        let words = (tag.name == "img").then(|| tag.value("alt").unwrap_or_default());
        let link = address.and_then(|link| self.refer(&link.value, words, &markup.place(&link.range)));
        if !tag.closes_itself && !elements::VOID.contains(&&*tag.name) {
            self.push_open(Open { name: Some(tag.name.clone()), range, link });
        }
        match link {
            Some(link) => self.insert_tag(tag, link),
            None if self.document.rules.raw_html => markup.text[tag.range.clone()].to_owned(),
            None => write_tag(tag, false, None),
        }
    }

    fn check_tag(&mut self, Tag { name, attributes, .. }: &Tag, range: &Range<usize>, markup: &Markup) {
        let is_free = self.document.rules.raw_html;
        let is_of_documents = elements::OF_DOCUMENTS.contains(&&**name);
        if is_of_documents || !(is_free || elements::ALLOWED.contains(&&**name)) {
            let hint = match &**name {
                _ if is_of_documents => "remove it: the theme writes the elements around a text",
                "iframe" | "frame" | "object" | "embed" => {
                    "write a `board` block to show a position of this site, or a link to another site"
                }
                _ => ALLOW_ALL,
            };
            return self.flaw(range, format!("texts cannot contain `<{name}>`"), hint);
        }
        for Attribute { name: attribute, value, range } in attributes {
            let range = markup.place(range);
            self.check_characters(value, &range);
            if !is_free && !elements::ALLOWED_ATTRIBUTES.contains(&&**attribute) {
                self.flaw(&range, format!("`<{name}>` in a text cannot have the attribute `{attribute}`"), ALLOW_ALL);
            } else if ["cite", "href", "src"].contains(&&**attribute) {
                self.check_address(value, attribute == "src", &range);
            }
        }
    }

    fn end_tag(&mut self, name: &str, range: &Range<usize>, markup: &Markup) -> String {
        let tag =
            if self.document.rules.raw_html { markup.text[range.clone()].to_owned() } else { format!("</{name}>") };
        match self.close(Some(name), &markup.place(range)) {
            Some(link) => self.insert(Insert::EndTag { link, tag }),
            None => tag,
        }
    }

    fn add_misread(&mut self, range: &Range<usize>) {
        let hint = "write each attribute once, as `name=\"value\"`; close tags with `>`, quotes with a quote, and \
                    comments with `-->` before the next empty line; write `&lt;` for the character `<`";
        self.flaw(range, "this HTML is not well-formed", hint);
    }
}
