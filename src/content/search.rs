//! How much work the search of a computer is in a game that nobody has explored.

use crate::games::Game;
use crate::graph::StateId;

/// How many moves are looked at of a game.
const PLIES: usize = 200;

/// Returns about how many positions a search looks at that is `depth` plies deep: as many as there are ways to make so
/// many moves, where they are most in a game that is played at random.
pub(super) fn positions(game: &Game, depth: u8) -> u64 {
    let positions = game.unexplored();
    let (mut state, mut counts) = (StateId::START, Vec::new());
    while counts.len() < PLIES {
        let next = positions.successors(state);
        if next.is_empty() {
            break;
        }
        counts.push(next.len() as u64);
        // Multiples of a large prime fall now here and now there.
        state = next[counts.len() * 7919 % next.len()];
    }
    let from = |first: usize| counts[first..].iter().take(depth.into());
    let ways = |first| from(first).fold(1, |ways: u64, &next| ways.saturating_mul(next));
    (0..counts.len()).map(ways).max().unwrap_or(0)
}
