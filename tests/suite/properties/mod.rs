//! Random games as tables, taken through the whole pipeline to pages and read back by following links.
//!
//! `CASES=5000 cargo test properties` tries more of them than a usual run, and `CASE=17` that one alone.

mod board;
mod graphs;
mod oracle;
pub(crate) mod published;
mod random;
mod shrink;
pub(crate) mod table;
mod walk;

use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rayon::prelude::*;

use oracle::Values;
use published::{LOOKS, publish};
use table::Case;
use walk::Walk;

/// How many cases a usual run tries.
const CASES: u64 = 300;

#[test]
fn play_on_the_pages_is_play_in_the_table() {
    let number = |name: &str| env::var(name).ok().map(|text| text.parse::<u64>().expect("a number"));
    let cases = match number("CASE") {
        Some(case) => case..case + 1,
        None => 0..number("CASES").unwrap_or(CASES),
    };
    // Made before threads wait for it.
    assert!(LOOKS.len() > 3, "themes for websites, each in two forms");
    let failed = cases.into_par_iter().find_map_first(|number| {
        let case = random::case(number);
        check(&case).err().map(|problem| (number, case, problem))
    });
    if let Some((number, case, problem)) = failed {
        let (smallest, its_problem) = shrink::smallest(&case, check).unwrap_or((case, problem.clone()));
        panic!("case {number}: {problem}\nthe smallest table that fails, with {its_problem}:\n{smallest}");
    }
}

/// What is wrong with what is published of a table, if anything is.
fn check(case: &Case) -> Result<(), String> {
    let checked = catch_unwind(AssertUnwindSafe(|| {
        let published = publish(case)?;
        let values = Values::of(&case.table);
        for edition in 0..case.editions.len() {
            Walk::new(case, edition, &values, &published).run()?;
            graphs::check(case, &values, &published.graphs[edition])?;
        }
        Ok(())
    }));
    checked.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        Err(format!("it panics: {}", text.unwrap_or("without words")))
    })
}
