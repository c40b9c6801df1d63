//! What one file says: where it leads, what is in it, and what is wrong with it by itself.

use std::ops::Range;

use percent_encoding::percent_decode_str;
use rustc_hash::FxHashSet;
use xxhash_rust::xxh3::xxh3_64;

use super::fault::{Fault, Kind};
use super::paths::{Resolver, Target};
use super::play::{self, MainLink};
use super::subject::Subject;
use crate::html::address::{Purpose, addresses};
use crate::html::guard::{self, FileKind};
use crate::html::style;
use crate::html::walk::{self, Attribute, Tag, walk};
use crate::output::FileId;

/// How many faults of one page are told.
const MOST_OF_A_PAGE: usize = 100;

/// What is kept of a file while a site is proven: numbers, and what is wrong.
#[derive(Debug, Default)]
pub(super) struct FileReport {
    /// How long it is.
    pub(super) bytes: u64,
    /// The files that its links lead to, each once.
    pub(super) links: Vec<FileId>,
    /// The files that it makes browsers load, or names, each once.
    pub(super) loads: Vec<FileId>,
    /// How many links there are to files of the site.
    pub(super) link_count: usize,
    /// How many addresses lead elsewhere.
    pub(super) external_count: usize,
    /// The hashes of the names of its parts in ascending order.
    pub(super) ids: Vec<u64>,
    /// The parts of files that it leads to.
    pub(super) parts: Vec<Part>,
    /// How many moves it is to have, if it is the page of a position.
    pub(super) moves: Option<usize>,
    /// What is wrong with it.
    pub(super) faults: Vec<Fault>,
    /// How much more is.
    pub(super) untold: usize,
}

impl FileReport {
    /// Returns the report of a file that could not be read.
    pub(super) fn of_fault(fault: Fault) -> Self {
        Self { faults: vec![fault], ..Self::default() }
    }
}

/// A part of a file that a link names.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) to: FileId,
    /// The hashes of its name, as it is written and as it is meant.
    pub(super) hashes: [u64; 2],
    pub(super) name: String,
    /// Where the link stands.
    pub(super) range: Range<usize>,
}

/// Reads a file: a page, a drawing or a stylesheet; of others only the length counts.
pub(super) fn read(resolver: &Resolver<'_>, subject: &Subject<'_>, file: FileId, bytes: &[u8]) -> FileReport {
    let text = String::from_utf8_lossy(bytes);
    let report = FileReport { bytes: bytes.len() as u64, ..FileReport::default() };
    let may_have_scripts = subject.may_have_scripts();
    let mut reader = Reader {
        resolver,
        file,
        length: text.len(),
        may_have_scripts,
        path: String::new(),
        ids: FxHashSet::default(),
        is_in_style: false,
        open_mains: 0,
        main_links: Vec::new(),
        report,
    };
    match resolver.paths.kind(file) {
        FileKind::Other => return reader.report,
        FileKind::Style => reader.read_style(&text, 0),
        FileKind::Html | FileKind::Xml => walk(&text, |part| reader.take(part)),
    }
    let moves = subject.site.and_then(|site| site.moves(resolver.paths.path(file)));
    if let Some(leads) = moves {
        reader.report.moves = Some(leads.len());
        let faults = play::compare(resolver.paths, &leads, &reader.main_links);
        reader.report.faults.extend(faults.into_iter().map(|fault| fault.of(file)));
    }
    reader.finish()
}

struct Reader<'a> {
    resolver: &'a Resolver<'a>,
    file: FileId,
    /// How many bytes the file has.
    length: usize,
    may_have_scripts: bool,
    /// Used again from address to address.
    path: String,
    ids: FxHashSet<u64>,
    /// Whether the words that come next are a stylesheet.
    is_in_style: bool,
    /// How many main parts are open.
    open_mains: usize,
    main_links: Vec<MainLink>,
    report: FileReport,
}

