//! Exploring: finding every reachable state.

use std::any::type_name;
use std::fmt::Debug;
use std::hash::{BuildHasherDefault, Hash};
use std::ops::Range;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use indexmap::IndexSet;
use rayon::prelude::*;
use rustc_hash::FxHasher;

use super::adjacency::{Graph, StateId};
use crate::engine::game::{Fault, Outcome, Player, Players, Rules, Status};

/// The states of a game in the order of their numbers.
pub type States<R> = Numbered<<R as Rules>::State>;

/// States of any kind in the order of their numbers.
pub(crate) type Numbered<S> = IndexSet<S, BuildHasherDefault<FxHasher>>;

/// Why a game cannot be explored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExploreError {
    /// The game has more states than are allowed.
    #[error("the game has more than {limit} positions; the last one found is {last}")]
    TooManyStates {
        /// The maximum number of states.
        limit: usize,
        /// The `Debug` text of the last state found, which often shows what grows.
        last: String,
    },
    /// The game breaks a promise: a requirement of [`Rules`] or [`Show`](crate::engine::game::Show).
    #[error("the game `{game}` breaks a promise at {position}: {problem}")]
    BrokenPromise {
        /// The name of the game, or of its type.
        game: String,
        /// The `Debug` text of the state.
        position: String,
        /// The broken promise, and how the game breaks it.
        problem: String,
    },
    /// The code of a game that was read from a file contains a mistake.
    #[error("{fault} (at the position {position})")]
    Fault {
        /// The mistake in the code of the game.
        fault: Fault,
        /// The `Debug` text of the state.
        position: String,
    },
    /// A computer player moves for ever, and the other player never gets a turn.
    #[error("the computer would never end its turn: its moves lead from the position `{slug}` back to this position")]
    EndlessTurn {
        /// The slug of a position that occurs again.
        slug: String,
    },
}

impl ExploreError {
    pub(super) fn broken(game: &str, state: &impl Debug, problem: String) -> Self {
        Self::BrokenPromise { game: game.to_owned(), position: format!("{state:?}"), problem }
    }

    pub(super) fn fault(state: &impl Debug, fault: Fault) -> Self {
        Self::Fault { fault, position: format!("{state:?}") }
    }
}

/// Finds every reachable state and every move of a game.
///
/// # Errors
///
/// Returns an error if there are more than `limit` states, or if the game breaks a promise of [`Rules`].
pub fn explore<R: Rules>(rules: &R, limit: usize) -> Result<(States<R>, Graph), ExploreError> {
    let broken = |state: &R::State, problem| ExploreError::broken(type_name::<R>(), state, problem);
    explore_with(rules, limit, broken, |_, _| Ok(()), drop)
}

/// Explores a game and calls `visit` with each state and its number. The call follows right after the search for the
/// state's moves, on the same thread, while the game still caches the results of this search. Then `keep_visit`
/// receives the results of these calls, in the order of the states. `broken` creates the error for a state that breaks
/// a promise.
pub(super) fn explore_with<R: Rules, T: Send>(
    rules: &R,
    limit: usize,
    broken: impl Fn(&R::State, String) -> ExploreError + Send + Sync,
    visit: impl Fn(usize, &R::State) -> Result<T, ExploreError> + Send + Sync,
    mut keep_visit: impl FnMut(T),
) -> Result<(States<R>, Graph), ExploreError> {
    let mut states = States::<R>::default();
    states.insert(rules.start());
    let begun = cancelled_count();
    let (mut graph, players) = (Graph::empty(), rules.players());
    let expand = |moves: &mut Vec<R::Move>, number, state: &R::State, lookup: &Lookup<'_, R::State>| {
        if cancelled_count() > begun {
            return Err(ExploreError::TooManyStates { limit, last: String::new() });
        }
        rules.check(state).map_err(|fault| ExploreError::fault(state, fault))?;
        let turn = rules.status(state);
        moves.clear();
        rules.moves(state, moves);
        check_status(&players, turn, moves).map_err(|problem| broken(state, problem))?;
        let successors = moves.iter().map(|&mv| lookup(rules.play(state, mv))).collect();
        Ok(((turn, visit(number, state)?), successors))
    };
    let keep = |(turn, visited), successors: &mut dyn Iterator<Item = StateId>| {
        graph.push(turn, successors);
        keep_visit(visited);
    };
    if search(&mut states, limit, CHUNK, Vec::new, expand, keep)? {
        return Ok((states, graph));
    }
    Err(ExploreError::TooManyStates { limit, last: format!("{:?}", states[states.len() - 1]) })
}

/// The number of states of a game that a thread takes at a time. Smaller chunks would spend more time on scheduling
/// than they save.
pub(crate) const CHUNK: usize = 64;

/// The number of chunks that are expanded at a time. This number is enough for all threads, but so small that the
/// successors use little memory compared with the graph.
const BATCH: usize = 256;

