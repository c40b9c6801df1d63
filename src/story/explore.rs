//! Exploring: every passage that a story can come to.

use std::hash::BuildHasherDefault;

use indexmap::IndexSet;
use rayon::prelude::*;
use rustc_hash::FxHasher;

use super::error::StoryError;
use super::growth::Growth;
use super::live::Liveness;
use super::play::Passage;
use super::program::Program;
use super::state::State;

/// All passages of a story, and where their choices lead.
#[derive(Clone, Debug)]
pub struct StoryGraph {
    /// The passages; the first begins the story.
    pub passages: Vec<Passage>,
    /// For each passage where its choices lead, in their order.
    pub after: Vec<Vec<usize>>,
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

/// How many states are explored at a time.
const BATCH: usize = 1 << 8;

impl StoryGraph {
    /// Finds all passages of a story. Chance begins with the `seed`.
    ///
    /// # Errors
    ///
    /// When the story does what it cannot, or comes to more than `limit` states.
    pub fn explore(program: &Program, seed: i64, limit: usize) -> Result<Self, StoryExploreError> {
        let liveness = Liveness::of(program);
        let mut begin = program.begin(seed)?;
        liveness.slice(program, &mut begin);
        let mut states: IndexSet<State, BuildHasherDefault<FxHasher>> = [begin].into_iter().collect();
        let mut graph = Self { passages: Vec::new(), after: Vec::new() };
        while graph.passages.len() < states.len() {
            let first = graph.passages.len();
            let batch = first..states.len().min(first + BATCH);
            let go_on = |number: usize| {
                let (passage, mut after) = program.go_on(&states[number])?;
                for state in &mut after {
                    liveness.slice(program, state);
                }
                Ok((passage, after))
            };
            let told: Vec<Result<_, StoryError>> = batch.into_par_iter().map(go_on).collect();
            for told in told {
                let (passage, after) = told?;
                graph.passages.push(passage);
                graph.after.push(after.into_iter().map(|state| states.insert_full(state).0).collect());
                if states.len() > limit {
                    let last: Vec<&State> = states.iter().rev().take(LOOKED_AT).collect();
                    return Err(StoryExploreError::TooManyStates { limit, growth: Growth::of(program, &last) });
                }
            }
        }
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
        let mut merged = Self { passages: Vec::new(), after: Vec::new() };
        for (number, (passage, after)) in self.passages.into_iter().zip(self.after).enumerate() {
            if classes[number] == merged.passages.len() {
                merged.passages.push(passage);
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
