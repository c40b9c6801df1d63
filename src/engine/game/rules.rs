//! Rules: who plays, how to move, and how a game ends. The program can explore and solve any game that implements this
//! trait.

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

use super::message::{Message, Name};

/// The rules of a finite game of perfect information.
///
/// The parameters of a game are in `self`, and every method is pure. Two states are equal exactly when the same play
/// can follow from both: a state includes whose turn it is, and does not include how it was reached.
pub trait Rules: Send + Sync + 'static {
    /// All that affects the future, and nothing else.
    type State: Clone + Eq + Hash + Debug + Send + Sync;

    /// One legal action. The order of moves is the order in which pages list them.
    type Move: Copy + Ord + Debug + Send + Sync;

    /// Returns who plays.
    fn players(&self) -> Players;

    /// Returns the state in which play begins.
    fn start(&self) -> Self::State;

    /// Returns whose turn it is, or how the game ended. Puzzles end solved or stuck, games of two players won or drawn.
    fn status(&self, state: &Self::State) -> Status;

    /// Appends the legal moves to `out`, strictly ascending. There are none exactly if the game is over; a pass is a
    /// move.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);

    /// Returns the state after a legal move. The same player can have the next turn.
    fn play(&self, state: &Self::State, mv: Self::Move) -> Self::State;

    /// Checks that the rules can answer questions about a state. Compiled rules always can; code from a file can fail.
    ///
    /// # Errors
    ///
    /// Returns the mistake in the code.
    fn check(&self, _state: &Self::State) -> Result<(), Fault> {
        Ok(())
    }

    /// Returns the canonical state of all states that are the same up to symmetry: mirrored or turned, with rows in
    /// another order, or with the players' places changed. Play from any two of these is alike, move by move, and ends
    /// alike for the player to move. Play need not reach the canonical state. By default, no states are alike.
    fn canonical(&self, state: &Self::State) -> Self::State {
        state.clone()
    }

    /// Explains to the author of the game why it has many states. Returns an empty text if the reason is unknown.
    fn growth<'a>(&self, _states: impl Iterator<Item = &'a Self::State>) -> String {
        String::new()
    }

    /// Estimates who is ahead: positive numbers are good for the first player. Only searches of limited depth use it.
    fn estimate(&self, _state: &Self::State) -> i32 {
        0
    }
}

/// One of two players. A puzzle has only the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "cli", derive(serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Player {
    /// The player who moves first.
    First,
    /// The player who moves second.
    Second,
}

impl Player {
    /// Returns the player with the number 1 or 2.
    #[cfg(feature = "cli")]
    pub(crate) fn numbered(number: i64) -> Option<Self> {
        match number {
            1 => Some(Self::First),
            2 => Some(Self::Second),
            _ => None,
        }
    }

    /// Returns the other player.
    #[must_use]
    pub fn opponent(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// Returns `first` for the first player, `second` for the second.
    pub fn pick<T>(self, first: T, second: T) -> T {
        match self {
            Self::First => first,
            Self::Second => second,
        }
    }
}

/// The number of players, and their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Players {
    /// One: the game is a puzzle.
    One,
    /// Two, with the names of the first and the second player.
    Two(Message, Message),
}

impl Players {
    /// Returns the name of a player in running text; `None` for the player of a puzzle, who is the reader.
    pub fn name(&self, player: Player) -> Option<&Message> {
        match self {
            Self::One => None,
            Self::Two(first, second) => Some(player.pick(first, second)),
        }
    }

    /// Returns the players with the messages of a game as names.
    #[must_use]
    pub fn of(self, game: &Name) -> Self {
        match self {
            Self::One => Self::One,
            Self::Two(first, second) => Self::Two(first.of(game), second.of(game)),
        }
    }
}

/// Whose turn it is in a state, or how the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// This player has to move.
    Turn(Player),
    /// The game is over.
    Over(Outcome),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This player won.
    Win(Player),
    /// The game ended without a winner.
    Draw,
    /// A puzzle reached its goal.
    Solved,
    /// A puzzle ended without reaching its goal.
    Stuck,
}

impl Outcome {
    pub(crate) fn winner(self) -> Option<Player> {
        match self {
            Self::Win(player) => Some(player),
            Self::Solved => Some(Player::First),
            Self::Draw | Self::Stuck => None,
        }
    }
}

/// A mistake in the code of a game that was read from a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Fault {
    /// A description of the mistake.
    pub message: String,
    /// What to do about it; may be empty.
    pub hint: String,
    /// The file and the line, from 1, if they are known.
    pub place: Option<(Arc<Code>, usize)>,
}

/// A file of code.
#[derive(Debug, PartialEq, Eq)]
pub struct Code {
    /// The name that messages show.
    pub name: String,
    /// The whole text.
    pub text: String,
}

impl Fault {
    /// Creates a fault without a place.
    pub fn new(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { message: message.into(), hint: hint.into(), place: None }
    }

    /// Returns the fault with a line of a file as its place, unless it has a place.
    #[must_use]
    pub fn at(mut self, code: &Arc<Code>, line: usize) -> Self {
        self.place.get_or_insert_with(|| (Arc::clone(code), line));
        self
    }

    #[cfg(feature = "cli")]
    pub(crate) fn at_first<'a>(self, mut places: impl Iterator<Item = (&'a Arc<Code>, usize)>) -> Self {
        match places.next() {
            Some((code, line)) => self.at(code, line),
            None => self,
        }
    }
}
