//! Rules: who plays, the legal moves, and how a game ends. The program can explore and solve any game that implements
//! [`Rules`].

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

use super::message::{Message, Name};

/// The rules of a finite game of perfect information.
///
/// The parameters of a game are in `self`, and every method is pure. Two states must be equal exactly when the same
/// play can follow from both states: a state includes the player to move, but not the moves that led to the state.
pub trait Rules: Send + Sync + 'static {
    /// A state of play: everything that affects future play, and nothing else.
    type State: Clone + Eq + Hash + Debug + Send + Sync;

    /// A legal move. Pages list moves in ascending order.
    type Move: Copy + Ord + Debug + Send + Sync;

    /// Returns the number of players and their names.
    fn players(&self) -> Players;

    /// Returns the state in which play begins.
    fn start(&self) -> Self::State;

    /// Returns whose turn it is, or how the game ended. A puzzle ends as [`Solved`](Outcome::Solved) or
    /// [`Stuck`](Outcome::Stuck). A game of two players ends with a [`Win`](Outcome::Win) or a [`Draw`](Outcome::Draw).
    fn status(&self, state: &Self::State) -> Status;

    /// Appends the legal moves to `out`, in strictly ascending order. Appends no move if, and only if, the game is
    /// over. If a player has to pass, the pass is a move.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);

    /// Returns the state after a legal move. The player who made the move can be the player to move again.
    fn play(&self, state: &Self::State, mv: Self::Move) -> Self::State;

    /// Checks that the other methods work for a state. Compiled rules always pass this check; the code of a game from a
    /// file can fail.
    ///
    /// # Errors
    ///
    /// Returns a mistake in the code.
    fn check(&self, _state: &Self::State) -> Result<(), Fault> {
        Ok(())
    }

    /// Returns one state that represents all states that are equal up to symmetry: mirrored or rotated, with rows in
    /// another order, or with the players exchanged. Any two of these states have corresponding moves, and the same
    /// result for the player to move. The representative need not be reachable. By default, every state represents only
    /// itself.
    fn canonical(&self, state: &Self::State) -> Self::State {
        state.clone()
    }

    /// Estimates who is ahead: positive means the first player, and negative means the second player. Only searches of
    /// limited depth ([`Policy::Negamax`](super::Policy::Negamax)) use this estimate.
    fn estimate(&self, _state: &Self::State) -> i32 {
        0
    }
}

/// One of two players. A puzzle has only the first player.
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

    /// Returns `first` for the first player, and `second` for the second player.
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
    /// One player: the game is a puzzle.
    One,
    /// Two players, with the names of the first and the second player.
    Two(Message, Message),
}

impl Players {
    /// Returns the name of a player in running text. In a puzzle, returns `None`, because the player is the reader.
    pub fn name(&self, player: Player) -> Option<&Message> {
        match self {
            Self::One => None,
            Self::Two(first, second) => Some(player.pick(first, second)),
        }
    }

    /// Returns the names [looked up](Message::of) in the catalogues of `game`.
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
    /// The mistake, in words.
    pub message: String,
    /// How to correct the mistake; can be empty.
    pub hint: String,
    /// The file and the line number, counted from 1, if known.
    pub place: Option<(Arc<Code>, usize)>,
}

/// A file of code.
#[derive(Debug, PartialEq, Eq)]
pub struct Code {
    /// The file name that messages show.
    pub name: String,
    /// The whole text.
    pub text: String,
}

impl Fault {
    /// Creates a fault without a place.
    pub fn new(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { message: message.into(), hint: hint.into(), place: None }
    }

    /// Sets the place of the fault to a line of a file, counted from 1. A fault that already has a place keeps this
    /// place.
    #[must_use]
    pub fn at(mut self, code: &Arc<Code>, line: usize) -> Self {
        self.place.get_or_insert_with(|| (Arc::clone(code), line));
        self
    }

    #[cfg(feature = "cli")]
    pub(crate) fn at_first<'a>(self, places: impl IntoIterator<Item = (&'a Arc<Code>, usize)>) -> Self {
        places.into_iter().fold(self, |fault, (code, line)| fault.at(code, line))
    }
}
