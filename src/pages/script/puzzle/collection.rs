//! Collections of puzzles, and the names of their pages.

use super::choose::{choose, choose_for_days};
use super::day::Day;
use super::line::Puzzle;
use crate::content::PuzzlesSpec;
use crate::ground::diagnostic::Diagnostics;
use crate::pages::edition::OpenedEdition;
use crate::pages::script::layout::Script;
use crate::pages::script::step::Step;

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
    for (puzzle, _) in &mut puzzles {
        puzzle.name_rules(editions);
    }
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
                name.extend(["~", game.positions.slug(node.state)]);
            }
            node.write_moves(&*game.positions, name);
            next.iter_mut().flatten().for_each(|next| *next += puzzle.first);
            steps.push(step);
        }
        all.push(puzzle);
    }
    Script::new(steps, all)
}
