//! Shapes: what tells boards and their parts apart, but for their texts and where their links lead. A theme is asked
//! once for each.

use super::board::{Board, Cell, GridSquare, HeapRow, MoveLink, PegPlace, Piece};
use crate::game::{Edges, Player, Square};

/// What tells boards apart whose parts are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoardShape {
    /// A board of squares.
    Grid {
        /// How many columns there are.
        columns: usize,
        /// How many rows there are.
        rows: usize,
        /// Whether it is of a game whose boards have walls.
        walled: bool,
        /// The names of rows and columns.
        edges: Edges,
        /// Whether parts of the grid are no part of the board.
        gapped: bool,
        /// The move of passing, where that is all that can be done.
        pass: Option<MoveShape>,
    },
    /// Discs on pegs.
    Pegs {
        /// How many pegs there are.
        pegs: usize,
        /// How many discs fit on each.
        levels: usize,
    },
    /// Rows of pieces.
    Heaps {
        /// How many rows there are.
        rows: usize,
    },
}

/// What kind of worth a move has for whoever makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WorthKind {
    /// It wins.
    Win,
    /// It draws.
    Draw,
    /// It loses.
    Loss,
    /// Nobody can force an end after it.
    Endless,
    /// It stays on a shortest way to the goal of a puzzle.
    On,
    /// It leaves a longer way to the goal.
    Longer,
    /// It leaves no way to the goal.
    Stuck,
}

impl WorthKind {
    /// Returns the name by which templates ask for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
            Self::Endless => "endless",
            Self::On => "on",
            Self::Longer => "longer",
            Self::Stuck => "stuck",
        }
    }
}

/// What tells the links of moves apart, but for their texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveShape {
    /// Of which kind the worth is that it tells, if it tells one.
    pub worth: Option<WorthKind>,
    /// Whether no other move is worth more.
    pub best: bool,
    /// Whether it takes the choice of a piece back.
    pub back: bool,
}

/// What tells the parts of boards apart, but for their texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CellShape {
    /// A square of a grid.
    Square {
        /// What stands on it.
        kind: SquareKind,
        /// The names at the edges of its grid, of which its own is made.
        edges: Edges,
        /// How many columns its cell has in a table: walls that follow each other in a row are one, and so are gaps,
        /// the others of them none.
        span: u8,
        /// Whether it deserves attention.
        emphasis: bool,
        /// How the lines of such squares run that go through it.
        lines: Lines,
        /// What the last move did to it.
        last: Last,
        /// The move of touching it.
        mv: Option<MoveShape>,
    },
    /// A place on a peg.
    Place {
        /// The disc that lies or would lie there; 0 for none.
        disc: u8,
        /// Its width in percent.
        width: u8,
        /// The move of landing it here.
        mv: Option<MoveShape>,
    },
    /// A row of pieces.
    Row {
        /// How many pieces are left.
        pieces: u8,
        /// How many the last move took.
        taken: u8,
        /// How many have been taken in all, those of the last move among them.
        gone: u8,
    },
    /// A piece of a row.
    Piece {
        /// The move of taking it.
        mv: Option<MoveShape>,
    },
}

/// What stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SquareKind {
    /// Nothing.
    Empty,
    /// A player's mark.
    Mark(Player),
    /// A wall.
    Wall,
    /// Nothing, on a place that is drawn.
    Hole,
    /// It is no part of the board.
    Gap,
}

/// The directions of the lines of squares that go through one of them and all the way over the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Lines(u8);

impl Lines {
    /// The names by which templates ask for the directions: along a row, along a column, down to the right, and up to
    /// the right.
    const NAMES: [&str; 4] = ["row", "col", "dia", "anti"];

    /// Returns the lines through the square with this index, in a grid where these squares, in ascending order, deserve
    /// attention.
    pub(super) fn through(square: usize, emphasis: &[usize], columns: usize, rows: usize) -> Self {
        let (row, column) = (square / columns, square % columns);
        let is_full = |first: usize, step: usize, count: usize| {
            (0..count).all(|place| emphasis.binary_search(&(first + place * step)).is_ok())
        };
        let is_square = rows == columns;
        let directions = [
            is_full(row * columns, 1, columns),
            is_full(column, columns, rows),
            is_square && row == column && is_full(0, columns + 1, rows),
            is_square && row + column + 1 == columns && is_full(columns - 1, columns - 1, rows),
        ];
        Self((0..).zip(directions).map(|(bit, is_there)| u8::from(is_there) << bit).sum())
    }

    /// Returns the names of the directions with blanks between.
    fn names(self) -> String {
        let names = (0..).zip(Self::NAMES).filter(|(bit, _)| self.0 >> bit & 1 == 1).map(|(_, name)| name);
        names.collect::<Vec<_>>().join(" ")
    }
}

/// What the last move did to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Last {
    /// Nothing, or the page does not know that move.
    Nothing,
    /// It put a mark there.
    Placed,
    /// It turned the mark into another.
    Turned,
    /// It took the mark away.
    Left,
}

impl Last {
    fn name(self) -> &'static str {
        match self {
            Self::Nothing => "",
            Self::Placed => "placed",
            Self::Turned => "turned",
            Self::Left => "left",
        }
    }
}

