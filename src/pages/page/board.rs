//! Boards for templates, and the shapes of boards. A shape is everything about a board except its texts and the targets
//! of its links. A theme renders each shape once.

use std::ops::Not;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::frame::Slot;
use crate::engine::game::{Coordinates, Player, Square};

/// The contents of a board, and the words next to the board. The field `kind` names the kind of board: `grid`, `pegs`,
/// `heaps` or `text`. Each square, place, row, piece, line and word is a cell with its own template.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Board {
    /// A board of squares, drawn by `square.html`, which gets each square as `square`.
    Grid {
        /// The number of columns.
        columns: usize,
        /// True if each square has its own outline: on a board with light and dark squares, walls or discs, and on a
        /// board of touching squares with holes or gaps.
        walled: bool,
        /// True if light and dark squares alternate, as in chess.
        chequered: bool,
        /// True if the board consists of dots and lines between them. On such a board, the odd rows and columns (the
        /// first, the third and so on) are narrow.
        dotted: bool,
        /// True if the board is not a rectangle of touching squares but has space between its places, as on a
        /// triangular board.
        gapped: bool,
        /// The lines between joined squares, as the `d` of an SVG path: the middle of the first square is at 0 0, and
        /// squares are 1 wide. Empty if no lines join squares.
        path: String,
        /// The letters that name the columns from the left; empty if columns have no names.
        column_names: Vec<char>,
        /// The numbers or letters that name the rows from the top; empty if rows have no names.
        row_names: Vec<String>,
        /// The rows from the top. Each cell is a [`GridSquare`].
        rows: Vec<Vec<CellOrMark>>,
        /// Moves, such as passing, that are shown as words next to the board, drawn by `word.html`, which gets each
        /// word as `word`.
        words: Vec<CellOrMark>,
    },
    /// Discs on pegs, drawn by `place.html`, which gets each place as `place`.
    Pegs {
        /// The names of the pegs from the left.
        names: Vec<char>,
        /// The levels from the top. Each level contains one [`PegPlace`] per peg.
        levels: Vec<Vec<CellOrMark>>,
        /// The moves shown as words next to the board.
        words: Vec<CellOrMark>,
    },
    /// Rows of pieces, drawn by `row.html`, which gets each row as `row`.
    Heaps {
        /// The rows from the top. Each cell is a [`HeapRow`].
        rows: Vec<CellOrMark>,
        /// The moves shown as words next to the board.
        words: Vec<CellOrMark>,
    },
    /// A text, drawn by `line.html`, which gets each line as `line`.
    Text {
        /// The lines of the text. The `name` of each cell is the text of the line.
        lines: Vec<CellOrMark>,
        /// The moves shown as words below the text.
        words: Vec<CellOrMark>,
    },
}

/// A cell, or a mark in the pattern of a board in place of a cell.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum CellOrMark {
    /// The fields for the template.
    Cell(Cell),
    /// A mark for the cell, whose template is rendered separately.
    Mark(String),
}

/// A part of a board, or a word next to the board. If the cell is a square, a place or a row, the cell also contains
/// the fields of [`GridSquare`], [`PegPlace`] or [`HeapRow`]. All other cells (pieces of a row, words and lines)
/// contain only the fields below.
#[derive(Clone, Debug, Serialize)]
pub struct Cell {
    /// The kind of the cell, with the fields of this kind.
    #[serde(flatten)]
    pub kind: CellKind,
    /// For a square, its name, such as `b3`, if the board names its squares. For a row, its name, which begins with a
    /// capital: `Top row`. For a line, its text. Omitted for all other cells.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: Slot,
    /// The mark on a square, or the signs of a text, on its first line; omitted if there is none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub mark: Slot,
    /// The remaining pieces of a row, drawn by `piece.html`, which gets each piece as `piece`.
    pub pieces: Vec<CellOrMark>,
    /// The link on this cell, if any. A move on a piece takes this piece and all pieces before it.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<MoveLink>,
}

/// The kind of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged)]
pub enum CellKind {
    /// A square of a grid.
    Square(GridSquare),
    /// A place on a peg.
    Place(PegPlace),
    /// A row of pieces.
    Row(HeapRow),
    /// A piece of a row.
    Piece {},
    /// A word next to a board.
    Word {},
    /// A line of a text, and whether it has signs.
    Line {
        #[serde(skip)]
        drawn: bool,
    },
}

