//! The best results from the positions of an edition against the computer, or of a puzzle, computed only from its ends.

use std::collections::BTreeMap;

use pageturner::game::{Outcome, Player, Status};

use crate::files::{is_beside_play, plain};
use crate::oracle::{Value, Values};
use crate::whole_site::{SITE, named_moves, pages_below};

/// Returns the pages of an edition except those of hints, of perfect play and of chosen pieces, each with the pages
/// after its moves.
pub(crate) fn positions(edition: &str) -> BTreeMap<&'static str, Vec<String>> {
    let is_plain = |path: &&str| !is_beside_play(path) && plain(path) == *path && !path.contains("~from-");
    let after = |path| named_moves(path).into_iter().map(|(_, to)| plain(&to)).collect();
    pages_below(edition).map(|(path, _)| path).filter(is_plain).map(|path| (path, after(path))).collect()
}

/// Returns whether people play each other in an edition with these pages.
pub(crate) fn is_for_two(next: &BTreeMap<&str, Vec<String>>) -> bool {
    !next.keys().any(|path| SITE[*path].status.contains("Your move"))
}

/// Returns the best result from each of these pages: 3 for a win, 2 for a draw, 1 for endless play, 0 for none of them;
/// and the number of moves to it.
pub(crate) fn prospects<'a>(next: &BTreeMap<&'a str, Vec<String>>) -> BTreeMap<&'a str, (u8, usize)> {
    let numbers: BTreeMap<&str, u32> = next.keys().copied().zip(0..).collect();
    let positions = next.iter().map(|(path, next)| {
        let status = match SITE[*path].status.as_str() {
            _ if !next.is_empty() => Status::Turn(Player::First),
            status if status.contains("You win") || status.contains("Solved") => Status::Over(Outcome::Solved),
            status if status.contains("draw") => Status::Over(Outcome::Draw),
            _ => Status::Over(Outcome::Win(Player::Second)),
        };
        (status, next.iter().map(|to| numbers[to.as_str()]).collect())
    });
    let values = Values::of(&positions.collect::<Vec<_>>(), false);
    let prospect = |number: u32| match values.value(number as usize) {
        Value::Win(Player::First, (_, moves)) => (3, moves as usize),
        Value::Draw(moves) => (2, moves as usize),
        Value::Endless => (1, 0),
        _ => (0, 0),
    };
    next.keys().zip(0..).map(|(path, number)| (*path, prospect(number))).collect()
}
