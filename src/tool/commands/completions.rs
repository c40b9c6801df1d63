//! `completions`: what shells know of the program, from the declarations of its arguments.

use clap::{Args, Command};
use clap_complete::Shell;

use super::terminal::print;
use crate::ground::diagnostic::Diagnostic;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The shell that reads them
    shell: Shell,
}

pub(super) fn run(mut program: Command, arguments: &Arguments) -> Result<(), Diagnostic> {
    let mut text = Vec::new();
    let name = program.get_name().to_owned();
    clap_complete::generate(arguments.shell, &mut program, name, &mut text);
    print(&String::from_utf8_lossy(&text))
}
