//! Computer players as data: which seat they take and how they choose. The choosing itself is in `policy`.

use super::declaration::PolicyDescription;
use super::play::Player;

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
    /// A policy from the game's literature, by its name in [`Declare::POLICIES`](super::Declare::POLICIES).
    Named(String),
}

/// The names of the policies that play any game for two.
pub static BUILT_IN_POLICIES: [PolicyDescription; 4] = [
    PolicyDescription::new("perfect", "Best play: it wins as fast as it can, and loses as late as it can."),
    PolicyDescription::new("negamax", "It looks ahead as many moves as `depth` says, 2 if that is not given."),
    PolicyDescription::new("greedy", "It looks at its own move alone, as `negamax` does with a depth of 1."),
    PolicyDescription::new("random", "Any legal move."),
];

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
