//! Games of other crates: one with nothing but what the traits require, and the examples of the documentation, built in
//! empty crates as a programmer has them.

use std::fs;
use std::path::Path;
use std::process::Command;

use pageturner::game::{Outcome, ParameterError, ParameterReader, Parameters, Player, Players, Rules, Show, Status};
use pageturner::games::Games;
use tempfile::TempDir;

use crate::conformance::assert_keeps_promises;
use crate::properties::published::{LOOKS, publish_positions};
use crate::properties::table::EditionCase;

/// Whoever takes the last of some matches wins; one or two are taken at a time.
struct Matches;

/// What is left, and who takes of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Left(u8, Player);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Take {
    One,
    Two,
}

impl Rules for Matches {
    type State = Left;
    type Move = Take;

    fn players(&self) -> Players {
        Players::Two("A".into(), "B".into())
    }

    fn start(&self) -> Left {
        Left(4, Player::First)
    }

    fn status(&self, &Left(matches, turn): &Left) -> Status {
        if matches == 0 { Status::Over(Outcome::Win(turn.opponent())) } else { Status::Turn(turn) }
    }

    fn moves(&self, &Left(matches, _): &Left, out: &mut Vec<Take>) {
        out.extend([Take::One, Take::Two].into_iter().take(matches.into()));
    }

    fn play(&self, &Left(matches, turn): &Left, take: Take) -> Left {
        Left(matches - if take == Take::One { 1 } else { 2 }, turn.opponent())
    }
}

impl Show for Matches {
    const NAME: &'static str = "matches";
    const SUMMARY: &'static str = "Take one or two matches; whoever takes the last one wins.";

    fn from_parameters(_: &ParameterReader<'_>) -> Result<Self, ParameterError> {
        Ok(Self)
    }
}

#[test]
fn a_name_and_a_sentence_make_plain_pages() {
    let games = Games::standard().with::<Matches>();
    let game = games.open("matches", &Parameters::new()).expect("it has no parameters");
    assert_keeps_promises(&game, "matches");
    let positions = game.explore(100).expect("it keeps its promises");
    let edition = EditionCase { computer: None, hints: false, leads_on: false };
    let published = publish_positions(positions, &[edition], &LOOKS[0]).expect("pages");
    // Four matches are left to the first player, three and two to either, and so on.
    assert_eq!(published.pages.len(), 8);
    let first = &published.pages[&published.doors[0]];
    for said in ["Left(4, First)", ">one<", ">two<", "Take one or two matches"] {
        assert!(first.contains(said), "{said} is not in {first}");
    }
}

#[test]
fn a_game_takes_the_place_of_one_of_its_name() {
    let games = Games::standard();
    let again = games.clone().with::<pageturner::games::Nim>();
    assert_eq!(games.names().collect::<Vec<_>>(), again.names().collect::<Vec<_>>());
}

/// Runs a program in an empty crate that has this one as a dependency, with the lines of `features` in its manifest.
fn run_outside(program: &str, features: &str, arguments: &[&str]) -> TempDir {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = TempDir::new().expect("a folder");
    let write = |path: &str, text: &str| fs::write(folder.path().join(path), text).expect("a file");
    fs::create_dir(folder.path().join("src")).expect("a folder");
    let manifest = format!(
        "[package]\nname = \"outside\"\nedition = \"2024\"\n\n[dependencies]\n\
         pageturner = {{ path = {:?}{features} }}\n",
        root.to_str().expect("Unicode")
    );
    write("Cargo.toml", &manifest);
    write("src/main.rs", program);
    // The versions that the project is tested with, which are here already.
    fs::copy(root.join("Cargo.lock"), folder.path().join("Cargo.lock")).expect("a file");
    let cargo = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--offline", "--"])
        .args(arguments)
        .current_dir(folder.path())
        .env("CARGO_TARGET_DIR", root.join("target/tmp/outside"))
        .output()
        .expect("cargo");
    assert!(cargo.status.success(), "{}", String::from_utf8_lossy(&cargo.stderr));
    folder
}

/// The second program on the front page of the documentation: Chomp, and what is known of it.
#[test]
#[ignore = "compiles the solver for another crate"]
fn chomp_is_solved_in_twenty_lines_without_sites() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let front = fs::read_to_string(root.join("src/lib.rs")).expect("a source");
    let lines =
        front.lines().filter_map(|line| line.strip_prefix("//!")).map(|line| line.strip_prefix(' ').unwrap_or(""));
    let code: String = lines.flat_map(|line| [line, "\n"]).collect();
    let shown = code.split("```\n").find(|block| block.contains("impl Rules for Chomp") && block.contains("(4, 4)"));
    let shown = shown.expect("the program");
    assert!(shown.lines().count() <= 20, "{shown}");
    // David Gale (1974): who begins wins on every bar of more than one square; on a square bar by the one bite that
    // leaves a row and a column, and on two rows by the one that leaves the upper row a square shorter. An r × c bar
    // has as many shapes as there are ways to choose r of r + c things; all but the whole and the one after it come up
    // with either player to move.
    let (rules, _) = shown.split_once("// On a square bar").expect("a comment before `main`");
    let known = r#"
fn main() {
    let shapes = |rows: usize, columns: usize| (1..=rows).fold(1, |all, row| all * (columns + row) / row);
    for rows in 1..5 {
        for columns in (1..6_u8).filter(|&columns| rows > 1 || columns > 1) {
            let game = Chomp(columns, rows);
            let solved = pageturner::solve(&game).unwrap();
            let start = solved.start();
            assert_eq!(start.value(), pageturner::solve::GameValue::Win(Player::First), "{rows} {columns}");
            assert_eq!(start.distance() % 2, 0, "the other player eats the last square");
            let count = shapes(rows, columns.into());
            let positions = 2 * count - 2;
            assert_eq!(solved.positions().len(), positions, "{rows} {columns}");
            let winning: Vec<_> = start.moves().filter(|(_, after)| after.value() == start.value()).collect();
            match (rows, columns) {
                (rows, columns) if rows == usize::from(columns) => assert_eq!(winning[0].0, (1, 1)),
                (2, columns) => assert_eq!(winning[0].0, (1, columns - 1)),
                _ => continue,
            }
            assert_eq!(winning.len(), 1);
        }
    }
}
"#;
    run_outside(&format!("{rules}{known}"), ", default-features = false", &[]);
}

#[test]
#[ignore = "compiles the program for another crate"]
fn a_game_of_another_crate_has_its_site_and_its_book() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let example = fs::read_to_string(root.join("examples/chomp.rs")).expect("a source");
    assert!(example.lines().count() <= 120);
    let content = root.join("examples/chomp");
    let content = content.to_str().expect("Unicode");
    let public = TempDir::new().expect("a folder");
    let site = public.path().join("site").to_str().expect("Unicode").to_owned();
    run_outside(&example, "", &["--root", content, "build", "--output-dir", &site]);
    // 68 positions, each with its page and its page with hints; see `tests/fixtures/chomp.toml`.
    let pages = fs::read_dir(public.path().join("site/chomp/two-player")).expect("a folder").count();
    assert_eq!(pages, 2 * 68);
    let book = public.path().join("chomp.epub").to_str().expect("Unicode").to_owned();
    run_outside(&example, "", &["--root", content, "export", "epub", "chomp", "--output", &book]);
    assert!(fs::metadata(book).expect("a book").len() > 10_000);
}
