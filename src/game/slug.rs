//! Slugs: the stable, readable names of positions that make their addresses.

use std::fmt;

/// The name of a position in addresses: lower-case letters, digits and hyphens.
///
/// Lower case only, because some file systems do not tell `A` from `a`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slug(String);

impl Slug {
    /// Takes a text that keeps to the alphabet of slugs.
    ///
    /// # Panics
    ///
    /// When the text is empty or has another character: then the game's rules are wrong.
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        assert!(
            !text.is_empty() && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'),
            "a slug holds lower-case letters, digits and hyphens, but this is {text:?}"
        );
        Self(text)
    }

    /// The slug as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Slug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A text that names no position of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` names no position: {reason}")]
pub struct SlugError {
    /// The text that was given.
    pub text: String,
    /// What the game's grammar asks for.
    pub reason: String,
}

impl SlugError {
    /// An error for `text`, with what the grammar asks for.
    pub fn new(text: &str, reason: impl Into<String>) -> Self {
        Self { text: text.to_owned(), reason: reason.into() }
    }
}
