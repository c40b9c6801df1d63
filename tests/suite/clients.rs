//! What the tests with real clients share: the site in every theme, samples of its pages, and a way to run other
//! programs.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

use crate::files::{in_variant, is_page};

/// The least number of pages of each game that a sample has.
const SAMPLE: usize = 200;

/// The paths of the pages in a folder, in order.
pub(crate) fn pages(folder: &Path) -> Vec<String> {
    let walk = walkdir::WalkDir::new(folder).sort_by_file_name();
    let files = walk.into_iter().map(|entry| entry.expect("a readable entry").into_path());
    let files = files.map(|path| path.strip_prefix(folder).expect("below").to_str().expect("Unicode").to_owned());
    files.filter(|path| is_page(path)).collect()
}

/// The pages of the site itself by their games; those of no game under an empty name.
pub(crate) fn pages_by_game(folder: &Path) -> BTreeMap<String, Vec<String>> {
    let mut games: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for page in pages(folder).into_iter().filter(|page| in_variant(page).0.is_empty()) {
        let game = page.split_once('/').map_or("", |(game, _)| game).to_owned();
        games.entry(game).or_default().push(page);
    }
    games
}

/// At least so many pages of each game, among them the first page of each edition, and all pages of no game. With
/// `EVERY_PAGE=1` all.
pub(crate) fn sample(folder: &Path, least: usize) -> Vec<String> {
    let everything = std::env::var_os("EVERY_PAGE").is_some();
    let mut sample = Vec::new();
    for (game, pages) in pages_by_game(folder) {
        let step = if everything || game.is_empty() { 1 } else { (pages.len() / least).max(1) };
        let chosen = pages.iter().enumerate().filter(|(number, page)| {
            let is_first = page.ends_with("/index.html") && (least >= SAMPLE || page.matches('/').count() < 2);
            number % step == 0 || is_first
        });
        sample.extend(chosen.map(|(_, page)| page.clone()));
    }
    sample
}

/// The sample of a test that takes a moment for each page.
pub(crate) fn large_sample(folder: &Path) -> Vec<String> {
    sample(folder, SAMPLE)
}

/// Runs a program that the tests need.
pub(crate) fn run(command: &mut Command) -> Output {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output();
    output.unwrap_or_else(|error| panic!("{program} does not run ({error}): `make clients` installs what is missing"))
}

/// What a program printed.
pub(crate) fn print(command: &mut Command) -> String {
    let output = run(command);
    assert!(output.status.success(), "{command:?} failed: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}