impl Reader<'_> {
    fn tell(&mut self, fault: Fault) {
        self.report.faults.push(fault.of(self.file));
    }

    fn finish(self) -> FileReport {
        let mut report = self.report;
        report.faults.sort_by_key(|fault| fault.range.as_ref().map(|range| range.start));
        report.untold = report.faults.len().saturating_sub(MOST_OF_A_PAGE);
        report.faults.truncate(MOST_OF_A_PAGE);
        report.ids.sort_unstable();
        for files in [&mut report.links, &mut report.loads] {
            files.sort_unstable();
            files.dedup();
        }
        report
    }

    fn take(&mut self, part: walk::Part<'_>) {
        match part {
            walk::Part::Start(tag) => self.start(tag),
            walk::Part::End("main", _) => self.open_mains = self.open_mains.saturating_sub(1),
            walk::Part::End("style", _) => self.is_in_style = false,
            walk::Part::Text(text, range) if self.is_in_style => self.read_style(text, range.start),
            _ => {}
        }
    }

    fn start(&mut self, tag: &Tag) {
        match tag.name.as_str() {
            "style" => self.is_in_style = !tag.closes_itself,
            "main" => self.open_mains += 1,
            "img" if self.resolver.site.is_some() && tag.value("alt").is_none() => {
                let hint = "say in `alt` what is to be seen, or write `alt=\"\"` if it says nothing";
                self.tell(Fault::new(Kind::Alt, "this image has no words in its place", hint).at(tag.range.clone()));
            }
            _ => {}
        }
        let breach = if self.may_have_scripts { None } else { guard::breach(tag) };
        if let Some(breach) = breach {
            self.tell(Fault::breach(breach));
        }
        for attribute in &tag.attributes {
            match attribute.name.as_str() {
                "id" | "xml:id" => self.take_id(attribute),
                "name" if tag.name == "a" => self.report.ids.push(xxh3_64(attribute.value.as_bytes())),
                _ => {}
            }
        }
        addresses(tag, |address, purpose, range| self.take_address(tag, address, purpose, range));
    }

    fn take_id(&mut self, attribute: &Attribute) {
        let id = xxh3_64(attribute.value.as_bytes());
        if self.ids.insert(id) {
            self.report.ids.push(id);
        } else {
            let message = format!("two elements of the page have the id `{}`", attribute.value);
            let hint = "give each an id of its own: a link leads to the first of them";
            self.tell(Fault::new(Kind::DuplicateId, message, hint).at(attribute.range.clone()));
        }
    }

    /// Notes what an address leads to.
    fn take_address(&mut self, tag: &Tag, address: &str, purpose: Purpose, range: &Range<usize>) {
        let mut to = None;
        match self.resolver.resolve(self.file, address, &mut self.path) {
            Ok(Target::File(file, part)) => {
                to = Some(file);
                self.report.link_count += usize::from(purpose == Purpose::Link);
                self.take_part(file, part.as_deref(), range);
            }
            Ok(Target::External) => self.report.external_count += 1,
            Ok(Target::Nothing | Target::LeftOut) => {}
            Err(fault) => {
                // What is meant can be reached by who has a disk that does not care.
                self.refer(fault.meant, purpose);
                self.tell(fault.at(range.clone()));
            }
        }
        self.refer(to, purpose);
        if purpose == Purpose::Link && self.open_mains > 0 {
            let is_back = tag.value("rel").is_some_and(|rel| rel.split_ascii_whitespace().any(|word| word == "prev"));
            self.main_links.push(MainLink { to, is_back, range: range.clone() });
        }
    }

    fn refer(&mut self, to: Option<FileId>, purpose: Purpose) {
        let files = if purpose == Purpose::Link { &mut self.report.links } else { &mut self.report.loads };
        files.extend(to);
    }

    /// Notes that a link leads to a part of a file.
    fn take_part(&mut self, to: FileId, name: Option<&str>, range: &Range<usize>) {
        // What follows this sign are words to look for.
        let name = name.unwrap_or_default().split(":~:").next().unwrap_or_default();
        // Every page has a top, and drawings can be shown in part by numbers.
        let is_anywhere = name.is_empty() || name.eq_ignore_ascii_case("top") || name.contains('(');
        if is_anywhere || !self.resolver.paths.kind(to).has_parts() {
            return;
        }
        let decoded = percent_decode_str(name).decode_utf8_lossy();
        let hashes = [xxh3_64(name.as_bytes()), xxh3_64(decoded.as_bytes())];
        self.report.parts.push(Part { to, hashes, name: decoded.into_owned(), range: range.clone() });
    }

    fn read_style(&mut self, text: &str, start: usize) {
        for found in style::addresses(text) {
            // Words that are written with signs for characters are shorter than they are in the file.
            let end = (start + found.range.end).min(self.length);
            let range = (start + found.range.start).min(end)..end;
            let breach = guard::breach_of_address(&found.address, Purpose::Part, &range);
            if let Some(breach) = breach.filter(|_| !self.may_have_scripts) {
                self.tell(Fault::breach(breach));
            }
            self.take_address(&Tag::default(), &found.address, Purpose::Part, &range);
        }
    }
}
