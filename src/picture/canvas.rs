//! A canvas: pictures as pixels in shades of grey.

use png::Compression;

use super::paper::{Paper, Point};

/// A picture in the making.
pub(super) struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl Canvas {
    /// Returns a canvas that is all of one shade.
    pub(super) fn new(width: usize, height: usize, shade: u8) -> Self {
        Self { width, height, pixels: vec![shade; width * height] }
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

    /// Returns the picture as a PNG of 16 shades, which is what electronic paper has.
    pub(super) fn into_png(self, compression: Compression) -> Vec<u8> {
        let shade = |pixel: u8| (u16::from(pixel) * 15 / 255) as u8;
        let rows = self.pixels.chunks(self.width);
        let packed =
            rows.flat_map(|row| row.chunks(2).map(|two| shade(two[0]) << 4 | two.get(1).map_or(0, |two| shade(*two))));
        let packed: Vec<u8> = packed.collect();
        let mut png = Vec::new();
        let mut encoder = png::Encoder::new(&mut png, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Grayscale);
        encoder.set_depth(png::BitDepth::Four);
        encoder.set_compression(compression);
        encoder.set_filter(png::Filter::NoFilter);
        let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&packed));
        written.expect("a buffer takes all bytes, and these are as many as the header says");
        png
    }
}

impl Paper for Canvas {
    fn fill(&mut self, from: Point, to: Point, radius: f32, shade: u8) {
        if radius <= 0.0 {
            let clamp = |value: f32, most: usize| (value.max(0.0) as usize).min(most);
            let columns = clamp(from.0, self.width)..clamp(to.0.ceil(), self.width);
            for y in clamp(from.1, self.height)..clamp(to.1.ceil(), self.height) {
                self.pixels[y * self.width..][columns.clone()].fill(shade);
            }
            return;
        }
        let ((left, top), (right, bottom)) = (from, to);
        let radius = radius.min((right - left) / 2.0).min((bottom - top) / 2.0);
        self.paint((left - 1.0, top - 1.0), (right + 1.0, bottom + 1.0), shade, |(x, y)| {
            let nearest = (x.clamp(left + radius, right - radius), y.clamp(top + radius, bottom - radius));
            radius - (x - nearest.0).hypot(y - nearest.1) + 0.5
        });
    }

    fn stroke(&mut self, points: &[Point], width: f32, shade: u8) {
        let radius = width / 2.0;
        for pair in points.windows(2) {
            let [a, b] = [pair[0], pair[1]];
            let reach = radius + 1.0;
            let from = (a.0.min(b.0) - reach, a.1.min(b.1) - reach);
            let to = (a.0.max(b.0) + reach, a.1.max(b.1) + reach);
            self.paint(from, to, shade, |point| radius - distance(point, a, b) + 0.5);
        }
    }

    fn dot(&mut self, middle: Point, radius: f32, shade: u8) {
        self.stroke(&[middle, middle], 2.0 * radius, shade);
    }
}

/// Returns how far a point is from a line between two others.
fn distance((x, y): Point, a: Point, b: Point) -> f32 {
    let (along, across) = ((b.0 - a.0, b.1 - a.1), (x - a.0, y - a.1));
    let length = along.0 * along.0 + along.1 * along.1;
    let part = if length > 0.0 { ((across.0 * along.0 + across.1 * along.1) / length).clamp(0.0, 1.0) } else { 0.0 };
    (across.0 - part * along.0).hypot(across.1 - part * along.1)
}