/// A square of a grid. Fields that are false or nothing are omitted.
#[allow(clippy::struct_excessive_bools, reason = "templates ask for each of them")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct GridSquare {
    /// What the square contains.
    pub kind: SquareKind,
    /// The number of table columns to span, for themes that merge adjacent walls of a row into one cell. For the first
    /// wall of a run, this number is the length of the run. For the other walls of the run, this number is 0. Runs of
    /// gaps work the same way. Omitted for single walls and gaps, and for squares of all other kinds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub span: Option<u8>,
    /// True if the square is named after its column and row.
    #[serde(skip_serializing_if = "Not::not")]
    pub headed: bool,
    /// True if the square has a name.
    #[serde(skip)]
    pub named: bool,
    /// True if the mark is text to read. If this field is omitted, the mark, if any, is `x` or `o`, and themes can draw
    /// a player's piece instead of the mark.
    #[serde(skip_serializing_if = "Not::not")]
    pub lettered: bool,
    /// True if the mark belongs to the second player.
    #[serde(skip_serializing_if = "Not::not")]
    pub second: bool,
    /// True if the square is highlighted, for example as part of a winning line.
    #[serde(skip_serializing_if = "Not::not")]
    pub emphasis: bool,
    /// The directions of the highlighted lines through the square that cross the whole board: `row`, `col`, `dia` (down
    /// to the right), `anti` (up to the right), separated by spaces; may be empty.
    #[serde(serialize_with = "line_names")]
    pub line: Lines,
    /// The directions in which something extends from this square: a piece that also covers the next square, or a line
    /// that connects to a dot. The directions are `to-up`, `to-right`, `to-down`, `to-left`, separated by spaces; may
    /// be empty.
    #[serde(serialize_with = "reach_names")]
    pub reach: Reach,
    /// What the last move did to the square. Omitted if that move did not change the square, or if the page does not
    /// know the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<Last>,
}

/// The kind of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SquareKind {
    /// Empty.
    Free,
    /// A player's mark.
    Mark,
    /// A wall.
    Wall,
    /// An empty place, on a board that draws its places.
    Hole,
    /// A place that is not part of the board.
    Gap,
    /// A dot.
    Dot,
    /// A line that a player drew between two dots.
    Line,
}

/// What the last move did to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Last {
    /// The move put a mark or a line on the square.
    Placed,
    /// The move changed the mark into another mark.
    Turned,
    /// The move took the mark away from the square.
    Left,
}

/// A place on a peg.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct PegPlace {
    /// The number of the disc in this place, from 1 for the smallest disc. In an empty place, the number of the disc
    /// that a move would put here; 0 if no move leads to this place.
    pub disc: u8,
    /// The width of the disc, in percent of the widest disc that fits between two pegs.
    pub width: u8,
}

/// A row of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct HeapRow {
    /// The number of pieces left.
    #[serde(skip)]
    pub left: u8,
    /// The number of pieces that the last move took from the row; 0 if the page does not know the last move.
    pub taken: u8,
    /// One value for each empty place, which is true if the last move emptied this place. In the row, the empty places
    /// come before the pieces.
    pub gone: Gone,
}

/// A link on a board. The link makes a legal move, chooses a piece to move, or cancels this choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveLink {
    /// The address of the next page.
    pub href: Slot,
    /// The visible text of the link, which follows the cell's mark, if any.
    pub text: Slot,
    /// On a page with hints, the worth of the move, such as `wins in 3`, to show after the text. Omitted if all moves
    /// are worth the same.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub worth: Slot,
    /// The whole phrase for the move, for `aria-label`. The phrase begins with what the page shows: the mark, the
    /// move and, if shown, the worth.
    pub label: Slot,
    /// The link without its texts.
    #[serde(flatten)]
    pub shape: MoveShape,
}

