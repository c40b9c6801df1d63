//! Paths: dominators, the lengths of paths, and the odds of random play.

use std::collections::VecDeque;
use std::iter::successors;

use super::adjacency::{Graph, StateId};

/// For each state, its immediate dominator: the last state before it that is on every path from the start. The
/// dominator of the start is the start.
pub(crate) struct Dominators(Vec<StateId>);

impl Dominators {
    /// Finds the dominators of `count` states. All states must be reachable, and numbered in the order of a
    /// breadth-first search.
    ///
    /// After Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001).
    pub(crate) fn of<I: IntoIterator<Item = StateId>>(count: usize, after: impl Fn(StateId) -> I) -> Self {
        let mut known = vec![None; count];
        known[StateId::START.index()] = Some(StateId::START);
        let mut has_changed = true;
        while std::mem::take(&mut has_changed) {
            for state in (0..count).map(StateId::new) {
                for next in after(state).into_iter().filter(|&next| next != StateId::START) {
                    let last = known[next.index()].map_or(state, |other| common(&known, state, other));
                    has_changed |= known[next.index()].replace(last) != Some(last);
                }
            }
        }
        Self(known.into_iter().map(|dominator| dominator.expect("a state that can be reached")).collect())
    }

    /// Returns the states that are on every path to a state, the last one first.
    pub(crate) fn before(&self, state: StateId) -> impl Iterator<Item = StateId> {
        let before = |state: &StateId| Some(self.0[state.index()]).filter(|before| before != state);
        successors(before(&state), before)
    }
}

/// Returns the last state on every path to both states, as far as dominators are known. A dominator has a lower number
/// than the states that it dominates.
fn common(known: &[Option<StateId>], mut one: StateId, mut other: StateId) -> StateId {
    while one != other {
        let higher = if one > other { &mut one } else { &mut other };
        *higher = known[higher.index()].expect("a state before it");
    }
    one
}

/// The number of moves on the paths to a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Length {
    /// The smallest number of moves.
    pub(crate) fewest: u32,
    /// The largest number of moves; `None` if a path can visit a state twice.
    pub(crate) most: Option<u32>,
}

/// Returns the lengths of the paths to each state. All states must be reachable.
///
/// To find the longest paths, this function sorts the states topologically, as in Kahn, "Topological Sorting of Large
/// Networks" (1962): it removes states without incoming moves, one after the other. The states that remain are on
/// cycles, or can be reached from a cycle.
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

/// A probability, in parts of [`CERTAIN`](Self::CERTAIN). These whole numbers are the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Odds(u128);

impl Odds {
    /// The probability 0.
    pub(crate) const NONE: Self = Self(0);

    /// The probability 1.
    pub(crate) const CERTAIN: Self = Self(1 << 100);

    /// Returns the odds before a random choice among `count` moves. `after` contains the odds after some of these
    /// moves; after all other moves, the odds are 0.
    pub(crate) fn before(after: impl Iterator<Item = Self>, count: usize) -> Self {
        Self(after.map(|odds| odds.0).sum::<u128>() / count as u128)
    }

    /// Returns the average number of tries for one success, rounded; `None` if success is impossible.
    pub(crate) fn tries(self) -> Option<u128> {
        (Self::CERTAIN.0 + self.0 / 2).checked_div(self.0)
    }
}
