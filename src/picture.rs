//! Pictures: a position with a title, drawn as the cover of a book.
//!
//! All is drawn with one pen, in shades of grey, as electronic paper shows them.

#![allow(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "places on a picture are small, and what lies outside of it is cut off"
)]

mod canvas;
mod letters;

use canvas::{Canvas, Point};
use letters::{LEADING, Line, lines};

use crate::page::{BoardShape, CellShape, OpenBoard, SquareKind};

/// The size of a cover in pixels: three to four, as many readers' screens are.
const WIDTH: usize = 1200;
const HEIGHT: usize = 1600;

/// The part of a cover on which the title stands, light on dark.
const BAND: f32 = 1080.0;

const BLACK: u8 = 0;
const GREY: u8 = 0x99;
const WHITE: u8 = 0xff;

/// A place for a drawing: its middle, and how wide and high it may be.
struct Frame {
    middle: Point,
    size: f32,
}

/// Returns the cover of a book as a PNG. Titles in letters that the pen does not know are left out.
pub fn cover(board: &OpenBoard, title: &str, author: &str) -> Vec<u8> {
    let mut canvas = Canvas::new(WIDTH, HEIGHT, WHITE);
    let middle = WIDTH as f32 / 2.0;
    draw_board(&mut canvas, board, &Frame { middle: (middle, BAND / 2.0), size: 840.0 });
    canvas.fill((0.0, BAND), (WIDTH as f32, HEIGHT as f32), BLACK);
    let (width, bottom) = (WIDTH as f32 - 200.0, HEIGHT as f32 - 100.0);
    let title_ends = if author.is_empty() { bottom } else { bottom - 100.0 };
    let frame = Frame { middle: (middle, f32::midpoint(BAND + 100.0, title_ends)), size: title_ends - BAND - 100.0 };
    draw_lines(&mut canvas, &lines(title, width, frame.size.min(300.0)), frame.middle, WHITE);
    draw_lines(&mut canvas, &lines(author, width, 46.0), (middle, bottom - 23.0), GREY);
    canvas.into_png()
}

/// The size of a preview in pixels, which is that of pictures beside links.
pub const PREVIEW_SIZE: (usize, usize) = (1200, 630);

/// Returns the picture that stands beside links to a page, as a PNG: a position and what it is called.
pub fn preview(board: &OpenBoard, title: &str, subtitle: &str) -> Vec<u8> {
    let (width, height) = PREVIEW_SIZE;
    let mut canvas = Canvas::new(width, height, WHITE);
    draw_board(&mut canvas, board, &Frame { middle: (315.0, 315.0), size: 450.0 });
    let (left, width) = (630.0, 510.0);
    let middle = left + width / 2.0;
    let titles = lines(title, width, 150.0);
    let subtitles = lines(subtitle, width, 44.0);
    draw_lines(&mut canvas, &titles, (middle, if subtitles.is_empty() { 315.0 } else { 270.0 }), BLACK);
    draw_lines(&mut canvas, &subtitles, (middle, 420.0), GREY);
    canvas.into_png()
}

/// Draws lines of text below each other around a point.
fn draw_lines(canvas: &mut Canvas, lines: &[Line], (middle, middle_down): Point, shade: u8) {
    for (number, line) in lines.iter().enumerate() {
        let from_middle = number as f32 - (lines.len() - 1) as f32 / 2.0;
        let (left, top) = (middle - line.width / 2.0, middle_down + (from_middle * LEADING - 0.5) * line.height);
        line.draw(canvas, (left, top), line.height / 8.0, shade);
    }
}

fn draw_board(canvas: &mut Canvas, board: &OpenBoard, frame: &Frame) {
    match board.shape {
        BoardShape::Grid { columns, rows, walled, gapped, .. } => {
            let side = frame.size / columns.max(rows) as f32;
            let corner = frame.corner(columns as f32 * side, rows as f32 * side);
            if !walled && !gapped {
                draw_lattice(canvas, corner, (columns, rows), side);
            }
            for (index, cell) in board.cells.iter().enumerate().take(columns * rows) {
                let at = |part: f32| part * side;
                let (column, row) = ((index % columns) as f32, (index / columns) as f32);
                let middle = (corner.0 + at(column + 0.5), corner.1 + at(row + 0.5));
                draw_square(canvas, cell.shape, board.text(cell.text), middle, side, walled);
            }
        }
        BoardShape::Pegs { pegs, levels } => draw_pegs(canvas, board, (pegs, levels), frame),
        BoardShape::Heaps { rows } => draw_heaps(canvas, board, rows, frame),
    }
}

