//! The pages of words: the front page, the pages of games and lessons, plain pages, lists of puzzles, congratulations,
//! and what books and single files have around their positions.

use std::collections::BTreeSet;

use indexmap::IndexSet;

use super::builder::{PageBuilder, contents, start};
use super::pages::Pages;
use super::planning::list_with;
use super::site::View;
use crate::content::{ArticleSpec, Body, SeriesKind};
use crate::engine::game::Message;
use crate::ground::diagnostic::Diagnostic;
use crate::pages::edition::{self, Context, Dot, Edition, OpenedEdition, group_title};
use crate::pages::page::write_dot;
use crate::pages::page::{
    ArticleId, ArticlePage, CalendarPage, ChapterPage, DayLink, Destination, Frame, FrontPage, GamePage, LessonPage,
    Link, MapLayer, MapPage, MapRow, Month, OpenPage, PageCard, PageId, PageRef, PageSlot, Playable, PuzzleCard,
    PuzzleGroup, SheetPage, SheetPart, StarPage, StarsOfGame, StarsPage, capitalized,
};
use crate::pages::plan::Section;
use crate::pages::script::PlannedScript;
use crate::pages::script::lesson::{OpenLessonPage, OpenedLesson};
use crate::pages::script::puzzle::{Day, OpenedPuzzles, Puzzle};

const WEEK: usize = 7;

/// How many days the first month of a calendar has.
const MONTH: usize = 31;

const FEWEST_GROUPED: usize = 9;

const FEWEST_LISTED: usize = 4;

impl<'a> PageBuilder<'a> {
    pub(crate) fn front_page(&self) -> Result<FrontPage, Diagnostic> {
        let config = &self.site.content.config;
        let front = self.site.content.front.as_ref();
        let games: Vec<_> = self.view.sections(&self.site.plan).map(|section| self.game_card(section)).collect();
        let groups: IndexSet<String> = games.iter().filter_map(|game| game.group.clone()).collect();
        Ok(FrontPage {
            title: config.title.clone(),
            tagline: config.tagline.clone(),
            body: front.map(|front| self.body(&front.body)).transpose()?.unwrap_or_default(),
            games,
            groups: groups.into_iter().collect(),
            stories: self.story_cards(),
            puzzle: self.puzzle_offered()?,
            stars: self.stars_link(),
            menu: self.whole_menu(),
            variants: self.other_variants(PageRef::FRONT),
            frame: self.frame(PageRef::FRONT),
        })
    }

    pub(crate) fn game_page(&self, section: &Section) -> Result<GamePage, Diagnostic> {
        let (page, spec) = (PageRef::start_of(section.id), self.site.spec(section.id));
        let (lessons, puzzles) = self.scripts(section);
        let series = self.series_cards(section);
        let cards = |scripts: Vec<PageRef>| scripts.into_iter().map(|script| self.script_card(script)).collect();
        let ways = |view: &View| view.editions(&self.site.plan, section).count();
        let all_ways = ways(&self.site.views[0]);
        let variants = self.other_variants(page);
        // The main variant is the first.
        let main = variants.first().filter(|_| ways(self.view) < all_ways).cloned();
        let named = |main: Link| {
            let title = Message::key("all-ways-there").with_number("ways", all_ways).with("variant", main.title);
            Link { title: self.say(&title), ..main }
        };
        Ok(GamePage {
            whole: main.map(named),
            title: spec.title.clone(),
            summary: spec.summary.clone(),
            body: self.body(&spec.body)?,
            board: self.cover(section),
            play: self.play_link(section),
            lessons: cards(lessons),
            stars: series.iter().any(|series| series.stars().next().is_some()).then(|| self.stars_link()).flatten(),
            series,
            puzzles: cards(puzzles),
            files: self.file_cards(section),
            contents: contents(&spec.body.headings),
            home: self.home(),
            menu: self.menu(),
            variants,
            frame: self.frame(page),
        })
    }

    fn script_card(&self, page: PageRef) -> PageCard {
        let summary = self.site.summary(page).text.to_owned();
        PageCard { link: self.titled_link(page), summary, date: None, board: None, solution: None }
    }

