//! Predecessors: the moves of a graph backwards.

use super::adjacency::{Graph, StateId, span};

/// For each state the states that its moves come from, one for each move.
pub(crate) struct Predecessors {
    /// For each state the index of its first predecessor in `states`, and at the end the number of predecessors.
    first: Vec<u32>,
    states: Vec<StateId>,
}

impl Predecessors {
    /// Returns the predecessors of all states of a graph.
    pub(crate) fn of_graph(graph: &Graph) -> Self {
        let mut first = vec![0_u32; graph.states().len() + 1];
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
                states[free[successor.index()] as usize] = state;
                free[successor.index()] += 1;
            }
        }
        Self { first, states }
    }

    /// Returns the states that moves lead from to a state; one as often as it has such moves.
    pub(crate) fn of(&self, state: StateId) -> &[StateId] {
        &self.states[span(&self.first, state)]
    }
}
