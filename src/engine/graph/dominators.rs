//! Dominators: the states that all ways to a state pass.

use super::adjacency::StateId;

/// Returns for each of `count` states the last one before it that all ways from the start pass, and for the start that
/// one. Each state has to be reachable, and numbered in the order of a breadth-first search.
///
/// After Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001).
pub(crate) fn dominators<I>(count: usize, successors: impl Fn(StateId) -> I) -> Vec<StateId>
where
    I: IntoIterator<Item = StateId>,
{
    let mut known = vec![None; count];
    known[StateId::START.index()] = Some(StateId::START);
    let mut has_changed = true;
    while std::mem::take(&mut has_changed) {
        for state in (0..count).map(StateId::new) {
            for next in successors(state).into_iter().filter(|&next| next != StateId::START) {
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
