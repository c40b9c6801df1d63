//! The states of one game as [`Positions`]: all of them, or those that somebody has asked for.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::adjacency::{Graph, StateId};
use super::explore::{CHUNK, ExploreError, States, explore};
use super::positions::{Choice, ExploredPositions, Positions};
use super::promises::check;
use crate::game::{Players, Scene, Show, Slug, SlugError, Status};

/// Where states are kept.
trait Store<G: Show>: Send + Sync {
    /// Calls a function with a state.
    fn with<R>(&self, id: StateId, work: impl FnOnce(&G::State) -> R) -> R;

    /// Returns the number of a state; nothing if play cannot reach it.
    fn number(&self, state: G::State) -> Option<StateId>;

    /// Returns whose turn it is in a state, or how the game ended.
    fn status(&self, game: &G, id: StateId) -> Status;

    /// Returns the results of the legal moves of a state.
    fn successors(&self, game: &G, id: StateId) -> Cow<'_, [StateId]>;
}

/// All states of a game, with its graph.
struct Explored<G: Show> {
    states: States<G>,
    graph: Graph,
    /// The number of pieces to choose in each state; empty where no state has any.
    pieces: Vec<u16>,
}

/// The states of a game that somebody has asked for, and the results of their moves.
struct Unexplored<G: Show>(Mutex<States<G>>);

/// States of one game.
struct StatesOf<G: Show, S> {
    game: Arc<G>,
    players: Players,
    store: S,
}

impl<G: Show, S: Store<G>> StatesOf<G, S> {
    fn new(game: Arc<G>, store: S) -> Self {
        Self { players: game.players(), game, store }
    }

    /// Calls a function with a state and its legal moves.
    fn with_moves<R>(&self, id: StateId, work: impl FnOnce(&G::State, Vec<G::Move>) -> R) -> R {
        self.store.with(id, |state| {
            let mut moves = Vec::with_capacity(16);
            self.game.moves(state, &mut moves);
            work(state, moves)
        })
    }
}

impl<G: Show, S: Store<G>> Positions for StatesOf<G, S> {
    fn players(&self) -> &Players {
        &self.players
    }

    fn goal(&self) -> String {
        self.game.goal()
    }

    fn status(&self, state: StateId) -> Status {
        self.store.status(&self.game, state)
    }

    fn successors(&self, state: StateId) -> Cow<'_, [StateId]> {
        self.store.successors(&self.game, state)
    }

    fn write_slug(&self, state: StateId, out: &mut String) {
        self.store.with(state, |state| self.game.slug(state, out));
    }

    fn find(&self, slug: &str) -> Result<StateId, SlugError> {
        let state = self.game.parse_slug(slug)?;
        self.store.number(state).ok_or_else(|| SlugError::new(slug, "play cannot reach it"))
    }

    fn canonical_slug(&self, state: StateId) -> String {
        let mut slug = String::new();
        self.store.with(state, |state| self.game.slug(&self.game.canonical(state), &mut slug));
        slug
    }

    fn scene(&self, state: StateId) -> Scene {
        self.store.with(state, |state| self.game.scene(state))
    }

    fn choices(&self, id: StateId) -> Vec<Choice> {
        self.with_moves(id, |state, moves| {
            let choice = |mv| Choice {
                clicks: self.game.clicks(state, mv),
                label: self.game.label(state, mv),
                kind: self.game.move_noun(state, mv),
            };
            moves.into_iter().map(choice).collect()
        })
    }

    fn move_slugs(&self, id: StateId) -> Vec<Slug> {
        self.with_moves(id, |state, moves| moves.into_iter().map(|mv| self.game.move_slug(state, mv)).collect())
    }

    fn past_tense(&self, id: StateId, index: usize) -> String {
        self.with_moves(id, |state, moves| self.game.past_tense(state, moves[index]))
    }

    fn ending(&self, state: StateId) -> String {
        self.store.with(state, |state| self.game.ending(state))
    }

    fn tally(&self, state: StateId) -> String {
        self.store.with(state, |state| self.game.tally(state))
    }

    fn reasoning(&self, state: StateId) -> String {
        self.store.with(state, |state| self.game.reasoning(state))
    }

    fn estimate(&self, state: StateId) -> i32 {
        self.store.with(state, |state| self.game.estimate(state))
    }

    fn policy_moves(&self, name: &str, id: StateId) -> Vec<usize> {
        self.with_moves(id, |state, moves| {
            let index = |mv: &G::Move| moves.binary_search(mv).expect("a policy chooses among the legal moves");
            self.game.policy_moves(name, state).iter().map(index).collect()
        })
    }
}

