//! Printing: results to standard output, everything else to standard error. On a terminal, a line shows the current
//! step and its progress until the work is done.

use std::io::{ErrorKind, IsTerminal, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use miette::GraphicalTheme;

use crate::engine::graph::explored_count;
use crate::ground::diagnostic::{Diagnostic, Diagnostics, first_of, visible};
use crate::outputs::Observer;

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
    state: Arc<Mutex<State>>,
    /// The thread that shows the progress until the sender is dropped.
    thread: Option<(Sender<()>, JoinHandle<()>)>,
}

#[derive(Clone, Copy, Default)]
struct State {
    /// The current step with files; `None` while games are explored.
    step: Option<&'static str>,
    files: usize,
    done: usize,
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
    pub(super) fn new(quiet: bool) -> Self {
        let state = Arc::<Mutex<State>>::default();
        let thread = (!quiet && is_capable_terminal()).then(|| {
            let ((sender, is_over), state) = (mpsc::channel(), Arc::clone(&state));
            (sender, std::thread::spawn(move || show(&state, &is_over)))
        });
        Self { state, thread }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn show(state: &Mutex<State>, is_over: &Receiver<()>) {
    while is_over.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
        let line = state.lock().unwrap_or_else(PoisonError::into_inner).line(explored_count());
        print_to_stderr(&format!("{CLEAR}{line}"));
    }
    print_to_stderr(CLEAR);
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.thread.take() {
            drop(sender);
            // A thread that panicked has already printed a message.
            let _ = thread.join();
        }
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
        let progress = Progress::new(true);
        progress.begin("Rendering", 50);
        progress.advance(20);
        progress.advance(5);
        assert_eq!(progress.state().line(12), "Rendering: 25 of 50 files");
    }
}
