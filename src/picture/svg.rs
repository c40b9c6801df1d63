//! Drawings as SVG. They need no font and nothing from elsewhere, and can be printed at any size.

use std::fmt::{Display, Formatter, Result, Write};

use quick_xml::escape::partial_escape;

use super::drawing::{Drawing, Point, Shape};

/// Returns a drawing of this size as SVG, with what it is for who does not see it.
pub(super) fn svg(drawing: &Drawing, size: Point, title: &str, description: &str) -> String {
    let (width, height) = (Number(size.0), Number(size.1));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\">\n<title>{}</title>\n<desc>{}</desc>\n\
         <g stroke-linecap=\"round\" stroke-linejoin=\"round\">\n",
        partial_escape(title),
        partial_escape(description),
    );
    for &(ref shape, shade) in &drawing.0 {
        write_shape(shape, shade >> 4, &mut svg).expect("a text takes all");
    }
    svg + "</g>\n</svg>\n"
}

/// Appends a shape. The digit makes its shade of grey.
fn write_shape(shape: &Shape, grey: u8, out: &mut String) -> Result {
    let colour = format!("#{grey:x}{grey:x}{grey:x}");
    match *shape {
        Shape::Rectangle(from, to, radius) => {
            let (x, y, width, height) = (Number(from.0), Number(from.1), Number(to.0 - from.0), Number(to.1 - from.1));
            let round = if radius > 0.0 { format!(" rx=\"{}\"", Number(radius)) } else { String::new() };
            writeln!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{round} fill=\"{colour}\"/>")
        }
        Shape::Line(ref points, width) => {
            let mut path = String::new();
            for (number, &(x, y)) in points.iter().enumerate() {
                let command = if number == 0 { 'M' } else { 'L' };
                write!(path, "{command}{} {}", Number(x), Number(y))?;
            }
            let width = Number(width);
            writeln!(out, "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"/>")
        }
        Shape::Dot((x, y), radius) => {
            let (x, y, radius) = (Number(x), Number(y), Number(radius));
            writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{colour}\"/>")
        }
    }
}

/// A number with at most two decimals.
struct Number(f32);

impl Display for Number {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        // Adding zero turns a negative one into a positive.
        write!(out, "{}", (self.0 * 100.0).round() / 100.0 + 0.0)
    }
}
