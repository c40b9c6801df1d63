//! Unique predecessors: of each state the one move that leads to it, where there is but one.

use super::adjacency::{Graph, StateId};

/// For each state the only state that a move leads from to it, if there is one such move and no other.
pub struct UniquePredecessors(Vec<u32>);

/// No move leads to the state.
const NONE: u32 = u32::MAX;

/// Several moves lead to the state, or play begins in it.
const SEVERAL: u32 = u32::MAX - 1;

impl UniquePredecessors {
    /// Looks at all moves of a graph.
    pub fn of(graph: &Graph) -> Self {
        let mut only = vec![NONE; graph.states().len()];
        only[StateId::START.index()] = SEVERAL;
        for state in graph.states() {
            for next in graph.successors(state) {
                let only_predecessor = &mut only[next.index()];
                *only_predecessor = if *only_predecessor == NONE { state.0 } else { SEVERAL };
            }
        }
        Self(only)
    }

    /// Returns the state that the only move to `state` is made in; nothing where there are several moves or none, or
    /// where play begins.
    pub fn get(&self, state: StateId) -> Option<StateId> {
        let only_predecessor = self.0[state.index()];
        (only_predecessor < SEVERAL).then_some(StateId(only_predecessor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Outcome, Player, Status};

    #[test]
    fn a_state_has_a_unique_predecessor_if_one_move_leads_to_it() {
        let turn = Status::Turn(Player::First);
        let over = Status::Over(Outcome::Solved);
        // 1 comes from 0 alone, 2 from 0 and 1, 3 from 1 by two moves, and the start can be returned to from 2 alone.
        let graph = Graph::from_lists(&[(turn, vec![1, 2]), (turn, vec![2, 3, 3]), (turn, vec![0]), (over, vec![])]);
        let only = UniquePredecessors::of(&graph);
        let found: Vec<_> = graph.states().map(|state| only.get(state)).collect();
        assert_eq!(found, [None, Some(StateId(0)), None, None]);
    }
}
