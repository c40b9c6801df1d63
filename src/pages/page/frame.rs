//! The fields that pages share.

use serde::Serialize;

use crate::content::words::Catalogue;

/// A text or an address that differs from page to page. A template can only print a slot, use it in a message, or test
/// whether it exists. The reason is that a theme renders all pages that differ only in their slots at once.
pub type Slot = String;

/// The names of the fields that are slots.
pub const SLOTS: &str = "anchor canonical goal href label mark missed name news reason reasoning root \
    site_title status tally text title worth";

/// The fields of every page of the site.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Frame {
    /// The name of the site.
    pub site_title: Slot,
    /// The language of the page, as a BCP 47 tag.
    pub language: String,
    /// Links to the same page in all other languages that contain the page.
    pub translations: Vec<Translation>,
    /// The path from the page to the folder with the theme's files: `./`, or one or more `../`.
    pub root: Slot,
    /// The URL for search engines, if the site has a base URL. On a page of an edition or a lesson, this is the URL of
    /// the first page of the edition or lesson.
    pub canonical: Option<Slot>,
    /// The `id` of the page, if many pages share a file.
    pub anchor: Option<Slot>,
    /// True if search engines should ignore the page. This field is true on the error page. If the site has a base URL,
    /// the field is also true on all pages of an edition, a lesson, a collection of puzzles or a story, except the
    /// first page.
    pub unlisted: bool,
    /// The link preview of the page, if the site has a base URL. All text pages have a preview, except the error page,
    /// the page of all games and the page of all stars. The first pages of editions, lessons and puzzles also have a
    /// preview.
    pub preview: Option<Preview>,
}

/// A link to the same page in another language.
#[derive(Clone, Debug, Serialize)]
pub struct Translation {
    /// The address, relative to the page.
    pub href: Slot,
    /// The language's own name for itself, such as `Deutsch`.
    pub name: String,
    /// The language, as a BCP 47 tag.
    pub language: String,
}

/// Returns the links to a page in the other languages of the site. `href` takes the index of a language, and returns
/// the page's address in that language, or `None` if the page does not exist there.
pub fn translations(catalogue: &Catalogue, href: impl Fn(usize) -> Option<String>) -> Vec<Translation> {
    let others = catalogue.others.iter().cloned().enumerate();
    let way = |(number, (language, name))| Some(Translation { href: href(number)?, name, language });
    others.filter_map(way).collect()
}

/// The preview that other programs show with a link to the page.
#[derive(Clone, Debug, Serialize)]
pub struct Preview {
    /// One sentence about the page; may be empty.
    pub summary: String,
    /// The absolute URL of a picture for the page.
    pub image: Option<String>,
    /// True if the program drew the picture. Such a picture has 1200 × 630 pixels.
    pub drawn: bool,
    /// The absolute URL of the page's oEmbed data, if other sites can embed the page.
    pub oembed: Option<String>,
    /// The absolute URL of the feed, if the site has a feed.
    pub feed: Option<String>,
    /// Links to the page in all its languages, including the current language and `x-default`. The URLs are absolute;
    /// `name` may be empty. The list is empty on a site with one language, and outside of the main variant.
    pub alternates: Vec<Translation>,
}

/// A link with its text.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Link {
    /// The address, relative to the page.
    pub href: Slot,
    /// The text of the link.
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
    /// The site's menu. By default, the menu links to all plain pages. If the site has more than 24 plain pages, only
    /// the menu of the front page links to all of them. Every other menu then links only to the front page.
    pub menu: Vec<Link>,
    /// The same page in the other variants of the site.
    pub variants: Vec<Link>,
}

/// The fields that lessons and the pages about an edition share.
#[derive(Clone, Debug, Serialize)]
pub struct SidePage {
    /// The fields of every page.
    pub frame: Frame,
    /// A unique title for `<title>`, such as `Answers 2 — Easy · Nim`. For headings, use the links below.
    pub title: Slot,
    /// The front page.
    pub home: Link,
    /// The page of the game or the story; its title is the name of the game or the story.
    pub game: Link,
    /// The edition's series on the game's page; its title is the name of the series.
    pub group: Option<Link>,
    /// The edition's first page; its title is the edition's name within its series. In a lesson, the edition to play
    /// next. On a page of answers to a lesson or puzzles, the first page of this lesson or collection.
    pub edition: Option<Link>,
}
