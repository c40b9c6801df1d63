//! The games that content can name, and those of the program, one file each. To add one to the program, write its file,
//! and add its module and its type below; a game of another crate joins by [`Games::with`].

pub mod ataxx;
pub mod chess_endings;
pub mod hanoi;
pub mod nim;
pub mod peg_solitaire;
mod registry;
pub mod tic_tac_toe;

pub use ataxx::Ataxx;
pub use chess_endings::ChessEndings;
pub use hanoi::Hanoi;
pub use nim::Nim;
pub use peg_solitaire::PegSolitaire;
pub use registry::{Game, GameError, Games};
pub use tic_tac_toe::TicTacToe;

/// The game of a new site that is told no other.
#[cfg(feature = "cli")]
pub(crate) const FIRST: &str = "nim";

impl Games {
    /// Returns the games of the program.
    pub fn standard() -> Self {
        Self::default()
            .with::<Ataxx>()
            .with::<ChessEndings>()
            .with::<Hanoi>()
            .with::<Nim>()
            .with::<PegSolitaire>()
            .with::<TicTacToe>()
    }
}
