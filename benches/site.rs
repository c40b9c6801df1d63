//! How long the stages of a build take, side by side in one run, against the floor of writing the same bytes.
//!
//! Every stage is measured several times in turn, and the median counts. The numbers to compare are the ratios: times
//! depend on the machine. Files go to `/dev/shm` where there is one, because disks are not steady enough.
#![allow(clippy::print_stdout, reason = "a benchmark reports")]

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use pageturner::game::{ParameterValue, Parameters};
use pageturner::games::AnyGame;
use pageturner::graph::explore;
use pageturner::output::website::How;
use pageturner::site::{Game, Options, Site};
use pageturner::solve::Solution;
use pageturner::theme::Minify;
use rayon::prelude::*;

const ROUNDS: usize = 7;

fn main() {
    if std::env::args().any(|argument| argument == LARGE_GRAPH) {
        return solve_a_large_graph();
    }
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let options = Options { root, theme: None, base_url: None, only: Vec::new(), drafts: false, minify: Minify::Yes };
    let shared_memory = Path::new("/dev/shm");
    let parent = if shared_memory.is_dir() { shared_memory.to_owned() } else { std::env::temp_dir() };
    let folder = parent.join(format!("pageturner-bench-{}", std::process::id()));

    // First of all, so that the peak of memory is the peak of one build.
    let load = || Site::load(&options).unwrap_or_else(|findings| panic!("{findings:?}"));
    load().build(&folder, How::default(), &()).expect("a site");
    let peak = peak_memory();

    let site = load();
    let bytes: Vec<Vec<u8>> = (0..site.paths().len()).map(|index| site.bytes(index).expect("a file")).collect();
    let paths: Vec<PathBuf> = site.paths().map(|path| folder.join(path)).collect();
    let mut times = [const { Vec::new() }; 6];
    for _ in 0..ROUNDS {
        times[0].push(time(|| {
            black_box(load());
        }));
        times[1].push(time(|| {
            black_box(site.entries(&()).expect("files"));
        }));
        remove(&folder);
        times[2].push(time(|| write_plainly(&paths, &bytes)));
        remove(&folder);
        times[3].push(time(|| {
            load().build(&folder, How::default(), &()).expect("a site");
        }));
        times[4].push(time(|| {
            load().build(&folder, How::default(), &()).expect("a site");
        }));
        times[5].push(time(|| {
            for edition in site.games().iter().flat_map(Game::editions) {
                black_box(Solution::of(edition.positions().graph()));
            }
        }));
    }
    remove(&folder);

    let total: usize = bytes.iter().map(Vec::len).sum();
    println!("{} files, {total} bytes, {} threads, median of {ROUNDS}", bytes.len(), rayon::current_num_threads());
    let floor = median(&mut times[2].clone());
    let names = [
        "read content, enumerate, plan",
        "render all files",
        "floor: write the same bytes",
        "whole build into an empty folder",
        "whole build with nothing to change",
        "solve all games",
    ];
    for (name, times) in names.iter().zip(&mut times) {
        let time = median(times);
        let ratio = time.as_secs_f64() / floor.as_secs_f64();
        println!("{name:36} {:>8.1} ms {ratio:>6.2} × floor", time.as_secs_f64() * 1e3);
    }
    if let Some(peak) = peak {
        println!("{:36} {peak:>8} KiB", "peak memory of one build");
    }
    // A process of its own, since memory once used stays in the account of a process.
    let program = std::env::current_exe().expect("this program");
    let large = std::process::Command::new(program).arg(LARGE_GRAPH).status().expect("it runs again");
    assert!(large.success(), "the large graph is solved");
}

/// The argument that asks for the large graph alone.
const LARGE_GRAPH: &str = "--large-graph";

/// Explores and solves Hanoi with twelve discs: 531,441 states.
fn solve_a_large_graph() {
    let parameters = Parameters::from([("discs".to_owned(), ParameterValue::Integer(12))]);
    let game = AnyGame::new("hanoi", &parameters).expect("twelve discs");
    let explored = || explore(game.clone(), 1_000_000).expect("a million is enough");
    let positions = explored();
    let count = positions.graph().states().len();
    let peak = peak_memory();
    // From here on the peak is that of the solver and of the game that it works on.
    let reset = fs::write("/proc/self/clear_refs", "5").is_ok();
    let before = memory("VmRSS:");
    let solve = || drop(black_box(Solution::of(positions.graph())));
    let mut solving: Vec<_> = (0..ROUNDS).map(|_| time(solve)).collect();
    let peak_of_solving = peak_memory();
    let mut exploring: Vec<_> = (0..ROUNDS).map(|_| time(|| drop(black_box(explored())))).collect();
    for (name, times) in [("explore", &mut exploring), ("solve", &mut solving)] {
        println!("{:36} {:>8.1} ms", format!("{name} {count} positions"), median(times).as_secs_f64() * 1e3);
    }
    if let Some(peak) = peak {
        println!("{:36} {peak:>8} KiB", "peak memory while exploring it");
    }
    if let (true, Some(before), Some(peak)) = (reset, before, peak_of_solving) {
        println!("{:36} {peak:>8} KiB, of which {before} KiB were the game's", "peak memory while solving it");
    }
}

fn time(work: impl FnOnce()) -> Duration {
    let begin = Instant::now();
    work();
    begin.elapsed()
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    times[times.len() / 2]
}

/// The least that any writer has to do: create the folders and write each file once.
fn write_plainly(paths: &[PathBuf], bytes: &[Vec<u8>]) {
    for path in paths {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    }
    paths.par_iter().zip(bytes).for_each(|(path, bytes)| fs::write(path, bytes).expect("a file"));
}

fn remove(folder: &Path) {
    fs::remove_dir_all(folder).expect("a folder of the benchmark's own");
}

/// The largest resident memory of this process so far, where Linux tells it.
fn peak_memory() -> Option<u64> {
    memory("VmHWM:")
}

/// A figure in KiB that Linux tells of this process.
fn memory(figure: &str) -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with(figure))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
