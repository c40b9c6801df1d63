//! Tic-tac-toe: two players take turns to put X and O on a board of nine squares; three in a row wins.
//!
//! X moves first. Play stops when one side has three squares in a row, or when the board is full.
//!
//! - **Source:** a blog post of 2009 about an e-book for the Kindle that has one page for every board.
//! - **Parameters:** none.
//! - **Squares** are named as in chess: columns `a` `b` `c` from the left, rows `1` `2` `3` from the bottom.
//! - **Slug:** the board as a nine-digit number in base 3 (empty 0, X 1, O 2; the top-left square is the most
//!   significant digit, and the others follow row by row), written in lower-case hexadecimal without padding. X alone
//!   in the centre is 000010000 in base 3, or 81, so its slug is `51`.
//! - **Known counts:** 5,478 positions and 16,167 moves; 958 finished boards (X won 626, O won 316, 16 are drawn);
//!   255,168 different games. See `tests/counts/tic-tac-toe.toml`.
//! - **Policies:** `fignition`, the opponent of a program for the FIGnition computer (2011), after a ZX81 listing. This
//!   opponent plays only X, begins in the centre and cannot lose.

use crate::engine::game::{
    Clicks, Coordinates, Declare, Grid, GridStyle, Label, MapPlace, Message, Name, Outcome, ParameterError,
    ParameterReader, Player, Players, PolicyDescription, Rules, Scene, Show, Slug, Square, Status, Target,
    apply_symmetry,
};

const SIDE: usize = 3;
const SQUARES: usize = SIDE * SIDE;
const NAMES: [&str; SQUARES] = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"];
const LINES: [[usize; SIDE]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const LINE_NAMES: [&str; 8] =
    ["top-row", "middle-row", "bottom-row", "left-column", "middle-column", "right-column", "diagonal", "diagonal"];

/// Tic-tac-toe, a game without parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TicTacToe;

/// The mark on each square, row by row from the top. The number of marks decides whose turn it is.
type Board = [Option<Player>; SQUARES];

impl Rules for TicTacToe {
    type State = Board;
    type Move = usize;

    fn players(&self) -> Players {
        Players::Two(mark(Player::First).into(), mark(Player::Second).into())
    }

    fn start(&self) -> Board {
        [None; SQUARES]
    }

    fn status(&self, board: &Board) -> Status {
        if let Some(line) = won_lines(board).next() {
            let winner = board[line[0]].expect("a won line is full");
            return Status::Over(Outcome::Win(winner));
        }
        if board.iter().all(Option::is_some) { Status::Over(Outcome::Draw) } else { Status::Turn(mover(board)) }
    }

    fn moves(&self, board: &Board, out: &mut Vec<usize>) {
        if won_lines(board).next().is_none() {
            out.extend((0..SQUARES).filter(|&square| board[square].is_none()));
        }
    }

    fn play(&self, board: &Board, square: usize) -> Board {
        let mut after = *board;
        after[square] = Some(mover(board));
        after
    }

    fn canonical(&self, board: &Board) -> Board {
        let images =
            (0..8).map(|symmetry| std::array::from_fn(|square| board[apply_symmetry(square, SIDE, SIDE, symmetry)]));
        images.min().unwrap_or(*board)
    }

    /// Scores the lines with marks of only one side: 2 for a line with one mark, 4 for a line with two.
    fn estimate(&self, board: &Board) -> i32 {
        let marks = |line: &[usize; SIDE], player| line.iter().filter(|&&square| board[square] == Some(player)).count();
        let worth = |line| match (marks(line, Player::First), marks(line, Player::Second)) {
            (0, 0) => 0,
            (x, 0) => 1 << x,
            (0, o) => -(1 << o),
            _ => 0,
        };
        LINES.iter().map(worth).sum()
    }
}

impl Declare for TicTacToe {
    const NAME: &'static str = "tic-tac-toe";

    const SUMMARY: &'static str = "Two players take turns to put X and O on nine squares; three in a row wins.";

    fn from_parameters(_: &ParameterReader<'_>) -> Result<Self, ParameterError> {
        Ok(Self)
    }

    const SLUG_FORMAT: &'static str = "the board as a number in base 3 (empty 0, X 1, O 2), starting at the top left \
                                       square, written in hexadecimal: `51` is X in the centre";

    const POLICIES: &'static [PolicyDescription] = &[PolicyDescription::new(
        "fignition",
        "The strategy of a program for the FIGnition computer: it plays X, begins in the centre, goes around \
                the edge, and cannot lose.",
    )];

    const CATALOGUES: &'static [(&'static str, &'static str)] =
        &[("en", include_str!("tic_tac_toe.en.ftl")), ("de", include_str!("tic_tac_toe.de.ftl"))];
}

impl Show for TicTacToe {
    fn slug(&self, board: &Board) -> String {
        format!("{:x}", board.iter().fold(0, |number, square| number * 3 + digit(*square)))
    }

