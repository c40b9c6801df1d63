//! Maps of all positions, as posters.

use super::drawing::{Drawing, Point};

/// How large a step of a map is, in the units of its drawing.
const STEP: f32 = 10.0;

/// Draws dots, each at so many steps from the left and from the top and in a shade. They are two steps apart. Returns
/// the drawing and its size.
pub(super) fn draw(dots: &[((u32, u32), u8)]) -> (Drawing, Point) {
    let mut drawing = Drawing::default();
    let (mut width, mut height) = (0.0_f32, 0.0_f32);
    for &((x, y), shade) in dots {
        let middle = ((x + 1) as f32 * STEP, (y + 1) as f32 * STEP);
        drawing.dot(middle, STEP * 0.8, shade);
        (width, height) = (width.max(middle.0 + STEP), height.max(middle.1 + STEP));
    }
    (drawing, (width, height))
}
