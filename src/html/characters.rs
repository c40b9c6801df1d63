//! Characters that are no text: control characters, which no page can show, and those that the program uses for marks.
//!
//! Characters that turn the direction of writing are text: pages in Hebrew and Arabic need them, and what they do ends
//! with the paragraph or the cell that they stand in.

use std::ops::{Range, RangeInclusive};

use crate::diagnostic::{Diagnostic, Source};

/// The characters of private use that stand for parts of templates and pages while HTML is made. No text has any, so
/// nothing that somebody wrote is taken for one of them.
pub const MARKS: RangeInclusive<char> = '\u{10F5C0}'..='\u{10F5CF}';

/// What the mark begins with that stands, while a pattern is made, for a text that differs from page to page.
pub const TEXT_MARK: &str = "\u{10F5C2}t";

/// Whether a character can be in no text. The return of a carriage can, at the end of a line.
fn is_refused(character: char) -> bool {
    let is_blank = matches!(character, '\n' | '\t');
    let is_noncharacter = matches!(character, '\u{FDD0}'..='\u{FDEF}') || character as u32 & 0xFFFE == 0xFFFE;
    (character.is_control() && !is_blank) || is_noncharacter || MARKS.contains(&character)
}

/// Returns the first character that can be in no text, with its range.
pub fn find(text: &str) -> Option<(char, Range<usize>)> {
    let ends_line = |start: usize| text[start..].starts_with("\r\n");
    let mut refused = text.char_indices().filter(|&(_, character)| is_refused(character));
    let (start, character) = refused.find(|&(start, _)| !ends_line(start))?;
    Some((character, start..start + character.len_utf8()))
}

/// Checks a text whose writer does not write all of its characters as they are; `range` is its place in the source.
///
/// # Errors
///
/// The first character that can be in no text.
pub fn check(text: &str, source: &Source, range: Range<usize>) -> Result<(), Diagnostic> {
    find(text).map_or(Ok(()), |(character, _)| Err(refusal(character).at(source, range)))
}

/// Checks all of a source.
///
/// # Errors
///
/// The first character that can be in no text.
pub fn check_source(source: &Source) -> Result<(), Diagnostic> {
    find(source.text()).map_or(Ok(()), |(character, range)| Err(refusal(character).at(source, range)))
}

/// Returns what is to be told of the first character of a text that can be in none.
pub fn refused_in(text: &str) -> Option<Diagnostic> {
    find(text).map(|(character, _)| refusal(character))
}

/// Returns what is to be told of a character that can be in no text.
pub fn refusal(character: char) -> Diagnostic {
    Diagnostic::new(message(character)).hint(HINT)
}

/// What to do about a character that can be in no text.
pub const HINT: &str = "remove it: texts are made of characters that can be seen, blanks, tabs and line breaks";

/// Returns what is wrong with a character that can be in no text.
pub fn message(character: char) -> String {
    let number = character as u32;
    let kind = if MARKS.contains(&character) { "kept for the program's own use" } else { "no text" };
    format!("the character U+{number:04X} is {kind}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_and_marks_are_no_text() {
        for refused in
            ['\0', '\u{8}', '\u{b}', '\u{c}', '\u{1b}', '\u{7f}', '\u{85}', '\u{9f}', '\u{ffff}', '\u{10F5C4}']
        {
            assert!(is_refused(refused), "{refused:?}");
        }
        for text in ['\n', '\t', ' ', 'a', '\u{a0}', '\u{ad}', '\u{200f}', '\u{2067}', '\u{E000}', '😀'] {
            assert!(!is_refused(text), "{text:?}");
        }
        assert_eq!(find("a\r\nb\rc"), Some(('\r', 4..5)));
    }
}