    pub(crate) fn lesson_page(
        &self,
        script: &PlannedScript,
        opened: OpenedLesson<'_>,
        page: PageId,
    ) -> Result<String, Diagnostic> {
        let page_ref = PageRef::new(script.id, page);
        let then = opened.lesson.then;
        let then = if self.view.variant.has_edition(then) { then } else { script.editions[0] };
        let then = self.site.plan.edition(then);
        let OpenLessonPage { part, place, step, steps, back, body, remarks, board } = opened.open_page(page);
        let game = &self.site.spec(then.section).title;
        let title = match place {
            Some(place) => self.site.title_at(&place, &format!("{} · {game}", script.about.title)),
            None => self.site.title_at(&script.about.title, game),
        };
        let html = self.view.theme.render(&LessonPage {
            title,
            lesson: self.titled_link(page_ref.first()),
            edition: self.edition_link(then, then.title()),
            game: self.game_link(then.section),
            home: self.home(),
            back: back.map(|(page, title)| self.link(page, &title)),
            part,
            step,
            steps,
            body: body.map(|body| self.body(body)).transpose()?.unwrap_or_default(),
            remarks,
            board: board.close(self.links),
            frame: self.frame(page_ref),
        })?;
        self.check_moves(&html, &board, page_ref)?;
        Ok(html)
    }

    pub(crate) fn article_page(&self, article: ArticleId) -> Result<ArticlePage, Diagnostic> {
        let page = PageRef::start_of(article);
        let spec = self.article(article);
        let list = list_with(&spec.name);
        let up = list.as_deref().and_then(|list| self.site.plan.article_named(list));
        let siblings = list.filter(|_| up.is_some()).map_or(&[][..], |list| self.listed(&list));
        let place = siblings.iter().position(|&sibling| sibling == article);
        let neighbour =
            |place: Option<usize>| siblings.get(place?).map(|&page| self.titled_link(PageRef::start_of(page)));
        let parts = contents(&spec.body.headings);
        Ok(ArticlePage {
            summary: spec.summary.clone(),
            date: spec.date.map(|date| date.to_string()),
            body: self.body(&spec.body)?,
            contents: if parts.len() < FEWEST_LISTED { Vec::new() } else { parts },
            pages: self.listed(&spec.name).iter().map(|&page| self.article_card(page)).collect(),
            up: up.map(|up| self.titled_link(PageRef::start_of(up))),
            previous: neighbour(place.and_then(|place| place.checked_sub(1))),
            next: neighbour(place.map(|place| place + 1)),
            ..self.plain_page(page, &spec.title)
        })
    }

