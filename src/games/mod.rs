//! The games, one file each. To add one, write its file and add its line to the list below.

use crate::game::{Game, ParameterError, Parameters, Players, Reader};

/// Code that works for every game, whatever its types.
pub trait Visitor {
    /// What comes out of a visit.
    type Output;

    /// Works on one game.
    fn visit<G: Game>(self, game: G) -> Self::Output;
}

/// Why a game cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// There is no game of this name.
    #[error("unknown game `{0}`")]
    Unknown(String),
    /// The game does not take these parameters.
    #[error(transparent)]
    Parameters(#[from] ParameterError),
}

macro_rules! games {
    ($($module:ident::$game:ident,)+) => {
        $(mod $module; pub use $module::$game;)+

        /// Any one of the games, with its parameters.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "the variants are the games, which document themselves")]
        pub enum AnyGame { $($game($game),)+ }

        impl AnyGame {
            /// The names of all games.
            pub const NAMES: &[&str] = &[$($game::NAME,)+];

            /// The game of this name with these parameters.
            ///
            /// # Errors
            ///
            /// When there is no such game, or when it does not take the parameters.
            pub fn new(name: &str, parameters: &Parameters) -> Result<Self, GameError> {
                match name {
                    $($game::NAME => read(parameters).map(Self::$game),)+
                    _ => Err(GameError::Unknown(name.to_owned())),
                }
            }

            /// The names of the players that the game's sources describe.
            pub fn books(&self) -> &'static [&'static str] {
                match self { $(Self::$game(_) => $game::BOOKS,)+ }
            }

            /// Who plays.
            pub fn players(&self) -> Players {
                match self { $(Self::$game(game) => game.players(),)+ }
            }

            /// Lets a visitor work on the game.
            pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
                match self { $(Self::$game(game) => visitor.visit(game),)+ }
            }
        }
    };
}

games! {
    ataxx::Ataxx,
    hanoi::Hanoi,
    nim::Nim,
    tic_tac_toe::TicTacToe,
}

fn read<G: Game>(parameters: &Parameters) -> Result<G, GameError> {
    let mut reader = Reader::new(parameters);
    let game = G::from_parameters(&mut reader)?;
    reader.finish()?;
    Ok(game)
}
