//! All that is wrong, as it is told.

use std::collections::HashSet;

use miette::{GraphicalReportHandler, GraphicalTheme};

use super::finding::Diagnostic;

/// How many findings are told at once; the rest are counted.
pub const MOST_TOLD: usize = 12;

/// Everything that was found to be wrong in one go; never empty where it is an error.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }

    /// Returns the value of an `Ok`; records the findings of an `Err`.
    pub fn keep<T, E: Into<Self>>(&mut self, result: Result<T, E>) -> Option<T> {
        result.map_err(|error| self.0.extend(error.into().0)).ok()
    }

    /// Returns the result of a stage: its value if nothing was found to be wrong.
    ///
    /// # Errors
    ///
    /// When anything was.
    pub fn into_result<T>(self, value: T) -> Result<T, Self> {
        if self.0.is_empty() { Ok(value) } else { Err(self) }
    }

    /// Puts findings about one source into the order of their places.
    pub(crate) fn sort(&mut self) {
        self.0.sort_by_key(|finding| finding.range().map(|range| range.start));
    }

    /// Returns the findings in the order in which they were made, each once.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        let mut known = HashSet::new();
        self.0.iter().filter(move |finding| known.insert(finding.key()))
    }

    pub fn count(&self) -> usize {
        self.iter().count()
    }

    /// Returns what is told of them: as much as fits a screen, in a theme of miette's.
    pub fn told(&self, theme: GraphicalTheme) -> String {
        let handler = GraphicalReportHandler::new_themed(theme).with_width(100).with_links(false);
        let mut text = String::new();
        for diagnostic in self.iter().take(MOST_TOLD) {
            let before = text.len();
            if handler.render_report(&mut text, diagnostic).is_err() {
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
        self.0.len() >= MOST_TOLD
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

/// The first of them, for a place that tells one.
impl From<Diagnostics> for Diagnostic {
    fn from(findings: Diagnostics) -> Self {
        findings.0.into_iter().next().unwrap_or_else(|| Self::new("something is wrong"))
    }
}