    fn article(&self, article: ArticleId) -> &'a ArticleSpec {
        &self.site.content.articles[article.index()]
    }

    fn listed(&self, list: &str) -> &'a [ArticleId] {
        self.site.lists.get(list).map_or(&[], Vec::as_slice)
    }

    fn article_card(&self, article: ArticleId) -> PageCard {
        let ArticleSpec { summary, date, .. } = self.article(article);
        let link = self.titled_link(PageRef::start_of(article));
        PageCard {
            link,
            summary: summary.clone(),
            date: date.map(|date| date.to_string()),
            board: None,
            solution: None,
        }
    }

    pub(crate) fn not_found_page(&self) -> Result<String, Diagnostic> {
        let games = self.site.plan.sections().iter().map(|section| self.game_link(section.id));
        let plain = self.plain_page(PageRef::FRONT, &self.say(&Message::key("not-found")));
        self.view.theme.render(&ArticlePage {
            body: format!("<p>{}", self.say(&Message::key("not-found-why"))),
            menu: games.chain(plain.menu).collect(),
            variants: Vec::new(),
            frame: Frame { canonical: None, unlisted: true, preview: None, ..plain.frame },
            ..plain
        })
    }

    pub(crate) fn calendar_page(
        &self,
        script: &PlannedScript,
        puzzles: OpenedPuzzles<'_>,
        text: &Body,
    ) -> Result<CalendarPage, Diagnostic> {
        let plain = self.plain_page(script.first_page(), &script.about.title);
        let today = self.site.date.map(Day::place_of);
        let days = Day::all().enumerate().map(|(number, day)| {
            let link = self.link(puzzles.first_page(number), &day.day.to_string());
            let is_today = today == Some(number);
            (day, DayLink { link, label: self.site.day_label(puzzles, number), is_today })
        });
        let days: Vec<_> = days.collect();
        let row = |days: &[(Day, DayLink)]| {
            let mut row: Vec<_> = days.iter().map(|(_, day)| Some(day.clone())).collect();
            row.resize_with(WEEK, || None);
            row
        };
        let months = days.chunk_by(|(one, _), (next, _)| one.month == next.month).map(|days| Month {
            id: days[0].0.part(),
            title: self.say(&days[0].0.month_title()),
            rows: days.chunks(WEEK).map(row).collect(),
        });
        let mut months: Vec<_> = months.collect();
        let is_now = |month: &Month| month.rows.iter().flatten().flatten().any(|day| day.is_today);
        let now = months.iter().position(is_now).unwrap_or(0);
        months.rotate_left(now);
        let parts = months.iter().map(|month| Link::at(format!("#{}", month.id), &month.title));
        let today = today.map(|day| self.link(puzzles.first_page(day), &self.say(&Message::key("today-link"))));
        Ok(CalendarPage {
            title: plain.title,
            summary: script.about.summary.clone(),
            body: self.body(text)?,
            contents: today.into_iter().chain(parts).collect(),
            months,
            home: plain.home,
            menu: plain.menu,
            variants: plain.variants,
            frame: plain.frame,
        })
    }

    /// Returns the puzzle to be played on the front page: that of the day which the site is built for, else one that is
    /// neither easy nor hard.
    fn puzzle_offered(&self) -> Result<Option<PuzzleCard>, Diagnostic> {
        let Some(script) = self.site.puzzles_offered(self.view) else { return Ok(None) };
        let Some(puzzles) = script.open_puzzles()? else { return Ok(None) };
        let date = self.site.date.filter(|_| script.is_calendar());
        let number = date.map_or(2 * puzzles.count().min(MONTH) / 5, Day::place_of);
        let list = self.links.address(Destination::Page(script.first_page()));
        let part = date.map(|_| format!("#{}", Day::at(number).part())).unwrap_or_default();
        let page = puzzles.first_page(number);
        let mut open = OpenPage::default();
        Pages { site: self.site, view: self.view }.open(page, 0, &mut open)?;
        Ok(Some(PuzzleCard {
            link: self.link(page, &self.say(&puzzles.number(number))),
            is_today: date.is_some(),
            game: self.game_link(self.site.plan.edition(puzzles.puzzles[number].edition).section),
            turn: open.flags.turn,
            status: open.text(PageSlot::Status).to_owned(),
            board: open.board.close(self.links),
            goal: open.text(PageSlot::Goal).to_owned(),
            list: Link::at(list + &part, &script.about.title),
        }))
    }

    pub(crate) fn list_of_puzzles(&self, script: &PlannedScript, puzzles: OpenedPuzzles<'_>) -> ArticlePage {
        let card = |(number, puzzle): (usize, &Puzzle)| PageCard {
            link: self
                .link(puzzles.first_page(number), &self.say(&Message::key("puzzle").with_number("number", number + 1))),
            summary: self.difficulty(script, puzzle),
            date: None,
            board: Some(puzzle.board(&self.site.catalogue).close(self.links)),
            solution: Some(self.say(&puzzles.solution(number))),
        };
        let all: Vec<_> = puzzles.puzzles.iter().enumerate().collect();
        // A third each, the easy ones first.
        let titles = ["puzzles-easy", "puzzles-harder", "puzzles-hard"].map(|title| self.say(&Message::key(title)));
        let is_long = all.len() >= FEWEST_GROUPED;
        let size = if is_long { all.len().div_ceil(titles.len()) } else { all.len() };
        let groups = all.chunks(size.max(1)).zip(titles).map(|(part, title)| PuzzleGroup {
            title: if is_long { title } else { String::new() },
            cards: part.iter().copied().map(card).collect(),
        });
        let game = script.section.map(|section| self.game_link(section));
        let title = game
            .as_ref()
            .map_or_else(|| script.about.title.clone(), |game| self.site.title_at(&script.about.title, &game.title));
        ArticlePage {
            summary: script.about.summary.clone(),
            puzzles: groups.collect(),
            up: game,
            ..self.plain_page(script.first_page(), &title)
        }
    }

    /// Returns what there is to find in a puzzle, on which of several boards, and how often chance finds it.
    fn difficulty(&self, script: &PlannedScript, puzzle: &Puzzle) -> String {
        let edition = self.site.plan.edition(puzzle.edition);
        let board = edition.spec.series.as_ref().filter(|series| series.kind == SeriesKind::Board);
        let board = board.filter(|_| script.editions.len() > 1);
        let message = match board {
            Some(board) => Message::key("puzzle-card-on-board").with("board", board.title.clone()),
            None => Message::key("puzzle-card"),
        };
        self.say(&message.with("task", puzzle.task()).with("tries", self.site.catalogue.grouped(puzzle.tries())))
    }

    pub(crate) fn star_page(&self, edition: OpenedEdition<'_>, context: &Context<'_>) -> StarPage {
        let (neighbours, star) = (context.neighbours, edition.star());
        let title = self.site.title_at(&self.say(&Message::key("your-star")), &context.place());
        let others =
            [&neighbours.next_after_best, &neighbours.seat, &neighbours.level, &neighbours.board].into_iter().flatten();
        let mut known = BTreeSet::new();
        let others = others.filter(|other| known.insert(other.to));
        StarPage {
            title,
            summary: star.done.clone(),
            text: star.left,
            board: star.board.close(self.links),
            game: self.game_link(edition.section),
            group: self.group_link(edition, context),
            edition: self.edition_link(&edition, &neighbours.title),
            home: self.home(),
            odds: star.odds,
            stars: self.stars_link(),
            ways: others.map(|other| self.link(other.to, &other.title)).collect(),
            frame: self.frame(PageRef::new(edition.id, PageId::STAR)),
        }
    }

    fn group_link(&self, edition: OpenedEdition<'_>, context: &Context<'_>) -> Option<Link> {
        let title = context.neighbours.group.as_ref()?;
        Some(Link::at(self.links.address(Destination::Group(edition.id)), title))
    }

    fn stars_link(&self) -> Option<Link> {
        let title = || self.say(&Message::key("all-stars"));
        (self.view.form.is_website() && self.site.plan.has_stars()).then(|| self.link(PageRef::STARS, &title()))
    }

    pub(crate) fn stars_page(&self) -> StarsPage {
        let count = |games: &[StarsOfGame]| -> usize {
            games.iter().flat_map(|game| &game.series).map(|series| series.stars().count()).sum()
        };
        let (games, of_site) = (self.stars(), Self { view: &self.site.views[0], ..*self }.stars());
        let (count, all) = (count(&games), count(&of_site));
        // A variant may have but some of them.
        let counted = if count < all { "stars-counted-of" } else { "stars-counted" };
        let plain = self.plain_page(PageRef::STARS, &self.say(&Message::key("all-stars")));
        StarsPage {
            title: plain.title,
            summary: self.say(&Message::key(counted).with_number("count", count).with_number("all", all)),
            games,
            home: plain.home,
            menu: plain.menu,
            variants: plain.variants,
            frame: plain.frame,
        }
    }

    pub(crate) fn map_page(&self, edition: OpenedEdition<'_>, context: &Context<'_>) -> MapPage {
        let known = edition.map();
        let grouped = |number: usize| self.site.catalogue.grouped(number as u128);
        let layer = |layer: &edition::MapLayer| {
            let mut dots = String::new();
            for &Dot { number, page, at } in &layer.dots {
                let to = self.links.address(Destination::Page(PageRef::new(edition.id, page)));
                write_dot(number, &to, at, &mut dots);
            }
            MapLayer {
                kind: layer.kind,
                shade: layer.shade,
                title: capitalized(self.say(&layer.title)),
                count: grouped(layer.dots.len()),
                dots,
            }
        };
        let row =
            |(title, count): &(Message, usize)| MapRow { title: capitalized(self.say(title)), count: grouped(*count) };
        MapPage {
            title: self.site.title_at(&self.say(&Message::key("map")), &context.place()),
            summary: self.say(&known.summary(&self.site.catalogue)),
            layers: known.layers.iter().map(layer).collect(),
            width: known.size.0,
            height: known.size.1,
            rows: known.rows.iter().map(row).collect(),
            game: self.game_link(edition.section),
            group: self.group_link(edition, context),
            edition: Some(self.edition_link(&edition, &context.neighbours.title)),
            home: self.home(),
            frame: self.frame(PageRef::new(edition.id, PageId::MAP)),
        }
    }

    /// Returns the first page of an edition or a puzzle, which is opened: with what it tells whoever links to it. There
    /// are few of them, so they need no patterns.
    pub(crate) fn first_page(
        &self,
        (page, playable): (PageRef, Playable),
        open: &OpenPage,
    ) -> Result<String, Diagnostic> {
        let mut whole = open.close(&self.view.theme.languages, self.links);
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
            board: start(edition).close(self.links),
            editions: group.iter().map(|edition| self.edition_link(edition, &edition.spec.short_title)).collect(),
            game: self.game_link(edition.section),
            home: self.home(),
        }
    }

    /// Returns the HTML around the positions of a file that has many, and begins with the one on `first`. Its parts,
    /// each with its status, stand between the pieces.
    pub(crate) fn sheet(
        &self,
        edition: OpenedEdition<'_>,
        first: PageId,
        title: String,
        statuses: Vec<String>,
    ) -> Result<Vec<String>, Diagnostic> {
        self.view.theme.render_around(SheetPage {
            frame: self.frame(PageRef::start_of(edition.id)),
            title,
            game_title: self.site.spec(edition.section).title.clone(),
            edition: self.edition_link(&edition, edition.title()),
            goal: edition.goal().to_owned(),
            board: edition.diagram(first).0.close(self.links),
            parts: statuses.into_iter().map(|status| SheetPart { status, body: String::new() }).collect(),
        })
    }
}
