//! Refusals: why a story gets no pages, and how its author can change this. The program has tried each key that a hint
//! suggests.

use super::endless::{Stop, numbers};
use super::explore::{MOST_BYTES, StoryGraph};
use super::growth::Growth;
use super::program::{Program, Slot, StoryError, Variable};
use super::state::State;

/// The reason why a story cannot be explored.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoryExploreError {
    /// The story contains a mistake.
    #[error(transparent)]
    Story(#[from] StoryError),
    /// A number of the story grows or falls in every round, without a limit.
    #[error("the story has infinitely many states: {} keeps taking new values{}", growth.what, growth.places())]
    Endless {
        /// The number that grows or falls.
        growth: Box<Growth>,
        /// How the author can limit this number.
        remedy: String,
    },
    /// The story has too many states, or the states take too much memory.
    #[error("the story has more than {limit}")]
    TooManyStates {
        /// The limit, a number of states or an amount of memory, with its unit.
        limit: String,
        /// The facts that multiply the states, the largest factor first.
        growth: Vec<Growth>,
        /// How the author can reduce the number of states.
        remedy: String,
    },
}

impl StoryGraph {
    /// Finds all passages of a story. Begins the story once with each of the `seeds` for random numbers.
    ///
    /// # Errors
    ///
    /// Returns an error if the story contains a mistake, does not end, or has more than `limit` states.
    pub fn explore(program: &Program, seeds: &[i64], limit: usize) -> Result<Self, StoryExploreError> {
        let mut found = Self::search(program, seeds, limit);
        Err(match found.stop.take() {
            None => return Ok(found.graph),
            Some(Stop::Story(error)) => error.into(),
            Some(Stop::Endless(fact, state)) => {
                let growth = Box::new(Growth::describe(program, &found.liveness, fact));
                // Frees memory for the trials.
                drop(found);
                StoryExploreError::Endless { growth, remedy: of_endless(program, seeds, limit, fact, &state) }
            }
            Some(Stop::Full) => {
                let growth = Growth::of(program, &found, false);
                let advice = "where the story no longer reads a variable, set it back to its first value, for example \
                              with `~ met = false`; use sticky choices, `+`, where readers return to a hub; limit a \
                              number with a line in the page's header, such as `clamp = { coins = 3 }`";
                let (limit, remedy) = if found.states.len() > limit {
                    let more = "or raise `max_positions` in content/site.toml";
                    (format!("{limit} states"), format!("{advice}; {more}"))
                } else {
                    (format!("{} MB of states", MOST_BYTES >> 20), advice.to_owned())
                };
                StoryExploreError::TooManyStates { limit, growth, remedy }
            }
        })
    }

    /// Returns the facts that multiply the states of a story, the largest factor first.
    pub fn facts(program: &Program, seeds: &[i64], limit: usize) -> Vec<Growth> {
        let found = Self::search(program, seeds, limit);
        Growth::of(program, &found, found.stop.is_none())
    }
}

/// The maximum number of states that a story may still have for a hint to be useful.
const MOST_STATES: usize = 30_000;

/// The bounds tried for numbers that grow or fall for ever. A bound must be larger than every number of the story,
/// so that comparisons stay possible.
const BOUNDS: [i32; 2] = [20, 3];

/// The maximum number of causes that one hint addresses.
const MOST_CAUSES: usize = 6;

/// Returns the hint for a number that grows for ever after a state.
fn of_endless(program: &Program, seeds: &[i64], limit: usize, fact: Slot, state: &State) -> String {
    let mut advice = String::new();
    let largest = numbers(program).map(|number| number.unsigned_abs() as i32).max().unwrap_or_default();
    for bound in BOUNDS.map(|bound| bound.max(largest.saturating_add(1))) {
        let (mut trial, mut keys, mut clamps) = (program.clone(), Vec::new(), Vec::new());
        let mut cause = Some((fact, Box::new(state.clone())));
        for _ in 0..MOST_CAUSES {
            let Some((fact, state)) = cause.take() else { break };
            match fact.name(&trial, &state) {
                _ if fact.is_of_shuffle(program) && trial.shuffle_rounds.is_none() => {
                    trial.limit_shuffles(1);
                    keys.push("`shuffle_rounds = 1`".to_owned());
                }
                Some(name) if trial.limit(&name, -bound, bound).is_ok() => {
                    clamps.push(format!("{} = {bound}", if name.contains('.') { format!("{name:?}") } else { name }));
                }
                _ => return advised(fact).to_owned(),
            }
            let found = StoryGraph::search(&trial, seeds, limit.min(MOST_STATES));
            let count = found.states.len();
            if found.stop.is_none() || advice.is_empty() {
                let mut keys = keys.clone();
                if !clamps.is_empty() {
                    keys.push(format!("`clamp = {{ {} }}`", clamps.join(", ")));
                }
                advice = format!("add {} to the header of the page", keys.join(" and "));
            }
            match found.stop {
                None => return format!("{advice}: the story then has {count} states"),
                Some(Stop::Endless(fact, state)) => cause = Some((fact, state)),
                Some(Stop::Story(_) | Stop::Full) => {}
            }
        }
    }
    advice + ", which stops this growth; the story is still too large, so limit its other variables, too"
}

/// Returns the hint for a fact that no key of the header limits.
fn advised(fact: Slot) -> &'static str {
    match fact {
        Slot::Seed | Slot::LastRandom => {
            "call RANDOM before the story loops, and keep the result in a variable; or use a shuffle, `{~one|two}`, \
             and add `shuffle_rounds = 1` to the header of the page"
        }
        Slot::Turns(..) => "compare TURNS_SINCE with a number, instead of printing it or calculating with it",
        Slot::Visits(_) => {
            "count in a `VAR`, not by visits, and limit this variable with `clamp` in the header of the page"
        }
        Slot::Variable(Variable::Temporary(_)) => {
            "keep this number in a `VAR`, and limit this variable with `clamp` in the header of the page"
        }
        _ => "set the variable to a fixed value in each round, instead of adding to it",
    }
}
