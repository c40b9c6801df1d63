//! What pages of `best_play` say, held to a solver of its own that knows nothing but the pages and their links.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use pageturner::game::{Outcome, Player, Status};

use crate::files::plain;
use crate::fixture::Fixture;
use crate::oracle::{Value, Values};
use crate::reading::one_line;
use crate::whole_site::{self, FOLDER, SITE, has, named_moves};

/// A position as its page tells it.
struct Position {
    status: String,
    /// What the moves are called, and the pages that they lead to.
    moves: Vec<(String, String)>,
}

impl Position {
    fn read(path: &str) -> Self {
        // A peg stands before the name of its hole.
        let short = |name: String| name.strip_prefix("o ").map_or(name.clone(), str::to_owned);
        let moves = named_moves(path).into_iter().map(|(name, to)| (short(name), plain(&to)));
        Self { status: one_line(&SITE[path].status), moves: moves.collect() }
    }

    /// Who has to move, or the person in a puzzle.
    fn mover(&self) -> char {
        let told = ["X", "O"].into_iter().find(|name| self.status.contains(&format!("{name} to move")));
        let passes = ["X", "O"].into_iter().find(|name| self.status.contains(&format!("{name} cannot move")));
        told.or(passes).map_or('Y', |name| name.chars().next().expect("a letter"))
    }

    /// Who has won, if the game is over and somebody has.
    fn winner(&self) -> Option<char> {
        let ends = [("X wins", 'X'), ("O wins", 'O'), ("Solved", 'Y')];
        ends.into_iter().find(|(told, _)| self.status.contains(told)).map(|(_, winner)| winner)
    }
}

/// For each position of an edition who wins, and in how many moves at most.
fn wins(positions: &BTreeMap<String, Position>) -> BTreeMap<&str, (char, usize)> {
    let numbers: BTreeMap<&str, u32> = positions.keys().map(String::as_str).zip(0..).collect();
    let player = |name| if name == 'O' { Player::Second } else { Player::First };
    let rows = positions.values().map(|position| {
        let status = match position.winner() {
            Some(winner) => Status::Over(Outcome::Win(player(winner))),
            None if position.moves.is_empty() => Status::Over(Outcome::Draw),
            None => Status::Turn(player(position.mover())),
        };
        (status, position.moves.iter().map(|(_, to)| numbers[to.as_str()]).collect())
    });
    let values = Values::of(&rows.collect::<Vec<_>>(), false);
    let is_puzzle = positions.values().any(|position| position.winner() == Some('Y'));
    let wins = numbers.into_iter().filter_map(|(path, number)| {
        let Value::Win(winner, (_, distance)) = values.value(number as usize) else { return None };
        let name = match winner {
            _ if is_puzzle => 'Y',
            Player::First => 'X',
            Player::Second => 'O',
        };
        Some((path, (name, distance as usize)))
    });
    wins.collect()
}

fn told(path: &str) -> Option<String> {
    told_in(&FOLDER, path)
}

fn told_in(folder: &Path, path: &str) -> Option<String> {
    let html = fs::read_to_string(folder.join(path)).expect("a page");
    let unfolded = html.split_once("<details><summary>Best play</summary> <p>")?.1;
    Some(unfolded.split_once("</details>").expect("an end").0.to_owned())
}

/// What is said of a position that `winner` wins when so many moves of both have been made.
fn expected(position: &Position, winner: char, distance: usize, wins: &BTreeMap<&str, (char, usize)>) -> String {
    let result = match winner {
        'Y' => format!("Solved in {distance}."),
        // Of the moves that are left every other one is the winner's.
        winner if winner == position.mover() => format!("{winner} wins in {}.", distance.div_ceil(2)),
        winner => format!("{winner} wins in {}.", distance / 2),
    };
    let is_best = |to: &str| wins.get(to) == Some(&(winner, distance - 1));
    let best: Vec<&str> = position.moves.iter().filter(|(_, to)| is_best(to)).map(|(name, _)| &**name).collect();
    match best.len() {
        count if count == position.moves.len() => result,
        count @ 4.. => format!("{result} Best: {count} of {} moves.", position.moves.len()),
        _ => {
            let (last, others) = best.split_last().expect("a best move");
            let others = others.join(", ");
            let or = if others.is_empty() { "" } else { " or " };
            format!("{result} Best: {others}{or}{last}.")
        }
    }
}

#[test]
fn pages_tell_what_best_play_comes_to() {
    let all_of = |edition: &str| -> BTreeMap<String, Position> {
        let names = whole_site::plain_edition(edition).into_keys().filter(|name| !name.contains("~from-"));
        let paths = names.map(|name| format!("{edition}/{name}.html"));
        paths.map(|path| (path.clone(), Position::read(&path))).collect()
    };
    for (edition, count) in [
        ("ataxx/cross/two-player", 627),
        ("ataxx/bridges/two-player", 1991),
        ("peg-solitaire/corner", 3016),
        ("hanoi/6-discs", 729),
        ("hanoi/6-discs-4-pegs", 4096),
    ]
    .into_iter()
    .filter(|(edition, _)| has(edition))
    {
        let positions = all_of(edition);
        assert_eq!(positions.len(), count, "{edition}");
        let wins = wins(&positions);
        for (path, position) in &positions {
            let Some(told) = told(path) else {
                assert!(position.moves.is_empty(), "{path} says nothing");
                continue;
            };
            assert!(!position.moves.is_empty(), "{path} is an end");
            match wins.get(path.as_str()) {
                Some(&(winner, distance)) => {
                    let sorted = |text: &str| {
                        let mut words: Vec<String> = text.split(['.', ',', ' ']).map(str::to_owned).collect();
                        words.sort();
                        words
                    };
                    let expected = expected(position, winner, distance, &wins);
                    // The moves stand in an order that is the game's own.
                    assert_eq!(sorted(&told), sorted(&expected), "{path}: {told:?}, not {expected:?}");
                }
                None if edition.contains("peg-solitaire") => assert_eq!(told, "Cannot be solved.", "{path}"),
                None => assert!(told.starts_with("A draw.") || told.starts_with("Endless."), "{path}: {told}"),
            }
        }
    }
    assert_eq!(told("hanoi/6-discs/index.html").as_deref(), Some("Solved in 63. Best: 1 to B."));
    for (edition, begins) in [("ataxx/cross/two-player", "O wins in 4."), ("ataxx/bridges/two-player", "X wins in 6.")]
    {
        let begin = format!("{edition}/index.html");
        assert!(!has(edition) || told(&begin).is_some_and(|told| told.starts_with(begins)), "{edition}");
    }
    for other in ["nim/two-player/index.html", "ataxx/windmill/hard/index.html", "hanoi/3-discs/index.html"] {
        assert_eq!(told(other), None, "{other} has hints, or somebody to play against");
    }
}

#[test]
fn play_that_neither_side_can_end_is_told_to_be_endless() {
    let site = Fixture::new();
    let board = [".###.", "#.#.#", "##.##", "#.#.#", ".###."];
    let edition = "[[editions]]\nname = \"two-player\"\ntitle = \"Two players\"\nbest_play = true\n";
    let header = "title = \"Ataxx\"\nsummary = \"Jump.\"\ngame = \"ataxx\"\n";
    site.write("content/windmill.md", &format!("+++\n{header}parameters.board = {board:?}\n{edition}+++\n"));
    site.build(&[]);
    let told = told_in(&site.public(), "windmill/two-player/index.html");
    assert!(told.as_ref().is_some_and(|told| told.starts_with("Endless.")), "{told:?}");
}
