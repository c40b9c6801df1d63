//! The graph of a game: every reachable state, and every move between them.
//!
//! States are numbered in the order of a breadth-first search from the start, which is number 0, so the numbers do not
//! depend on the number of threads. A [`Graph`] has only these numbers; [`Positions`] adds the states themselves, as
//! pages need them, without naming the game.

use std::collections::BTreeMap;
use std::hash::BuildHasherDefault;
use std::ops::Range;

use indexmap::IndexSet;
use rayon::prelude::*;
use rustc_hash::FxHasher;

use crate::game::{Clicks, Game, Label, Piece, Players, Scene, Slug, SlugError, Status};
use crate::games::{AnyGame, Visitor};

/// The number of a state in its graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateId(u32);

impl StateId {
    /// The state in which play begins.
    pub const START: Self = Self(0);

    /// Returns the state with this number.
    pub fn new(index: usize) -> Self {
        Self(index as u32)
    }

    /// Returns the number as an index into lists with one entry for each state.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The states and moves of a game as numbers. The k-th successor of a state is the result of its k-th legal move.
#[derive(Clone, Debug)]
pub struct Graph {
    status: Vec<Status>,
    /// For each state the index of its first successor in `successors`, and at the end the number of successors.
    first: Vec<u32>,
    successors: Vec<StateId>,
}

impl Graph {
    /// Creates a graph from the status of each state and the numbers of the states that its moves lead to.
    ///
    /// # Panics
    ///
    /// Panics if a number is not that of a state, if a state has moves although the game is over, or if it has none
    /// although the game goes on.
    pub fn from_lists(states: &[(Status, Vec<u32>)]) -> Self {
        let mut graph = Self::empty();
        for (status, successors) in states {
            let over = matches!(status, Status::Over(_));
            assert_eq!(over, successors.is_empty(), "a state has no moves exactly when the game is over");
            assert!(successors.iter().all(|&state| (state as usize) < states.len()), "moves lead to states");
            graph.push(*status, successors.iter().copied().map(StateId));
        }
        graph
    }

    fn empty() -> Self {
        Self { status: Vec::new(), first: vec![0], successors: Vec::new() }
    }

    fn push(&mut self, status: Status, successors: impl Iterator<Item = StateId>) {
        self.status.push(status);
        self.successors.extend(successors);
        self.first.push(u32::try_from(self.successors.len()).expect("a graph has fewer than 2^32 moves"));
    }

    /// Iterates over all states in the order of their numbers.
    pub fn states(&self) -> impl ExactSizeIterator<Item = StateId> + use<> {
        (0..self.status.len() as u32).map(StateId)
    }

    /// Returns the number of moves from all states together.
    pub fn move_count(&self) -> usize {
        self.successors.len()
    }

    /// Returns whose turn it is in a state, or how the game ended.
    pub fn status(&self, state: StateId) -> Status {
        self.status[state.index()]
    }

    /// Returns the results of the legal moves of a state, in the order of the moves.
    pub fn successors(&self, state: StateId) -> &[StateId] {
        &self.successors[span(&self.first, state)]
    }
}

/// Returns the entries of a state in a list that `first` divides among all states.
pub(crate) fn span(first: &[u32], state: StateId) -> Range<usize> {
    first[state.index()] as usize..first[state.index() + 1] as usize
}

/// A legal move of a state, with what a page needs to offer it.
#[derive(Clone, Debug)]
pub struct Choice {
    /// What a player touches to make the move.
    pub clicks: Clicks,
    /// The words that name it.
    pub label: Label,
}

/// Returns the pieces that have to be chosen before they are moved, without repetition, in the order of their places.
pub fn pieces(choices: &[Choice]) -> Vec<&Piece> {
    let pieces = choices.iter().filter_map(|choice| choice.clicks.piece());
    let by_place: BTreeMap<_, _> = pieces.map(|piece| (piece.at, piece)).collect();
    by_place.into_values().collect()
}

/// The reachable states of a game of any type. A legal move is named by its index among the legal moves of its state.
pub trait Positions: Send + Sync {
    /// Returns the graph of the states.
    fn graph(&self) -> &Graph;

    /// Returns who plays.
    fn players(&self) -> &Players;

    /// Returns the aim of the players in one or two short sentences.
    fn goal(&self) -> String;

    /// Appends the slug of a state to `out`.
    fn write_slug(&self, state: StateId, out: &mut String);

    /// Returns the slug of a state.
    fn slug(&self, state: StateId) -> String {
        let mut slug = String::new();
        self.write_slug(state, &mut slug);
        slug
    }

    /// Returns the state with this slug.
    ///
    /// # Errors
    ///
    /// Returns an error if the text does not follow the game's slug grammar, or if play cannot reach the state.
    fn find(&self, slug: &str) -> Result<StateId, SlugError>;

