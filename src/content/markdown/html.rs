//! HTML in Markdown: read as browsers read it, checked, and written anew.

use std::ops::Range;

use pulldown_cmark::Event;

use super::chunk::Chunk;
use super::pieces::Cut;
use super::{Reader, SiteLink, Way};
use crate::content::raw_html;
use crate::content::structure::{Flaw, Writer};
use crate::html::elements;
use crate::html::tokens::{Token, tokens};
use crate::html::walk::Tag as Element;

impl<L: FnMut(&str, Way<'_>, Range<usize>) -> Option<SiteLink>, B: FnMut(&str, Range<usize>)> Reader<'_, L, B> {
    pub(super) fn read_html(&mut self, chunk: &Chunk) {
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
        self.read_id(tag, chunk);
        let link = raw_html::link(tag).and_then(|link| {
            let way = if tag.name == "img" { Way::Image(raw_html::words(tag)) } else { Way::Link };
            self.refer_to(&link.value, way, chunk.place(&link.range))
        });
        let size = link.as_ref().and_then(|link| link.size);
        let (mut html, address) = raw_html::write_tag(tag, link.is_some(), size);
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

    /// Notes the name of an element, by which links can lead to it.
    fn read_id(&mut self, tag: &Element, chunk: &Chunk) {
        if let Some(id) = tag.attributes.iter().find(|attribute| attribute.name == "id") {
            let added = self.parts.add(&id.value, chunk.place(&id.range));
            self.flaws.extend(added.err());
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

    pub(super) fn set_link(&mut self, element: &str, link: usize) {
        if let Some(structure) = &mut self.structure {
            structure.set_link(element, link);
        }
    }
}
