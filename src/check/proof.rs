//! Proofs: what was gone through, and what was found, in words and for programs.

use std::ops::Range;

use serde::Serialize;

use super::fault::{Fault, Faults, Group, Kind};
use super::paths::Paths;
use crate::diagnostic::{Diagnostic, Diagnostics, MOST_TOLD, Source};
use crate::html::guard::FileKind;
use crate::output::{FileId, Files};

/// What was gone through, and what was found.
#[derive(Debug, Serialize)]
pub struct Proof {
    /// What is wrong; nothing if the site is proven.
    pub faults: Vec<Finding>,
    /// What could be better.
    pub warnings: Vec<Finding>,
    /// How much was gone through.
    pub totals: Totals,
}

/// How much was gone through.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Totals {
    /// All files.
    pub files: usize,
    /// Their bytes together.
    pub bytes: u64,
    /// The pages among them.
    pub pages: usize,
    /// The links from pages to files of the site.
    pub links: usize,
    /// The addresses that lead elsewhere, which nobody asks.
    pub external_links: usize,
    /// The pages whose links were held against the legal moves.
    pub positions: usize,
    /// The legal moves on these.
    pub moves: usize,
    /// The files but pages that nothing refers to.
    pub unused_files: usize,
    /// The places at which something is wrong.
    pub faults: usize,
    /// The places at which something could be better.
    pub warnings: usize,
}

/// One thing that was found, wherever it is.
#[derive(Debug, Serialize)]
pub struct Finding {
    /// What kind of thing it is.
    pub kind: Kind,
    /// The file that it was found in first, if in any.
    pub file: Option<String>,
    /// Where it is there, if at a place.
    #[serde(flatten)]
    pub place: Option<Place>,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub hint: String,
    /// At how many places it was found.
    pub places: usize,
    /// The same, to be told.
    #[serde(skip)]
    told: Diagnostic,
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The character in it, from 1.
    pub column: usize,
    /// The byte of the file, from 0.
    pub offset: usize,
}

impl Proof {
    /// Returns what is found of a site that cannot be made, since its content or its theme is wrong.
    pub fn of_content(findings: &Diagnostics) -> Self {
        let finding = |told: &Diagnostic| Finding {
            kind: Kind::Content,
            file: told.source().map(|source| source.name().to_owned()),
            place: told.source().zip(told.range()).map(|(source, range)| place(source.text(), &range)),
            message: told.to_string(),
            hint: told.advice().unwrap_or_default().to_owned(),
            places: 1,
            told: told.clone(),
        };
        let faults: Vec<Finding> = findings.iter().map(finding).collect();
        let totals = Totals { faults: faults.len(), ..Totals::default() };
        Self { faults, warnings: Vec::new(), totals }
    }

    /// Returns what is to be told of all that is wrong.
    pub fn diagnostics(&self) -> Diagnostics {
        told(&self.faults)
    }

    /// Returns what is to be told of all that could be better.
    pub fn warnings(&self) -> Diagnostics {
        told(&self.warnings)
    }
}

fn told(findings: &[Finding]) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    for finding in findings {
        diagnostics.push(finding.told.clone());
    }
    diagnostics
}

/// How many findings have hints that take a search, and places that take another look at the file.
const MOST_LOCATED: usize = 1_000;

/// Puts what was found into words. The files of the first findings are rendered once more, to show the places.
pub(super) fn tell(files: &impl Files, paths: &Paths, found: Faults, mut totals: Totals) -> Proof {
    (totals.faults, totals.warnings) = (found.fault_count, found.warning_count);
    let mut teller = Teller { files, paths, last: None };
    let mut proof = Proof { faults: Vec::new(), warnings: Vec::new(), totals };
    for group in found.groups {
        let list = if group.first.is_warning { &mut proof.warnings } else { &mut proof.faults };
        let finding = teller.finding(group, list.len());
        list.push(finding);
    }
    proof
}

struct Teller<'a, F> {
    files: &'a F,
    paths: &'a Paths,
    /// The file that was looked at last.
    last: Option<(FileId, Source)>,
}

impl<F: Files> Teller<'_, F> {
    /// Returns what is told of faults that are alike; `number` of others come before.
    fn finding(&mut self, group: Group, number: usize) -> Finding {
        let Group { first, places } = group;
        let Fault { kind, file, range, message, mut hint, wanted, told, .. } = first;
        if let Some(near) = wanted.filter(|_| number < MOST_TOLD).and_then(|wanted| self.paths.nearest(&wanted)) {
            hint = format!("did you mean `{near}`?");
        }
        let located = file.zip(range).filter(|_| number < MOST_LOCATED);
        let located = located.and_then(|(file, range)| Some((self.source(file)?, range)));
        let place = located.as_ref().map(|(source, range)| place(source.text(), range));
        let file = file.map(|file| self.paths.path(file).to_owned());
        let told = told.unwrap_or_else(|| {
            let message = in_words(&message, places);
            match (located.filter(|_| number < MOST_TOLD), &file) {
                (Some((source, range)), _) => Diagnostic::new(message).at(&source, range),
                // What shows no place names the file.
                (None, Some(file)) if !message.contains(&**file) => Diagnostic::new(format!("{file}: {message}")),
                (None, _) => Diagnostic::new(message),
            }
        });
        Finding { kind, file, place, message, told: told.hint_if_none(&*hint), hint, places }
    }

    /// Returns a text file of the site.
    fn source(&mut self, file: FileId) -> Option<Source> {
        if self.paths.kind(file) == FileKind::Other {
            return None;
        }
        if let Some((_, source)) = self.last.as_ref().filter(|(last, _)| *last == file) {
            return Some(source.clone());
        }
        let mut bytes = Vec::new();
        self.files.render(file, &mut F::Scratch::default(), &mut bytes).ok()?;
        let source = Source::new(self.paths.path(file), String::from_utf8_lossy(&bytes));
        self.last = Some((file, source.clone()));
        Some(source)
    }
}

/// Returns a message with how many places it is about.
fn in_words(message: &str, places: usize) -> String {
    match places {
        ..=1 => message.to_owned(),
        2 => format!("{message}; the same at one other place"),
        places => format!("{message}; the same at {} other places", places - 1),
    }
}

/// Returns where a range begins in a text.
fn place(text: &str, range: &Range<usize>) -> Place {
    let mut offset = range.start.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    let before = &text[..offset];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
    Place { line, column, offset }
}
