//! Letters: capitals, digits and marks as strokes of a pen, drawn for this program.

use super::paper::{Paper, Point};

/// A line of text as strokes.
pub(super) struct Line {
    /// The strokes, from the line's left end and the top of its capitals.
    strokes: Vec<Vec<Point>>,
    /// How wide it is.
    pub(super) width: f32,
    /// How high its capitals are.
    pub(super) height: f32,
}

impl Line {
    /// Returns the line as wide as it is high, where that changes it little: a single letter fills a square.
    pub(super) fn squared(mut self) -> Self {
        let factor = self.height / self.width.max(1.0);
        if (0.7..1.5).contains(&factor) {
            self.strokes.iter_mut().flatten().for_each(|point| point.0 *= factor);
            self.width *= factor;
        }
        self
    }

    /// Draws it with a pen of this width. `corner` is the left end at the top of capitals.
    pub(super) fn draw(&self, paper: &mut dyn Paper, corner: Point, pen: f32, shade: u8) {
        for stroke in &self.strokes {
            let stroke: Vec<Point> = stroke.iter().map(|(x, y)| (corner.0 + x, corner.1 + y)).collect();
            paper.stroke(&stroke, pen, shade);
        }
    }
}

/// How high capitals are in the units of the paths below.
const CAPITAL: f32 = 12.0;

/// How far letters stand from each other, and words.
const BETWEEN: f32 = 3.6;
const SPACE: f32 = 5.0;

/// How far lines stand from each other, as a part of the height of capitals.
pub(super) const LEADING: f32 = 1.7;

/// Each character with its strokes, a line each: `M` begins one at a point, `L` goes on in a straight line, `C` in a
/// cubic Bézier curve with two points that pull at it.
const PATHS: &str = include_str!("letters.txt");

/// Letters that are others with something above or below them.
const ACCENTED: [(&str, &str, &str); 9] = [
    ("ÄËÏÖÜŸ", "AEIOUY", "M-1.8 -3L-1.7 -3M1.7 -3L1.8 -3"),
    ("ÁÉÍÓÚÝĆŃŚŹ", "AEIOUYCNSZ", "M-.8 -2.2L1 -4"),
    ("ÀÈÌÒÙ", "AEIOU", "M.8 -2.2L-1 -4"),
    ("ÂÊÎÔÛ", "AEIOU", "M-1.8 -2.2L0 -4L1.8 -2.2"),
    ("ÃÑÕ", "ANO", "M-2 -2.6C-1 -4 1 -1.8 2 -3.2"),
    ("ČŘŠŽĚŇ", "CRSZEN", "M-1.8 -4L0 -2.2L1.8 -4"),
    ("ÅŮ", "AU", "M0 -1.8C2 -1.8 2 -4.2 0 -4.2C-2 -4.2 -2 -1.8 0 -1.8"),
    ("Ç", "C", "M.2 12.6L-.8 14.6"),
    ("Ż", "Z", "M0 -3L.1 -3"),
];

/// Returns a text as lines that fit into this width and height together, as large as that allows. Nothing where it has
/// characters that nobody has drawn.
pub(super) fn lines(text: &str, width: f32, height: f32) -> Vec<Line> {
    let words: Option<Vec<Vec<Glyph>>> = text.to_uppercase().split_whitespace().map(glyphs).collect();
    let Some(words) = words.filter(|words| !words.is_empty()) else { return Vec::new() };
    let mut best: Option<(f32, Vec<Line>)> = None;
    for count in 1..=words.len().min(4) {
        let broken = in_lines(&words, count);
        let widest = broken.iter().map(|line| width_of(line)).fold(1.0, f32::max);
        let rows = broken.len() as f32 * LEADING - (LEADING - 1.0);
        let scale = (width / widest).min(height / (rows * CAPITAL));
        if best.as_ref().is_none_or(|(known, _)| scale > *known) {
            best = Some((scale, broken.iter().map(|line| draw(line, scale)).collect()));
        }
    }
    best.map(|(_, lines)| lines).unwrap_or_default()
}

/// A character as strokes, and how wide it is.
#[derive(Clone)]
struct Glyph {
    strokes: Vec<Vec<Point>>,
    width: f32,
}

/// Returns the characters of a word, if all are known.
fn glyphs(word: &str) -> Option<Vec<Glyph>> {
    word.chars().map(glyph).collect()
}

