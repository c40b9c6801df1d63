//! Findings: what is wrong with a site, where, and what to do about it. What is wrong in the same way on many pages is
//! one finding, with the first place and how many there are.

use std::ops::Range;

use serde::Serialize;

use crate::diagnostic::{Diagnostic, Source, character_start};
use crate::html::guard::Breach;

/// What is wrong, or could be better. Reports for programs have these names, with hyphens, and keep them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A text, a setting or a theme that no site can be made from.
    Content,
    /// An address that is no file of the site.
    BrokenLink,
    /// An address that is one but for the case of letters, or how they are composed.
    LetterCase,
    /// An address that leads out of the folder of the site.
    Outside,
    /// An address that holds only where the site is published at the root of a host.
    RootPath,
    /// An address within a page that the page does not have.
    Fragment,
    /// Two elements of a page with one name.
    DuplicateId,
    /// A page that no chain of links leads to.
    Unreachable,
    /// Links on the page of a position that are not its legal moves.
    Moves,
    /// A script, a document of others, a form, or what is loaded from elsewhere.
    Script,
    /// An image without words for who cannot see it.
    Alt,
    /// A file that cannot be read, or is none.
    File,
    /// A file of the site that is not in the folder.
    Missing,
    /// A file in the folder that is not what the site says.
    Changed,
    /// A file in the folder that is none of the site.
    Foreign,
    /// More than a host takes.
    Host,
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
    /// Whether the site is proven all the same.
    #[serde(skip)]
    pub(super) is_warning: bool,
    /// The bytes of the file that are at fault.
    #[serde(skip)]
    pub(super) range: Option<Range<usize>>,
    /// The text that has them.
    #[serde(skip)]
    pub(super) source: Option<Source>,
    /// The path that no file has, if that is what is wrong: a file with a name like it may be meant.
    #[serde(skip)]
    pub(super) wanted: Option<String>,
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

impl Finding {
    /// Returns a fault of nothing in particular.
    pub(super) fn new(kind: Kind, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            kind,
            file: None,
            place: None,
            message: message.into(),
            hint: hint.into(),
            places: 1,
            is_warning: false,
            range: None,
            source: None,
            wanted: None,
        }
    }

    /// Returns a fault that somebody has put into words already.
    pub(super) fn told(kind: Kind, told: &Diagnostic) -> Self {
        let mut finding = Self::new(kind, told.to_string(), told.advice().unwrap_or_default());
        if let Some((source, range)) = told.source().zip(told.range()) {
            finding = finding.of(source.name()).at(range);
            finding.locate(source);
        }
        finding
    }

    /// Returns what the guard has found.
    pub(super) fn breach(Breach { message, hint, range, .. }: Breach) -> Self {
        Self::new(Kind::Script, message, hint).at(range)
    }

    /// Says that it could be better and no more.
    pub(super) fn warning(self) -> Self {
        Self { is_warning: true, ..self }
    }

    /// Names the file.
    pub(super) fn of(self, file: &str) -> Self {
        Self { file: Some(file.to_owned()), ..self }
    }

    /// Points at bytes of the file.
    pub(super) fn at(self, range: Range<usize>) -> Self {
        Self { range: Some(range), ..self }
    }

    /// Finds the line and the column in the text of the file.
    pub(super) fn locate(&mut self, source: &Source) {
        let Some(range) = &self.range else { return };
        let offset = character_start(source.text(), range.start);
        let before = &source.text()[..offset];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
        self.place = Some(Place { line, column, offset });
        self.source = Some(source.clone());
    }

    /// Returns what is to be told of it.
    pub(super) fn diagnostic(&self) -> Diagnostic {
        let message = match self.places {
            1 => self.message.clone(),
            2 => format!("{}; the same at one other place", self.message),
            places => format!("{}; the same at {} other places", self.message, places - 1),
        };
        let told = match (&self.source, &self.range, &self.file) {
            (Some(source), Some(range), _) => Diagnostic::new(message).at(source, range.clone()),
            // What shows no place names the file.
            (_, _, Some(file)) if !message.contains(&**file) => Diagnostic::new(format!("{file}: {message}")),
            _ => Diagnostic::new(message),
        };
        told.hint(&*self.hint)
    }
}
