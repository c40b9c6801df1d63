//! Exploring: finding every state that play can reach.

use std::any::type_name;
use std::fmt::Debug;
use std::hash::BuildHasherDefault;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use indexmap::IndexSet;
use rustc_hash::FxHasher;

use super::adjacency::{Graph, StateId};
use super::parallel::try_map;
use crate::engine::game::{Fault, Outcome, Player, Players, Rules, Status};

/// The states of a game in the order of their numbers.
pub type States<R> = IndexSet<<R as Rules>::State, BuildHasherDefault<FxHasher>>;

/// Why a game cannot be explored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExploreError {
    /// It has more states than are allowed.
    #[error("the game has more than {limit} positions{growth}")]
    TooManyStates {
        /// How many states are allowed.
        limit: usize,
        /// What makes them so many, after a colon, if it is known.
        growth: String,
    },
    /// Its code breaks a promise of [`Rules`] or [`Show`](crate::engine::game::Show).
    #[error("the game `{game}` breaks a promise at {position}: {problem}")]
    BrokenPromise {
        /// The name of the game, or of its type.
        game: String,
        /// The `Debug` text of the state.
        position: String,
        /// Which promise is broken, and how.
        problem: String,
    },
    /// The code of a game that was read from a file is wrong.
    #[error("{fault} (at the position {position})")]
    Fault {
        /// What is wrong.
        fault: Fault,
        /// The `Debug` text of the state.
        position: String,
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

    /// Returns the error for a state at which the code of a game is wrong.
    pub(super) fn fault(state: &impl Debug, fault: Fault) -> Self {
        Self::Fault { fault, position: format!("{state:?}") }
    }
}

/// Finds every state that play can reach, and every move.
///
/// # Errors
///
/// Returns an error if there are more than `limit` states, or if the game breaks a promise of [`Rules`].
pub fn explore<R: Rules>(rules: &R, limit: usize) -> Result<(States<R>, Graph), ExploreError> {
    let (states, graph, _) = explore_with(rules, limit, |_, _| Ok(()))?;
    Ok((states, graph))
}

/// Explores a game and calls `visit` with the number of each state and the state. The call follows the search for the
/// moves of the state, on the same thread, while the game still has at hand what it worked out.
///
/// # Errors
///
/// Returns an error if there are more than `limit` states, if the game breaks a promise of [`Rules`], or if `visit`
/// returns one.
pub(super) fn explore_with<R: Rules, T: Send>(
    rules: &R,
    limit: usize,
    visit: impl Fn(usize, &R::State) -> Result<T, ExploreError> + Sync,
) -> Result<(States<R>, Graph, Vec<T>), ExploreError> {
    let limit = limit.min(u32::MAX as usize);
    let mut states = States::<R>::default();
    states.insert(rules.start());
    let (mut graph, mut visits, players) = (Graph::empty(), Vec::new(), rules.players());
    while graph.states().len() < states.len() {
        // The states from this number on are known, but their moves are not.
        let first = graph.states().len();
        let batch = first..states.len().min(first + BATCH);
        let expand = |moves: &mut Vec<R::Move>, number| {
            let (turn, successors) = expand(rules, &players, &states[number], moves)?;
            // Most successors are known, and to find them is the larger part of the work.
            let known = |state| states.get_index_of(&state).map(StateId::new).ok_or(state);
            let successors: Vec<_> = successors.map(known).collect();
            Ok((turn, successors, visit(number, &states[number])?))
        };
        for (turn, successors, visited) in try_map(batch, Vec::new, expand)? {
            let mut insert = |state| StateId::new(states.insert_full(state).0);
            graph.push(turn, successors.into_iter().map(|successor| successor.unwrap_or_else(&mut insert)));
            visits.push(visited);
        }
        count_explored(graph.states().len() - first);
        if states.len() > limit {
            let growth = rules.growth(states.iter().rev());
            return Err(ExploreError::TooManyStates { limit, growth });
        }
    }
    Ok((states, graph, visits))
}

/// How many positions and passages of all games and stories were explored. It is for people who wait, and for nothing
/// else.
static EXPLORED: AtomicUsize = AtomicUsize::new(0);

/// Returns how many positions and passages were explored so far, in all games and stories.
pub fn explored_count() -> usize {
    EXPLORED.load(Relaxed)
}

/// Counts positions or passages that were explored.
pub(crate) fn count_explored(count: usize) {
    EXPLORED.fetch_add(count, Relaxed);
}

/// The number of states that are expanded at a time: enough for all threads, but few enough that their successors take
/// little memory beside the graph.
const BATCH: usize = 1 << 14;

/// Finds the moves of a state. `moves` is used again from state to state.
fn expand<R: Rules>(
    rules: &R,
    players: &Players,
    state: &R::State,
    moves: &mut Vec<R::Move>,
) -> Result<(Status, impl Iterator<Item = R::State>), ExploreError> {
    rules.check(state).map_err(|fault| ExploreError::fault(state, fault))?;
    let status = rules.status(state);
    moves.clear();
    rules.moves(state, moves);
    check(players, status, moves).map_err(|problem| ExploreError::broken(type_name::<R>(), state, problem))?;
    Ok((status, moves.iter().map(|&mv| rules.play(state, mv))))
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
