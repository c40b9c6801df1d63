//! Sources: the texts that somebody wrote.

use std::sync::Arc;

/// A text file that diagnostics can point into.
#[derive(Clone, Debug, Default)]
pub struct Source(Arc<NamedText>);

#[derive(Debug, Default)]
struct NamedText {
    name: String,
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