/// The shape of a link: everything but its texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct MoveShape {
    /// The kind of the worth; omitted if `worth` is omitted.
    #[serde(rename = "kind", skip_serializing_if = "Option::is_none")]
    pub worth: Option<WorthKind>,
    /// True if this is a best move; a position can have several. Omitted for all other moves, on pages without hints,
    /// and if all moves are worth the same.
    #[serde(skip_serializing_if = "Not::not")]
    pub best: bool,
    /// True if the link moves the chosen piece; otherwise omitted.
    #[serde(skip_serializing_if = "Not::not")]
    pub moves_piece: bool,
    /// True if the link cancels the choice of a piece; otherwise omitted.
    #[serde(skip_serializing_if = "Not::not")]
    pub back: bool,
}

/// The kind of worth that a move has for its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum WorthKind {
    /// The player wins.
    Win,
    /// The game ends in a draw.
    Draw,
    /// The player loses.
    Loss,
    /// Neither player can force an end.
    Endless,
    /// The move stays on a shortest path to the goal of a game for one player.
    On,
    /// The goal of a game for one player can still be reached, but by a longer path.
    Longer,
    /// The goal of a game for one player can no longer be reached.
    Stuck,
}

/// The shape of a cell: everything but its texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CellShape {
    pub kind: CellKind,
    pub mv: Option<MoveShape>,
}

/// The shape of a board: everything but its cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BoardShape {
    pub scene: SceneShape,
    /// The number of words next to the board.
    pub words: usize,
}

/// The fields of a [`Board`], with numbers in place of names and cells.
#[allow(missing_docs, reason = "a board says what they are")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SceneShape {
    Grid {
        columns: usize,
        rows: usize,
        walled: bool,
        edges: Coordinates,
        gapped: bool,
        chequered: bool,
        dotted: bool,
        path: Arc<str>,
    },
    Pegs {
        pegs: usize,
        levels: usize,
    },
    Heaps {
        rows: usize,
    },
    Text {
        lines: usize,
    },
}

/// The directions of lines through a square that cross the whole board.
pub type Lines = [bool; 4];

/// The directions in which a piece covers the next square, or a line reaches a dot.
pub type Reach = [bool; 4];

/// The empty places of a row. The last move emptied the last `last` of these places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Gone {
    pub all: u8,
    /// The number of places that the last move emptied.
    pub last: u8,
}

impl BoardShape {
    /// Returns a board of this shape for templates. `cell` returns the cell with an index. The cells on the board come
    /// first, row by row; the words follow.
    pub fn board(&self, cell: impl Fn(usize) -> CellOrMark) -> Board {
        let table = |columns: usize, rows: usize| {
            let row = |row: usize| (row * columns..(row + 1) * columns).map(&cell).collect();
            (0..rows).map(row).collect()
        };
        let words = (self.scene.cell_count()..self.cell_count()).map(&cell).collect();
        match self.scene {
            SceneShape::Grid { columns, rows, walled, edges, gapped, chequered, dotted, ref path } => Board::Grid {
                columns,
                path: path.to_string(),
                walled,
                chequered,
                dotted,
                gapped,
                column_names: ('a'..='z').take(if edges == Coordinates::Chess { columns } else { 0 }).collect(),
                row_names: row_names(edges, rows),
                rows: table(columns, rows),
                words,
            },
            SceneShape::Pegs { pegs, levels } => {
                Board::Pegs { names: ('A'..).take(pegs).collect(), levels: table(pegs, levels), words }
            }
            SceneShape::Heaps { rows } => Board::Heaps { rows: (0..rows).map(&cell).collect(), words },
            SceneShape::Text { lines } => Board::Text { lines: (0..lines).map(&cell).collect(), words },
        }
    }

    /// Returns the number of cells, without the pieces of rows.
    pub fn cell_count(&self) -> usize {
        self.scene.cell_count() + self.words
    }
}

impl SceneShape {
    /// Returns the number of cells on the board, without the pieces of rows.
    pub fn cell_count(&self) -> usize {
        match *self {
            Self::Grid { columns, rows, .. } => columns * rows,
            Self::Pegs { pegs, levels } => pegs * levels,
            Self::Heaps { rows } => rows,
            Self::Text { lines } => lines,
        }
    }
}

