//! Boards as drawings, each in units of its own: a square is [`SQUARE`] wide.

use super::drawing::{BLACK, Drawing, GREY, LIGHT, Point, WHITE};
use super::letters::{Line, lines, write};
use crate::page::{BoardShape, CellKind, GridSquare, Last, OpenBoard, OpenCell, PegPlace, SquareKind};

/// How wide a square is, and a piece of a row with what is between them.
const SQUARE: f32 = 100.0;

/// How wide the place of a peg is.
const PEG: f32 = 300.0;

/// How much room the names of pegs take, below them.
const NAMES: f32 = 70.0;

/// How wide lines are: those between squares, and those around them.
const LINE: f32 = 5.0;

/// How many times the width of the pen letters are high.
const PEN: f32 = 5.6;

/// Returns how wide and high the drawing of a board is.
pub(super) fn size(board: &OpenBoard) -> Point {
    match board.shape {
        BoardShape::Grid { columns, rows, .. } => (columns as f32 * SQUARE, rows as f32 * SQUARE),
        BoardShape::Pegs { pegs, levels } => (pegs as f32 * PEG, level(levels) * (levels as f32 + 1.0) + NAMES),
        BoardShape::Heaps { rows } => {
            let longest = heaps(board, rows).map(|(pieces, gone)| pieces + gone).max().unwrap_or(0);
            (longest.max(3) as f32 * SQUARE, rows as f32 * SQUARE)
        }
    }
}

/// Returns the drawing of a board.
pub(super) fn draw(board: &OpenBoard) -> Drawing {
    let mut drawing = Drawing::default();
    let out = &mut drawing;
    match board.shape {
        BoardShape::Grid { columns, rows, walled, gapped, .. } => {
            let squares = || {
                board.cells.iter().enumerate().filter_map(|(index, cell)| {
                    let CellKind::Square(square) = cell.shape.kind else { return None };
                    let corner = ((index % columns) as f32 * SQUARE, (index / columns) as f32 * SQUARE);
                    Some((corner, square, board.text(cell.mark)))
                })
            };
            squares().for_each(|(corner, square, _)| draw_ground(out, square, corner));
            if walled {
                squares().for_each(|(corner, square, _)| draw_frame(out, square, corner));
            }
            if !walled && !gapped {
                draw_lattice(out, (columns, rows));
            }
            squares().for_each(|(corner, square, mark)| draw_square(out, square, mark, corner, walled));
        }
        BoardShape::Pegs { pegs, levels } => draw_pegs(out, board, (pegs, levels)),
        BoardShape::Heaps { rows } => draw_heaps(out, board, rows),
    }
    drawing
}

/// Draws the lines between squares.
fn draw_lattice(out: &mut Drawing, (columns, rows): (usize, usize)) {
    let (right, bottom) = (columns as f32 * SQUARE, rows as f32 * SQUARE);
    for column in 1..columns {
        let x = column as f32 * SQUARE;
        out.stroke(&[(x, 0.0), (x, bottom)], LINE, BLACK);
    }
    for row in 1..rows {
        let y = row as f32 * SQUARE;
        out.stroke(&[(0.0, y), (right, y)], LINE, BLACK);
    }
}

/// Draws what a square is made of, under what stands on it.
fn draw_ground(out: &mut Drawing, square: GridSquare, (left, top): Point) {
    if square.emphasis || square.kind == SquareKind::Wall {
        out.fill((left, top), (left + SQUARE, top + SQUARE), 0.0, LIGHT);
    }
}

/// Draws the lines around a square, unless it is a wall.
fn draw_frame(out: &mut Drawing, square: GridSquare, (left, top): Point) {
    if square.kind != SquareKind::Wall {
        let (right, bottom) = (left + SQUARE, top + SQUARE);
        out.stroke(&[(left, top), (right, top), (right, bottom), (left, bottom), (left, top)], LINE, BLACK);
    }
}

fn draw_square(out: &mut Drawing, square: GridSquare, mark: &str, (left, top): Point, framed: bool) {
    let middle = (left + SQUARE / 2.0, top + SQUARE / 2.0);
    match square.kind {
        // What lies in a hole is round.
        SquareKind::Mark if mark.chars().all(char::is_lowercase) => out.dot(middle, 40.0, BLACK),
        SquareKind::Mark if framed => {
            let is_first = !square.second;
            out.dot(middle, 38.0, BLACK);
            if !is_first {
                out.dot(middle, 38.0 - LINE, WHITE);
            }
            draw_mark(out, mark, middle, 30.0, if is_first { WHITE } else { BLACK });
        }
        SquareKind::Mark => draw_mark(out, mark, middle, 56.0, BLACK),
        SquareKind::Hole => out.ring(middle, 38.0, LINE * 0.8, BLACK),
        SquareKind::Free | SquareKind::Wall | SquareKind::Gap => {}
    }
    draw_last(out, square.last, (left, top), middle, framed);
}

