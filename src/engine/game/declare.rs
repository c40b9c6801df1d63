//! Declarations: the name, parameters and computer players of a game, as content uses them.

use super::message::{Message, Name};
use super::parameters::{Parameter, ParameterError, ParameterReader};
use super::rules::Player;
use super::show::Show;

/// The declarations that let content use a game.
///
/// Only a name, a summary and a constructor are required.
pub trait Declare: Show {
    /// The name of the game in content, for example `tic-tac-toe`.
    const NAME: &'static str;

    /// The game in one sentence, for lists of games.
    const SUMMARY: &'static str;

    /// The parameters of the game.
    const PARAMETERS: &'static [Parameter] = &[];

    /// Creates the game from its parameters, each of which is one of [`PARAMETERS`](Self::PARAMETERS).
    ///
    /// # Errors
    ///
    /// Returns an error if a parameter is missing, has the wrong type or is out of range. The caller reports unknown
    /// parameters.
    fn from_parameters(parameters: &ParameterReader<'_>) -> Result<Self, ParameterError>;

    /// The format of slugs, in a sentence with an example.
    const SLUG_FORMAT: &'static str =
        "a number that identifies the position: sixteen digits and letters from `a` to `f`";

    /// The policies specific to the game, for [`Policy::Named`]. [`BUILT_IN_POLICIES`] work for any game of two
    /// players.
    const POLICIES: &'static [PolicyDescription] = &[];

    /// The game's message catalogues: pairs of a language tag, such as `en`, and the text of a Fluent file. Without
    /// them, the game's texts are the same in every language.
    const CATALOGUES: &'static [(&'static str, &'static str)] = &[];
}

/// The declarations of a game.
#[derive(Clone, Debug)]
pub struct Description {
    /// The name in content.
    pub name: Name,
    /// The game in one sentence.
    pub summary: Name,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// The format of slugs, in a sentence with an example.
    pub slugs: Name,
    /// The policies specific to the game.
    pub policies: Vec<PolicyDescription>,
}

impl Description {
    /// Returns the declarations of `G`.
    pub fn of<G: Declare>() -> Self {
        Self {
            name: G::NAME.into(),
            summary: G::SUMMARY.into(),
            parameters: G::PARAMETERS.to_vec(),
            slugs: G::SLUG_FORMAT.into(),
            policies: G::POLICIES.to_vec(),
        }
    }

    /// Returns `said`, the game's own statement of its aim. If `said` is empty, returns the game's summary.
    pub fn goal(&self, said: Message) -> Message {
        if said.is_empty() { self.summary.clone().into() } else { said.of(&self.name) }
    }
}

/// A policy, as lists of policies describe it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyDescription {
    /// The name in content.
    pub name: Name,
    /// How it plays, in one sentence.
    pub about: Name,
}

impl PolicyDescription {
    /// Creates the description of a policy from its name and a sentence about how it plays.
    pub const fn new(name: &'static str, about: &'static str) -> Self {
        Self { name: Name::Borrowed(name), about: Name::Borrowed(about) }
    }
}

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
    /// A policy specific to the game, by its name in [`Declare::POLICIES`](super::Declare::POLICIES).
    Named(String),
}

/// The policies that can play any game of two players.
pub static BUILT_IN_POLICIES: [PolicyDescription; 4] = [
    PolicyDescription::new("perfect", "Plays perfectly: it wins as fast as possible, and loses as late as possible."),
    PolicyDescription::new("negamax", "Looks `depth` moves ahead, 2 by default."),
    PolicyDescription::new("greedy", "Considers only its own move, like `negamax` with a depth of 1."),
    PolicyDescription::new("random", "Plays any legal move."),
];

/// A computer player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Computer {
    /// The player whose moves it makes.
    pub seat: Player,
    /// How it chooses its moves.
    pub policy: Policy,
    /// The share of random moves, in percent.
    pub blunder: u8,
    /// If `true`, a computer that moves first begins with a random move.
    pub random_opening: bool,
    /// The seed of all its random choices.
    pub seed: u64,
}
