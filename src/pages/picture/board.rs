//! Boards as drawings. A square is [`SQUARE`] units wide.

use super::drawing::{BLACK, Drawing, GREY, LIGHT, Point, WHITE};
use super::letters::{Line, lines, write};
use crate::pages::page::{CellKind, GridSquare, Last, OpenBoard, OpenCell, PegPlace, SceneShape, SquareKind};

/// The width of a square, and of a piece of a row with the gap after it.
const SQUARE: f32 = 100.0;

/// The width of a peg's place.
const PEG: f32 = 300.0;

/// The height of the names below the pegs.
const NAMES: f32 = 70.0;

/// The width of lines between squares and around them.
const LINE: f32 = 5.0;

/// The height of letters, in widths of the pen.
const PEN: f32 = 5.6;

fn size(board: &OpenBoard) -> Point {
    match board.shape.scene {
        SceneShape::Grid { columns, rows, .. } => (columns as f32 * SQUARE, rows as f32 * SQUARE),
        SceneShape::Pegs { pegs, levels } => (pegs as f32 * PEG, level(levels) * (levels as f32 + 1.0) + NAMES),
        SceneShape::Heaps { rows } => {
            let longest = heaps(board, rows).map(|(pieces, gone)| pieces + gone).max().unwrap_or(0);
            (longest.max(3) as f32 * SQUARE, rows as f32 * SQUARE)
        }
        SceneShape::Text { lines } => (6.0 * SQUARE, lines.max(3) as f32 * SQUARE),
    }
}

/// Returns a board as a drawing, and its size.
pub(super) fn draw(board: &OpenBoard) -> (Drawing, Point) {
    let mut drawing = Drawing::default();
    match board.shape.scene {
        SceneShape::Grid { columns, .. } => draw_grid(&mut drawing, board, columns),
        SceneShape::Pegs { pegs, levels } => draw_pegs(&mut drawing, board, (pegs, levels)),
        SceneShape::Heaps { rows } => draw_heaps(&mut drawing, board, rows),
        SceneShape::Text { lines } => draw_text(&mut drawing, board, lines),
    }
    (drawing, size(board))
}

fn draw_grid(out: &mut Drawing, board: &OpenBoard, columns: usize) {
    let SceneShape::Grid { walled, gapped, chequered, dotted, .. } = board.shape.scene else { return };
    let squares = || {
        board.cells.iter().enumerate().filter_map(|(index, cell)| {
            let CellKind::Square(square) = cell.shape.kind else { return None };
            let corner = ((index % columns) as f32 * SQUARE, (index / columns) as f32 * SQUARE);
            Some((corner, square, board.text(cell.mark)))
        })
    };
    // Draw the ground of the squares first, then the lines between them, then the marks on them.
    let is_dark = |(left, top): Point| chequered && ((left + top) / SQUARE) as usize % 2 == 1;
    let is_filled = |corner, square: GridSquare| square.emphasis || square.kind == SquareKind::Wall || is_dark(corner);
    for ((left, top), ..) in squares().filter(|&(corner, square, _)| is_filled(corner, square)) {
        out.fill((left, top), (left + SQUARE, top + SQUARE), 0.0, LIGHT);
    }
    if walled && !dotted {
        let places = squares().filter(|(_, square, _)| !matches!(square.kind, SquareKind::Wall | SquareKind::Gap));
        places.for_each(|(corner, ..)| out.stroke(&around(corner, 0.0), LINE, BLACK));
    } else if !walled && !gapped {
        draw_lattice(out, size(board));
    }
    squares().for_each(|(corner, square, mark)| draw_square(out, square, mark, corner, walled));
}

fn draw_lattice(out: &mut Drawing, (right, bottom): Point) {
    let lines = |length: f32| (1..(length / SQUARE) as usize).map(|line| line as f32 * SQUARE);
    lines(right).for_each(|x| out.stroke(&[(x, 0.0), (x, bottom)], LINE, BLACK));
    lines(bottom).for_each(|y| out.stroke(&[(0.0, y), (right, y)], LINE, BLACK));
}

