//! The states and moves of a game, as numbers.

use crate::engine::game::Status;

/// The number of a state in its graph, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateId(pub(super) u32);

impl StateId {
    /// The state in which play begins.
    pub const START: Self = Self(0);

    /// Returns the state with this number.
    pub fn new(index: usize) -> Self {
        Self(index as u32)
    }

    /// Returns the number of the state, for use as an index into lists with one entry per state.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// For each state of a graph, either its successors or its predecessors.
#[derive(Clone, Debug)]
pub(crate) struct Adjacency {
    /// For each state, the index of its first entry in `states`; at the end, the number of moves.
    first: Vec<u32>,
    states: Vec<StateId>,
}

/// The states and moves of a game, as numbers. The k-th successor of a state is the state after its k-th legal move.
#[derive(Clone, Debug)]
pub struct Graph {
    status: Vec<Status>,
    successors: Adjacency,
}

impl Adjacency {
    /// Returns the entries of a state in the order of the moves: one for each move, so a state can occur twice.
    pub(crate) fn of(&self, state: StateId) -> &[StateId] {
        &self.states[self.first[state.index()] as usize..self.first[state.index() + 1] as usize]
    }

    fn reversed(&self) -> Self {
        let mut first = vec![0_u32; self.first.len()];
        for state in &self.states {
            first[state.index() + 1] += 1;
        }
        for index in 1..first.len() {
            first[index] += first[index - 1];
        }
        let mut free = first.clone();
        let mut states = vec![StateId::START; self.states.len()];
        for state in (0..self.first.len() - 1).map(StateId::new) {
            for next in self.of(state) {
                states[free[next.index()] as usize] = state;
                free[next.index()] += 1;
            }
        }
        Self { first, states }
    }
}

impl Graph {
    /// Creates a graph from the status and the successors of each state. Successors are indices into `states`.
    ///
    /// # Panics
    ///
    /// Panics if an index is too large, if a state has moves although the game is over, or if a state has no moves
    /// although the game is not over.
    pub fn from_lists(states: &[(Status, Vec<u32>)]) -> Self {
        let mut graph = Self::empty();
        for (status, successors) in states {
            let over = matches!(status, Status::Over(_));
            assert_eq!(over, successors.is_empty(), "a state has no moves exactly when the game is over");
            assert!(successors.iter().all(|&state| (state as usize) < states.len()), "moves lead to states");
            graph.push(*status, successors.iter().copied().map(StateId));
        }
        graph
    }

    pub(crate) fn empty() -> Self {
        Self { status: Vec::new(), successors: Adjacency { first: vec![0], states: Vec::new() } }
    }

    pub(crate) fn push(&mut self, status: Status, successors: impl Iterator<Item = StateId>) {
        let Adjacency { first, states } = &mut self.successors;
        self.status.push(status);
        states.extend(successors);
        first.push(u32::try_from(states.len()).expect("a graph has fewer than 2^32 moves"));
    }

    /// Returns all states in the order of their numbers.
    pub fn states(&self) -> impl ExactSizeIterator<Item = StateId> + use<> {
        (0..self.status.len() as u32).map(StateId)
    }

    /// Returns the number of moves from all states together.
    pub fn move_count(&self) -> usize {
        self.successors.states.len()
    }

    /// Returns whose turn it is in a state, or how the game ended.
    pub fn status(&self, state: StateId) -> Status {
        self.status[state.index()]
    }

    /// Returns the states after the legal moves of a state, one for each move, in the order of the moves.
    pub fn successors(&self, state: StateId) -> &[StateId] {
        self.successors.of(state)
    }

    /// Returns the predecessors of each state: the states with a move to it.
    pub(crate) fn predecessors(&self) -> Adjacency {
        self.successors.reversed()
    }
}

/// Returns a graph with these successors, for tests. A state without successors is a draw.
#[cfg(test)]
pub(crate) fn graph_of(successors: &[Vec<u32>]) -> Graph {
    use crate::engine::game::{Outcome, Player};

    let turn = Status::Turn(Player::First);
    let status = |next: &Vec<u32>| if next.is_empty() { Status::Over(Outcome::Draw) } else { turn };
    Graph::from_lists(&successors.iter().map(|next| (status(next), next.clone())).collect::<Vec<_>>())
}
