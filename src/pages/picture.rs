//! Pictures of positions: by themselves, with a title, and as covers of books.
//!
//! One pen draws everything in shades of grey, as for e-paper and printers. A drawing becomes a PNG or an SVG.

#![allow(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "places on a picture are small, and what lies outside of it is cut off"
)]

mod board;
mod drawing;
mod letters;
mod words;

use drawing::{BLACK, Drawing, GREY, Point, WHITE};
use letters::{lines, write};
pub(crate) use words::{description, drawing};

use crate::pages::page::OpenBoard;

/// The size of a cover in pixels, in the proportion 3 : 4 of many e-readers.
const WIDTH: usize = 1200;
const HEIGHT: usize = 1600;

/// The top of the band with the title of a cover, light on dark, in pixels.
const BAND: f32 = 1080.0;

/// The size in pixels of a preview picture. Social networks show this picture next to links.
pub(crate) const PREVIEW_SIZE: (usize, usize) = (1200, 630);

/// The margin around a position, in the units of its drawing.
const MARGIN: f32 = 20.0;

/// The size of a map's step, in the units of its drawing.
const STEP: f32 = 10.0;

/// The height of letters, in widths of the pen.
const PEN: f32 = 8.0;

/// Returns the cover of a book as a PNG. The cover omits a title with letters that the pen does not know.
pub(crate) fn cover(shown: &Subject<'_>, title: &str, author: &str) -> Vec<u8> {
    let out = &mut Drawing::default();
    let middle = WIDTH as f32 / 2.0;
    draw_around(out, shown, (middle, BAND / 2.0), (960.0, 840.0));
    out.fill((0.0, BAND), (WIDTH as f32, HEIGHT as f32), 0.0, BLACK);
    let (width, bottom) = (WIDTH as f32 - 200.0, HEIGHT as f32 - 100.0);
    let title_ends = if author.is_empty() { bottom } else { bottom - 100.0 };
    let (middle_of_title, height) = (f32::midpoint(BAND + 100.0, title_ends), title_ends - BAND - 100.0);
    write(out, &lines(title, width, height.min(300.0)), (middle, middle_of_title), PEN, WHITE);
    write(out, &lines(author, width, 46.0), (middle, bottom - 23.0), PEN, GREY);
    drawing::png(out, (WIDTH, HEIGHT))
}

pub(crate) fn preview(board: &OpenBoard, title: &str, subtitle: &str) -> Vec<u8> {
    let (width, height) = (PREVIEW_SIZE.0 as f32, PREVIEW_SIZE.1 as f32);
    let out = &mut Drawing::default();
    draw_around(out, &Subject::Board(board), (height / 2.0, height / 2.0), (500.0, 470.0));
    let left = height + 20.0;
    out.fill((left, 0.0), (width, height), 0.0, BLACK);
    let (middle, room) = (f32::midpoint(left, width), width - left - 120.0);
    let (titles, subtitles) = (lines(title, room, 170.0), lines(subtitle, room, 40.0));
    let up = if subtitles.is_empty() { 0.0 } else { 50.0 };
    write(out, &titles, (middle, height / 2.0 - up), PEN, WHITE);
    write(out, &subtitles, (middle, height / 2.0 + 110.0), PEN, GREY);
    drawing::png(out, PREVIEW_SIZE)
}

pub(crate) enum Subject<'a> {
    Board(&'a OpenBoard),
    /// A map of all positions: the point and the shade of each.
    Map(&'a [((u32, u32), u8)]),
}

/// Returns a picture as SVG. Screen readers read the title and the description.
pub(crate) fn svg(shown: &Subject<'_>, title: &str, description: &str) -> String {
    let (inner, size) = draw_with_margin(shown);
    let mut drawing = Drawing::default();
    drawing.fill((0.0, 0.0), size, 0.0, WHITE);
    drawing.add(inner, (MARGIN, MARGIN), 1.0);
    drawing::svg(&drawing, size, title, description)
}

pub(crate) fn png(shown: &Subject<'_>, width: u16) -> Vec<u8> {
    let (inner, (across, down)) = draw_with_margin(shown);
    let scale = f32::from(width) / across;
    let mut drawing = Drawing::default();
    drawing.add(inner, (MARGIN * scale, MARGIN * scale), scale);
    drawing::png(&drawing, ((across * scale).round() as usize, (down * scale).round() as usize))
}

/// Returns a drawing, and its size including the margin.
fn draw_with_margin(shown: &Subject<'_>) -> (Drawing, Point) {
    let (drawing, (width, height)) = draw(shown);
    (drawing, (width + 2.0 * MARGIN, height + 2.0 * MARGIN))
}

fn draw(shown: &Subject<'_>) -> (Drawing, Point) {
    match shown {
        Subject::Board(board) => board::draw(board),
        Subject::Map(dots) => draw_map(dots),
    }
}

/// Draws dots at points, given in steps. Neighbouring dots are two steps apart.
fn draw_map(dots: &[((u32, u32), u8)]) -> (Drawing, Point) {
    let mut drawing = Drawing::default();
    let (mut width, mut height) = (0.0_f32, 0.0_f32);
    for &((x, y), shade) in dots {
        let middle = ((x + 1) as f32 * STEP, (y + 1) as f32 * STEP);
        drawing.dot(middle, STEP * 0.8, shade);
        (width, height) = (width.max(middle.0 + STEP), height.max(middle.1 + STEP));
    }
    (drawing, (width, height))
}

/// Draws around a point, as large as the space allows.
fn draw_around(out: &mut Drawing, shown: &Subject<'_>, middle: Point, room: Point) {
    let (drawing, (width, height)) = draw(shown);
    let scale = (room.0 / width).min(room.1 / height);
    let corner = (middle.0 - width * scale / 2.0, middle.1 - height * scale / 2.0);
    out.add(drawing, corner, scale);
}
