//! What the outputs cost beside the floor of writing the same bytes, for sites of different shapes whose pages cost
//! next to nothing to render.
//!
//! The numbers to compare are the ratios: times depend on the machine. Files go to `/dev/shm` where there is one,
//! because disks are not steady enough. An argument limits the shapes to those whose names contain it.
#![allow(clippy::print_stdout, clippy::cast_precision_loss, reason = "a benchmark reports, and rounds")]

use std::fs::{self, File};
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use pageturner::diagnostic::Diagnostic;
use pageturner::output::archive::{self, Compression};
use pageturner::output::website::{How, InputDigest, Website};
use pageturner::output::{FileId, Files};
use rayon::prelude::*;

const ROUNDS: usize = 5;
const THREADS: usize = 2;

/// Files of one length, spread evenly over folders.
struct Shape {
    name: &'static str,
    files: usize,
    folders: usize,
    page: Vec<u8>,
}

impl Shape {
    fn new(name: &'static str, files: usize, folders: usize, length: usize) -> Self {
        let page = b"<!doctype html><title>A page</title> ".iter().copied().cycle().take(length).collect();
        Self { name, files, folders, page }
    }

    fn path(&self, file: usize) -> String {
        let mut path = String::new();
        self.write_path(FileId(u32::try_from(file).expect("a small number")), &mut path);
        path
    }
}

impl Files for Shape {
    type Scratch = ();

    fn count(&self) -> usize {
        self.files
    }

    fn write_path(&self, file: FileId, out: &mut String) {
        out.push_str("game/edition-");
        push_number(file.index() * self.folders / self.files, 10, out);
        out.push('/');
        push_number(file.index(), 3, out);
        out.push_str(".html");
    }

    fn render(&self, file: FileId, (): &mut (), out: &mut Vec<u8>) -> Result<(), Diagnostic> {
        out.extend_from_slice(&self.page);
        out[..4].copy_from_slice(&file.0.to_ne_bytes());
        Ok(())
    }
}

/// Appends a number in a base, the lowest digit first.
fn push_number(mut number: usize, base: usize, out: &mut String) {
    for _ in 0..12 {
        out.push(char::from(b'0' + (number % base) as u8));
        number /= base;
        if base == 10 && number == 0 {
            break;
        }
    }
}

fn main() {
    let shared_memory = Path::new("/dev/shm");
    let parent = if shared_memory.is_dir() { shared_memory.to_owned() } else { std::env::temp_dir() };
    let folder = parent.join(format!("pageturner-output-{}", std::process::id()));
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    rayon::ThreadPoolBuilder::new().num_threads(THREADS).build_global().expect("a pool");
    for shape in [
        Shape::new("small", 5_478, 1, 692),
        Shape::new("many folders", 71_000, 80, 1_448),
        Shape::new("large", 531_441, 1, 1_448),
    ] {
        if shape.name.contains(&wanted) {
            measure(&shape, &folder);
        }
    }
}

fn measure(shape: &Shape, folder: &Path) {
    let open = || Website::open(folder, Path::new("/nowhere"), &[]).expect("a folder");
    let update = || open().update(shape, InputDigest(1), How::default(), &()).expect("a website");
    let tar = folder.with_extension("tar");
    println!("{}: {} files in {} folders, {THREADS} threads", shape.name, shape.files, shape.folders);
    for what in ["memory of a fresh build", "and of the next"] {
        let before = memory("VmRSS:");
        let reset = fs::write("/proc/self/clear_refs", "5").is_ok();
        update();
        if let (true, Some(before), Some(peak)) = (reset, before, memory("VmHWM:")) {
            println!("  {what:24} {:>9.1} MiB", peak.saturating_sub(before) as f64 / 1024.0);
        }
    }
    let manifest = fs::metadata(folder.join(".pageturner/manifest")).expect("a manifest").len();
    println!("  {:24} {:>9.1} MiB", "length of the manifest", manifest as f64 / f64::from(1 << 20));
    let mut times = [const { Vec::new() }; 6];
    for _ in 0..ROUNDS {
        fs::remove_dir_all(folder).expect("a folder of the benchmark's own");
        times[0].push(write_plainly(shape, folder));
        fs::remove_dir_all(folder).expect("a folder of the benchmark's own");
        times[1].push(time(|| drop(black_box(update()))));
        times[2].push(time(|| {
            black_box(open().current(InputDigest(1)).expect("it is current"));
        }));
        times[3].push(time(|| drop(black_box(update()))));
        times[4].push(time(|| {
            archive::write(shape, Compression::None, File::create(&tar).expect("a file"), &()).expect("an archive");
        }));
        times[5].push(time(|| {
            archive::write(shape, Compression::Gzip, File::create(&tar).expect("a file"), &()).expect("an archive");
        }));
        fs::remove_file(&tar).expect("a file of the benchmark's own");
    }
    fs::remove_dir_all(folder).expect("a folder of the benchmark's own");
    let names = ["floor", "fresh folder", "quick check", "update without changes", "archive", "archive in gzip"];
    let floor = median(&mut times[0]);
    for (name, times) in names.iter().zip(&mut times) {
        let Cost { wall, cpu } = median(times);
        let each = |time: Duration| time.as_secs_f64() * 1e6 / shape.files as f64;
        let (ratio, busy) =
            (wall.as_secs_f64() / floor.wall.as_secs_f64(), cpu.as_secs_f64() / floor.cpu.as_secs_f64());
        let milliseconds = wall.as_secs_f64() * 1e3;
        println!("  {name:24} {milliseconds:>9.1} ms {ratio:>6.2} x floor {:>6.2} us a file", each(wall));
        println!("  {:24} {:>9} CPU {busy:>6.2} x floor {:>6.2} us a file", "", "", each(cpu));
    }
}

/// The least that any writer has to do: create the folders before the clock starts, then write each file once.
fn write_plainly(shape: &Shape, folder: &Path) -> Cost {
    let paths: Vec<PathBuf> = (0..shape.files).map(|file| folder.join(shape.path(file))).collect();
    for path in &paths {
        let parent = path.parent().expect("a folder");
        if !parent.is_dir() {
            fs::create_dir_all(parent).expect("a folder");
        }
    }
    time(|| {
        paths.par_chunks(64).flatten().for_each(|path| fs::write(path, &shape.page).expect("a file"));
    })
}

/// What some work took: by the clock, and of all processors together, which other programs disturb less.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Cost {
    wall: Duration,
    cpu: Duration,
}

fn time(work: impl FnOnce()) -> Cost {
    let (begin, used) = (Instant::now(), processor_time());
    work();
    Cost { wall: begin.elapsed(), cpu: processor_time().saturating_sub(used) }
}

/// The time that all threads of this process had a processor, where Linux tells it.
fn processor_time() -> Duration {
    let threads = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let nanoseconds = threads.filter_map(|thread| {
        let text = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        text.split_whitespace().next()?.parse::<u64>().ok()
    });
    Duration::from_nanos(nanoseconds.sum())
}

/// The medians of both times.
fn median(costs: &mut [Cost]) -> Cost {
    let middle = costs.len() / 2;
    costs.sort_by_key(|cost| cost.cpu);
    let cpu = costs[middle].cpu;
    costs.sort_by_key(|cost| cost.wall);
    Cost { wall: costs[middle].wall, cpu }
}

/// A figure in KiB that Linux tells of this process.
fn memory(figure: &str) -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with(figure))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
