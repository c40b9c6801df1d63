//! Chapters: what has pages of its own on a site. Each kind of chapter is one type.

use toml::value::Date;

use crate::content::Located;
use crate::pages::page::PageId;

/// The name of the page with which a chapter begins.
pub const FIRST_NAME: &str = "index";

/// A part of a site with pages of its own: an edition, a script, a story, a game, an article or the front page.
///
/// Some of its pages follow each other, from [`PageId::FIRST`] on; others are outside of this order. The program
/// finds the pages of games and stories when it first needs them. If a chapter contains a mistake, only its first
/// page is known. Opening the chapter returns the mistake.
pub trait Chapter {
    /// Returns the folder of its pages on the site, without a `/` at its end; empty for the site's own.
    fn folder(&self) -> &str;

    fn summary(&self) -> Summary<'_>;

    /// Returns the first of the pages that follow each other, and those that stand beside them, in their order.
    fn starts(&self) -> &'static [PageId] {
        &[PageId::FIRST]
    }

    /// Returns how many pages follow each other.
    fn page_count(&self) -> usize {
        1
    }

    /// Returns how many pages there are from one that stands beside those: none if it has no such page.
    fn count_beside(&self, _first: PageId) -> usize {
        0
    }

    /// Appends the name of a page in its folder.
    fn write_name(&self, _page: PageId, out: &mut String) {
        out.push_str(FIRST_NAME);
    }

    /// Returns the page of a name in its folder, if it is another one than that with which it begins.
    fn page_named(&self, _name: &str) -> Option<PageId> {
        None
    }

    /// Returns where the moves or choices on a page lead; nothing of a page of another kind.
    fn leads(&self, _page: PageId) -> Option<Leads> {
        None
    }
}

/// The texts and the image of a chapter that links to it show, on a page or in another program.
#[derive(Clone, Copy, Default)]
pub struct Summary<'a> {
    pub title: &'a str,
    /// One sentence; may be empty.
    pub text: &'a str,
    pub date: Option<Date>,
    pub image: Option<&'a Located<String>>,
    /// The earlier addresses of its first page.
    pub aliases: &'a [String],
}

/// The same of a chapter that keeps it.
#[derive(Clone, Debug, Default)]
pub struct About {
    pub title: String,
    pub summary: String,
    pub date: Option<Date>,
    pub image: Option<Located<String>>,
    pub aliases: Vec<String>,
}

impl About {
    pub fn summary(&self) -> Summary<'_> {
        let Self { title, summary, date, image, aliases } = self;
        Summary { title, text: summary, date: *date, image: image.as_ref(), aliases }
    }
}

/// The pages that the moves on a page lead to, and the page before a piece was chosen, if one was.
pub type Leads = (Vec<PageId>, Option<PageId>);

/// Splits the path of a page into its folder, which may be empty, and its name.
pub fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}
