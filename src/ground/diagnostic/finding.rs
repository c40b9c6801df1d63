//! Findings: each describes a problem, its place and a remedy.

use std::collections::HashSet;
use std::fmt;
use std::io;
use std::ops::Range;
use std::path::Path;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::source::{Source, brief, character_start};

#[derive(Clone, Debug)]
pub struct Diagnostic {
    message: String,
    /// Further lines of the message.
    lines: Vec<String>,
    place: Option<(Source, Range<usize>)>,
    hint: Option<String>,
}

impl Diagnostic {
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), lines: Vec::new(), place: None, hint: None }
    }

    /// Returns a finding with a hint: the program cannot do `action` with the file or folder at `path`.
    pub fn io(action: &str, path: &Path, error: &io::Error) -> Self {
        Self::new(format!("cannot {action} {}: {error}", path.display()))
            .hint("check that it exists, its permissions, and the space on the disk")
    }

    /// Sets the place of the finding to a range of bytes of a source, extended to whole characters.
    #[must_use]
    pub fn at(mut self, source: &Source, range: Range<usize>) -> Self {
        let text = source.text();
        let [start, end] = [range.start, range.end].map(|at| character_start(text, at.min(text.len())));
        self.place = Some((source.clone(), start..end.max(start)));
        self
    }

    #[must_use]
    pub(crate) fn say(self, message: String) -> Self {
        Self { message, ..self }
    }

    /// Adds lines to the message.
    #[must_use]
    pub fn lines(mut self, lines: impl IntoIterator<Item = String>) -> Self {
        self.lines.extend(lines);
        self
    }

    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    pub fn advice(&self) -> Option<&str> {
        self.hint.as_deref()
    }

    pub fn range(&self) -> Option<Range<usize>> {
        self.place.as_ref().map(|(_, range)| range.clone())
    }

    pub fn source(&self) -> Option<&Source> {
        self.place.as_ref().map(|(source, _)| source)
    }

    /// Returns the message and the place, which identify the finding.
    pub(super) fn key(&self) -> (&str, Option<(&str, usize)>) {
        (&self.message, self.place.as_ref().map(|(source, range)| (source.name(), range.start)))
    }
}

/// Turns the error of a system call into a finding.
pub trait OrCannot<T> {
    /// Returns the value of a call that succeeded.
    ///
    /// # Errors
    ///
    /// If the call failed, returns a finding: the program cannot do `action` with the file or folder at `path`.
    fn or_cannot(self, action: &str, path: impl AsRef<Path>) -> Result<T, Diagnostic>;
}

impl<T> OrCannot<T> for io::Result<T> {
    fn or_cannot(self, action: &str, path: impl AsRef<Path>) -> Result<T, Diagnostic> {
        self.map_err(|error| Diagnostic::io(action, path.as_ref(), &error))
    }
}

/// Escapes characters that control a terminal, and shortens long lines.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&brief(&self.message))?;
        self.lines.iter().try_for_each(|line| write!(f, "\n{}", brief(line)))
    }
}

/// Writes the fields `message` and `hint`. If the finding has a place, also writes its `line` and `column` (from 1) and
/// its byte `offset`.
impl Serialize for Diagnostic {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        if let Some((source, Range { start, .. })) = &self.place {
            let (line, column) = source.line_and_column(*start);
            fields.serialize_entry("line", &(line + 1))?;
            fields.serialize_entry("column", &(column + 1))?;
            fields.serialize_entry("offset", start)?;
        }
        fields.serialize_entry("message", &self.to_string())?;
        fields.serialize_entry("hint", self.advice().unwrap_or_default())?;
        fields.end()
    }
}

impl std::error::Error for Diagnostic {}

impl miette::Diagnostic for Diagnostic {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(brief(self.hint.as_ref()?)))
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        Some(self.source()?)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let (source, range) = self.place.as_ref()?;
        let marked = source.marked(range);
        Some(Box::new(std::iter::once(LabeledSpan::new(None, marked.start, marked.len()))))
    }
}

/// The maximum number of findings to print. Further findings are only counted.
pub const MOST_PRINTED: usize = 12;

/// Mistakes that were found together. If a function returns them as an error, there is at least one mistake.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }

    /// Returns the value of an `Ok`. If the result is an `Err`, records the findings in it and returns `None`.
    pub fn keep<T, E: Into<Self>>(&mut self, result: Result<T, E>) -> Option<T> {
        result.map_err(|error| self.0.extend(error.into().0)).ok()
    }

    /// Returns the value if there are no findings.
    ///
    /// # Errors
    ///
    /// Returns the findings, if there are any.
    pub fn into_result<T>(self, value: T) -> Result<T, Self> {
        if self.0.is_empty() { Ok(value) } else { Err(self) }
    }

    /// Sorts findings about the same source by place.
    pub(crate) fn sort(&mut self) {
        self.0.sort_by_key(|finding| finding.range().map(|range| range.start));
    }

    /// Returns the findings in the order in which they were recorded, without repetitions.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        let mut known = HashSet::new();
        self.0.iter().filter(move |finding| known.insert(finding.key()))
    }

    pub fn count(&self) -> usize {
        self.iter().count()
    }

    /// Formats at most [`MOST_PRINTED`] of the findings with a theme of miette.
    pub fn rendered(&self, theme: GraphicalTheme) -> String {
        let handler = GraphicalReportHandler::new_themed(theme).with_width(100).with_links(false);
        let mut text = String::new();
        for diagnostic in self.iter().take(MOST_PRINTED) {
            handler.render_report(&mut text, diagnostic).expect("a source can be read, and a string written");
        }
        let more = self.count().saturating_sub(MOST_PRINTED);
        if more > 0 {
            text.extend(["... and ", &more.to_string(), " more\n"]);
        }
        text
    }

    /// Returns the findings as text without colours or frames.
    pub fn plain(&self) -> String {
        self.rendered(GraphicalTheme::none())
    }

    /// Returns whether further findings would only be counted, not printed. Such findings need no hints.
    pub fn is_more_than_told(&self) -> bool {
        self.0.len() >= MOST_PRINTED
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(findings: I) -> Self {
        Self(findings.into_iter().collect())
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self(vec![diagnostic])
    }
}

/// Returns the first finding, for callers that report only one.
impl From<Diagnostics> for Diagnostic {
    fn from(findings: Diagnostics) -> Self {
        findings.0.into_iter().next().unwrap_or_else(|| Self::new("something is wrong"))
    }
}
