//! Paths: the states on all ways to a state, the lengths of ways, and the odds of random play.

use std::collections::VecDeque;
use std::iter::successors;

use super::adjacency::{Graph, StateId};

/// For each state the last state before it on all ways from the start; for the start, the start.
pub(crate) struct Dominators(Vec<StateId>);

impl Dominators {
    /// Finds the dominators of `count` states. All of them are reachable, and numbered in the order of a breadth-first
    /// search.
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

    /// Iterates over the states on all ways to a state, the last first.
    pub(crate) fn before(&self, state: StateId) -> impl Iterator<Item = StateId> {
        let before = |state: &StateId| Some(self.0[state.index()]).filter(|before| before != state);
        successors(before(&state), before)
    }
}

/// Returns the last state on all ways to both states, as far as dominators are known. Dominators have lower numbers
/// than the states that they dominate.
fn common(known: &[Option<StateId>], mut one: StateId, mut other: StateId) -> StateId {
    while one != other {
        let higher = if one > other { &mut one } else { &mut other };
        *higher = known[higher.index()].expect("a state before it");
    }
    one
}

/// The number of moves that lead to a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Length {
    /// The fewest.
    pub(crate) fewest: u32,
    /// The most; `None` if a way to it passes a state twice.
    pub(crate) most: Option<u32>,
}

/// Returns the lengths of the ways to each state. All states are reachable.
///
/// A topological order gives the longest ways, as in Kahn, "Topological Sorting of Large Networks" (1962). It removes
/// states without incoming moves, one after the other. The states that remain lie on circles or behind them.
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

/// Odds in parts of [`CERTAIN`](Self::CERTAIN). They are whole numbers, so that they are the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Odds(u128);

impl Odds {
    /// The odds of the impossible.
    pub(crate) const NONE: Self = Self(0);

    /// The odds of the certain.
    pub(crate) const CERTAIN: Self = Self(1 << 100);

    /// Returns the odds before a choice among `count` moves. `after` are the odds after some of them; the others have
    /// none.
    pub(crate) fn before(after: impl Iterator<Item = Self>, count: usize) -> Self {
        Self(after.map(|odds| odds.0).sum::<u128>() / count as u128)
    }

    /// Returns the number of tries for one success, if it is possible.
    pub(crate) fn tries(self) -> Option<u128> {
        (Self::CERTAIN.0 + self.0 / 2).checked_div(self.0)
    }
}
