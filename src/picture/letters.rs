//! Letters: capitals, digits and marks as strokes of a pen, drawn for this program.

use unicode_normalization::UnicodeNormalization;

use super::drawing::{Drawing, Point};

/// A line of text as strokes.
pub(super) struct Line {
    /// The strokes, from the line's left end and the top of its capitals.
    strokes: Vec<Vec<Point>>,
    /// How wide it is.
    width: f32,
    /// How high its capitals are.
    height: f32,
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
}

/// Draws lines of text below each other around a point, their height being so many times the width of the pen.
pub(super) fn write(out: &mut Drawing, lines: &[Line], (middle, middle_down): Point, pen: f32, shade: u8) {
    for (number, line) in lines.iter().enumerate() {
        let from_middle = number as f32 - (lines.len() - 1) as f32 / 2.0;
        let (left, top) = (middle - line.width / 2.0, middle_down + (from_middle * LEADING - 0.5) * line.height);
        for stroke in &line.strokes {
            let stroke: Vec<Point> = stroke.iter().map(|(x, y)| (left + x, top + y)).collect();
            out.stroke(&stroke, line.height / pen, shade);
        }
    }
}

/// How high capitals are in the units of the paths below.
const CAPITAL: f32 = 12.0;

/// How far letters stand from each other, and words.
const BETWEEN: f32 = 3.6;
const SPACE: f32 = 5.0;

/// How far lines stand from each other, as a part of the height of capitals.
const LEADING: f32 = 1.7;

/// Each character with its strokes, a line each: `M` begins one at a point, `L` goes on in a straight line, `C` in a
/// cubic Bézier curve with two points that pull at it.
const PATHS: &str = include_str!("letters.txt");

/// What stands above or below the middle of a letter, after the characters of Unicode that add it.
const ACCENTS: [(char, &str); 9] = [
    ('\u{308}', "M-1.8 -3L-1.7 -3M1.7 -3L1.8 -3"),
    ('\u{301}', "M-.8 -2.2L1 -4"),
    ('\u{300}', "M.8 -2.2L-1 -4"),
    ('\u{302}', "M-1.8 -2.2L0 -4L1.8 -2.2"),
    ('\u{303}', "M-2 -2.6C-1 -4 1 -1.8 2 -3.2"),
    ('\u{30c}', "M-1.8 -4L0 -2.2L1.8 -4"),
    ('\u{30a}', "M0 -1.8C2 -1.8 2 -4.2 0 -4.2C-2 -4.2 -2 -1.8 0 -1.8"),
    ('\u{307}', "M0 -3L.1 -3"),
    ('\u{327}', "M.2 12.6L-.8 14.6"),
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
struct Glyph {
    strokes: Vec<Vec<Point>>,
    width: f32,
}

/// Returns the characters of a word, if all are known.
fn glyphs(word: &str) -> Option<Vec<Glyph>> {
    let mut glyphs: Vec<Glyph> = Vec::new();
    for character in word.nfd() {
        if let Some((_, accent)) = ACCENTS.iter().find(|(known, _)| *known == character) {
            let Glyph { strokes: letter, width } = glyphs.last_mut()?;
            let middle = *width / 2.0;
            letter.extend(strokes(accent).iter().map(|stroke| stroke.iter().map(|(x, y)| (x + middle, *y)).collect()));
        } else {
            let strokes = strokes(PATHS.lines().find_map(|line| line.strip_prefix(character))?);
            let width = strokes.iter().flatten().map(|(x, _)| *x).fold(0.0, f32::max);
            glyphs.push(Glyph { strokes, width });
        }
    }
    Some(glyphs)
}

/// Returns words in at most so many lines, each about as long as the others.
fn in_lines(words: &[Vec<Glyph>], count: usize) -> Vec<&[Vec<Glyph>]> {
    let ideal = width_of(words) / count as f32;
    let (mut lines, mut start) = (Vec::new(), 0);
    for end in 1..words.len() {
        let is_full = width_of(&words[start..=end]) - ideal > ideal - width_of(&words[start..end]);
        if is_full && lines.len() + 1 < count {
            lines.push(&words[start..end]);
            start = end;
        }
    }
    lines.push(&words[start..]);
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
    let stroke = |path: &str| {
        let mut points: Vec<Point> = Vec::new();
        for part in path.split(['L', 'C']) {
            let numbers: Vec<f32> = part.split(' ').filter_map(|number| number.parse().ok()).collect();
            match (numbers[..].as_chunks::<2>().0, points.last()) {
                (&[one, two, to], Some(&from)) => {
                    let curve = [from, one.into(), two.into(), to.into()];
                    points.extend((1..=STEPS).map(|step| point_of(curve, step as f32 / STEPS as f32)));
                }
                (to, _) => points.extend(to.iter().map(|&[x, y]| (x, y))),
            }
        }
        points
    };
    path.split('M').skip(1).map(stroke).collect()
}

/// Returns the point at a part of a cubic Bézier curve.
fn point_of(points: [Point; 4], part: f32) -> Point {
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
