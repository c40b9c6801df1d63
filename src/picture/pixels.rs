//! Drawings as pixels in shades of grey.

use png::Compression;

use super::drawing::{Drawing, Point, Shape, WHITE};

/// A picture in the making.
struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

/// Returns a drawing on white as a PNG of 16 shades, which is what electronic paper has, this wide and high.
pub(super) fn png(drawing: &Drawing, (width, height): (usize, usize), compression: Compression) -> Vec<u8> {
    let mut canvas = Canvas { width, height, pixels: vec![WHITE; width * height] };
    drawing.0.iter().for_each(|&(ref shape, shade)| canvas.draw(shape, shade));
    let shade = |pixel: u8| (u16::from(pixel) * 15 / 255) as u8;
    let rows = canvas.pixels.chunks(width);
    let packed =
        rows.flat_map(|row| row.chunks(2).map(|two| shade(two[0]) << 4 | two.get(1).map_or(0, |two| shade(*two))));
    let packed: Vec<u8> = packed.collect();
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, width as u32, height as u32);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Four);
    encoder.set_compression(compression);
    encoder.set_filter(png::Filter::NoFilter);
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&packed));
    written.expect("a buffer takes all bytes, and these are as many as the header says");
    png
}

impl Canvas {
    fn draw(&mut self, shape: &Shape, grey: u8) {
        match *shape {
            // Its edges are sharp.
            Shape::Rectangle(from, to, radius) if radius <= 0.0 => self.paint(from, to, grey, |_| 1.0),
            Shape::Rectangle(from @ (left, top), to @ (right, bottom), radius) => {
                let radius = radius.min((right - left) / 2.0).min((bottom - top) / 2.0);
                self.paint((from.0 - 1.0, from.1 - 1.0), (to.0 + 1.0, to.1 + 1.0), grey, |(x, y)| {
                    let nearest = (x.clamp(left + radius, right - radius), y.clamp(top + radius, bottom - radius));
                    radius - (x - nearest.0).hypot(y - nearest.1) + 0.5
                });
            }
            Shape::Line(ref points, width) => {
                points.windows(2).for_each(|pair| self.stroke(pair[0], pair[1], width / 2.0, grey));
            }
            Shape::Dot(middle, radius) => self.stroke(middle, middle, radius, grey),
        }
    }

    fn stroke(&mut self, a: Point, b: Point, radius: f32, shade: u8) {
        let reach = radius + 1.0;
        let from = (a.0.min(b.0) - reach, a.1.min(b.1) - reach);
        let to = (a.0.max(b.0) + reach, a.1.max(b.1) + reach);
        self.paint(from, to, shade, |point| radius - distance(point, a, b) + 0.5);
    }

    /// Paints the pixels of a rectangle. `cover` says how much of a pixel is painted, from its middle.
    fn paint(&mut self, from: Point, to: Point, shade: u8, cover: impl Fn(Point) -> f32) {
        let clamp = |value: f32, most: usize| (value.max(0.0) as usize).min(most);
        for y in clamp(from.1, self.height)..clamp(to.1.ceil(), self.height) {
            for x in clamp(from.0, self.width)..clamp(to.0.ceil(), self.width) {
                let cover = cover((x as f32 + 0.5, y as f32 + 0.5)).clamp(0.0, 1.0);
                let pixel = &mut self.pixels[y * self.width + x];
                let mixed = f32::from(*pixel) * (1.0 - cover) + f32::from(shade) * cover;
                // Where strokes meet, neither takes away what the other painted.
                *pixel = mixed.round() as u8;
            }
        }
    }
}

/// Returns how far a point is from a line between two others.
fn distance((x, y): Point, a: Point, b: Point) -> f32 {
    let (along, across) = ((b.0 - a.0, b.1 - a.1), (x - a.0, y - a.1));
    let length = along.0 * along.0 + along.1 * along.1;
    let part = if length > 0.0 { ((across.0 * along.0 + across.1 * along.1) / length).clamp(0.0, 1.0) } else { 0.0 };
    (across.0 - part * along.0).hypot(across.1 - part * along.1)
}
