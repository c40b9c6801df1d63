//! The game in the documentation's worked example: the code it shows is a real file, which keeps the promises of the
//! traits, has the known counts, and becomes pages.

use std::path::Path;

use pageturner::game::{Computer, Declare, ParameterValue, Parameters, Player, Policy};
use pageturner::games::{Game, Games};
use pageturner::graph::StateId;
use pageturner::solve::{GameValue, Solution};

use crate::conformance::{Known, assert_counts, assert_keeps_promises, known_in};
use crate::files::{blocks, of_project as read};
use crate::properties::published::{LOOKS, publish_game};
use crate::properties::table::EditionCase;
use crate::tree::Html;
use chomp::Chomp;

#[allow(dead_code, unreachable_pub, reason = "the file is a program")]
#[path = "../../examples/chomp.rs"]
mod chomp;

const PAGE: &str = "content/docs/adding-a-game.md";

/// Returns the games in the file of known counts, each with its counts and its parameters in words.
fn known() -> Vec<(Game, toml::Table, String)> {
    let known = known_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/chomp.toml"), "counts");
    let open = |Known { parameters, counts, .. }: Known| {
        let game =
            Games::default().with::<Chomp>().open(Chomp::NAME, &parameters).expect("the game has these parameters");
        (game, counts, format!("chomp {parameters:?}"))
    };
    known.into_iter().map(open).collect()
}

#[test]
fn it_keeps_the_promises_of_the_traits() {
    for (game, _, name) in known() {
        assert_keeps_promises(&game, &name);
    }
}

#[test]
fn it_has_the_known_counts() {
    for (game, counts, name) in known() {
        assert_counts(&*game.explore(1000).expect("it is small"), &counts, &name);
    }
}

/// David Gale (1974): the first player wins on every bar; on a square bar by the only bite that leaves one row and one
/// column, and on two rows by the one that leaves the upper row a square shorter.
#[test]
fn who_begins_wins_on_every_bar() {
    for (rows, columns) in (2..5).flat_map(|rows| (2..6).map(move |columns| (rows, columns))) {
        let sides = [("rows", rows), ("columns", columns)];
        let parameters = sides.map(|(name, side)| (name.to_owned(), ParameterValue::Integer(i64::from(side))));
        let game = Games::default().with::<Chomp>().open(Chomp::NAME, &Parameters::from(parameters)).expect("a bar");
        let positions = game.explore(1000).expect("it is small");
        let solution = Solution::of(positions.graph());
        let is_win = |state: StateId| solution.verdict(state).value == GameValue::Win(Player::First);
        assert!(is_win(StateId::START), "{rows} {columns}");
        let after = positions.graph().successors(StateId::START).iter().copied();
        let winning = after.zip(positions.move_slugs(StateId::START)).filter(|(after, _)| is_win(*after));
        let winning: Vec<_> = winning.map(|(_, bite)| bite.as_str().to_owned()).collect();
        match (rows, columns) {
            (rows, columns) if rows == columns => assert_eq!(winning, ["b2"]),
            (2, columns) => assert_eq!(winning, [format!("{}2", char::from(b'a' + columns - 1))]),
            _ => {}
        }
    }
}

/// Returns the number of pages of an edition, and of links in their `<main>`.
fn pages_and_moves(computer: Option<Computer>) -> (usize, usize) {
    let (game, ..) = known().swap_remove(0);
    let edition = EditionCase { computer, hints: false, leads_on: false };
    let published = publish_game(&game, 1000, &[edition], &LOOKS[0]).expect("pages");
    let count = |html: &String| Html::parse_document(html).select("main a").len();
    (published.pages.len(), published.pages.values().map(count).sum())
}

#[test]
fn every_position_is_a_page_and_every_move_a_link() {
    assert_eq!(pages_and_moves(None), (68, 397));
    let computer =
        Computer { seat: Player::Second, policy: Policy::Perfect, blunder: 0, random_opening: false, seed: 0 };
    let (pages, moves) = pages_and_moves(Some(computer));
    assert!((2..68).contains(&pages) && moves < 397, "{pages} pages with {moves} moves are what the computer allows");
}

#[test]
fn the_page_shows_the_whole_file_part_by_part() {
    let page = read(PAGE);
    for (language, file) in [
        ("rust", "examples/chomp.rs"),
        ("toml", "tests/fixtures/chomp.toml"),
        ("markdown", "examples/chomp/content/chomp.md"),
    ] {
        assert_eq!(blocks(&page, language).join("\n"), read(file));
    }
}

/// The documented lines of the list of games are like those of the built-in games.
#[test]
fn the_lines_of_the_list_are_as_those_of_other_games() {
    let list = read("src/engine/games/mod.rs");
    let page = read(PAGE);
    for line in ["mod chomp;", "pub use chomp::Chomp;", ".with::<Chomp>()"] {
        assert!(page.contains(line), "{line}");
        assert!(list.contains(&line.replace("chomp", "nim").replace("Chomp", "Nim")), "{line}");
    }
}
