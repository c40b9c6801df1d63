//! The graph of a game: every reachable position and every move between them.
//!
//! Positions are numbered in the order of a breadth-first search from the start, which is number 0, so that the numbers
//! do not depend on how many threads explored. [`Graph`] knows only these numbers; [`Positions`] adds what stands behind
//! them without naming the game.

use std::collections::BTreeSet;
use std::hash::BuildHasherDefault;
use std::ops::Range;

use indexmap::IndexSet;
use rayon::prelude::*;
use rustc_hash::FxHasher;

use crate::game::{Clicks, Game, Label, Piece, Players, Scene, Slug, SlugError, Status, Target};
use crate::games::{AnyGame, Visitor};

/// The number of a position in its graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateId(u32);

impl StateId {
    /// The position in which play begins.
    pub const START: Self = Self(0);

    /// The number as an index into lists with one entry for each position.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Positions and moves as numbers. The k-th successor of a position belongs to the k-th of its legal moves.
#[derive(Clone, Debug)]
pub struct Graph {
    status: Vec<Status>,
    /// Where the successors of each position begin in `successors`, and at the end where they all end.
    first: Vec<usize>,
    successors: Vec<StateId>,
}

impl Graph {
    /// A graph of positions with their status and the numbers of the positions that they lead to.
    ///
    /// # Panics
    ///
    /// When a number is that of no position, or when moves go on where play is over, or stop where it is not.
    pub fn from_lists(positions: &[(Status, Vec<u32>)]) -> Self {
        let mut graph = Self { status: Vec::new(), first: vec![0], successors: Vec::new() };
        for (status, successors) in positions {
            let over = matches!(status, Status::Over(_));
            assert_eq!(over, successors.is_empty(), "moves go on exactly until play is over");
            assert!(successors.iter().all(|&state| (state as usize) < positions.len()), "moves lead to positions");
            graph.push(*status, successors.iter().copied().map(StateId));
        }
        graph
    }

    fn push(&mut self, status: Status, successors: impl Iterator<Item = StateId>) {
        self.status.push(status);
        self.successors.extend(successors);
        self.first.push(self.successors.len());
    }

    /// All positions in the order of their numbers.
    pub fn states(&self) -> impl ExactSizeIterator<Item = StateId> + use<> {
        (0..self.status.len() as u32).map(StateId)
    }

    /// How many moves there are from all positions together.
    pub fn move_count(&self) -> usize {
        self.successors.len()
    }

    /// Whose turn it is in a position, or how it ended.
    pub fn status(&self, state: StateId) -> Status {
        self.status[state.index()]
    }

    /// The positions to which the legal moves of a position lead, in the order of the moves.
    pub fn successors(&self, state: StateId) -> &[StateId] {
        let range = self.first[state.index()]..self.first[state.index() + 1];
        &self.successors[range]
    }
}

/// A legal move of a position, with what a page needs to offer it.
#[derive(Clone, Debug)]
pub struct Choice {
    /// What has to be touched to make the move.
    pub clicks: Clicks,
    /// The words that name it.
    pub label: Label,
}

/// The positions of one game, whichever it is.
pub trait Positions: Send + Sync {
    /// The positions as numbers.
    fn graph(&self) -> &Graph;
    /// Who plays.
    fn players(&self) -> Players;
    /// What the players are trying to do, in one short sentence.
    fn goal(&self) -> String;
    /// The name of a position in addresses.
    fn slug(&self, state: StateId) -> Slug;
    /// What stands on the board.
    fn scene(&self, state: StateId) -> Scene;
    /// The legal moves.
    fn choices(&self, state: StateId) -> Vec<Choice>;
    /// The names of the legal moves in addresses.
    fn move_slugs(&self, state: StateId) -> Vec<Slug>;
    /// What a player has done by making the legal move at this place among all of them, such as `took b2`.
    fn done(&self, state: StateId, place: usize) -> String;
    /// The pieces that have to be chosen before they are moved, in the order of the board.
    fn pieces(&self, state: StateId) -> Vec<Target>;
    /// The name and the words of one of these pieces.
    fn piece(&self, state: StateId, piece: Target) -> Piece;
    /// What each side has so far, in words; may be empty.
    fn tally(&self, state: StateId) -> String;
    /// What explains the worth of a position, in words; may be empty.
    fn reasoning(&self, state: StateId) -> String;
    /// How good a position looks for the first player without playing on.
    fn estimate(&self, state: StateId) -> i32;
    /// The legal moves of which the player of a book makes any, as their places among all legal moves.
    fn book(&self, name: &str, state: StateId) -> Vec<usize>;

