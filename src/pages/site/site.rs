//! The site as data.

use std::sync::Arc;

use toml::value::Date;

use super::selection::{Unpublished, split_cover};
use crate::content::words::Catalogue;
use crate::content::{Content, GameSpec};
use crate::engine::game::Message;
use crate::engine::solve::library::Library;
use crate::pages::chapter::Summary;
use crate::pages::edition::{Edition, Neighbours};
use crate::pages::page::{ChapterId, EditionId, PageId, PageRef, Playable, SectionId};
use crate::pages::plan::{Plan, Section, Variant, paths};
use crate::pages::script::puzzle::Day;
use crate::pages::script::{OpenedScript, PlannedScript};
use crate::pages::theme::{Form, Theme};

/// A site in one language, with planned pages.
pub struct Site {
    pub(crate) content: Content,
    pub(crate) date: Option<Date>,
    /// The parts of the content that this build does not contain.
    pub(crate) unpublished: Unpublished,
    pub plan: Plan,
    /// The variants, the main variant first.
    pub(crate) views: Vec<View>,
    /// The explored games.
    pub library: Arc<Library>,
    pub catalogue: Arc<Catalogue>,
}

/// A variant of the site with its theme and form.
pub(crate) struct View {
    pub(crate) form: Form,
    pub(crate) variant: Variant,
    pub(crate) theme: Arc<Theme>,
    pub(crate) neighbours: Vec<Neighbours>,
}

impl View {
    pub(crate) fn sections<'a>(&self, plan: &'a Plan) -> impl Iterator<Item = &'a Section> {
        plan.sections.iter().filter(|section| self.variant.has_section(section))
    }

    pub(crate) fn editions<'a>(&self, plan: &'a Plan, section: &Section) -> impl Iterator<Item = &'a Edition> {
        plan.editions_of(section).iter().filter(|edition| self.variant.has_edition(edition.id))
    }

    /// Returns the lessons of a section in this variant, then its collections of puzzles.
    pub(crate) fn scripts<'a>(&self, plan: &'a Plan, section: &Section) -> impl Iterator<Item = &'a PlannedScript> {
        plan.scripts_of(section).filter(|script| self.variant.has_script(script, plan))
    }
}

impl Site {
    pub(crate) fn spec(&self, section: SectionId) -> &GameSpec {
        &self.content.games[section.index()]
    }

    pub(crate) fn game_of(&self, edition: EditionId) -> &GameSpec {
        self.spec(self.plan.edition(edition).section)
    }

    /// Returns the title of a window: the title of the page, and the place of the page.
    pub(crate) fn title_at(&self, title: &str, place: &str) -> String {
        self.catalogue.say(&Message::key("title-at").with("title", title.to_owned()).with("place", place.to_owned()))
    }

    /// Returns the editions of a section in a view, grouped by series.
    pub(crate) fn groups(&self, section: &Section, view: &View) -> Vec<Vec<&Edition>> {
        let editions: Vec<&Edition> = view.editions(&self.plan, section).collect();
        let are_one =
            |one: &&Edition, next: &&Edition| one.spec.series.is_some() && one.spec.series == next.spec.series;
        editions.chunk_by(are_one).map(<[_]>::to_vec).collect()
    }

    /// Returns the edition and the slug of a game's cover. Without a slug, the cover shows the start.
    pub(crate) fn cover(&self, section: SectionId) -> (&Edition, Option<&str>) {
        let (spec, editions) = (self.spec(section), self.plan.editions_of(self.plan.section(section)));
        let Some(cover) = &spec.cover else { return (&editions[0], None) };
        let (name, slug) = split_cover(&cover.value);
        let edition = editions.iter().find(|edition| edition.spec.name.value == name);
        (edition.expect("it was checked"), Some(slug))
    }

    /// Returns the cover of a game in a view. If the view contains an edition with the parameters of the author's
    /// cover, returns the author's cover; otherwise, returns the start of the first edition.
    pub(crate) fn cover_in(&self, view: &View, section: &Section) -> (&Edition, Option<&str>) {
        let cover = self.cover(section.id);
        let editions = || view.editions(&self.plan, section);
        if editions().any(|edition| edition.spec.game == cover.0.spec.game) {
            return cover;
        }
        (editions().next().unwrap_or(cover.0), None)
    }

    /// Returns the hidden files and folders of the content, which are not published.
    pub fn hidden_files(&self) -> &[String] {
        &self.content.left_out
    }

    /// Returns the base URL of the site, if the site has one. The base URL ends with `/`.
    pub fn base_url(&self) -> Option<&str> {
        self.content.config.base_url.as_deref()
    }

    /// Returns whether a page is the author's page for missing pages.
    pub(crate) fn is_not_found(&self, page: PageRef) -> bool {
        matches!(page.chapter, ChapterId::Article(id) if self.plan.article(id).name == paths::NOT_FOUND)
    }

    pub(crate) fn beginning_on(&self, page: PageRef) -> Option<Playable> {
        match page.chapter {
            ChapterId::Edition(edition) if page.page == PageId::FIRST => Some(Playable::Edition(edition)),
            ChapterId::Script(id) if page.page.is_later() => {
                let puzzles = self.plan.script(id).open_puzzles().ok()??;
                Some(Playable::Puzzle(id, puzzles.beginning_on(page.page)?))
            }
            _ => None,
        }
    }

    /// Returns the summary of a page's chapter; empty for the pages of all stars and all games.
    pub(crate) fn summary(&self, page: PageRef) -> &Summary {
        if page.is_beside_front() { Summary::EMPTY } else { self.plan.chapter(page.chapter).summary() }
    }

    /// Returns the calendar, and the index of the puzzle for the day of the build.
    pub(crate) fn puzzle_of_day(&self) -> Option<(&PlannedScript, usize)> {
        let (script, date) = (self.puzzles_offered(&self.views[0])?, self.date?);
        script.is_calendar().then(|| (script, Day::place_of(date)))
    }

    /// Returns the puzzles from which the front page takes a puzzle: a calendar or, without a calendar, the first
    /// collection.
    pub(crate) fn puzzles_offered(&self, view: &View) -> Option<&PlannedScript> {
        let is_there = |script: &&PlannedScript| view.form.is_website() && view.variant.has_script(script, &self.plan);
        let mut puzzles = self.plan.scripts.iter().filter(is_there).filter(|script| !script.is_lesson());
        puzzles.clone().find(|script| script.is_calendar()).or_else(|| puzzles.next())
    }

    pub(crate) fn day_label(&self, calendar: OpenedScript<'_>, number: usize) -> String {
        let puzzle = &calendar.script.puzzles[number];
        let part = |title: Message, part| Message::key("title-and-part").with("title", title).with("part", part);
        let game = self.game_of_day(calendar, number).into();
        self.catalogue.say(&part(calendar.title_of(number), part(game, puzzle.task())))
    }

    pub(crate) fn game_of_day(&self, calendar: OpenedScript<'_>, number: usize) -> String {
        calendar.game_title(number, &self.game_of(calendar.script.puzzles[number].edition).title)
    }

    /// Returns the pages that readers reach from other sites.
    pub(crate) fn landings(&self) -> impl Iterator<Item = PageRef> {
        let all = self.plan.chapters().map(PageRef::start_of);
        all.filter(|&page| self.views[0].variant.has(page, &self.plan) && !self.is_not_found(page))
    }
}
