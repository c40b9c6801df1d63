//! What a theme is loaded for, and what that asks of it.

use serde::Deserialize;

use crate::ground::html::guard::FileKind;

/// The theme of a site that names none.
pub const DEFAULT: &str = "classic";

/// What a theme is loaded for. Themes name the first of these as their outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// A website, without blanks and tags that no browser needs.
    Website,
    /// An e-book with one position to a file.
    Book,
    /// One file with all positions of an edition.
    #[serde(rename = "single")]
    SingleFile,
    /// An e-book with many positions to a file.
    #[serde(skip)]
    CompactBook,
}

impl Form {
    pub fn is_website(self) -> bool {
        self == Self::Website
    }

    pub(super) fn is_book(self) -> bool {
        self.output() == Self::Book
    }

    /// Returns what its pages are read as: where a browser sees the title of a page as words, a reader of books sees
    /// markup.
    pub(super) fn file_kind(self) -> FileKind {
        if self.is_book() { FileKind::Xml } else { FileKind::Html }
    }

    pub fn shares_files(self) -> bool {
        matches!(self, Self::CompactBook | Self::SingleFile)
    }

    pub fn default_theme(self) -> &'static str {
        match self {
            Self::Website => DEFAULT,
            Self::Book | Self::CompactBook => "book",
            Self::SingleFile => "single",
        }
    }

    /// Returns the output that a theme names as its own to be made for this.
    pub(super) fn output(self) -> Self {
        if self == Self::CompactBook { Self::Book } else { self }
    }

    pub(super) fn published_as(self) -> &'static str {
        match self.output() {
            Self::Book => "books",
            Self::SingleFile => "single files",
            _ => "websites",
        }
    }
}
