//! The command line: what each verb does, and everything that is printed.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "this is the one place that prints")]

mod build;
mod check;
mod export;
mod games;
mod list;
mod new;
mod progress;
#[cfg(feature = "serve")]
mod serve;
mod session;
mod terminal;

use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;

use crate::engine::games::Games;
use crate::ground::diagnostic::{Diagnostics, is_misleading, visible};
use session::Session;
use terminal::{Verbosity, print, report, tell};

/// Turns finite games into static pages: one page for every position, every move a plain link.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true, subcommand_required = true, arg_required_else_help = true)]
struct Cli {
    /// The folder of the site
    #[arg(short, long, value_name = "DIR", default_value = ".", global = true)]
    root: PathBuf,
    /// Say nothing but errors
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    quiet: bool,
    /// Say more: each file that changes
    #[arg(short, long, global = true)]
    verbose: bool,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Begin a new site
    #[command(alias = "new")]
    Init(new::Init),
    /// Begin a theme of your own with all files of one of the program
    Theme(new::NewTheme),
    /// Write the website
    Build(build::Build),
    /// Prove a site: links, moves, ways and scripts; of what would be written, or of a folder
    Check(check::Check),
    /// Delete what the last build wrote, and only that
    Clean(build::Clean),
    /// Write games in another form: as an e-book, as one HTML file, or a position as a picture
    Export(export::Export),
    /// Serve the site on this machine while you write it
    #[cfg(feature = "serve")]
    #[command(alias = "server")]
    Serve(serve::Serve),
    /// List the games and editions with their sizes, what best play comes to and what a person can get
    List(list::List),
    /// List the games that content can name, begin one of your own, or try it
    Games(games::ListGames),
    /// Print or write the catalogues of a language, with the English beside each message, to be filled in
    Words(new::Words),
    /// Print what a shell needs to complete the program's arguments
    Completions {
        /// The shell that reads them
        shell: Shell,
    },
}

impl Verb {
    fn run(&self, session: &Session<'_>) -> Result<(), Diagnostics> {
        match self {
            Self::Init(verb) => verb.run(session),
            Self::Theme(verb) => verb.run(session),
            Self::Build(verb) => verb.run(session),
            Self::Check(verb) => verb.run(session),
            Self::Clean(verb) => verb.run(session),
            Self::Export(verb) => verb.run(session),
            #[cfg(feature = "serve")]
            Self::Serve(verb) => verb.run(session),
            Self::List(verb) => verb.run(session),
            Self::Games(verb) => verb.run(session),
            Self::Words(verb) => verb.run(session),
            Self::Completions { shell } => {
                let (mut program, mut text) = (command(), Vec::new());
                let name = program.get_name().to_owned();
                clap_complete::generate(*shell, &mut program, name, &mut text);
                Ok(print(&String::from_utf8_lossy(&text))?)
            }
        }
    }
}

/// Returns the verbs of the program and their arguments, which its manual is made from.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs the program for sites of these games, on the arguments that it was started with. Exit codes: 0 done, 1 failed,
/// 2 wrong usage.
pub fn program(games: &Games) -> ExitCode {
    let Cli { root, quiet, verbose, verb } = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(answer) => return say(&answer),
    };
    let verbosity = match (quiet, verbose) {
        (true, _) => Verbosity::Quiet,
        (_, true) => Verbosity::Verbose,
        _ => Verbosity::Normal,
    };
    match verb.run(&Session { games, root, verbosity }) {
        Ok(()) => ExitCode::SUCCESS,
        Err(findings) => {
            report(&findings);
            ExitCode::FAILURE
        }
    }
}

/// Prints the answer to the arguments: help that the user asked for, or the mistakes in the arguments.
fn say(answer: &clap::Error) -> ExitCode {
    let is_told_raw = std::env::args_os().any(|argument| argument.to_string_lossy().contains(is_misleading));
    if is_told_raw && answer.use_stderr() {
        let lines = answer.render().to_string();
        lines.lines().for_each(|line| tell(&format!("{}\n", visible(line))));
    } else if let Err(error) = answer.print()
        && !answer.use_stderr()
        && error.kind() != ErrorKind::BrokenPipe
    {
        // Help is all that was asked for.
        return ExitCode::FAILURE;
    }
    ExitCode::from(u8::try_from(answer.exit_code()).unwrap_or(2))
}
