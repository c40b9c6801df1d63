//! Computer players as data: which seat they take and how they choose. The choosing itself is in `policy`.

use super::Player;

/// A way to choose moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Best play: wins as fast as it can, loses as late as it can.
    Perfect,
    /// Minimax search of limited depth, with the game's estimate at the leaves.
    Negamax {
        /// The depth in plies, at least 1.
        depth: u8,
    },
    /// Any legal move.
    Random,
    /// A policy from the game's literature, by its name in [`Game::POLICIES`](super::Game::POLICIES).
    Named(String),
}

/// A computer player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Computer {
    /// The player whose moves it makes.
    pub seat: Player,
    /// How it chooses its moves.
    pub policy: Policy,
    /// How many of its moves, in percent, are random instead.
    pub blunder: u8,
    /// Whether it plays a random move at the start, if it moves first.
    pub random_opening: bool,
    /// The seed of all its random choices.
    pub seed: u64,
}
