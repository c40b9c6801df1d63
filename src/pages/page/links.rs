//! The destinations of links, which an output resolves to addresses; and the short names of parts of pages.

use super::frame::{Link, Preview};
use super::reference::{ChapterId, EditionId, PageRef, Playable};

/// The destination of a link. Each output resolves destinations to addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Destination {
    /// A page.
    Page(PageRef),
    /// The part of the game's page that lists an edition and its series.
    Group(EditionId),
    /// The month of this day on the page of a calendar.
    Day(ChapterId, usize),
    /// The dot with this number on the map of an edition.
    OnMap(EditionId, usize),
    /// A row of the answers of an edition, a lesson or a collection of puzzles. Questions have even numbers. Each
    /// answer has the number after the number of its question.
    Answer(ChapterId, usize),
    /// The folder with the theme's files.
    ThemeFolder,
    /// The canonical URL of a page, for search engines.
    Canonical(PageRef),
    /// An e-mail that the reader can send, with the address of the page. Once a puzzle of a calendar is solved, an
    /// e-mail with the news that the day is solved.
    Letter(PageRef),
    /// The anchor of a page in a file that many pages share.
    Anchor(PageRef),
    /// The page in the language with this index.
    Translation(usize, PageRef),
}

/// Resolves destinations to addresses, relative to the page that the output writes. Each output has its own resolver.
pub trait LinkResolver {
    /// Appends the address of a destination.
    fn resolve(&self, to: Destination, out: &mut String);

    /// Returns whether the output contains a page, or can link to it.
    fn has(&self, _page: PageRef) -> bool {
        true
    }

    /// Returns whether a page exists in the language with this index.
    fn has_translation(&self, _language: usize, _page: PageRef) -> bool {
        false
    }

    /// Resolves a path in a text: a Markdown file of the content, or a path on the website. Returns `None` if the
    /// output does not contain the page or the file. The `suffix`, such as `#rules`, names a part of the page.
    fn link_to(&self, path: &str, suffix: &str) -> Option<String>;

    /// Resolves the path of an image in a text. Returns `None` if the output does not contain the image.
    fn image_at(&self, path: &str) -> Option<String> {
        self.link_to(path, "")
    }

    /// Returns the address of the page in the variant with this folder, if the output has variants.
    fn link_to_copy(&self, _page: PageRef, _folder: &str) -> Option<String> {
        None
    }

    /// Returns whether texts can link to a path.
    fn leads_somewhere(&self, _path: &str) -> bool {
        true
    }

    /// Returns the downloads that contain exactly these editions of a game. If `editions` is empty, returns the
    /// downloads of the whole game. `of` is the page of the game or the story.
    fn downloads(&self, _of: PageRef, _editions: &[EditionId]) -> Vec<Link> {
        Vec::new()
    }

    /// Returns the preview of links to a page.
    fn preview(&self, _page: PageRef) -> Option<Preview> {
        None
    }

    /// Returns the HTML that embeds an edition or a puzzle on other sites.
    fn embed_code(&self, _playable: Playable) -> Option<String> {
        None
    }

    fn address(&self, to: Destination) -> String {
        let mut address = String::new();
        self.resolve(to, &mut address);
        address
    }
}

impl Link {
    pub fn to(page: PageRef, title: &str, resolver: &dyn LinkResolver) -> Self {
        Self::at(resolver.address(Destination::Page(page)), title)
    }
}

/// Returns a name for an `id`: one character of `first`, then characters of `others`. Low numbers have short names.
pub fn short_name(number: usize, first: &[u8], others: &[u8]) -> impl Iterator<Item = char> {
    let mut rest = number / first.len();
    let others = std::iter::from_fn(move || {
        let last = rest.checked_sub(1)?;
        rest = last / others.len();
        Some(others[last % others.len()])
    });
    std::iter::once(first[number % first.len()]).chain(others).map(char::from)
}

/// The characters of names that readers never see. The list contains no capitals, because some programs ignore case.
const NAMING: &[u8; 36] = b"abcdefghijklmnopqrstuvwxyz0123456789";

/// Returns the name of a dot on a map, or of a page within a file of a book.
pub fn dot_name(number: usize) -> impl Iterator<Item = char> {
    short_name(number, &NAMING[..26], NAMING)
}

/// The number of rows on a page with answers: questions and answers.
pub const ANSWERS_ON_A_PAGE: usize = 256;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn short_names_differ_and_are_short() {
        let names: BTreeSet<String> =
            (0..100_000).map(|number| short_name(number, b"ab", b"abc012").collect()).collect();
        assert_eq!(names.len(), 100_000);
        assert!(names.iter().all(|name| name.len() <= 7 && name.starts_with(|first: char| first.is_ascii_lowercase())));
    }
}
