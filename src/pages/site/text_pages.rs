//! The text pages: the front page, the pages of games, and articles.

use std::cmp::Reverse;

use indexmap::IndexMap;

use super::builder::{PageBuilder, contents};
use super::site::View;
use crate::content::{ArticleSpec, Sort};
use crate::engine::game::Message;
use crate::ground::diagnostic::Diagnostic;
use crate::pages::chapter::{FIRST_NAME, Summary, split};
use crate::pages::page::{
    ArticleId, ArticlePage, Frame, FrontPage, GameCard, GamePage, GamesPage, GroupOfGames, Link, PageCard, PageRef,
    TextPage,
};
use crate::pages::plan::Section;

const FEWEST_LISTED: usize = 4;

impl<'a> PageBuilder<'a> {
    pub(crate) fn front_page(&self) -> Result<FrontPage, Diagnostic> {
        let config = &self.site.content.config;
        let front = self.site.content.front.as_ref();
        let all_games =
            self.site.plan.front.has_games.then(|| self.link(PageRef::GAMES, &self.say(&Message::key("all-games"))));
        let mut games = self.game_cards();
        games.retain(|game| all_games.is_none() || game.group.is_none());
        Ok(FrontPage {
            shared: TextPage { menu: self.whole_menu(), ..self.text_page(PageRef::FRONT, &config.title) },
            tagline: config.tagline.clone(),
            body: front.map(|front| self.body(&front.body)).transpose()?.unwrap_or_default(),
            games,
            all_games,
            whole: self.all_games_there(),
            stories: self.story_cards(),
            puzzle: self.puzzle_offered()?,
            stars: self.stars_link(),
        })
    }

    fn game_cards(&self) -> Vec<GameCard> {
        self.view.sections(&self.site.plan).map(|section| self.game_card(section)).collect()
    }

    pub(crate) fn games_page(&self) -> GamesPage {
        let mut groups: IndexMap<String, Vec<GameCard>> = IndexMap::new();
        for game in self.game_cards() {
            groups.entry(game.group.clone().unwrap_or_default()).or_default().push(game);
        }
        GamesPage {
            shared: self.text_page(PageRef::GAMES, &self.say(&Message::key("all-games"))),
            groups: groups.into_iter().map(|(title, games)| GroupOfGames { title, games }).collect(),
            stories: self.story_cards(),
            whole: self.all_games_there(),
        }
    }

    pub(crate) fn game_page(&self, section: &Section) -> Result<GamePage, Diagnostic> {
        let (page, spec) = (PageRef::start_of(section.id), self.site.spec(section.id));
        let (lessons, puzzles) = self.scripts(section);
        let series = self.series(section, &mut spec.body.ids.clone(), false);
        let cards = |scripts: Vec<PageRef>| scripts.into_iter().map(|script| self.page_card(script)).collect();
        let ways = |view: &View| view.editions(&self.site.plan, section).count();
        Ok(GamePage {
            shared: self.text_page(page, &spec.title),
            whole: self.whole(page, ("all-ways-there", "ways"), ways),
            summary: spec.summary.clone(),
            body: self.body(&spec.body)?,
            board: self.cover(section),
            picture: self.illustration(spec.picture.as_ref()),
            play: self.play_link(section),
            lessons: cards(lessons),
            stars: series.iter().any(|series| series.stars().next().is_some()).then(|| self.stars_link()).flatten(),
            series,
            puzzles: cards(puzzles),
            files: self.file_cards(section),
            contents: contents(&spec.body.headings),
        })
    }

    fn all_games_there(&self) -> Option<Link> {
        self.whole(PageRef::GAMES, ("all-games-there", "games"), |view| view.sections(&self.site.plan).count())
    }

