//! Collisions: whether every file of the website has a path of its own.

use std::collections::BTreeMap;

use super::basis::{Basis, View};
use super::files::FileTable;
use super::origins::{Origin, Segment};
use crate::content;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::files::alike;
use crate::output::address;
use crate::page::PageRef;

/// Checks that no two files have one path, also where letters differ only in case. Pages of one edition or lesson
/// differ by what games promise of slugs, so their first ones stand for all.
///
/// # Errors
///
/// Every two files that would be one.
pub(super) fn check_collisions(site: &Basis, files: &FileTable) -> Result<(), Diagnostics> {
    let mut findings = Diagnostics::new();
    let mut known: BTreeMap<String, &Segment> = BTreeMap::new();
    let mut folders: BTreeMap<String, &Segment> = BTreeMap::new();
    for segment in &files.segments {
        let path = alike(&segment.path);
        for (slash, _) in path.match_indices('/') {
            folders.entry(path[..slash].to_owned()).or_insert(segment);
        }
        if let Some(other) = known.insert(path, segment) {
            findings.push(collision(site, other, segment));
        }
    }
    for segment in &files.segments {
        if let Some(other) = page_at(site, segment) {
            findings.push(collision(site, &other, segment));
        }
    }
    if let Some((file, inner)) = folders.iter().find_map(|(folder, inner)| Some((known.get(folder)?, inner))) {
        let (one, two, path) = (describe(site, file), describe(site, inner), &file.path);
        let message = format!("{one} would be `{path}`, which has to be a folder for {two}");
        findings.push(Diagnostic::new(message).hint("rename one of them"));
    }
    findings.into_result(())
}

/// Returns the pages of an edition, a lesson or a collection, if one of them that is not the first would stand where a
/// file stands that is none of theirs.
fn page_at(site: &Basis, segment: &Segment) -> Option<Segment> {
    let path = alike(&segment.path);
    site.views.iter().enumerate().find_map(|(view, View { variant, .. })| {
        let page = address::page_at(&site.plan, path.strip_prefix(&variant.folder)?)?;
        let other = Segment::pages(site, view, page.first());
        let is_own = matches!(segment.origin, Origin::Pages(own) if own.first() == page.first());
        (page != page.first() && !is_own && variant.has(page, &site.plan)).then_some(other)
    })
}

/// Returns what is to be told of two files that would stand at one path.
fn collision(site: &Basis, one: &Segment, two: &Segment) -> Diagnostic {
    let [own, other] = [one, two].map(|segment| &segment.path);
    let [one, two] = [one, two].map(|segment| describe(site, segment));
    let message = if own == other || alike(own) != alike(other) {
        format!("{one} and {two} would both be `{other}`")
    } else {
        let differ = if own.to_lowercase() == other.to_lowercase() { "case" } else { "how letters are composed" };
        let paths = format!("`{own}` and `{other}`");
        format!("{one} and {two} would be {paths}, which differ only in {differ}; many systems do not tell them apart")
    };
    Diagnostic::new(message).hint("rename one of them")
}

/// Returns what messages call the origin of files.
fn describe(site: &Basis, segment: &Segment) -> String {
    let path = &segment.path;
    let what = match segment.origin {
        Origin::Pages(page) => describe_pages(site, page),
        Origin::Graph(edition) => format!("the graph of {}", site.plan.edition(edition).folder()),
        Origin::Download(_) => format!("the download `{path}`"),
        Origin::Copied(copied) => format!("the file {}/{}", content::FOLDER, site.content.files[copied].path),
        Origin::Theme(_) => format!("the theme's file `{path}`"),
        _ => format!("the program's `{path}`"),
    };
    match site.views[segment.view].variant.folder.trim_end_matches('/') {
        "" => what,
        folder => format!("{what} in the variant {folder:?}"),
    }
}

fn describe_pages(site: &Basis, page: PageRef) -> String {
    let title = site.summary(page).title;
    match page {
        PageRef::Front => "the front page".to_owned(),
        PageRef::Section(_) => format!("the page of the game {title:?}"),
        PageRef::Article(_) => format!("the page {title:?}"),
        PageRef::Position(edition, _) => format!("a position of {}", site.plan.edition(edition).folder()),
        PageRef::Star(edition) => format!("the congratulations of {}", site.plan.edition(edition).folder()),
        PageRef::Script(id, _) if site.plan.script(id).is_lesson() => format!("a page of the lesson {title:?}"),
        PageRef::Script(..) => format!("a page of the puzzles {title:?}"),
    }
}
