//! Exploring: finding every state that play can reach.

use std::any::type_name;
use std::fmt::Debug;
use std::hash::BuildHasherDefault;
use std::ops::Range;

use indexmap::IndexSet;
use rayon::prelude::*;
use rustc_hash::FxHasher;

use super::adjacency::{Graph, StateId};
use crate::game::{Outcome, Player, Players, Rules, Status};

/// The states of a game in the order of their numbers.
pub type States<R> = IndexSet<<R as Rules>::State, BuildHasherDefault<FxHasher>>;

/// Why a game cannot be explored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExploreError {
    /// It has more states than are allowed.
    #[error("the game has more than {limit} positions")]
    TooManyStates {
        /// How many states are allowed.
        limit: usize,
    },
    /// Its code breaks a promise of [`Rules`] or [`Show`](crate::game::Show).
    #[error("the game `{game}` breaks a promise at {position}: {problem}")]
    BrokenPromise {
        /// The name of the game, or of its type.
        game: String,
        /// The `Debug` text of the state.
        position: String,
        /// Which promise is broken, and how.
        problem: String,
    },
    /// A computer player moves on and on without anybody else having a turn.
    #[error("the computer would never end its turn: from the position `{slug}` its own moves come back to it")]
    EndlessTurn {
        /// The slug of a position that it comes back to.
        slug: String,
    },
}

impl ExploreError {
    /// Returns the error for a state of a game at which its code breaks a promise.
    pub(super) fn broken(game: &str, state: &impl Debug, problem: String) -> Self {
        Self::BrokenPromise { game: game.to_owned(), position: format!("{state:?}"), problem }
    }
}

/// Finds every state that play can reach, and every move.
///
/// # Errors
///
/// Returns an error if there are more than `limit` states, or if the game breaks a promise of [`Rules`].
pub fn explore<R: Rules>(rules: &R, limit: usize) -> Result<(States<R>, Graph), ExploreError> {
    let limit = limit.min(u32::MAX as usize);
    let mut states = States::<R>::default();
    states.insert(rules.start());
    let mut graph = Graph::empty();
    while graph.states().len() < states.len() {
        // The states from this number on are known, but their moves are not.
        let first = graph.states().len();
        let batch = first..states.len().min(first + BATCH);
        for expansion in expand(rules, &states, batch) {
            let expansion = expansion?;
            let mut successors = expansion.successors.into_iter();
            for (status, count) in expansion.states {
                let of_state = successors.by_ref().take(count);
                graph.push(status, of_state.map(|state| StateId::new(states.insert_full(state).0)));
            }
        }
        if states.len() > limit {
            return Err(ExploreError::TooManyStates { limit });
        }
    }
    Ok((states, graph))
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

/// What is found of some states, or the first promise that is broken in one of them.
type Expanded<R> = Result<Expansion<<R as Rules>::State>, ExploreError>;

/// Finds the moves of a batch of states, in the order of the states.
fn expand<R: Rules>(rules: &R, states: &States<R>, batch: Range<usize>) -> Vec<Expanded<R>> {
    let chunks = batch.len().div_ceil(CHUNK);
    let chunk = |index| {
        let begin = batch.start + index * CHUNK;
        expand_chunk(rules, states, begin..batch.end.min(begin + CHUNK))
    };
    (0..chunks).into_par_iter().map(chunk).collect()
}

fn expand_chunk<R: Rules>(rules: &R, states: &States<R>, chunk: Range<usize>) -> Expanded<R> {
    let mut expansion = Expansion { states: Vec::with_capacity(chunk.len()), successors: Vec::new() };
    let players = rules.players();
    let mut moves = Vec::new();
    for index in chunk {
        let state = &states[index];
        let turn = rules.status(state);
        moves.clear();
        rules.moves(state, &mut moves);
        check(&players, turn, &moves).map_err(|problem| ExploreError::broken(type_name::<R>(), state, problem))?;
        expansion.states.push((turn, moves.len()));
        expansion.successors.extend(moves.iter().map(|&mv| rules.play(state, mv)));
    }
    Ok(expansion)
}

/// Checks what [`Rules`] promises of the status and the moves of a state.
fn check<M: Ord + Debug>(players: &Players, status: Status, moves: &[M]) -> Result<(), String> {
    let is_over = matches!(status, Status::Over(_));
    let is_of_puzzle = matches!(status, Status::Turn(Player::First) | Status::Over(Outcome::Solved | Outcome::Stuck));
    if !moves.is_sorted_by(|a, b| a < b) {
        return Err(format!("moves are strictly ascending, but these are {moves:?}"));
    }
    if is_over != moves.is_empty() {
        return Err(format!("there are no moves exactly when the game is over, but {status:?} has {}", moves.len()));
    }
    match players {
        Players::One if !is_of_puzzle => {
            Err(format!("a puzzle has one player and ends solved or stuck, but this is {status:?}"))
        }
        Players::Two(..) if is_over && is_of_puzzle => {
            Err(format!("a game of two ends won or drawn, but this is {status:?}"))
        }
        _ => Ok(()),
    }
}