impl MoveShape {
    /// Returns a link of this shape for templates. `text` returns a part of the link's words: 0 is the text, 1 the
    /// worth, 2 the label.
    pub fn link(self, href: String, text: impl Fn(usize) -> String) -> MoveLink {
        let worth = if self.worth.is_some() { text(1) } else { String::new() };
        MoveLink { href, text: text(0), worth, label: text(2), shape: self }
    }
}

impl CellKind {
    /// The names of the cells' templates, without `.html`.
    pub const NAMES: [&str; 6] = ["square", "place", "row", "piece", "word", "line"];

    pub fn name(&self) -> &'static str {
        match self {
            Self::Square(_) => "square",
            Self::Place(_) => "place",
            Self::Row(_) => "row",
            Self::Piece {} => "piece",
            Self::Word {} => "word",
            Self::Line { .. } => "line",
        }
    }
}

impl CellShape {
    pub fn has_mark(&self) -> bool {
        matches!(
            self.kind,
            CellKind::Square(GridSquare { kind: SquareKind::Mark, .. }) | CellKind::Line { drawn: true }
        )
    }

    /// Returns whether the cell has a name: it is a row, a line, or a square with a name.
    pub fn has_name(&self) -> bool {
        let kind = self.kind;
        matches!(kind, CellKind::Square(GridSquare { named: true, .. }) | CellKind::Row(_) | CellKind::Line { .. })
    }

    pub fn piece_count(&self) -> u8 {
        if let CellKind::Row(row) = self.kind { row.left } else { 0 }
    }
}

impl SquareKind {
    /// Returns the contents of a square, and whether they belong to the second player.
    pub(super) fn of(square: &Square) -> (Self, bool) {
        match square {
            Square::Empty => (Self::Free, false),
            Square::Mark(player, _) => (Self::Mark, *player == Player::Second),
            Square::Wall => (Self::Wall, false),
            Square::Hole => (Self::Hole, false),
            Square::Gap => (Self::Gap, false),
            Square::Dot => (Self::Dot, false),
            Square::Line => (Self::Line, false),
        }
    }
}

/// Returns the directions of the highlighted lines through a square that cross the whole board. `emphasis` lists the
/// highlighted squares in ascending order.
pub(super) fn lines_through(square: usize, emphasis: &[usize], columns: usize, rows: usize) -> Lines {
    let (row, column) = (square / columns, square % columns);
    let is_full = |first: usize, step: usize, count: usize| {
        (0..count).all(|place| emphasis.binary_search(&(first + place * step)).is_ok())
    };
    let is_square = rows == columns;
    [
        is_full(row * columns, 1, columns),
        is_full(column, columns, rows),
        is_square && row == column && is_full(0, columns + 1, rows),
        is_square && row + column + 1 == columns && is_full(columns - 1, columns - 1, rows),
    ]
}

/// Returns the directions in which a square's piece or line continues.
pub(super) fn reach_over(square: usize, columns: usize, goes_on: impl Fn(usize) -> bool) -> Reach {
    let column = square % columns;
    let beside = [
        square.checked_sub(columns),
        (column + 1 < columns).then_some(square + 1),
        Some(square + columns),
        (column > 0).then(|| square - 1),
    ];
    beside.map(|beside| beside.is_some_and(&goes_on))
}

/// Writes the names of directions: along a row, along a column, down to the right, and up to the right.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn line_names<S: Serializer>(line: &Lines, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&named(*line, ["row", "col", "dia", "anti"]))
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn reach_names<S: Serializer>(reach: &Reach, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&named(*reach, ["to-up", "to-right", "to-down", "to-left"]))
}

fn named(directions: [bool; 4], names: [&'static str; 4]) -> String {
    let names = directions.into_iter().zip(names).filter(|(is_there, _)| *is_there).map(|(_, name)| name);
    names.collect::<Vec<_>>().join(" ")
}

/// Writes, for each empty place, whether the last move emptied this place.
impl Serialize for Gone {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((0..self.all).map(|place| place + self.last >= self.all))
    }
}

fn row_names(edges: Coordinates, rows: usize) -> Vec<String> {
    match edges {
        Coordinates::Bare => Vec::new(),
        Coordinates::Chess => (1..=rows).rev().map(|row| row.to_string()).collect(),
        Coordinates::Rows => ('a'..='z').take(rows).map(String::from).collect(),
    }
}
