//! What no page shows by itself: which parts of others its links name, whether readers come to it, and how large all
//! is together.

use std::sync::atomic::Ordering;

use rustc_hash::FxHashMap;

use super::fault::{Fault, Kind};
use super::hosts::{self, GITHUB, Size};
use super::proof::Totals;
use super::seen::Seen;
use super::{Context, Folder, Subject};
use crate::html::guard::FileKind;
use crate::output::FileId;
use crate::output::address::{ERROR_PAGE, file_at};
use crate::plan::split;

/// Checks what files are to each other. Returns how much there is, and what is wrong.
pub(super) fn check(context: &Context<'_>, subject: &Subject<'_>, seen: &[Seen]) -> (Totals, Vec<Fault>) {
    let mut faults = Vec::new();
    check_parts(context, seen, &mut faults);
    if context.site.is_some() {
        check_reach(context, seen, &mut faults);
    }
    check_built(context, &mut faults);
    let size = size(context, seen);
    match &subject.host {
        Some(host) => faults.extend(hosts::check(host, &size)),
        None => faults.extend(hosts::check(&GITHUB, &size).into_iter().map(Fault::warning)),
    }
    let is_unused = |file: usize| {
        let is_page = context.kinds[file] == FileKind::Html;
        !is_page && !context.is_referred_to[file].load(Ordering::Relaxed)
    };
    let totals = Totals {
        files: size.files,
        bytes: size.bytes,
        pages: context.kinds.iter().filter(|&&kind| kind == FileKind::Html).count(),
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

/// Checks that readers come to each page by links.
fn check_reach(context: &Context<'_>, seen: &[Seen], faults: &mut Vec<Fault>) {
    let front = file_at("");
    let mut is_reached = vec![false; seen.len()];
    let mut next: Vec<FileId> = [&*front, ERROR_PAGE].iter().filter_map(|path| context.paths.get(path)).collect();
    while let Some(file) = next.pop() {
        if !std::mem::replace(&mut is_reached[file.index()], true) {
            next.extend_from_slice(&seen[file.index()].links);
        }
    }
    for (file, path) in context.paths.iter() {
        if context.kinds[file.index()] == FileKind::Html && !is_reached[file.index()] {
            let message = format!("no links lead from the front page to `{path}`");
            let hint = "link it from a page that readers come to, or leave it out";
            faults.push(Fault::new(Kind::Unreachable, message, hint).of(file));
        }
    }
}

/// Names the files of a folder that are none of the site.
fn check_built(context: &Context<'_>, faults: &mut Vec<Fault>) {
    let paths = context.built.into_iter().flat_map(Folder::paths);
    for path in paths.filter(|path| context.paths.get(path).is_none()) {
        let message = format!("`{path}` is no file of the site");
        let hint = "remove it; what the site is to publish lies in the folder content/";
        faults.push(Fault::new(Kind::Foreign, message, hint));
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
