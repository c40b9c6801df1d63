//! Origins: of each state the one move that leads to it, where there is but one.

use super::adjacency::{Graph, StateId};

/// For each state the only state that a move leads from to it, if there is one such move and no other.
pub struct Origins(Vec<u32>);

/// No move leads to the state.
const NONE: u32 = u32::MAX;

/// Several moves lead to the state, or play begins in it.
const SEVERAL: u32 = u32::MAX - 1;

impl Origins {
    /// Returns the origins of all states of a graph.
    pub fn of(graph: &Graph) -> Self {
        let mut origins = vec![NONE; graph.states().len()];
        origins[StateId::START.index()] = SEVERAL;
        for state in graph.states() {
            for next in graph.successors(state) {
                let origin = &mut origins[next.index()];
                *origin = if *origin == NONE { state.0 } else { SEVERAL };
            }
        }
        Self(origins)
    }

    /// Returns the state that the only move to `state` is made in; nothing where there are several moves or none, or
    /// where play begins.
    pub fn only(&self, state: StateId) -> Option<StateId> {
        let origin = self.0[state.index()];
        (origin < SEVERAL).then_some(StateId(origin))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Outcome, Player, Status};

    #[test]
    fn a_state_has_an_origin_if_one_move_leads_to_it() {
        let turn = Status::Turn(Player::First);
        let over = Status::Over(Outcome::Solved);
        // 1 comes from 0 alone, 2 from 0 and 1, 3 from 1 by two moves, and the start can be returned to from 2 alone.
        let graph = Graph::from_lists(&[(turn, vec![1, 2]), (turn, vec![2, 3, 3]), (turn, vec![0]), (over, vec![])]);
        let origins = Origins::of(&graph);
        let only: Vec<_> = graph.states().map(|state| origins.only(state)).collect();
        assert_eq!(only, [None, Some(StateId(0)), None, None]);
    }
}
