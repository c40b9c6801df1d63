//! Printing: results to standard output, everything else to standard error.

use std::io::{ErrorKind, IsTerminal, Write};
use std::time::Instant;

use miette::GraphicalTheme;

use crate::ground::diagnostic::{Diagnostic, Diagnostics, first_of, visible};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verbosity {
    Quiet,
    Normal,
    Verbose,
}

pub(super) fn time_since(begin: Instant) -> String {
    format!(" in {:.1} s\n", begin.elapsed().as_secs_f64())
}

/// Prints a text to standard output. A closed pipe is not a failure; a full disk is.
pub(super) fn print(text: &str) -> Result<(), Diagnostic> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Diagnostic::new(format!("cannot print the result: {error}")).hint("the work is done"))
        }
        _ => Ok(()),
    }
}

/// Prints a text to standard error. Ignores failures, since there is no other place to report them.
pub(super) fn tell(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// The most names to print in a note.
pub(super) const MOST_NAMED: usize = 3;

pub(super) fn some(names: &[String], most: usize) -> String {
    let names: Vec<_> = names.iter().map(|name| visible(name).into_owned()).collect();
    first_of(&names, most, ", ")
}

pub(super) fn is_capable_terminal() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|name| name != "dumb")
}

pub(super) fn report(findings: &Diagnostics) {
    let colourful = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let theme = match (is_capable_terminal(), colourful) {
        (false, _) => GraphicalTheme::none(),
        (true, false) => GraphicalTheme::unicode_nocolor(),
        (true, true) => GraphicalTheme::unicode(),
    };
    tell(&findings.told(theme));
}

pub(super) fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}
