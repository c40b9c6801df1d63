//! Scenes: what stands on a board, as data without a word of markup.

use super::Player;

/// What stands on the board in one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scene {
    /// A board of squares.
    Grid(Grid),
    /// Discs on pegs.
    Pegs(Pegs),
    /// Rows of pieces to take from.
    Heaps(Heaps),
}

/// A board of squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The number of columns; the number of squares is a multiple of it.
    pub columns: usize,
    /// Whether the game has boards with walls, of many sizes.
    pub walled: bool,
    /// The squares, row by row from the top, each row from the left.
    pub squares: Vec<Square>,
    /// The indices of squares that deserve attention, such as a winning line, ascending.
    pub emphasis: Vec<usize>,
}

/// What a square holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Square {
    /// Nothing.
    Empty,
    /// A player's mark, which reads as this text.
    Mark(Player, &'static str),
    /// A wall, where nothing can ever stand.
    Wall,
}

/// Discs on pegs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pegs {
    /// How many discs there are on all pegs together.
    pub discs: u8,
    /// The discs on each peg from the bottom up; disc 1 is the smallest.
    pub pegs: Vec<Vec<u8>>,
}

/// Rows of pieces to take from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heaps {
    /// The rows from the top.
    pub rows: Vec<Heap>,
}

/// One row of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heap {
    /// What players call the row, such as "top row".
    pub name: String,
    /// How many pieces are left.
    pub pieces: u8,
}

/// A place in a scene that can be touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// The square with this index in a grid.
    Square(usize),
    /// The place on top of a peg where this disc would come to lie.
    Landing {
        /// The peg's index from the left.
        peg: usize,
        /// The disc that would land there.
        disc: u8,
    },
    /// A piece of a row; touching the n-th takes n pieces.
    Piece {
        /// The row's index from the top.
        row: usize,
        /// The piece's number in its row, from 1.
        piece: u8,
    },
    /// A word beside the board, for a move that happens nowhere on it.
    Pass,
}

/// What has to be touched to make a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clicks {
    /// One place.
    Place {
        /// The place.
        at: Target,
        /// The pieces that could make the move, if it is pieces that move: choosing one of them first does no harm.
        by: Vec<Target>,
    },
    /// First a piece, and then the place where it goes.
    ChooseThenPlace {
        /// The piece.
        piece: Target,
        /// Where it goes.
        at: Target,
    },
}

impl Clicks {
    /// One place, and no piece that moves.
    pub fn one(at: Target) -> Self {
        Self::Place { at, by: Vec::new() }
    }

    /// The place where the move ends.
    pub fn at(&self) -> Target {
        match self {
            Self::Place { at, .. } | Self::ChooseThenPlace { at, .. } => *at,
        }
    }

    /// The piece that has to be chosen first.
    pub fn piece(&self) -> Option<Target> {
        match self {
            Self::Place { .. } => None,
            Self::ChooseThenPlace { piece, .. } => Some(*piece),
        }
    }

    /// Whether a piece can make the move.
    pub fn can_be_by(&self, chosen: Target) -> bool {
        match self {
            Self::Place { by, .. } => by.contains(&chosen),
            Self::ChooseThenPlace { piece, .. } => *piece == chosen,
        }
    }
}

impl Scene {
    /// Whether the scene has this place: the test of every game's targets.
    pub fn has(&self, target: Target) -> bool {
        match (self, target) {
            (Self::Grid(grid), Target::Square(index)) => {
                grid.squares.get(index).is_some_and(|&square| square != Square::Wall)
            }
            (Self::Grid(_), Target::Pass) => true,
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
