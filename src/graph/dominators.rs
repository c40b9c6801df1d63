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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::graph_of;

    /// Which states can be reached without passing one of them.
    fn reached(successors: &[Vec<u32>], without: u32) -> Vec<bool> {
        let mut is_reached = vec![false; successors.len()];
        let mut open = if without == 0 { Vec::new() } else { vec![0] };
        while let Some(state) = open.pop() {
            if state != without && !std::mem::replace(&mut is_reached[state as usize], true) {
                open.extend(&successors[state as usize]);
            }
        }
        is_reached
    }

    /// Takes each state away, and looks at what cannot be reached then. Of those that all ways to a state pass, the
    /// last is the one to which all ways pass the most others.
    fn naive(successors: &[Vec<u32>]) -> Vec<StateId> {
        let all = 0..successors.len();
        let without: Vec<_> = all.clone().map(|state| reached(successors, state as u32)).collect();
        let passed = |state: usize| all.clone().filter(|&by| !without[by][state]).collect::<Vec<_>>();
        let before = |state: usize| passed(state).into_iter().filter(move |&by| by != state);
        let last = |state: usize| before(state).max_by_key(|&by| passed(by).len());
        all.clone().map(|state| StateId::new(last(state).unwrap_or(0))).collect()
    }

    #[test]
    fn dominators_are_what_no_way_can_avoid() {
        // A way that forks and meets again, one past it, and a cycle.
        let successors = [vec![1, 2], vec![3], vec![3], vec![4, 5], vec![6], vec![6], vec![7, 1], vec![]];
        let found = dominators(&graph_of(&successors));
        assert_eq!(found, [0, 0, 0, 0, 3, 3, 3, 6].map(StateId));
        assert_eq!(found, naive(&successors));
    }

    #[test]
    fn dominators_of_any_graph_are_as_by_taking_states_away() {
        let mut random = 1_u64;
        let mut below = |limit: u32| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as u32 % limit
        };
        for _ in 0..200 {
            let count = 2 + below(12);
            let mut successors = vec![Vec::new(); count as usize];
            for state in 1..count {
                successors[below(state) as usize].push(state);
            }
            for _ in 0..below(2 * count) {
                successors[below(count) as usize].push(below(count));
            }
            assert_eq!(dominators(&graph_of(&successors)), naive(&successors), "{successors:?}");
        }
    }
}
