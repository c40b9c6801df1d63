//! How much work the search of a computer is in a game that nobody has explored.

use crate::game::Game;
use crate::games::Visitor;

/// Returns about how many positions a search looks at that is so many plies deep: as many as there are ways to make so
/// many moves, where they are most in a game that is played at random.
pub(super) struct Positions {
    pub(super) depth: u8,
}

/// How many moves are looked at of a game.
const PLIES: usize = 200;

impl Visitor for Positions {
    type Output = u64;

    fn visit<G: Game>(self, game: G) -> u64 {
        let (mut state, mut moves, mut counts) = (game.start(), Vec::new(), Vec::new());
        game.moves(&state, &mut moves);
        while !moves.is_empty() && counts.len() < PLIES {
            counts.push(moves.len() as u64);
            // Multiples of a large prime fall now here and now there.
            state = game.play(&state, moves[counts.len() * 7919 % moves.len()]);
            moves.clear();
            game.moves(&state, &mut moves);
        }
        let deep = usize::from(self.depth);
        let ways =
            |first: usize| counts[first..].iter().take(deep).fold(1, |ways: u64, next| ways.saturating_mul(*next));
        (0..counts.len()).map(ways).max().unwrap_or(0)
    }
}
