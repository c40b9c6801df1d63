//! Progress: on a terminal, a line with the current step and its progress. It disappears when the work is done.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use super::terminal::{Verbosity, is_capable_terminal, tell};
use crate::engine::graph::explored_count;
use crate::outputs::Observer;

/// How long a line stays.
const INTERVAL: Duration = Duration::from_millis(500);

const CLEAR: &str = "\r\u{1b}[K";

pub(super) struct Progress {
    shared: Arc<(Mutex<State>, Condvar)>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Clone, Copy, Default)]
struct State {
    /// The current step with files; `None` while games are explored.
    step: Option<&'static str>,
    files: usize,
    done: usize,
    is_over: bool,
}

impl State {
    fn line(self, explored: usize) -> String {
        match self.step {
            Some(step) => format!("{step}: {} of {} files", self.done, self.files),
            None => format!("Exploring: {explored} positions so far"),
        }
    }
}

impl Progress {
    pub(super) fn new(verbosity: Verbosity) -> Self {
        let shared = Arc::<(Mutex<State>, Condvar)>::default();
        let is_shown = verbosity != Verbosity::Quiet && is_capable_terminal();
        let thread = is_shown.then(|| {
            let shared = Arc::clone(&shared);
            std::thread::spawn(move || show(&shared))
        });
        Self { shared, thread }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.shared.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn show((state, is_changed): &(Mutex<State>, Condvar)) {
    let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
    while !state.is_over {
        state = is_changed.wait_timeout(state, INTERVAL).unwrap_or_else(PoisonError::into_inner).0;
        let line = if state.is_over { String::new() } else { state.line(explored_count()) };
        tell(&format!("{CLEAR}{line}"));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.state().is_over = true;
        self.shared.1.notify_all();
        // A thread that panicked has already printed a message.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

impl Observer for Progress {
    fn begin(&self, step: &'static str, files: usize) {
        *self.state() = State { step: Some(step), files, ..State::default() };
    }

    fn advance(&self, files: usize) {
        self.state().done += files;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_what_is_done_and_how_far_it_is() {
        assert_eq!(State::default().line(12), "Exploring: 12 positions so far");
        let progress = Progress::new(Verbosity::Quiet);
        progress.begin("Rendering", 50);
        progress.advance(20);
        progress.advance(5);
        assert_eq!(progress.state().line(12), "Rendering: 25 of 50 files");
    }
}
