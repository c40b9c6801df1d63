//! The chapters without positions: the front page, a game, and an article.

use std::ops::Range;

use crate::pages::chapter::{Chapter, FIRST_NAME, Summary, split};
use crate::pages::page::{ArticleId, PageId, SectionId};

pub(super) const STARS_NAME: &str = "stars";
pub(super) const GAMES_NAME: &str = "games";

/// The front page, the page of all stars, and the page of all games.
#[derive(Default)]
pub struct Front {
    pub summary: Summary,
    /// True if the site has the page of all stars: there are stars to win, and no article has the name of this page.
    pub has_stars: bool,
    /// True if the site has the page of all games: some game is in a group, and no article has the name of this page.
    pub has_games: bool,
}

/// The page of a game: its rules and its editions.
pub struct Section {
    pub id: SectionId,
    /// The folder of the game on the site, for example `nim`.
    pub folder: String,
    pub summary: Summary,
    /// The editions of the game, as a range of indices among the editions of the site.
    pub(super) editions: Range<usize>,
}

/// An article: a page of text.
pub struct Article {
    pub id: ArticleId,
    /// The folder and the name of the article.
    pub name: String,
    pub summary: Summary,
}

impl Chapter for Front {
    fn folder(&self) -> &'static str {
        ""
    }

    fn summary(&self) -> &Summary {
        &self.summary
    }

    fn starts(&self) -> &'static [PageId] {
        &[PageId::FIRST, PageId::STAR, PageId::MAP]
    }

    fn count_from(&self, page: PageId) -> usize {
        usize::from(match page {
            PageId::STAR => self.has_stars,
            PageId::MAP => self.has_games,
            page => !page.is_beside(),
        })
    }

    fn write_name(&self, page: PageId, out: &mut String) {
        out.push_str(match page {
            PageId::STAR => STARS_NAME,
            PageId::MAP => GAMES_NAME,
            _ => FIRST_NAME,
        });
    }
}

impl Chapter for Section {
    fn folder(&self) -> &str {
        &self.folder
    }

    fn summary(&self) -> &Summary {
        &self.summary
    }
}

impl Chapter for Article {
    fn folder(&self) -> &str {
        split(&self.name).0
    }

    fn summary(&self) -> &Summary {
        &self.summary
    }

    fn write_name(&self, _page: PageId, out: &mut String) {
        out.push_str(split(&self.name).1);
    }
}
