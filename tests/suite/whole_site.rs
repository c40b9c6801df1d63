//! The site that the tests read, built once, and its pages, parsed once.
//!
//! `cargo test` reads a sample of the default site: the same content with fewer editions, of every kind. With
//! `WHOLE_SITE=1`, which `make test` sets, the same tests read all of it. Tests that need the whole site are ignored
//! otherwise.
//!
//! All tests of `cargo test` run in one process and share the site. A runner that starts a process per test, such as
//! cargo-nextest, builds it again for each test that reads it.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::{LazyLock, Mutex, OnceLock, PoisonError};

use pageturner::games::Games;
use pageturner::pages::site::Options;

use crate::files::{in_language, is_beside_play, plain};
use crate::reading::{self, Link, Page, follow};
use crate::temporary::new_folder;

/// The editions and puzzles of the sample.
const SAMPLE: [&str; 25] = [
    "tic-tac-toe/two-player",
    "tic-tac-toe/unbeatable",
    "tic-tac-toe/unbeatable-second",
    "tic-tac-toe/oxo",
    "tic-tac-toe/solo-01",
    "tic-tac-toe/solo-02",
    "tic-tac-toe/solo-15",
    "tic-tac-toe/solo-16",
    "tic-tac-toe/puzzles",
    "hanoi/3-discs",
    "hanoi/4-discs",
    "hanoi/5-discs",
    "hanoi/6-discs",
    "nim",
    "ataxx/cross/two-player",
    "ataxx/cross/easy",
    "ataxx/cross/hard",
    "ataxx/cross/hard-second",
    "ataxx/bridges/easy-second",
    "ataxx/windmill/hard",
    "ataxx/gardens/hard",
    "peg-solitaire/corner",
    "peg-solitaire/puzzles",
    "mind-reader/six",
    "book-that-plays",
];

/// Whether the tests read the whole default site.
pub(crate) static IS_WHOLE: LazyLock<bool> = LazyLock::new(|| env::var_os("WHOLE_SITE").is_some());

/// The folder with the content of the site.
pub(crate) static ROOT: LazyLock<PathBuf> = LazyLock::new(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")));

/// Returns the editions to which the site is limited; empty means all.
pub(crate) fn only() -> &'static [&'static str] {
    if *IS_WHOLE { &[] } else { &SAMPLE }
}

/// Returns the options with which the library opens the site.
pub(crate) fn options() -> Options {
    let only = only().iter().map(|name| (*name).to_owned()).collect();
    Options { only, ..options_of(&ROOT) }
}

/// Returns the options with which the library opens the site in a folder.
pub(crate) fn options_of(root: &Path) -> Options {
    Options { root: root.to_owned(), games: Games::standard(), ..Options::default() }
}

/// Returns a command that runs a verb of the program on the site.
pub(crate) fn pageturner(verb: &str) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_pageturner"));
    program.arg("--root").arg(&*ROOT).arg(verb).args(only().iter().flat_map(|name| ["--only", name]));
    program
}

/// Returns whether the sample contains an edition; the whole site contains every edition in the tests.
pub(crate) fn has(edition: &str) -> bool {
    let has = SITE.contains_key(&format!("{edition}/index.html"));
    assert!(has || !*IS_WHOLE, "{edition} is gone");
    has
}

/// Fails unless the tests read the whole site.
pub(crate) fn assert_whole() {
    assert!(*IS_WHOLE, "this is about all of the default site: set WHOLE_SITE=1, as `make test` does");
}

/// The folder of the site, as written by `build`.
pub(crate) static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| built("site-classic", &[]));

/// All pages of the site in each of its languages, by path.
pub(crate) static PAGES: LazyLock<BTreeMap<String, Page>> = LazyLock::new(|| reading::pages_below(&FOLDER));

/// The pages in its first language.
pub(crate) static SITE: LazyLock<BTreeMap<String, Page>> = LazyLock::new(|| {
    let pages = PAGES.iter().filter(|(path, _)| in_language(path).0.is_empty());
    pages.map(|(path, page)| (path.clone(), page.clone())).collect()
});

