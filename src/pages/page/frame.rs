//! The fields that pages share.

use serde::Serialize;

/// A text or an address that differs from page to page. A template can only print it, or ask whether it is empty,
/// because a theme renders all pages that differ only in their slots at once.
pub type Slot = String;

/// The names of the fields that are slots.
pub const SLOTS: &str = "anchor canonical goal href label mark missed name news reason reasoning root \
    site_title status tally text title worth";

/// The fields of every page of the site.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Frame {
    /// The name of the site.
    pub site_title: Slot,
    /// The language of the texts, as a BCP 47 tag.
    pub language: String,
    /// Links to the page in the other languages of the site, if it exists there.
    pub translations: Vec<Translation>,
    /// The path to the folder with the theme's files: `./`, or one or more `../`.
    pub root: Slot,
    /// The absolute URL for search engines, if the site has a base URL.
    pub canonical: Option<Slot>,
    /// The `id` of the page, if many pages share a file.
    pub anchor: Option<Slot>,
    /// Whether search engines should not list the page, if the site has a base URL. True for the many pages inside an
    /// edition or a lesson.
    pub unlisted: bool,
    /// The link preview of the page, if the site has a base URL. Only pages that readers reach from elsewhere have one:
    /// the first page of an edition or a lesson, and text pages.
    pub preview: Option<Preview>,
}

/// A link to the page in another language.
#[derive(Clone, Debug, Serialize)]
pub struct Translation {
    /// The address, relative to the page.
    pub href: Slot,
    /// The language's own name for itself, such as `Deutsch`.
    pub name: String,
    /// The language, as a BCP 47 tag.
    pub language: String,
}

#[derive(Clone, Debug, Default)]
pub struct Languages {
    /// The language of the pages, as a BCP 47 tag.
    pub own: String,
    /// The other languages of the site: for each its tag and its own name, such as `de` and `Deutsch`.
    pub others: Vec<(String, String)>,
}

impl Languages {
    /// Returns the links to a page in the other languages. `href` returns its address in the language with an index, if
    /// it exists there.
    pub fn translations(&self, href: impl Fn(usize) -> Option<String>) -> Vec<Translation> {
        let others = self.others.iter().cloned().enumerate();
        let way = |(number, (language, name))| Some(Translation { href: href(number)?, name, language });
        others.filter_map(way).collect()
    }

    /// Returns the links to a page in all its languages, including its own; empty if it exists only in one.
    pub fn alternates(&self, own: Option<String>, other: impl Fn(usize) -> Option<String>) -> Vec<Translation> {
        let mut all = self.translations(other);
        if let Some(href) = own.filter(|_| !all.is_empty()) {
            all.insert(0, Translation { href, name: String::new(), language: self.own.clone() });
        }
        all
    }
}

/// The preview of a page in programs that show links to it.
#[derive(Clone, Debug, Serialize)]
pub struct Preview {
    /// One sentence about the page; may be empty.
    pub summary: String,
    /// The absolute URL of a picture of the page, if any.
    pub image: Option<String>,
    /// Whether the program drew the picture, which is then 1200 × 630 pixels.
    pub drawn: bool,
    /// The absolute URL of the page's oEmbed data, if the page can be shown in a frame.
    pub oembed: Option<String>,
    /// The absolute URL of the feed, if the site has one.
    pub feed: Option<String>,
    /// The page in every language in which it exists, including its own, by absolute URLs; empty if it exists only in
    /// one.
    pub alternates: Vec<Translation>,
}

/// A link with its text.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Link {
    /// The address, relative to the page.
    pub href: Slot,
    /// Its text.
    pub title: Slot,
}

impl Link {
    pub fn at(address: String, title: &str) -> Self {
        Self { href: address, title: title.to_owned() }
    }
}

/// The fields that text pages share.
#[derive(Clone, Debug, Default, Serialize)]
pub struct TextPage {
    /// The fields of every page.
    pub frame: Frame,
    /// The title of the page.
    pub title: Slot,
    /// The front page.
    pub home: Link,
    /// The menu of the site. A site without a menu gets links to its plain pages or, if there are more than 24, one
    /// link to the front page, which lists all of them.
    pub menu: Vec<Link>,
    /// The same page in the other variants of the site.
    pub variants: Vec<Link>,
}

/// The fields that lessons and the pages about an edition share.
#[derive(Clone, Debug, Serialize)]
pub struct SidePage {
    /// The fields of every page.
    pub frame: Frame,
    /// A title that no other page has, such as `Answers 2 — Easy · Nim`, for `<title>`. Make headings from the names
    /// below.
    pub title: Slot,
    /// The front page.
    pub home: Link,
    /// The page of the game or the story; its title is the name.
    pub game: Link,
    /// The part of the game's page that lists the edition; its title is the name of the group.
    pub group: Option<Link>,
    /// The edition's first page; its title is the edition's name within its group. For answers to a lesson or to
    /// puzzles, it is their first page; for a lesson, the edition to play after it; for a story, omitted.
    pub edition: Option<Link>,
}
