//! Limits of games that are read from files.

/// The most moves of a position.
pub(super) const MOST_MOVES: usize = 1000;

/// The most bytes of a text on a page.
pub(super) const LONGEST_TEXT: usize = 10_000;

/// The most bytes of a player's name, or of a word to choose.
pub(super) const LONGEST_NAME: usize = 200;

/// The most squares of a grid, including those outside the board.
pub(super) const MOST_SQUARES: usize = 1000;

/// The most rows of a board with named rows, and the most columns.
pub(super) const MOST_ROWS: usize = 26;
