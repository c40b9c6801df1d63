//! Cycles: the states before which play can have gone round in a circle.

use super::adjacency::{Graph, StateId};

/// Returns for each state whether a way leads to it on which play comes to some state twice. Each state has to be
/// reachable.
///
/// These are left when states that no move leads to are taken away, one after the other, as by Kahn, "Topological
/// Sorting of Large Networks" (1962).
pub(crate) fn after_cycles(graph: &Graph) -> Vec<bool> {
    let mut ways_in = vec![0_u32; graph.states().len()];
    for next in graph.states().flat_map(|state| graph.successors(state)) {
        ways_in[next.index()] += 1;
    }
    let mut open: Vec<StateId> = graph.states().filter(|state| ways_in[state.index()] == 0).collect();
    while let Some(state) = open.pop() {
        for &next in graph.successors(state) {
            ways_in[next.index()] -= 1;
            if ways_in[next.index()] == 0 {
                open.push(next);
            }
        }
    }
    ways_in.into_iter().map(|ways| ways > 0).collect()
}
