//! Names: slugs, which stand in addresses, and labels, which readers see.

use std::borrow::Cow;
use std::fmt;

/// A text that a game knows when it is compiled, or owns.
pub type Name = Cow<'static, str>;

/// The name of a move or a piece in addresses: lower-case letters, digits and hyphens.
///
/// Slugs are lower case because some file systems do not distinguish `A` from `a`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slug(Name);

impl Slug {
    /// Creates a slug from a text. One that is a slug stays as it is. In any other, capital letters become small ones,
    /// and what else a slug cannot have becomes hyphens, one for all that follow each other: `Take { row: 2 }` is
    /// `take-row-2`.
    ///
    /// ```
    /// use pageturner::game::Slug;
    ///
    /// assert_eq!(Slug::new("b2").as_str(), "b2");
    /// assert_eq!(Slug::new("Take { row: 2 }").as_str(), "take-row-2");
    /// assert_eq!(Slug::new("?").as_str(), "-");
    /// ```
    pub fn new(text: impl Into<Name>) -> Self {
        let text = text.into();
        if is_slug(&text) {
            return Self(text);
        }
        let letters = text.to_ascii_lowercase();
        let words: Vec<_> =
            letters.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
        Self(if words.is_empty() { Name::Borrowed("-") } else { words.join("-").into() })
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
