//! Sources: texts that users wrote, made safe to print. Nothing in the printed text moves the cursor, changes colours
//! or turns the direction of writing.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

/// The maximum number of bytes to show before a place in its line, after the place, and of a long place.
const LONGEST_SHOWN: usize = 120;

/// The maximum number of lines to show of a place. If a place has more lines, only its first line is shown.
const MOST_LINES: usize = 12;

/// A text file that diagnostics can point into.
#[derive(Clone, Debug, Default)]
pub struct Source(Arc<NamedText>);

#[derive(Debug, Default)]
struct NamedText {
    name: String,
    text: String,
    /// The text in a form that is safe on a terminal. Each character takes as many bytes as in the original.
    shown: OnceLock<String>,
}

impl Source {
    pub fn new(name: impl AsRef<str>, text: impl Into<String>) -> Self {
        Self(Arc::new(NamedText { name: name.as_ref().into(), text: text.into(), shown: OnceLock::new() }))
    }

    pub fn text(&self) -> &str {
        &self.0.text
    }

    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Returns the line and the column of a byte, both counted from 0.
    pub(super) fn line_and_column(&self, at: usize) -> (usize, usize) {
        let before = &self.text()[..at];
        (before.matches('\n').count(), before.chars().rev().take_while(|&c| c != '\n').count())
    }

    fn shown(&self) -> &str {
        self.0.shown.get_or_init(|| self.text().chars().map(stand_in).collect())
    }

    pub(super) fn marked(&self, &Range { start, end }: &Range<usize>) -> Range<usize> {
        let marked = self.text()[start..end].trim_end_matches('\n');
        if marked.len() <= LONGEST_SHOWN || (marked.len() <= 4 * LONGEST_SHOWN && marked.lines().count() <= MOST_LINES)
        {
            return start..start + marked.len();
        }
        let first_line = marked.lines().next().unwrap_or_default();
        start..start + character_start(first_line, LONGEST_SHOWN.min(first_line.len()))
    }

    /// Returns the range of a place with the line before it and the line after it. Long lines are cut off or left out.
    fn around(&self, start: usize, end: usize) -> Range<usize> {
        let text = self.text();
        let start_of_line = |at: usize| text[..at].rfind('\n').map_or(0, |before| before + 1);
        let end_of_line = |at: usize| text[at..].find('\n').map_or(text.len(), |length| at + length);
        let (line, line_end) = (start_of_line(start), end_of_line(end));
        let before = start_of_line(line.saturating_sub(1));
        let after = end_of_line((line_end + 1).min(text.len()));
        let first = match () {
            () if start - line > LONGEST_SHOWN => character_start(text, start - LONGEST_SHOWN),
            () if line - before > LONGEST_SHOWN => line,
            () => before,
        };
        let last = match () {
            () if line_end - end > LONGEST_SHOWN => character_start(text, end + LONGEST_SHOWN),
            () if after - line_end > LONGEST_SHOWN => line_end + 1,
            () => (after + 1).min(text.len()),
        };
        first..last
    }
}

/// Shows a place with the line before it and the line after it.
impl SourceCode for Source {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_around: usize,
        _: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let place = span.offset()..span.offset() + span.len();
        // A caller that requests no lines around the place needs its exact position.
        let range = if lines_around == 0 { place } else { self.around(place.start, place.end) };
        let part = &self.shown()[range.clone()];
        let (line, column) = self.line_and_column(range.start);
        let (name, count) = (visible(self.name()).into_owned(), part.matches('\n').count());
        let span = (range.start, range.len()).into();
        Ok(Box::new(MietteSpanContents::new_named(name, part.as_bytes(), span, line, column, count)))
    }
}

/// The maximum number of bytes to print of a message. The middle of a longer message is left out.
const LONGEST_MESSAGE: usize = 1600;

/// The number of bytes to print from the end of a long message.
const MESSAGE_END: usize = 100;

/// Returns whether a character misleads on a terminal: control characters, line separators, and characters that turn
/// the direction of writing.
pub fn is_misleading(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_misleading) {
        return Cow::Borrowed(text);
    }
    let shown = |c: char| if is_misleading(c) { c.escape_default().to_string() } else { c.to_string() };
    Cow::Owned(text.chars().map(shown).collect())
}

/// Returns a message with misleading characters escaped, and without its middle if the message is long.
pub(super) fn brief(message: &str) -> String {
    if message.len() <= LONGEST_MESSAGE {
        return visible(message).into_owned();
    }
    let begin = character_start(message, LONGEST_MESSAGE - MESSAGE_END);
    let end = character_start(message, message.len() - MESSAGE_END);
    format!("{} … {}", visible(&message[..begin]), visible(&message[end..]))
}

/// Returns the start of the character that contains a byte of a text, or the end of the text.
pub(super) fn character_start(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Replaces a misleading character with a harmless one of as many bytes. Tabs stay, because miette shows them as
/// spaces.
pub(super) fn stand_in(c: char) -> char {
    match c.len_utf8() {
        _ if c == '\t' || c == '\n' || !is_misleading(c) => c,
        1 => '?',
        2 => '¿',
        _ => char::REPLACEMENT_CHARACTER,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::diagnostic::{Diagnostic, Diagnostics};

    fn told(text: &str, range: Range<usize>) -> String {
        Diagnostics::from(Diagnostic::new("wrong").at(&Source::new("a.md", text), range)).plain()
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
        let long = "long é ".repeat(2_000);
        let parts = ["a", "é", "日", "\u{1F3B2}", "\u{301}", "\t", "\r", "\n", "\u{1b}", "\u{9b}", "\u{202e}", &long];
        let mut chance: u64 = 1;
        let mut below = |most: usize| {
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (chance >> 33) as usize % most
        };
        for _ in 0..1_000 {
            let text: String = (0..below(40)).map(|_| parts[below(parts.len())]).collect();
            let start = below(text.len() + 1);
            let range = start..start + below(text.len() + 1 - start);
            let shown = told(&text, range.clone());
            let is_obeyed = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
            assert!(!shown.contains(is_obeyed), "{text:?} {range:?}");
            assert!(shown.lines().all(|line| line.len() < 16 * LONGEST_SHOWN), "{shown} {range:?}");
            let line = text[..character_start(&text, start)].matches('\n').count() + 1;
            assert!(shown.contains(&format!("a.md:{line}:")), "{text:?} {range:?}");
        }
    }
}
