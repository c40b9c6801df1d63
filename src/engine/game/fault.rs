//! Faults: what is wrong in the code of a game that was read from a file.

use std::sync::Arc;

/// What is wrong in the code of a game that was read from a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Fault {
    /// What is wrong.
    pub message: String,
    /// What to do about it; may be empty.
    pub hint: String,
    /// The file and the line, from 1, if they are known.
    pub place: Option<(Arc<Code>, usize)>,
}

/// A file of code.
#[derive(Debug, PartialEq, Eq)]
pub struct Code {
    /// The name that messages show.
    pub name: String,
    /// The whole text.
    pub text: String,
}

impl Fault {
    /// Creates a fault without a place.
    pub fn new(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { message: message.into(), hint: hint.into(), place: None }
    }

    /// Returns the fault with a line of a file as its place, unless it has one.
    #[must_use]
    pub fn at(mut self, code: &Arc<Code>, line: usize) -> Self {
        self.place.get_or_insert_with(|| (Arc::clone(code), line));
        self
    }
}
