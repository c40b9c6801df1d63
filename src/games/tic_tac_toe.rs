//! Tic-tac-toe: two players put X and O on a board of nine squares in turn; three in a row wins.
//!
//! X moves first. Play stops when one side has three squares in a row, or when the board is full.
//!
//! - **Source:** a blog post of 2009 about an e-book for the Kindle that has one page for every board.
//! - **Parameters:** none.
//! - **Squares** are named as in chess: columns `a` `b` `c` from the left, rows `1` `2` `3` from the bottom.
//! - **Slug:** the board as a nine-digit number in base 3 (empty 0, X 1, O 2; the top-left square is the most
//!   significant digit, reading left to right and down), written in lower-case hexadecimal without padding. X alone in
//!   the centre is 000010000, which is 81, which is `51`.
//! - **Known counts:** 5,478 positions and 16,167 moves; 958 finished boards, of which X won 626 and O 316 and nobody 16;
//!   255,168 different games. See `tests/counts/tic-tac-toe.toml`.

use crate::game::{
    Game, Grid, Label, Outcome, ParameterError, Player, Players, Reader, Scene, Slug, SlugError, Square, Status, Target,
};

const SIDE: usize = 3;
const SQUARES: usize = SIDE * SIDE;
const LINES: [[usize; SIDE]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// Tic-tac-toe; it has no parameters.
#[derive(Clone, Copy, Debug)]
pub struct TicTacToe;

/// What each square holds, row by row from the top; whose turn it is follows from the number of marks.
type Board = [Option<Player>; SQUARES];

impl Game for TicTacToe {
    type State = Board;
    /// The index of a square.
    type Move = usize;

    const NAME: &'static str = "tic-tac-toe";

    fn from_parameters(_: &mut Reader<'_>) -> Result<Self, ParameterError> {
        Ok(Self)
    }

    fn players(&self) -> Players {
        Players::Two("X", "O")
    }

    fn goal(&self) -> String {
        "Three in a row wins.".to_owned()
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

    fn slug(&self, board: &Board) -> Slug {
        let number = board.iter().fold(0, |number, square| number * 3 + digit(*square));
        Slug::new(format!("{number:x}"))
    }

    fn parse_slug(&self, text: &str) -> Result<Board, SlugError> {
        let wrong = || SlugError::new(text, "a board is nine digits in base 3, written in hexadecimal, such as `51`");
        let mut number = u32::from_str_radix(text, 16).map_err(|_| wrong())?;
        let mut board = self.start();
        for square in board.iter_mut().rev() {
            *square = [None, Some(Player::First), Some(Player::Second)][number as usize % 3];
            number /= 3;
        }
        let marks_of = |player| board.iter().filter(|&&square| square == Some(player)).count();
        let (x, o) = (marks_of(Player::First), marks_of(Player::Second));
        let canonical = number == 0 && self.slug(&board).as_str() == text;
        if canonical && (x == o || x == o + 1) { Ok(board) } else { Err(wrong()) }
    }

    fn scene(&self, board: &Board) -> Scene {
        let mut emphasis: Vec<_> = won_lines(board).flatten().copied().collect();
        emphasis.sort_unstable();
        emphasis.dedup();
        let square = |mark: &Option<Player>| match *mark {
            None => Square::Empty,
            Some(player) => Square::Mark(player, self.players().name(player)),
        };
        Scene::Grid(Grid { columns: SIDE, squares: board.iter().map(square).collect(), emphasis })
    }

    fn target(&self, _: &Board, square: usize) -> Target {
        Target::Square(square)
    }

    fn label(&self, board: &Board, square: usize) -> Label {
        let column = ["a", "b", "c"][square % SIDE];
        let row = SIDE - square / SIDE;
        Label::new(format!("{column}{row}"), format!(", play {} here", self.players().name(mover(board))))
    }
}

fn mover(board: &Board) -> Player {
    if board.iter().flatten().count().is_multiple_of(2) { Player::First } else { Player::Second }
}

fn won_lines(board: &Board) -> impl Iterator<Item = &'static [usize; SIDE]> {
    LINES.iter().filter(|line| board[line[0]].is_some() && line.iter().all(|&square| board[square] == board[line[0]]))
}

fn digit(square: Option<Player>) -> u32 {
    match square {
        None => 0,
        Some(Player::First) => 1,
        Some(Player::Second) => 2,
    }
}
