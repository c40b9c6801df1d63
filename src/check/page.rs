//! What one page says: where it leads, what is in it, and what is wrong with it by itself.

use std::ops::Range;

use percent_encoding::percent_decode_str;
use rustc_hash::FxHashSet;
use xxhash_rust::xxh3::xxh3_64;

use super::fault::{Fault, Kind};
use super::paths::Target;
use super::seen::{Part, Seen};
use super::{Context, Role, play};
use crate::html::address::{Purpose, addresses};
use crate::html::guard::{self, FileKind};
use crate::html::style;
use crate::html::walk::{self, Attribute, Tag, walk};
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
    let mut reader =
        Reader { context, file, length: text.len(), buffers, seen: Seen::default(), page: Page::default() };
    if kind == FileKind::Style {
        reader.read_style(&text, 0);
    } else {
        walk(&text, |part| reader.take(part));
        reader.check_own_parts();
    }
    if let (Some(site), FileKind::Html) = (context.site, kind) {
        reader.check_whole(&site.role(context.paths.path(file)));
    }
    let mut seen = reader.seen;
    seen.faults.sort_by_key(|fault| fault.range.as_ref().map(|range| range.start));
    seen.untold = seen.faults.len().saturating_sub(MOST_OF_A_PAGE);
    seen.faults.truncate(MOST_OF_A_PAGE);
    seen.links.sort_unstable();
    seen.links.dedup();
    seen
}

/// What is known so far of a page as a whole.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is something that a page may lack")]
struct Page {
    has_doctype: bool,
    has_language: bool,
    has_charset: bool,
    has_title: bool,
    /// The element whose words come next, if it is one of those whose words count.
    open: Option<&'static str>,
    /// How many main parts are open.
    open_mains: usize,
    mains: Vec<Range<usize>>,
    headings: Vec<Range<usize>>,
}

struct Reader<'a, 'b> {
    context: &'a Context<'a>,
    file: FileId,
    /// How many bytes the file has.
    length: usize,
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
            walk::Part::End("main", _) => self.page.open_mains = self.page.open_mains.saturating_sub(1),
            walk::Part::End("title" | "style", _) => self.page.open = None,
            walk::Part::Text(text, range) if self.page.open == Some("style") => self.read_style(text, range.start),
            walk::Part::Text(text, _) if self.page.open == Some("title") => {
                self.page.has_title |= !text.trim().is_empty();
            }
            walk::Part::Doctype(name) => self.page.has_doctype |= name.eq_ignore_ascii_case("html"),
            walk::Part::End(..) | walk::Part::Text(..) | walk::Part::Flaw(_) => {}
        }
    }

    fn start(&mut self, tag: &Tag) {
        match tag.name.as_str() {
            "html" => self.page.has_language = tag.value("lang").is_some_and(|language| !language.trim().is_empty()),
            "meta" => {
                self.page.has_charset |= tag.value("charset").is_some_and(|name| name.eq_ignore_ascii_case("utf-8"));
            }
            "title" if !tag.closes_itself => self.page.open = Some("title"),
            "style" if !tag.closes_itself => self.page.open = Some("style"),
            "main" => {
                self.page.open_mains += 1;
                self.page.mains.push(tag.range.clone());
            }
            "h1" => self.page.headings.push(tag.range.clone()),
            "img" if self.context.site.is_some() && tag.value("alt").is_none() => {
                let hint = "say in `alt` what is to be seen, or write `alt=\"\"` if it says nothing";
                self.tell(Fault::new(Kind::Alt, "this image has no words in its place", hint).at(tag.range.clone()));
            }
            _ => {}
        }
        if !self.context.may_have_scripts
            && let Some(breach) = guard::breach(tag)
        {
            self.tell(Fault::breach(breach));
        }
        for attribute in &tag.attributes {
            match attribute.name.as_str() {
                "id" | "xml:id" => self.take_id(attribute),
                "name" if tag.name == "a" => self.seen.ids.push(xxh3_64(attribute.value.as_bytes())),
                _ => {}
            }
        }
        addresses(tag, |address, purpose, range| self.take_address(tag, address, purpose, range));
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
            Ok(Target::External) => {
                self.seen.external_count += 1;
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
            let is_back = tag.value("rel").is_some_and(|rel| rel.split_ascii_whitespace().any(|word| word == "prev"));
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
        for found in style::addresses(text) {
            // Words that are written with signs for characters are shorter than they are in the file.
            let end = (start + found.range.end).min(self.length);
            let range = (start + found.range.start).min(end)..end;
            let breach = guard::breach_of_address(&found.address, Purpose::Part, &range);
            if let Some(breach) = breach.filter(|_| !self.context.may_have_scripts) {
                self.tell(Fault::breach(breach));
            }
            self.take_address(&tag, &found.address, Purpose::Part, &range);
        }
    }

    /// Checks what a page of the site has to have as a whole.
    fn check_whole(&mut self, role: &Role) {
        let page = std::mem::take(&mut self.page);
        if *role == Role::Other {
            return;
        }
        for (is_there, kind, message, hint) in [
            (page.has_doctype, Kind::Doctype, "this page has no doctype", "begin it with `<!doctype html>`"),
            (page.has_language, Kind::Language, "this page does not say its language", "write `<html lang=\"en\">`"),
            (
                page.has_charset,
                Kind::Charset,
                "this page does not say its encoding",
                "write `<meta charset=\"utf-8\">` first in its `<head>`",
            ),
            (page.has_title, Kind::Title, "this page has no title", "write a `<title>` that tells it from others"),
        ] {
            if !is_there {
                self.tell(Fault::new(kind, message, hint));
            }
        }
        let main = "put what the page is about into one `<main>`, and what leads on beside it";
        self.check_one(Kind::Main, "main", &page.mains, main);
        let heading = "give the page one `<h1>`, and let parts of it have `<h2>` and further ones";
        self.check_one(Kind::Heading, "h1", &page.headings, heading);
        if let Role::Play(leads) = role {
            let faults = play::compare(self.context, leads, &self.buffers.main_links);
            self.seen.is_play = true;
            self.seen.move_count = leads.len();
            for fault in faults {
                self.tell(fault);
            }
        }
    }

    /// Checks that the page has one element of a kind, of which these were found.
    fn check_one(&mut self, kind: Kind, element: &str, found: &[Range<usize>], hint: &str) {
        match found {
            [_] => {}
            [] => self.tell(Fault::new(kind, format!("this page has no `<{element}>`"), hint)),
            [_, second, ..] => {
                let message = format!("this page has more than one `<{element}>`");
                self.tell(Fault::new(kind, message, hint).at(second.clone()));
            }
        }
    }
}
