//! Declarations: what content (the Markdown files of a site) needs to know about a game.

use super::message::{Message, Name};
use super::parameters::{Parameter, ParameterError, ParameterReader};
use super::rules::Player;
use super::show::Show;

/// The declarations of a game. They let content, the Markdown files of a site, use the game.
///
/// Only a name, a summary and a constructor are required.
pub trait Declare: Show {
    /// The name of the game in content, for example `tic-tac-toe`.
    const NAME: &'static str;

    /// The game in one sentence, for lists of games.
    const SUMMARY: &'static str;

    /// The parameters of the game.
    const PARAMETERS: &'static [Parameter] = &[];

    /// Creates the game from its parameters. Read only those that [`PARAMETERS`](Self::PARAMETERS) declares.
    ///
    /// # Errors
    ///
    /// Returns an error if a parameter is missing, has the wrong type or is out of range. The caller reports unknown
    /// parameters.
    fn from_parameters(parameters: &ParameterReader<'_>) -> Result<Self, ParameterError>;

    /// The format of the slugs of states (their names in addresses), in a sentence with an example.
    const SLUG_FORMAT: &'static str =
        "a number that identifies the position: sixteen digits and letters from `a` to `f`";

    /// The policies that only this game has, for [`Policy::Named`]. The [`BUILT_IN_POLICIES`] work for any game of two
    /// players.
    const POLICIES: &'static [PolicyDescription] = &[];

    /// The game's message catalogues: pairs of a language tag, such as `en`, and the text of a Fluent file. The texts
    /// of a game without catalogues are the same in every language.
    const CATALOGUES: &'static [(&'static str, &'static str)] = &[];
}

/// The declarations of a game.
#[derive(Clone, Debug)]
pub struct Description {
    /// The name of the game in content.
    pub name: Name,
    /// The game in one sentence.
    pub summary: Name,
    /// The parameters of the game.
    pub parameters: Vec<Parameter>,
    /// The format of slugs, in a sentence with an example.
    pub slugs: Name,
    /// The policies that only this game has.
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

/// The description of a policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyDescription {
    /// The name of the policy in content.
    pub name: Name,
    /// How the policy plays, in one sentence.
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
    /// Best play: the computer wins as fast as it can, or loses as late as it can.
    Perfect,
    /// A minimax search of limited depth, with the game's estimate where the search stops.
    Negamax {
        /// The depth in plies, at least 1.
        depth: u8,
    },
    /// A random legal move.
    Random,
    /// A policy that only this game has, with its name in [`Declare::POLICIES`](super::Declare::POLICIES).
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
    /// The player whose moves the computer makes.
    pub seat: Player,
    /// How the computer chooses its moves.
    pub policy: Policy,
    /// The share of random moves, in percent.
    pub blunder: u8,
    /// If `true`, a computer that moves first begins with a random move.
    pub random_opening: bool,
    /// The seed of all random choices of the computer.
    pub seed: u64,
}
