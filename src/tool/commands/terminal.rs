//! Printing: results to standard output, everything else to standard error. On a terminal, a line shows the current
//! step and its progress until the work is done.

use std::io::{ErrorKind, IsTerminal, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use miette::GraphicalTheme;

use crate::engine::graph::explored_count;
use crate::ground::diagnostic::{Diagnostic, Diagnostics, first_of, visible};
use crate::outputs::Observer;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verbosity {
    Quiet,
    Normal,
    Verbose,
}

pub(super) fn time_since(begin: Instant) -> String {
    format!(" in {:.1} s\n", begin.elapsed().as_secs_f64())
}

/// Prints a string to standard output. A closed pipe is not a failure; a full disk is.
pub(super) fn print(text: &str) -> Result<(), Diagnostic> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Diagnostic::new(format!("cannot print the result: {error}"))
                .hint("check the file or program that receives the output; the command itself succeeded"))
        }
        _ => Ok(()),
    }
}

/// Prints a string to standard error. Ignores failures, because they could not be reported anywhere.
pub(super) fn print_to_stderr(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// The maximum number of names to print in a note.
pub(super) const MOST_NAMED: usize = 3;

pub(super) fn some(names: &[String], most: usize) -> String {
    let names: Vec<_> = names.iter().map(|name| visible(name).into_owned()).collect();
    first_of(&names, most, ", ")
}

fn is_capable_terminal() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|name| name != "dumb")
}

pub(super) fn report(findings: &Diagnostics) {
    let colourful = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let theme = match (is_capable_terminal(), colourful) {
        (false, _) => GraphicalTheme::none(),
        (true, false) => GraphicalTheme::unicode_nocolor(),
        (true, true) => GraphicalTheme::unicode(),
    };
    print_to_stderr(&findings.rendered(theme));
}

pub(super) fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// The time between updates of the progress line.
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
        print_to_stderr(&format!("{CLEAR}{line}"));
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
