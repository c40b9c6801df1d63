//! Limits on games that are read from files.

/// The maximum number of moves in a position.
pub(super) const MOST_MOVES: usize = 1000;

/// The length limit of a text on a page, in bytes.
pub(super) const LONGEST_TEXT: usize = 10_000;

/// The length limit of a player's name or of a word to choose, in bytes.
pub(super) const LONGEST_NAME: usize = 200;

/// The maximum number of squares of a grid, gaps included.
pub(super) const MOST_SQUARES: usize = 1000;

/// The maximum number of rows of a board with named rows, and the maximum number of columns of any named board.
pub(super) const MOST_ROWS: usize = 26;
