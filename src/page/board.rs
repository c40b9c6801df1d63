//! Boards: a scene with its links, in the form that templates draw.

use serde::Serialize;

use super::frame::Slot;

/// What stands on a board. `kind` says which board it is: `grid`, `pegs` or `heaps`. Each square, place, row and piece
/// is drawn by a template of its own.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Board {
    /// A board of squares, drawn by `square.html`, which gets each as `square`.
    Grid {
        /// How many columns there are.
        columns: usize,
        /// Whether it is of a game whose boards have walls and many sizes.
        walled: bool,
        /// Whether parts of the grid are no part of the board.
        gapped: bool,
        /// The letters that name the columns from the left, where columns have names; else empty.
        column_names: Vec<char>,
        /// The numbers or letters that name the rows from the top, where rows have names; else empty.
        row_names: Vec<String>,
        /// The rows from the top.
        rows: Vec<Vec<Cell<GridSquare>>>,
        /// The move of passing, where that is all that can be done.
        pass: Option<MoveLink>,
    },
    /// Discs on pegs, drawn by `place.html`, which gets each place as `place`.
    Pegs {
        /// The names of the pegs from the left.
        names: Vec<char>,
        /// The levels from the top, each with one place for every peg.
        levels: Vec<Vec<Cell<PegPlace>>>,
    },
    /// Rows of pieces, drawn by `row.html`, which gets each as `row`.
    Heaps {
        /// The rows from the top.
        rows: Vec<Cell<HeapRow>>,
    },
}

/// A part of a board that a template of its own draws.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Cell<T> {
    /// What the template is given.
    Whole(T),
    /// What the template made of it before, or what marks where that goes.
    Drawn(String),
}

/// A square of a grid. What is false or empty is left out.
#[derive(Clone, Debug, Serialize)]
pub struct GridSquare {
    /// What it is: `free`, `mark`, `wall`, `hole` for an empty place of a board whose places are drawn, or `gap` where
    /// the grid is no part of the board.
    pub kind: &'static str,
    /// Of a wall that others follow in its row, how many these are with it, and of each of those 0: they can be one
    /// cell. So it is with gaps. Else left out.
    #[serde(skip_serializing_if = "is_one")]
    pub span: u8,
    /// The name of a place, such as `b3`, where the board names its places; else empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: Slot,
    /// Whether its row and its column have names, of which its own is made.
    #[serde(skip_serializing_if = "is_false")]
    pub headed: bool,
    /// The mark on it; empty when it is free.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub mark: Slot,
    /// Whether the mark is the second player's.
    #[serde(skip_serializing_if = "is_false")]
    pub second: bool,
    /// Whether the square deserves attention, such as one of a winning line.
    #[serde(skip_serializing_if = "is_false")]
    pub emphasis: bool,
    /// How the lines run that go through it and all the way over the board, each square of them with `emphasis`: `row`,
    /// `col`, `dia` (down to the right), `anti` (up to the right), several of these with blanks between, or nothing.
    pub line: String,
    /// What the last move did to it, where the page knows that move: `placed`, `turned`, `left`, or nothing.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub last: &'static str,
    /// The move of touching it, if that is one.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<MoveLink>,
}

/// A place on a peg.
#[derive(Clone, Debug, Serialize)]
pub struct PegPlace {
    /// The disc that lies there, or would after the move; 0 when the peg is bare.
    pub disc: u8,
    /// How wide that disc is, in percent of the widest that fits between two pegs.
    pub width: u32,
    /// The move of landing it here, if that is one.
    #[serde(rename = "move")]
    pub mv: Option<MoveLink>,
}

/// A row of pieces.
#[derive(Clone, Debug, Serialize)]
pub struct HeapRow {
    /// What players call the row, with a capital: `Top row`.
    pub name: Slot,
    /// The pieces that are left, drawn by `piece.html`, which gets each as `piece`.
    pub pieces: Vec<Cell<Piece>>,
    /// How many pieces of it the last move took, where the page knows that move.
    pub taken: u8,
    /// The places before the pieces, which lost theirs: for each whether it was by the last move.
    pub gone: Vec<bool>,
}

/// A piece of a row.
#[derive(Clone, Debug, Serialize)]
pub struct Piece {
    /// The move of taking it and all before it, if that is one.
    #[serde(rename = "move")]
    pub mv: Option<MoveLink>,
}

/// A link on a board: a legal move, a piece that can be chosen for one, or the way back from such a choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveLink {
    /// The page that it leads to.
    pub href: Slot,
    /// The visible text; it follows the mark where there is one.
    pub text: Slot,
    /// What the move is worth, on a page with hints where moves differ, such as `wins in 3`; else left out. Shown after
    /// the text.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub worth: Slot,
    /// Of which kind that is: `win`, `draw`, `loss` or `endless` for whoever moves; in a puzzle `on` for a move on a
    /// shortest way to the goal, `longer` for one off it, or `stuck` where the goal is out of reach. Left out without a
    /// worth.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub kind: &'static str,
    /// Whether no other move is worth more, on a page with hints; else left out.
    #[serde(skip_serializing_if = "is_false")]
    pub best: bool,
    /// Whether it takes the choice of a piece back; else left out.
    #[serde(skip_serializing_if = "is_false")]
    pub back: bool,
    /// The whole phrase that names the move, for `aria-label`: the mark and the text as they are seen, and then more;
    /// where the move has a worth, the more comes first and the worth last.
    pub label: Slot,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_false(flag: &bool) -> bool {
    !flag
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_one(count: &u8) -> bool {
    *count == 1
}
