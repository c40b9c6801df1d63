//! The program `pageturner`: the command line for sites of the games that come with it.

use std::process::ExitCode;

use pageturner::Games;

fn main() -> ExitCode {
    pageturner::program(&Games::standard())
}
