//! Links, open until an output closes them.

use super::frame::{Link, Preview};
use super::reference::{EditionId, PageRef, Playable};

/// What a link of a page leads to, before an output says how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Destination {
    /// A page.
    Page(PageRef),
    /// The part of its game's page that lists an edition, and the others of its series.
    Group(EditionId),
    /// The dot of this number on the map of an edition.
    OnMap(EditionId, usize),
    /// The folder with the theme's files.
    ThemeFolder,
    /// The address by which search engines should know a page.
    Canonical(PageRef),
    /// A letter with the address of a page, to be sent by whoever looks at it.
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
