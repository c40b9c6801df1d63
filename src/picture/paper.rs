//! Paper: what a picture is drawn on, whether it is made of pixels or of shapes.

/// A place on paper, from the left and from the top.
pub(super) type Point = (f32, f32);

/// Shades of grey.
pub(super) const BLACK: u8 = 0;
pub(super) const GREY: u8 = 0x99;
pub(super) const LIGHT: u8 = 0xcc;
pub(super) const WHITE: u8 = 0xff;

/// Something to draw on.
pub(super) trait Paper {
    /// Fills a rectangle, whose corners are round by a radius, from its upper left to its lower right corner.
    fn fill(&mut self, from: Point, to: Point, radius: f32, shade: u8);

    /// Draws a line through points with a round pen of this width.
    fn stroke(&mut self, points: &[Point], width: f32, shade: u8);

    /// Draws a full circle.
    fn dot(&mut self, middle: Point, radius: f32, shade: u8);

    /// Draws a circle with a pen of this width. What is inside becomes white.
    fn ring(&mut self, middle: Point, radius: f32, width: f32, shade: u8) {
        self.dot(middle, radius + width / 2.0, shade);
        self.dot(middle, radius - width / 2.0, WHITE);
    }
}

/// A part of a paper with units of its own.
pub(super) struct Part<'a> {
    pub(super) paper: &'a mut dyn Paper,
    /// Its upper left corner.
    pub(super) corner: Point,
    /// How large its unit is.
    pub(super) scale: f32,
}

impl Part<'_> {
    fn place(&self, point: Point) -> Point {
        (self.corner.0 + point.0 * self.scale, self.corner.1 + point.1 * self.scale)
    }
}

impl Paper for Part<'_> {
    fn fill(&mut self, from: Point, to: Point, radius: f32, shade: u8) {
        let (from, to) = (self.place(from), self.place(to));
        self.paper.fill(from, to, radius * self.scale, shade);
    }

    fn stroke(&mut self, points: &[Point], width: f32, shade: u8) {
        let points: Vec<Point> = points.iter().map(|&point| self.place(point)).collect();
        self.paper.stroke(&points, width * self.scale, shade);
    }

    fn dot(&mut self, middle: Point, radius: f32, shade: u8) {
        let middle = self.place(middle);
        self.paper.dot(middle, radius * self.scale, shade);
    }
}
