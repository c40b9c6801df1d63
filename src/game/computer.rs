//! Players that are programs: who they are, as data. How they choose stands in `policy`.

use super::Player;

/// A way to choose moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Best play: wins as fast as it can, loses as late as it can.
    Perfect,
    /// Looks so many moves ahead and trusts the game's estimate of what it then sees.
    Negamax {
        /// How many moves, at least 1.
        depth: u8,
    },
    /// Any legal move.
    Random,
    /// A player that the game's sources describe, by its name.
    Book(String),
}

/// A player that is a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Computer {
    /// The side that it plays.
    pub seat: Player,
    /// How it chooses its moves.
    pub policy: Policy,
    /// How many moves of a hundred it makes at random instead.
    pub blunder: u8,
    /// Whether the first move of the game is made at random, when it is the computer's.
    pub random_opening: bool,
    /// What all its chances depend on.
    pub seed: u64,
}
