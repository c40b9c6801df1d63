//! The command line: the verbs, and everything that the program prints.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "this is the one place that prints")]

mod build;
mod check;
mod export;
mod games;
mod list;
mod new;
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
use terminal::{print, print_to_stderr, report};

/// Turns finite games into static pages: each position is a page, and each move is a plain link.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true, subcommand_required = true, arg_required_else_help = true)]
struct Cli {
    /// The folder of the site
    #[arg(short, long, value_name = "DIR", default_value = ".", global = true)]
    root: PathBuf,
    /// Print no summaries, notes or progress
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    quiet: bool,
    /// Also list each changed file or, with `serve`, each request
    #[arg(short, long, global = true)]
    verbose: bool,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Create a new site
    #[command(alias = "new")]
    Init(new::Init),
    /// Create a theme by copying a built-in theme
    Theme(new::NewTheme),
    /// Write the website
    Build(build::Build),
    /// Find broken links, wrong moves and scripts in the site, or broken links and scripts in any other website
    Check(check::Check),
    /// Delete the files that a build wrote, except those that you changed after the build. Other files are kept
    Clean(build::Clean),
    /// Export games and stories: an e-book, one HTML file, a picture of a position, or lines of JSON
    Export(export::Export),
    /// Serve the site on this machine while you write it
    #[cfg(feature = "serve")]
    #[command(alias = "server")]
    Serve(serve::Serve),
    /// List editions and stories with their sizes, the result of best play, and the best result against the computer
    List(list::List),
    /// List the games that content can use; create or try a game of your own
    Games(games::ListGames),
    /// Print or write message catalogues for you to translate, with the English text above each message
    Words(new::Words),
    /// Print a completion script for a shell
    Completions {
        /// The shell
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

/// Returns the verbs of the program and their arguments, for example to generate manuals.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs the program for sites of these games, with the arguments of the process. Exit codes: 0 for success, 1 for
/// failure, 2 for wrong usage.
pub fn program(games: &Games) -> ExitCode {
    let Cli { root, quiet, verbose, verb } = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(answer) => return say(&answer),
    };
    match verb.run(&Session { games, root, quiet, verbose }) {
        Ok(()) => ExitCode::SUCCESS,
        Err(findings) => {
            report(&findings);
            ExitCode::FAILURE
        }
    }
}

/// Prints the requested help, or the mistake in the arguments.
fn say(answer: &clap::Error) -> ExitCode {
    let is_told_raw = std::env::args_os().any(|argument| argument.to_string_lossy().contains(is_misleading));
    if is_told_raw && answer.use_stderr() {
        let lines = answer.render().to_string();
        lines.lines().for_each(|line| print_to_stderr(&format!("{}\n", visible(line))));
    } else if let Err(error) = answer.print()
        && !answer.use_stderr()
        && error.kind() != ErrorKind::BrokenPipe
    {
        // The user requested only help.
        return ExitCode::FAILURE;
    }
    ExitCode::from(u8::try_from(answer.exit_code()).unwrap_or(2))
}