    /// The reachable position of this name.
    ///
    /// # Errors
    ///
    /// When the text does not follow the game's slug grammar, or when play cannot reach the position.
    fn find(&self, slug: &str) -> Result<StateId, SlugError>;
}

type States<G> = IndexSet<<G as Game>::State, BuildHasherDefault<FxHasher>>;

struct Explored<G: Game> {
    game: G,
    states: States<G>,
    graph: Graph,
}

impl<G: Game> Explored<G> {
    /// A position and its legal moves.
    fn moves(&self, id: StateId) -> (&G::State, Vec<G::Move>) {
        let state = &self.states[id.index()];
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        (state, moves)
    }
}

impl<G: Game> Positions for Explored<G> {
    fn graph(&self) -> &Graph {
        &self.graph
    }

    fn players(&self) -> Players {
        self.game.players()
    }

    fn goal(&self) -> String {
        self.game.goal()
    }

    fn slug(&self, state: StateId) -> Slug {
        self.game.slug(&self.states[state.index()])
    }

    fn scene(&self, state: StateId) -> Scene {
        self.game.scene(&self.states[state.index()])
    }

    fn choices(&self, id: StateId) -> Vec<Choice> {
        let (state, moves) = self.moves(id);
        let choice = |mv| Choice { clicks: self.game.clicks(state, mv), label: self.game.label(state, mv) };
        moves.into_iter().map(choice).collect()
    }

    fn move_slugs(&self, id: StateId) -> Vec<Slug> {
        let (state, moves) = self.moves(id);
        moves.into_iter().map(|mv| self.game.move_slug(state, mv)).collect()
    }

    fn done(&self, id: StateId, place: usize) -> String {
        let (state, moves) = self.moves(id);
        self.game.done(state, moves[place])
    }

    fn pieces(&self, id: StateId) -> Vec<Target> {
        let (state, moves) = self.moves(id);
        let pieces = moves.into_iter().filter_map(|mv| self.game.clicks(state, mv).piece());
        let pieces: BTreeSet<_> = pieces.collect();
        pieces.into_iter().collect()
    }

    fn piece(&self, state: StateId, piece: Target) -> Piece {
        self.game.piece(&self.states[state.index()], piece)
    }

    fn tally(&self, state: StateId) -> String {
        self.game.tally(&self.states[state.index()])
    }

    fn reasoning(&self, state: StateId) -> String {
        self.game.reasoning(&self.states[state.index()])
    }

    fn estimate(&self, state: StateId) -> i32 {
        self.game.estimate(&self.states[state.index()])
    }

    fn book(&self, name: &str, id: StateId) -> Vec<usize> {
        let (state, moves) = self.moves(id);
        let place = |mv: &G::Move| moves.binary_search(mv).expect("a book knows the rules");
        self.game.book(name, state).iter().map(place).collect()
    }

    fn find(&self, slug: &str) -> Result<StateId, SlugError> {
        let state = self.game.parse_slug(slug)?;
        let index = self.states.get_index_of(&state);
        index.map(|index| StateId(index as u32)).ok_or_else(|| SlugError::new(slug, "play cannot reach it"))
    }
}

/// A game has more positions than are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the game has more than {limit} positions")]
pub struct TooManyStates {
    /// How many are allowed.
    pub limit: usize,
}

/// Finds every position that play can reach, and every move.
///
/// # Errors
///
/// When there are more than `limit` positions.
pub fn explore(game: AnyGame, limit: usize) -> Result<Box<dyn Positions>, TooManyStates> {
    game.visit(Explorer { limit: limit.min(u32::MAX as usize) })
}

struct Explorer {
    limit: usize,
}

impl Visitor for Explorer {
    type Output = Result<Box<dyn Positions>, TooManyStates>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let mut states = States::<G>::default();
        states.insert(game.start());
        let mut graph = Graph { status: Vec::new(), first: vec![0], successors: Vec::new() };
        // The positions from `graph.status.len()` on are known but not yet expanded.
        while graph.status.len() < states.len() {
            let batch = graph.status.len()..states.len().min(graph.status.len() + BATCH);
            for expansion in expand(&game, &states, batch) {
                let successors = expansion.successors.into_iter();
                let number = |successor| StateId(states.insert_full(successor).0 as u32);
                graph.push(expansion.status, successors.map(number));
            }
            if states.len() > self.limit {
                return Err(TooManyStates { limit: self.limit });
            }
        }
        Ok(Box::new(Explored { game, states, graph }))
    }
}

/// How many positions are expanded at a time: enough to share among threads, few enough that memory follows the graph.
const BATCH: usize = 1 << 14;

/// Below this many positions a thread of its own costs more than it saves.
const WORTH_A_THREAD: usize = 512;

struct Expansion<S> {
    status: Status,
    successors: Vec<S>,
}

fn expand<G: Game>(game: &G, states: &States<G>, batch: Range<usize>) -> Vec<Expansion<G::State>> {
    let one = |index| {
        let state: &G::State = &states[index];
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let successors = moves.into_iter().map(|mv| game.play(state, mv)).collect();
        Expansion { status: game.status(state), successors }
    };
    batch.into_par_iter().with_min_len(WORTH_A_THREAD).map(one).collect()
}