    /// Returns what is on the board.
    fn scene(&self, state: StateId) -> Scene;

    /// Returns the legal moves.
    fn choices(&self, state: StateId) -> Vec<Choice>;

    /// Returns the number of [`pieces`] of the legal moves, without building the moves.
    fn piece_count(&self, state: StateId) -> usize;

    /// Returns the slugs of the legal moves.
    fn move_slugs(&self, state: StateId) -> Vec<Slug>;

    /// Returns what a player has done by making the legal move with this index, such as `took b2`.
    fn done(&self, state: StateId, index: usize) -> String;

    /// Returns what each side has so far; may be empty.
    fn tally(&self, state: StateId) -> String;

    /// Returns sentences that explain the value of a state; may be empty.
    fn reasoning(&self, state: StateId) -> String;

    /// Estimates who is ahead: positive numbers are good for the first player.
    fn estimate(&self, state: StateId) -> i32;

    /// Returns the candidate moves of the named policy, as indices.
    fn named_policy(&self, name: &str, state: StateId) -> Vec<usize>;
}

type States<G> = IndexSet<<G as Game>::State, BuildHasherDefault<FxHasher>>;

struct Explored<G: Game> {
    game: G,
    players: Players,
    states: States<G>,
    graph: Graph,
}

impl<G: Game> Explored<G> {
    fn state(&self, id: StateId) -> &G::State {
        &self.states[id.index()]
    }

    /// Returns a state with its legal moves.
    fn moves(&self, id: StateId) -> (&G::State, Vec<G::Move>) {
        let state = self.state(id);
        let mut moves = Vec::with_capacity(16);
        self.game.moves(state, &mut moves);
        (state, moves)
    }
}

impl<G: Game> Positions for Explored<G> {
    fn graph(&self) -> &Graph {
        &self.graph
    }

    fn players(&self) -> &Players {
        &self.players
    }

    fn goal(&self) -> String {
        self.game.goal()
    }

    fn write_slug(&self, state: StateId, out: &mut String) {
        self.game.slug(self.state(state), out);
    }

    fn find(&self, slug: &str) -> Result<StateId, SlugError> {
        let state = self.game.parse_slug(slug)?;
        let index = self.states.get_index_of(&state);
        index.map(|index| StateId(index as u32)).ok_or_else(|| SlugError::new(slug, "play cannot reach it"))
    }

    fn scene(&self, state: StateId) -> Scene {
        self.game.scene(self.state(state))
    }

    fn choices(&self, id: StateId) -> Vec<Choice> {
        let (state, moves) = self.moves(id);
        let choice = |mv| Choice { clicks: self.game.clicks(state, mv), label: self.game.label(state, mv) };
        moves.into_iter().map(choice).collect()
    }

    fn piece_count(&self, state: StateId) -> usize {
        self.game.piece_count(self.state(state))
    }

    fn move_slugs(&self, id: StateId) -> Vec<Slug> {
        let (state, moves) = self.moves(id);
        moves.into_iter().map(|mv| self.game.move_slug(state, mv)).collect()
    }

    fn done(&self, id: StateId, index: usize) -> String {
        let (state, moves) = self.moves(id);
        self.game.done(state, moves[index])
    }

    fn tally(&self, state: StateId) -> String {
        self.game.tally(self.state(state))
    }

    fn reasoning(&self, state: StateId) -> String {
        self.game.reasoning(self.state(state))
    }

    fn estimate(&self, state: StateId) -> i32 {
        self.game.estimate(self.state(state))
    }

    fn named_policy(&self, name: &str, id: StateId) -> Vec<usize> {
        let (state, moves) = self.moves(id);
        let index = |mv: &G::Move| moves.binary_search(mv).expect("a policy chooses among the legal moves");
        self.game.named_policy(name, state).iter().map(index).collect()
    }
}

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
pub fn explore(game: AnyGame, limit: usize) -> Result<Box<dyn Positions>, TooManyStates> {
    game.visit(Explorer { limit })
}

struct Explorer {
    limit: usize,
}

impl Visitor for Explorer {
    type Output = Result<Box<dyn Positions>, TooManyStates>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        explore_game(game, self.limit)
    }
}

/// Does what [`explore`] does, for a game that need not be one of the program's own.
///
/// # Errors
///
/// Returns an error if there are more than `limit` states.
pub fn explore_game<G: Game>(game: G, limit: usize) -> Result<Box<dyn Positions>, TooManyStates> {
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
                graph.push(status, of_state.map(|state| StateId(states.insert_full(state).0 as u32)));
            }
        }
        if states.len() > limit {
            return Err(TooManyStates { limit });
        }
    }
    let players = game.players();
    Ok(Box::new(Explored { game, players, states, graph }))
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
