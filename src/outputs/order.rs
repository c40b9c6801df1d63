//! Work that is done in parallel and whose results are taken in order.

use rayon::prelude::*;

const ITEMS_FOR_EACH_THREAD: usize = 16;

/// Makes the items with the numbers below `count` in parallel and hands them to `take` in order, while the next are
/// being made. Some for each thread are in memory at a time. A thread uses its scratch again from item to item.
///
/// # Errors
///
/// The error of the item with the lowest number that has one, or the first of `take`.
pub(super) fn in_order<S: Default, T: Send, E: Send>(
    count: usize,
    make: impl Fn(usize, &mut S) -> Result<T, E> + Sync,
    mut take: impl FnMut(T) -> Result<(), E> + Send,
) -> Result<(), E> {
    let batch = ITEMS_FOR_EACH_THREAD * rayon::current_num_threads();
    let mut ready: Vec<Result<T, E>> = Vec::new();
    for start in (0..count).step_by(batch) {
        let items = start..(start + batch).min(count);
        let (result, next) = rayon::join(
            || ready.drain(..).try_for_each(|item| take(item?)),
            || items.into_par_iter().map_init(S::default, |scratch, item| make(item, scratch)).collect(),
        );
        result?;
        ready = next;
    }
    ready.into_iter().try_for_each(|item| take(item?))
}
