//! The limits of games in files: what a page has room for.

/// How many moves a position has at most.
pub(super) const MOST_MOVES: usize = 1000;

/// How many bytes a text on a page has at most.
pub(super) const LONGEST_TEXT: usize = 10_000;

/// How many bytes the name of a player or a word to choose has at most.
pub(super) const LONGEST_NAME: usize = 200;

/// How many squares a grid has at most, with those that are no part of the board.
pub(super) const MOST_SQUARES: usize = 1000;

/// How many rows a board has at most whose rows have names, and how many columns.
pub(super) const MOST_ROWS: usize = 26;
