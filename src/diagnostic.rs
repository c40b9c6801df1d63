//! Diagnostics: everything that a user is told is wrong, with the place and a way out.

mod excerpt;
mod toml_syntax;
mod toml_words;
mod visible;

use std::collections::HashSet;
use std::fmt;
use std::io::{self, ErrorKind};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use excerpt::Excerpt;
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan};
use serde::de::DeserializeOwned;

pub(crate) use crate::suggestion::{did_you_mean, first_of, nearest};
pub use toml_words::BLANK_TITLE;
pub use visible::{is_misleading, visible};

/// How many findings are told at once; the rest are counted.
pub const MOST_TOLD: usize = 12;

/// A text file that diagnostics can point into.
#[derive(Clone, Debug)]
pub struct Source(Arc<NamedText>);

#[derive(Debug)]
struct NamedText {
    name: Arc<str>,
    text: String,
}

impl Source {
    /// Returns a source with the name that messages show and its whole text.
    pub fn new(name: impl AsRef<str>, text: impl Into<String>) -> Self {
        Self(Arc::new(NamedText { name: name.as_ref().into(), text: text.into() }))
    }

    /// Returns the whole text.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// Returns the name that messages show.
    pub fn name(&self) -> &str {
        &self.0.name
    }
}

/// One thing that is wrong.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    message: Arc<str>,
    place: Option<(Source, Range<usize>)>,
    hint: Option<String>,
}

impl Diagnostic {
    /// Returns a message that says what is wrong.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into().into(), place: None, hint: None }
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

    /// Returns a message about what the TOML reader found wrong in a part of a source, with a hint that fits it.
    pub fn toml(error: &toml::de::Error, source: &Source, part: &Range<usize>) -> Self {
        toml_words::diagnostic(error, source, part)
    }

    /// Returns a message about what the TOML reader found wrong in a part of a source that it read as this type, with a
    /// hint that fits it.
    pub fn toml_of<T: DeserializeOwned>(error: &toml::de::Error, source: &Source, part: &Range<usize>) -> Self {
        let above = toml_words::keys_of::<T>();
        toml_words::below_table(error, source, part, &above).unwrap_or_else(|| Self::toml(error, source, part))
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
            message: visible::brief(&self.message),
            hint: self.hint.as_deref().map(visible::brief),
            excerpt: self.place.as_ref().map(|(source, range)| Excerpt::of(source, range.clone())),
        }
    }

    /// Returns what tells it from other findings.
    fn key(&self) -> Key {
        let place = self.place.as_ref().map(|(source, range)| (Arc::clone(&source.0.name), range.start));
        (Arc::clone(&self.message), place)
    }
}

/// A message and its place.
type Key = (Arc<str>, Option<(Arc<str>, usize)>);

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

/// Everything that was found to be wrong in one go; never empty where it is an error.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    findings: Vec<Diagnostic>,
    known: HashSet<Key>,
}

impl Diagnostics {
    /// Returns an empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a finding.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.known.insert(diagnostic.key());
        self.findings.push(diagnostic);
    }

    /// Returns the value of an `Ok`; records the findings of an `Err`, each of them once.
    pub fn keep<T, E: Into<Self>>(&mut self, result: Result<T, E>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                for finding in error.into().findings {
                    if self.known.insert(finding.key()) {
                        self.findings.push(finding);
                    }
                }
                None
            }
        }
    }

    /// Returns the result of a stage: its value if nothing was found to be wrong.
    ///
    /// # Errors
    ///
    /// When anything was.
    pub fn into_result<T>(self, value: T) -> Result<T, Self> {
        if self.findings.is_empty() { Ok(value) } else { Err(self) }
    }

    /// Returns the findings in the order in which they were made.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.findings.iter()
    }

    /// Returns how many findings there are.
    pub fn count(&self) -> usize {
        self.findings.len()
    }

    /// Returns what is told of them: as much as fits a screen, in a theme of miette's.
    pub fn told(&self, theme: GraphicalTheme) -> String {
        let handler = GraphicalReportHandler::new_themed(theme).with_width(100).with_links(false);
        let mut text = String::new();
        for diagnostic in self.iter().take(MOST_TOLD) {
            let before = text.len();
            if handler.render_report(&mut text, &diagnostic.told()).is_err() {
                text.truncate(before);
                text.extend(["error: ", &diagnostic.to_string(), "\n"]);
            }
        }
        let more = self.count().saturating_sub(MOST_TOLD);
        if more > 0 {
            text.extend(["... and ", &more.to_string(), " more\n"]);
        }
        text
    }

    /// Returns what is told of them without colours and frames.
    pub fn plain(&self) -> String {
        self.told(GraphicalTheme::none())
    }

    /// Whether nobody will be told of further findings but how many there are, so that searching hints for them is of
    /// no use.
    pub fn is_more_than_told(&self) -> bool {
        self.count() >= MOST_TOLD
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        let mut findings = Self::new();
        findings.push(diagnostic);
        findings
    }
}
