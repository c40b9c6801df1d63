//! The program `pageturner`: the command line for sites of the built-in games.

use std::process::ExitCode;

use pageturner::Games;

fn main() -> ExitCode {
    pageturner::program(&Games::standard())
}
