//! Findings: the mistakes in a site, with places and hints. If the same mistake is on many pages, it is one finding,
//! with its first place and the number of places.

use std::ops::Range;

use serde::Serialize;

use crate::ground::diagnostic::Diagnostic;

/// The kinds of mistakes and warnings. JSON reports contain these names, with hyphens. The names are stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A mistake in a text, a setting or a theme that prevents a build.
    Content,
    /// A link to a missing file.
    BrokenLink,
    /// A link whose target differs only in case, or in how letters are composed.
    LetterCase,
    /// An address that leads out of the site's folder.
    Outside,
    /// An address that works only at the root of a host.
    RootPath,
    /// A link to a part that the target page does not contain.
    Fragment,
    /// Two elements of a page with the same id.
    DuplicateId,
    /// A page that no chain of links from the front page reaches.
    Unreachable,
    /// Links on the page of a position that do not match its legal moves.
    Moves,
    /// A script, an embedded document, a form, or a file that a browser would load from another site.
    Script,
    /// An image without alternative text.
    Alt,
    /// An entry that cannot be read, or is not a file.
    File,
    /// A file of the site that is not in the folder.
    Missing,
    /// A file in the folder that differs from the site.
    Changed,
    /// A file in the folder that is not part of the site.
    Foreign,
}

#[derive(Debug, Serialize)]
pub struct Finding {
    pub kind: Kind,
    pub file: Option<String>,
    #[serde(flatten)]
    pub diagnostic: Diagnostic,
    /// The number of places with this mistake.
    pub places: usize,
    /// True for a warning. A site with warnings still passes.
    #[serde(skip)]
    pub(super) is_warning: bool,
    /// The mistake's range of bytes in the file.
    #[serde(skip)]
    pub(super) range: Option<Range<usize>>,
    /// The path of a missing file, for suggesting a file with a similar name.
    #[serde(skip)]
    pub(super) wanted: Option<String>,
}

impl Finding {
    pub(super) fn new(kind: Kind, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::from_diagnostic(kind, Diagnostic::new(message).hint(hint))
    }

    pub(super) fn from_diagnostic(kind: Kind, diagnostic: Diagnostic) -> Self {
        let file = diagnostic.source().map(|source| source.name().to_owned());
        Self { kind, file, diagnostic, places: 1, is_warning: false, range: None, wanted: None }
    }

    pub(super) fn warning(self) -> Self {
        Self { is_warning: true, ..self }
    }

    pub(super) fn of(self, file: &str) -> Self {
        Self { file: Some(file.to_owned()), ..self }
    }

    pub(super) fn at(self, range: Range<usize>) -> Self {
        Self { range: Some(range), ..self }
    }

    pub(super) fn summary(&self) -> Diagnostic {
        let first = &self.diagnostic;
        let message = match self.places {
            1 => first.to_string(),
            2 => format!("{first}; also at one other place"),
            places => format!("{first}; also at {} other places", places - 1),
        };
        first.clone().say(match &self.file {
            // A finding without a place names its file.
            Some(file) if first.source().is_none() && !message.contains(&**file) => format!("{file}: {message}"),
            _ => message,
        })
    }
}
