//! The HTML of a text, read as browsers read it: its links, images, headings and names of parts. What an author wrote
//! is checked and written anew, so that nobody finds other tags in it than those that were checked.

use std::ops::Range;

use super::allowed;
use super::events::{BOARD_ELEMENT, Events, Html};
use super::flaws::Flaws;
use super::footnotes::NOTES;
use super::part_names::PartNames;
use super::placed::Writer;
use super::text::Text;
use crate::content::body::{Body, Heading, Piece, Reference, escaped};
use crate::content::images::Size;
use crate::content::links::{self, LinkTarget};
use crate::diagnostic::{MOST_TOLD, did_you_mean};
use crate::html::elements;
use crate::html::walk::{Attribute, Part, Tag, walk};

/// How deep elements may stand in each other: the minifier goes down by recursion.
const DEEPEST: usize = 50;

/// An element that is open. Each has to be closed where it was opened, so that a text cannot end what a page has around
/// it.
struct Open {
    name: String,
    writer: Writer,
    range: Range<usize>,
    /// The number of the link that it is, if it leads to a place of the site.
    link: Option<usize>,
}

/// A heading whose name may not be known yet.
struct OpenHeading {
    /// The piece that is its tag.
    piece: usize,
    name: Option<String>,
    is_of_second_level: bool,
    words: String,
}

/// Reads HTML tag by tag.
pub(super) struct Tags<'a, 'f> {
    text: &'a Text<'a>,
    flaws: &'a mut Flaws<'f>,
    made: &'a Html,
    body: Body,
    /// The elements that are open, the innermost last; nothing once one is in the wrong place.
    open: Option<Vec<Open>>,
    names: PartNames,
    /// The links that lead to parts of the text itself.
    own_links: Vec<(String, Range<usize>)>,
    /// The headings outside of footnotes.
    headings: Vec<OpenHeading>,
    is_heading: bool,
    /// Whether the footnotes have begun.
    is_noted: bool,
}

