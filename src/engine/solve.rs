//! Solving: the value of every state under best play, and the distance to the end of the game.
//!
//! The method is retrograde analysis: values spread backwards from the states where the game is over. The method
//! handles cycles, passes and any order of turns, in time linear in the number of moves. Values are absolute ("the
//! first player wins"), not relative to the player to move.
//!
//! In a game of two players
//!
//! - a state is **won** by a player who can force a win. The winner minimises the number of the winner's own moves, and
//!   then the number of both players' moves; the loser maximises these numbers. The distance is the number of moves of
//!   both players that are left when both play their best.
//! - A state that is not won is a **draw** if play can reach a drawn end from it without passing through a won state:
//!   both players prefer a draw to playing on for ever. The distance is the length of the shortest path to such an end.
//! - All other states are **endless**: neither player can force an end, and no end that both players would accept
//!   can be reached.
//!
//! In a puzzle
//!
//! - a state is **won** by the first player, who is the only one, if the goal can be reached. The distance is the
//!   length of the shortest solution.
//! - All other states are **unsolvable**: play from them can only get stuck or go on for ever.
//!
//! A graph belongs to a puzzle if only the first player moves, and every end is solved or stuck.

#[cfg(feature = "cli")]
pub mod library;
pub mod policy;
pub(crate) mod solved;

use std::collections::BTreeMap;

use crate::engine::game::{Outcome, Player, Status};
use crate::engine::graph::{Adjacency, Graph, StateId};

/// The result of best play from a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameValue {
    /// This player wins. In a puzzle, the first player, who is the only one, wins by reaching the goal.
    Win(Player),
    /// Neither player can force a win, and a drawn end can be reached.
    Draw,
    /// Neither player can force a win, and no drawn end can be reached: play goes on for ever. Many games call this a
    /// draw, too. Only games of two players have endless states.
    Endless,
    /// The goal of the puzzle can no longer be reached.
    Unsolvable,
}

/// The value of a state, and the number of moves to the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The result of best play.
    pub value: GameValue,
    /// The number of moves left under best play, of both players together. In a draw, this is the number of moves to
    /// the nearest drawn end. In endless and unsolvable states, and if the game is over, it is 0.
    pub distance: u32,
    /// The number of these moves that the winner makes; 0 if no player wins.
    pub winner_moves: u32,
}

/// The worth of a verdict to a player, for comparison only: a greater value is better.
pub type Worth = (i8, i64, i64);

impl Verdict {
    /// Returns the worth of this verdict to a player. A win is best. Wins with fewer moves of the player are better; if
    /// these numbers are equal, wins with fewer moves of both players are better. Next come a draw (the sooner the
    /// better), an endless game, and finally a loss (the later the better) or a puzzle that cannot be solved.
    pub fn worth(self, player: Player) -> Worth {
        let (moves, distance) = (i64::from(self.winner_moves), i64::from(self.distance));
        match self.value {
            GameValue::Win(winner) if winner == player => (2, -moves, -distance),
            GameValue::Draw => (1, 0, -distance),
            GameValue::Endless => (0, 0, 0),
            GameValue::Win(_) | GameValue::Unsolvable => (-1, moves, distance),
        }
    }
}

/// The verdict on every state of a graph.
#[derive(Clone, Debug)]
pub struct Solution(Vec<Verdict>);

impl Solution {
    /// Solves a graph, in time linear in the number of its moves.
    pub fn of(graph: &Graph) -> Self {
        let predecessors = graph.predecessors();
        let mut verdicts = vec![None; graph.states().len()];
        spread_wins(graph, &predecessors, &mut verdicts);
        spread_draws(graph, &predecessors, &mut verdicts);
        let value = if is_puzzle(graph) { GameValue::Unsolvable } else { GameValue::Endless };
        let rest = Verdict { value, distance: 0, winner_moves: 0 };
        Self(verdicts.into_iter().map(|verdict| verdict.unwrap_or(rest)).collect())
    }

    /// Returns the verdict on a state.
    pub fn verdict(&self, state: StateId) -> Verdict {
        self.0[state.index()]
    }
}

/// Settles every state in which a player can force a win, in the order of the winner's moves and then of all moves.
fn spread_wins(graph: &Graph, predecessors: &Adjacency, verdicts: &mut [Option<Verdict>]) {
    // For each state, the number of successors that are not known to be won by the opponent of the player to move.
    let mut hopes: Vec<usize> = graph.states().map(|state| graph.successors(state).len()).collect();
    // The states that are settled, but whose predecessors are not, by the winner's moves and all moves.
    let mut queue: BTreeMap<(u32, u32), Vec<(StateId, Player)>> = BTreeMap::new();
    for state in graph.states() {
        if let Status::Over(outcome) = graph.status(state)
            && let Some(winner) = outcome.winner()
        {
            verdicts[state.index()] = Some(Verdict { value: GameValue::Win(winner), distance: 0, winner_moves: 0 });
            queue.entry((0, 0)).or_default().push((state, winner));
        }
    }
    while let Some(((winner_moves, distance), nearest)) = queue.pop_first() {
        for (state, winner) in nearest {
            for &before in predecessors.of(state) {
                if verdicts[before.index()].is_some() {
                    continue;
                }
                // The first win found for the player to move is the nearest, and the last loss found is the furthest.
                let is_won = graph.status(before) == Status::Turn(winner);
                hopes[before.index()] -= usize::from(!is_won);
                if is_won || hopes[before.index()] == 0 {
                    let (winner_moves, distance) = (winner_moves + u32::from(is_won), distance + 1);
                    verdicts[before.index()] = Some(Verdict { value: GameValue::Win(winner), distance, winner_moves });
                    queue.entry((winner_moves, distance)).or_default().push((before, winner));
                }
            }
        }
    }
}

/// Settles every state that is not won and from which a drawn end can be reached.
fn spread_draws(graph: &Graph, predecessors: &Adjacency, verdicts: &mut [Option<Verdict>]) {
    let is_drawn = |&state: &StateId| graph.status(state) == Status::Over(Outcome::Draw);
    let mut nearest: Vec<StateId> = graph.states().filter(is_drawn).collect();
    let mut verdict = Verdict { value: GameValue::Draw, distance: 0, winner_moves: 0 };
    while !nearest.is_empty() {
        let mut further = Vec::new();
        for state in nearest {
            if verdicts[state.index()].is_none() {
                verdicts[state.index()] = Some(verdict);
                further.extend_from_slice(predecessors.of(state));
            }
        }
        nearest = further;
        verdict.distance += 1;
    }
}

fn is_puzzle(graph: &Graph) -> bool {
    graph.states().all(|state| {
        matches!(graph.status(state), Status::Turn(Player::First) | Status::Over(Outcome::Solved | Outcome::Stuck))
    })
}
