//! Excerpts: the lines of a source around a place, as a terminal can show them.

use std::ops::Range;

use miette::{LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use super::source::Source;
use super::visible::{character_start, stand_in, visible};

/// How many bytes of a long line are shown before the place, of the place and after it.
const LONGEST: usize = 120;

/// How many lines a place may have to be shown whole; of a longer one the first line is.
const MOST_LINES: usize = 12;

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
}

impl Excerpt {
    /// Returns the lines of a source from the one before a range to the one after it.
    pub(super) fn of(source: &Source, range: Range<usize>) -> Self {
        let text = source.text();
        let start = character_start(text, range.start);
        let end_of_line = |at: usize| text[at..].find('\n').map_or(text.len(), |length| at + length);
        let end = match character_start(text, range.end.max(start)) {
            end if text[start..end].matches('\n').count() >= MOST_LINES => end_of_line(start),
            // The end of a line is in the line.
            end if end > start && text[..end].ends_with('\n') => end - 1,
            end => end,
        };
        let line = text[..start].rfind('\n').map_or(0, |before| before + 1);
        let first = text[..line.saturating_sub(1)].rfind('\n').map_or(0, |before| before + 1);
        let last = match end_of_line(end) {
            last if last + 1 < text.len() => end_of_line(last + 1),
            last => last,
        };
        let before = shown(&text[first..start], Cut::Begin);
        let inside = shown(&text[start..end], Cut::End);
        let after = shown(&text[end..last], Cut::End);
        Self {
            name: visible(source.name()).into_owned(),
            place: before.len()..before.len() + inside.len(),
            text: format!("{before}{inside}{after}\n"),
            first_line: text[..first].matches('\n').count(),
            start: (text[..line].matches('\n').count(), text[line..start].chars().count()),
        }
    }

    /// Returns the place in the excerpt.
    pub(super) fn label(&self) -> LabeledSpan {
        LabeledSpan::new(None, self.place.start, self.place.len())
    }
}

/// What is left out of a line that is too long.
#[derive(Clone, Copy)]
enum Cut {
    Begin,
    End,
}

/// Returns lines as a terminal can show them.
fn shown(text: &str, cut: Cut) -> String {
    let mut shown = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let whole = line.trim_end_matches(['\r', '\n']);
        let (begin, part, end) = match cut {
            Cut::Begin if whole.len() > LONGEST => ("…", &whole[character_start(whole, whole.len() - LONGEST)..], ""),
            Cut::End if whole.len() > LONGEST => ("", &whole[..character_start(whole, LONGEST)], "…"),
            _ => ("", whole, ""),
        };
        shown += begin;
        // A tab is shown as blanks.
        shown.extend(part.chars().map(|c| if c == '\t' { c } else { stand_in(c) }));
        shown.extend([end, if line.ends_with('\n') { "\n" } else { "" }]);
    }
    shown
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
        let count = self.text.matches('\n').count();
        let (name, text) = (self.name.clone(), self.text.as_bytes());
        Ok(Box::new(MietteSpanContents::new_named(name, text, (0, text.len()).into(), line, column, count)))
    }
}

#[cfg(test)]
mod tests {
    use miette::{GraphicalReportHandler, GraphicalTheme};

    use super::*;
    use crate::diagnostic::finding::Diagnostic;

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
            assert!(shown.lines().all(|line| line.len() < 12 * LONGEST), "{start}..{end}");
            let line = text[..character_start(&text, start)].matches('\n').count() + 1;
            assert!(shown.contains(&format!("a.md:{line}:")), "{text:?} {start}..{end}");
        }
    }
}
