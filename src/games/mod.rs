//! The games, one file each. To add one, write its file, and add its module and its type to the lists below.

use crate::game::{Game, NamedPolicy, Parameter, ParameterError, Parameters, Players, Reader};

mod ataxx;
mod hanoi;
mod nim;
mod peg_solitaire;
mod tic_tac_toe;

/// Generic code that runs with any game.
pub trait Visitor {
    /// The result of a visit.
    type Output;

    /// Runs with a game.
    fn visit<G: Game>(self, game: G) -> Self::Output;
}

/// Why there is no such game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// No game has this name.
    #[error("unknown game `{0}`")]
    Unknown(String),
    /// The game does not accept these parameters.
    #[error(transparent)]
    Parameters(#[from] ParameterError),
}

/// What a game says of itself.
#[derive(Clone, Copy, Debug)]
pub struct Description {
    /// Its name in content.
    pub name: &'static str,
    /// The game in one sentence.
    pub summary: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// How the slugs of its states are written.
    pub slugs: &'static str,
    /// The policies from its literature.
    pub policies: &'static [NamedPolicy],
}

macro_rules! games {
    ($($module:ident::$game:ident,)+) => {
        $(pub use $module::$game;)+

        /// Any of the games, with its parameters.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "the variants are the games, which have docs of their own")]
        pub enum AnyGame { $($game($game),)+ }

        impl AnyGame {
            /// The names of all games.
            pub const NAMES: &[&str] = &[$($game::NAME,)+];

            /// Creates the game with this name and these parameters.
            ///
            /// # Errors
            ///
            /// Returns an error if there is no such game, or if it does not accept the parameters.
            pub fn new(name: &str, parameters: &Parameters) -> Result<Self, GameError> {
                match name {
                    $($game::NAME => read(parameters).map(Self::$game),)+
                    _ => Err(GameError::Unknown(name.to_owned())),
                }
            }

            /// What all games say of themselves, in the order of their names.
            pub const DESCRIPTIONS: &[Description] = &[$(
                Description {
                    name: $game::NAME,
                    summary: $game::SUMMARY,
                    parameters: $game::PARAMETERS,
                    slugs: $game::SLUGS,
                    policies: $game::POLICIES,
                },
            )+];

            /// Returns the policies from the game's literature.
            pub fn policies(&self) -> &'static [NamedPolicy] {
                match self { $(Self::$game(_) => $game::POLICIES,)+ }
            }

            /// Returns who plays.
            pub fn players(&self) -> Players {
                match self { $(Self::$game(game) => game.players(),)+ }
            }

            /// Runs a visitor with the game.
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
    peg_solitaire::PegSolitaire,
    tic_tac_toe::TicTacToe,
}

fn read<G: Game>(parameters: &Parameters) -> Result<G, GameError> {
    let reader = Reader::new(parameters, G::PARAMETERS);
    let game = G::from_parameters(&reader)?;
    reader.finish()?;
    Ok(game)
}