impl<G: Show> ExploredPositions for StatesOf<G, Explored<G>> {
    fn graph(&self) -> &Graph {
        &self.store.graph
    }

    fn piece_count(&self, state: StateId) -> usize {
        self.store.pieces.get(state.index()).map_or(0, |&count| count.into())
    }
}

impl<G: Show> Store<G> for Explored<G> {
    fn with<R>(&self, id: StateId, work: impl FnOnce(&G::State) -> R) -> R {
        work(&self.states[id.index()])
    }

    fn number(&self, state: G::State) -> Option<StateId> {
        self.states.get_index_of(&state).map(StateId::new)
    }

    fn status(&self, _: &G, id: StateId) -> Status {
        self.graph.status(id)
    }

    fn successors(&self, _: &G, id: StateId) -> Cow<'_, [StateId]> {
        Cow::Borrowed(self.graph.successors(id))
    }
}

/// Each state gets its number when it is met.
impl<G: Show> Store<G> for Unexplored<G> {
    fn with<R>(&self, id: StateId, work: impl FnOnce(&G::State) -> R) -> R {
        work(&self.0.lock().unwrap_or_else(PoisonError::into_inner)[id.index()])
    }

    fn number(&self, state: G::State) -> Option<StateId> {
        Some(StateId::new(self.0.lock().unwrap_or_else(PoisonError::into_inner).insert_full(state).0))
    }

    fn status(&self, game: &G, id: StateId) -> Status {
        self.with(id, |state| game.status(state))
    }

    fn successors(&self, game: &G, id: StateId) -> Cow<'_, [StateId]> {
        let next: Vec<_> = self.with(id, |state| {
            let mut moves = Vec::with_capacity(16);
            game.moves(state, &mut moves);
            moves.into_iter().map(|mv| game.play(state, mv)).collect()
        });
        let mut states = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        next.into_iter().map(|state| StateId::new(states.insert_full(state).0)).collect()
    }
}

/// Finds every state of a game that play can reach, and checks what it promises of them.
///
/// # Errors
///
/// Returns an error if there are more than `limit` states, or if the game breaks a promise.
pub fn explore_positions<G: Show>(game: Arc<G>, limit: usize) -> Result<Box<dyn ExploredPositions>, ExploreError> {
    let (states, graph) = explore(&*game, limit)?;
    let pieces = check_all(&*game, &states)?;
    Ok(Box::new(StatesOf::new(game, Explored { states, graph, pieces })))
}

/// Checks all states, and returns the number of pieces to choose in each; none where no state has any.
fn check_all<G: Show>(game: &G, states: &States<G>) -> Result<Vec<u16>, ExploreError> {
    let broken = |number: usize, problem| ExploreError::broken(G::NAME, &states[number], problem);
    let start = game.scene(&states[0]);
    let check_chunk = |chunk: usize| -> Result<Vec<(u64, u16)>, ExploreError> {
        let numbers = chunk * CHUNK..states.len().min((chunk + 1) * CHUNK);
        let check = |number| {
            let checked = check(game, number, &states[number], &start);
            let (slug, pieces) = checked.map_err(|problem| broken(number, problem))?;
            Ok((xxh3_64(slug.as_bytes()), pieces))
        };
        numbers.map(check).collect()
    };
    let chunks: Vec<_> = (0..states.len().div_ceil(CHUNK)).into_par_iter().map(check_chunk).collect();
    let (mut slugs, mut pieces) = (Vec::with_capacity(states.len()), Vec::with_capacity(states.len()));
    for chunk in chunks {
        for (slug, count) in chunk? {
            slugs.push((slug, slugs.len()));
            pieces.push(count);
        }
    }
    slugs.par_sort_unstable();
    let same = slugs.windows(2).filter(|pair| pair[0].0 == pair[1].0);
    if let Some(pair) = same.min_by_key(|pair| pair[1].1) {
        let problem = format!("its slug is also that of {:?}", states[pair[0].1]);
        return Err(broken(pair[1].1, problem));
    }
    Ok(if pieces.iter().all(|&count| count == 0) { Vec::new() } else { pieces })
}

/// Returns the positions of a game that is not explored: each is found when somebody asks for it, and
/// [`find`](Positions::find) does not check that play can reach it. States have the numbers in which they were met, the
/// start being [`StateId::START`].
pub fn unexplored<G: Show>(game: Arc<G>) -> Box<dyn Positions> {
    let states = [game.start()].into_iter().collect();
    Box::new(StatesOf::new(game, Unexplored::<G>(Mutex::new(states))))
}
