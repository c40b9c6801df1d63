//! Reads one file: its links, its parts, and its own mistakes. For example, the links in the main part of a position's
//! page must be the legal moves.

use std::ops::Range;

use percent_encoding::percent_decode_str;
use rustc_hash::FxHashSet;
use xxhash_rust::xxh3::xxh3_64;

use super::finding::{Finding, Kind};
use super::paths::{Paths, Resolver, Target};
use super::subject::ExpectedLink;
use crate::ground::html::address::Purpose;
use crate::ground::html::guard::{Breach, FileKind, GuardEvent, read};
use crate::ground::html::walk::{Attribute, Tag};
use crate::outputs::FileId;

/// The result of reading a file: numbers and findings.
#[derive(Debug, Default)]
pub(super) struct FileReport {
    pub(super) bytes: u64,
    pub(super) links: Vec<FileId>,
    pub(super) external_count: usize,
    /// The hashes of the ids of the file's parts.
    pub(super) ids: FxHashSet<u64>,
    pub(super) parts: Vec<Part>,
    /// The number of legal moves, if the file is the page of a position.
    pub(super) moves: Option<usize>,
    pub(super) findings: Vec<Finding>,
}

/// A part of a file to which a link leads.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) to: FileId,
    /// The hashes of the part's name, as written and decoded.
    pub(super) hashes: [u64; 2],
    pub(super) name: String,
    pub(super) range: Range<usize>,
}

impl FileReport {
    /// Returns the report on a page, a drawing or a stylesheet. For other files, the report contains only the length.
    pub(super) fn of_file(resolver: &Resolver<'_>, file: FileId, bytes: &[u8]) -> Self {
        let report = Self { bytes: bytes.len() as u64, ..Self::default() };
        let (names, main_links) = (Vec::new(), Vec::new());
        let path = resolver.paths.path(file);
        let is_alias = resolver.subject.is_alias(path);
        let mut reader = Reader { resolver, file, is_alias, names, open_mains: 0, main_links, report };
        read(FileKind::of(path), &String::from_utf8_lossy(bytes), |seen| reader.take(seen));
        let Reader { names, mut main_links, mut report, .. } = reader;
        report.ids.extend(names);
        if let Some((expected, may_lead_out)) = resolver.subject.expected_links(path) {
            main_links.retain(|link| link.to.is_some() || !may_lead_out);
            report.moves = Some(expected.len());
            report.findings.extend(compare_with_moves(resolver.paths, &expected, &main_links));
        }
        report
    }
}

struct Reader<'a> {
    resolver: &'a Resolver<'a>,
    file: FileId,
    /// True if the file is a redirect from an earlier address of a page.
    is_alias: bool,
    /// The hashes of the `name` attributes of `<a>`, which also identify parts.
    names: Vec<u64>,
    open_mains: usize,
    main_links: Vec<MainLink>,
    report: FileReport,
}

