//! Chapters: the parts of a site that have their own pages. Each kind of chapter is a type.

use toml::value::Date;

use crate::content::Located;
use crate::pages::page::PageId;

/// The name of the page with which a chapter begins.
pub const FIRST_NAME: &str = "index";

/// A part of a site with its own pages: an edition, a script (a lesson or a collection of puzzles), a story, a game, an
/// article or the front page.
///
/// Some pages of a chapter form a sequence, which begins with [`PageId::FIRST`]. All other pages are outside of this
/// sequence. The program finds the pages of games and stories when it first needs them. If a chapter contains a
/// mistake, the program knows only the chapter's first page, and returns the mistake when it opens the chapter.
pub trait Chapter {
    /// Returns the folder of the chapter's pages on the site, without a `/` at its end; empty for the root of the site.
    fn folder(&self) -> &str;

    fn summary(&self) -> &Summary;

    /// Returns the first page of the sequence, and the first page of each kind outside of the sequence.
    fn starts(&self) -> &'static [PageId] {
        &[PageId::FIRST]
    }

    /// Returns the number of pages in the sequence, if `first` is the first of them. If `first` is outside of the
    /// sequence, returns the number of pages of this kind from `first` on; 0 if the chapter does not contain `first`.
    fn count_from(&self, first: PageId) -> usize {
        usize::from(!first.is_beside())
    }

    /// Appends the name of a page within its folder.
    fn write_name(&self, _page: PageId, out: &mut String) {
        out.push_str(FIRST_NAME);
    }

    /// Finds any page except the first by its name in the folder.
    fn page_named(&self, _name: &str) -> Option<PageId> {
        None
    }

    /// Returns where the moves or choices on a page lead; `None` if the page has no moves or choices.
    fn leads(&self, _page: PageId) -> Option<Leads> {
        None
    }
}

/// What a link to a chapter shows, on a page or in another program.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    pub title: String,
    /// One sentence; may be empty.
    pub text: String,
    pub date: Option<Date>,
    pub image: Option<Located<String>>,
    /// The earlier addresses of the chapter's first page.
    pub aliases: Vec<String>,
}

impl Summary {
    pub fn new(
        title: &str,
        text: &str,
        date: Option<Date>,
        image: Option<&Located<String>>,
        aliases: &[String],
    ) -> Self {
        let (title, text) = (title.to_owned(), text.to_owned());
        Self { title, text, date, image: image.cloned(), aliases: aliases.to_vec() }
    }

    /// The summary of pages that are never described.
    pub(crate) const EMPTY: &Self =
        &Self { title: String::new(), text: String::new(), date: None, image: None, aliases: Vec::new() };
}

/// The pages after the moves on a page and, if a piece is chosen, the page to return to.
pub type Leads = (Vec<PageId>, Option<PageId>);

/// Splits the path of a page into its folder (empty for the root) and its name.
pub fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}