impl<'f> Tags<'_, 'f> {
    pub(super) fn read(text: &Text<'_>, mut events: Events<'_>, flaws: &mut Flaws<'f>) -> Body {
        let body = Body { boards: std::mem::take(&mut events.boards), ..Body::default() };
        let made = events.write();
        let mut tags = Tags {
            text,
            flaws,
            made: &made,
            body,
            open: Some(Vec::new()),
            names: PartNames::default(),
            own_links: Vec::new(),
            headings: Vec::new(),
            is_heading: false,
            is_noted: false,
        };
        for (writer, range) in made.stretches() {
            walk(&made.markup[range.clone()], |part| tags.take(part, writer, range.start));
        }
        tags.finish()
    }

    /// Takes a part of a stretch of HTML that begins at `start`.
    fn take(&mut self, part: Part<'_>, writer: Writer, start: usize) {
        let made = self.made;
        let whole = |range: &Range<usize>| range.start + start..range.end + start;
        let place = |range: &Range<usize>| made.place(&whole(range));
        match part {
            Part::Start(tag) => self.start(tag, writer, &place, &made.markup[whole(&tag.range)]),
            Part::End(name, range) => self.end(name, writer, &place(&range), &made.markup[whole(&range)]),
            Part::Text(words, range) => {
                if self.is_heading
                    && let Some(heading) = self.headings.last_mut()
                {
                    heading.words += words;
                }
                if writer == Writer::Author {
                    self.flaws.check_characters(words, &place(&range));
                }
                match writer {
                    Writer::Author if !self.text.is_free => self.push(&escaped(words)),
                    _ => self.push(&made.markup[whole(&range)]),
                }
            }
            Part::Doctype(_) => self.flaws.add_misread(&place(&(0..1))),
            Part::Flaw(range) => self.flaws.add_misread(&place(&range)),
        }
    }

    /// Adds HTML that is the same on every page.
    fn push(&mut self, html: &str) {
        match self.body.pieces.last_mut() {
            Some(Piece::Html(last)) => *last += html,
            _ => self.body.pieces.push(Piece::Html(html.to_owned())),
        }
    }

    fn start(&mut self, tag: &Tag, writer: Writer, place: &impl Fn(&Range<usize>) -> Range<usize>, written: &str) {
        let range = place(&tag.range);
        match writer {
            Writer::Author => allowed::check(tag, self.text.is_free, place, self.flaws),
            Writer::Markdown if tag.name == BOARD_ELEMENT => return self.body.pieces.push(Piece::Board),
            Writer::Markdown => self.check_image(tag, &range),
        }
        self.is_noted |= writer == Writer::Markdown && tag.value("class") == Some(NOTES);
        self.body.has_links |= tag.name == "a";
        if let Some(id) = tag.attribute("id")
            && !self.names.known.insert(id.value.clone())
        {
            let message = format!("there are two parts with the name `{}`", id.value);
            self.flaws.add(&place(&id.range), message, "give each part of a page a name of its own");
        }
        let link = self.link(tag, place);
        if !tag.closes_itself && !elements::is_void(&tag.name) {
            self.push_open(Open { name: tag.name.clone(), writer, range, link });
        }
        if writer == Writer::Markdown && is_heading(&tag.name) && !self.is_noted {
            self.start_heading(tag, written);
        } else if let Some(link) = link {
            let (before, after) = write_tag(tag, true, self.size_of(link));
            self.body.pieces.push(Piece::Tag { link, before, after });
        } else if writer == Writer::Markdown || self.text.is_free {
            self.push(written);
        } else {
            self.push(&write_tag(tag, false, None).0);
        }
    }

    fn push_open(&mut self, element: Open) {
        let Some(open) = &mut self.open else { return };
        if open.len() == DEEPEST {
            self.flaws.add(&element.range, "this text nests too deeply", "put fewer things into each other");
            self.open = None;
        } else {
            open.push(element);
        }
    }

    /// Checks that an image of Markdown has words. Who writes HTML knows what an empty `alt` is for.
    fn check_image(&mut self, tag: &Tag, range: &Range<usize>) {
        if tag.name == "img" && tag.value("alt").is_none_or(|words| words.trim().is_empty()) {
            let message = "this image has no words for those who do not see it";
            let hint =
                "write `![what it shows](board.png)`, or `<img src=\"board.png\" alt=\"\">` if it only decorates";
            self.flaws.add(range, message, hint);
        }
    }

    /// Returns the number of what a tag refers to, if that is a place of the site.
    fn link(&mut self, tag: &Tag, place: &impl Fn(&Range<usize>) -> Range<usize>) -> Option<usize> {
        let Attribute { value: address, range, .. } = tag.attributes.iter().find(|attribute| is_link(attribute))?;
        let range = place(range);
        if address.starts_with('#') {
            self.own_links.push((links::part(address).unwrap_or_default(), range));
            return None;
        }
        let LinkTarget { path, suffix } = links::resolve(self.text.path, address)?;
        let image = (tag.name == "img").then(|| tag.value("alt").unwrap_or_default().to_owned());
        self.body.links.push(Reference { path: self.text.located(path, &range), suffix, image });
        Some(self.body.links.len() - 1)
    }

    fn size_of(&self, link: usize) -> Option<Size> {
        let Reference { path, image, .. } = &self.body.links[link];
        image.as_ref().and_then(|_| self.text.images.size(&path.value))
    }

    /// Begins a heading. One without a name of its own gets one when all of these are known.
    fn start_heading(&mut self, tag: &Tag, written: &str) {
        let (piece, name) = (self.body.pieces.len(), tag.value("id").map(str::to_owned));
        self.body.pieces.extend([Piece::Html(written.to_owned()), Piece::Html(String::new())]);
        let is_of_second_level = tag.name == "h2";
        self.headings.push(OpenHeading { piece, name, is_of_second_level, words: String::new() });
        self.is_heading = true;
    }

    fn end(&mut self, name: &str, writer: Writer, range: &Range<usize>, written: &str) {
        self.is_heading &= !is_heading(name);
        let link = self.close(name, writer, range);
        match link {
            Some(link) => self.body.pieces.push(Piece::EndTag { tag: written.to_owned(), link }),
            None if writer == Writer::Markdown || self.text.is_free => self.push(written),
            None => self.push(&format!("</{name}>")),
        }
    }

    /// Closes an element, and returns the number of the link that it was. Once something is in the wrong place, nothing
    /// after it says more.
    fn close(&mut self, name: &str, writer: Writer, range: &Range<usize>) -> Option<usize> {
        let mut open = self.open.take()?;
        match open.pop() {
            Some(last) if last.name == name && last.writer == writer => {
                self.open = Some(open);
                return last.link;
            }
            Some(last) if last.writer == Writer::Author => {
                self.add_not_closed(&last, "the paragraph, item or element");
            }
            _ => {
                let hint = "elements are closed in the order opposite to that in which they were opened";
                self.flaws.add(range, format!("`</{name}>` closes nothing"), hint);
            }
        }
        None
    }

    fn add_not_closed(&mut self, Open { name, range, .. }: &Open, outer: &str) {
        self.flaws.add(range, format!("`<{name}>` is not closed"), format!("write `</{name}>` before {outer} ends"));
    }

    /// Adds what is known only at the end of the text: the names of headings, and which links lead nowhere.
    fn finish(mut self) -> Body {
        if let Some(last) = self.open.take().and_then(|mut open| open.pop()) {
            self.add_not_closed(&last, "the text");
        }
        for OpenHeading { piece, name, is_of_second_level, words } in std::mem::take(&mut self.headings) {
            let id = name.clone().unwrap_or_else(|| self.names.add_heading(&words));
            if let (None, Piece::Html(tag)) = (name, &mut self.body.pieces[piece]) {
                let at = tag.find('<').map_or(0, |start| start + "<h1".len());
                tag.insert_str(at, &format!(" id=\"{id}\""));
            }
            if is_of_second_level {
                self.body.headings.push(Heading { id, title: words });
            }
        }
        let names = &self.names.known;
        let unknown = self.own_links.iter().filter(|(part, _)| !names.contains(part));
        for (number, (part, place)) in unknown.enumerate() {
            let is_told = number < MOST_TOLD;
            let hint = if is_told { did_you_mean(part, names.iter().map(String::as_str)) } else { String::new() };
            self.flaws.add(place, format!("this page has no part `{part}`"), hint);
        }
        Body { ids: self.names.known, ..self.body }
    }
}

