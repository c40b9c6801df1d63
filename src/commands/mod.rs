//! The command line: what each verb does, and everything that is printed.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "this is the one place that prints")]

mod build;
mod check;
mod clean;
mod export;
mod games;
mod init;
mod list;
mod manual;
mod one_file;
mod other_names;
mod progress;
#[cfg(feature = "serve")]
mod serve;

use std::ffi::OsStr;
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, CommandFactory, Parser, Subcommand};
use miette::GraphicalTheme;

use crate::diagnostic::{Diagnostic, Diagnostics, is_misleading, visible};
use crate::games::Games;
use crate::output::is_interrupted;
use crate::output::website::Changes;
use crate::site::Options;
use crate::theme::Form;

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
    Init(init::Arguments),
    /// Write the website
    Build(build::Arguments),
    /// Prove a site: links, moves, ways, scripts and limits; of what would be written, or of a folder
    Check(check::Arguments),
    /// Delete what the last build wrote, and only that
    Clean(clean::Arguments),
    /// Write games in another form: as an e-book, as one HTML file, or a position as a picture
    Export(export::Arguments),
    /// Serve the site on this machine, making each page when it is asked for
    #[cfg(feature = "serve")]
    Serve(serve::Arguments),
    /// List the games and editions with their sizes, what best play comes to and what a person can get
    List(list::Arguments),
    /// List the games that content can name, with their parameters and policies
    Games(games::Arguments),
    /// Print what a shell needs to complete the program's arguments
    Completions(manual::CompletionArguments),
    /// Print the manual, for `man -l -`
    Man(manual::ManArguments),
}

/// What several verbs can be told about the site.
#[derive(Args, Debug)]
struct SiteArguments {
    /// The theme, instead of the one in content/site.toml
    #[arg(short, long, value_name = "NAME")]
    theme: Option<String>,
    /// Limit the site to a game or an edition; can be given several times
    #[arg(long, value_name = "GAME[/EDITION]")]
    only: Vec<String>,
    /// Have the editions that are marked as drafts, too
    #[arg(long)]
    drafts: bool,
}

#[derive(Args, Debug)]
struct Jobs {
    /// How many threads work at once; 0 means one for each core
    #[arg(short, long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=256))]
    jobs: u16,
}

/// The name of a file that stands for standard output.
const STANDARD_OUTPUT: &str = "-";

/// The exit code of a program that was interrupted, as shells have it.
const INTERRUPTED: u8 = 130;

/// The stack of a thread, in bytes; only what is used of it takes memory.
const STACK: usize = 64 << 20;

/// How much to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Loudness {
    Quiet,
    Normal,
    Verbose,
}

/// Runs the program for sites of these games, on the arguments that it was started with. Exit codes: 0 done, 1 failed,
/// 2 wrong usage.
pub fn program(games: &Games) -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(answer) => return say(&other_names::explain(answer)),
    };
    let loudness = match (cli.quiet, cli.verbose) {
        (true, _) => Loudness::Quiet,
        (_, true) => Loudness::Verbose,
        _ => Loudness::Normal,
    };
    let result = match cli.verb {
        Verb::Init(arguments) => init::run(&cli.root, &arguments, loudness),
        Verb::Build(arguments) => build::run(games, cli.root, &arguments, loudness),
        Verb::Check(arguments) => check::run(games, cli.root, &arguments, loudness),
        Verb::Clean(arguments) => clean::run(&cli.root, &arguments, loudness),
        Verb::Export(arguments) => export::run(games, &cli.root, &arguments, loudness),
        #[cfg(feature = "serve")]
        Verb::Serve(arguments) => serve::run(games, cli.root, &arguments, loudness),
        Verb::List(arguments) => list::run(games, cli.root, &arguments),
        Verb::Games(arguments) => games::run(games, &arguments),
        Verb::Completions(arguments) => manual::completions(Cli::command(), &arguments),
        Verb::Man(arguments) => manual::man(Cli::command(), &cli.root, &arguments, loudness),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(findings) => {
            report(&findings);
            if is_interrupted() { ExitCode::from(INTERRUPTED) } else { ExitCode::FAILURE }
        }
    }
}

/// Prints what there is to say of the arguments: help that was asked for, or what is wrong with them.
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

impl SiteArguments {
    fn options(&self, games: &Games, root: PathBuf, base_url: Option<String>) -> Options {
        Options {
            root,
            games: games.clone(),
            theme: self.theme.clone(),
            base_url,
            only: self.only.clone(),
            drafts: self.drafts,
            form: Form::Website,
        }
    }
}

impl Jobs {
    /// Does work on as many threads as the user asked for.
    fn with<T: Send>(&self, work: impl FnOnce() -> Result<T, Diagnostics> + Send) -> Result<T, Diagnostics> {
        // HTML is minified by recursion, and content may nest.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.jobs.into()).stack_size(STACK).build();
        let pool = pool.map_err(|error| {
            Diagnostic::new(format!("cannot start {} threads: {error}", self.jobs)).hint("ask for fewer with --jobs")
        })?;
        pool.install(work)
    }
}

/// Prints a text to standard output. Nobody listening any more is no failure; a full disk is.
fn print(text: &str) -> Result<(), Diagnostic> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Diagnostic::new(format!("cannot print what was done: {error}")).hint("the work itself is done"))
        }
        _ => Ok(()),
    }
}

/// Prints a text to standard error. What cannot be told there cannot be told at all, and changes nothing of the work.
fn tell(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Tells which files of an earlier build stay, and why. `but` is what would have let them go.
fn tell_of_kept(changes: &Changes, but: &str, loudness: Loudness) {
    for path in changes.kept.iter().filter(|_| loudness != Loudness::Quiet) {
        let path = visible(path);
        tell(&format!("left {path} alone: {but}somebody changed it\n"));
    }
    for (path, error) in &changes.unreadable {
        let path = visible(path);
        tell(&format!("left {path} alone: {but}it cannot be read: {error}\n"));
    }
}

/// Whether standard error is a terminal that can do more than print one line after the other.
fn is_capable_terminal() -> bool {
    std::io::stderr().is_terminal() && !is_dumb(std::env::var_os("TERM").as_deref())
}

/// Whether a terminal of this name knows no colours and cannot go back in a line.
fn is_dumb(terminal: Option<&OsStr>) -> bool {
    terminal.is_some_and(|name| name == "dumb")
}

/// Prints what is wrong: with lines and colours on a terminal, plainly elsewhere.
fn report(findings: &Diagnostics) {
    let colourful = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let theme = match (is_capable_terminal(), colourful) {
        (false, _) => GraphicalTheme::none(),
        (true, false) => GraphicalTheme::unicode_nocolor(),
        (true, true) => GraphicalTheme::unicode(),
    };
    tell(&findings.told(theme));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dumb_terminal_is_told_plain_lines() {
        assert!(is_dumb(Some(OsStr::new("dumb"))));
        assert!(!is_dumb(Some(OsStr::new("xterm"))));
        assert!(!is_dumb(None));
    }
}
