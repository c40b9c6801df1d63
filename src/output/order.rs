//! Work that is done in parallel and whose results are taken in order.

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

/// How many items are made for each thread before the next are begun.
const ITEMS_FOR_EACH_THREAD: usize = 16;

/// Makes the items with the numbers below `count` in parallel and hands them to `take` in order, while the next are
/// being made. Some for each thread are in memory at a time. A thread uses its scratch again from item to item.
///
/// # Errors
///
/// The error of the item with the lowest number that has one, or the first of `take`.
pub(super) fn in_order<S: Default + Send, T: Send, E: Send>(
    count: usize,
    make: impl Fn(usize, &mut S) -> Result<T, E> + Sync,
    mut take: impl FnMut(T) -> Result<(), E> + Send,
) -> Result<(), E> {
    let batch = ITEMS_FOR_EACH_THREAD * rayon::current_num_threads();
    let scratches = Pool::new();
    let mut ready: Vec<Result<T, E>> = Vec::new();
    for start in (0..count).step_by(batch) {
        let items = start..(start + batch).min(count);
        let (result, next) = rayon::join(
            || ready.drain(..).try_for_each(|item| take(item?)),
            || items.into_par_iter().map(|item| scratches.with(|scratch| make(item, scratch))).collect(),
        );
        result?;
        ready = next;
    }
    ready.into_iter().try_for_each(|item| take(item?))
}

/// Things that threads take, use and put back, such as buffers. A thread that finds none begins with a new one, so
/// there are never more than threads.
#[derive(Debug)]
pub(super) struct Pool<T>(Mutex<Vec<T>>);

impl<T: Default> Pool<T> {
    pub(super) fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// Calls a function with one of the things.
    pub(super) fn with<R>(&self, work: impl FnOnce(&mut T) -> R) -> R {
        let things = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut thing = things().pop().unwrap_or_default();
        let result = work(&mut thing);
        things().push(thing);
        result
    }
}
