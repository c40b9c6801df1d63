//! Positions: the states of a game of any type, by their numbers, with all that pages need of them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::hash::BuildHasherDefault;
use std::sync::{Mutex, PoisonError};

use indexmap::IndexSet;
use rustc_hash::FxHasher;

use super::{Graph, StateId};
use crate::game::{Clicks, Game, Label, Piece, Players, Scene, Slug, SlugError, Status};
use crate::games::{AnyGame, Visitor};

/// A legal move of a state, with what a page needs to offer it.
#[derive(Clone, Debug)]
pub struct Choice {
    /// What a player touches to make the move.
    pub clicks: Clicks,
    /// The words that name it.
    pub label: Label,
    /// What players call such a move.
    pub kind: &'static str,
}

impl Choice {
    /// Returns what the move is called where nothing is chosen yet: `b3`, or `e4 to d2` for a piece and its place.
    pub fn name(&self) -> String {
        match self.clicks.piece() {
            Some(piece) => format!("{} to {}", piece.label.short, self.label.short),
            None => self.label.short.to_string(),
        }
    }
}

/// Returns the pieces that have to be chosen before they are moved, without repetition, in the order of their places.
pub fn pieces(choices: &[Choice]) -> Vec<&Piece> {
    let pieces = choices.iter().filter_map(|choice| choice.clicks.piece());
    let by_place: BTreeMap<_, _> = pieces.map(|piece| (piece.at, piece)).collect();
    by_place.into_values().collect()
}

/// States of a game of any type. A legal move is named by its index among the legal moves of its state.
pub trait Positions: Send + Sync {
    /// Returns who plays.
    fn players(&self) -> &Players;

    /// Returns the aim of the players in one or two short sentences.
    fn goal(&self) -> String;

    /// Returns whose turn it is in a state, or how the game ended.
    fn status(&self, state: StateId) -> Status;

    /// Returns the results of the legal moves of a state, in the order of the moves.
    fn successors(&self, state: StateId) -> Cow<'_, [StateId]>;

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
    /// Returns an error if the text does not follow the game's slug grammar, or if play is known not to reach the
    /// state.
    fn find(&self, slug: &str) -> Result<StateId, SlugError>;

    /// Returns the slug of the state that stands for all that are the same up to symmetry.
    fn canonical_slug(&self, state: StateId) -> String;

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

    /// Returns how the game came to its end; may be empty. The game is over.
    fn ending(&self, state: StateId) -> String;

    /// Returns what each side has so far; may be empty.
    fn tally(&self, state: StateId) -> String;

    /// Returns sentences that explain the value of a state; may be empty.
    fn reasoning(&self, state: StateId) -> String;

    /// Estimates who is ahead: positive numbers are good for the first player.
    fn estimate(&self, state: StateId) -> i32;

    /// Returns the candidate moves of the named policy, as indices.
    fn named_policy(&self, name: &str, state: StateId) -> Vec<usize>;
}

/// All states that play can reach.
pub trait ExploredPositions: Positions {
    /// Returns the graph of the states.
    fn graph(&self) -> &Graph;
}

/// The states of a game in the order of their numbers.
pub(super) type States<G> = IndexSet<<G as Game>::State, BuildHasherDefault<FxHasher>>;

/// Where states are kept.
pub(super) trait Store<G: Game>: Send + Sync {
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
pub(super) struct Explored<G: Game> {
    pub(super) states: States<G>,
    pub(super) graph: Graph,
}

/// The states of a game that somebody has asked for, and the results of their moves.
struct Unexplored<G: Game>(Mutex<States<G>>);

/// States of one game.
pub(super) struct StatesOf<G: Game, S> {
    game: G,
    players: Players,
    store: S,
}

impl<G: Game, S: Store<G>> StatesOf<G, S> {
    pub(super) fn new(game: G, store: S) -> Self {
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

impl<G: Game, S: Store<G>> Positions for StatesOf<G, S> {
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
                kind: self.game.kind(state, mv),
            };
            moves.into_iter().map(choice).collect()
        })
    }

    fn piece_count(&self, state: StateId) -> usize {
        self.store.with(state, |state| self.game.piece_count(state))
    }

    fn move_slugs(&self, id: StateId) -> Vec<Slug> {
        self.with_moves(id, |state, moves| moves.into_iter().map(|mv| self.game.move_slug(state, mv)).collect())
    }

    fn done(&self, id: StateId, index: usize) -> String {
        self.with_moves(id, |state, moves| self.game.done(state, moves[index]))
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

    fn named_policy(&self, name: &str, id: StateId) -> Vec<usize> {
        self.with_moves(id, |state, moves| {
            let index = |mv: &G::Move| moves.binary_search(mv).expect("a policy chooses among the legal moves");
            self.game.named_policy(name, state).iter().map(index).collect()
        })
    }
}

impl<G: Game> ExploredPositions for StatesOf<G, Explored<G>> {
    fn graph(&self) -> &Graph {
        &self.store.graph
    }
}

impl<G: Game> Store<G> for Explored<G> {
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
impl<G: Game> Store<G> for Unexplored<G> {
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

/// Returns the positions of a game that is not explored: each is found when somebody asks for it, and any that the
/// slug grammar has counts as one that play can reach. States have the numbers in which they were met, the start
/// being [`StateId::START`].
pub fn unexplored(game: AnyGame) -> Box<dyn Positions> {
    struct Starter;

    impl Visitor for Starter {
        type Output = Box<dyn Positions>;

        fn visit<G: Game>(self, game: G) -> Self::Output {
            let states = [game.start()].into_iter().collect();
            Box::new(StatesOf::new(game, Unexplored::<G>(Mutex::new(states))))
        }
    }

    game.visit(Starter)
}
