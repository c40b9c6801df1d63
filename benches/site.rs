//! Measures how long a build takes, as a whole process, compared with the floor: the time to write the same bytes. Also
//! measures how many states of a game in Lua are explored per second.
//!
//! Builds and floor take turns, and the medians count. Compare the ratios: absolute times depend on the machine. Files
//! go to `/dev/shm` if it exists, because the speed of disks varies.
#![allow(clippy::print_stdout, reason = "a benchmark reports")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use pageturner::engine::lua::{LuaFile, Sources};
use pageturner::game::{Code, Parameters};

/// A site to measure.
struct Case {
    name: &'static str,
    rounds: usize,
    /// The game and its edition, as in a header.
    header: &'static str,
}

const CASES: [Case; 3] = [
    Case { name: "tic-tac-toe, two players: 5,478 pages", rounds: 9, header: "game = \"tic-tac-toe\"" },
    Case {
        name: "Towers of Hanoi, 10 discs: 59,049 pages",
        rounds: 5,
        header: "game = \"hanoi\"\nparameters = { discs = 10 }",
    },
    Case {
        name: "Towers of Hanoi, 12 discs: 531,441 pages",
        rounds: 1,
        header: "game = \"hanoi\"\nparameters = { discs = 12 }",
    },
];

/// The measurements of a site.
#[derive(Default)]
struct Times {
    floor: Vec<Duration>,
    build: Vec<Duration>,
    again: Vec<Duration>,
}

fn main() {
    explore_in_lua();
    let shared_memory = Path::new("/dev/shm");
    let parent = if shared_memory.is_dir() { shared_memory.to_owned() } else { std::env::temp_dir() };
    for case in CASES {
        let folder = parent.join(format!("pageturner-bench-{}", std::process::id()));
        measure(&case, &folder);
        remove(&folder);
    }
}

/// Repeatedly explores the Lua version of tic-tac-toe on one thread.
fn explore_in_lua() {
    const ROUNDS: usize = 15;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/lua/content/tic-tac-toe.lua");
    let name = "tic-tac-toe.lua".to_owned();
    let code = Code { name: name.clone(), text: fs::read_to_string(path).expect("a game") };
    let sources = Sources { files: Arc::new([(name.clone(), Arc::new(code))].into()), name };
    let file = LuaFile::read(&sources).expect("a game");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let explore = || {
        let begin = Instant::now();
        let positions = file.open(&Parameters::new()).expect("a game").explore(usize::MAX).expect("all states");
        (begin.elapsed(), positions.graph().states().len())
    };
    let (mut times, states): (Vec<_>, Vec<_>) = (0..ROUNDS).map(|_| pool.install(explore)).unzip();
    let states = f64::from(u32::try_from(states[0]).expect("a small game"));
    let per_second = states / median(&mut times).as_secs_f64();
    println!("tic-tac-toe in Lua: {per_second:.0} states a second, explored and checked on one thread");
}

fn measure(case: &Case, folder: &Path) {
    let (site, public) = (folder.join("site"), folder.join("public"));
    fs::create_dir_all(site.join("content")).expect("a folder");
    fs::write(site.join("content/site.toml"), "title = \"Bench\"\nmax_positions = 1000000\n").expect("a file");
    let edition = "[[editions]]\nname = \"edition\"\ntitle = \"Edition\"\n";
    let page = format!("+++\ntitle = \"Game\"\nsummary = \"A game.\"\n{}\n{edition}+++\n", case.header);
    fs::write(site.join("content/game.md"), page).expect("a file");

    let build = ["build", "--quiet", "--output-dir", public.to_str().expect("Unicode")];
    let peak = run(&site, &build).1;
    let files = read(&public);
    let mut times = Times::default();
    for _ in 0..case.rounds {
        remove(&public);
        times.floor.push(floor(&public, &files));
        remove(&public);
        times.build.push(run(&site, &build).0);
        times.again.push(run(&site, &build).0);
    }

    let bytes: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
    println!("{} ({} files, {bytes} bytes, median of {})", case.name, files.len(), case.rounds);
    let floor = median(&mut times.floor);
    let count = f64::from(u32::try_from(files.len()).expect("fewer files than positions"));
    let rows = [
        ("floor: write the same bytes", floor),
        ("build into an empty folder", median(&mut times.build)),
        ("build with nothing to change", median(&mut times.again)),
    ];
    for (name, time) in rows {
        let (ratio, each) = (time.as_secs_f64() / floor.as_secs_f64(), time.as_secs_f64() * 1e6 / count);
        println!("  {name:30} {:>9.1} ms {ratio:>6.2} × floor {each:>7.2} µs a file", time.as_secs_f64() * 1e3);
    }
    println!("  {:30} {:>9} KiB", "peak memory of a build", peak.map_or("?".to_owned(), |peak| peak.to_string()));
}

/// Runs the program in the folder of a site. Returns how long it took, and its largest resident memory in KiB if Linux
/// reports it.
fn run(site: &Path, arguments: &[&str]) -> (Duration, Option<u64>) {
    let begin = Instant::now();
    let mut program = Command::new(env!("CARGO_BIN_EXE_pageturner"));
    let mut child = program.args(arguments).current_dir(site).stdout(Stdio::null()).spawn().expect("the program");
    let status = format!("/proc/{}/status", child.id());
    let mut peak = None;
    loop {
        if let Some(status) = child.try_wait().expect("a child") {
            assert!(status.success(), "the build succeeds");
            return (begin.elapsed(), peak);
        }
        peak = fs::read_to_string(&status).ok().and_then(|status| high_water(&status)).or(peak);
        std::thread::sleep(Duration::from_micros(500));
    }
}

/// Returns the largest resident memory in KiB from Linux's status of a process.
fn high_water(status: &str) -> Option<u64> {
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// Returns the files of a website by their paths in it, except the program's own records.
fn read(public: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = walkdir::WalkDir::new(public).into_iter().map(|entry| entry.expect("a readable entry"));
    let files = entries.filter(|entry| entry.file_type().is_file());
    let relative = |path: &Path| path.strip_prefix(public).expect("below the folder").to_owned();
    let files = files.map(|entry| (relative(entry.path()), fs::read(entry.path()).expect("a file")));
    files.filter(|(path, _)| !path.starts_with(".pageturner")).collect()
}

/// Does the least that any writer must do, with two threads: creates the folders and writes each file once.
fn floor(public: &Path, files: &[(PathBuf, Vec<u8>)]) -> Duration {
    let paths: Vec<_> = files.iter().map(|(path, _)| public.join(path)).collect();
    for path in &paths {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    }
    let next = AtomicUsize::new(0);
    let work = || loop {
        const CHUNK: usize = 64;
        let first = next.fetch_add(CHUNK, Ordering::Relaxed);
        if first >= paths.len() {
            return;
        }
        for index in first..(first + CHUNK).min(paths.len()) {
            fs::write(&paths[index], &files[index].1).expect("a file");
        }
    };
    let begin = Instant::now();
    std::thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(work))));
    begin.elapsed()
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn remove(folder: &Path) {
    if folder.exists() {
        fs::remove_dir_all(folder).expect("a folder of the benchmark's own");
    }
}
