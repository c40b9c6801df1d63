//! Scenes: the contents of a board, and what a player touches to make a move. Scenes do not depend on HTML.

use std::fmt::Write;

use super::message::{Label, Message, Name, Slug};
use super::rules::Player;

/// The contents of the board in one state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scene {
    /// A board of squares.
    Grid(Grid),
    /// Discs on pegs, as in the Tower of Hanoi.
    Pegs(Pegs),
    /// Rows of pieces that players take, as in Nim.
    Heaps(Heaps),
    /// A text, which can contain line breaks, and its signs, for themes that draw them; usually none.
    Text(Message, Name),
}

/// A board of squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The number of columns. Every row is complete: the number of squares is a multiple of this number.
    pub columns: usize,
    /// How the grid is drawn.
    pub style: GridStyle,
    /// How the rows and columns are named. The names appear at the edges of the board. The names of a row and a column
    /// together name a square.
    pub edges: Coordinates,
    /// The squares, row by row from the top, each row from the left.
    pub squares: Vec<Square>,
    /// The indices of the squares to highlight, such as a winning line, ascending.
    pub emphasis: Vec<usize>,
    /// The pieces that cover several squares, such as a car. Each piece is a list of the indices of its squares, all of
    /// which have the same mark.
    pub pieces: Vec<Vec<usize>>,
    /// The lines to draw between squares, along which pieces move. Each line is a list of the indices of the squares
    /// that it connects, in order.
    pub joined: Vec<Vec<usize>>,
}

/// How a grid is drawn. The style affects only the look of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GridStyle {
    /// Lines between the squares.
    #[default]
    Lines,
    /// Lines around each square, with each mark drawn as a disc; for boards with walls.
    Discs,
    /// Light and dark squares, as in chess.
    Chequered,
}

/// How the rows and columns of a grid are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coordinates {
    /// No names.
    Bare,
    /// As in chess: letters for the columns from the left, numbers for the rows from the bottom.
    Chess,
    /// Letters for the rows from the top, and numbers for the squares of each row from the left. The numbers skip gaps.
    Rows,
}

/// The contents of a square of a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Square {
    /// An empty square.
    Empty,
    /// A player's mark, with its text. Themes draw `x` and `o` as the players' pieces; pictures draw them as discs.
    Mark(Player, Name),
    /// A wall, where no piece can be.
    Wall,
    /// An empty place that is drawn, such as a hole for a peg.
    Hole,
    /// A place that is not part of the board. For a board that is not a rectangle, use a grid with gaps.
    Gap,
    /// A dot, as in Dots and Boxes. Rows and columns of dots and lines are narrow.
    Dot,
    /// A line between two dots.
    Line,
}

/// Discs on pegs, as in the Tower of Hanoi.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pegs {
    /// The number of discs on all pegs together.
    pub discs: u8,
    /// The discs on each peg from the bottom up; disc 1 is the smallest.
    pub pegs: Vec<Vec<u8>>,
}

/// Rows of pieces that players take, as in Nim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heaps {
    /// The rows from the top.
    pub rows: Vec<Heap>,
}

/// One row of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heap {
    /// The name of the row in texts, such as "top row".
    pub name: Message,
    /// The number of pieces left. On the board, the empty places of the row come before the pieces.
    pub pieces: u8,
    /// The number of pieces in the row at the start.
    pub places: u8,
}

/// A place in a scene that a player can touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// The square with this index in a grid.
    Square(usize),
    /// The place on top of a peg where the disc of the move lands.
    Landing {
        /// The peg's index from the left.
        peg: usize,
        /// The number of the disc that lands there; the smallest disc is 1.
        disc: u8,
    },
    /// A piece of a row. Pieces are numbered from the empty places of the row. A player who touches piece n takes n
    /// pieces.
    Piece {
        /// The row's index from the top.
        row: usize,
        /// The piece's number in its row, from 1.
        piece: u8,
    },
    /// A word next to the board, by its index among the words.
    Word(usize),
    /// The word for passing, next to the board.
    Pass,
}

/// What a player touches to make a move: a piece, if the player has to choose one, and then a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clicks {
    /// The piece that the player chooses first, if any.
    pub piece: Option<Piece>,
    /// The place that the player touches last.
    pub at: Target,
    /// In games whose pieces move, the places of the pieces that can make this move although the player need not choose
    /// a piece first. While one of these pieces is chosen, pages also offer this move.
    pub by: Vec<Target>,
}

/// A piece that a player chooses before moving the piece. The piece has the same slug and label in all moves of a
/// state. A piece of a [`Heap`] is taken with one click: players do not choose it first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The place where the piece is.
    pub at: Target,
    /// The name of the piece in addresses, the same in every release.
    pub slug: Slug,
    /// The words for choosing the piece.
    pub label: Label,
}

