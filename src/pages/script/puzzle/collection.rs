//! Collections of puzzles, and the names of their pages.

use super::choose::{choose, choose_for_days};
use super::day::Day;
use super::line::Puzzle;
use crate::content::PuzzlesSpec;
use crate::engine::game::Message;
use crate::ground::diagnostic::Diagnostics;
use crate::pages::edition::OpenedEdition;
use crate::pages::page::{PageId, PageRef};
use crate::pages::script::{OpenedScript, Script, Step, StepPage};

/// The maximum number of pages of a puzzle, so that no puzzle takes as much space as many others.
const MOST_PAGES: usize = 120;

/// The maximum number of pages of a puzzle in a calendar.
const MOST_PAGES_OF_DAY: usize = 24;

/// Finds the puzzles of a collection or a calendar.
///
/// # Errors
///
/// Returns an error if the games contain too few positions for puzzles, or if a position that content names is not a
/// puzzle.
pub(in crate::pages::script) fn find(
    spec: &PuzzlesSpec,
    is_calendar: bool,
    editions: &[OpenedEdition<'_>],
) -> Result<Script, Diagnostics> {
    if !is_calendar {
        return Ok(joined(choose(spec, editions, MOST_PAGES)?, |number| format!("{:02}", number + 1)));
    }
    let mut puzzles = choose_for_days(spec, editions, MOST_PAGES_OF_DAY)?;
    puzzles.iter_mut().for_each(|(puzzle, _)| puzzle.name_rules(editions));
    Ok(joined(puzzles, Day::name))
}

/// Joins the steps of all puzzles into one script. `name_of` returns the name of a puzzle. The names of the puzzle's
/// steps begin with this name.
fn joined(puzzles: Vec<(Puzzle, Vec<Step>)>, name_of: impl Fn(usize) -> String) -> Script {
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
    Script::new(steps, all)
}

/// The puzzles of a collection. The script must not be a lesson.
impl<'a> OpenedScript<'a> {
    /// Returns the title of a puzzle's game. If the puzzle's edition has different rules, adds the name of the edition.
    pub fn game_title(self, puzzle: usize, title: &str) -> String {
        match &self.script.puzzles[puzzle].rules {
            Some(rules) => format!("{title} · {rules}"),
            None => title.to_owned(),
        }
    }

    /// Returns the news that readers can send to others after a day of a calendar.
    pub fn letter(self, page: PageId) -> Option<String> {
        let number = self.beginning_on(page).filter(|_| self.is_calendar())?;
        let letter = Message::key("day-letter").with("title", self.title_of(number));
        Some(self.catalogue().say(&letter.with_number("moves", self.script.puzzles[number].moves)))
    }

    /// Returns the puzzle that a page shows. The page must not be the list.
    pub(crate) fn puzzle_on(self, page: PageId) -> &'a Puzzle {
        &self.script.puzzles[self.puzzle_with(self.script.part(page).0)]
    }

    /// Returns the index of the puzzle that contains a step.
    pub(crate) fn puzzle_with(self, step: usize) -> usize {
        self.script.puzzles.partition_point(|puzzle| puzzle.first <= step) - 1
    }

    /// Returns the index of the puzzle that starts on a page, if one does. The page must not be the list.
    pub fn beginning_on(self, page: PageId) -> Option<usize> {
        let (step, part) = self.script.part(page);
        let puzzle = self.script.puzzles.binary_search_by_key(&step, |puzzle| puzzle.first).ok();
        puzzle.filter(|_| part == StepPage::Position)
    }

    pub fn page_of(self, puzzle: usize) -> PageRef {
        PageRef::new(self.id, self.script.page(self.script.puzzles[puzzle].first, StepPage::Position))
    }

    /// Returns the number of a puzzle, or its day in a calendar.
    pub fn title_of(self, puzzle: usize) -> Message {
        if self.is_calendar() {
            return Day::at(puzzle).said("day");
        }
        let all = self.script.puzzles.len();
        Message::key("puzzle-of").with_number("number", puzzle + 1).with_number("all", all)
    }
}
