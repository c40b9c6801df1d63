//! Games of other crates: one that implements only what the traits require, and the example of the documentation.

use std::fs;
use std::path::Path;
use std::process::Command;

use pageturner::game::{
    Declare, Outcome, ParameterError, ParameterReader, Parameters, Player, Players, Rules, Show, Status,
};
use pageturner::games::Games;

use crate::conformance::assert_keeps_promises;
use crate::files::of_project;
use crate::properties::published::{LOOKS, publish_game};
use crate::properties::table::EditionCase;
use crate::temporary::TempDir;

/// Two players take one or two matches at a time; taking the last one wins.
struct Matches;

/// The matches left, and the player to move.
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

impl Declare for Matches {
    const NAME: &'static str = "matches";

    const SUMMARY: &'static str = "Take one or two matches; whoever takes the last one wins.";

    fn from_parameters(_: &ParameterReader<'_>) -> Result<Self, ParameterError> {
        Ok(Self)
    }
}

impl Show for Matches {}

#[test]
fn a_name_and_a_sentence_make_plain_pages() {
    let games = Games::standard().with::<Matches>();
    let game = games.open("matches", &Parameters::new()).expect("it has no parameters");
    assert_keeps_promises(&game, "matches");
    let edition = EditionCase { computer: None, hints: false, leads_on: false };
    let published = publish_game(&game, 100, &[edition], &LOOKS[0]).expect("pages");
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

/// The second example on the documentation's front page runs in an empty crate without the features for sites.
#[test]
#[ignore = "compiles the solver for another crate"]
fn chomp_is_solved_in_twenty_lines_without_sites() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let front = of_project("src/lib.rs");
    let comment = front.lines().filter_map(|line| line.strip_prefix("//!"));
    let text: Vec<&str> = comment.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    let mut programs = text.split(|line| line.starts_with("```"));
    let shown = programs.find(|lines| lines.iter().any(|line| line.contains("Chomp(4, 4)"))).expect("the program");
    assert!(shown.len() <= 20, "{shown:?}");
    let folder = TempDir::new();
    let manifest = format!(
        "[package]\nname = \"outside\"\nedition = \"2024\"\n\n[[bin]]\nname = \"outside\"\npath = \"main.rs\"\n\n\
         [dependencies]\npageturner = {{ path = {root:?}, default-features = false }}\n"
    );
    fs::write(folder.path().join("Cargo.toml"), manifest).expect("a file");
    fs::write(folder.path().join("main.rs"), shown.join("\n")).expect("a file");
    // The versions that the project is tested with, which are already downloaded.
    fs::copy(root.join("Cargo.lock"), folder.path().join("Cargo.lock")).expect("a file");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["run", "--quiet", "--offline"]).current_dir(folder.path());
    let output = cargo.env("CARGO_TARGET_DIR", root.join("target/tmp/outside")).output().expect("cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// An example is its own crate, which sees only public items.
#[test]
#[ignore = "links the program once more"]
fn a_game_of_another_crate_has_its_site_and_its_book() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    assert!(of_project("examples/chomp.rs").lines().count() <= 120);
    let folder = TempDir::new();
    let (site, book) = (folder.path().join("site"), folder.path().join("chomp.epub"));
    let run = |arguments: &[&str], out: &Path| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["run", "--quiet", "--offline", "--example", "chomp", "--", "--root", "examples/chomp"]);
        let output = cargo.args(arguments).arg(out).current_dir(root).output().expect("cargo");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    run(&["build", "--output-dir"], &site);
    // 68 positions, each with its page and its page with hints, their map and their answers; see
    // `tests/fixtures/chomp.toml`.
    let pages = fs::read_dir(site.join("chomp/two-player")).expect("a folder").count();
    assert_eq!(pages, 2 * 68 + 2);
    run(&["export", "epub", "chomp", "--output"], &book);
    assert!(fs::metadata(book).expect("a book").len() > 10_000);
}
