//! The registry of games: from a name and parameters to a game of any type.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::game::{
    Otherwise, Parameter, ParameterError, ParameterReader, Parameters, Players, PolicyDescription, Show,
};
use crate::graph::{self, ExploreError, ExploredPositions, Positions};

/// The games that content can name, in the order of their names. Without [`standard`](Self::standard) there are none.
#[derive(Clone, Debug, Default)]
pub struct Games(Vec<Description>);

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
    pub policies: &'static [PolicyDescription],
    /// Its catalogues, each after its language.
    pub catalogues: &'static [(&'static str, &'static str)],
    read: fn(&ParameterReader<'_>) -> Result<Arc<dyn AnyShow>, ParameterError>,
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

/// A game of any type. Two are equal if they have the same name and parameters.
#[derive(Clone)]
pub struct Game {
    kind: Description,
    /// Its parameters, those with their defaults, too, that were not given.
    parameters: Parameters,
    show: Arc<dyn AnyShow>,
}

/// [`Show`] without the types of states and moves.
trait AnyShow: Send + Sync {
    fn explore(self: Arc<Self>, limit: usize) -> Result<Box<dyn ExploredPositions>, ExploreError>;
    fn unexplored(self: Arc<Self>) -> Box<dyn Positions>;
}

impl<G: Show> AnyShow for G {
    fn explore(self: Arc<Self>, limit: usize) -> Result<Box<dyn ExploredPositions>, ExploreError> {
        graph::explore_positions(self, limit)
    }

    fn unexplored(self: Arc<Self>) -> Box<dyn Positions> {
        graph::unexplored(self)
    }
}

impl Games {
    /// Adds a game, in place of one that has its name.
    #[must_use]
    pub fn with<G: Show>(mut self) -> Self {
        let kind = Description {
            name: G::NAME,
            summary: G::SUMMARY,
            parameters: G::PARAMETERS,
            slugs: G::SLUG_FORMAT,
            policies: G::POLICIES,
            catalogues: G::CATALOGUES,
            read: |parameters| Ok(Arc::new(G::from_parameters(parameters)?)),
        };
        self.0.retain(|other| other.name != kind.name);
        let place = self.0.partition_point(|other| other.name < kind.name);
        self.0.insert(place, kind);
        self
    }

    /// Returns what the games say of themselves.
    pub fn descriptions(&self) -> &[Description] {
        &self.0
    }

    /// Returns the catalogues of each game, after its name.
    pub fn catalogues(&self) -> impl Iterator<Item = (&'static str, &'static [(&'static str, &'static str)])> {
        self.0.iter().map(|kind| (kind.name, kind.catalogues))
    }

    /// Returns the names of the games.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + Clone {
        self.0.iter().map(|kind| kind.name)
    }

    /// Returns the game with this name and these parameters.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such game, or if it does not accept the parameters.
    pub fn open(&self, name: &str, parameters: &Parameters) -> Result<Game, GameError> {
        let kind = *self.0.iter().find(|kind| kind.name == name).ok_or_else(|| GameError::Unknown(name.to_owned()))?;
        let reader = ParameterReader::new(parameters, kind.parameters);
        let show = (kind.read)(&reader)?;
        reader.finish()?;
        let mut parameters = parameters.clone();
        for Parameter { name, otherwise, .. } in kind.parameters {
            if let Otherwise::Default(value) = otherwise {
                parameters.entry((*name).to_owned()).or_insert_with(|| value.clone());
            }
        }
        Ok(Game { kind, parameters, show })
    }
}

impl Game {
    /// Returns the policies from the game's literature.
    pub fn policies(&self) -> &'static [PolicyDescription] {
        self.kind.policies
    }

    /// Returns who plays.
    pub fn players(&self) -> Players {
        self.unexplored().players().clone()
    }

    /// Finds every state that play can reach, and checks what the game promises of them.
    ///
    /// # Errors
    ///
    /// Returns an error if there are more than `limit` states, or if the game breaks a promise.
    pub fn explore(&self, limit: usize) -> Result<Box<dyn ExploredPositions>, ExploreError> {
        Arc::clone(&self.show).explore(limit)
    }

    /// Returns its positions without exploring it: each is found when somebody asks for it, and
    /// [`find`](Positions::find) does not check that play can reach it.
    pub fn unexplored(&self) -> Box<dyn Positions> {
        Arc::clone(&self.show).unexplored()
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        (self.kind.name, &self.parameters) == (other.kind.name, &other.parameters)
    }
}

impl Eq for Game {}

impl Hash for Game {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.kind.name, &self.parameters).hash(state);
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.kind.name, self.parameters)
    }
}
