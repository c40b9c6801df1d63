//! HTML in Markdown: read as browsers read it, checked, and written anew.

use std::ops::Range;

use pulldown_cmark::Event;

use super::chunk::Chunk;
use super::pieces::Cut;
use super::{Reader, SiteLink, Way};
use crate::content::raw_html;
use crate::content::structure::{Flaw, Writer};
use crate::html::walk::{Part, Tag as Element, walk};

impl<L: FnMut(&str, Way<'_>, Range<usize>) -> Option<SiteLink>, B: FnMut(&str, Range<usize>)> Reader<'_, L, B> {
    pub(super) fn read_html(&mut self, chunk: &Chunk) {
        walk(&chunk.source, |part| match part {
            Part::Start(tag) => self.read_tag(tag, chunk),
            Part::End(name, range) => {
                let place = chunk.place(&range);
                let link = self.structural(|structure| structure.end(name, Writer::Author, place)).flatten();
                let cut = link.map_or(Cut::Html, |link| Cut::EndTag { link });
                let html = if self.is_free { chunk.source[range].to_owned() } else { format!("</{name}>") };
                self.events.push((Event::Html(html.into()), cut));
            }
            Part::Text(words, range) => {
                self.check_characters(words, &chunk.place(&range));
                let event = if self.is_free {
                    Event::Html(chunk.source[range].to_owned().into())
                } else {
                    Event::Text(words.to_owned().into())
                };
                self.events.push((event, Cut::Html));
            }
            Part::Doctype(_) => self.flaws.push(raw_html::misread(chunk.place(&(0..chunk.source.len())))),
            Part::Flaw(range) => self.flaws.push(raw_html::misread(chunk.place(&range))),
        });
    }

    fn read_tag(&mut self, tag: &Element, chunk: &Chunk) {
        let flaws = raw_html::flaws(tag, self.is_free);
        self.flaws.extend(flaws.into_iter().map(|flaw| Flaw { range: chunk.place(&flaw.range), ..flaw }));
        self.has_links |= tag.name == "a";
        let is_open = !tag.closes_itself;
        if is_open {
            self.open_element(&tag.name, Writer::Author, chunk.place(&tag.range));
        }
        self.read_id(tag, chunk);
        let link = raw_html::link(tag).and_then(|link| {
            let way = if tag.name == "img" { Way::Image(raw_html::words(tag)) } else { Way::Link };
            self.refer_to(&link.value, way, chunk.place(&link.range))
        });
        let size = link.as_ref().and_then(|link| link.size);
        let (mut html, address) = raw_html::write_tag(tag, link.is_some(), size);
        let mut cut = Cut::Html;
        if let Some(SiteLink { number, .. }) = link {
            if is_open {
                self.set_link(&tag.name, number);
            }
            cut = Cut::Tag { link: number, address };
        } else if self.is_free {
            chunk.source[tag.range.clone()].clone_into(&mut html);
        }
        self.events.push((Event::Html(html.into()), cut));
    }

    /// Notes the name of an element, by which links can lead to it.
    fn read_id(&mut self, tag: &Element, chunk: &Chunk) {
        if let Some(id) = tag.attribute("id") {
            let added = self.parts.add(&id.value, chunk.place(&id.range));
            self.flaws.extend(added.err());
        }
    }

    pub(super) fn open_element(&mut self, name: &str, writer: Writer, range: Range<usize>) {
        if let Some(structure) = &mut self.structure {
            structure.start(name, writer, range);
        }
    }

    pub(super) fn set_link(&mut self, element: &str, link: usize) {
        if let Some(structure) = &mut self.structure {
            structure.set_link(element, link);
        }
    }
}
