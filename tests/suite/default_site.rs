//! The site that this repository builds, read page by page as a browser would.
//!
//! The legal moves are computed here again from the addresses alone, without the code under test.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::boards::{digits, has_won};
use crate::files::{files_below, in_variant, is_beside_play, is_of_words};
use crate::puzzles::rules::{Kind, Rules};
use crate::reading::{Page, outcome};
use crate::whole_site::{self, FOLDER, SITE, assert_whole, has, is_list_of_puzzles, named_moves};

/// Returns the positions of an edition by their slugs, without pages of hints. `start` is the slug of the start.
fn edition<'a>(folder: &str, start: &'a str) -> BTreeMap<&'a str, &'static Page> {
    let pages = whole_site::plain_edition(folder).into_iter();
    pages.map(|(name, page)| (if name == "index" { start } else { name }, page)).collect()
}

/// Asserts that the moves of each position of an edition, including those on pages of chosen pieces, are the legal
/// ones. `legal` returns the slugs of the positions after them.
pub(crate) fn assert_moves_are(folder: &str, start: &str, legal: impl Fn(&str) -> Vec<String>) {
    let slug = |path: &str| {
        let name = path.rsplit('/').next().expect("a file").split(['~', '.']).next().expect("a slug");
        if name == "index" { start.to_owned() } else { name.to_owned() }
    };
    for name in whole_site::plain_edition(folder).into_keys().filter(|name| !name.contains("~from-")) {
        let path = format!("{folder}/{name}.html");
        let mut offered: Vec<_> = named_moves(&path).iter().map(|(_, to)| slug(to)).collect();
        let mut legal = legal(&slug(&path));
        offered.sort();
        legal.sort();
        assert_eq!(offered, legal, "the moves on {path}");
    }
}

fn count(pages: &BTreeMap<&str, &Page>, status: &str) -> usize {
    pages.values().filter(|page| outcome(&page.status) == status).count()
}

// ---------------------------------------------------------------------------------------------------- tic-tac-toe

const TIC_TAC_TOE: &str = "tic-tac-toe/two-player";

fn legal_in_tic_tac_toe(slug: &str) -> Vec<String> {
    let board = digits(slug);
    if has_won(&board, 1) || has_won(&board, 2) {
        return Vec::new();
    }
    let marks = board.iter().filter(|&&digit| digit > 0).count();
    let mover = if marks % 2 == 0 { 1 } else { 2 };
    let free = (0..9).filter(|&square| board[square] == 0);
    free.map(|square| {
        let mut after = board;
        after[square] = mover;
        format!("{:x}", after.iter().fold(0, |number, &digit| number * 3 + u32::from(digit)))
    })
    .collect()
}

#[test]
fn tic_tac_toe_has_its_boards_moves_and_endings() {
    let pages = edition(TIC_TAC_TOE, "0");
    assert_eq!(pages.len(), 5478);
    assert_eq!(pages.values().map(|page| page.moves().count()).sum::<usize>(), 16_167);
    assert_eq!(pages.values().filter(|page| page.moves().count() == 0).count(), 958);
    assert_eq!(count(&pages, "X wins"), 626);
    assert_eq!(count(&pages, "O wins"), 316);
    assert_eq!(count(&pages, "A draw"), 16);
    for (slug, page) in &pages {
        let board = digits(slug);
        let expected = match board.iter().filter(|&&digit| digit > 0).count() {
            _ if has_won(&board, 1) => "X wins: ",
            _ if has_won(&board, 2) => "O wins: ",
            9 => "A draw: the board is full.",
            marks if marks % 2 == 0 => "X to move.",
            _ => "O to move.",
        };
        // If only one move leads here, the status begins with that move.
        let status = page.status.split_once(". ").map_or(&*page.status, |(_, status)| status);
        assert!(status.starts_with(expected), "on {slug}: {status}");
    }
}

#[test]
fn tic_tac_toe_offers_the_legal_moves() {
    assert_moves_are(TIC_TAC_TOE, "0", legal_in_tic_tac_toe);
}

// ----------------------------------------------------------------------------------------------------------- Hanoi

pub(crate) fn legal_in_hanoi(slug: &str, pegs: u8) -> Vec<String> {
    let letters = slug.as_bytes();
    let goal = b'a' + pegs - 1;
    if letters.iter().all(|&letter| letter == goal) {
        return Vec::new();
    }
    let mut after = Vec::new();
    for disc in 0..letters.len() {
        // The discs after this one in the slug are smaller: none can be on it, and none on the peg where it goes.
        let smaller = &letters[disc + 1..];
        for peg in (b'a'..b'a' + pegs).filter(|peg| *peg != letters[disc]) {
            if !smaller.contains(&letters[disc]) && !smaller.contains(&peg) {
                let mut moved = letters.to_vec();
                moved[disc] = peg;
                after.push(String::from_utf8(moved).expect("letters"));
            }
        }
    }
    after
}