/// Draws what the last move did to a square.
fn draw_last(out: &mut Drawing, last: Option<Last>, (left, top): Point, middle: Point, framed: bool) {
    let (right, bottom) = (left + SQUARE, top + SQUARE);
    match last {
        None => {}
        Some(Last::Placed) if framed => {
            let inside = LINE * 1.3;
            let (left, top, right, bottom) = (left + inside, top + inside, right - inside, bottom - inside);
            let corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)];
            out.stroke(&corners, LINE * 1.4, BLACK);
        }
        Some(Last::Placed) => {
            out.stroke(&[(middle.0 - 22.0, bottom - 9.0), (middle.0 + 22.0, bottom - 9.0)], 4.0, BLACK);
        }
        Some(Last::Turned | Last::Left) => {
            for corner in [(left, top), (right, top), (right, bottom), (left, bottom)] {
                let inwards = |from: f32, to: f32| from + (to - from) * 0.24;
                out.dot((inwards(corner.0, middle.0), inwards(corner.1, middle.1)), 4.0, BLACK);
            }
        }
    }
}

/// Returns how high a disc is, with what is between two of them, on pegs that take so many.
fn level(levels: usize) -> f32 {
    (600.0 / levels as f32).min(100.0)
}

fn draw_pegs(out: &mut Drawing, board: &OpenBoard, (pegs, levels): (usize, usize)) {
    let level = level(levels);
    let bottom = level * (levels as f32 + 1.0);
    for peg in 0..pegs {
        let x = (peg as f32 + 0.5) * PEG;
        out.stroke(&[(x, level * 0.4), (x, bottom)], 12.0, BLACK);
        let name = char::from(b'A' + (peg % 26) as u8);
        write(out, &lines(&name.to_string(), NAMES, NAMES * 0.5), (x, bottom + NAMES * 0.6), PEN, BLACK);
    }
    out.stroke(&[(6.0, bottom), (pegs as f32 * PEG - 6.0, bottom)], 12.0, BLACK);
    for (index, cell) in board.cells.iter().enumerate().take(pegs * levels) {
        let Some(PegPlace { disc, width: part }) = disc(cell) else { continue };
        let (x, row) = (((index % pegs) as f32 + 0.5) * PEG, (index / pegs) as f32);
        let (half, low) = (PEG * 0.46 * f32::from(part) / 100.0, bottom - (levels as f32 - 1.0 - row) * level - 8.0);
        let high = low - level * 0.88;
        out.fill((x - half, high), (x + half, low), level * 0.3, BLACK);
        let middle = (x, f32::midpoint(high, low));
        write(out, &lines(&disc.to_string(), half, (level * 0.44).min(40.0)), middle, PEN, WHITE);
    }
}

/// Returns the disc that lies on a place of a peg, if one does.
pub(super) fn disc(cell: &OpenCell) -> Option<PegPlace> {
    match cell.shape.kind {
        CellKind::Place(place) if place.disc > 0 && cell.shape.mv.is_none() => Some(place),
        _ => None,
    }
}

fn draw_heaps(out: &mut Drawing, board: &OpenBoard, rows: usize) {
    let (width, _) = size(board);
    for (row, (pieces, gone)) in heaps(board, rows).enumerate() {
        let all = pieces + gone;
        let (left, y) = ((width - all as f32 * SQUARE) / 2.0, (row as f32 + 0.5) * SQUARE);
        for piece in 0..all {
            let middle = (left + (piece as f32 + 0.5) * SQUARE, y);
            if piece >= gone {
                out.dot(middle, 38.0, BLACK);
            } else {
                out.ring(middle, 36.0, LINE * 0.8, GREY);
            }
        }
        if all == 0 {
            out.stroke(&[(width / 2.0 - 30.0, y), (width / 2.0 + 30.0, y)], LINE, GREY);
        }
    }
}

/// Returns for each row how many pieces are left, and how many were taken.
fn heaps(board: &OpenBoard, rows: usize) -> impl Iterator<Item = (usize, usize)> {
    board.cells.iter().take(rows).map(|cell| match cell.shape.kind {
        CellKind::Row(row) => (usize::from(row.left), usize::from(row.gone.all)),
        _ => (0, 0),
    })
}

/// Draws a mark around a point, as high and about as wide as is said.
fn draw_mark(out: &mut Drawing, mark: &str, middle: Point, size: f32, shade: u8) {
    let lines: Vec<_> = lines(mark, size * 1.2, size).into_iter().map(Line::squared).collect();
    write(out, &lines, middle, PEN, shade);
}
