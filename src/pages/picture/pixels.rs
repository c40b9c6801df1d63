//! Drawings as pixels in shades of grey.

use png::Compression;
use zeno::{Cap, Fill, Join, Mask, Stroke, Style};

use super::drawing::{Drawing, Shape, WHITE};

/// Returns a drawing on white as a PNG of this size, in 16 shades of grey, like e-paper.
pub(super) fn png(drawing: &Drawing, (width, height): (usize, usize)) -> Vec<u8> {
    let mut rows = vec![vec![WHITE; width]; height];
    for shape in &drawing.0 {
        paint(shape, &mut rows);
    }
    let shade = |pixel: u8| (u16::from(pixel) * 15 / 255) as u8;
    let two = |two: &[u8]| shade(two[0]) << 4 | two.get(1).map_or(0, |&second| shade(second));
    let packed: Vec<u8> = rows.iter().flat_map(|row| row.chunks(2).map(two)).collect();
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, width as u32, height as u32);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Four);
    encoder.set_compression(Compression::Balanced);
    encoder.set_filter(png::Filter::NoFilter);
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&packed));
    written.expect("a buffer takes all bytes, and these are as many as the header says");
    png
}

/// Paints the pixels of a shape. Pixels at the edges of the shape are blended with the pixels below.
fn paint(shape: &Shape, rows: &mut [Vec<u8>]) {
    let style = match shape.pen {
        Some(width) => Style::Stroke(*Stroke::new(width).cap(Cap::Round).join(Join::Round)),
        None => Style::Fill(Fill::NonZero),
    };
    let (covers, place) = Mask::new(&shape.path).style(style).render();
    for (y, covers) in (place.top..).zip(covers.chunks_exact(place.width.max(1) as usize)) {
        let Some(row) = usize::try_from(y).ok().and_then(|y| rows.get_mut(y)) else { continue };
        for (x, &cover) in (place.left..).zip(covers) {
            if let Some(pixel) = usize::try_from(x).ok().and_then(|x| row.get_mut(x)) {
                let (cover, below) = (u16::from(cover), u16::from(*pixel));
                *pixel = ((below * (255 - cover) + u16::from(shape.shade) * cover + 127) / 255) as u8;
            }
        }
    }
}