impl SquareKind {
    /// Returns the name by which templates ask for it.
    fn name(self) -> &'static str {
        match self {
            Self::Empty => "free",
            Self::Mark(_) => "mark",
            Self::Wall => "wall",
            Self::Hole => "hole",
            Self::Gap => "gap",
        }
    }

    /// Whether it is a mark of the second player.
    pub fn is_second(self) -> bool {
        self == Self::Mark(Player::Second)
    }

    /// Returns what stands on a square of a scene.
    pub(super) fn of(square: &Square) -> Self {
        match square {
            Square::Empty => Self::Empty,
            Square::Mark(player, _) => Self::Mark(*player),
            Square::Wall => Self::Wall,
            Square::Hole => Self::Hole,
            Square::Gap => Self::Gap,
        }
    }
}

/// Gives a board its parts and its links: as they are, or marks in place of them.
pub trait Parts {
    /// Returns the link of the move of passing.
    fn pass(&self, shape: MoveShape) -> MoveLink;
    /// Returns the square with this index.
    fn square(&self, index: usize) -> Cell<GridSquare>;
    /// Returns the place on a peg with this index, counted level by level.
    fn place(&self, index: usize) -> Cell<PegPlace>;
    /// Returns the row of pieces with this index.
    fn row(&self, index: usize) -> Cell<HeapRow>;
}

impl BoardShape {
    /// Returns a board of this shape, as templates are given it.
    pub fn board(&self, parts: &impl Parts) -> Board {
        match *self {
            Self::Grid { columns, rows, walled, edges, gapped, pass } => Board::Grid {
                columns,
                walled,
                gapped,
                column_names: ('a'..='z').take(if edges == Edges::Chess { columns } else { 0 }).collect(),
                row_names: row_names(edges, rows),
                rows: in_rows(columns, rows, |index| parts.square(index)),
                pass: pass.map(|shape| parts.pass(shape)),
            },
            Self::Pegs { pegs, levels } => Board::Pegs {
                names: ('A'..).take(pegs).collect(),
                levels: in_rows(pegs, levels, |index| parts.place(index)),
            },
            Self::Heaps { rows } => Board::Heaps { rows: (0..rows).map(|index| parts.row(index)).collect() },
        }
    }

    /// Returns how many parts the board is drawn from, the pieces of rows not counted.
    pub fn part_count(&self) -> usize {
        match *self {
            Self::Grid { columns, rows, .. } => columns * rows,
            Self::Pegs { pegs, levels } => pegs * levels,
            Self::Heaps { rows } => rows,
        }
    }
}

impl CellShape {
    /// Returns its link, but for the texts.
    pub fn mv(&self) -> Option<MoveShape> {
        match *self {
            Self::Square { mv, .. } | Self::Place { mv, .. } | Self::Piece { mv } => mv,
            Self::Row { .. } => None,
        }
    }

    /// Whether a mark stands there.
    pub fn has_mark(&self) -> bool {
        matches!(self, Self::Square { kind: SquareKind::Mark(_), .. })
    }

    /// Whether it is a square with a name.
    pub fn has_name(&self) -> bool {
        let is_place = |kind| !matches!(kind, SquareKind::Wall | SquareKind::Gap);
        matches!(self, Self::Square { edges: Edges::Chess | Edges::Rows, kind, .. } if is_place(*kind))
    }

    /// Returns a square of this shape; of any other shape an empty one.
    pub fn square(&self, mark: String, name: String, link: Option<MoveLink>) -> GridSquare {
        let (kind, span, emphasis, lines, last) = match *self {
            Self::Square { kind, span, emphasis, lines, last, .. } => (kind, span, emphasis, lines, last),
            _ => (SquareKind::Empty, 1, false, Lines::default(), Last::Nothing),
        };
        GridSquare {
            kind: kind.name(),
            span,
            headed: matches!(self, Self::Square { edges: Edges::Chess, .. }),
            name,
            mark,
            second: kind.is_second(),
            emphasis,
            line: lines.names(),
            last: last.name(),
            mv: link,
        }
    }

    /// Returns a place on a peg of this shape; of any other shape a bare one.
    pub fn place(&self, link: Option<MoveLink>) -> PegPlace {
        let (disc, width) = match *self {
            Self::Place { disc, width, .. } => (disc, u32::from(width)),
            _ => (0, 0),
        };
        PegPlace { disc, width, mv: link }
    }

    /// Returns a row of pieces of this shape; of any other shape one of which nothing was taken.
    pub fn row(&self, name: String, pieces: Vec<Cell<Piece>>) -> HeapRow {
        let (taken, gone) = match *self {
            Self::Row { taken, gone, .. } => (taken, gone),
            _ => (0, 0),
        };
        HeapRow { name, pieces, taken, gone: (0..gone).map(|place| place + taken >= gone).collect() }
    }
}

/// Returns the names of the rows of a grid from the top.
fn row_names(edges: Edges, rows: usize) -> Vec<String> {
    match edges {
        Edges::Bare => Vec::new(),
        Edges::Chess => (1..=rows).rev().map(|row| row.to_string()).collect(),
        Edges::Rows => ('a'..='z').take(rows).map(String::from).collect(),
    }
}

/// Returns the parts of a table, row by row.
fn in_rows<T>(columns: usize, rows: usize, part: impl Fn(usize) -> T) -> Vec<Vec<T>> {
    (0..rows).map(|row| (0..columns).map(|column| part(row * columns + column)).collect()).collect()
}
