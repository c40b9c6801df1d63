//! Slugs: stable, readable names of moves and pieces, and the error for the slug of a state that cannot be read.

use std::fmt;

use super::Name;

/// The name of a move or a piece in addresses: lower-case letters, digits and hyphens.
///
/// Slugs are lower case because some file systems do not distinguish `A` from `a`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slug(Name);

impl Slug {
    /// Creates a slug from a text of the alphabet of slugs.
    ///
    /// # Panics
    ///
    /// Panics if the text is empty or has a character that slugs cannot have, which is a mistake in a game's code.
    pub fn new(text: impl Into<Name>) -> Self {
        let text = text.into();
        assert!(
            is_slug(&text),
            "a slug is a non-empty text of lower-case letters, digits and hyphens, but this is {text:?}"
        );
        Self(text)
    }

    /// Returns the slug as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Slug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Returns whether a text is a slug: not empty, and nothing but lower-case letters, digits and hyphens.
pub fn is_slug(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

/// A text that is not the slug of any state of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` names no position: {reason}")]
pub struct SlugError {
    /// The text that was given.
    pub text: String,
    /// What the game's slug grammar requires.
    pub reason: String,
}

impl SlugError {
    /// Creates an error for `text`, with what the slug grammar requires.
    pub fn new(text: &str, reason: impl Into<String>) -> Self {
        Self { text: text.to_owned(), reason: reason.into() }
    }
}
