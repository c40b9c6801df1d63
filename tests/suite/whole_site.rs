//! The whole default site, built once for all tests that read it, and its pages, parsed once.
//!
//! All tests of `cargo test` run in one process and share the site. A runner that gives each test a process of its own,
//! such as cargo-nextest, builds it again for each test that reads it.

use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::{LazyLock, Mutex, OnceLock, PoisonError};

use crate::reading::{Link, Page, follow, pages_below};

/// The folder of the default site, as `cargo run -- build` makes it.
pub(crate) static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| built("site-classic", &[]));

/// All pages of the default site, by their paths.
pub(crate) static SITE: LazyLock<BTreeMap<String, Page>> = LazyLock::new(|| pages_below(&FOLDER));

/// The links of a page that lead to positions, with the pages that they lead to: those of a piece that has to be chosen
/// are on the page of its own.
pub(crate) fn moves(path: &str) -> Vec<(&'static Link, String)> {
    let mut found = Vec::new();
    for link in SITE[path].moves().filter(|link| !link.is_back) {
        let target = follow(path, &link.href);
        if target.contains("~from-") && !path.contains("~from-") {
            found.extend(moves(&target));
        } else {
            found.push((link, target));
        }
    }
    found
}

/// The legal moves of a position, each once: what it is called, `e4 to d2` where a piece has to be chosen, and the page
/// that it leads to. A move that the page has itself stands again on the page of a piece that can make it.
pub(crate) fn named_moves(path: &str) -> Vec<(String, String)> {
    let links = SITE[path].moves().map(|link| (link.text.clone(), follow(path, &link.href)));
    let (pieces, mut moves): (Vec<_>, Vec<_>) = links.partition(|(_, to)| to.contains("~from-"));
    let direct: BTreeSet<String> = moves.iter().map(|(_, to)| to.clone()).collect();
    for (_, page) in pieces {
        let piece = page.rsplit_once("~from-").expect("a piece").1.trim_end_matches(".html");
        let of_piece = SITE[&page].moves().filter(|link| !link.is_back);
        let of_piece = of_piece.map(|link| (format!("{piece} to {}", link.text), follow(&page, &link.href)));
        moves.extend(of_piece.filter(|(_, to)| !direct.contains(to)));
    }
    moves
}

/// Whether a page lists the puzzles of a collection.
pub(crate) fn is_list_of_puzzles(path: &str) -> bool {
    path.ends_with("puzzles/index.html")
}

/// The folder of the whole site in a theme. The first theme is that of the default site.
pub(crate) fn site(theme: &str) -> PathBuf {
    static BUILT: Mutex<BTreeMap<String, PathBuf>> = Mutex::new(BTreeMap::new());
    if theme == "classic" {
        return FOLDER.clone();
    }
    let mut folders = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    let build = || built(&format!("site-{theme}"), &["--theme", theme]);
    folders.entry(theme.to_owned()).or_insert_with(build).clone()
}

/// Builds the whole site with some flags and returns its folder.
fn built(name: &str, flags: &[&str]) -> PathBuf {
    let folder = folder_of_this_run().join(name);
    let mut build = Command::new(env!("CARGO_BIN_EXE_pageturner"));
    build.args(["--root", env!("CARGO_MANIFEST_DIR"), "build", "--quiet"]).args(flags).arg("--output-dir").arg(&folder);
    assert!(build.status().expect("the program runs").success(), "the whole site is built into {name}");
    folder
}

/// A folder that goes when this process ends, however it ends. Statics are never dropped, so a shell in a process group
/// of its own waits for the end of its input, which comes with the end of this process, and removes the folder.
fn folder_of_this_run() -> &'static Path {
    static RUN: OnceLock<(PathBuf, ChildStdin)> = OnceLock::new();
    let (folder, _) = RUN.get_or_init(|| {
        let folder = tempfile::Builder::new().prefix("pageturner-tests-").tempdir_in(roomy_folder());
        let folder = folder.expect("a temporary folder").keep();
        let mut remover = Command::new("sh");
        remover.args(["-c", "cat; rm -rf \"$0\""]).arg(&folder).process_group(0);
        remover.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let input = remover.spawn().expect("a shell").stdin.take().expect("its input");
        (folder, input)
    });
    folder
}

/// Where there is room for the site in three themes: in memory, where files come and go fast, or else on the disk.
pub(crate) fn roomy_folder() -> &'static str {
    let free = Command::new("df").args(["--output=avail", "--block-size=1", "/dev/shm"]).output();
    let free = free.ok().and_then(|output| String::from_utf8(output.stdout).ok());
    let bytes = free.and_then(|text| text.lines().last()?.trim().parse::<u64>().ok());
    if bytes.is_some_and(|bytes| bytes > 2_000_000_000) { "/dev/shm" } else { env!("CARGO_TARGET_TMPDIR") }
}
