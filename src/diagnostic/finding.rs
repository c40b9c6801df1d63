//! Findings: one thing that is wrong, with its place and a way out.

use std::fmt;
use std::io::{self, ErrorKind};
use std::ops::Range;
use std::path::Path;

use miette::LabeledSpan;

use super::excerpt::Excerpt;
use super::source::Source;
use super::visible::{brief, visible};

/// One thing that is wrong.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    message: String,
    place: Option<(Source, Range<usize>)>,
    hint: Option<String>,
}

impl Diagnostic {
    /// Returns a message that says what is wrong.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), place: None, hint: None }
    }

    /// Returns a message about a file that could not be read, written or entered, with a hint for who knows no better.
    pub fn io(action: &str, path: &Path, error: &io::Error) -> Self {
        let hint = match error.kind() {
            ErrorKind::NotFound => "see whether it is there",
            ErrorKind::PermissionDenied => "see who may read and write there",
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "make room on the disk",
            ErrorKind::ReadOnlyFilesystem => "choose a place that can be written to",
            _ => "see whether the disk is in order, and try again",
        };
        Self::new(format!("cannot {action} {}: {error}", path.display())).hint(hint)
    }

    /// Points at a range of bytes of a source.
    #[must_use]
    pub fn at(mut self, source: &Source, range: Range<usize>) -> Self {
        let end = source.text().len();
        let start = range.start.min(end);
        self.place = Some((source.clone(), start..range.end.clamp(start, end)));
        self
    }

    /// Adds what to do about it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds what to do about it, unless something already says it.
    #[must_use]
    pub fn hint_if_none(mut self, hint: impl Into<String>) -> Self {
        self.hint.get_or_insert_with(|| hint.into());
        self
    }

    /// Returns what to do about it.
    pub fn advice(&self) -> Option<&str> {
        self.hint.as_deref()
    }

    /// Returns the range of bytes that it points at.
    pub fn range(&self) -> Option<Range<usize>> {
        self.place.as_ref().map(|(_, range)| range.clone())
    }

    /// Returns the source that it points into.
    pub fn source(&self) -> Option<&Source> {
        self.place.as_ref().map(|(source, _)| source)
    }

    /// Returns what is shown of it: nothing that a terminal obeys, and of long lines and messages only a part.
    pub fn told(&self) -> impl miette::Diagnostic + use<> {
        Told {
            message: brief(&self.message),
            hint: self.hint.as_deref().map(brief),
            excerpt: self.place.as_ref().map(|(source, range)| Excerpt::of(source, range.clone())),
        }
    }

    /// Returns what tells it from other findings: the message and the place.
    pub(super) fn key(&self) -> (&str, Option<(&str, usize)>) {
        (&self.message, self.place.as_ref().map(|(source, range)| (source.name(), range.start)))
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&visible(&self.message))
    }
}

impl std::error::Error for Diagnostic {}

/// What is shown of a diagnostic.
#[derive(Debug)]
struct Told {
    message: String,
    hint: Option<String>,
    excerpt: Option<Excerpt>,
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Told {}

impl miette::Diagnostic for Told {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.hint.as_ref().map(|hint| Box::new(hint) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        self.excerpt.as_ref().map(|excerpt| excerpt as &dyn miette::SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.excerpt.as_ref().map(|excerpt| Box::new(std::iter::once(excerpt.label())) as Box<_>)
    }
}
