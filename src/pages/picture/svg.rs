//! Drawings as SVG. These drawings need no fonts and no other files, and print at any size.

use std::fmt::{Display, Formatter, Result};

use quick_xml::escape::partial_escape;
use zeno::{Command, Point};

use super::drawing::{Drawing, Shape};

pub(super) fn svg(drawing: &Drawing, size: (f32, f32), title: &str, description: &str) -> String {
    let (width, height) = (Number(size.0), Number(size.1));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\">\n<title>{}</title>\n<desc>{}</desc>\n\
         <g stroke-linecap=\"round\" stroke-linejoin=\"round\">\n",
        partial_escape(title),
        partial_escape(description),
    );
    svg.extend(drawing.0.iter().map(element));
    svg + "</g>\n</svg>\n"
}

fn element(Shape { path, pen, shade }: &Shape) -> String {
    let path: String = path.iter().map(written).collect();
    let colour = format!("#{0:x}{0:x}{0:x}", shade >> 4);
    let paint = match *pen {
        Some(width) => format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\"", Number(width)),
        None => format!("fill=\"{colour}\""),
    };
    format!("<path d=\"{path}\" {paint}/>\n")
}

fn written(command: &Command) -> String {
    let place = |point: Point| format!("{} {}", Number(point.x), Number(point.y));
    match *command {
        Command::MoveTo(to) => format!("M{}", place(to)),
        Command::LineTo(to) => format!("L{}", place(to)),
        Command::QuadTo(pull, to) => format!("Q{} {}", place(pull), place(to)),
        Command::CurveTo(one, two, to) => format!("C{} {} {}", place(one), place(two), place(to)),
        Command::Close => "Z".to_owned(),
    }
}

/// A number with at most two decimals.
struct Number(f32);

impl Display for Number {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        // Adding zero turns a negative zero into a positive one.
        write!(out, "{}", (self.0 * 100.0).round() / 100.0 + 0.0)
    }
}