    /// Returns the link to a page in the main variant, if `count` is higher in that variant. `title` is the key of the
    /// link's message, and the name of this message's argument for the count.
    fn whole(
        &self,
        page: PageRef,
        title: (&'static str, &'static str),
        count: impl Fn(&View) -> usize,
    ) -> Option<Link> {
        let all = count(&self.site.views[0]);
        // The first of the other variants is the main one.
        let main = self.other_variants(page).into_iter().next().filter(|_| count(self.view) < all)?;
        let title = Message::key(title.0).with_number(title.1, all).with("variant", main.title);
        Some(Link { title: self.say(&title), ..main })
    }

    pub(crate) fn article_page(&self, article: ArticleId) -> Result<ArticlePage, Diagnostic> {
        let page = PageRef::start_of(article);
        let spec = self.article(article);
        let list = list_with(&spec.name);
        let up = list.as_deref().and_then(|list| self.site.plan.article_named(list));
        let siblings = list.filter(|_| up.is_some()).map(|list| self.listed(&list)).unwrap_or_default();
        let place = siblings.iter().position(|&sibling| sibling == article);
        let neighbour =
            |place: Option<usize>| siblings.get(place?).map(|&page| self.titled_link(PageRef::start_of(page)));
        let parts = contents(&spec.body.headings);
        Ok(ArticlePage {
            shared: self.text_page(page, &spec.title),
            summary: spec.summary.clone(),
            date: spec.date.map(|date| date.to_string()),
            body: self.body(&spec.body)?,
            contents: if parts.len() < FEWEST_LISTED { Vec::new() } else { parts },
            pages: self.listed(&spec.name).iter().map(|&page| self.page_card(PageRef::start_of(page))).collect(),
            up: up.map(|up| self.titled_link(PageRef::start_of(up))),
            previous: neighbour(place.and_then(|place| place.checked_sub(1))),
            next: neighbour(place.map(|place| place + 1)),
            ..ArticlePage::default()
        })
    }

    fn article(&self, article: ArticleId) -> &'a ArticleSpec {
        &self.site.content.articles[article.index()]
    }

    /// Returns the articles that the article `index` lists, in order.
    fn listed(&self, index: &str) -> Vec<ArticleId> {
        let is_listed = |id: &ArticleId| list_with(&self.article(*id).name).as_deref() == Some(index);
        let mut listed: Vec<_> = self.site.plan.articles.iter().map(|article| article.id).filter(is_listed).collect();
        let index = self.site.content.articles.iter().find(|article| article.name == index);
        if index.is_some_and(|index| index.sort.value == Sort::Date) {
            listed.sort_by_key(|&id| Reverse(self.article(id).date));
        }
        listed
    }

    fn page_card(&self, page: PageRef) -> PageCard {
        let Summary { text, date, .. } = self.site.summary(page);
        let date = date.filter(|_| page.chapter.is_article()).map(|date| date.to_string());
        PageCard { link: self.titled_link(page), summary: text.clone(), date, board: None }
    }

    pub(crate) fn not_found_page(&self) -> Result<String, Diagnostic> {
        let games = self.site.plan.sections.iter().map(|section| self.game_link(section.id));
        let mut shared = self.text_page(PageRef::FRONT, &self.say(&Message::key("not-found")));
        shared.menu = games.chain(shared.menu).collect();
        shared.variants.clear();
        shared.frame = Frame { canonical: None, unlisted: true, preview: None, ..shared.frame };
        let body = format!("<p>{}", self.say(&Message::key("not-found-why")));
        self.view.theme.render(&ArticlePage { shared, body, ..ArticlePage::default() })
    }
}

/// Returns the name of the page that lists an article: the index of its folder. If the article is an index, returns the
/// index of the parent folder. Returns `None` for an article outside of folders.
fn list_with(name: &str) -> Option<String> {
    let (folder, own_name) = split(name);
    let folder = if own_name == FIRST_NAME { split(folder).0 } else { folder };
    (!folder.is_empty()).then(|| format!("{folder}/{FIRST_NAME}"))
}