/// The state after a move, or the number of this state if it is known.
pub(crate) enum Successor<S> {
    Known(StateId),
    New(S),
}

/// Looks up a successor. Threads do this in parallel, because most successors are known, and most of the work is
/// lookups.
pub(crate) type Lookup<'a, S> = dyn Fn(S) -> Successor<S> + Sync + 'a;

/// Searches breadth-first from the known states, until it has found every reachable state, or more than `limit`.
/// Returns whether the search found every reachable state.
///
/// `expand` runs in parallel. For each state, it looks up the successors, and returns the answers with a further
/// result. Then `keep` receives this further result and the ids of the successors, in the order of the states.
pub(crate) fn search<S: Eq + Hash + Send + Sync, C, T: Send, E: Send>(
    states: &mut Numbered<S>,
    limit: usize,
    chunk: usize,
    scratch: impl Fn() -> C + Send + Sync,
    expand: impl Fn(&mut C, usize, &S, &Lookup<'_, S>) -> Result<(T, Vec<Successor<S>>), E> + Send + Sync,
    mut keep: impl FnMut(T, &mut dyn Iterator<Item = StateId>),
) -> Result<bool, E> {
    let mut expanded = 0;
    while expanded < states.len() {
        let batch = expanded..states.len().min(expanded + BATCH * chunk);
        expanded = batch.end;
        EXPLORED.fetch_add(batch.len(), Relaxed);
        let lookup = |state| match states.get_index_of(&state) {
            Some(number) => Successor::Known(StateId::new(number)),
            None => Successor::New(state),
        };
        let expand = |scratch: &mut C, number: usize| expand(scratch, number, &states[number], &lookup);
        for (found, successors) in try_map(batch, chunk, &scratch, expand)? {
            let mut numbers = successors.into_iter().map(|successor| match successor {
                Successor::Known(number) => number,
                Successor::New(state) => StateId::new(states.insert_full(state).0),
            });
            keep(found, &mut numbers);
        }
        if states.len() > limit.min(u32::MAX as usize) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Calls `map` with each number in parallel and returns the results in order. A thread takes `chunk` numbers at a time,
/// and reuses its scratch value. The first error ends the work: if one state sends the code of a game into an endless
/// loop, other states probably do, too. If there are several errors, returns the error with the lowest number.
pub(crate) fn try_map<C, T: Send, E: Send>(
    numbers: Range<usize>,
    chunk: usize,
    scratch: impl Fn() -> C + Send + Sync,
    map: impl Fn(&mut C, usize) -> Result<T, E> + Send + Sync,
) -> Result<Vec<T>, E> {
    let mut results: Vec<Option<T>> = numbers.clone().map(|_| None).collect();
    let slots = results.par_iter_mut().zip(numbers).with_min_len(chunk);
    let errors = slots.map_init(scratch, |scratch, (slot, number)| match map(scratch, number) {
        Ok(result) => {
            *slot = Some(result);
            None
        }
        Err(error) => Some(error),
    });
    match errors.find_map_first(|error| error) {
        Some(error) => Err(error),
        None => Ok(results.into_iter().flatten().collect()),
    }
}

/// How often explorations were cancelled.
static CANCELLED: AtomicUsize = AtomicUsize::new(0);

/// Cancels running explorations. The explorations end soon, with an error that the caller ignores.
#[cfg(feature = "serve")]
pub(crate) fn cancel() {
    CANCELLED.fetch_add(1, Relaxed);
}

pub(crate) fn cancelled_count() -> usize {
    CANCELLED.load(Relaxed)
}

/// The number of positions and passages explored so far, for progress messages.
static EXPLORED: AtomicUsize = AtomicUsize::new(0);

/// Returns the number of positions and passages explored so far, in all games and stories.
pub fn explored_count() -> usize {
    EXPLORED.load(Relaxed)
}

/// Checks the promises of [`Rules`] about the status and the moves of a state.
pub(crate) fn check_status<M: Ord + Debug>(players: &Players, status: Status, moves: &[M]) -> Result<(), String> {
    let is_over = matches!(status, Status::Over(_));
    let is_of_puzzle = matches!(status, Status::Turn(Player::First) | Status::Over(Outcome::Solved | Outcome::Stuck));
    let problem = match players {
        _ if !moves.is_sorted_by(|a, b| a < b) => {
            return Err(format!("moves must be strictly ascending, but these are {moves:?}"));
        }
        _ if is_over && !moves.is_empty() => "the game is over here, but there are moves",
        _ if !is_over && moves.is_empty() => "the game is not over here, but there are no moves",
        Players::One if !is_of_puzzle => "a puzzle has one player, and can only end solved or stuck",
        Players::Two(..) if is_over && is_of_puzzle => "a game of two players cannot end solved or stuck",
        _ => return Ok(()),
    };
    Err(problem.to_owned())
}