fn glyph(character: char) -> Option<Glyph> {
    if let Some(path) = PATHS.lines().find_map(|line| line.strip_prefix(character)) {
        let strokes = strokes(path);
        let width = strokes.iter().flatten().map(|(x, _)| *x).fold(0.0, f32::max);
        return Some(Glyph { strokes, width });
    }
    let (accented, plain, accent) = ACCENTED.iter().find(|(accented, ..)| accented.contains(character))?;
    let place = accented.chars().position(|known| known == character)?;
    let mut glyph = glyph(plain.chars().nth(place)?)?;
    let middle = glyph.width / 2.0;
    let above = strokes(accent).into_iter().map(|stroke| stroke.into_iter().map(|(x, y)| (x + middle, y)).collect());
    glyph.strokes.extend(above);
    Some(glyph)
}

/// Returns words in so many lines, each about as long as the others.
fn in_lines(words: &[Vec<Glyph>], count: usize) -> Vec<Vec<Vec<Glyph>>> {
    let ideal = width_of(words) / count as f32;
    let mut lines: Vec<Vec<Vec<Glyph>>> = vec![Vec::new()];
    for word in words {
        let line = lines.last().expect("there is a first line");
        let longer = [line.clone(), vec![word.clone()]].concat();
        let is_full = !line.is_empty() && width_of(&longer) - ideal > ideal - width_of(line);
        if is_full && lines.len() < count {
            lines.push(vec![word.clone()]);
        } else {
            *lines.last_mut().expect("there is a first line") = longer;
        }
    }
    lines
}

/// Returns how wide words are beside each other.
fn width_of(words: &[Vec<Glyph>]) -> f32 {
    let letters: f32 = words.iter().flatten().map(|glyph| glyph.width + BETWEEN).sum();
    letters - BETWEEN + SPACE * (words.len().max(1) - 1) as f32
}

fn draw(words: &[Vec<Glyph>], scale: f32) -> Line {
    let (mut strokes, mut at) = (Vec::new(), 0.0);
    for word in words {
        for glyph in word {
            let moved = |stroke: &Vec<Point>| stroke.iter().map(|(x, y)| ((at + x) * scale, y * scale)).collect();
            strokes.extend(glyph.strokes.iter().map(moved));
            at += glyph.width + BETWEEN;
        }
        at += SPACE;
    }
    Line { strokes, width: width_of(words) * scale, height: CAPITAL * scale }
}

/// Returns the strokes of a path, curves as many short lines.
fn strokes(path: &str) -> Vec<Vec<Point>> {
    const STEPS: usize = 16;
    let mut strokes: Vec<Vec<Point>> = Vec::new();
    let commands = path.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()).map(|(at, _)| at);
    let starts: Vec<usize> = commands.chain([path.len()]).collect();
    for range in starts.windows(2) {
        let (command, numbers) = path[range[0]..range[1]].split_at(1);
        let numbers: Vec<f32> = numbers.split(' ').filter_map(|number| number.parse().ok()).collect();
        let points: Vec<Point> = numbers.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
        match (command, &points[..], strokes.last_mut()) {
            ("L", &[to], Some(stroke)) => stroke.push(to),
            ("C", &[one, two, to], Some(stroke)) => {
                let from = stroke[stroke.len() - 1];
                stroke.extend((1..=STEPS).map(|step| curve([from, one, two, to], step as f32 / STEPS as f32)));
            }
            (_, points, _) => strokes.push(points.to_vec()),
        }
    }
    strokes
}

/// Returns the point at a part of a cubic Bézier curve.
fn curve(points: [Point; 4], part: f32) -> Point {
    let rest = 1.0 - part;
    let weights = [rest.powi(3), 3.0 * rest * rest * part, 3.0 * rest * part * part, part.powi(3)];
    let sum = |of: fn(Point) -> f32| points.iter().zip(weights).map(|(point, weight)| of(*point) * weight).sum();
    (sum(|point| point.0), sum(|point| point.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_is_read_to_its_end() {
        for line in PATHS.lines() {
            let (character, path) = line.split_once(' ').expect("a character and its path");
            let read: usize = strokes(path).iter().map(Vec::len).sum();
            let count = |command: char| path.matches(command).count();
            assert_eq!(read, count('M') + count('L') + 16 * count('C'), "{character}");
            let inside = |&(x, y): &Point| (-0.1..=13.0).contains(&x) && (-1.0..=14.0).contains(&y);
            assert!(strokes(path).iter().flatten().all(inside), "{character}");
        }
    }

    #[test]
    fn a_title_fits_where_it_has_to() {
        for title in ["Nim", "Towers of Hanoi", "Tic-tac-toe: Sixteen winnable games", "Türme in Öl", "Ça va?"] {
            let lines = lines(title, 1000.0, 300.0);
            assert!(!lines.is_empty(), "{title}");
            assert!(lines.iter().all(|line| line.width <= 1000.5), "{title}");
        }
        assert!(lines("ハノイの塔", 1000.0, 300.0).is_empty(), "nobody has drawn these");
    }
}
