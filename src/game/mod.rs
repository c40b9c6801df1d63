//! The vocabulary of games: what a programmer implements to add one. Nothing here knows pages or files.
//!
//! A [`Game`] is a value: rules together with their parameters, such as `Nim` with the rows 3-4-5. It never holds a
//! match in progress. The states of play have a type of their own, and every method of [`Game`] is a pure function of
//! them.

mod computer;
mod declaration;
mod parameters;
mod scene;
mod slug;

use std::borrow::Cow;
use std::fmt::Debug;
use std::hash::Hash;

pub use computer::{Computer, GENERAL_POLICIES, Policy};
pub use declaration::{NamedPolicy, Otherwise, Parameter, Values};
pub use parameters::{ParameterError, ParameterValue, Parameters, Reader};
pub use scene::{Clicks, Edges, Grid, Heap, Heaps, Pegs, Piece, Scene, Square, Target, image};
pub use slug::{Slug, SlugError, is_slug};

/// A text that a game knows when it is compiled, or owns.
pub type Name = Cow<'static, str>;

/// The rules of a finite game of perfect information, its notation, and how it is shown.
///
/// The parameters of a game are in `self`, and every method is pure. Two states are equal exactly when the same play
/// can follow from both: a state includes whose turn it is, and does not include how it was reached.
pub trait Game: Sized + Send + Sync + 'static {
    // ------------------------------------------------------------------------------------------------------- rules

    /// All that affects the future, and nothing else.
    type State: Clone + Eq + Hash + Debug + Send + Sync;

    /// One legal action. The order of moves is the order in which pages list them.
    type Move: Copy + Ord + Debug + Send + Sync;

    /// Returns who plays.
    fn players(&self) -> Players;

    /// Returns the state in which play begins.
    fn start(&self) -> Self::State;

    /// Returns whose turn it is, or how the game ended.
    fn status(&self, state: &Self::State) -> Status;

    /// Appends the legal moves to `out`, strictly ascending. There are none exactly when the game is over; a pass is a
    /// move.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);

    /// Returns the state after a legal move. Of two players it is then the other one's turn, unless the game is over:
    /// an edition against the computer folds one reply into each link.
    fn play(&self, state: &Self::State, mv: Self::Move) -> Self::State;

    /// Returns the state that stands for all that are the same up to symmetry: mirrored or turned, with its rows in
    /// another order, or with the players' places changed. Play from any two of these is alike, move by move, and ends
    /// alike for the player to move. Play need not reach the state that is returned. Without it no states are alike.
    fn canonical(&self, state: &Self::State) -> Self::State {
        state.clone()
    }

    /// Estimates who is ahead: positive numbers are good for the first player. Only searches of limited depth use it.
    fn estimate(&self, _state: &Self::State) -> i32 {
        0
    }

    // ---------------------------------------------------------------------------------------------------- notation

    /// The name of the game in content, for example `tic-tac-toe`.
    const NAME: &'static str;

    /// The game in one sentence, for those who look for one.
    const SUMMARY: &'static str;

    /// The parameters that it has.
    const PARAMETERS: &'static [Parameter] = &[];

    /// Reads the parameters of a game, each of which is one of [`PARAMETERS`](Self::PARAMETERS).
    ///
    /// # Errors
    ///
    /// Returns an error if a parameter is missing, has the wrong type or is out of range. The caller reports parameters
    /// that the game does not have.
    fn from_parameters(parameters: &Reader<'_>) -> Result<Self, ParameterError>;

    /// How slugs are written, in a sentence with an example.
    const SLUGS: &'static str;

    /// Appends the slug of a state to `out`: its name in addresses, of lower-case letters, digits and hyphens. Slugs
    /// are never empty, differ from state to state and are the same in every release.
    fn slug(&self, state: &Self::State, out: &mut String);

    /// Returns the state with this [`slug`](Self::slug).
    ///
    /// # Errors
    ///
    /// Returns an error if the text does not follow the game's slug grammar.
    fn parse_slug(&self, text: &str) -> Result<Self::State, SlugError>;

    /// Returns the name of a move in addresses. It differs from those of the other legal moves and is the same in every
    /// release. It is not `hint` and does not begin with `from-`, which pages with hints and of chosen pieces are named
    /// by.
    fn move_slug(&self, state: &Self::State, mv: Self::Move) -> Slug;

    /// The policies from its literature.
    const POLICIES: &'static [NamedPolicy] = &[];

    /// Returns the candidate moves of the named policy; one of them is drawn by the seed. The name is one of
    /// [`POLICIES`](Self::POLICIES), and the game is not over.
    fn named_policy(&self, _name: &str, state: &Self::State) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        moves
    }

    // ----------------------------------------------------------------------------------------------------- showing

    /// Returns the aim of the players in one or two short sentences.
    fn goal(&self) -> String;

    /// Returns what is on the board.
    fn scene(&self, state: &Self::State) -> Scene;

    /// Returns what a player touches to make a legal move.
    fn clicks(&self, state: &Self::State, mv: Self::Move) -> Clicks;

    /// Returns how many different pieces the legal moves with [`Clicks::ChooseThenPlace`] have. A game with such moves
    /// counts them here without building the clicks of each move.
    fn piece_count(&self, _state: &Self::State) -> usize {
        0
    }

    /// Returns the words that name a legal move.
    fn label(&self, state: &Self::State, mv: Self::Move) -> Label;

    /// Returns what a player has done by making a legal move, such as `took b2`.
    fn done(&self, state: &Self::State, mv: Self::Move) -> String;

    /// Returns what players call such a move, such as `jump`: a noun that takes an s where there are several.
    fn kind(&self, _state: &Self::State, _mv: Self::Move) -> &'static str {
        "move"
    }

    /// Returns how a game came to its end, as a phrase that follows a colon, such as `the top row`; empty if nothing
    /// more is to be said than who won. The game is over.
    fn ending(&self, _state: &Self::State) -> String {
        String::new()
    }

    /// Returns what each side has so far, such as `X has 3, O has 6`; empty if players do not count anything.
    fn tally(&self, _state: &Self::State) -> String {
        String::new()
    }

    /// Returns a sentence or two that explain the value of a state; empty if the game has no theory.
    fn reasoning(&self, _state: &Self::State) -> String {
        String::new()
    }
}

