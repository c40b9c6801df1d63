//! Boards of tic-tac-toe and rows of Nim, parsed from their slugs without the code under test.

/// Returns the squares row by row from the top: 0 empty, 1 X, 2 O.
pub(crate) fn digits(slug: &str) -> [u8; 9] {
    let mut number = u32::from_str_radix(slug, 16).expect("hexadecimal");
    let mut digits = [0; 9];
    for digit in digits.iter_mut().rev() {
        *digit = (number % 3) as u8;
        number /= 3;
    }
    digits
}

/// Returns whether one side has three in a row.
pub(crate) fn has_won(board: &[u8; 9], mark: u8) -> bool {
    let lines = ["012", "345", "678", "036", "147", "258", "048", "246"];
    lines.iter().any(|line| line.bytes().all(|square| board[usize::from(square - b'0')] == mark))
}

/// Returns the pieces left in each row.
pub(crate) fn rows(slug: &str) -> Vec<u32> {
    slug.split('-').skip(1).map(|row| row.parse().expect("a number")).collect()
}
