//! Every kind of input, mutated: the program ends, says what is wrong, and leaves what it has to leave.
//!
//! A usual run tries few mutations, `make trust` thousands. `MUTATION=17 cargo test mutations` tries that one alone.

mod arguments;
mod mutate;
mod program;
mod sandbox;
mod words;

pub(crate) use words::words;

use std::env;
use std::io::{self, Write};

/// How many runs of the program a usual run tries, and how many `make trust`.
const FEW: u64 = 40;
const MANY: u64 = 12_000;

#[test]
fn the_program_builds_mutated_inputs_or_says_what_is_wrong() {
    let one = env::var("MUTATION").ok().map(|number| number.parse().expect("a number"));
    let tally = program::run(one.map_or(0..FEW, |number| number..number + 1));
    assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
    assert!(one.is_some() || (tally.done > FEW / 10 && tally.refused > FEW / 10), "too much of one kind: {tally:?}");
}

#[test]
#[ignore = "takes minutes: `make trust`"]
fn trust_mutated_inputs() {
    let program::Tally { done, refused, wrong } = program::run(0..MANY);
    let counts = format!("{done} done, {refused} refused, {} wrong", wrong.len());
    // Told whether or not the output of tests is captured.
    writeln!(io::stderr(), "trust: {MANY} runs on mutated inputs and arguments: {counts}")
        .expect("somebody reads this");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