/// One of two players. The player of a puzzle is the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// The player who moves first.
    First,
    /// The player who moves second.
    Second,
}

impl Player {
    /// Returns the other player.
    #[must_use]
    pub fn opponent(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// The number of players, and their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Players {
    /// One: the game is a puzzle.
    One,
    /// Two, with the names of the first and the second player.
    Two(Name, Name),
}

impl Players {
    /// Returns the name of a player in running text; that of a puzzle's player is "you".
    pub fn name(&self, player: Player) -> &str {
        match (self, player) {
            (Self::One, _) => "you",
            (Self::Two(first, _), Player::First) => first,
            (Self::Two(_, second), Player::Second) => second,
        }
    }
}

/// Whether play goes on in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It does, and this player has to move.
    Turn(Player),
    /// The game is over.
    Over(Outcome),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This player won.
    Win(Player),
    /// Nobody won.
    Draw,
    /// A puzzle reached its goal.
    Solved,
    /// A puzzle ended without reaching its goal.
    Stuck,
}

/// The words that name a move: a short text that fits on the board, and the rest of the phrase that it begins.
///
/// Both together are the accessible name of a link, so the name begins with the visible text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The visible text, such as `b2`.
    pub short: Name,
    /// The rest of the phrase, such as `, play X here`; may be empty.
    pub rest: Name,
}

impl Label {
    /// Creates a label from its two parts.
    pub fn new(short: impl Into<Name>, rest: impl Into<Name>) -> Self {
        Self { short: short.into(), rest: rest.into() }
    }

    /// Returns the whole phrase.
    pub fn full(&self) -> String {
        [&*self.short, &*self.rest].concat()
    }
}
