//! Lengths: how many moves it takes to come to each state.

use std::collections::VecDeque;

use super::adjacency::{Graph, StateId};

/// How many moves it takes to come to a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Length {
    /// The fewest.
    pub(crate) fewest: u32,
    /// The most; nothing where a way leads to it on which play comes to some state twice.
    pub(crate) most: Option<u32>,
}

/// Returns the lengths of the ways to each state. Each has to be reachable.
///
/// The longest ways are those of a topological order, as by Kahn, "Topological Sorting of Large Networks" (1962):
/// states that no move leads to are taken away, one after the other. What is left is on circles or behind them.
pub(crate) fn lengths(graph: &Graph) -> Vec<Length> {
    let count = graph.states().len();
    let (mut ways_in, mut most) = (vec![0_u32; count], vec![0_u32; count]);
    for next in graph.states().flat_map(|state| graph.successors(state)) {
        ways_in[next.index()] += 1;
    }
    let mut open: Vec<StateId> = graph.states().filter(|state| ways_in[state.index()] == 0).collect();
    while let Some(state) = open.pop() {
        for &next in graph.successors(state) {
            ways_in[next.index()] -= 1;
            most[next.index()] = most[next.index()].max(most[state.index()] + 1);
            if ways_in[next.index()] == 0 {
                open.push(next);
            }
        }
    }
    let mut fewest = vec![u32::MAX; count];
    fewest[StateId::START.index()] = 0;
    let mut queue = VecDeque::from([StateId::START]);
    while let Some(state) = queue.pop_front() {
        for &next in graph.successors(state) {
            if fewest[next.index()] == u32::MAX {
                fewest[next.index()] = fewest[state.index()] + 1;
                queue.push_back(next);
            }
        }
    }
    let most = most.into_iter().zip(ways_in).map(|(most, ways_in)| (ways_in == 0).then_some(most));
    fewest.into_iter().zip(most).map(|(fewest, most)| Length { fewest, most }).collect()
}
