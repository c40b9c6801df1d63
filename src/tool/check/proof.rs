//! Proofs: what was gone through, and what was found, in words and for programs.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use serde::Serialize;

use super::finding::{Finding, Kind};
use super::paths::Paths;
use crate::ground::diagnostic::{Diagnostics, MOST_TOLD, Source};
use crate::outputs::Files;

/// How many findings have places, which take another look at the file.
const MOST_LOCATED: usize = 1_000;

#[derive(Debug, Serialize)]
pub struct Proof {
    /// What is wrong; nothing if the site is proven.
    pub faults: Vec<Finding>,
    pub warnings: Vec<Finding>,
    pub totals: Totals,
}

/// How much was gone through.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Totals {
    pub files: usize,
    pub bytes: u64,
    pub pages: usize,
    pub links: usize,
    /// The addresses that lead elsewhere, which nobody asks.
    pub external_links: usize,
    /// The pages whose links were held against the moves, or the choices, that there are.
    pub positions: usize,
    pub moves: usize,
    /// The files but pages that nothing refers to.
    pub unused_files: usize,
    /// The places at which something is wrong.
    pub faults: usize,
    /// The places at which something could be better.
    pub warnings: usize,
}

impl Proof {
    /// Returns what is found of a site that cannot be made, since its content or its theme is wrong.
    pub fn of_content(findings: &Diagnostics) -> Self {
        let faults: Vec<Finding> =
            findings.iter().cloned().map(|wrong| Finding::from_diagnostic(Kind::Content, wrong)).collect();
        let totals = Totals { faults: faults.len(), ..Totals::default() };
        Self { faults, warnings: Vec::new(), totals }
    }

    /// Returns what was found in files, with its places: the files of the first findings are rendered once more.
    pub(super) fn new(files: &impl Files, paths: &Paths, found: Vec<Finding>, mut totals: Totals) -> Self {
        let mut alike: IndexMap<_, Finding, FxBuildHasher> = IndexMap::default();
        for finding in found {
            let key = (finding.kind, finding.is_warning, finding.diagnostic.to_string());
            alike.entry(key).and_modify(|first| first.places += 1).or_insert(finding);
        }
        let (mut warnings, mut faults): (Vec<_>, Vec<_>) = alike.into_values().partition(|finding| finding.is_warning);
        locate(files, paths, &mut faults);
        locate(files, paths, &mut warnings);
        let places = |findings: &[Finding]| findings.iter().map(|finding| finding.places).sum();
        (totals.faults, totals.warnings) = (places(&faults), places(&warnings));
        Self { faults, warnings, totals }
    }

    pub fn diagnostics(&self) -> Diagnostics {
        self.faults.iter().map(Finding::told).collect()
    }

    pub fn warnings(&self) -> Diagnostics {
        self.warnings.iter().map(Finding::told).collect()
    }
}

/// Adds the places of the first findings, and what misspelt paths of those that are told probably mean.
fn locate<F: Files>(files: &F, paths: &Paths, findings: &mut [Finding]) {
    let mut last: Option<Source> = None;
    for (number, finding) in findings.iter_mut().take(MOST_LOCATED).enumerate() {
        let wanted = finding.wanted.as_ref().filter(|_| number < MOST_TOLD);
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
