//! Every kind of input, mutated: the program ends, reports what is wrong, and leaves foreign files unchanged.
//!
//! A normal run tries few mutations, `make trust` thousands. `MUTATION=17 cargo test mutations` tries only that one.

mod arguments;
mod mutate;
mod program;
mod sandbox;
mod words;

pub(crate) use words::words;

use std::env;

use crate::trust::{how_many, told};

#[test]
fn the_program_builds_mutated_inputs_or_says_what_is_wrong() {
    let one = env::var("MUTATION").ok().map(|number| number.parse().expect("a number"));
    let count = how_many(40, 12_000) as u64;
    let numbers = one.map_or(0..count, |number| number..number + 1);
    let program::Tally { done, refused, wrong } = program::run(numbers, "");
    told(&format!("{count} runs on mutated inputs and arguments: {done} done, {refused} refused"));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(one.is_some() || done.min(refused) > count / 10, "too much of one kind: {done} done, {refused} refused");
}

/// Games in Lua, lines of JSON and stories are code of others: they must end within limits, too.
#[test]
fn the_program_builds_mutated_games_and_stories_or_says_what_is_wrong() {
    let count = how_many(12, 2000) as u64;
    for ending in [".lua", ".jsonl", ".ink.json"] {
        let program::Tally { done, refused, wrong } = program::run(0..count, ending);
        told(&format!("{count} runs on mutated files {ending}: {done} done, {refused} refused"));
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
