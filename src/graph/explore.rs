//! Exploring: finding every state that play can reach.

use std::ops::Range;

use rayon::prelude::*;

use super::positions::{Explored, ExploredPositions, States, StatesOf};
use super::{Graph, StateId};
use crate::game::{Game, Status};
use crate::games::{AnyGame, Visitor};

/// The error for a game with more states than are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the game has more than {limit} positions")]
pub struct TooManyStates {
    /// How many states are allowed.
    pub limit: usize,
}

/// Finds every state that play can reach, and every move.
///
/// # Errors
///
/// Returns an error if there are more than `limit` states.
pub fn explore(game: AnyGame, limit: usize) -> Result<Box<dyn ExploredPositions>, TooManyStates> {
    game.visit(Explorer { limit })
}

struct Explorer {
    limit: usize,
}

impl Visitor for Explorer {
    type Output = Result<Box<dyn ExploredPositions>, TooManyStates>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        explore_game(game, self.limit)
    }
}

/// Does what [`explore`] does, for a game that need not be one of the program's own.
///
/// # Errors
///
/// Returns an error if there are more than `limit` states.
pub fn explore_game<G: Game>(game: G, limit: usize) -> Result<Box<dyn ExploredPositions>, TooManyStates> {
    let limit = limit.min(u32::MAX as usize);
    let mut states = States::<G>::default();
    states.insert(game.start());
    let mut graph = Graph::empty();
    // The states from `graph.status.len()` on are known, but their moves are not.
    while graph.status.len() < states.len() {
        let batch = graph.status.len()..states.len().min(graph.status.len() + BATCH);
        for expansion in expand(&game, &states, batch) {
            let mut successors = expansion.successors.into_iter();
            for (status, count) in expansion.states {
                let of_state = successors.by_ref().take(count);
                graph.push(status, of_state.map(|state| StateId::new(states.insert_full(state).0)));
            }
        }
        if states.len() > limit {
            return Err(TooManyStates { limit });
        }
    }
    Ok(Box::new(StatesOf::new(game, Explored { states, graph })))
}

/// The number of states that are expanded at a time: enough for all threads, but few enough that their successors take
/// little memory beside the graph.
const BATCH: usize = 1 << 14;

/// The number of states that one task expands: fewer would cost more in threads than they save.
const CHUNK: usize = 512;

/// The moves of some states that follow one another.
struct Expansion<S> {
    /// The status and the number of successors of each state.
    states: Vec<(Status, usize)>,
    /// The successors of all these states.
    successors: Vec<S>,
}

/// Finds the moves of a batch of states, in the order of the states.
fn expand<G: Game>(game: &G, states: &States<G>, batch: Range<usize>) -> Vec<Expansion<G::State>> {
    let chunks = batch.len().div_ceil(CHUNK);
    let chunk = |index| {
        let begin = batch.start + index * CHUNK;
        expand_chunk(game, states, begin..batch.end.min(begin + CHUNK))
    };
    (0..chunks).into_par_iter().map(chunk).collect()
}

fn expand_chunk<G: Game>(game: &G, states: &States<G>, chunk: Range<usize>) -> Expansion<G::State> {
    let mut expansion = Expansion { states: Vec::with_capacity(chunk.len()), successors: Vec::new() };
    let mut moves = Vec::new();
    for index in chunk {
        let state = &states[index];
        moves.clear();
        game.moves(state, &mut moves);
        expansion.states.push((game.status(state), moves.len()));
        expansion.successors.extend(moves.iter().map(|&mv| game.play(state, mv)));
    }
    expansion
}
