//! The pages about editions: the star, the map, the answers, the first page with its preview, and the parts of books
//! and single files around positions.

use std::collections::BTreeSet;

use super::builder::PageBuilder;
use crate::engine::game::Message;
use crate::ground::diagnostic::Diagnostic;
use crate::pages::edition::{Context, Edition, OpenedEdition, best_end, group_title, odds};
use crate::pages::page::{
    AnswersPage, ChapterPage, Destination, Link, MapPage, OpenPage, PageId, PageRef, Playable, SheetPage, SheetPart,
    SidePage, StarPage, StarsOfGame, StarsPage,
};
use crate::pages::theme::PART;

impl PageBuilder<'_> {
    pub(crate) fn star_page(&self, edition: OpenedEdition<'_>, context: &Context<'_>) -> StarPage {
        let neighbours = context.neighbours;
        let [summary, text] = edition.star_told();
        let others =
            [&neighbours.next_after_best, &neighbours.seat, &neighbours.level, &neighbours.board].into_iter().flatten();
        let mut known = BTreeSet::new();
        let others = others.filter(|other| known.insert(other.to));
        StarPage {
            shared: self.page_about((edition, PageId::STAR), &self.say(&Message::key("your-star")), context),
            summary,
            text,
            board: best_end(edition).close(self.links),
            odds: odds(edition).map(|odds| self.say(&odds)).unwrap_or_default(),
            stars: self.stars_link(),
            ways: others.map(|other| self.link(other.to, &other.title)).collect(),
        }
    }

    fn page_about(&self, (edition, page): (OpenedEdition<'_>, PageId), title: &str, context: &Context<'_>) -> SidePage {
        let group = context.neighbours.group.as_ref();
        SidePage {
            group: group.map(|title| Link::at(self.links.address(Destination::Group(edition.id)), title)),
            edition: Some(self.edition_link(&edition, &context.neighbours.title)),
            ..self.side_page(PageRef::new(edition.id, page), (title, &context.place()), self.game_link(edition.section))
        }
    }

    pub(crate) fn answers_page(&self, edition: OpenedEdition<'_>, page: PageId, context: &Context<'_>) -> AnswersPage {
        let how = self.say(&Message::key(if edition.has_computer() { "answers-how-computer" } else { "answers-how" }));
        AnswersPage {
            shared: self.page_about((edition, page), &self.title_of_answers(page), context),
            how,
            rows: edition.answers(page, self.links),
        }
    }

    pub(super) fn title_of_answers(&self, page: PageId) -> String {
        self.say(&Message::key("answers-title").with_number("number", page.answers_number() + 1))
    }

    pub(super) fn stars_link(&self) -> Option<Link> {
        let title = || self.say(&Message::key("all-stars"));
        (self.view.form.is_website() && self.site.plan.front.has_stars).then(|| self.link(PageRef::STARS, &title()))
    }

    pub(crate) fn stars_page(&self) -> StarsPage {
        let count = |games: &[StarsOfGame]| -> usize {
            games.iter().flat_map(|game| &game.series).map(|series| series.stars().count()).sum()
        };
        let (games, of_site) = (self.stars(), Self { view: &self.site.views[0], ..*self }.stars());
        let (count, all) = (count(&games), count(&of_site));
        // A variant may contain only some of the stars.
        let counted = if count < all { "stars-counted-of" } else { "stars-counted" };
        StarsPage {
            shared: self.text_page(PageRef::STARS, &self.say(&Message::key("all-stars"))),
            summary: self.say(&Message::key(counted).with_number("count", count).with_number("all", all)),
            games,
        }
    }

    pub(crate) fn map_page(&self, edition: OpenedEdition<'_>, context: &Context<'_>) -> MapPage {
        let shared = self.page_about((edition, PageId::MAP), &self.say(&Message::key("map")), context);
        edition.map().close(shared, self.links, &self.site.catalogue)
    }

    /// Returns the first page of an edition or a puzzle, with its preview. A site has few first pages, so they need no
    /// patterns.
    pub(crate) fn first_page(
        &self,
        (page, playable): (PageRef, Playable),
        open: &OpenPage,
    ) -> Result<String, Diagnostic> {
        let mut whole = open.close(&self.site.catalogue, self.links);
        whole.frame.preview = self.links.preview(page);
        whole.frame.canonical = Some(self.links.address(Destination::Canonical(page)));
        whole.embed = self.links.embed_code(playable);
        let html = self.view.theme.render(&whole)?;
        self.check_moves(&html, &open.board, page)?;
        Ok(html)
    }

    pub(crate) fn chapter_page(&self, group: &[&Edition]) -> ChapterPage {
        let (edition, (title, summary)) = (group[0], group_title(group));
        ChapterPage {
            frame: self.frame(PageRef::start_of(edition.section)),
            title: title.to_owned(),
            summary: summary.to_owned(),
            goal: edition.goal().to_owned(),
            board: edition.picture(None).close(self.links),
            editions: group.iter().map(|edition| self.edition_link(edition, &edition.spec.short_title)).collect(),
            game: self.game_link(edition.section),
            home: self.home(),
        }
    }

    /// Returns the HTML around the positions of a file, which begins with the position on `first`. The parts, each with
    /// its status, go between the pieces of this HTML. The file contains the answers of `answers` pages.
    pub(crate) fn sheet(
        &self,
        edition: OpenedEdition<'_>,
        first: PageId,
        title: String,
        statuses: Vec<String>,
        answers: usize,
    ) -> Result<Vec<String>, Diagnostic> {
        let part = |status| SheetPart { status, body: PART.to_owned() };
        let sheet = SheetPage {
            frame: self.frame(PageRef::start_of(edition.id)),
            title,
            game_title: self.site.spec(edition.section).title.clone(),
            edition: self.edition_link(&edition, edition.title()),
            goal: edition.goal().to_owned(),
            board: edition.diagram(first).0.close(self.links),
            parts: statuses.into_iter().map(part).collect(),
            answers: (0..answers).flat_map(|number| edition.answers(PageId::answers(number), self.links)).collect(),
        };
        self.view.theme.render_around(&sheet, "parts", sheet.parts.len())
    }
}
