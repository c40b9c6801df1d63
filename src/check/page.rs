//! What one page says: where it leads, what is in it, and what is wrong with it by itself.

use std::ops::Range;

use percent_encoding::percent_decode_str;
use rustc_hash::FxHashSet;
use xxhash_rust::xxh3::xxh3_64;

use super::fault::{Fault, Kind};
use super::paths::Target;
use super::play;
use super::purpose::{Purpose, names_utf8, purpose};
use super::seen::{Part, Seen};
use super::srcset::candidates;
use super::{Context, FileKind, Role, stylesheet};
use crate::html::elements::activity;
use crate::html::tokens::{Attribute, Tag};
use crate::html::walk::{self, walk};
use crate::output::FileId;

/// How many faults of one page are told.
const MOST_OF_A_PAGE: usize = 100;

/// A link in the main part of a page.
#[derive(Debug)]
pub(super) struct MainLink {
    /// The file, if it leads to one of the site.
    pub(super) to: Option<FileId>,
    /// Whether it says that it leads back.
    pub(super) is_back: bool,
    pub(super) range: Range<usize>,
}

/// What a thread uses again from page to page.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    path: String,
    main_links: Vec<MainLink>,
    ids: FxHashSet<u64>,
    /// The parts of the page itself that its links name.
    own_parts: Vec<Part>,
}

/// Reads a page, a drawing or a stylesheet.
pub(super) fn read(context: &Context<'_>, file: FileId, kind: FileKind, bytes: &[u8], buffers: &mut Buffers) -> Seen {
    let text = String::from_utf8_lossy(bytes);
    buffers.main_links.clear();
    buffers.ids.clear();
    buffers.own_parts.clear();
    let mut reader = Reader { context, file, kind, text: &text, buffers, seen: Seen::default(), page: Page::default() };
    if kind == FileKind::Style {
        reader.read_style(&text, 0);
    } else {
        walk(&text, |part| reader.take(part));
        reader.check_own_parts();
    }
    if kind.is_page() {
        if let Err(error) = std::str::from_utf8(bytes) {
            let at = error.valid_up_to();
            let hint = "save the page as UTF-8, which is what every page of a site is read as";
            reader.tell(Fault::new(Kind::Charset, "this page is not UTF-8", hint).at(at..at));
        }
        reader.check_whole();
    }
    let mut seen = reader.seen;
    seen.faults.sort_by_key(|fault| fault.range.as_ref().map(|range| range.start));
    seen.untold = seen.faults.len().saturating_sub(MOST_OF_A_PAGE);
    seen.faults.truncate(MOST_OF_A_PAGE);
    seen.links.sort_unstable();
    seen.links.dedup();
    seen
}

/// What words of a page are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Words {
    #[default]
    Text,
    Title,
    Style,
}

/// What is known so far of a page as a whole.
#[derive(Debug, Default)]
struct Page {
    has_doctype: bool,
    has_language: bool,
    has_charset: bool,
    title: Option<String>,
    /// What the words are that come next.
    words: Words,
    /// How many main parts are open.
    open_mains: usize,
    mains: Vec<Range<usize>>,
    headings: Vec<Range<usize>>,
}

struct Reader<'a, 'b> {
    context: &'a Context<'a>,
    file: FileId,
    kind: FileKind,
    text: &'a str,
    buffers: &'b mut Buffers,
    seen: Seen,
    page: Page,
}

impl Reader<'_, '_> {
    fn tell(&mut self, fault: Fault) {
        self.seen.faults.push(fault.of(self.file));
    }

    fn take(&mut self, part: walk::Part<'_>) {
        match part {
            walk::Part::Start(tag) => self.start(tag),
            walk::Part::End("main") => self.page.open_mains = self.page.open_mains.saturating_sub(1),
            walk::Part::End("title" | "style") => self.page.words = Words::Text,
            walk::Part::Text(text, range) if self.page.words == Words::Style => self.read_style(text, range.start),
            walk::Part::Text(text, _) if self.page.words == Words::Title => {
                self.page.title.get_or_insert_default().push_str(text);
            }
            walk::Part::Doctype(name) => self.page.has_doctype |= name.eq_ignore_ascii_case("html"),
            walk::Part::End(_) | walk::Part::Text(..) => {}
        }
    }