fn is_heading(name: &str) -> bool {
    matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6")
}

fn is_link(attribute: &Attribute) -> bool {
    ["href", "src"].contains(&attribute.name.as_str())
}

/// Returns a tag as pages have it. Where it leads is left out of an open one: what stands before that and what stands
/// after it are apart. An image that says nothing of its size gets it.
fn write_tag(tag: &Tag, is_open: bool, size: Option<Size>) -> (String, String) {
    let mut before = None;
    let mut html = format!("<{}", tag.name);
    for attribute in &tag.attributes {
        if is_open && before.is_none() && is_link(attribute) {
            before = Some(std::mem::take(&mut html) + " " + &attribute.name + "=\"");
            html += "\"";
        } else {
            write_attribute(&attribute.name, &attribute.value, &mut html);
        }
    }
    let sizes = ["width", "height"];
    if let Some((width, height)) = size.filter(|_| !sizes.iter().any(|name| tag.attribute(name).is_some())) {
        write_attribute("width", &width.to_string(), &mut html);
        write_attribute("height", &height.to_string(), &mut html);
    }
    html += if elements::is_void(&tag.name) { " />" } else { ">" };
    if tag.closes_itself && !elements::is_void(&tag.name) {
        html.extend(["</", &tag.name, ">"]);
    }
    match before {
        Some(before) => (before, html),
        None => (html, String::new()),
    }
}

/// Writes an attribute, and a blank before it.
fn write_attribute(name: &str, value: &str, html: &mut String) {
    html.extend([" ", name, "=\"", &escaped(value), "\""]);
}
