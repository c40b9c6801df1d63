//! What no page shows by itself: which parts of others its links name, whether readers come to it, and how large all
//! is together.

use std::sync::atomic::Ordering;

use rustc_hash::FxHashMap;

use super::fault::{Fault, Kind};
use super::hosts::{self, Host, Size};
use super::proof::Totals;
use super::seen::Seen;
use super::{Context, Subject};
use crate::output::FileId;
use crate::output::address::{ERROR_PAGE, file_at};
use crate::plan::split;

/// Checks what files are to each other. Returns how much there is, and what is wrong.
pub(super) fn check(context: &Context<'_>, subject: &Subject<'_>, seen: &[Seen]) -> (Totals, Vec<Fault>) {
    let mut faults = Vec::new();
    check_parts(context, seen, &mut faults);
    check_reach(context, subject, seen, &mut faults);
    check_titles(context, subject, seen, &mut faults);
    check_built(context, &mut faults);
    let size = size(context, seen);
    match subject.host {
        Some(host) => faults.extend(hosts::check(host, &size)),
        // Most sites of this kind go there. Books go nowhere.
        None if context.is_website() => {
            faults.extend(hosts::check(Host::GitHub, &size).into_iter().map(Fault::warning));
        }
        None => {}
    }
    let is_unused = |file: usize| {
        let is_page = context.kinds[file].is_page();
        !is_page && !context.is_referred_to[file].load(Ordering::Relaxed)
    };
    let totals = Totals {
        files: size.files,
        bytes: size.bytes,
        pages: context.kinds.iter().filter(|kind| kind.is_page()).count(),
        links: seen.iter().map(|seen| seen.link_count).sum(),
        external_links: seen.iter().map(|seen| seen.external_count).sum(),
        positions: seen.iter().filter(|seen| seen.is_play).count(),
        moves: seen.iter().map(|seen| seen.move_count).sum(),
        unused_files: (0..seen.len()).filter(|&file| is_unused(file)).count(),
        ..Totals::default()
    };
    (totals, faults)
}

/// Checks that parts which links name are on the pages that these lead to.
fn check_parts(context: &Context<'_>, seen: &[Seen], faults: &mut Vec<Fault>) {
    for (file, page) in (0..).map(FileId).zip(seen) {
        for part in &page.parts {
            let ids = &seen[part.to.index()].ids;
            if !part.hashes.iter().any(|hash| ids.contains(hash)) {
                faults.push(part.missing(context.paths.path(part.to)).of(file));
            }
        }
    }
}

/// Checks that readers come to each page by links. Pages that no build wrote into a folder of one are left alone.
fn check_reach(context: &Context<'_>, subject: &Subject<'_>, seen: &[Seen], faults: &mut Vec<Fault>) {
    let front = file_at("");
    let doors: Vec<FileId> = match subject.package {
        Some(package) => package.doors().filter_map(|path| context.paths.get(path)).collect(),
        None => [front.as_str(), ERROR_PAGE].iter().filter_map(|path| context.paths.get(path)).collect(),
    };
    if !context.is_book && context.paths.get(&front).is_none() {
        let hint = "name the page that readers begin with so";
        return faults.push(Fault::new(Kind::Unreachable, format!("the site has no front page `{front}`"), hint));
    }
    let mut is_reached = vec![false; seen.len()];
    let mut next = doors;
    while let Some(file) = next.pop() {
        if !std::mem::replace(&mut is_reached[file.index()], true) {
            next.extend_from_slice(&seen[file.index()].links);
        }
    }
    for (file, path) in context.paths.iter() {
        let is_of_others = || context.remembered.is_some_and(|known| !known.has(path));
        if context.kinds[file.index()].is_page() && !is_reached[file.index()] && !is_of_others() {
            let from = if context.is_book { "from the contents" } else { "from the front page" };
            let message = format!("no links lead {from} to `{path}`");
            let hint = "link it from a page that readers come to, or leave it out";
            faults.push(Fault::new(Kind::Unreachable, message, hint).of(file));
        }
    }
}

/// Finds pages of words with one title. A folder whose site is not known may have copies of it, whose pages have.
fn check_titles(context: &Context<'_>, subject: &Subject<'_>, seen: &[Seen], faults: &mut Vec<Fault>) {
    if context.is_book || (subject.site.is_none() && subject.remembered.is_some()) {
        return;
    }
    let mut known: FxHashMap<(u32, u64), FileId> = FxHashMap::default();
    for (file, page) in (0..).map(FileId).zip(seen) {
        let (Some(copy), Some(title)) = (page.copy, page.title) else { continue };
        let first = *known.entry((copy, title)).or_insert(file);
        if first != file {
            let message = format!("this page has the title of `{}`", context.paths.path(first));
            let hint = "readers tell tabs, bookmarks and what a search finds by titles: give each page its own";
            faults.push(Fault::new(Kind::SameTitle, message, hint).of(file).warning());
        }
    }
}

/// Checks that all is there that the last build wrote.
fn check_built(context: &Context<'_>, faults: &mut Vec<Fault>) {
    let Some(remembered) = context.remembered else { return };
    for path in remembered.paths().filter(|path| context.paths.get(path).is_none()) {
        let message = format!("`{path}` was built and is not there any more");
        faults.push(Fault::new(Kind::Missing, message, "build again"));
    }
}

fn size(context: &Context<'_>, seen: &[Seen]) -> Size {
    let mut folders: FxHashMap<&str, usize> = FxHashMap::default();
    let mut fullest: (&str, usize) = ("", 0);
    for (_, path) in context.paths.iter() {
        let folder = split(path).0;
        let count = folders.entry(folder).or_default();
        *count += 1;
        if *count > fullest.1 {
            fullest = (folder, *count);
        }
    }
    let fullest = (fullest.0.to_owned(), fullest.1);
    Size { files: seen.len(), bytes: seen.iter().map(|seen| seen.bytes).sum(), fullest }
}