impl Frame {
    /// Returns the upper left corner of a drawing of this width and height.
    fn corner(&self, width: f32, height: f32) -> Point {
        (self.middle.0 - width / 2.0, self.middle.1 - height / 2.0)
    }
}

/// Draws the lines between squares.
fn draw_lattice(canvas: &mut Canvas, (left, top): Point, (columns, rows): (usize, usize), side: f32) {
    let (right, bottom) = (left + columns as f32 * side, top + rows as f32 * side);
    for column in 1..columns {
        let x = left + column as f32 * side;
        canvas.stroke(&[(x, top), (x, bottom)], 14.0, BLACK);
    }
    for row in 1..rows {
        let y = top + row as f32 * side;
        canvas.stroke(&[(left, y), (right, y)], 14.0, BLACK);
    }
}

fn draw_square(canvas: &mut Canvas, shape: CellShape, mark: &str, middle: Point, side: f32, framed: bool) {
    let CellShape::Square { kind, .. } = shape else { return };
    let half = side / 2.0;
    let (left, top, right, bottom) = (middle.0 - half, middle.1 - half, middle.0 + half, middle.1 + half);
    if kind == SquareKind::Wall {
        canvas.fill((left, top), (right, bottom), GREY);
    } else if framed {
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)];
        canvas.stroke(&corners, 8.0, BLACK);
    }
    match kind {
        // What lies in a hole is round.
        SquareKind::Mark(_) if mark.chars().all(char::is_lowercase) => canvas.dot(middle, side * 0.42, BLACK),
        SquareKind::Mark(_) => {
            for line in lines(mark, side, side * 0.6) {
                let corner = (middle.0 - line.width / 2.0, middle.1 - line.height / 2.0);
                line.draw(canvas, corner, side / 9.0, BLACK);
            }
        }
        SquareKind::Hole => {
            canvas.dot(middle, side * 0.42, BLACK);
            canvas.dot(middle, side * 0.42 - 8.0, WHITE);
        }
        SquareKind::Empty | SquareKind::Wall | SquareKind::Gap => {}
    }
}

fn draw_pegs(canvas: &mut Canvas, board: &OpenBoard, (pegs, levels): (usize, usize), frame: &Frame) {
    let (width, level) = (frame.size * 1.15, (frame.size * 0.62 / levels as f32).min(110.0));
    let place = width / pegs as f32;
    let (left, top) = frame.corner(width, level * (levels as f32 + 1.0));
    let bottom = top + level * (levels as f32 + 1.0);
    canvas.stroke(&[(left, bottom), (left + width, bottom)], 18.0, BLACK);
    for peg in 0..pegs {
        let x = left + (peg as f32 + 0.5) * place;
        canvas.stroke(&[(x, top), (x, bottom)], 18.0, BLACK);
    }
    for (index, cell) in board.cells.iter().enumerate().take(pegs * levels) {
        let CellShape::Place { disc: 1.., width: part, .. } = cell.shape else { continue };
        let (x, row) = (left + ((index % pegs) as f32 + 0.5) * place, (index / pegs) as f32);
        let (y, half) = (top + (row + 1.5) * level - 14.0, (place * 0.9 * f32::from(part) / 100.0 - level) / 2.0);
        canvas.stroke(&[(x - half, y), (x + half, y)], level * 0.86, BLACK);
    }
}

fn draw_heaps(canvas: &mut Canvas, board: &OpenBoard, rows: usize, frame: &Frame) {
    let heaps = board.cells.iter().take(rows).map(|cell| match cell.shape {
        CellShape::Row { pieces, .. } => usize::from(pieces),
        _ => 0,
    });
    let heaps: Vec<usize> = heaps.collect();
    let most = heaps.iter().copied().max().unwrap_or(0).max(3) as f32;
    let (across, down) = (frame.size / most, frame.size / rows.max(2) as f32);
    for (row, pieces) in heaps.into_iter().enumerate() {
        let (left, top) = frame.corner(pieces as f32 * across, rows as f32 * down);
        for piece in 0..pieces {
            let (x, y) = (left + (piece as f32 + 0.5) * across, top + row as f32 * down);
            canvas.stroke(&[(x, y + down * 0.2), (x, y + down * 0.8)], across * 0.3, BLACK);
        }
    }
}
