//! Drawings: shapes in shades of grey, before they become pixels or SVG.

/// A place on a drawing, from the left and from the top.
pub(super) type Point = (f32, f32);

/// Shades of grey.
pub(super) const BLACK: u8 = 0;
pub(super) const GREY: u8 = 0x99;
pub(super) const LIGHT: u8 = 0xcc;
pub(super) const WHITE: u8 = 0xff;

/// A shape of one shade.
pub(super) enum Shape {
    /// A rectangle from its upper left to its lower right corner, all of them round by a radius.
    Rectangle(Point, Point, f32),
    /// A line through points, drawn with a round pen of this width.
    Line(Vec<Point>, f32),
    /// A full circle: its middle and its radius.
    Dot(Point, f32),
}

/// Shapes with their shades, the lowest first.
#[derive(Default)]
pub(super) struct Drawing(pub(super) Vec<(Shape, u8)>);

impl Drawing {
    /// Adds a rectangle with round corners.
    pub(super) fn fill(&mut self, from: Point, to: Point, radius: f32, shade: u8) {
        self.0.push((Shape::Rectangle(from, to, radius), shade));
    }

    /// Adds a line through points.
    pub(super) fn stroke(&mut self, points: &[Point], width: f32, shade: u8) {
        self.0.push((Shape::Line(points.to_vec(), width), shade));
    }

    /// Adds a full circle.
    pub(super) fn dot(&mut self, middle: Point, radius: f32, shade: u8) {
        self.0.push((Shape::Dot(middle, radius), shade));
    }

    /// Adds a circle drawn with a pen of this width. What is inside becomes white.
    pub(super) fn ring(&mut self, middle: Point, radius: f32, width: f32, shade: u8) {
        self.dot(middle, radius + width / 2.0, shade);
        self.dot(middle, radius - width / 2.0, WHITE);
    }

    /// Adds all of another drawing, its upper left corner at a place and its unit `scale` of these.
    pub(super) fn add(&mut self, other: Self, corner: Point, scale: f32) {
        let place = |(x, y): Point| (corner.0 + x * scale, corner.1 + y * scale);
        self.0.extend(other.0.into_iter().map(|(shape, shade)| {
            let placed = match shape {
                Shape::Rectangle(from, to, radius) => Shape::Rectangle(place(from), place(to), radius * scale),
                Shape::Line(points, width) => Shape::Line(points.into_iter().map(place).collect(), width * scale),
                Shape::Dot(middle, radius) => Shape::Dot(place(middle), radius * scale),
            };
            (placed, shade)
        }));
    }
}
