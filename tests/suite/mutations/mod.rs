//! Every kind of input, mutated: the program ends, says what is wrong, and leaves what it has to leave.
//!
//! A usual run tries few mutations, `make trust` thousands. `MUTATION=17 cargo test mutations` tries that one alone.
//! Most builds are done by the library, many in each of some processes that may crash; some by the program itself,
//! which is given mutated arguments, too.

mod arguments;
mod mutate;
mod program;
mod sandbox;
mod words;
mod worker;

use std::env;
use std::io::{self, BufRead, BufReader, Write};
use std::ops::Range;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// How many mutations a usual run tries, and how many `make trust`.
const FEW: u64 = 60;
const MANY: u64 = 10_000;

/// How many runs of the program a usual run tries, and how many `make trust`.
const FEW_RUNS: u64 = 12;
const MANY_RUNS: u64 = 2_000;

/// How many processes work at the same time.
const WORKERS: u64 = 2;

/// Names the mutations for a worker.
const BATCH: &str = "MUTATIONS";

/// A build that takes longer than this hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// How the builds of mutated sites went.
#[derive(Debug, Default)]
struct Tally {
    done: u64,
    refused: u64,
    wrong: Vec<String>,
}

#[test]
fn mutated_inputs_are_built_or_refused() {
    let one = env::var("MUTATION").ok().map(|number| number.parse().expect("a number"));
    let tally = run(one.map_or(0..FEW, |number| number..number + 1));
    assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
    assert!(one.is_some() || (tally.done > FEW / 10 && tally.refused > FEW / 10), "too much of one kind: {tally:?}");
}

#[test]
#[ignore = "takes minutes: `make trust`"]
fn trust_mutated_inputs() {
    told("mutated inputs", MANY, &run(0..MANY));
}

#[test]
fn the_program_says_what_is_wrong_with_mutated_inputs() {
    let one = env::var("MUTATION").ok().map(|number| number.parse().expect("a number"));
    let tally = program::run(one.map_or(0..FEW_RUNS, |number| number..number + 1));
    assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
}

#[test]
#[ignore = "takes minutes: `make trust`"]
fn trust_runs_of_the_program() {
    told("runs on mutated inputs and arguments", MANY_RUNS, &program::run(0..MANY_RUNS));
}

/// Tells the counts, whether or not the output of tests is captured, and fails if anything is wrong.
fn told(what: &str, count: u64, Tally { done, refused, wrong }: &Tally) {
    let line = format!("trust: {count} {what}: {done} done, {refused} refused, {} wrong", wrong.len());
    writeln!(io::stderr(), "{line}").expect("somebody reads this");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The process that does the work; without a batch there is none.
#[test]
#[ignore = "is started by other tests"]
fn works_through_a_batch() {
    let Ok(batch) = env::var(BATCH) else { return };
    let numbers: Vec<u64> = batch.split(' ').map(|number| number.parse().expect("a number")).collect();
    worker::work(numbers[0]..numbers[1]);
}

/// Builds the mutated sites with these numbers, in processes beside each other.
fn run(numbers: Range<u64>) -> Tally {
    let share = (numbers.end - numbers.start).div_ceil(WORKERS);
    let starts = numbers.clone().step_by(usize::try_from(share).expect("a small number"));
    let tallies = thread::scope(|scope| {
        let shares = starts.map(|start| {
            let share = start..numbers.end.min(start + share);
            scope.spawn(|| run_in_turn(share))
        });
        let shares: Vec<_> = shares.collect();
        shares.into_iter().map(|share| share.join().expect("a tally")).collect::<Vec<_>>()
    });
    tallies.into_iter().fold(Tally::default(), |mut sum, tally| {
        sum.done += tally.done;
        sum.refused += tally.refused;
        sum.wrong.extend(tally.wrong);
        sum
    })
}

/// Lets a process work; when it ends before its time, another one goes on.
fn run_in_turn(mut numbers: Range<u64>) -> Tally {
    let mut tally = Tally::default();
    while !numbers.is_empty() {
        numbers.start = run_process(numbers.clone(), &mut tally);
    }
    tally
}

/// Lets one process work. Returns the number of the first mutation that it did not come to.
fn run_process(numbers: Range<u64>, tally: &mut Tally) -> u64 {
    let mut worker = start_worker(&numbers);
    let errors = BufReader::new(worker.stderr.take().expect("its errors"));
    let (send, lines) = mpsc::channel();
    let reader = thread::spawn(move || {
        let of_worker = errors.lines().map_while(Result::ok);
        of_worker.for_each(|line| drop(send.send(line)));
    });
    let (mut at, mut what, mut panic, mut other) = (numbers.start, String::new(), String::new(), String::new());
    let mut has_begun = false;
    let end = loop {
        let line = match lines.recv_timeout(PATIENCE) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => break "it hangs".to_owned(),
            Err(RecvTimeoutError::Disconnected) => {
                let status = worker.wait().expect("its end");
                break format!("the process ends with {status}: {panic}{other}");
            }
        };
        let Some(line) = line.strip_prefix("worker: ") else {
            other = line;
            continue;
        };
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        match verb {
            "begin" => {
                let (number, done) = rest.split_once(' ').unwrap_or((rest, ""));
                (at, what) = (number.parse().expect("a number"), done.to_owned());
                panic.clear();
                has_begun = true;
            }
            "panic" => rest.clone_into(&mut panic),
            "done" => tally.done += 1,
            "refused" => tally.refused += 1,
            "wrong" => tally.wrong.push(format!("mutation {at} ({what}): {rest} {panic}")),
            "end" => {
                worker.wait().expect("its end");
                reader.join().expect("all is read");
                return numbers.end;
            }
            _ => unreachable!("a worker does not say {verb}"),
        }
    };
    // It may have ended already.
    let _ = worker.kill();
    let _ = worker.wait();
    drop(lines);
    assert!(has_begun, "a process works: {end}");
    tally.wrong.push(format!("mutation {at} ({what}): {end}"));
    at + 1
}

/// Starts a process that builds the mutated sites with these numbers, and cannot take more than some memory.
fn start_worker(numbers: &Range<u64>) -> Child {
    const KILOBYTES: u64 = 6_000_000;
    let mut worker = Command::new("sh");
    worker.args(["-c", &format!("ulimit -v {KILOBYTES}; exec \"$0\" \"$@\"")]);
    worker.arg(env::current_exe().expect("the tests themselves"));
    worker.args(["mutations::works_through_a_batch", "--exact", "--ignored", "--nocapture"]);
    worker.env(BATCH, format!("{} {}", numbers.start, numbers.end));
    worker.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the tests themselves run")
}
