//! Letters: capitals, digits and marks as strokes of a pen, drawn for this program.

use unicode_normalization::UnicodeNormalization;
use zeno::{Command, Fill, PathData, Transform};

use super::drawing::{Drawing, Point, Shape, transformed};

/// A line of text, or a word, in the units of [`CAPITAL`].
#[derive(Clone, Default)]
pub(super) struct Line {
    /// The strokes, relative to the left end and to the top of the capitals.
    path: Vec<Command>,
    width: f32,
    /// The height of the line's capitals.
    height: f32,
}

impl Line {
    fn scaled(&self, across: f32, down: f32) -> Self {
        let path = transformed(&self.path, Transform::scale(across, down));
        Self { path, width: self.width * across, height: self.height * down }
    }

    fn append(&mut self, other: &Self, space: f32) {
        let begin = if self.path.is_empty() { 0.0 } else { self.width + space };
        self.path.extend(transformed(&other.path, Transform::translation(begin, 0.0)));
        (self.width, self.height) = (begin + other.width, other.height);
    }

    /// Makes the line as wide as it is high, if this changes the width only a little. A single letter then fills a
    /// square.
    pub(super) fn squared(self) -> Self {
        let factor = self.height / self.width.max(1.0);
        if (0.7..1.5).contains(&factor) { self.scaled(factor, 1.0) } else { self }
    }
}

/// Draws lines of text around a point. A line is `pen` times as high as the pen is wide.
pub(super) fn write(out: &mut Drawing, lines: &[Line], (middle, middle_down): Point, pen: f32, shade: u8) {
    for (number, Line { path, width, height }) in lines.iter().enumerate() {
        let from_middle = number as f32 - (lines.len() - 1) as f32 / 2.0;
        let (left, top) = (middle - width / 2.0, middle_down + (from_middle * LEADING - 0.5) * height);
        let path = transformed(path, Transform::translation(left, top));
        out.0.push(Shape { path, pen: Some(height / pen), shade });
    }
}

/// The height of capitals in the units of the paths below.
const CAPITAL: f32 = 12.0;

/// The gaps between letters, and between words.
const BETWEEN: f32 = 3.6;
const SPACE: f32 = 8.6;

/// The distance between lines, relative to the height of capitals.
const LEADING: f32 = 1.7;

/// Each line contains a character, and its strokes as an SVG path.
const PATHS: &str = include_str!("letters.txt");

/// Accents above or below the middle of a letter, by Unicode's combining characters.
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

/// Breaks a text into lines that fit into this width and height, as large as possible. Returns no lines if a character
/// has no strokes.
pub(super) fn lines(text: &str, width: f32, height: f32) -> Vec<Line> {
    let words: Option<Vec<Line>> = text.to_uppercase().split_whitespace().map(word).collect();
    let words = words.unwrap_or_default();
    let (mut best, mut largest) = (Vec::new(), 0.0);
    for count in 1..=words.len().min(4) {
        let lines = in_lines(&words, count);
        let widest = lines.iter().map(|line| line.width).fold(1.0, f32::max);
        let rows = lines.len() as f32 * LEADING - (LEADING - 1.0);
        let scale = (width / widest).min(height / (rows * CAPITAL));
        if scale > largest {
            (best, largest) = (lines, scale);
        }
    }
    best.iter().map(|line| line.scaled(largest, largest)).collect()
}

/// Returns a word as a line, if all its characters have strokes.
fn word(text: &str) -> Option<Line> {
    let mut word = Line::default();
    let mut middle_of_letter = None;
    for character in text.nfd() {
        if let Some((_, accent)) = ACCENTS.iter().find(|(known, _)| *known == character) {
            let accent: Vec<Command> = accent.commands().collect();
            word.path.extend(transformed(&accent, Transform::translation(middle_of_letter?, 0.0)));
        } else {
            let path = PATHS.lines().find_map(|line| line.strip_prefix(character))?;
            let letter: Vec<Command> = path.commands().collect();
            let width = zeno::bounds(&letter, Fill::NonZero, None).max.x;
            word.append(&Line { path: letter, width, height: CAPITAL }, BETWEEN);
            middle_of_letter = Some(word.width - width / 2.0);
        }
    }
    Some(word)
}

/// Breaks words into at most `count` lines of about equal length.
fn in_lines(words: &[Line], count: usize) -> Vec<Line> {
    let whole: f32 = words.iter().map(|word| word.width).sum();
    let ideal = (whole + SPACE * (words.len() - 1) as f32) / count as f32;
    let mut lines = vec![Line::default()];
    for word in words {
        let full = lines.len();
        let line = &mut lines[full - 1];
        let is_full = line.width + SPACE + word.width - ideal > ideal - line.width;
        if is_full && full < count && line.width > 0.0 {
            lines.push(word.clone());
        } else {
            line.append(word, SPACE);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_is_read_to_its_end() {
        for line in PATHS.lines() {
            let (character, path) = line.split_once(' ').expect("a character and its path");
            assert_eq!(path.commands().count(), path.matches(['M', 'L', 'C']).count(), "{character}");
            let bounds = zeno::bounds(path, Fill::NonZero, None);
            assert!(bounds.min.x >= -0.1 && bounds.max.x <= 13.0, "{character}: {bounds:?}");
            assert!(bounds.min.y >= -1.0 && bounds.max.y <= 14.0, "{character}: {bounds:?}");
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