/// Returns the pages below a folder, such as an edition, with their paths.
pub(crate) fn pages_below(folder: &str) -> impl Iterator<Item = (&'static str, &'static Page)> {
    let prefix = format!("{folder}/");
    let pages = SITE.range(prefix.clone()..).take_while(move |(path, _)| path.starts_with(&prefix));
    pages.map(|(path, page)| (path.as_str(), page))
}

/// Returns the pages of an edition by file name without the extension, including those with hints and of chosen pieces,
/// but not the star page.
pub(crate) fn edition(folder: &str) -> BTreeMap<&'static str, &'static Page> {
    let start = folder.len() + 1;
    let pages = pages_below(folder).filter(|(path, _)| !is_beside_play(path) && !path[start..].contains('/'));
    pages.map(|(path, page)| (path[start..].strip_suffix(".html").expect("a page"), page)).collect()
}

/// Returns the pages of an edition except those with hints or of perfect play.
pub(crate) fn plain_edition(folder: &str) -> BTreeMap<&'static str, &'static Page> {
    let mut pages = edition(folder);
    pages.retain(|name, _| plain(name) == *name);
    pages
}

/// Returns the links of a page to positions, with their pages. For a piece to choose, these are the links on its own
/// page.
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

/// Returns the legal moves of a position, each once: its name, `e4 to d2` if a piece has to be chosen and `take 2 from
/// the top row` for rows of pieces, and its page. A move on the page itself is repeated on the page of a piece that can
/// make it.
pub(crate) fn named_moves(path: &str) -> Vec<(String, String)> {
    let name = |link: &Link| link.label.clone().filter(|_| link.text.starts_with("take ")).unwrap_or(link.text.clone());
    let links = SITE[path].moves().map(|link| (name(link), follow(path, &link.href)));
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

/// Returns whether a page lists the puzzles of a collection.
pub(crate) fn is_list_of_puzzles(path: &str) -> bool {
    path.ends_with("puzzles/index.html")
}

/// Returns the folder of the site in a theme.
pub(crate) fn site(theme: &str) -> PathBuf {
    static BUILT: Mutex<BTreeMap<String, PathBuf>> = Mutex::new(BTreeMap::new());
    if theme == "classic" {
        return FOLDER.clone();
    }
    let mut folders = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    let build = || built(&format!("site-{theme}"), &["--theme", theme]);
    folders.entry(theme.to_owned()).or_insert_with(build).clone()
}

/// Builds the site with some flags and returns its folder.
fn built(name: &str, flags: &[&str]) -> PathBuf {
    let folder = folder_of_this_run().join(name);
    let built = pageturner("build").arg("--quiet").args(flags).arg("--output-dir").arg(&folder).status();
    assert!(built.expect("the program runs").success(), "the site is built into {name}");
    folder
}

/// Returns a folder that is removed when this process ends, however it ends. Statics are never dropped, so a shell in
/// its own process group waits for the end of its input, which this process closes by ending, and removes the folder.
pub(crate) fn folder_of_this_run() -> &'static Path {
    static RUN: OnceLock<(PathBuf, ChildStdin)> = OnceLock::new();
    let (folder, _) = RUN.get_or_init(|| {
        let folder = new_folder(Path::new(roomy_folder()));
        let mut remover = Command::new("sh");
        remover.args(["-c", "cat; rm -rf \"$0\""]).arg(&folder).process_group(0);
        remover.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let input = remover.spawn().expect("a shell").stdin.take().expect("its input");
        (folder, input)
    });
    folder
}

/// Returns a place with space for the site in three themes: in memory, where files are fast, or else on disk.
pub(crate) fn roomy_folder() -> &'static str {
    static FOLDER: LazyLock<&str> = LazyLock::new(|| {
        let free = Command::new("df").args(["--output=avail", "--block-size=1", "/dev/shm"]).output();
        let free = free.ok().and_then(|output| String::from_utf8(output.stdout).ok());
        let bytes = free.and_then(|text| text.lines().last()?.trim().parse::<u64>().ok());
        if bytes.is_some_and(|bytes| bytes > 2_000_000_000) { "/dev/shm" } else { env!("CARGO_TARGET_TMPDIR") }
    });
    *FOLDER
}
