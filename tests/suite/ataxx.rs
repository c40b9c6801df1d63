//! Ataxx as this repository publishes it, read from the pages. The rules are implemented here a second time, on plain
//! lists of squares, independently of the code under test.

use std::collections::BTreeSet;

use crate::conformance::parameter;
use crate::default_site::assert_moves_are;
use crate::files::of_project;
use crate::whole_site::{has, pages_below, plain_edition};
use pageturner::game::Player;
use pageturner::games::Games;
use pageturner::graph::StateId;
use pageturner::solve::{GameValue, Solution};

/// The published boards, drawn by hand from their layouts.
pub(crate) const BOARDS: [(&str, &[&str]); 5] = [
    ("cross", &[".##.", "#..#", "#..#", ".##."]),
    ("bridges", &[".###.", "#.#.#", "#.#.#", ".###."]),
    ("windmill", &[".###.", "#.#.#", "##.##", "#.#.#", ".###."]),
    ("tower", &["...", "#.#", "###", "...", "###", "#.#", "..."]),
    ("gardens", &[".#####.", "..###..", "#######", "###.###", "#######", "..###..", ".#####."]),
];

/// The boards with an edition for two people. The others are played only against the computer.
pub(crate) const FOR_TWO: [&str; 2] = ["cross", "bridges"];

const LEVELS: [&str; 6] = ["easy", "easy-second", "medium", "medium-second", "hard", "hard-second"];

// ------------------------------------------------------------------------------------------------ the rules once more

/// The open squares of a board, row by row from the top, as their rows and columns.
pub(crate) struct Rules {
    squares: Vec<(usize, usize)>,
    rows: usize,
    columns: usize,
}

impl Rules {
    pub(crate) fn new(board: &[&str]) -> Self {
        let (rows, columns) = (board.len(), board[0].len());
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let squares = places.filter(|&(row, column)| board[row].as_bytes()[column] == b'.').collect();
        Self { squares, rows, columns }
    }

    pub(crate) fn start(&self) -> String {
        let letter = |&(row, column): &(usize, usize)| {
            let (top, left) = (row == 0, column == 0);
            let corner = (top || row == self.rows - 1) && (left || column == self.columns - 1);
            if !corner {
                '-'
            } else if top == left {
                'x'
            } else {
                'o'
            }
        };
        format!("x{}", self.squares.iter().map(letter).collect::<String>())
    }

    fn distance(&self, one: usize, other: usize) -> usize {
        let ((row, column), (other_row, other_column)) = (self.squares[one], self.squares[other]);
        row.abs_diff(other_row).max(column.abs_diff(other_column))
    }

    /// Returns every step of one or two squares that a side can make, as its first and its last square.
    fn steps(&self, cells: &[u8], side: u8) -> Vec<(usize, usize)> {
        let all = 0..cells.len();
        let own = all.clone().filter(|&from| cells[from] == side);
        let reach = |from| all.clone().filter(move |&to| cells[to] == b'-' && self.distance(from, to) <= 2);
        own.flat_map(|from| reach(from).map(move |to| (from, to))).collect()
    }

    /// Returns the slugs after the legal moves, all different. A pass changes only whose turn it is.
    fn moves(&self, slug: &str) -> BTreeSet<String> {
        let (side, cells) = slug.as_bytes().split_first().expect("a slug");
        let other = if *side == b'x' { b'o' } else { b'x' };
        let steps = self.steps(cells, *side);
        let has = |side: u8| cells.contains(&side);
        if !has(*side) || !has(other) || (steps.is_empty() && self.steps(cells, other).is_empty()) {
            return BTreeSet::new();
        }
        let spell = |cells: &[u8]| format!("{}{}", other as char, String::from_utf8_lossy(cells));
        if steps.is_empty() {
            return BTreeSet::from([spell(cells)]);
        }
        let after = |(from, to): (usize, usize)| {
            let mut after = cells.to_vec();
            after[to] = *side;
            if self.distance(from, to) == 2 {
                after[from] = b'-';
            }
            for beside in (0..cells.len()).filter(|&square| self.distance(square, to) == 1) {
                if after[beside] == other {
                    after[beside] = *side;
                }
            }
            spell(&after)
        };
        steps.into_iter().map(after).collect()
    }
}

fn count(slug: &str, side: char) -> usize {
    slug[1..].matches(side).count()
}

// ------------------------------------------------------------------------------------------------ reading the pages

