//! The result of a check, for people and for programs. This module also finds mistakes that no single file shows: links
//! to missing parts, and pages that readers cannot reach.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use serde::Serialize;

use super::finding::{Finding, Kind};
use super::page::FileReport;
use super::paths::{Paths, Resolver};
use super::subject::{Folder, Subject};
use crate::ground::diagnostic::{Diagnostics, MOST_PRINTED, Source};
use crate::ground::html::guard::FileKind;
use crate::outputs::{FileId, Files};
use crate::pages::plan::paths::{ERROR_PAGE, file_at};

/// The maximum number of findings with places, because each renders its file again.
const MOST_LOCATED: usize = 1_000;

#[derive(Debug, Serialize)]
pub struct Proof {
    /// The mistakes; empty if the site passes.
    pub faults: Vec<Finding>,
    pub warnings: Vec<Finding>,
    pub totals: Totals,
}

/// The size of the checked site.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Totals {
    pub files: usize,
    pub bytes: u64,
    pub pages: usize,
    pub links: usize,
    /// The number of external links, which the checker does not fetch.
    pub external_links: usize,
    /// The number of pages whose links were compared with the legal moves or the choices.
    pub positions: usize,
    pub moves: usize,
    /// The number of places with mistakes.
    pub faults: usize,
    /// The number of places with warnings.
    pub warnings: usize,
}

impl Proof {
    /// Returns the result for a site that cannot be built because of mistakes in its content or theme.
    pub fn of_content(findings: &Diagnostics) -> Self {
        let faults: Vec<Finding> =
            findings.iter().cloned().map(|wrong| Finding::from_diagnostic(Kind::Content, wrong)).collect();
        let totals = Totals { faults: faults.len(), ..Totals::default() };
        Self { faults, warnings: Vec::new(), totals }
    }

    /// Returns the result with the findings and their places. To find the places, renders the files of the first
    /// findings again.
    pub(super) fn new(
        files: &impl Files,
        Resolver { paths, subject, .. }: &Resolver<'_>,
        reports: &[FileReport],
        mut found: Vec<Finding>,
    ) -> Self {
        // The links of a page that cannot be rendered are unknown.
        if found.iter().all(|finding| finding.kind != Kind::Content) {
            found.extend(missing_parts(paths, reports));
            if subject.site.is_some() {
                found.extend(unreachable_pages(paths, reports, subject));
            }
        }
        found.extend(foreign_files(paths, subject));
        let mut alike: IndexMap<_, Finding, FxBuildHasher> = IndexMap::default();
        for finding in found {
            let key = (finding.kind, finding.is_warning, finding.diagnostic.to_string());
            alike.entry(key).and_modify(|first| first.places += 1).or_insert(finding);
        }
        let (mut warnings, mut faults): (Vec<_>, Vec<_>) = alike.into_values().partition(|finding| finding.is_warning);
        locate(files, paths, &mut faults);
        locate(files, paths, &mut warnings);
        let places = |findings: &[Finding]| findings.iter().map(|finding| finding.places).sum();
        let totals =
            Totals { faults: places(&faults), warnings: places(&warnings), ..Totals::of_files(paths, reports) };
        Self { faults, warnings, totals }
    }

    pub fn diagnostics(&self) -> Diagnostics {
        self.faults.iter().map(Finding::summary).collect()
    }

    pub fn warnings(&self) -> Diagnostics {
        self.warnings.iter().map(Finding::summary).collect()
    }
}

/// Adds the places of the first findings, and suggestions for misspelt paths.
fn locate<F: Files>(files: &F, paths: &Paths, findings: &mut [Finding]) {
    let mut last: Option<Source> = None;
    for (number, finding) in findings.iter_mut().take(MOST_LOCATED).enumerate() {
        let wanted = finding.wanted.as_ref().filter(|_| number < MOST_PRINTED);
        if let Some(near) = wanted.and_then(|wanted| paths.nearest(wanted)) {
            finding.diagnostic = finding.diagnostic.clone().hint(format!("did you mean `{near}`?"));
        }
        let file = finding.file.as_ref().and_then(|path| paths.get(path));
        let (Some(file), Some(range)) = (file, finding.range.clone()) else { continue };
        if last.as_ref().is_none_or(|last| last.name() != paths.path(file)) {
            let mut bytes = Vec::new();
            let is_rendered = files.render(file, &mut F::Scratch::default(), &mut bytes).is_ok();
            last = is_rendered.then(|| Source::new(paths.path(file), String::from_utf8_lossy(&bytes)));
        }
        if let Some(source) = &last {
            finding.diagnostic = finding.diagnostic.clone().at(source, range);
        }
    }
}

impl Totals {
    fn of_files(paths: &Paths, reports: &[FileReport]) -> Self {
        let sum = |of: fn(&FileReport) -> usize| reports.iter().map(of).sum();
        Self {
            files: reports.len(),
            bytes: reports.iter().map(|report| report.bytes).sum(),
            pages: paths.files().filter(|file| paths.kind(*file) == FileKind::Html).count(),
            links: sum(|report| report.links.len()),
            external_links: sum(|report| report.external_count),
            positions: sum(|report| usize::from(report.moves.is_some())),
            moves: sum(|report| report.moves.unwrap_or_default()),
            ..Self::default()
        }
    }
}

fn missing_parts(paths: &Paths, reports: &[FileReport]) -> Vec<Finding> {
    let mut faults = Vec::new();
    for (file, report) in paths.files().zip(reports) {
        for part in &report.parts {
            let ids = &reports[part.to.index()].ids;
            if !part.hashes.iter().any(|hash| ids.contains(hash)) {
                let message = format!("`{}` has no part named `{}`", paths.path(part.to), part.name);
                let hint = "add this `id` to an element of that page, or link to the whole page";
                faults.push(Finding::new(Kind::Fragment, message, hint).at(part.range.clone()).of(paths.path(file)));
            }
        }
    }
    faults
}

fn unreachable_pages(paths: &Paths, reports: &[FileReport], subject: &Subject<'_>) -> Vec<Finding> {
    let mut is_reached = vec![false; reports.len()];
    let mut next: Vec<FileId> = [&*file_at(""), ERROR_PAGE].iter().filter_map(|path| paths.get(path)).collect();
    while let Some(file) = next.pop() {
        if !std::mem::replace(&mut is_reached[file.index()], true) {
            next.extend_from_slice(&reports[file.index()].links);
        }
    }
    let lost = paths.files().filter(|file| paths.kind(*file) == FileKind::Html && !is_reached[file.index()]);
    lost.map(|file| paths.path(file))
        .filter(|path| !subject.is_alias(path))
        .map(|path| {
            let message = format!("no chain of links leads from the front page to `{path}`");
            let hint = "link to it from a page that readers can reach, or remove it";
            Finding::new(Kind::Unreachable, message, hint).of(path)
        })
        .collect()
}

fn foreign_files(paths: &Paths, subject: &Subject<'_>) -> Vec<Finding> {
    let found = subject.folder.into_iter().flat_map(Folder::paths);
    let foreign = found.filter(|path| paths.get(path).is_none());
    let hint = "remove it, or move it into content/ to publish it";
    foreign.map(|path| Finding::new(Kind::Foreign, format!("`{path}` is not a file of the site"), hint)).collect()
}
