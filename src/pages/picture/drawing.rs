//! Drawings: paths in shades of grey, before they become pixels or SVG.

use zeno::{Command, PathBuilder, Transform};

/// A point, by its distances from the left and from the top.
pub(super) type Point = (f32, f32);

pub(super) const BLACK: u8 = 0;
pub(super) const GREY: u8 = 0x99;
pub(super) const LIGHT: u8 = 0xcc;
pub(super) const WHITE: u8 = 0xff;

pub(super) struct Shape {
    pub(super) path: Vec<Command>,
    /// The width of the round pen that draws the shape; `None` to fill the inside of the shape.
    pub(super) pen: Option<f32>,
    pub(super) shade: u8,
}

/// Shapes, bottom to top.
#[derive(Default)]
pub(super) struct Drawing(pub(super) Vec<Shape>);

impl Drawing {
    /// Adds a rectangle with rounded corners.
    pub(super) fn fill(&mut self, from: Point, to: Point, radius: f32, shade: u8) {
        let mut path = Vec::new();
        if radius > 0.0 {
            path.add_round_rect(from, to.0 - from.0, to.1 - from.1, radius, radius);
        } else {
            path.add_rect(from, to.0 - from.0, to.1 - from.1);
        }
        self.0.push(Shape { path, pen: None, shade });
    }

    pub(super) fn stroke(&mut self, points: &[Point], width: f32, shade: u8) {
        let mut path = Vec::new();
        for &point in points {
            if path.is_empty() {
                path.move_to(point)
            } else {
                path.line_to(point)
            };
        }
        self.0.push(Shape { path, pen: Some(width), shade });
    }

    pub(super) fn dot(&mut self, middle: Point, radius: f32, shade: u8) {
        let mut path = Vec::new();
        path.add_circle(middle, radius);
        self.0.push(Shape { path, pen: None, shade });
    }

    /// Adds a circle drawn with a pen of this width, and fills it with white.
    pub(super) fn ring(&mut self, middle: Point, radius: f32, width: f32, shade: u8) {
        self.dot(middle, radius + width / 2.0, shade);
        self.dot(middle, radius - width / 2.0, WHITE);
    }

    /// Adds another drawing, scaled, with its upper left corner at a point.
    pub(super) fn add(&mut self, other: Self, corner: Point, scale: f32) {
        let transform = Transform::scale(scale, scale).then_translate(corner.0, corner.1);
        for Shape { path, pen, shade } in other.0 {
            self.0.push(Shape { path: transformed(&path, transform), pen: pen.map(|width| width * scale), shade });
        }
    }
}

pub(super) fn transformed(path: &[Command], transform: Transform) -> Vec<Command> {
    path.iter().map(|command| command.transform(&transform)).collect()
}
