//! Drawings: paths in shades of grey. A drawing becomes pixels, or an SVG that needs no fonts and no other files, and
//! prints at any size.

use std::fmt::{self, Display, Formatter};

use png::Compression;
use quick_xml::escape::partial_escape;
use zeno::{Cap, Command, Fill, Join, Mask, PathBuilder, Stroke, Style, Transform};

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
    let place = |point: zeno::Point| format!("{} {}", Number(point.x), Number(point.y));
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
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        // Adding zero turns a negative zero into a positive one.
        write!(out, "{}", (self.0 * 100.0).round() / 100.0 + 0.0)
    }
}
