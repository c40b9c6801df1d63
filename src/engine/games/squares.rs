//! The squares of a board (at most 64), numbered row by row from the top, and sets of squares.

/// A set of squares: bit n is square n.
pub(super) type Squares = u64;

pub(super) fn bit(square: usize) -> Squares {
    1 << square
}

pub(super) fn has(squares: Squares, square: usize) -> bool {
    squares & bit(square) != 0
}

/// Returns the squares of a set, in ascending order.
pub(super) fn each(mut squares: Squares) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = squares.trailing_zeros() as usize;
        squares &= squares.wrapping_sub(1);
        (next < 64).then_some(next)
    })
}

/// Returns the name of a square as in chess: `a1` is at the bottom left.
pub(super) fn name(square: usize, columns: usize, rows: usize) -> String {
    let (column, row) = ((square % columns) as u8, (rows - square / columns) as u8);
    String::from_iter([char::from(b'a' + column), char::from(b'0' + row)])
}

/// Returns the square with this name.
pub(super) fn named(text: &str, columns: usize, rows: usize) -> Option<usize> {
    (0..columns * rows).find(|&square| name(square, columns, rows) == text)
}
