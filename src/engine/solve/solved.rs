//! Solved games: positions with the states and moves of the game's own types.

use std::fmt;

use crate::engine::game::{Rules, Status};
use crate::engine::graph::{ExploreError, Graph, StateId, States, explore};
use crate::engine::solve::{GameValue, Solution, Verdict};

/// The maximum number of states that [`solve`] explores in one game. Each state takes tens of bytes in addition to its
/// own data.
pub const MAX_STATES: usize = 10_000_000;

/// A game with all its positions, and their values under best play. The function [`solve`] returns it.
pub struct Solved<'a, R: Rules> {
    rules: &'a R,
    states: States<R>,
    graph: Graph,
    solution: Solution,
}

/// A position of a solved game.
pub struct Position<'a, R: Rules> {
    solved: &'a Solved<'a, R>,
    id: StateId,
}

/// Explores and solves a game.
///
/// ```
/// use pageturner::games::TicTacToe;
/// use pageturner::solve::GameValue;
///
/// let solved = pageturner::solve(&TicTacToe)?;
/// assert_eq!(solved.positions().len(), 5478);
/// assert_eq!(solved.start().value(), GameValue::Draw);
/// // Any first move keeps the draw, but best play to X in a corner, the square 0, is in the centre, the square 4.
/// assert_eq!(solved.start().best_moves().len(), 9);
/// assert_eq!(solved.start().after(0).unwrap().best_moves(), [4]);
/// # Ok::<(), pageturner::graph::ExploreError>(())
/// ```
///
/// # Errors
///
/// Returns an error if there are more than [`MAX_STATES`] states, or if the game breaks a promise of [`Rules`].
pub fn solve<R: Rules>(rules: &R) -> Result<Solved<'_, R>, ExploreError> {
    let (states, graph) = explore(rules, MAX_STATES)?;
    let solution = Solution::of(&graph);
    Ok(Solved { rules, states, graph, solution })
}

impl<R: Rules> Solved<'_, R> {
    /// Returns the position in which play begins.
    pub fn start(&self) -> Position<'_, R> {
        Position { solved: self, id: StateId::START }
    }

    /// Returns the position of a state; `None` if play cannot reach the state.
    pub fn position(&self, state: &R::State) -> Option<Position<'_, R>> {
        Some(Position { solved: self, id: StateId::new(self.states.get_index_of(state)?) })
    }

    /// Returns all positions, in breadth-first order from the start.
    pub fn positions(&self) -> impl ExactSizeIterator<Item = Position<'_, R>> {
        self.graph.states().map(|id| Position { solved: self, id })
    }

    /// Returns the number of legal moves in all positions together.
    pub fn move_count(&self) -> usize {
        self.graph.move_count()
    }
}

impl<'a, R: Rules> Position<'a, R> {
    /// Returns the state of the game in this position.
    pub fn state(self) -> &'a R::State {
        &self.solved.states[self.id.index()]
    }

    /// Returns whose turn it is, or how the game ended.
    pub fn status(self) -> Status {
        self.solved.graph.status(self.id)
    }

    /// Returns the result of best play from this position.
    pub fn value(self) -> GameValue {
        self.verdict().value
    }

    /// Returns the number of moves left under best play, of all players together. In a draw, this is the number of
    /// moves to the nearest drawn end. If the game is over, if play goes on for ever, or if a puzzle cannot be solved,
    /// it is 0.
    pub fn distance(self) -> u32 {
        self.verdict().distance
    }

    /// Returns the value and the distance, with the number of the winner's moves.
    pub fn verdict(self) -> Verdict {
        self.solved.solution.verdict(self.id)
    }

    /// Returns the legal moves in ascending order, each with the position after it.
    pub fn moves(self) -> impl Iterator<Item = (R::Move, Self)> {
        let mut moves = Vec::new();
        self.solved.rules.moves(self.state(), &mut moves);
        let after = self.solved.graph.successors(self.id);
        moves.into_iter().zip(after.iter().map(move |&id| Self { id, ..self }))
    }

    /// Returns the position after a move; `None` if the move is not legal.
    pub fn after(self, mv: R::Move) -> Option<Self> {
        self.moves().find(|(legal, _)| *legal == mv).map(|(_, after)| after)
    }

    /// Returns the moves of best play, in ascending order. These are the moves that win soonest, counting first the
    /// winner's moves, and then both players' moves. If no move wins, these are the moves that draw soonest. If no move
    /// draws either, these are the moves after which play goes on for ever. If all moves lose, these are the moves that
    /// lose latest. If a puzzle cannot be solved, all moves are equally good. If the game is over, the list is empty.
    pub fn best_moves(self) -> Vec<R::Move> {
        let Status::Turn(player) = self.status() else { return Vec::new() };
        let worth = |position: Self| position.verdict().worth(player);
        let best = self.moves().map(|(_, after)| worth(after)).max();
        self.moves().filter(|&(_, after)| Some(worth(after)) == best).map(|(mv, _)| mv).collect()
    }
}

impl<R: Rules> Clone for Position<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Rules> Copy for Position<'_, R> {}

/// Two positions are equal if their states are equal. Compare only positions of the same solved game.
impl<R: Rules> PartialEq for Position<'_, R> {
    fn eq(&self, other: &Self) -> bool {
        self.state() == other.state()
    }
}

impl<R: Rules> Eq for Position<'_, R> {}

impl<R: Rules> fmt::Debug for Position<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {:?}", self.state(), self.verdict())
    }
}
