//! Descriptions: what is on a board, in words, for who does not see it.

use super::board::disc;
use crate::page::{BoardShape, CellKind, OpenBoard, OpenCell, SquareKind};

/// Returns what is on a board, from its upper left on.
pub(super) fn of(board: &OpenBoard) -> String {
    match board.shape {
        BoardShape::Grid { columns, rows, .. } => {
            let rows = board.cells[..columns * rows].chunks(columns).map(|row| {
                let squares = row.iter().filter_map(|cell| square(cell, board.text(cell.mark)));
                squares.collect::<Vec<_>>().join(", ")
            });
            format!("Row by row from the top: {}.", rows.collect::<Vec<_>>().join("; "))
        }
        BoardShape::Pegs { pegs, levels } => {
            let peg = |peg: usize| {
                let places = (0..levels).rev().map(|level| &board.cells[level * pegs + peg]);
                let discs: Vec<_> = places.filter_map(disc).map(|place| place.disc.to_string()).collect();
                let discs = if discs.is_empty() { "no discs".to_owned() } else { discs.join(", ") };
                format!("{}: {discs}", char::from(b'A' + (peg % 26) as u8))
            };
            let pegs: Vec<_> = (0..pegs).map(peg).collect();
            format!("Discs on each peg from below, 1 is the smallest. {}.", pegs.join("; "))
        }
        BoardShape::Heaps { rows } => {
            let row = |cell: &OpenCell| format!("{}: {}", board.text(cell.name), cell.shape.piece_count());
            let rows: Vec<_> = board.cells.iter().take(rows).map(row).collect();
            format!("Pieces in each row. {}.", rows.join("; "))
        }
    }
}

/// Returns what is on a square; nothing of what is no part of the board.
fn square<'a>(cell: &OpenCell, mark: &'a str) -> Option<&'a str> {
    let CellKind::Square(square) = cell.shape.kind else { return None };
    match square.kind {
        SquareKind::Free => Some("empty"),
        SquareKind::Mark => Some(mark),
        SquareKind::Wall => Some("wall"),
        SquareKind::Hole => Some("hole"),
        SquareKind::Gap => None,
    }
}
