//! Pictures of positions: alone, with a title beside them, and as the covers of books.
//!
//! All is drawn with one pen, in shades of grey, as electronic paper and printers show them. A drawing becomes pixels
//! or SVG.

#![allow(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "places on a picture are small, and what lies outside of it is cut off"
)]

mod board;
mod description;
mod drawing;
mod letters;
mod pixels;
mod svg;

use drawing::{BLACK, Drawing, GREY, Point, WHITE};
use letters::{LEADING, Line, lines};
use png::Compression;

use crate::page::OpenBoard;

/// The size of a cover in pixels: three to four, as many readers' screens are.
const WIDTH: usize = 1200;
const HEIGHT: usize = 1600;

/// The part of a cover on which the title stands, light on dark.
const BAND: f32 = 1080.0;

/// The size of a preview in pixels, which is that of pictures beside links.
pub(crate) const PREVIEW_SIZE: (usize, usize) = (1200, 630);

/// How much white there is around a position, in the units of its drawing.
const MARGIN: f32 = 20.0;

/// A place for a drawing: its middle, and how wide and high it may be.
struct Frame {
    middle: Point,
    width: f32,
    height: f32,
}

/// Returns the cover of a book as a PNG. Titles in letters that the pen does not know are left out.
pub(crate) fn cover(board: &OpenBoard, title: &str, author: &str) -> Vec<u8> {
    let out = &mut Drawing::default();
    let middle = WIDTH as f32 / 2.0;
    draw_board(out, board, &Frame { middle: (middle, BAND / 2.0), width: 960.0, height: 840.0 });
    out.fill((0.0, BAND), (WIDTH as f32, HEIGHT as f32), 0.0, BLACK);
    let (width, bottom) = (WIDTH as f32 - 200.0, HEIGHT as f32 - 100.0);
    let title_ends = if author.is_empty() { bottom } else { bottom - 100.0 };
    let (middle_of_title, height) = (f32::midpoint(BAND + 100.0, title_ends), title_ends - BAND - 100.0);
    draw_lines(out, &lines(title, width, height.min(300.0)), (middle, middle_of_title), WHITE);
    draw_lines(out, &lines(author, width, 46.0), (middle, bottom - 23.0), GREY);
    pixels::png(out, (WIDTH, HEIGHT), Compression::High)
}

/// Returns the picture that stands beside links to a page, as a PNG: a position and what it is called.
pub(crate) fn preview(board: &OpenBoard, title: &str, subtitle: &str) -> Vec<u8> {
    let (width, height) = (PREVIEW_SIZE.0 as f32, PREVIEW_SIZE.1 as f32);
    let out = &mut Drawing::default();
    draw_board(out, board, &Frame { middle: (height / 2.0, height / 2.0), width: 500.0, height: 470.0 });
    let left = height + 20.0;
    out.fill((left, 0.0), (width, height), 0.0, BLACK);
    let (middle, room) = (f32::midpoint(left, width), width - left - 120.0);
    let (titles, subtitles) = (lines(title, room, 170.0), lines(subtitle, room, 40.0));
    let up = if subtitles.is_empty() { 0.0 } else { 50.0 };
    draw_lines(out, &titles, (middle, height / 2.0 - up), WHITE);
    draw_lines(out, &subtitles, (middle, height / 2.0 + 110.0), GREY);
    // A site has one for each of its editions, so they are not packed as tightly as can be.
    pixels::png(out, PREVIEW_SIZE, Compression::Balanced)
}

/// Returns a position as SVG. The title says what it is for who does not see it.
pub(crate) fn svg(board: &OpenBoard, title: &str) -> String {
    let size = size(board);
    let mut drawing = Drawing::default();
    drawing.fill((0.0, 0.0), size, 0.0, WHITE);
    drawing.add(board::draw(board), (MARGIN, MARGIN), 1.0);
    svg::svg(&drawing, size, title, &description::of(board))
}

/// Returns a position as a PNG, so many pixels wide.
pub(crate) fn png(board: &OpenBoard, width: u16) -> Vec<u8> {
    let (across, down) = size(board);
    let scale = f32::from(width) / across;
    let mut drawing = Drawing::default();
    drawing.add(board::draw(board), (MARGIN * scale, MARGIN * scale), scale);
    pixels::png(&drawing, ((across * scale).round() as usize, (down * scale).round() as usize), Compression::High)
}

/// Returns how large the picture of a position is, in the units of its drawing.
fn size(board: &OpenBoard) -> Point {
    let (width, height) = board::size(board);
    (width + 2.0 * MARGIN, height + 2.0 * MARGIN)
}

/// Draws lines of text below each other around a point.
fn draw_lines(out: &mut Drawing, lines: &[Line], (middle, middle_down): Point, shade: u8) {
    for (number, line) in lines.iter().enumerate() {
        let from_middle = number as f32 - (lines.len() - 1) as f32 / 2.0;
        let (left, top) = (middle - line.width / 2.0, middle_down + (from_middle * LEADING - 0.5) * line.height);
        line.draw(out, (left, top), line.height / 8.0, shade);
    }
}

/// Draws a board into the middle of a frame, as large as that allows.
fn draw_board(out: &mut Drawing, board: &OpenBoard, frame: &Frame) {
    let (width, height) = board::size(board);
    let scale = (frame.width / width).min(frame.height / height);
    let corner = (frame.middle.0 - width * scale / 2.0, frame.middle.1 - height * scale / 2.0);
    out.add(board::draw(board), corner, scale);
}
