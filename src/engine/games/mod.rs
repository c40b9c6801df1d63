//! The games that content can name. Each built-in game is in a file of its own. To add a built-in game, write this
//! file, and add its module and its type below. To add a game of another crate, use [`Games::with`].

pub mod ataxx;
pub mod chess_endings;
pub mod hanoi;
pub mod nim;
pub mod peg_solitaire;
mod squares;
pub mod tic_tac_toe;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::engine::game::{
    Declare, Description, Message, Name, ParameterError, ParameterReader, Parameters, Players, PolicyDescription,
    Scene, Show,
};
use crate::engine::graph::{self, ExploreError, Positions};

pub use ataxx::Ataxx;
pub use chess_endings::ChessEndings;
pub use hanoi::Hanoi;
pub use nim::Nim;
pub use peg_solitaire::PegSolitaire;
pub use tic_tac_toe::TicTacToe;

/// The game of a new site if the user names no game.
#[cfg(feature = "cli")]
pub(crate) const FIRST: &str = "nim";

/// The games that content can name. `default` contains no game; [`standard`](Self::standard) contains the built-in
/// games.
#[derive(Clone, Debug, Default)]
pub struct Games(Vec<Kind>);

#[derive(Clone, Debug)]
struct Kind {
    description: Arc<Description>,
    catalogues: &'static [(&'static str, &'static str)],
    open: fn(&Self, &Parameters) -> Result<Game, ParameterError>,
}

/// Why a game cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// No game has this name.
    #[error("unknown game `{0}`")]
    Unknown(String),
    /// The game does not accept these parameters.
    #[error(transparent)]
    Parameters(#[from] ParameterError),
}

/// A game of any type, with its parameters. Two games with equal names, parameters and versions are equal.
#[derive(Clone)]
pub struct Game {
    description: Arc<Description>,
    /// The parameters, including defaults.
    parameters: Parameters,
    /// A hash of the file from which the game was read. If the file changes, the hash changes.
    version: u64,
    unexplored: Arc<Unexplored>,
}

/// What can be said about a game before it is explored.
struct Unexplored {
    players: Players,
    goal: Message,
    start_slug: String,
    start_scene: Scene,
    explore: Box<Explore>,
}

/// Explores a game up to a number of positions.
type Explore = dyn Fn(usize) -> Result<Box<dyn Positions>, ExploreError> + Send + Sync;

impl Games {
    /// Returns the built-in games.
    pub fn standard() -> Self {
        Self::default()
            .with::<Ataxx>()
            .with::<ChessEndings>()
            .with::<Hanoi>()
            .with::<Nim>()
            .with::<PegSolitaire>()
            .with::<TicTacToe>()
    }

    /// Adds a game, or replaces the game of the same name.
    #[must_use]
    pub fn with<G: Declare>(mut self) -> Self {
        let kind = Kind {
            description: Arc::new(Description::of::<G>()),
            catalogues: G::CATALOGUES,
            open: |kind, parameters| {
                let reader = ParameterReader::new(parameters, &kind.description.parameters);
                let (game, parameters) = (G::from_parameters(&reader)?, reader.all()?);
                reader.finish()?;
                Ok(Game::of_file(Arc::clone(&kind.description), parameters, 0, game))
            },
        };
        self.0.retain(|other| other.description.name != G::NAME);
        let place = self.0.partition_point(|other| *other.description.name < *G::NAME);
        self.0.insert(place, kind);
        self
    }

    /// Returns the declarations of the games.
    pub fn descriptions(&self) -> impl Iterator<Item = &Description> {
        self.0.iter().map(|kind| &*kind.description)
    }

    /// Returns the name of each game, with the game's catalogues as in [`Declare::CATALOGUES`].
    pub fn catalogues(&self) -> impl Iterator<Item = (Name, &'static [(&'static str, &'static str)])> {
        self.0.iter().map(|kind| (kind.description.name.clone(), kind.catalogues))
    }

    /// Returns the names of the games.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.0.iter().map(|kind| &*kind.description.name)
    }

    /// Returns the game with this name and these parameters.
    ///
    /// # Errors
    ///
    /// Returns an error if no game has this name, or if the game does not accept the parameters.
    pub fn open(&self, name: &str, parameters: &Parameters) -> Result<Game, GameError> {
        let kind = self.0.iter().find(|kind| kind.description.name == name);
        let kind = kind.ok_or_else(|| GameError::Unknown(name.to_owned()))?;
        Ok((kind.open)(kind, parameters)?)
    }
}

impl Game {
    /// Returns a game with all of its parameters. If the game was read from a file, `version` must change when the file
    /// changes.
    pub fn of_file(description: Arc<Description>, parameters: Parameters, version: u64, game: impl Show) -> Self {
        let (players, goal) = (game.players().of(&description.name), description.goal(game.goal()));
        let start = game.start();
        let (start_slug, start_scene) = (game.slug(&start), game.scene(&start).of(&description.name));
        let (game, own) = (Arc::new(game), Arc::clone(&description));
        let explore =
            Box::new(move |limit| graph::explore_positions(Arc::clone(&game), Arc::clone(&description), limit));
        let unexplored = Arc::new(Unexplored { players, goal, start_slug, start_scene, explore });
        Self { description: own, parameters, version, unexplored }
    }

    fn key(&self) -> (&str, &Parameters, u64) {
        (&self.description.name, &self.parameters, self.version)
    }

    #[cfg(feature = "cli")]
    pub(crate) fn options(&self) -> &[crate::engine::game::Parameter] {
        &self.description.parameters
    }

    /// Returns the policies that only this game has.
    pub fn policies(&self) -> &[PolicyDescription] {
        &self.description.policies
    }

    /// Returns the number of players and their names.
    pub fn players(&self) -> Players {
        self.unexplored.players.clone()
    }

    /// Returns the aim of the players in one or two short sentences.
    pub fn goal(&self) -> Message {
        self.unexplored.goal.clone()
    }

    /// Returns the slug of the state in which play begins.
    pub fn start_slug(&self) -> String {
        self.unexplored.start_slug.clone()
    }

    /// Returns the board of the state in which play begins.
    pub fn start_scene(&self) -> Scene {
        self.unexplored.start_scene.clone()
    }

    /// Finds every reachable state, and checks that the game keeps the promises of
    /// [`Rules`](crate::engine::game::Rules) and [`Show`].
    ///
    /// # Errors
    ///
    /// Returns an error if there are more than `limit` states, or if the game breaks a promise.
    pub fn explore(&self, limit: usize) -> Result<Box<dyn Positions>, ExploreError> {
        (self.unexplored.explore)(limit)
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Game {}

impl Hash for Game {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.description.name, self.parameters)
    }
}