impl Reader<'_> {
    fn take(&mut self, seen: GuardEvent<'_>) {
        match seen {
            GuardEvent::Start(tag) => self.start(tag),
            GuardEvent::End("main") => self.open_mains = self.open_mains.saturating_sub(1),
            GuardEvent::Address(address, purpose, range, tag) => self.take_address(tag, address, purpose, range),
            GuardEvent::Breach(_) if self.resolver.subject.may_have_scripts() || self.is_alias => {}
            GuardEvent::Breach(Breach { message, hint, range, .. }) => {
                self.report.findings.push(Finding::new(Kind::Script, message, hint).at(range));
            }
            GuardEvent::End(_) => {}
        }
    }

    fn start(&mut self, tag: &Tag) {
        if tag.name == "img" && self.resolver.subject.site.is_some() && tag.value("alt").is_none() {
            let hint = "describe the image in `alt`, or write `alt=\"\"` if it is decorative";
            let missing = Finding::new(Kind::Alt, "this image has no alternative text", hint);
            self.report.findings.push(missing.at(tag.range.clone()));
        }
        self.open_mains += usize::from(tag.name == "main");
        for attribute in &tag.attributes {
            match attribute.name.as_str() {
                "id" | "xml:id" => self.take_id(attribute),
                "name" if tag.name == "a" => self.names.push(xxh3_64(attribute.value.as_bytes())),
                _ => {}
            }
        }
    }

    fn take_id(&mut self, attribute: &Attribute) {
        if !self.report.ids.insert(xxh3_64(attribute.value.as_bytes())) {
            let message = format!("two elements of the page have the id `{}`", attribute.value);
            let hint = "give each element its own id: links go to the first one";
            self.report.findings.push(Finding::new(Kind::DuplicateId, message, hint).at(attribute.range.clone()));
        }
    }

    fn take_address(&mut self, tag: Option<&Tag>, address: &str, purpose: Purpose, range: &Range<usize>) {
        let mut to = None;
        match self.resolver.resolve(self.file, address) {
            Ok(Target::File(file, part)) => {
                to = Some(file);
                self.take_part(file, &part, range);
            }
            Ok(Target::External) => self.report.external_count += 1,
            Ok(Target::Nothing) => {}
            Err(finding) => self.report.findings.push(finding.at(range.clone())),
        }
        if purpose != Purpose::Link {
            return;
        }
        self.report.links.extend(to);
        if self.open_mains > 0 {
            let rel = tag.and_then(|tag| tag.value("rel")).unwrap_or_default();
            let is_back = rel.split_ascii_whitespace().any(|word| word == "prev");
            self.main_links.push(MainLink { to, is_back, range: range.clone() });
        }
    }

    fn take_part(&mut self, to: FileId, name: &str, range: &Range<usize>) {
        // After this, the fragment contains words that the browser searches for.
        let name = name.split(":~:").next().unwrap_or_default();
        // Every page has a top, and numbers can select a part of a drawing.
        let is_anywhere = name.is_empty() || name.eq_ignore_ascii_case("top") || name.contains('(');
        if is_anywhere || !self.resolver.paths.kind(to).has_parts() {
            return;
        }
        let decoded = percent_decode_str(name).decode_utf8_lossy();
        let hashes = [xxh3_64(name.as_bytes()), xxh3_64(decoded.as_bytes())];
        self.report.parts.push(Part { to, hashes, name: decoded.into_owned(), range: range.clone() });
    }
}

#[derive(Debug)]
pub(super) struct MainLink {
    pub(super) to: Option<FileId>,
    pub(super) is_back: bool,
    pub(super) range: Range<usize>,
}

/// Returns the mistakes in the links in the main part of a page. These links must lead to the `expected` pages. The
/// part must contain each link at least as often as `expected` does, because a theme can offer a move twice.
fn compare_with_moves(paths: &Paths, expected: &[ExpectedLink], links: &[MainLink]) -> Vec<Finding> {
    let mut faults = Vec::new();
    let targets: Vec<_> = expected.iter().map(|link| (paths.get(&link.path), link.is_back)).collect();
    let mut unused: Vec<_> = links.iter().filter_map(|link| link.to).collect();
    for (link, (to, _)) in expected.iter().zip(&targets) {
        match unused.iter().position(|link| Some(*link) == *to) {
            Some(found) => drop(unused.swap_remove(found)),
            None => faults.push(missing(link)),
        }
    }
    for link in links {
        let fault = match link.to {
            Some(_) if targets.contains(&(link.to, link.is_back)) => continue,
            Some(to) if targets.contains(&(link.to, !link.is_back)) => mismarked(paths.path(to), link.is_back),
            to => illegal(to.map(|to| paths.path(to))),
        };
        faults.push(fault.at(link.range.clone()));
    }
    faults
}

fn missing(link: &ExpectedLink) -> Finding {
    let what = if link.is_back { "leads back from the chosen piece" } else { "is a legal move" };
    let message = format!("`<main>` contains no link to `{}`, which {what} here", link.path);
    Finding::new(
        Kind::Moves,
        message,
        "change the theme so that it shows every move, a pass, the link back, and every choice of a story",
    )
}

fn mismarked(path: &str, is_back: bool) -> Finding {
    let how = if is_back { "is a move, but has `rel=\"prev\"`" } else { "leads back, but lacks `rel=\"prev\"`" };
    let hint = "write `rel=\"prev\"` only on the link back from a chosen piece";
    Finding::new(Kind::Moves, format!("the link to `{path}` {how}"), hint)
}

fn illegal(path: Option<&str>) -> Finding {
    let to = path.map_or("elsewhere".to_owned(), |path| format!("to `{path}`"));
    let message = format!("a link in `<main>` leads {to}, which is not a legal move here");
    let hint = "move the link into `<nav>`, `<header>` or `<footer>`: `<main>` contains only moves and choices";
    Finding::new(Kind::Moves, message, hint)
}
