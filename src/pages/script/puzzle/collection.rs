//! Collections of puzzles, and the names of their pages.

use std::sync::{Arc, OnceLock};

use super::choose::choose;
use super::day::{Day, by_days};
use super::line::Puzzle;
use crate::content::words::Catalogue;
use crate::content::{Body, PuzzlesSpec};
use crate::engine::game::{Junction, Message};
use crate::ground::diagnostic::Diagnostics;
use crate::pages::edition::OpenedEdition;
use crate::pages::page::{PageId, PageRef, ScriptId};
use crate::pages::script::{Script, Step, StepPage};

/// How many pages a puzzle may have, so that one position does not take the room of many.
const MOST_PAGES: usize = 120;

/// The same of a puzzle for a day.
const MOST_PAGES_OF_DAY: usize = 24;

/// A collection of puzzles. They are found when it is opened.
pub struct Collection {
    pub(super) id: ScriptId,
    pub(super) spec: PuzzlesSpec,
    /// The text of its list, if that is a calendar.
    calendar: Option<Body>,
    pub(super) catalogue: Arc<Catalogue>,
    opened: OnceLock<Result<Opened, Diagnostics>>,
}

struct Opened {
    /// The puzzles, the easy ones first.
    puzzles: Vec<Puzzle>,
    /// The steps of all puzzles and their pages, the first of which lists the puzzles.
    script: Script,
}

impl Collection {
    pub fn new(spec: PuzzlesSpec, calendar: Option<Body>, id: ScriptId, catalogue: Arc<Catalogue>) -> Self {
        Self { id, spec, calendar, catalogue, opened: OnceLock::new() }
    }

    /// Returns the text of the list, if that is a calendar.
    pub fn calendar(&self) -> Option<&Body> {
        self.calendar.as_ref()
    }

    /// Finds the puzzles in the games of editions. Everything that is said of pages and puzzles
    /// comes after it.
    ///
    /// # Errors
    ///
    /// When the games have fewer such positions, or when one that content names is no puzzle.
    pub fn open<'a>(&self, editions: impl Iterator<Item = OpenedEdition<'a>>) -> Result<(), Diagnostics> {
        let found = || {
            let editions: Vec<_> = editions.collect();
            Ok(match self.calendar {
                None => Opened::new(choose(&self.spec, &editions, MOST_PAGES)?, |number| format!("{:02}", number + 1)),
                Some(_) => Opened::new(by_days(choose(&self.spec, &editions, MOST_PAGES_OF_DAY)?), Day::name),
            })
        };
        self.opened.get_or_init(found).as_ref().map(drop).map_err(Diagnostics::clone)
    }

    fn opened(&self) -> &Opened {
        self.opened.get().and_then(|opened| opened.as_ref().ok()).expect("the collection is open")
    }

    /// Returns the puzzles, the easy ones first.
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.opened().puzzles
    }

    pub(crate) fn script(&self) -> &Script {
        &self.opened().script
    }

    /// Returns a way to solve a puzzle: the moves to find, each with the replies to it.
    pub fn solution(&self, puzzle: usize) -> Message {
        let steps = &self.script().steps;
        let (mut at, mut found) = (self.puzzles()[puzzle].first, Vec::new());
        while let Some((index, next)) = steps[at].onward() {
            let (made, replies) = (steps[at].move_name(index), steps[next].node.names(&*steps[at].game.positions));
            let replies: Vec<_> = replies.into_iter().map(|(_, name)| name).collect();
            found.push(if replies.is_empty() {
                made
            } else {
                Message::key("answered").with("move", made).with("replies", Message::List(Junction::Then, replies))
            });
            at = next;
        }
        Message::List(Junction::Comma, found)
    }

    /// Returns the place of the puzzle that a page belongs to, if it is not the list.
    ///
    /// # Panics
    ///
    /// Panics if it is the list.
    pub fn puzzle_of(&self, page: PageId) -> usize {
        let step = self.script().part(page).0;
        self.puzzles().partition_point(|puzzle| puzzle.first <= step) - 1
    }

    pub fn count(&self) -> usize {
        self.spec.positions.len() + self.spec.count.as_ref().map_or(0, |count| count.value)
    }

    /// Returns the place of the puzzle that begins on a page, which is not the first one of the collection.
    pub fn beginning_on(&self, page: PageId) -> Option<usize> {
        let (step, part) = self.script().part(page);
        let puzzle = self.puzzles().binary_search_by_key(&step, |puzzle| puzzle.first).ok();
        puzzle.filter(|_| part == StepPage::Position)
    }

    /// Returns the page on which a puzzle begins, by the place of the puzzle in the collection.
    pub fn first_page(&self, puzzle: usize) -> PageRef {
        PageRef::Script(self.id, self.script().page(self.puzzles()[puzzle].first, StepPage::Position))
    }
}

impl Opened {
    /// Puts the steps of all puzzles into one script. They are named by the puzzles, whose names `name_of` returns.
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
