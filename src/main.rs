//! The program `pageturner`: hands the command line to the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    pageturner::commands::main()
}
