//! What no file shows by itself: which parts of others its links name, whether readers come to it, and how large all
//! is together.

use super::finding::{Finding, Kind};
use super::folder::Folder;
use super::page::FileReport;
use super::paths::Paths;
use super::proof::Totals;
use super::subject::Subject;
use crate::ground::html::guard::FileKind;
use crate::outputs::FileId;
use crate::pages::plan::paths::{ERROR_PAGE, file_at};

pub(super) fn check(paths: &Paths, subject: &Subject<'_>, reports: &[FileReport]) -> (Totals, Vec<Finding>) {
    let mut faults = missing_parts(paths, reports);
    if subject.site.is_some() {
        faults.extend(unreachable_pages(paths, reports));
    }
    faults.extend(foreign_files(paths, subject));
    let is_page = |file: &usize| paths.kind(FileId(*file as u32)) == FileKind::Html;
    let mut is_used = vec![false; reports.len()];
    for file in reports.iter().flat_map(|report| report.links.iter().chain(&report.loads)) {
        is_used[file.index()] = true;
    }
    let sum = |of: fn(&FileReport) -> usize| reports.iter().map(of).sum();
    let totals = Totals {
        files: reports.len(),
        bytes: reports.iter().map(|report| report.bytes).sum(),
        pages: (0..reports.len()).filter(is_page).count(),
        links: sum(|report| report.links.len()),
        external_links: sum(|report| report.external_count),
        positions: sum(|report| usize::from(report.moves.is_some())),
        moves: sum(|report| report.moves.unwrap_or_default()),
        unused_files: (0..reports.len()).filter(|file| !is_page(file) && !is_used[*file]).count(),
        ..Totals::default()
    };
    (totals, faults)
}

fn missing_parts(paths: &Paths, reports: &[FileReport]) -> Vec<Finding> {
    let mut faults = Vec::new();
    for (file, report) in (0..).map(FileId).zip(reports) {
        for part in &report.parts {
            let ids = &reports[part.to.index()].ids;
            if !part.hashes.iter().any(|hash| ids.contains(hash)) {
                let message = format!("`{}` has no part named `{}`", paths.path(part.to), part.name);
                let hint = "name an element there by `id`, or link the page as a whole";
                faults.push(Finding::new(Kind::Fragment, message, hint).at(part.range.clone()).of(paths.path(file)));
            }
        }
    }
    faults
}

fn unreachable_pages(paths: &Paths, reports: &[FileReport]) -> Vec<Finding> {
    let mut is_reached = vec![false; reports.len()];
    let mut next: Vec<FileId> = [&*file_at(""), ERROR_PAGE].iter().filter_map(|path| paths.get(path)).collect();
    while let Some(file) = next.pop() {
        if !std::mem::replace(&mut is_reached[file.index()], true) {
            next.extend_from_slice(&reports[file.index()].links);
        }
    }
    let is_lost = |file: &FileId| paths.kind(*file) == FileKind::Html && !is_reached[file.index()];
    let lost = paths.iter().filter(|(file, _)| is_lost(file));
    lost.map(|(_, path)| {
        let message = format!("no links lead from the front page to `{path}`");
        let hint = "link it from a page that readers come to, or leave it out";
        Finding::new(Kind::Unreachable, message, hint).of(path)
    })
    .collect()
}

fn foreign_files(paths: &Paths, subject: &Subject<'_>) -> Vec<Finding> {
    let found = subject.folder.into_iter().flat_map(Folder::paths);
    let foreign = found.filter(|path| paths.get(path).is_none());
    let hint = "remove it; what the site is to publish lies in the folder content/";
    foreign.map(|path| Finding::new(Kind::Foreign, format!("`{path}` is no file of the site"), hint)).collect()
}
