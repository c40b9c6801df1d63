//! Exploring: finds every passage that a reader can reach.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::Hash;
use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::endless::{Stop, check_growth};
use super::liveness::Liveness;
use super::play::{Passage, PassageStep};
use super::program::Program;
use super::state::State;
use super::value::ContainerId;
use crate::engine::graph::{Lookup, Numbered, StateId, Successor, search};

/// All passages of a story, and where their choices lead. Passages are identified by their indices in `passages`.
#[derive(Clone, Debug, Default)]
pub struct StoryGraph {
    /// The passages; the first one begins the story.
    pub passages: Vec<Arc<Passage>>,
    /// For each passage, the knot and stitch that contain it, such as `harbour.by_night`; empty before the first knot.
    pub parts: Vec<String>,
    /// For each passage, the indices of the passages after its choices, in the order of the choices.
    pub after: Vec<Vec<usize>>,
    /// The passages that begin the story, one for each seed. This list includes passage 0.
    pub starts: Vec<usize>,
    /// The paths of the knots, stitches and functions that play cannot reach.
    pub unreached: Vec<String>,
}

/// The maximum memory for the states and the passages of a story, in bytes.
pub(super) const MOST_BYTES: usize = 512 << 20;

/// The number of states after which a search first checks whether the story ends.
const FIRST_LOOK: usize = 1 << 12;

/// The result of a search.
#[derive(Default)]
pub(super) struct Found {
    pub(super) graph: StoryGraph,
    /// The states in the order in which they were found.
    pub(super) states: Numbered<State>,
    pub(super) liveness: Liveness,
    /// Why the search is not complete.
    pub(super) stop: Option<Stop>,
}

impl StoryGraph {
    /// Explores a story until it has found all passages, or has to stop.
    pub(super) fn search(program: &Program, seeds: &[i64], limit: usize) -> Found {
        let mut found = Found { liveness: Liveness::of(program), ..Found::default() };
        for &seed in seeds {
            match program.begin(seed) {
                Ok(begin) => found.graph.starts.push(found.states.insert_full(found.liveness.slice(program, begin)).0),
                Err(error) => return Found { stop: Some(Stop::Story(error)), ..found },
            }
        }
        let Found { graph, states, liveness, .. } = &mut found;
        let liveness = &*liveness;
        let (mut reached, mut known) = (HashSet::<ContainerId>::new(), HashSet::<Arc<Passage>>::new());
        let (bytes, begins) = (AtomicUsize::new(0), states.len());
        let expand = |(): &mut (), number: usize, state: &State, lookup: &Lookup<'_, State>| {
            if bytes.load(Relaxed) > MOST_BYTES {
                return Err(Stop::Full);
            }
            if number >= FIRST_LOOK && number.is_power_of_two() {
                check_growth(program, liveness, state)?;
            }
            let PassageStep { passage, part, after, entered } = program.step(state).map_err(Stop::Story)?;
            // If a story fails at its beginning, it has no text to read.
            if let Some(error) = passage.error.as_ref().filter(|_| number < begins) {
                return Err(Stop::Story(error.clone()));
            }
            let after: Vec<_> = after.into_iter().map(|state| lookup(liveness.slice(program, state))).collect();
            let new = after.iter().map(|next| if let Successor::New(state) = next { state.bytes() } else { 0 }).sum();
            Ok(((passage, part, entered, new), after))
        };
        let keep = |(passage, part, entered, new): (Passage, &str, Vec<ContainerId>, usize),
                    after: &mut dyn Iterator<Item = StateId>| {
            reached.extend(entered);
            let after: Vec<usize> = after.map(StateId::index).collect();
            let passage = Arc::new(passage);
            let mut more = new + size_of_val(&*after);
            let passage = known.get(&passage).map_or(passage, Arc::clone);
            if known.insert(Arc::clone(&passage)) {
                more += passage.bytes();
            }
            bytes.fetch_add(more, Relaxed);
            graph.passages.push(passage);
            graph.parts.push(part.to_owned());
            graph.after.push(after);
        };
        let searched = search(states, limit, 1, || (), expand, keep);
        found.stop = match searched {
            Ok(true) => None,
            Err(stop) => Some(stop),
            Ok(false) => Some(check_growth(program, liveness, &states[states.len() - 1]).err().unwrap_or(Stop::Full)),
        };
        let unreached = program.parts().filter(|(id, _)| !reached.contains(id));
        found.graph.unreached = unreached.map(|(_, path)| path.to_owned()).collect();
        found
    }

    /// Merges passages with the same text, choices and futures, until no two passages are alike. The result is the
    /// coarsest bisimulation, found by partition refinement. Passages stay in the order in which they were found.
    #[must_use]
    pub fn merged(self) -> Self {
        let (count, mut classes) = number_by(&self.passages, |_, passage| passage);
        let (mut sizes, mut before) = (vec![0; count], vec![Vec::new(); classes.len()]);
        for &class in &classes {
            sizes[class] += 1;
        }
        for (number, after) in self.after.iter().enumerate() {
            for &next in after {
                before[next].push(number);
            }
        }
        // All other passages of a class lead to the same classes.
        let mut changed: BTreeSet<usize> = (0..classes.len()).collect();
        while !changed.is_empty() {
            let mut groups: BTreeMap<(usize, Vec<usize>), Vec<usize>> = BTreeMap::new();
            for number in mem::take(&mut changed) {
                let after = self.after[number].iter().map(|&next| classes[next]).collect();
                groups.entry((classes[number], after)).or_default().push(number);
            }
            let mut groups: Vec<_> = groups.into_iter().map(|((class, _), group)| (class, group)).collect();
            for groups in groups.chunk_by_mut(|one, other| one.0 == other.0) {
                groups.sort_by_key(|(_, group)| Reverse(group.len()));
                let class = groups[0].0;
                let is_whole = sizes[class] == groups.iter().map(|(_, group)| group.len()).sum::<usize>();
                for (_, group) in &groups[usize::from(is_whole)..] {
                    sizes[class] -= group.len();
                    for &number in group {
                        classes[number] = sizes.len();
                        changed.extend(&before[number]);
                    }
                    sizes.push(group.len());
                }
            }
        }
        let (_, classes) = number_by(&classes, |_, class| class);
        let starts = self.starts.iter().map(|&start| classes[start]).collect();
        let mut merged = Self { starts, unreached: self.unreached, ..Self::default() };
        for (number, ((passage, part), after)) in self.passages.into_iter().zip(self.parts).zip(self.after).enumerate()
        {
            if classes[number] == merged.passages.len() {
                merged.passages.push(passage);
                merged.parts.push(part);
                merged.after.push(after.into_iter().map(|next| classes[next]).collect());
            }
        }
        merged
    }
}

/// Numbers items by their keys, in the order in which the keys first occur. Returns the number of keys, and the number
/// of each item.
fn number_by<'a, T, K: Hash + Eq>(items: &'a [T], key: impl Fn(usize, &'a T) -> K) -> (usize, Vec<usize>) {
    let mut known: Numbered<K> = Numbered::default();
    let numbers = items.iter().enumerate().map(|(number, item)| known.insert_full(key(number, item)).0).collect();
    (known.len(), numbers)
}
