//! Collections of puzzles, and the names of their pages.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use super::choose::{choose, choose_for_days};
use super::day::Day;
use super::line::Puzzle;
use crate::content::words::Catalogue;
use crate::content::{Body, PuzzlesSpec};
use crate::engine::game::Message;
use crate::ground::diagnostic::Diagnostics;
use crate::pages::edition::OpenedEdition;
use crate::pages::page::{PageId, PageRef, ScriptId};
use crate::pages::script::{Script, Step, StepPage};

/// The maximum number of pages of a puzzle, so that no puzzle takes as much space as many others.
const MOST_PAGES: usize = 120;

/// The maximum number of pages of a puzzle in a calendar.
const MOST_PAGES_OF_DAY: usize = 24;

/// A collection of puzzles. The first call of `open` finds the puzzles.
pub struct Collection {
    pub(super) id: ScriptId,
    pub(super) spec: Box<PuzzlesSpec>,
    /// The text of a calendar.
    calendar: Option<Body>,
    pub(super) catalogue: Arc<Catalogue>,
    opened: OnceLock<Result<Found, Diagnostics>>,
}

struct Found {
    puzzles: Vec<Puzzle>,
    script: Script,
}

/// An opened collection.
#[derive(Clone, Copy)]
pub struct OpenedPuzzles<'a> {
    pub collection: &'a Collection,
    /// The puzzles, easy ones first.
    pub puzzles: &'a [Puzzle],
    /// The steps of all puzzles, and the pages of these steps. The first page lists the puzzles.
    pub(in crate::pages::script) script: &'a Script,
}

impl Deref for OpenedPuzzles<'_> {
    type Target = Collection;

    fn deref(&self) -> &Collection {
        self.collection
    }
}

impl Collection {
    pub fn new(spec: PuzzlesSpec, calendar: Option<Body>, id: ScriptId, catalogue: Arc<Catalogue>) -> Self {
        Self { id, spec: Box::new(spec), calendar, catalogue, opened: OnceLock::new() }
    }

    pub fn calendar(&self) -> Option<&Body> {
        self.calendar.as_ref()
    }

    /// Opens the collection. The first call finds the puzzles.
    pub(in crate::pages::script) fn open<'e>(
        &self,
        editions: impl FnOnce() -> Result<Vec<OpenedEdition<'e>>, Diagnostics>,
    ) -> Result<OpenedPuzzles<'_>, Diagnostics> {
        let found = self.opened.get_or_init(|| self.find(&editions()?)).as_ref().map_err(Clone::clone)?;
        Ok(OpenedPuzzles { collection: self, puzzles: &found.puzzles, script: &found.script })
    }

    /// # Errors
    ///
    /// Returns an error if the games contain too few positions for puzzles, or if a position that content names is not
    /// a puzzle.
    fn find(&self, editions: &[OpenedEdition<'_>]) -> Result<Found, Diagnostics> {
        if self.calendar.is_none() {
            let puzzles = choose(&self.spec, editions, MOST_PAGES)?;
            return Ok(Found::new(puzzles, |number| format!("{:02}", number + 1)));
        }
        let mut puzzles = choose_for_days(&self.spec, editions, MOST_PAGES_OF_DAY)?;
        for (puzzle, _) in &mut puzzles {
            puzzle.name_rules(editions);
        }
        Ok(Found::new(puzzles, Day::name))
    }

    pub fn count(&self) -> usize {
        self.spec.positions.len() + self.spec.count.as_ref().map_or(0, |count| count.value)
    }
}

impl OpenedPuzzles<'_> {
    /// Returns the title of a puzzle's game. If the puzzle's edition has different rules, adds the name of the edition.
    pub fn game_title(self, puzzle: usize, title: &str) -> String {
        match &self.puzzles[puzzle].rules {
            Some(rules) => format!("{title} · {rules}"),
            None => title.to_owned(),
        }
    }

    /// Returns the news that readers can send to others after a day of a calendar.
    pub fn letter(self, page: PageId) -> Option<String> {
        let number = self.beginning_on(page).filter(|_| self.calendar().is_some())?;
        let letter = Message::key("day-letter").with("title", self.number(number));
        Some(self.catalogue.say(&letter.with_number("moves", self.puzzles[number].moves)))
    }

    /// Returns the index of the puzzle that a page shows.
    ///
    /// # Panics
    ///
    /// Panics if the page is the list.
    pub fn puzzle_of(self, page: PageId) -> usize {
        let step = self.script.part(page).0;
        self.puzzles.partition_point(|puzzle| puzzle.first <= step) - 1
    }

    /// Returns the index of the puzzle that starts on a page, if one does. The page must not be the list.
    pub fn beginning_on(self, page: PageId) -> Option<usize> {
        let (step, part) = self.script.part(page);
        let puzzle = self.puzzles.binary_search_by_key(&step, |puzzle| puzzle.first).ok();
        puzzle.filter(|_| part == StepPage::Position)
    }

    pub fn first_page(self, puzzle: usize) -> PageRef {
        PageRef::new(self.id, self.script.page(self.puzzles[puzzle].first, StepPage::Position))
    }
}

impl Found {
    /// Joins the steps of all puzzles into one script. `name_of` returns the name of a puzzle. The names of the
    /// puzzle's steps begin with this name.
    fn new(puzzles: Vec<(Puzzle, Vec<Step>)>, name_of: impl Fn(usize) -> String) -> Self {
        let (mut all, mut steps) = (Vec::new(), Vec::new());
        for (mut puzzle, own) in puzzles {
            puzzle.first = steps.len();
            for (place, mut step) in own.into_iter().enumerate() {
                let Step { name, game, node, next, .. } = &mut step;
                *name = name_of(all.len());
                if place > 0 {
                    name.push('~');
                    game.positions.write_slug(node.state, name);
                }
                node.write_moves(&*game.positions, name);
                next.iter_mut().flatten().for_each(|next| *next += puzzle.first);
                steps.push(step);
            }
            all.push(puzzle);
        }
        Self { puzzles: all, script: Script::new(steps, "not-", true) }
    }
}
