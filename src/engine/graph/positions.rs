//! Positions: the states of a game of any type, by their numbers, with all that pages need of them.

use std::collections::BTreeMap;

use super::adjacency::{Graph, StateId};
use super::explore::ExploreError;
use crate::engine::game::{Clicks, Label, MapPlace, Message, Piece, Players, Scene, Slug, SlugError, Status, Target};

/// A legal move of a state, with what a page needs to offer it.
#[derive(Clone, Debug)]
pub struct Choice {
    /// What a player touches to make the move.
    pub clicks: Clicks,
    /// The words that name it.
    pub label: Label,
    /// What says that moves of its kind lead to some `places`, of which there are `count`.
    pub kind: Message,
}

impl Choice {
    /// Returns what the move is called where nothing is chosen yet: `b3`, `e4 to d2` for a piece and its place, or the
    /// whole phrase for pieces of a row, which have no names of their own.
    pub fn name(&self) -> Message {
        let place = self.label.short.clone();
        match &self.clicks {
            Clicks::ChooseThenPlace { piece, .. } => {
                Message::key("piece-to-place").with("piece", piece.label.short.clone()).with("place", place)
            }
            Clicks::Place { at: Target::Piece { .. }, .. } => self.label.whole.clone(),
            Clicks::Place { .. } => place,
        }
    }

    /// Returns what the move is called among these, the legal ones: its name, or its whole phrase where others have the
    /// same name.
    pub fn name_among(&self, choices: &[Self]) -> Message {
        let name = self.name();
        let is_alone = choices.iter().filter(|choice| choice.name() == name).count() == 1;
        if is_alone { name } else { self.label.whole.clone() }
    }
}

/// Returns the pieces that have to be chosen before they are moved, without repetition, in the order of their places.
pub fn pieces(choices: &[Choice]) -> Vec<&Piece> {
    let pieces = choices.iter().filter_map(|choice| choice.clicks.piece());
    let by_place: BTreeMap<_, _> = pieces.map(|piece| (piece.at, piece)).collect();
    by_place.into_values().collect()
}

/// The explored states of a game of any type, by their numbers. A legal move is named by its index among the legal
/// moves of its state.
pub trait Positions: Send + Sync {
    /// Returns the graph of the states.
    fn graph(&self) -> &Graph;

    /// Checks that a state can be shown: the code of a game that was read from a file can fail.
    ///
    /// # Errors
    ///
    /// Returns what is wrong in the code.
    fn check(&self, state: StateId) -> Result<(), ExploreError>;

    /// Returns who plays.
    fn players(&self) -> &Players;

    /// Returns the aim of the players in one or two short sentences.
    fn goal(&self) -> Message;

    /// Returns whose turn it is in a state, or how the game ended.
    fn status(&self, state: StateId) -> Status {
        self.graph().status(state)
    }

    /// Returns the results of the legal moves of a state, in the order of the moves.
    fn successors(&self, state: StateId) -> &[StateId] {
        self.graph().successors(state)
    }

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

    /// Returns the slug of the state that stands for all that are the same up to symmetry.
    fn canonical_slug(&self, state: StateId) -> String;

    /// Returns what is on the board.
    fn scene(&self, state: StateId) -> Scene;

    /// Returns the legal moves.
    fn choices(&self, state: StateId) -> Vec<Choice>;

    /// Returns the [`pieces`] of the legal moves.
    fn pieces(&self, state: StateId) -> Vec<Piece>;

    /// Returns the slugs of the legal moves.
    fn move_slugs(&self, state: StateId) -> Vec<Slug>;

    /// Returns the slug of the legal move with this index.
    fn move_slug(&self, state: StateId, index: usize) -> Slug;

    /// Returns what a player has done by making the legal move with this index, such as `took b2`.
    fn past_tense(&self, state: StateId, index: usize) -> Message;

    /// Returns how the game came to its end; may be empty. The game is over.
    fn ending(&self, state: StateId) -> Message;

    /// Returns what each side has so far; may be empty.
    fn tally(&self, state: StateId) -> Message;

    /// Returns where a state stands on the map of all positions.
    fn on_map(&self, state: StateId) -> MapPlace;

    /// Returns sentences that explain the value of a state; may be empty.
    fn reasoning(&self, state: StateId) -> Message;

    /// Estimates who is ahead: positive numbers are good for the first player.
    fn estimate(&self, state: StateId) -> i32;

    /// Returns the candidate moves of the named policy, as indices; there is one at least.
    ///
    /// # Errors
    ///
    /// Returns an error if the game names no move, or one that is not legal.
    fn policy_moves(&self, name: &str, state: StateId) -> Result<Vec<usize>, ExploreError>;
}
