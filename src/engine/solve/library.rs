//! The library: the games of a site. It explores and solves each game once, when the game is first needed.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::engine::games::Game;
use crate::engine::graph::{Adjacency, ExploreError, Positions, cancelled_count};
use crate::engine::solve::Solution;

/// The positions of a game, and the solution, which is computed when it is first needed.
pub struct SolvedGame {
    /// Every reachable position.
    pub positions: Box<dyn Positions>,
    solution: OnceLock<Solution>,
    predecessors: OnceLock<Adjacency>,
}

impl SolvedGame {
    /// Creates a game that is not solved yet.
    pub fn new(positions: Box<dyn Positions>) -> Self {
        Self { positions, solution: OnceLock::new(), predecessors: OnceLock::new() }
    }

    /// Returns the solution. The first call computes it.
    pub fn solution(&self) -> &Solution {
        self.solution.get_or_init(|| Solution::of(self.positions.graph()))
    }

    pub(crate) fn predecessors(&self) -> &Adjacency {
        self.predecessors.get_or_init(|| self.positions.graph().predecessors())
    }
}

/// An explored game, or the reason why there is none.
type Explored = OnceLock<Result<Arc<SolvedGame>, ExploreError>>;

/// The explored games of a site. A game and its parameters identify an entry. So editions, lessons and variants of
/// the same game and parameters share one set of positions.
pub struct Library {
    /// The maximum number of positions of a game.
    pub max_positions: usize,
    games: Mutex<HashMap<Game, Arc<Explored>>>,
}

impl Library {
    /// Returns an empty library for games of at most `max_positions` positions.
    pub fn new(max_positions: usize) -> Self {
        Self { max_positions, games: Mutex::default() }
    }

    /// Returns a game. The first call with this game explores it. Several threads can explore several games at once.
    ///
    /// # Errors
    ///
    /// Returns an error if the game has too many positions, or breaks a promise.
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

    /// Removes all games except `games`.
    pub fn keep(&self, games: &HashSet<&Game>) {
        self.games.lock().unwrap_or_else(PoisonError::into_inner).retain(|game, _| games.contains(game));
    }
}