#[test]
fn two_players_have_the_legal_moves_and_are_told_how_it_stands() {
    let mut passes = 0;
    for (board, rows) in BOARDS {
        let rules = Rules::new(rows);
        let start = rules.start();
        let folder = format!("ataxx/{board}/two-player");
        if !FOR_TWO.contains(&board) || !has(&folder) {
            continue;
        }
        assert_moves_are(&folder, &start, |slug| rules.moves(slug).into_iter().collect());
        let pages = plain_edition(&folder);
        for name in pages.keys().copied().filter(|name| !name.contains("~from-")) {
            let slug = if name == "index" { &start } else { name };
            let legal = rules.moves(slug);
            let has_to_pass = legal.len() == 1 && legal.iter().all(|after| after[1..] == slug[1..]);
            passes += usize::from(has_to_pass);

            let (x, o) = (count(slug, 'x'), count(slug, 'o'));
            let mover = slug[..1].to_uppercase();
            let reason = match (x, o) {
                (0, _) => "X has no piece left".to_owned(),
                (_, 0) => "O has no piece left".to_owned(),
                _ => format!("{} to {}", x.max(o), x.min(o)),
            };
            let status = match (legal.is_empty(), x.cmp(&o)) {
                (false, _) if has_to_pass => {
                    format!("{mover} cannot move and has to pass. X has {x}, O has {o}.")
                }
                (false, _) => format!("{mover} to move. X has {x}, O has {o}."),
                (true, std::cmp::Ordering::Greater) => format!("X wins: {reason}."),
                (true, std::cmp::Ordering::Equal) => format!("A draw: {reason}."),
                (true, std::cmp::Ordering::Less) => format!("O wins: {reason}."),
            };
            // If only one move leads here, the status begins with that move.
            assert!(pages[name].status.ends_with(&status), "{folder}/{name}: {}, not {status}", pages[name].status);
        }
    }
    assert!(passes > 0, "somebody has to pass somewhere");
}

#[test]
fn squares_tell_what_the_computer_did() {
    for (path, page) in pages_below("ataxx").filter(|(path, _)| !path.contains("~hint")) {
        let Some(level) = path.split('/').nth(2) else { continue };
        let Some((turned, _)) = page.status.split_once(". Your move").filter(|_| LEVELS.contains(&level)) else {
            continue;
        };
        // Only the last of several moves is marked, and the status does not say what it turned.
        if turned.contains("had to pass") {
            let placed = page.classes.iter().filter(|class| *class == "placed").count();
            assert_eq!(placed, usize::from(!turned.ends_with("pass")), "{path}");
            continue;
        }
        let named =
            turned.split(" and turned ").nth(1).map_or(0, |names| names.replace(" and ", ", ").split(", ").count());
        assert_eq!(page.classes.iter().filter(|class| *class == "turned").count(), named, "{path}");
        let placed = usize::from(!turned.contains("had to pass"));
        assert_eq!(page.classes.iter().filter(|class| *class == "placed").count(), placed, "{path}");
    }
}

#[test]
fn the_boards_are_described_as_they_are() {
    let page = of_project("content/ataxx.md");
    let header: toml::Table = toml::from_str(page.split("+++\n").nth(1).expect("a header")).expect("TOML");
    let mut endings = BTreeSet::new();
    for board in header["boards"].as_array().expect("a list of boards") {
        let parameters = board["parameters"].as_table().expect("a table");
        let given = parameters.iter().map(|(key, given)| (key.clone(), parameter(given)));
        let game = Games::standard().open("ataxx", &given.collect()).expect("a board");
        let positions = game.explore(100_000).expect("a board that can be published whole");
        let start = Solution::of(positions.graph()).verdict(StateId::START);
        // X moves first, and they take turns.
        let told = match start.value {
            GameValue::Win(Player::First) => format!("X wins in {} moves", start.distance.div_ceil(2)),
            GameValue::Win(Player::Second) => format!("O wins in {} moves", start.distance / 2),
            GameValue::Draw if start.distance.is_multiple_of(2) => {
                format!("draw, in {} moves each", start.distance / 2)
            }
            GameValue::Draw => panic!("the players make no equal number of moves"),
            GameValue::Endless => "endless".to_owned(),
            GameValue::Unsolvable => panic!("Ataxx is no puzzle"),
        };
        let summary = board["summary"].as_str().expect("a text");
        assert!(summary.contains(&told), "{summary:?} should say {told:?}");
        if board.get("draft").is_none() {
            endings.insert(told.split(' ').next().map(str::to_owned));
        }
    }
    assert_eq!(endings.len(), 3, "some are won by X, some by O, some endless");
}
