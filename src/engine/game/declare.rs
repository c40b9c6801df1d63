//! Declaring: how content names a game, and what it can say of it.

use super::declaration::{Parameter, PolicyDescription};
use super::message::Message;
use super::names::Name;
use super::parameters::{ParameterError, ParameterReader};
use super::show::Show;

/// What content can say of a game.
///
/// A name, a sentence and the reading of parameters are enough.
pub trait Declare: Show {
    /// The name of the game in content, for example `tic-tac-toe`.
    const NAME: &'static str;

    /// The game in one sentence, for those who look for one.
    const SUMMARY: &'static str;

    /// The parameters that it has.
    const PARAMETERS: &'static [Parameter] = &[];

    /// Reads the parameters of a game, each of which is one of [`PARAMETERS`](Self::PARAMETERS).
    ///
    /// # Errors
    ///
    /// Returns an error if a parameter is missing, has the wrong type or is out of range. The caller reports parameters
    /// that the game does not have.
    fn from_parameters(parameters: &ParameterReader<'_>) -> Result<Self, ParameterError>;

    /// How slugs are written, in a sentence with an example.
    const SLUG_FORMAT: &'static str =
        "a number that the position is known by, sixteen digits and letters from `a` to `f`";

    /// The policies from its literature.
    const POLICIES: &'static [PolicyDescription] = &[];

    /// The game's catalogues: files of Fluent with its messages, each after its language. Without them, what a game
    /// says is text, which is the same in every language.
    const CATALOGUES: &'static [(&'static str, &'static str)] = &[];
}

/// What a game says of itself.
#[derive(Clone, Debug)]
pub struct Description {
    /// Its name in content.
    pub name: Name,
    /// The game in one sentence.
    pub summary: Name,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// How the slugs of its states are written.
    pub slugs: Name,
    /// The policies from its literature.
    pub policies: Vec<PolicyDescription>,
}

impl Description {
    /// Returns what a game of this type declares.
    pub fn of<G: Declare>() -> Self {
        Self {
            name: G::NAME.into(),
            summary: G::SUMMARY.into(),
            parameters: G::PARAMETERS.to_vec(),
            slugs: G::SLUG_FORMAT.into(),
            policies: G::POLICIES.to_vec(),
        }
    }

    /// Returns the aim of the players: what the game says, or else its summary.
    pub fn goal(&self, said: Message) -> Message {
        if said.is_empty() { self.summary.clone().into() } else { said.of(&self.name) }
    }
}