    fn start(&mut self, tag: &Tag) {
        let value = |name: &str| tag.attributes.iter().find(|attribute| attribute.name == name);
        let is_written = |attribute: Option<&Attribute>| attribute.is_some_and(|found| !found.value.trim().is_empty());
        match tag.name.as_str() {
            "html" => self.page.has_language = is_written(value("lang")) || is_written(value("xml:lang")),
            "meta" => self.page.has_charset |= names_utf8(tag),
            // Drawings have titles, too, and come later.
            "title" if self.page.title.is_none() && !tag.closes_itself => self.page.words = Words::Title,
            "style" if !tag.closes_itself => self.page.words = Words::Style,
            "main" => {
                self.page.open_mains += 1;
                self.page.mains.push(tag.range.clone());
            }
            "h1" => self.page.headings.push(tag.range.clone()),
            "img" if value("alt").is_none() => {
                let hint = "say in `alt` what is to be seen, or write `alt=\"\"` if it says nothing";
                self.tell(Fault::new(Kind::Alt, "this image has no words in its place", hint).at(tag.range.clone()));
            }
            _ => {}
        }
        if !self.context.may_have_scripts {
            self.check_activity(tag);
        }
        for attribute in &tag.attributes {
            match attribute.name.as_str() {
                "id" | "xml:id" => self.take_id(attribute),
                "name" if tag.name == "a" => self.seen.ids.push(xxh3_64(attribute.value.as_bytes())),
                "style" | "fill" | "stroke" | "filter" | "mask" | "clip-path" | "cursor" | "marker-start"
                | "marker-mid" | "marker-end" => {
                    if attribute.value.contains('(') {
                        self.read_style_attribute(attribute);
                    }
                }
                "srcset" | "imagesrcset" => {
                    for candidate in candidates(&attribute.value) {
                        self.take_address(tag, candidate, Purpose::Part, &attribute.range);
                    }
                }
                name => {
                    if let Some(purpose) = purpose(tag, name, &attribute.value) {
                        self.take_address(tag, &attribute.value, purpose, &attribute.range);
                    }
                }
            }
        }
    }

    fn check_activity(&mut self, tag: &Tag) {
        if let Some(activity) = activity(tag) {
            let hint = "a page runs nothing, shows no document of others and sends nothing: leave it out";
            let message = format!("a page can have no {activity}");
            self.tell(Fault::new(Kind::Script, message, hint).at(tag.range.clone()));
        }
    }

    fn take_id(&mut self, attribute: &Attribute) {
        let id = xxh3_64(attribute.value.as_bytes());
        if self.buffers.ids.insert(id) {
            self.seen.ids.push(id);
        } else {
            let message = format!("two elements of the page have the id `{}`", attribute.value);
            let hint = "give each an id of its own: a link leads to the first of them";
            self.tell(Fault::new(Kind::DuplicateId, message, hint).at(attribute.range.clone()));
        }
    }

    /// Notes what an address leads to.
    fn take_address(&mut self, tag: &Tag, address: &str, purpose: Purpose, range: &Range<usize>) {
        let is_move = purpose == Purpose::Link && self.page.open_mains > 0;
        let target = self.context.resolver.resolve(self.file, address, &mut self.buffers.path);
        let to = match target {
            Ok(Target::File(to, part)) => {
                self.context.refer(to);
                if purpose == Purpose::Link {
                    self.seen.links.push(to);
                    self.seen.link_count += 1;
                }
                if let Some(part) = part {
                    self.take_part(to, &part, range);
                }
                Some(to)
            }
            Ok(Target::External { is_plain }) => {
                self.seen.external_count += 1;
                let is_encrypted = self.context.resolver.base.is_some_and(|base| base.is_encrypted);
                if is_plain && is_encrypted && purpose == Purpose::Part {
                    let message = format!("`{address}` is asked for without encryption, by a page that is encrypted");
                    let hint = "begin the address with `https:`, or put a copy of the file into the site";
                    self.tell(Fault::new(Kind::MixedContent, message, hint).warning().at(range.clone()));
                }
                None
            }
            Ok(Target::Nothing | Target::LeftOut) => None,
            Err(fault) => {
                // What is meant can be reached by who has a disk that does not care.
                if let Some(meant) = fault.meant {
                    self.context.refer(meant);
                    self.seen.links.extend(Some(meant).filter(|_| purpose == Purpose::Link));
                }
                self.tell(fault.at(range.clone()));
                None
            }
        };
        if is_move {
            let prev = |attribute: &Attribute| {
                attribute.name == "rel" && attribute.value.split_ascii_whitespace().any(|word| word == "prev")
            };
            let is_back = tag.attributes.iter().any(prev);
            self.buffers.main_links.push(MainLink { to, is_back, range: range.clone() });
        }
    }

