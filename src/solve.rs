//! Solving: the value of every state under best play, and the distance to the end of the game.
//!
//! This is retrograde analysis: values spread backwards from the states where the game is over. It takes graphs with
//! cycles, passes and any order of turns, in time linear in the number of moves. Values are absolute ("the first player
//! wins"), so no sign ever flips.
//!
//! In a game of two players
//!
//! - a state is **won** by a player who can force a win. The winner hurries and the loser delays: the distance is the
//!   number of moves left when both play their best.
//! - Of the rest, a state is a **draw** if a drawn end can be reached from it without passing through a won state: both
//!   players prefer that to playing on for ever. The distance is the length of the shortest way to such an end.
//! - All other states are **endless**: neither player can force an end, and there is none that both would accept.
//!
//! In a puzzle
//!
//! - a state is **won** by the first player, who is the only one, if the goal can be reached. The distance is the
//!   length of the shortest solution.
//! - All other states are **unsolvable**: the ends at which the puzzle is stuck, and every state from which play can
//!   only come to such ends or go round in circles.
//!
//! A graph is a puzzle's if only the first player moves, and every end is solved or stuck.

use crate::game::{Outcome, Player, Status};
use crate::graph::{Graph, Predecessors, StateId};

/// The result of best play from a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameValue {
    /// This player wins. In a puzzle, the first player is the one who solves it.
    Win(Player),
    /// Nobody wins.
    Draw,
    /// Play goes on for ever. Only games of two players have such states.
    Endless,
    /// The goal of the puzzle cannot be reached any more.
    Unsolvable,
}

/// The value of a state, and the number of moves to the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The result of best play.
    pub value: GameValue,
    /// The number of moves left under best play; 0 in endless and unsolvable states, and where the game is over.
    pub distance: u32,
}

impl Verdict {
    /// Returns what it is worth to a player, as a number to compare: most of all a win, the sooner the better; then a
    /// draw, the sooner the better; then no end; then a loss, the later the better, or a puzzle that cannot be solved.
    pub fn worth(self, player: Player) -> i64 {
        const BEYOND_ALL_DISTANCES: i64 = 1 << 40;
        let distance = i64::from(self.distance);
        match self.value {
            GameValue::Win(winner) if winner == player => 2 * BEYOND_ALL_DISTANCES - distance,
            GameValue::Draw => BEYOND_ALL_DISTANCES - distance,
            GameValue::Endless => 0,
            GameValue::Win(_) | GameValue::Unsolvable => distance - BEYOND_ALL_DISTANCES,
        }
    }

    /// Returns how many moves the winner still makes, where it is the turn of `to_move` and the game will be won: as in
    /// chess, where who mates in two makes two moves.
    pub fn moves_of_winner(self, to_move: Player) -> u32 {
        // The players take turns.
        if self.value == GameValue::Win(to_move) { self.distance.div_ceil(2) } else { self.distance / 2 }
    }
}

/// The verdict on every state of a graph.
#[derive(Clone, Debug)]
pub struct Solution(Vec<Verdict>);

impl Solution {
    /// Solves a graph.
    pub fn of(graph: &Graph) -> Self {
        Solver::new(graph).solve()
    }

    /// Returns the verdict on a state.
    pub fn verdict(&self, state: StateId) -> Verdict {
        self.0[state.index()]
    }
}

struct Solver<'a> {
    graph: &'a Graph,
    predecessors: Predecessors,
    verdicts: Vec<Option<Verdict>>,
    /// For each state the number of successors that are not known to be won by the opponent of the player to move.
    hopes: Vec<u32>,
    /// The states with a verdict, in the order in which they got it: first the won states by their distances, then the
    /// drawn states by theirs.
    queue: Vec<StateId>,
}

impl<'a> Solver<'a> {
    fn new(graph: &'a Graph) -> Self {
        Self {
            graph,
            predecessors: Predecessors::of_graph(graph),
            verdicts: vec![None; graph.states().len()],
            hopes: graph.states().map(|state| graph.successors(state).len() as u32).collect(),
            queue: Vec::new(),
        }
    }

    fn solve(mut self) -> Solution {
        self.spread_wins();
        self.spread_draws();
        let value = if is_puzzle(self.graph) { GameValue::Unsolvable } else { GameValue::Endless };
        let rest = Verdict { value, distance: 0 };
        Solution(self.verdicts.into_iter().map(|verdict| verdict.unwrap_or(rest)).collect())
    }

    fn settle(&mut self, state: StateId, value: GameValue, distance: u32) {
        self.verdicts[state.index()] = Some(Verdict { value, distance });
        self.queue.push(state);
    }

    /// Settles every state in which a player can force a win.
    fn spread_wins(&mut self) {
        for state in self.graph.states() {
            match self.graph.status(state) {
                Status::Over(Outcome::Win(player)) => self.settle(state, GameValue::Win(player), 0),
                Status::Over(Outcome::Solved) => self.settle(state, GameValue::Win(Player::First), 0),
                Status::Over(Outcome::Draw | Outcome::Stuck) | Status::Turn(_) => {}
            }
        }
        let mut next = 0;
        while let Some(&state) = self.queue.get(next) {
            next += 1;
            let Some(Verdict { value: GameValue::Win(winner), distance }) = self.verdicts[state.index()] else {
                unreachable!("only won states are in the queue now");
            };
            for place in 0..self.predecessors.of(state).len() {
                let before = self.predecessors.of(state)[place];
                let Status::Turn(mover) = self.graph.status(before) else {
                    unreachable!("a state with a successor is not the end of the game");
                };
                if self.verdicts[before.index()].is_some() {
                    continue;
                }
                // Distances never decrease along the queue. So the first win found for the player to move is the
                // nearest, and the last loss found is the furthest.
                self.hopes[before.index()] -= u32::from(winner != mover);
                if winner == mover || self.hopes[before.index()] == 0 {
                    self.settle(before, GameValue::Win(winner), distance + 1);
                }
            }
        }
    }

    /// Settles every other state from which a drawn end can be reached.
    fn spread_draws(&mut self) {
        let mut next = self.queue.len();
        for state in self.graph.states() {
            if self.graph.status(state) == Status::Over(Outcome::Draw) {
                self.settle(state, GameValue::Draw, 0);
            }
        }
        while let Some(&state) = self.queue.get(next) {
            next += 1;
            let distance = self.verdicts[state.index()].map_or(0, |verdict| verdict.distance);
            for place in 0..self.predecessors.of(state).len() {
                let before = self.predecessors.of(state)[place];
                if self.verdicts[before.index()].is_none() {
                    self.settle(before, GameValue::Draw, distance + 1);
                }
            }
        }
    }
}

fn is_puzzle(graph: &Graph) -> bool {
    graph.states().all(|state| {
        matches!(graph.status(state), Status::Turn(Player::First) | Status::Over(Outcome::Solved | Outcome::Stuck))
    })
}
