//! Rules: what is needed of a game to explore and solve it.

use std::fmt::Debug;
use std::hash::Hash;

use super::fault::Fault;
use super::play::{Players, Status};

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

    /// Returns whose turn it is, or how the game ended. Puzzles end solved or stuck, games of two won or drawn.
    fn status(&self, state: &Self::State) -> Status;

    /// Appends the legal moves to `out`, strictly ascending. There are none exactly when the game is over; a pass is a
    /// move.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);

    /// Returns the state after a legal move. It can be the same player's turn again.
    fn play(&self, state: &Self::State, mv: Self::Move) -> Self::State;

    /// Checks that the rules can be asked about a state. Those that are compiled always can; the code of a game that
    /// was read from a file can fail.
    ///
    /// # Errors
    ///
    /// Returns what is wrong in the code.
    fn check(&self, _state: &Self::State) -> Result<(), Fault> {
        Ok(())
    }

    /// Returns the state that stands for all that are the same up to symmetry: mirrored or turned, with its rows in
    /// another order, or with the players' places changed. Play from any two of these is alike, move by move, and ends
    /// alike for the player to move. Play need not reach the state that is returned. Without it no states are alike.
    fn canonical(&self, state: &Self::State) -> Self::State {
        state.clone()
    }

    /// Returns what makes the states so many, for who wrote the game; empty if nothing is known of it.
    fn growth<'a>(&self, _states: impl Iterator<Item = &'a Self::State>) -> String {
        String::new()
    }

    /// Estimates who is ahead: positive numbers are good for the first player. Only searches of limited depth use it.
    fn estimate(&self, _state: &Self::State) -> i32 {
        0
    }
}