/// Returns the outline of a square, drawn at a distance of `inside` from its edges.
fn around((left, top): Point, inside: f32) -> [Point; 5] {
    let (right, bottom) = (left + SQUARE - inside, top + SQUARE - inside);
    let (left, top) = (left + inside, top + inside);
    [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
}

fn draw_square(out: &mut Drawing, square: GridSquare, mark: &str, corner: Point, framed: bool) {
    let middle = (corner.0 + SQUARE / 2.0, corner.1 + SQUARE / 2.0);
    match square.kind {
        // Pieces without a letter are round.
        SquareKind::Mark if ["", "x", "o"].contains(&mark) => out.dot(middle, 40.0, BLACK),
        SquareKind::Mark if square.reach.contains(&true) => {
            draw_part(out, square, corner);
            if square.lettered {
                draw_mark(out, mark, middle, 30.0, if square.second { BLACK } else { WHITE });
            }
        }
        SquareKind::Mark if framed && square.second => {
            out.ring(middle, 38.0 - LINE / 2.0, LINE, BLACK);
            draw_mark(out, mark, middle, 30.0, BLACK);
        }
        SquareKind::Mark if framed => {
            out.dot(middle, 38.0, BLACK);
            draw_mark(out, mark, middle, 30.0, WHITE);
        }
        SquareKind::Mark => draw_mark(out, mark, middle, 56.0, BLACK),
        SquareKind::Hole => out.ring(middle, 38.0, LINE * 0.8, BLACK),
        SquareKind::Dot => out.dot(middle, 12.0, BLACK),
        SquareKind::Line => {
            let [is_upright, is_across, ..] = square.reach;
            let (x, y) = (f32::from(is_across) * SQUARE, f32::from(is_upright) * SQUARE);
            out.stroke(&[(middle.0 - x, middle.1 - y), (middle.0 + x, middle.1 + y)], 2.0 * LINE, BLACK);
        }
        SquareKind::Free | SquareKind::Wall | SquareKind::Gap => {}
    }
    // Show what the last move did.
    match square.last {
        None => {}
        Some(Last::Placed) if framed => out.stroke(&around(corner, LINE * 1.3), LINE * 1.4, BLACK),
        Some(Last::Placed) => {
            let y = corner.1 + SQUARE - 9.0;
            out.stroke(&[(middle.0 - 22.0, y), (middle.0 + 22.0, y)], 4.0, BLACK);
        }
        Some(Last::Turned | Last::Left) => {
            let inwards = |from: f32, to: f32| from + (to - from) * 0.24;
            for (x, y) in around(corner, 0.0).into_iter().take(4) {
                out.dot((inwards(x, middle.0), inwards(y, middle.1)), 4.0, BLACK);
            }
        }
    }
}

/// Draws the part of a piece on one of its squares.
fn draw_part(out: &mut Drawing, square: GridSquare, (left, top): Point) {
    let directions = square.reach;
    let [up, right, down, left_inside] = directions.map(|goes_on| if goes_on { 0.0 } else { 14.0 });
    let (left, top, end, bottom) = (left + left_inside, top + up, left + SQUARE - right, top + SQUARE - down);
    if !square.second {
        return out.fill((left, top), (end, bottom), 0.0, BLACK);
    }
    let corners = [(left, top), (end, top), (end, bottom), (left, bottom), (left, top)];
    let sides = corners.windows(2).zip(directions).filter(|(_, goes_on)| !goes_on);
    sides.for_each(|(side, _)| out.stroke(side, LINE, BLACK));
}

/// Returns the height of a disc and the gap above it, on pegs for `levels` discs.
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

/// Draws a stroke for each line of a text, in proportion to its length.
fn draw_text(out: &mut Drawing, board: &OpenBoard, lines: usize) {
    let (width, height) = size(board);
    let lengths = || board.cells.iter().take(lines).map(|cell| board.text(cell.name).chars().count());
    let longest = lengths().max().unwrap_or(0).max(1) as f32;
    for (line, length) in lengths().enumerate() {
        let y = height / 2.0 + (line as f32 + 0.5 - lines as f32 / 2.0) * SQUARE;
        out.stroke(&[(0.0, y), (width * length as f32 / longest, y)], LINE * 3.0, BLACK);
    }
}

/// Returns, for each row, the number of pieces and of empty places.
fn heaps(board: &OpenBoard, rows: usize) -> impl Iterator<Item = (usize, usize)> {
    board.cells.iter().take(rows).map(|cell| match cell.shape.kind {
        CellKind::Row(row) => (usize::from(row.left), usize::from(row.gone.all)),
        _ => (0, 0),
    })
}

fn draw_mark(out: &mut Drawing, mark: &str, middle: Point, size: f32, shade: u8) {
    let lines: Vec<_> = lines(mark, size * 1.2, size).into_iter().map(Line::squared).collect();
    write(out, &lines, middle, PEN, shade);
}
