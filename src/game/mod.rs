//! The vocabulary of games: what a programmer writes to add one, and nothing about pages or files.
//!
//! A game is a value: its rules together with its parameters, such as `Nim` with the rows 3-4-5. It never holds a
//! match in progress. Positions are states of their own type, and every method of [`Game`] is a pure function.

mod computer;
mod parameters;
mod scene;
mod slug;

use std::fmt::Debug;
use std::hash::Hash;

pub use computer::{Computer, Policy};
pub use parameters::{ParameterError, Parameters, Reader, Value};
pub use scene::{Clicks, Grid, Heap, Heaps, Pegs, Scene, Square, Target};
pub use slug::{Slug, SlugError};

/// The rules of a finite game of perfect information. `self` is the parameters; every method is pure.
///
/// Two states are equal exactly when the same play can follow from them: whose turn it is belongs to the state, how it
/// was reached does not.
pub trait Game: Sized + Send + Sync + 'static {
    /// All that affects the future and nothing else.
    type State: Clone + Eq + Hash + Debug + Send + Sync;
    /// One legal action. The order of moves is the order in which pages list them.
    type Move: Copy + Ord + Debug + Send + Sync;

    /// The name by which content asks for this game, for example `tic-tac-toe`.
    const NAME: &'static str;

    /// Reads the parameters of a game.
    ///
    /// # Errors
    ///
    /// When a parameter is missing, has the wrong type or is outside its range. Parameters that nobody reads are
    /// reported by the caller.
    fn from_parameters(parameters: &mut Reader<'_>) -> Result<Self, ParameterError>;

    /// Who plays.
    fn players(&self) -> Players;

    /// What the players are trying to do, in one short sentence.
    fn goal(&self) -> String;

    /// The position in which play begins.
    fn start(&self) -> Self::State;

    /// Whose turn it is, or how the game ended.
    fn status(&self, state: &Self::State) -> Status;

    /// Appends the legal moves to `out`, strictly ascending; none exactly when the game is over. A pass is a move.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);

    /// The position after a legal move.
    fn play(&self, state: &Self::State, mv: Self::Move) -> Self::State;

    /// The name of a position in addresses: different for different states, and the same in every release.
    fn slug(&self, state: &Self::State) -> Slug;

    /// The state that [`slug`](Self::slug) gave this name to.
    ///
    /// # Errors
    ///
    /// When the text does not follow the game's slug grammar.
    fn parse_slug(&self, text: &str) -> Result<Self::State, SlugError>;

    /// What stands on the board, as data for themes.
    fn scene(&self, state: &Self::State) -> Scene;

    /// What has to be touched in the scene to make a move.
    fn clicks(&self, state: &Self::State, mv: Self::Move) -> Clicks;

    /// The name and the words of a piece that has to be chosen before it is moved. Only games with
    /// [`Clicks::ChooseThenPlace`] are asked.
    fn piece(&self, _state: &Self::State, piece: Target) -> Piece {
        unreachable!("no move of this game begins with the choice of {piece:?}")
    }

    /// The words that name a move.
    fn label(&self, state: &Self::State, mv: Self::Move) -> Label;

    /// What a player has done by making a move, such as `took b2`.
    fn done(&self, state: &Self::State, mv: Self::Move) -> String;

    /// The name of a move in addresses: different for different moves of a position, and the same in every release.
    fn move_slug(&self, state: &Self::State, mv: Self::Move) -> Slug;

    /// What each side has so far, in words, where that is what players look at; empty where not.
    fn tally(&self, _state: &Self::State) -> String {
        String::new()
    }

    /// How good a position looks for the first player without playing on. Only searches of limited depth ask for it.
    fn estimate(&self, _state: &Self::State) -> i32 {
        0
    }

    /// A sentence or two that explain what the position is worth, where the game has a theory; empty where not.
    fn reasoning(&self, _state: &Self::State) -> String {
        String::new()
    }

    /// The names of the players that the game's sources describe.
    const BOOKS: &'static [&'static str] = &[];

    /// The moves of which the player with one of the names in [`BOOKS`](Self::BOOKS) makes any, by chance.
    fn book(&self, _name: &str, state: &Self::State) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        moves
    }
}

/// One of two players; in a puzzle the one person who plays is the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// The player who moves first.
    First,
    /// The player who moves second.
    Second,
}

impl Player {
    /// The other of the two players.
    #[must_use]
    pub fn opponent(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// How many people play, and what they are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Players {
    /// A puzzle.
    One,
    /// Two sides with their names, the first player's first.
    Two(&'static str, &'static str),
}

impl Players {
    /// What a player is called in running text; a puzzle's player is "you".
    pub fn name(self, player: Player) -> &'static str {
        match (self, player) {
            (Self::One, _) => "you",
            (Self::Two(first, _), Player::First) => first,
            (Self::Two(_, second), Player::Second) => second,
        }
    }
}

/// Whether play goes on in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// This player has to move.
    Turn(Player),
    /// There is nothing left to play.
    Over(Outcome),
}

/// How a game ended, told from nobody's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This player won.
    Win(Player),
    /// Nobody won.
    Draw,
    /// The puzzle's goal is reached.
    Solved,
}

/// The words that name a move: a short text that fits on the board, and the rest of the phrase, which goes on from it.
///
/// Both together are the accessible name of a link, which therefore begins with its visible text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The visible text, such as `b2`.
    pub short: String,
    /// What completes it, such as `, play X here`; may be empty.
    pub rest: String,
}

/// A piece that has to be chosen before it is moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its name in addresses, the same in every release.
    pub slug: Slug,
    /// The words that name choosing it.
    pub label: Label,
}

impl Label {
    /// A label of its two parts.
    pub fn new(short: impl Into<String>, rest: impl Into<String>) -> Self {
        Self { short: short.into(), rest: rest.into() }
    }

    /// The whole phrase.
    pub fn full(&self) -> String {
        format!("{}{}", self.short, self.rest)
    }
}
