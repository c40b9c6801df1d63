//! Solving: the value of every position under best play, and how far its end is.
//!
//! Retrograde analysis: values go backwards from the positions where play is over, over graphs with cycles, passes and any
//! order of turns. Values are told from nobody's point of view ("the first player wins"), so that no sign ever flips.
//! The work is linear in the number of moves.
//!
//! - A position is **won** by a player who can force a win. The winner hurries, the loser delays: the distance is the number
//!   of moves that are left when both do their best.
//! - Of the rest, a position is a **draw** when a drawn end can be reached from it without passing one that is won: both sides
//!   prefer that to playing on for ever. The distance is the length of the shortest way there.
//! - What is then left is **endless**: neither side can force an end, and there is none that both would take.
//!
//! In a puzzle the one player wins where it can be solved, and the distance is the length of the shortest solution.

use std::sync::OnceLock;

use crate::game::{Outcome, Player, Status};
use crate::graph::{Graph, Positions, StateId};

/// What comes of a position under best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// This player wins; in a puzzle, the first player is the one who solves it.
    Win(Player),
    /// Nobody wins.
    Draw,
    /// Play goes on for ever; in a puzzle, it cannot be solved.
    Endless,
}

/// The value of a position and the number of moves to the end of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What comes of it.
    pub value: Value,
    /// How many moves are left when all do their best; 0 where play is over, and where it has no end.
    pub distance: u32,
}

/// The verdict on every position of a graph.
#[derive(Clone, Debug)]
pub struct Solution(Vec<Verdict>);

impl Solution {
    /// Solves a graph.
    pub fn of(graph: &Graph) -> Self {
        Solver::new(graph).solve()
    }

    /// The verdict on a position.
    pub fn verdict(&self, state: StateId) -> Verdict {
        self.0[state.index()]
    }
}

/// The positions of a game and, once somebody asks for it, the verdict on each.
pub struct SolvedGame {
    /// Every position that play can reach.
    pub positions: Box<dyn Positions>,
    solution: OnceLock<Solution>,
}

impl SolvedGame {
    /// A game that is solved when it has to be.
    pub fn new(positions: Box<dyn Positions>) -> Self {
        Self { positions, solution: OnceLock::new() }
    }

    /// The verdict on each position.
    pub fn solution(&self) -> &Solution {
        self.solution.get_or_init(|| Solution::of(self.positions.graph()))
    }
}

struct Solver<'a> {
    graph: &'a Graph,
    predecessors: Predecessors,
    verdicts: Vec<Option<Verdict>>,
    /// How many successors of each position are not known to be won by the opponent of whoever moves there.
    hopes: Vec<u32>,
    /// Positions in the order in which their verdicts were found, which is the order of their distances.
    queue: Vec<StateId>,
}

impl<'a> Solver<'a> {
    fn new(graph: &'a Graph) -> Self {
        Self {
            graph,
            predecessors: Predecessors::of(graph),
            verdicts: vec![None; graph.states().len()],
            hopes: graph.states().map(|state| graph.successors(state).len() as u32).collect(),
            queue: Vec::new(),
        }
    }

    fn solve(mut self) -> Solution {
        self.spread_wins();
        self.spread_draws();
        let endless = Verdict { value: Value::Endless, distance: 0 };
        Solution(self.verdicts.into_iter().map(|verdict| verdict.unwrap_or(endless)).collect())
    }

    fn settle(&mut self, state: StateId, value: Value, distance: u32) {
        self.verdicts[state.index()] = Some(Verdict { value, distance });
        self.queue.push(state);
    }

    /// Settles every position that a player can win by force.
    fn spread_wins(&mut self) {
        for state in self.graph.states() {
            match self.graph.status(state) {
                Status::Over(Outcome::Win(player)) => self.settle(state, Value::Win(player), 0),
                Status::Over(Outcome::Solved) => self.settle(state, Value::Win(Player::First), 0),
                Status::Over(Outcome::Draw) | Status::Turn(_) => {}
            }
        }
        let mut next = 0;
        while let Some(&state) = self.queue.get(next) {
            next += 1;
            let Some(Verdict { value: Value::Win(winner), distance }) = self.verdicts[state.index()] else {
                unreachable!("only wins are queued here");
            };
            for index in self.predecessors.range(state) {
                let before = self.predecessors.states[index];
                let Status::Turn(mover) = self.graph.status(before) else {
                    unreachable!("no move leaves a position where play is over");
                };
                if self.verdicts[before.index()].is_some() {
                    continue;
                }
                // The nearest win comes first, since the queue is in the order of distances; and of losses the last one
                // to be found is the furthest.
                self.hopes[before.index()] -= u32::from(winner != mover);
                if winner == mover || self.hopes[before.index()] == 0 {
                    self.settle(before, Value::Win(winner), distance + 1);
                }
            }
        }
    }

    /// Settles every other position from which a drawn end can be reached.
    fn spread_draws(&mut self) {
        let mut next = self.queue.len();
        for state in self.graph.states() {
            if self.graph.status(state) == Status::Over(Outcome::Draw) {
                self.settle(state, Value::Draw, 0);
            }
        }
        while let Some(&state) = self.queue.get(next) {
            next += 1;
            let distance = self.verdicts[state.index()].map_or(0, |verdict| verdict.distance);
            for index in self.predecessors.range(state) {
                let before = self.predecessors.states[index];
                if self.verdicts[before.index()].is_none() {
                    self.settle(before, Value::Draw, distance + 1);
                }
            }
        }
    }
}

/// The moves of a graph backwards.
struct Predecessors {
    /// Where the predecessors of each position begin in `states`, and at the end where they all end.
    first: Vec<usize>,
    states: Vec<StateId>,
}

impl Predecessors {
    fn of(graph: &Graph) -> Self {
        let mut first = vec![0; graph.states().len() + 1];
        for state in graph.states() {
            for successor in graph.successors(state) {
                first[successor.index() + 1] += 1;
            }
        }
        for index in 1..first.len() {
            first[index] += first[index - 1];
        }
        let mut free = first.clone();
        let mut states = vec![StateId::START; graph.move_count()];
        for state in graph.states() {
            for successor in graph.successors(state) {
                states[free[successor.index()]] = state;
                free[successor.index()] += 1;
            }
        }
        Self { first, states }
    }

    fn range(&self, state: StateId) -> std::ops::Range<usize> {
        self.first[state.index()]..self.first[state.index() + 1]
    }
}