    /// Notes that a link leads to a part of a file.
    fn take_part(&mut self, to: FileId, name: &str, range: &Range<usize>) {
        // What follows this sign are words to look for.
        let name = name.split(":~:").next().unwrap_or_default();
        let has_parts = self.context.kinds[to.index()].has_parts();
        // Every page has a top, and drawings can be shown in part by numbers.
        if name.is_empty() || name.eq_ignore_ascii_case("top") || name.contains('(') || !has_parts {
            return;
        }
        let decoded = percent_decode_str(name).decode_utf8_lossy();
        let hashes = [xxh3_64(name.as_bytes()), xxh3_64(decoded.as_bytes())];
        let part = Part { to, hashes, name: decoded.into_owned(), range: range.clone() };
        if to == self.file { self.buffers.own_parts.push(part) } else { self.seen.parts.push(part) }
    }

    /// Checks that the page has the parts that its own links name.
    fn check_own_parts(&mut self) {
        if self.buffers.own_parts.is_empty() {
            return;
        }
        let named: FxHashSet<u64> = self.seen.ids.iter().copied().collect();
        for part in std::mem::take(&mut self.buffers.own_parts) {
            if !part.hashes.iter().any(|hash| named.contains(hash)) {
                self.tell(part.missing(self.context.paths.path(self.file)));
            }
        }
    }

    fn read_style(&mut self, text: &str, start: usize) {
        let tag = Tag::default();
        for found in stylesheet::addresses(text) {
            // Words that are written with signs for characters are shorter than they are in the file.
            let end = (start + found.range.end).min(self.text.len());
            self.take_style_address(&tag, &found.address, &((start + found.range.start).min(end)..end));
        }
    }

    fn read_style_attribute(&mut self, attribute: &Attribute) {
        let tag = Tag::default();
        for found in stylesheet::addresses(&attribute.value) {
            self.take_style_address(&tag, &found.address, &attribute.range);
        }
    }

    fn take_style_address(&mut self, tag: &Tag, address: &str, range: &Range<usize>) {
        // A part of the document that has the style, which is not known here.
        if !address.starts_with('#') {
            self.take_address(tag, address, Purpose::Part, range);
        }
    }

    /// Checks what a page has to have as a whole.
    fn check_whole(&mut self) {
        let role = self.context.role(self.file);
        let page = std::mem::take(&mut self.page);
        let is_html = self.kind == FileKind::Html;
        let lacks = |fault, message: &str, hint: &str| Fault::new(fault, message, hint);
        if is_html && !page.has_doctype {
            self.tell(lacks(Kind::Doctype, "this page has no doctype", "begin it with `<!doctype html>`"));
        }
        if !page.has_language {
            self.tell(lacks(Kind::Language, "this page does not say its language", "write `<html lang=\"en\">`"));
        }
        if is_html && !page.has_charset && !self.text.starts_with('\u{feff}') {
            let hint = "write `<meta charset=\"utf-8\">` first in its `<head>`";
            self.tell(lacks(Kind::Charset, "this page does not say its encoding", hint));
        }
        match page.title.as_deref().map(str::trim) {
            None | Some("") => {
                let hint = "write a `<title>` that tells it from others";
                self.tell(lacks(Kind::Title, "this page has no title", hint));
            }
            Some(title) => self.seen.title = Some(xxh3_64(title.as_bytes())),
        }
        if self.context.is_website() && role != Role::Other {
            self.check_outline(&page, is_html);
        }
        match role {
            Role::Play(leads) => {
                let legal = play::compare(self.context, &leads, &self.buffers.main_links);
                self.seen.is_play = true;
                self.seen.move_count = leads.len();
                for fault in legal {
                    self.tell(fault);
                }
            }
            Role::Words { copy } => self.seen.copy = Some(copy),
            Role::Other => {}
        }
    }

    /// Checks that a page has one main part and one heading of the first level.
    fn check_outline(&mut self, page: &Page, is_html: bool) {
        let main = "put what the page is about into one `<main>`, and what leads on beside it";
        let heading = "give the page one `<h1>`, and let parts of it have `<h2>` and further ones";
        for (kind, element, found, hint) in
            [(Kind::Main, "main", &page.mains, main), (Kind::Heading, "h1", &page.headings, heading)]
        {
            let fault = match &found[..] {
                [_] => continue,
                [] => {
                    let fault = Fault::new(kind, format!("this page has no `<{element}>`"), hint);
                    // Others than this program make pages that are whole without.
                    if self.context.site.is_none() || !is_html { fault.warning() } else { fault }
                }
                [_, second, ..] => {
                    Fault::new(kind, format!("this page has more than one `<{element}>`"), hint).at(second.clone())
                }
            };
            self.tell(fault);
        }
    }
}
