//! A process that builds mutated sites one after the other, and tells of each how it went: what ends the process is
//! seen by the one that started it.

use std::fs;
use std::io::Write;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;

use pageturner::diagnostic::Diagnostics;
use pageturner::games::Games;
use pageturner::output::website::{How, Website};
use pageturner::site::{Options, SOURCES, Site, inputs};
use pageturner::theme::Form;

use super::mutate::mutation;
use super::sandbox::{Sandbox, trespass};

/// The stack of a thread of the program.
const STACK: usize = 64 << 20;

/// The most memory that a build of a small site may take, in kilobytes.
const MOST_MEMORY: u64 = 500_000;

/// The most processor time that it may take, in hundredths of a second.
const MOST_TIME: u64 = if cfg!(debug_assertions) { 6000 } else { 500 };

/// Builds the mutated sites with these numbers.
pub(super) fn work(numbers: impl Iterator<Item = u64>) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).stack_size(STACK).build().expect("threads");
    let in_pool = |root: &Path| pool.install(|| build(root));
    let sandbox = Sandbox::new(|root| in_pool(root).is_ok());
    let inputs = sandbox.inputs();
    panic::set_hook(Box::new(|panic| tell(&format!("panic {}", one_line(&panic.to_string())))));
    for number in numbers {
        let mutation = mutation(number, &inputs);
        tell(&format!("begin {number} {}", mutation.what.join("; ")));
        sandbox.apply(&mutation);
        let before = sandbox.look();
        reset_peak();
        let begin = processor_time();
        let built = panic::catch_unwind(AssertUnwindSafe(|| in_pool(&sandbox.root())));
        let (time, memory) = (processor_time() - begin, peak());
        let after = sandbox.look();
        let problem = match &built {
            Err(_) => Some("it panics".to_owned()),
            Ok(Err(findings)) if findings.iter().next().is_none() => Some("it fails without a word".to_owned()),
            Ok(result) => trespass(&before, &after, result.is_ok()),
        };
        let too_much = (memory > MOST_MEMORY).then(|| format!("it takes {memory} kB"));
        let too_long = (time > MOST_TIME).then(|| format!("it takes {time} hundredths of a second"));
        match problem.or(too_much).or(too_long) {
            Some(problem) => tell(&format!("wrong {problem}")),
            None => tell(if matches!(built, Ok(Ok(()))) { "done" } else { "refused" }),
        }
        sandbox.restore(&after);
    }
    tell("end");
}

/// Builds a site as the program does.
fn build(root: &Path) -> Result<(), Diagnostics> {
    let options = Options {
        root: root.to_owned(),
        games: Games::standard(),
        theme: None,
        base_url: None,
        only: Vec::new(),
        drafts: false,
        form: Form::Website,
    };
    let website = Website::open(&root.join("public"), root, &SOURCES)?;
    let inputs = inputs(&options);
    if website.current(inputs, How::default()).is_none() {
        website.update(&Site::load(&options)?.files(), inputs, How::default(), &())?;
    }
    Ok(())
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(500).collect()
}

/// Tells the process that started this one.
fn tell(line: &str) {
    writeln!(std::io::stderr(), "worker: {line}").expect("somebody reads this");
}

/// The processor time that this process has taken, in hundredths of a second.
fn processor_time() -> u64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(") ").next().unwrap_or_default().split(' ').skip(11).take(2);
    fields.filter_map(|field| field.parse::<u64>().ok()).sum()
}

/// From now on the peak of memory is that of what follows.
fn reset_peak() {
    // Not every system has that; then the peak is that of all that came before.
    let _ = fs::write("/proc/self/clear_refs", "5");
}

/// The most memory that this process had at once, in kilobytes.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or_default()
}
