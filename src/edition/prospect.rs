//! What a reader can get at best, who plays against the computer or solves a puzzle.

use crate::game::Player;
use crate::solve::{GameValue, Verdict};

/// The best that a reader can get, the least first. Moves are the reader's own, without the computer's replies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prospect {
    /// Nothing: all play is lost, or the puzzle cannot be solved any more.
    Loss,
    /// Neither a win nor a draw, but play can go on for ever.
    Endless,
    /// No win, but a draw in so many moves, and in no fewer.
    Draw(u32),
    /// A win or the solution in so many moves, and in no fewer.
    Win(u32),
}

impl Prospect {
    /// Returns what a verdict on a game of two players comes to for one of them.
    pub(super) fn of(verdict: Verdict, player: Player) -> Self {
        match verdict.value {
            GameValue::Win(winner) if winner == player => Self::Win(verdict.distance),
            GameValue::Win(_) => Self::Loss,
            GameValue::Draw => Self::Draw(verdict.distance),
            // A graph without ends in which one player alone has a turn could be that of a puzzle.
            GameValue::Endless | GameValue::Unsolvable => Self::Endless,
        }
    }

    /// Returns what a verdict on a puzzle comes to.
    pub(super) fn of_puzzle(verdict: Verdict) -> Self {
        if verdict.value == GameValue::Unsolvable { Self::Loss } else { Self::Win(verdict.distance) }
    }

    /// Returns what it is worth, however long it takes: a higher number for more.
    pub(super) fn rank(self) -> u8 {
        match self {
            Self::Loss => 0,
            Self::Endless => 1,
            Self::Draw(_) => 2,
            Self::Win(_) => 3,
        }
    }

    /// Returns how many moves it takes to an end that is worth it; nothing where none is.
    pub(super) fn moves(self) -> Option<u32> {
        match self {
            Self::Win(moves) | Self::Draw(moves) => Some(moves),
            Self::Loss | Self::Endless => None,
        }
    }
}
