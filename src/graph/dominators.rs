//! Dominators: the states that all ways to a state pass.

use super::adjacency::{Graph, StateId};

/// Returns for each state the last one before it that all ways from the start pass, and for the start that one. Each
/// state has to be reachable, and numbered in the order of a breadth-first search.
///
/// After Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001).
pub(crate) fn dominators(graph: &Graph) -> Vec<StateId> {
    let mut known = vec![None; graph.states().len()];
    known[StateId::START.index()] = Some(StateId::START);
    let mut has_changed = true;
    while std::mem::take(&mut has_changed) {
        for state in graph.states() {
            for &next in graph.successors(state).iter().filter(|&&next| next != StateId::START) {
                let last = known[next.index()].map_or(state, |other| common(&known, state, other));
                has_changed |= known[next.index()].replace(last) != Some(last);
            }
        }
    }
    known.into_iter().map(|dominator| dominator.expect("a state that can be reached")).collect()
}

/// Returns the last state that all ways to both states pass or end in, as far as dominators are known: these have lower
/// numbers than what they dominate.
fn common(known: &[Option<StateId>], mut one: StateId, mut other: StateId) -> StateId {
    while one != other {
        let higher = if one > other { &mut one } else { &mut other };
        *higher = known[higher.index()].expect("a state before it");
    }
    one
}