/// Returns the square that corresponds to `square` after a symmetry of its grid. The bits of `symmetry` are applied in
/// this order: 1 exchanges top and bottom, 2 exchanges left and right, and 4 mirrors along the main diagonal, which
/// requires a square grid.
pub fn apply_symmetry(square: usize, columns: usize, rows: usize, symmetry: usize) -> usize {
    let mirrored = |line: usize, lines: usize, bit| if symmetry & bit == 0 { line } else { lines - 1 - line };
    let (row, column) = (mirrored(square / columns, rows, 1), mirrored(square % columns, columns, 2));
    if symmetry & 4 == 0 { row * columns + column } else { column * columns + row }
}

impl Clicks {
    /// Creates the clicks of a move that the player makes with a single click. Pages do not offer this move while a
    /// piece is chosen.
    pub fn one(at: Target) -> Self {
        Self { piece: None, at, by: Vec::new() }
    }

    /// Creates the clicks of a move of a piece from `from` to `at`. `name` is the piece's slug and visible text.
    /// `choose` is the phrase for choosing the piece, and begins with `name`.
    pub fn move_piece(name: impl Into<Name>, choose: Message, from: Target, at: Target) -> Self {
        let name = name.into();
        let piece = Piece { at: from, slug: Slug::new(name.clone()), label: Label::new(name, choose) };
        Self { piece: Some(piece), ..Self::one(at) }
    }

    #[must_use]
    pub(crate) fn of(mut self, game: &Name) -> Self {
        if let Some(piece) = &mut self.piece {
            piece.label.short.set_game(game);
            piece.label.whole.set_game(game);
        }
        self
    }

    /// Returns whether the piece at `chosen` can make the move.
    pub fn can_be_by(&self, chosen: Target) -> bool {
        self.by.contains(&chosen) || self.piece.as_ref().is_some_and(|piece| piece.at == chosen)
    }
}

impl Grid {
    /// Appends the name of a square to `out`, such as `b3`. Appends nothing if the grid's edges are
    /// [`Bare`](Coordinates::Bare) or the square is a gap.
    pub fn push_name(&self, square: usize, out: &mut String) {
        if self.squares[square].is_fixed() {
            return;
        }
        let (row, column) = (square / self.columns, square % self.columns);
        let (letter, number) = match self.edges {
            Coordinates::Bare => return,
            Coordinates::Chess => (column, self.squares.len() / self.columns - row),
            Coordinates::Rows => {
                let is_place = |square: &&Square| **square != Square::Gap;
                (row, self.squares[square - column..=square].iter().filter(is_place).count())
            }
        };
        let _ = write!(out, "{}{number}", char::from(b'a' + letter as u8));
    }
}

impl Square {
    /// Returns whether the square never changes, so that no move can touch it.
    fn is_fixed(&self) -> bool {
        matches!(self, Self::Wall | Self::Gap | Self::Dot)
    }

    /// Returns the text of the mark on the square if this player owns the mark.
    pub fn mark_of(&self, player: Player) -> Option<&Name> {
        match self {
            Self::Mark(owner, mark) if *owner == player => Some(mark),
            _ => None,
        }
    }

    /// Returns the text of the mark on the square. The text is empty if the square has no mark.
    pub fn mark(&self) -> &str {
        match self {
            Self::Mark(_, mark) => mark,
            _ => "",
        }
    }
}

impl Scene {
    /// Creates a board of squares without highlights, joined squares or pieces that cover several squares.
    pub fn grid(columns: usize, style: GridStyle, edges: Coordinates, squares: Vec<Square>) -> Self {
        let (emphasis, pieces, joined) = Default::default();
        Self::Grid(Grid { columns, style, edges, squares, emphasis, pieces, joined })
    }

    /// Returns the scene with its messages [looked up](Message::of) in the catalogues of `game`.
    #[must_use]
    pub fn of(mut self, game: &Name) -> Self {
        match &mut self {
            Self::Heaps(heaps) => heaps.rows.iter_mut().for_each(|row| row.name.set_game(game)),
            Self::Text(text, _) => text.set_game(game),
            Self::Grid(_) | Self::Pegs(_) => {}
        }
        self
    }

    /// Returns the text of the mark at `target`. The text is empty if there is no mark.
    pub fn mark(&self, target: Target) -> &str {
        match (self, target) {
            (Self::Grid(grid), Target::Square(index)) => grid.squares.get(index).map_or("", Square::mark),
            _ => "",
        }
    }

    /// Returns whether a player can touch `target` in this scene.
    pub fn has(&self, target: Target) -> bool {
        match (self, target) {
            (Self::Grid(grid), Target::Square(index)) => {
                grid.squares.get(index).is_some_and(|square| !square.is_fixed() && *square != Square::Line)
            }
            (_, Target::Pass | Target::Word(_)) => true,
            (Self::Pegs(scene), Target::Landing { peg, disc }) => {
                let on_a_peg = scene.pegs.iter().any(|discs| discs.last() == Some(&disc));
                let fits = |discs: &Vec<u8>| discs.last().is_none_or(|&top| disc < top);
                on_a_peg && scene.pegs.get(peg).is_some_and(fits)
            }
            (Self::Heaps(heaps), Target::Piece { row, piece }) => {
                heaps.rows.get(row).is_some_and(|heap| (1..=heap.pieces).contains(&piece))
            }
            _ => false,
        }
    }
}
