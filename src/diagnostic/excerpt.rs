//! Excerpts: the lines of a source around a place, as a terminal can show them.

use std::ops::Range;

use miette::{LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use super::Source;
use super::visible::{character_start, stand_in, visible};

/// How many bytes of a line are shown.
const WIDEST: usize = 240;

/// How many bytes are shown before the place that a long line is shown for.
const BEFORE: usize = 80;

/// How many lines a place may have to be shown whole; of a longer one the first line is.
const MOST_LINES: usize = 12;

/// Stands for the rest of a long line.
const REST: &str = "…";

/// The lines around a place, with long ones cut and control characters replaced.
#[derive(Debug)]
pub(super) struct Excerpt {
    name: String,
    /// The lines, each with a line feed.
    text: String,
    /// Where the place is in these.
    place: Range<usize>,
    /// The number of the first of them in the source, from 0.
    first_line: usize,
    /// The line and the column, in characters, at which the place begins in the source, from 0.
    start: (usize, usize),
    line_count: usize,
}

impl Excerpt {
    /// Returns the lines of a source from the one before a range to the one after it.
    pub(super) fn of(source: &Source, range: Range<usize>) -> Self {
        let text = source.text();
        let start = character_start(text, range.start);
        let end = character_start(text, range.end.max(start));
        let line_of_start = line_around(text, start);
        let end = if text[start..end].matches('\n').count() < MOST_LINES { end } else { line_of_start.end.max(start) };
        let line_of_end = line_around(text, if end > start { character_start(text, end - 1) } else { start });
        let first = line_of_start.start.checked_sub(1).map_or(0, |before| line_around(text, before).start);
        let last = if line_of_end.end + 1 < text.len() { line_around(text, line_of_end.end + 1) } else { line_of_end };
        let mut excerpt = Self {
            name: visible(source.name()).into_owned(),
            text: String::new(),
            place: usize::MAX..usize::MAX,
            first_line: text[..first].matches('\n').count(),
            start: (text[..start].matches('\n').count(), text[line_of_start.start..start].chars().count()),
            line_count: 0,
        };
        let mut begin = first;
        while begin <= last.end {
            let line = line_around(text, begin);
            begin = line.end + 1;
            excerpt.push_line(text, line, &(start..end));
        }
        excerpt.place.start = excerpt.place.start.min(excerpt.text.len() - 1);
        excerpt.place.end = excerpt.place.end.clamp(excerpt.place.start, excerpt.text.len());
        excerpt
    }

    /// Appends a line, or the part of it that is around the place.
    fn push_line(&mut self, text: &str, line: Range<usize>, place: &Range<usize>) {
        let shown = window(text, &line, place);
        if shown.start > line.start {
            self.text += REST;
        }
        for (at, c) in text[shown.clone()].char_indices().map(|(at, c)| (at + shown.start, c)) {
            self.mark(at, place);
            // Carriage returns at the ends of lines mean nothing, and tabs are shown as blanks.
            match c {
                '\r' if at + 1 == line.end => {}
                '\t' => self.text.push(c),
                c => self.text.push(stand_in(c)),
            }
        }
        let cut = shown.end < line.end;
        self.mark(if cut { line.end } else { shown.end }, place);
        self.text += if cut { REST } else { "" };
        self.text.push('\n');
        self.line_count += 1;
    }

    /// Notes where the place begins or ends in the excerpt, at a byte of the source that is not before it.
    fn mark(&mut self, at: usize, place: &Range<usize>) {
        if at >= place.start && self.place.start == usize::MAX {
            self.place.start = self.text.len();
        }
        if at >= place.end && self.place.end == usize::MAX {
            self.place.end = self.text.len();
        }
    }

    /// Returns the place in the excerpt.
    pub(super) fn label(&self) -> LabeledSpan {
        LabeledSpan::new(None, self.place.start, self.place.len())
    }
}

/// Returns the line in which a byte is, without its line feed.
fn line_around(text: &str, at: usize) -> Range<usize> {
    let bytes = text.as_bytes();
    let start = bytes[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |before| before + 1);
    let length = bytes[at..].iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len() - at);
    start..at + length
}

/// Returns the part of a line that is shown: all of it, unless it is very long.
fn window(text: &str, line: &Range<usize>, place: &Range<usize>) -> Range<usize> {
    if line.len() <= WIDEST {
        return line.clone();
    }
    let focus = if line.contains(&place.start) || line.end == place.start { place.start } else { line.start };
    let start = focus.saturating_sub(BEFORE).max(line.start).min(line.end - WIDEST);
    let start = character_start(text, start);
    start..character_start(text, (start + WIDEST).min(line.end))
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        _: &SourceSpan,
        lines_before: usize,
        _: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        // Who wants no lines around the place wants to know where it is.
        let (line, column) = if lines_before == 0 { self.start } else { (self.first_line, 0) };
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            self.text.as_bytes(),
            (0, self.text.len()).into(),
            line,
            column,
            self.line_count,
        )))
    }
}

#[cfg(test)]
mod tests {
    use miette::{GraphicalReportHandler, GraphicalTheme};

    use super::*;
    use crate::diagnostic::Diagnostic;

    fn told(text: &str, range: Range<usize>) -> String {
        let diagnostic = Diagnostic::new("wrong").at(&Source::new("a.md", text), range);
        let mut out = String::new();
        let handler = GraphicalReportHandler::new_themed(GraphicalTheme::none());
        handler.render_report(&mut out, &diagnostic.told()).expect("memory");
        out
    }

    #[test]
    fn lines_are_shown_from_the_one_before_to_the_one_after() {
        let shown = told("one\ntwo\nthree\nfour\nfive\n", 8..13);
        assert!(shown.contains("a.md:3:1"), "{shown}");
        assert!(shown.contains("two") && shown.contains("four"), "{shown}");
        assert!(!shown.contains("one") && !shown.contains("five"), "{shown}");
        assert!(told("", 0..0).contains("a.md:1:1"));
        assert!(told("a\n", 2..2).contains("a.md:2:1"));
    }

    #[test]
    fn whatever_stands_in_a_text_it_can_be_shown() {
        let parts = ["a", "é", "日", "\u{1F3B2}", "\u{301}", "\t", "\r", "\r\n", "\n", "\u{1b}", "\u{202e}", " ", "\0"];
        let long = "long é ".repeat(2_000);
        let mut chance: u64 = 1;
        let mut below = |most: usize| {
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (chance >> 33) as usize % most
        };
        for _ in 0..3_000 {
            let mut text = String::new();
            for _ in 0..below(40) {
                text += if below(40) == 0 { &long } else { parts[below(parts.len())] };
            }
            let start = below(text.len() + 1);
            let end = start + below(text.len() + 1 - start);
            let shown = told(&text, start..end);
            assert!(
                !shown.contains(|c: char| (c.is_control() && c != '\n') || c == '\u{202e}'),
                "{text:?} {start}..{end}"
            );
            assert!(shown.lines().all(|line| line.len() < 4 * WIDEST), "{start}..{end}");
            let line = text[..character_start(&text, start)].matches('\n').count() + 1;
            assert!(shown.contains(&format!("a.md:{line}:")), "{text:?} {start}..{end}");
        }
    }
}
