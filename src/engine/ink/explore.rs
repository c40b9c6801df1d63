//! Exploring: every passage that a story can come to.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;

use indexmap::IndexSet;
use rayon::prelude::*;
use rustc_hash::FxHasher;

use super::error::StoryError;
use super::growth::Growth;
use super::ids::ContainerId;
use super::live::Liveness;
use super::play::{Passage, Told};
use super::program::Program;
use super::state::State;
use crate::engine::graph::count_explored;

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
        /// What makes them so many, the worst first.
        growth: Vec<Growth>,
    },
}

fn listed(growth: &[Growth]) -> String {
    growth.iter().fold(String::new(), |listed, growth| format!("{listed}; {growth}"))
}

/// How many states are looked at to tell what grows.
const LOOKED_AT: usize = 5000;

const BATCH: usize = 1 << 8;

impl StoryGraph {
    /// Finds all passages of a story. Chance begins with each of the `seeds`.
    ///
    /// # Errors
    ///
    /// When the story does what it cannot, or comes to more than `limit` states.
    pub fn explore(program: &Program, seeds: &[i64], limit: usize) -> Result<Self, StoryExploreError> {
        let liveness = Liveness::of(program);
        let mut states: IndexSet<State, BuildHasherDefault<FxHasher>> = IndexSet::default();
        let mut graph = Self::default();
        let mut reached: HashSet<ContainerId> = HashSet::new();
        for &seed in seeds {
            let mut begin = program.begin(seed)?;
            liveness.slice(program, &mut begin);
            graph.starts.push(states.insert_full(begin).0);
        }
        while graph.passages.len() < states.len() {
            let first = graph.passages.len();
            let batch = first..states.len().min(first + BATCH);
            let go_on = |number: usize| {
                let mut told = program.go_on(&states[number])?;
                for state in &mut told.after {
                    liveness.slice(program, state);
                }
                Ok(told)
            };
            count_explored(batch.len());
            let told: Vec<Result<_, StoryError>> = batch.into_par_iter().map(go_on).collect();
            for told in told {
                let Told { passage, part, after, entered } = told?;
                reached.extend(entered);
                graph.passages.push(passage);
                graph.parts.push(part.to_owned());
                graph.after.push(after.into_iter().map(|state| states.insert_full(state).0).collect());
                if states.len() > limit {
                    let last: Vec<&State> = states.iter().rev().take(LOOKED_AT).collect();
                    return Err(StoryExploreError::TooManyStates { limit, growth: Growth::of(program, &last) });
                }
            }
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
fn number_by<'a, T, K: std::hash::Hash + Eq>(items: &'a [T], key: impl Fn(usize, &'a T) -> K) -> (usize, Vec<usize>) {
    let mut known: IndexSet<K, BuildHasherDefault<FxHasher>> = IndexSet::default();
    let numbers = items.iter().enumerate().map(|(number, item)| known.insert_full(key(number, item)).0).collect();
    (known.len(), numbers)
}
