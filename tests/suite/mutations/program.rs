//! The program itself, run on mutated sites with mutated arguments.

use std::ffi::OsString;
use std::io::Read;
use std::ops::Range;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use rayon::prelude::*;

use super::arguments::arguments;
use super::mutate::{Files, Mutation, mutation};
use super::sandbox::{Sandbox, trespass};
use crate::chance::Xorshift;

/// The limit of address space for the program, in kilobytes, including the stacks of threads.
const MOST_SPACE: u64 = 1_500_000;

/// The limit of processor time, in seconds.
const MOST_TIME: u64 = if cfg!(debug_assertions) { 60 } else { 10 };

/// A run that takes longer than this has hung.
const PATIENCE: Duration = Duration::from_secs(120);

/// The results of runs on mutated sites.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) done: u64,
    pub(super) refused: u64,
    pub(super) wrong: Vec<String>,
}

/// The result of a run of the program.
struct Run {
    /// The exit code; `None` if a signal ended it.
    code: Option<i32>,
    errors: String,
}

/// Runs the program on the mutations with these numbers, of files with this ending, in two sandboxes in parallel.
pub(super) fn run(numbers: Range<u64>, ending: &str) -> Tally {
    let tallies = [0, 1].into_par_iter().map(|share| run_in_turn(numbers.clone().skip(share).step_by(2), ending));
    tallies.reduce(Tally::default, |one, other| Tally {
        done: one.done + other.done,
        refused: one.refused + other.refused,
        wrong: [one.wrong, other.wrong].concat(),
    })
}

fn run_in_turn(numbers: impl Iterator<Item = u64>, ending: &str) -> Tally {
    let build = |root: &Path| run_program(root, &["build".into()]).is_some_and(|run| run.code == Some(0));
    let sandbox = Sandbox::new(build);
    let inputs = sandbox.inputs();
    let mut tally = Tally::default();
    for number in numbers {
        let chance = &mut Xorshift::of_case(number.wrapping_add(1 << 32));
        let arguments = arguments(chance);
        let mutation = if chance.once_in(4) { Mutation::default() } else { mutation(number, &inputs, ending) };
        sandbox.apply(&mutation);
        let before = sandbox.look();
        let run = run_program(&sandbox.root(), &arguments);
        let after = sandbox.look();
        let problem = match &run {
            None => Some("it hangs".to_owned()),
            Some(run) => in_run(run, &arguments, &before, &after),
        };
        let (code, errors) = run.map_or((None, String::new()), |run| (run.code, run.errors));
        match problem {
            Some(problem) => {
                let what = format!("run {number} of {arguments:?} with {:?}", mutation.what);
                tally.wrong.push(format!("{what}: {problem}\n{errors}"));
            }
            None if code == Some(0) => tally.done += 1,
            None => tally.refused += 1,
        }
        sandbox.restore(&after);
    }
    tally
}

/// Runs the program in a folder. Returns `None` if it hangs.
fn run_program(root: &Path, arguments: &[OsString]) -> Option<Run> {
    let mut program = Command::new("sh");
    program.args(["-c", &format!("ulimit -v {MOST_SPACE}; ulimit -t {MOST_TIME}; exec \"$0\" \"$@\"")]);
    program.arg(env!("CARGO_BIN_EXE_pageturner")).args(arguments).current_dir(root);
    program.env("RUST_BACKTRACE", "0").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut program: Child = program.spawn().expect("the program runs");
    let mut errors = program.stderr.take().expect("its errors");
    let (send, read) = mpsc::channel();
    let reader = thread::spawn(move || {
        let mut bytes = Vec::new();
        // This ends when the program is killed, too.
        let _ = errors.read_to_end(&mut bytes);
        drop(send.send(bytes));
    });
    let bytes = read.recv_timeout(PATIENCE);
    if bytes.is_err() {
        // It may have just ended.
        let _ = program.kill();
    }
    let status = program.wait().expect("its end");
    reader.join().expect("all is read");
    let errors = String::from_utf8_lossy(&bytes.ok()?).into_owned();
    Some(Run { code: status.code(), errors })
}

/// Returns the problem with a run, if any.
fn in_run(run: &Run, arguments: &[OsString], before: &Files, after: &Files) -> Option<String> {
    let is_done = match run.code {
        Some(0) => true,
        Some(1 | 2) => false,
        code => return Some(format!("it ends with {code:?}")),
    };
    // Arguments can name any other place for the output.
    let is_named = is_done && arguments.iter().any(|word| word != "build" && word != "list");
    let touched = if is_named { None } else { trespass(before, after, is_done) };
    touched.or_else(|| if is_done { None } else { in_message(run, arguments) })
}

/// Returns whether a message is about an argument: it contains the argument, or what follows its `=`. Long arguments
/// are printed in several lines or in part, and unusual characters are replaced.
fn is_about(message: &str, argument: &OsString) -> bool {
    let argument = argument.to_string_lossy();
    let value = argument.split_once('=').map_or(&*argument, |(_, value)| value);
    let is_odd = value.len() > 60 || !value.chars().all(|c| c == ' ' || c.is_ascii_graphic());
    value.is_empty() || is_odd || message.contains(value)
}

/// Returns the problem with a message, if any: a message about a file must name it, and contain a hint.
fn in_message(run: &Run, arguments: &[OsString]) -> Option<String> {
    if run.errors.trim().is_empty() {
        return Some("it fails without a word".to_owned());
    }
    if run.code == Some(2) {
        return None;
    }
    // A system's message about a name that it does not accept needs no hint.
    let is_of_system = run.errors.contains("(os error ");
    if !run.errors.contains("help:") && !is_of_system {
        return Some("it does not say what to do".to_owned());
    }
    if run.errors.chars().any(|c| c.is_control() && c != '\n') {
        return Some("control characters reach the terminal".to_owned());
    }
    let names_a_place = ["content/", "themes/", "theme", "public/"].iter().any(|name| run.errors.contains(name));
    let is_about_arguments = arguments.iter().any(|argument| is_about(&run.errors, argument));
    if names_a_place || is_about_arguments { None } else { Some("it names no file".to_owned()) }
}
