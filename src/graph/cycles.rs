//! Cycles: the states that play can come back to.

use super::adjacency::{Graph, StateId};
use super::predecessors::Predecessors;

/// Returns for each state whether some moves lead from it back to it.
///
/// That is so if one of its moves stays among the states that lead to each other and to it. These are found after
/// Kosaraju and Sharir, "A Strong-Connectivity Algorithm and Its Applications in Data Flow Analysis" (1981).
pub(crate) fn on_cycles(graph: &Graph) -> Vec<bool> {
    let predecessors = Predecessors::of_graph(graph);
    let mut component = vec![None; graph.states().len()];
    for root in finished(graph).into_iter().rev() {
        let mut open = vec![root];
        while let Some(state) = open.pop() {
            if component[state.index()].is_none() {
                component[state.index()] = Some(root);
                open.extend(predecessors.of(state));
            }
        }
    }
    let stays =
        |state: StateId| graph.successors(state).iter().any(|next| component[next.index()] == component[state.index()]);
    graph.states().map(stays).collect()
}

/// Returns all states in the order in which a depth-first search has followed all of their moves.
fn finished(graph: &Graph) -> Vec<StateId> {
    let mut finished = Vec::with_capacity(graph.states().len());
    let mut is_met = vec![false; graph.states().len()];
    for start in graph.states() {
        let mut way = Vec::new();
        if !std::mem::replace(&mut is_met[start.index()], true) {
            way.push((start, 0));
        }
        while let Some((state, followed)) = way.last_mut() {
            let next = graph.successors(*state).get(*followed).copied();
            *followed += 1;
            match next {
                Some(next) if std::mem::replace(&mut is_met[next.index()], true) => {}
                Some(next) => way.push((next, 0)),
                None => {
                    finished.push(*state);
                    way.pop();
                }
            }
        }
    }
    finished
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::graph_of;

    /// Follows all moves from the states after a state.
    fn comes_back(state: usize, successors: &[Vec<u32>]) -> bool {
        let (mut met, mut open) = (vec![false; successors.len()], successors[state].clone());
        while let Some(next) = open.pop() {
            if !std::mem::replace(&mut met[next as usize], true) {
                open.extend(&successors[next as usize]);
            }
        }
        met[state]
    }

    #[test]
    fn states_on_cycles_are_those_that_a_walk_comes_back_to() {
        assert_eq!(on_cycles(&graph_of(&[vec![1], vec![2], vec![1, 3], vec![]])), [false, true, true, false]);
        assert_eq!(on_cycles(&graph_of(&[vec![0, 1], vec![]])), [true, false]);
        // All graphs of four states without moves from a state to itself.
        for moves in 0..1_u32 << 12 {
            let others = |state: u32| (0..4).filter(move |&other| other != state).zip(3 * state..);
            let of = |state| others(state).filter(|&(_, bit)| moves >> bit & 1 == 1).map(|(other, _)| other).collect();
            let successors: Vec<Vec<u32>> = (0..4).map(of).collect();
            let expected: Vec<_> = (0..4).map(|state| comes_back(state, &successors)).collect();
            assert_eq!(on_cycles(&graph_of(&successors)), expected, "{successors:?}");
        }
    }

    #[test]
    fn long_ways_are_followed_to_their_end() {
        let count = 200_000;
        let next = |state| vec![if state + 1 < count { state + 1 } else { count / 2 }];
        let found = on_cycles(&graph_of(&(0..count).map(next).collect::<Vec<_>>()));
        assert!((0..count).zip(found).all(|(state, is_on)| is_on == (state >= count / 2)));
    }
}
