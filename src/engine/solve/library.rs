//! The library: the games of a site, each explored and solved once, when it is first asked for.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::engine::games::Game;
use crate::engine::graph::{Adjacency, ExploreError, Positions, cancelled_count};
use crate::engine::solve::Solution;

/// The positions of a game, and the solution, which is computed at the first request.
pub struct SolvedGame {
    /// Every position that play can reach.
    pub positions: Box<dyn Positions>,
    solution: OnceLock<Solution>,
    predecessors: OnceLock<Adjacency>,
}

impl SolvedGame {
    /// Returns a game that is solved when its solution is first asked for.
    pub fn new(positions: Box<dyn Positions>) -> Self {
        Self { positions, solution: OnceLock::new(), predecessors: OnceLock::new() }
    }

    /// Returns the value of each position under best play.
    pub fn solution(&self) -> &Solution {
        self.solution.get_or_init(|| Solution::of(self.positions.graph()))
    }

    pub(crate) fn predecessors(&self) -> &Adjacency {
        self.predecessors.get_or_init(|| self.positions.graph().predecessors())
    }
}

/// A game that is explored, or found too large.
type Explored = OnceLock<Result<Arc<SolvedGame>, ExploreError>>;

/// The explored games of a site. Game and parameters are the key, so editions, lessons and variants share them.
pub struct Library {
    /// How many positions a game may have.
    pub max_positions: usize,
    games: Mutex<HashMap<Game, Arc<Explored>>>,
}

impl Library {
    /// Returns an empty library for games of at most `max_positions` positions.
    pub fn new(max_positions: usize) -> Self {
        Self { max_positions, games: Mutex::default() }
    }

    /// Returns a game. Explores it at the first request. Several threads can explore several games at once.
    ///
    /// # Errors
    ///
    /// When the game has too many positions, or breaks a promise.
    pub fn open(&self, game: &Game) -> Result<Arc<SolvedGame>, ExploreError> {
        let begun = cancelled_count();
        let explored = {
            let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(games.entry(game.clone()).or_default())
        };
        let explore = || game.explore(self.max_positions).map(|positions| Arc::new(SolvedGame::new(positions)));
        let explored = explored.get_or_init(explore).clone();
        if cancelled_count() > begun && explored.is_err() {
            self.games.lock().unwrap_or_else(PoisonError::into_inner).remove(game);
        }
        explored
    }

    /// Forgets all games but these.
    pub fn keep(&self, games: &HashSet<&Game>) {
        self.games.lock().unwrap_or_else(PoisonError::into_inner).retain(|game, _| games.contains(game));
    }
}
