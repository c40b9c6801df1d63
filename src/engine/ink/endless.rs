//! Endless stories: finds a number that grows each time the same choices are made again.
//!
//! If several rounds of play differ only in numbers, this module sets these numbers to large values. If the numbers
//! still grow, no condition of the story stops them.

use std::collections::HashMap;

use super::liveness::Liveness;
use super::program::{Node, Program, Slot, StoryError};
use super::state::State;
use super::value::{Value, hashed};

/// The number of ways to play that are tried, and the number of choices on each way: first until a number grows, and
/// then from that moment on.
const WAYS: u64 = 16;
const STEPS: usize = 256;
const MOST_STEPS: usize = 20_000;

/// The maximum of numbers compared on each way to play. If a story has many numbers, play makes fewer choices.
const MOST_COMPARED: usize = 4_000_000;

/// The number of consecutive rounds in which a number has to grow.
const ROUNDS: i64 = 16;

/// Before play sets a number to a large value, the number must pass all small constants of the story: those up to this
/// one.
const SMALL: i64 = 5000;

/// The amount added to a number to make it large. The amount has many divisors, so that remainders stay the same.
const FAR: f64 = 1_102_701_600.0;

/// The values of the facts when the story last reached a place, and for how many consecutive rounds each value grew. A
/// negative number of rounds means that the value fell.
#[derive(Default)]
struct Round {
    numbers: Vec<i64>,
    trends: Vec<i64>,
}

impl Round {
    fn take(&mut self, facts: &[Slot], state: &State) {
        let numbers: Vec<i64> = facts.iter().map(|fact| fact.number(state)).collect();
        self.trends.resize(facts.len(), 0);
        for (((trend, fact), new), old) in self.trends.iter_mut().zip(facts).zip(&numbers).zip(&self.numbers) {
            let step = if *fact == Slot::LastRandom { i64::from(new != old) } else { (new - old).signum() };
            *trend = if step * *trend >= 0 { (*trend + step) * step.abs() } else { step };
        }
        self.numbers = numbers;
    }
}

/// Why a search stops.
pub(super) enum Stop {
    Story(StoryError),
    Endless(Slot, Box<State>),
    Full,
}

/// Looks for a number that grows for ever after a state.
///
/// # Errors
///
/// Returns an error if there is such a number, or if the story reaches a limit on the way.
pub(super) fn check_growth(program: &Program, liveness: &Liveness, from: &State) -> Result<(), Stop> {
    let facts: Vec<Slot> = Slot::all(program).into_iter().filter(|&slot| liveness.can_grow(slot)).collect();
    for way in 0..WAYS {
        if let Some(fact) = grown(program, liveness, &facts, from.clone(), way).map_err(Stop::Story)? {
            return Err(Stop::Endless(fact, Box::new(from.clone())));
        }
    }
    Ok(())
}

/// Plays the story, always making the same choice at the same place, until a number grows for ever or a limit is
/// reached.
fn grown(
    program: &Program,
    liveness: &Liveness,
    facts: &[Slot],
    mut state: State,
    way: u64,
) -> Result<Option<Slot>, StoryError> {
    let mut rounds: HashMap<u64, Round> = HashMap::new();
    let mut growing: Option<(u64, Vec<usize>)> = None;
    let most_steps = MOST_STEPS.min(MOST_COMPARED / facts.len());
    let (mut steps, mut far_rounds) = (STEPS.min(most_steps), 0);
    let (least, most) = numbers(program).fold((0, 0), |(least, most), known| (known.min(least), known.max(most)));
    while steps > 0 {
        steps -= 1;
        let place = place(&state);
        let round = rounds.entry(place).or_default();
        round.take(facts, &state);
        let grows = |number: &usize| round.trends[*number].abs() >= ROUNDS;
        match &mut growing {
            None => {
                let found: Vec<usize> = (0..facts.len()).filter(grows).collect();
                if !found.is_empty() {
                    (growing, steps) = (Some((place, found)), most_steps);
                }
            }
            Some((at, found)) if *at == place => {
                found.retain(grows);
                let Some(&first) = found.first() else { return Ok(None) };
                let has_passed = |&number: &usize| match facts[number] {
                    Slot::LastRandom => true,
                    _ if round.trends[number] > 0 => round.numbers[number] > most,
                    _ => round.numbers[number] < least,
                };
                if far_rounds > ROUNDS {
                    return Ok(Some(facts[first]));
                } else if far_rounds > 0 {
                    far_rounds += 1;
                } else if found.iter().all(has_passed) {
                    far_rounds = 1;
                    for &number in found.iter() {
                        let far = if round.trends[number] > 0 { FAR } else { -FAR };
                        facts[number].change(&mut state, |number| number + far);
                        round.numbers[number] = facts[number].number(&state);
                    }
                }
            }
            Some(_) => {}
        }
        let mut after = match program.step(&state) {
            Ok(step) => step.after,
            Err(_) if far_rounds > 0 => return Ok(None),
            Err(error) => return Err(error),
        };
        if after.is_empty() {
            return Ok(None);
        }
        let choice = hashed(&(way, place)) as usize % after.len();
        state = liveness.slice(program, after.swap_remove(choice));
    }
    Ok(None)
}

/// Returns a hash of a state without its numbers, counts and strings.
fn place(state: &State) -> u64 {
    let top = state.thread.top();
    let rest = |value: &Value| match value {
        Value::Number(_) | Value::Float(_) | Value::Text(_) => 0,
        value => hashed(value),
    };
    hashed(&(top.at, top.call, state.globals.iter().map(rest).collect::<Vec<u64>>()))
}

/// Returns the small numbers in a program. The story may compare its own numbers with them.
pub(super) fn numbers(program: &Program) -> impl Iterator<Item = i64> {
    program.nodes.iter().filter_map(|node| match node {
        Node::Value(Value::Number(number)) => Some(i64::from(*number)).filter(|number| number.abs() <= SMALL),
        _ => None,
    })
}
