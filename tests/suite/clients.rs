//! Shared by the tests with real clients: samples of the pages, and a way to run other programs.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};

use crate::files::{in_language, in_variant, is_of_a_story, is_of_words, is_page};
use crate::reading::ending;
use crate::whole_site::PAGES;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// Decides which pages are in the samples. Any number works.
const SEED: u64 = 2006;

/// Returns whether `EVERY_PAGE` requests everything instead of samples.
pub(crate) fn wants_every_page() -> bool {
    std::env::var_os("EVERY_PAGE").is_some()
}

/// Returns a number that looks random, and is always the same for the same string.
pub(crate) fn lot(text: &str) -> u64 {
    xxh3_64_with_seed(text.as_bytes(), SEED)
}

/// Returns the paths of the pages in a folder, in order.
pub(crate) fn pages(folder: &Path) -> Vec<String> {
    let walk = walkdir::WalkDir::new(folder).sort_by_file_name();
    let files = walk.into_iter().map(|entry| entry.expect("a readable entry").into_path());
    let files = files.map(|path| path.strip_prefix(folder).expect("below").to_str().expect("Unicode").to_owned());
    files.filter(|path| is_page(path)).collect()
}

/// The classes of boards, by which games are drawn in different ways. The first class on a page counts.
const DRAWINGS: [&str; 6] = ["chequered", "walled", "grid", "heaps", "pegs", "holes"];

/// What a sample contains a page of each kind of.
#[derive(Clone, Copy)]
enum Each {
    /// Each way of drawing, and the first pages of each game.
    Drawing,
    Edition,
}

/// Returns the kind of the page at a path: its edition, or how it is drawn; whether it is of a lesson, the first page,
/// shows a reply of the computer, a piece to place, or hints; whether a player has to pass; and how the game ended. The
/// kinds are the same in all languages.
fn kind(path: &str, each: Each) -> Vec<&str> {
    let (folder, file) = in_language(path).1.rsplit_once('/').expect("a page in a folder");
    let mut parts = file.trim_end_matches(".html").split('~');
    let first = if matches!(parts.next(), Some("index" | "begin")) { "first" } else { "slug" };
    let part = |part: &str| match part {
        "hint" => "hint",
        part if part.starts_with("from-") => "from",
        part if part.starts_with("after-") => "after",
        _ => "reply",
    };
    let page = &PAGES[path];
    let has = |class: &&str| page.classes.iter().any(|own| own == class);
    let group = match each {
        Each::Edition => folder,
        Each::Drawing if first == "first" => folder.split('/').next().expect("a game"),
        Each::Drawing => DRAWINGS.iter().find(|class| has(class)).unwrap_or(&"words alone"),
    };
    let lesson = if folder.ends_with("/lesson") { "lesson" } else { "edition" };
    let words = if has(&"words") { "words" } else { "moves" };
    let ending = ending(&page.status).unwrap_or("goes on");
    [group, lesson, first, words, ending].into_iter().chain(parts.map(part)).collect()
}

/// Returns all text pages except those of stories, and one of each kind of the others, in a random language but the
/// same in every run. With `EVERY_PAGE=1`, returns all pages. Variants are excluded.
fn sample(each: Each) -> Vec<String> {
    let pages = PAGES.keys().filter(|path| in_variant(in_language(path).1).0.is_empty());
    if wants_every_page() {
        return pages.cloned().collect();
    }
    let (mut sample, mut others): (Vec<_>, Vec<_>) = pages.partition(|path| is_of_words(path) && !is_of_a_story(path));
    others.sort_by_cached_key(|path| (lot(&format!("{} {:?}", in_language(path).0, kind(path, each))), lot(path)));
    let mut kinds = BTreeSet::new();
    sample.extend(others.into_iter().filter(|path| kinds.insert(kind(path, each))));
    sample.sort();
    sample.into_iter().cloned().collect()
}

/// Returns the sample for tests that take a second per page: each kind of page for each way of drawing, and the first
/// pages of each game.
pub(crate) fn small_sample() -> Vec<String> {
    sample(Each::Drawing)
}

/// Returns the small sample for a test in each theme: all of it in one theme, and every third page in the others, which
/// contain the same links and texts.
pub(crate) fn small_sample_in(theme: &str) -> Vec<String> {
    let is_in = |path: &String| theme == "classic" || wants_every_page() || lot(path).is_multiple_of(3);
    small_sample().into_iter().filter(is_in).collect()
}

/// Returns the sample for tests that take a moment per page: each kind of page of each edition.
pub(crate) fn large_sample() -> Vec<String> {
    sample(Each::Edition)
}

#[test]
fn the_samples_have_every_game_in_every_language() {
    const GAMES: [&str; 5] = ["ataxx", "hanoi", "nim", "tic-tac-toe", "peg-solitaire"];
    for sample in [small_sample(), large_sample()] {
        // Peg solitaire is only in English.
        for (language, games) in [("", &GAMES[..]), ("de", &GAMES[..4])] {
            let boards = sample.iter().filter(|path| !is_of_words(path)).map(|path| in_language(path));
            let boards: Vec<_> = boards.filter(|(tree, _)| *tree == language).map(|(_, path)| path).collect();
            for game in games {
                let count = boards.iter().filter(|path| path.starts_with(game)).count();
                assert!(count >= 3, "{count} of {game} in {language:?}");
            }
        }
    }
}

/// Runs a program that the tests need.
pub(crate) fn run(command: &mut Command) -> Output {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output();
    output.unwrap_or_else(|error| panic!("{program} does not run ({error}): `make clients` installs what is missing"))
}

/// Returns the output of a program.
pub(crate) fn print(command: &mut Command) -> String {
    let output = run(command);
    assert!(output.status.success(), "{command:?} failed: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}
