//! Diagnostics: everything that a user is told is wrong, with the place and a way out.

use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use miette::{LabeledSpan, NamedSource};

/// A text file that diagnostics can point into.
#[derive(Clone, Debug)]
pub struct Source(Arc<NamedSource<String>>);

impl Source {
    /// Returns a source with the name that messages show and its whole text.
    pub fn new(name: impl AsRef<str>, text: impl Into<String>) -> Self {
        Self(Arc::new(NamedSource::new(name, text.into())))
    }

    /// Returns the whole text.
    pub fn text(&self) -> &str {
        self.0.inner()
    }

    /// Returns the name that messages show.
    pub fn name(&self) -> &str {
        self.0.name()
    }
}

/// One thing that is wrong.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    message: String,
    place: Option<(Source, LabeledSpan)>,
    hint: Option<String>,
}

impl Diagnostic {
    /// Returns a message that says what is wrong.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), place: None, hint: None }
    }

    /// Returns a message about a file that could not be read, written or entered.
    pub fn io(action: &str, path: &Path, error: &std::io::Error) -> Self {
        Self::new(format!("cannot {action} {}: {error}", path.display()))
    }

    /// Returns a message about what the TOML reader found wrong in a source, with the nearest name for a misspelt key.
    pub fn toml(error: &toml::de::Error, source: &Source) -> Self {
        let message = error.message().lines().next().unwrap_or("this is not TOML").to_owned();
        let diagnostic = Self::new(&message).at(source, error.span().unwrap_or(0..0));
        // The message reads: unknown field `titel`, expected one of `title`, `summary`.
        let mut names = message.split('`').skip(1).step_by(2);
        match names.next() {
            Some(unknown) if message.starts_with("unknown ") => {
                let known: Vec<_> = names.collect();
                diagnostic.hint(did_you_mean(unknown, known.iter().copied()))
            }
            Some(missing) if message.starts_with("missing field") => {
                diagnostic.hint(format!("add a line `{missing} = …`"))
            }
            _ => diagnostic.hint("this part is TOML: `name = \"text\"`, `name = 3`, `name = [1, 2]`, `name = true`"),
        }
    }

    fn is_same(&self, other: &Self) -> bool {
        let place = |diagnostic: &Self| {
            diagnostic.place.as_ref().map(|(source, label)| (source.name().to_owned(), label.offset()))
        };
        self.message == other.message && place(self) == place(other)
    }

    /// Points at a range of bytes of a source.
    #[must_use]
    pub fn at(mut self, source: &Source, range: Range<usize>) -> Self {
        let end = source.text().len();
        let (start, stop) = (range.start.min(end), range.end.min(end));
        self.place = Some((source.clone(), LabeledSpan::new(None, start, stop.saturating_sub(start))));
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
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Diagnostic {}

impl miette::Diagnostic for Diagnostic {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.hint.as_ref().map(|hint| Box::new(hint) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        self.place.as_ref().map(|(source, _)| &*source.0 as &dyn miette::SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.place.as_ref().map(|(_, label)| Box::new(std::iter::once(label.clone())) as Box<_>)
    }
}

/// Everything that was found to be wrong in one go; never empty where it is an error.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    /// Returns an empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a finding.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }

    /// Returns the value of an `Ok`; records the findings of an `Err`, each of them once.
    pub fn keep<T, E: Into<Self>>(&mut self, result: Result<T, E>) -> Option<T> {
        let mut add = |finding: Diagnostic| {
            if !self.0.iter().any(|known| known.is_same(&finding)) {
                self.0.push(finding);
            }
        };
        result.map_err(|error| error.into().0.into_iter().for_each(&mut add)).ok()
    }

    /// Returns the result of a stage: its value if nothing was found to be wrong.
    ///
    /// # Errors
    ///
    /// When anything was.
    pub fn into_result<T>(self, value: T) -> Result<T, Self> {
        if self.0.is_empty() { Ok(value) } else { Err(self) }
    }

    /// Returns the findings in the order in which they were made.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.0.iter()
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self(vec![diagnostic])
    }
}

/// Returns the candidate that a misspelt name most probably means, if one is near enough.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .filter(|&(distance, candidate)| distance <= candidate.len().div_ceil(3))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// Returns the hint for a misspelt name: the nearest known one, or all of them.
pub fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    if let Some(near) = nearest(name, known.clone()) {
        return format!("did you mean `{near}`?");
    }
    let all: Vec<_> = known.into_iter().map(|name| format!("`{name}`")).collect();
    if all.is_empty() { "there are none yet".to_owned() } else { format!("known are {}", first_of(&all, ", ")) }
}

/// Returns as many items of a list as somebody will read, and how many more there are.
pub fn first_of(items: &[String], separator: &str) -> String {
    const MOST: usize = 16;
    let shown = items[..items.len().min(MOST)].join(separator);
    match items.len().saturating_sub(MOST) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
