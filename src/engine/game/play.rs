//! Who plays, whose turn it is, and how a game ends.

use super::message::Message;
use super::names::Name;

/// One of two players. The player of a puzzle is the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "cli", derive(serde::Deserialize), serde(rename_all = "lowercase"))]
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

    /// Returns what is the player's own of what the first and the second player have.
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
    /// Returns the name of a player in running text; nothing for the player of a puzzle, who is the reader.
    pub fn name(&self, player: Player) -> Option<&Message> {
        match self {
            Self::One => None,
            Self::Two(first, second) => Some(player.pick(first, second)),
        }
    }

    /// Returns the players with names in the words of a game.
    #[must_use]
    pub fn of(self, game: &Name) -> Self {
        match self {
            Self::One => Self::One,
            Self::Two(first, second) => Self::Two(first.of(game), second.of(game)),
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
