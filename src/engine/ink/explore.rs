//! Exploring: every passage that a story can come to.

use std::collections::HashSet;
use std::hash::Hash;

use super::growth::Growth;
use super::liveness::Liveness;
use super::play::{Passage, PassageStep};
use super::program::{Program, StoryError};
use super::state::State;
use super::value::ContainerId;
use crate::engine::graph::{Lookup, Numbered, StateId, search};

/// All passages of a story, and where their choices lead.
#[derive(Clone, Debug, Default)]
pub struct StoryGraph {
    /// The passages; the first begins the story.
    pub passages: Vec<Passage>,
    /// For each passage the knot, and the stitch, that it is of, such as `harbour.by_night`; empty before the first
    /// knot.
    pub parts: Vec<String>,
    /// For each passage where its choices lead, in their order.
    pub after: Vec<Vec<usize>>,
    /// The passages that the story begins with, one for each seed; the first of all passages is among them.
    pub starts: Vec<usize>,
    /// The paths of the knots, stitches and functions that no way comes into.
    pub unreached: Vec<String>,
}

/// Why the passages of a story cannot be found.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoryExploreError {
    /// The story does what it cannot.
    #[error(transparent)]
    Story(#[from] StoryError),
    /// There are more states than are allowed.
    #[error("the story comes to more than {limit} states{}", listed(.growth))]
    TooManyStates {
        /// How many are allowed.
        limit: usize,
        /// Why it has many states, the greatest cause first.
        growth: Vec<Growth>,
    },
}

fn listed(growth: &[Growth]) -> String {
    growth.iter().fold(String::new(), |listed, growth| format!("{listed}; {growth}"))
}

/// How many states are looked at to tell what grows.
const LOOKED_AT: usize = 5000;

impl StoryGraph {
    /// Finds all passages of a story. Chance begins with each of the `seeds`.
    ///
    /// # Errors
    ///
    /// When the story does what it cannot, or comes to more than `limit` states.
    pub fn explore(program: &Program, seeds: &[i64], limit: usize) -> Result<Self, StoryExploreError> {
        let liveness = Liveness::of(program);
        let mut states: Numbered<State> = Numbered::default();
        let (mut graph, mut reached) = (Self::default(), HashSet::<ContainerId>::new());
        for &seed in seeds {
            let begin = liveness.slice(program, program.begin(seed)?);
            graph.starts.push(states.insert_full(begin).0);
        }
        let expand = |(): &mut (), _, state: &State, lookup: &Lookup<'_, State>| {
            let PassageStep { passage, part, after, entered } = program.step(state)?;
            let after = after.into_iter().map(|state| lookup(liveness.slice(program, state))).collect();
            Ok::<_, StoryError>(((passage, part, entered), after))
        };
        let keep = |(passage, part, entered): (Passage, &str, Vec<ContainerId>),
                    after: &mut dyn Iterator<Item = StateId>| {
            reached.extend(entered);
            graph.passages.push(passage);
            graph.parts.push(part.to_owned());
            graph.after.push(after.map(StateId::index).collect());
        };
        if !search(&mut states, limit, 1, || (), expand, keep)? {
            let last: Vec<&State> = states.iter().rev().take(LOOKED_AT).collect();
            return Err(StoryExploreError::TooManyStates { limit, growth: Growth::of(program, &last) });
        }
        let unreached = program.parts().filter(|(id, _)| !reached.contains(id));
        graph.unreached = unreached.map(|(_, path)| path.to_owned()).collect();
        Ok(graph)
    }

    /// Merges the passages that tell the same, offer the same choices and have the same futures, until no two do: the
    /// coarsest bisimulation, by refining a partition. Passages keep the order in which they were first met.
    #[must_use]
    pub fn merged(self) -> Self {
        let (mut count, mut classes) = number_by(&self.passages, |_, passage| passage);
        loop {
            let (refined_count, refined) = number_by(&self.after, |number, after| {
                let after: Vec<usize> = after.iter().map(|&next| classes[next]).collect();
                (classes[number], after)
            });
            classes = refined;
            if refined_count == count {
                break;
            }
            count = refined_count;
        }
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

/// Numbers items by their keys, in the order in which the keys are first met. Returns how many keys there are, and the
/// number of each item.
fn number_by<'a, T, K: Hash + Eq>(items: &'a [T], key: impl Fn(usize, &'a T) -> K) -> (usize, Vec<usize>) {
    let mut known: Numbered<K> = Numbered::default();
    let numbers = items.iter().enumerate().map(|(number, item)| known.insert_full(key(number, item)).0).collect();
    (known.len(), numbers)
}