#[test]
fn hanoi_has_its_positions_moves_and_shortest_solutions() {
    for discs in (3..=6).filter(|discs| has(&format!("hanoi/{discs}-discs"))) {
        let folder = format!("hanoi/{discs}-discs");
        let (start, goal) = ("a".repeat(discs), "c".repeat(discs));
        let pages = edition(&folder, &start);
        assert_eq!(pages.len(), 3_usize.pow(discs as u32), "{folder}");
        let moves: usize = pages.values().map(|page| page.moves().count()).sum();
        assert_eq!(moves, 3_usize.pow(discs as u32 + 1) - 5, "{folder}");
        assert_eq!(pages[&*goal].status, "Solved: the whole tower is on peg C.");
        assert_eq!(count(&pages, "Solved"), 1, "{folder}");
        assert_moves_are(&folder, &start, |slug| legal_in_hanoi(slug, 3));
    }
}

// ------------------------------------------------------------------------------------------------------------- Nim

#[test]
fn nim_has_its_positions_and_moves_and_says_who_won() {
    let pages = edition("nim/two-player", "a-3-4-5");
    assert_eq!(pages.len(), 232);
    assert_eq!(pages.values().map(|page| page.moves().count()).sum::<usize>(), 1356);
    assert_eq!(pages["a-0-0-0"].status, "Player B wins: the last piece is taken.");
    assert_eq!(pages["b-0-0-0"].status, "Player A wins: the last piece is taken.");
    let rules = Rules::of_nim(Kind::Nim { misere: false }, &[("top row", 3), ("middle row", 4), ("bottom row", 5)]);
    let legal = |slug: &str| rules.moves[slug].iter().map(|(_, to)| to.clone()).collect();
    assert_moves_are("nim/two-player", "a-3-4-5", legal);
}

// -------------------------------------------------------------------------------------------------- the whole site

#[test]
fn moves_have_words_that_name_them() {
    let is_deep =
        |path: &str| in_variant(path).1.matches('/').count() >= 2 && !is_list_of_puzzles(path) && !is_beside_play(path);
    for (path, page) in SITE.iter().filter(|(path, _)| is_deep(path)) {
        let mut texts = BTreeSet::new();
        for link in page.moves() {
            assert!(!link.text.trim().is_empty(), "a move without words on {path}");
            let label = link.label.as_deref().expect("a move has a name");
            // The worth of a move is last in its label, and the visible text stays before it.
            let is_said = label.starts_with(&link.text) || label.ends_with(&format!(": {}", link.text));
            assert!(is_said, "{label:?} does not have {:?} where it is heard on {path}", link.text);
            assert!(texts.insert(label.to_owned()), "two moves are called {label:?} on {path}");
        }
    }
}

/// The most files and bytes of the site in all of its languages, so that it stays easy to publish.
const MOST_FILES: usize = 80_000;
const MOST_BYTES: usize = 110_000_000;

#[test]
#[ignore = "reads all of the default site: `make test`"]
fn the_site_can_be_published_as_it_is() {
    assert_whole();
    let files = files_below(&FOLDER);
    let bytes: usize = files.values().map(Vec::len).sum();
    assert!(
        files.len() <= MOST_FILES && bytes <= MOST_BYTES,
        "the site has {} files and {bytes} bytes, more than {MOST_FILES} or {MOST_BYTES}: keep large editions out of \
         it with `draft = true` in content/*.md, or give the variants in content/site.toml less by their `only`. These \
         limits are the project's own, so that a site is built and uploaded soon; GitHub Pages takes 1 GB",
        files.len()
    );
}

#[test]
fn no_page_needs_a_drawing_which_text_browsers_do_not_show() {
    for path in SITE.keys() {
        let html = fs::read_to_string(FOLDER.join(path)).expect("a page");
        let drawings = html.split("<svg").skip(1).map(|drawing| drawing.split('>').next().expect("a tag"));
        // Decorations of a page are hidden from screen readers, too. A page of play has none but the lines of a board.
        let adorns = |drawing: &str| drawing.contains("aria-hidden=true");
        let most = html.matches(" joined\"").count();
        assert!(drawings.clone().count() <= most || is_beside_play(path) || is_of_words(path), "{path}");
        assert!(drawings.clone().all(adorns), "{path}");
    }
}