    fn move_slug(&self, _: &Board, square: usize) -> Slug {
        Slug::new(NAMES[square])
    }

    fn policy_moves(&self, _: &str, board: &Board) -> Vec<usize> {
        match fignition(board).filter(|&square| board[square].is_none()) {
            Some(square) => vec![square],
            None => (0..SQUARES).filter(|&square| board[square].is_none()).collect(),
        }
    }

    fn goal(&self) -> Message {
        Message::key("goal")
    }

    fn scene(&self, board: &Board) -> Scene {
        let mut emphasis: Vec<_> = won_lines(board).flatten().copied().collect();
        emphasis.sort_unstable();
        emphasis.dedup();
        let square = |owner: &Option<Player>| match *owner {
            None => Square::Empty,
            Some(player) => Square::Mark(player, Name::Borrowed(mark(player))),
        };
        let squares = board.iter().map(square).collect();
        let (columns, style, edges) = (SIDE, GridStyle::Lines, Coordinates::Chess);
        let (pieces, joined) = Default::default();
        Scene::Grid(Grid { columns, style, edges, squares, emphasis, pieces, joined })
    }

    fn clicks(&self, _: &Board, square: usize) -> Clicks {
        Clicks::one(Target::Square(square))
    }

    fn label(&self, board: &Board, square: usize) -> Label {
        let play = Message::key("play").with("square", NAMES[square]).with("player", mark(mover(board)));
        Label::new(NAMES[square], play)
    }

    fn past_tense(&self, _: &Board, square: usize) -> Message {
        Message::key("took").with("square", NAMES[square])
    }

    fn on_map(&self, board: &Board) -> MapPlace {
        let marks = board.iter().flatten().count() as u32;
        MapPlace::Row(marks, Message::key("marks").with_number("marks", marks))
    }

    fn ending(&self, board: &Board) -> Message {
        let won: Vec<_> = LINES.iter().zip(LINE_NAMES).filter(|(line, _)| is_won(board, line)).collect();
        Message::key(match won[..] {
            [] => "full-board",
            [(_, name)] => name,
            _ => "two-rows",
        })
    }
}

/// The border squares clockwise from the top-left corner, as the FIGnition program numbers them from 1.
const RING: [usize; 8] = [0, 1, 2, 5, 8, 7, 6, 3];
const CENTRE: usize = 4;

/// Returns the move of the FIGnition opponent, which plays X. Returns `None` on a board that the opponent never
/// reaches.
///
/// The opponent's second X is one step clockwise from the player's first square. From then on, the opponent plays
/// opposite its own last X if that square is free, and so wins. Otherwise it continues around the ring: if the player
/// began on an edge, two steps and then seven; if in a corner, two, three and six. The board does not show which O came
/// first, so this function tries each O, until the resulting game leads to this board.
fn fignition(board: &Board) -> Option<usize> {
    if board[CENTRE].is_none() {
        return Some(CENTRE);
    }
    let on = |place: usize| board[RING[place % RING.len()]];
    let crosses = (0..RING.len()).filter(|&place| on(place) == Some(Player::First)).count();
    let first = (0..RING.len()).find(|&first| {
        let walk = walk(first);
        on(first) == Some(Player::Second)
            && crosses < walk.len()
            && walk[..crosses].iter().all(|&x| on(x) == Some(Player::First))
            && walk[..crosses.saturating_sub(1)].iter().all(|&x| on(x + 4) == Some(Player::Second))
    })?;
    let walk = walk(first);
    let place = match crosses.checked_sub(1) {
        Some(last) if on(walk[last] + 4).is_none() => walk[last] + 4,
        _ => walk[crosses],
    };
    Some(RING[place % RING.len()])
}

/// Returns the squares of the ring where the opponent plays if the player, who began at `first`, always blocks.
fn walk(first: usize) -> Vec<usize> {
    // Corners have even indices.
    let distances: &[usize] = if first.is_multiple_of(2) { &[1, 3, 6, 12] } else { &[1, 3, 10] };
    distances.iter().map(|distance| first + distance).collect()
}

/// Returns the mark of a player, which is also the player's name.
fn mark(player: Player) -> &'static str {
    player.pick("X", "O")
}

fn mover(board: &Board) -> Player {
    if board.iter().flatten().count().is_multiple_of(2) { Player::First } else { Player::Second }
}

fn won_lines(board: &Board) -> impl Iterator<Item = &'static [usize; SIDE]> {
    LINES.iter().filter(|line| is_won(board, line))
}

fn is_won(board: &Board, line: &[usize; SIDE]) -> bool {
    board[line[0]].is_some() && line.iter().all(|&square| board[square] == board[line[0]])
}

fn digit(square: Option<Player>) -> u32 {
    square.map_or(0, |player| player.pick(1, 2))
}
