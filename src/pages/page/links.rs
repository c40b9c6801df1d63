//! Links, open until an output closes them, and the short names of parts of pages that they lead to.

use std::fmt::Write;

use super::frame::{Link, Preview};
use super::reference::{ChapterId, EditionId, PageRef, Playable};

/// What a link of a page leads to, before an output says how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Destination {
    /// A page.
    Page(PageRef),
    /// The part of its game's page that lists an edition, and the others of its series.
    Group(EditionId),
    /// The dot of this number on the map of an edition.
    OnMap(EditionId, usize),
    /// A row of the answers of an edition or of puzzles. Questions have even numbers, and each answer has the one after
    /// its question.
    Answer(ChapterId, usize),
    /// The folder with the theme's files.
    ThemeFolder,
    /// The address by which search engines should know a page.
    Canonical(PageRef),
    /// A letter for the reader of a page to send, with its address; of a solved day of a calendar, with that news.
    Letter(PageRef),
    /// The name of a page in its file, where many pages share one.
    Anchor(PageRef),
    /// The page in another language of the site, the one of this number, which has it.
    Translation(usize, PageRef),
}

/// Turns what links lead to into addresses, seen from the page that is being made. Each output has its own.
pub trait LinkResolver {
    /// Appends the address of a destination, as it stands in a link.
    fn resolve(&self, to: Destination, out: &mut String);

    /// Whether the output, or what it refers to, has a page.
    fn has(&self, _page: PageRef) -> bool {
        true
    }

    /// Whether the language of this number has a page.
    fn has_translation(&self, _language: usize, _page: PageRef) -> bool {
        false
    }

    /// Returns the link to what a text refers to by its path: a Markdown file of the content, or a path on the website.
    /// Nothing if the output does not have it. The `suffix`, such as `#rules`, names a part of a page of words, and
    /// mostly is empty.
    fn link_to(&self, path: &str, suffix: &str) -> Option<String>;

    /// Returns the address of an image that a text shows, which it refers to by its path on the website. Nothing if
    /// the output does not have it.
    fn image_at(&self, path: &str) -> Option<String> {
        self.link_to(path, "")
    }

    /// Returns the link to the copy of a page in the variant of the site that stands in this folder, if the output has
    /// variants.
    fn link_to_copy(&self, _page: PageRef, _folder: &str) -> Option<String> {
        None
    }

    /// Whether a text can lead to a path.
    fn leads_somewhere(&self, _path: &str) -> bool {
        true
    }

    /// Returns the files that are offered with exactly these editions of a game; with none of it with all. The game, or
    /// the story, is named by its page.
    fn downloads(&self, _of: PageRef, _editions: &[EditionId]) -> Vec<Link> {
        Vec::new()
    }

    /// Returns what a page tells other programs that show links to it; nothing of one that they have no use for.
    fn preview(&self, _page: PageRef) -> Option<Preview> {
        None
    }

    /// Returns the line of HTML that shows what begins on a page on pages of others.
    fn embed_code(&self, _playable: Playable) -> Option<String> {
        None
    }

    /// Returns the address of a destination.
    fn address(&self, to: Destination) -> String {
        let mut address = String::new();
        self.resolve(to, &mut address);
        address
    }
}

impl Link {
    /// Returns a link to a page.
    pub fn to(page: PageRef, title: &str, resolver: &dyn LinkResolver) -> Self {
        Self::at(resolver.address(Destination::Page(page)), title)
    }
}

/// Returns the name with a number, for an `id`: a character of `first`, and then of `others`. Low numbers have short
/// names.
pub fn short_name(number: usize, first: &[u8], others: &[u8]) -> impl Iterator<Item = char> {
    let mut rest = number / first.len();
    let others = std::iter::from_fn(move || {
        let last = rest.checked_sub(1)?;
        rest = last / others.len();
        Some(others[last % others.len()])
    });
    std::iter::once(first[number % first.len()]).chain(others).map(char::from)
}

/// The characters of the names that readers never see, which begin with a letter. Capitals are left out, since some
/// take them for small letters.
const NAMING: &[u8; 36] = b"abcdefghijklmnopqrstuvwxyz0123456789";

/// Returns the name of the dot of this number on a map, or of the page at this place in a file of a book.
pub fn dot_name(number: usize) -> impl Iterator<Item = char> {
    short_name(number, &NAMING[..26], NAMING)
}

/// How many questions and answers are on one page.
pub const ANSWERS_ON_A_PAGE: usize = 256;

/// Appends a dot of a map as SVG: its name, its address, and where it is. The tab key skips it, since a map has
/// thousands, and browsers without drawings find no links there.
pub(crate) fn write_dot(number: usize, href: &str, (x, y): (u32, u32), out: &mut String) {
    out.push_str("<a id=");
    out.extend(dot_name(number));
    write!(out, " tabindex=-1 xlink:href={href}><path d=\"M{x} {y}h0\"/></a>").expect("writing to a string succeeds");
}

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
