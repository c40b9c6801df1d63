//! Work on many states in parallel.

use std::ops::Range;

use rayon::prelude::*;

/// The least number of states that one task takes: fewer would cost more in threads than they save.
const CHUNK: usize = 64;

/// Calls a function with each number in parallel and returns the results in order. A thread uses its scratch again from
/// number to number. The first error ends the work: where one state makes the code of a game loop, others do, too.
///
/// # Errors
///
/// The error of the lowest number that has one.
pub(crate) fn try_map<S, T: Send, E: Send>(
    numbers: Range<usize>,
    scratch: impl Fn() -> S + Send + Sync,
    map: impl Fn(&mut S, usize) -> Result<T, E> + Send + Sync,
) -> Result<Vec<T>, E> {
    let mut results: Vec<Option<T>> = numbers.clone().map(|_| None).collect();
    let slots = results.par_iter_mut().zip(numbers).with_min_len(CHUNK);
    let errors = slots.map_init(scratch, |scratch, (slot, number)| match map(scratch, number) {
        Ok(result) => {
            *slot = Some(result);
            None
        }
        Err(error) => Some(error),
    });
    match errors.find_map_first(|error| error) {
        Some(error) => Err(error),
        None => Ok(results.into_iter().flatten().collect()),
    }
}
