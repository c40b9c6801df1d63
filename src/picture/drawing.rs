//! Drawings: pictures as shapes, in SVG. They need no font and nothing from elsewhere, and can be printed at any size.

use std::fmt::Write;

use super::paper::{Paper, Point};

/// A drawing in the making.
pub(super) struct Drawing {
    shapes: String,
    size: Point,
}

impl Drawing {
    /// Returns an empty drawing of a size.
    pub(super) fn new(size: Point) -> Self {
        Self { shapes: String::new(), size }
    }

    /// Returns the drawing as SVG, with what it is for who does not see it.
    pub(super) fn into_svg(self, title: &str, description: &str) -> String {
        let (width, height) = (Number(self.size.0), Number(self.size.1));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\">\n"
        );
        for (name, text) in [("title", title), ("desc", description)] {
            svg.extend(["<", name, ">"]);
            push_escaped(text, &mut svg);
            svg.extend(["</", name, ">\n"]);
        }
        svg.push_str("<g stroke-linecap=\"round\" stroke-linejoin=\"round\">\n");
        svg.push_str(&self.shapes);
        svg.push_str("</g>\n</svg>\n");
        svg
    }

    fn push(&mut self, shape: std::fmt::Arguments<'_>) {
        self.shapes.write_fmt(shape).expect("a text takes all");
    }
}

impl Paper for Drawing {
    fn fill(&mut self, from: Point, to: Point, radius: f32, shade: u8) {
        let (x, y, width, height) = (Number(from.0), Number(from.1), Number(to.0 - from.0), Number(to.1 - from.1));
        let round = if radius > 0.0 { format!(" rx=\"{}\"", Number(radius)) } else { String::new() };
        self.push(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{round} fill=\"{}\"/>\n",
            Shade(shade)
        ));
    }

    fn stroke(&mut self, points: &[Point], width: f32, shade: u8) {
        let mut path = String::new();
        for (number, &(x, y)) in points.iter().enumerate() {
            let command = if number == 0 { 'M' } else { 'L' };
            write!(path, "{command}{} {}", Number(x), Number(y)).expect("a text takes all");
        }
        let (width, shade) = (Number(width), Shade(shade));
        self.push(format_args!("<path d=\"{path}\" fill=\"none\" stroke=\"{shade}\" stroke-width=\"{width}\"/>\n"));
    }

    fn dot(&mut self, (x, y): Point, radius: f32, shade: u8) {
        let (x, y, radius) = (Number(x), Number(y), Number(radius));
        self.push(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{}\"/>\n", Shade(shade)));
    }
}

/// A number with at most two decimals.
struct Number(f32);

impl std::fmt::Display for Number {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Adding zero turns a negative one into a positive.
        write!(out, "{}", (self.0 * 100.0).round() / 100.0 + 0.0)
    }
}

/// A shade of grey as a colour.
struct Shade(u8);

impl std::fmt::Display for Shade {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let digit = self.0 >> 4;
        write!(out, "#{digit:x}{digit:x}{digit:x}")
    }
}

fn push_escaped(text: &str, out: &mut String) {
    for character in text.chars() {
        match character {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            other => out.push(other),
        }
    }
}
