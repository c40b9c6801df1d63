//! Characters that texts cannot contain: control characters, which pages cannot show, and those that the program uses
//! as marks.
//!
//! Texts can contain characters that turn the direction of writing. Pages in Hebrew and Arabic need them, and their
//! effect ends with the paragraph or cell. But two of these characters are refused: they override the direction of
//! every character, and so can disguise one text as another.

use std::ops::{Range, RangeInclusive};

use crate::ground::diagnostic::{Diagnostic, Source};

/// The private-use characters that mark parts of templates and pages while the program makes HTML. Texts cannot contain
/// them, so the program never confuses a text with a mark.
pub const MARKS: RangeInclusive<char> = '\u{10F5C0}'..='\u{10F5CF}';

/// In a pattern, the beginning of the mark for a text that differs between pages.
pub const TEXT_MARK: &str = "\u{10F5C2}t";

/// Returns whether texts cannot contain a character. A carriage return is such a character, but [`refused`] permits it
/// at the end of a line.
fn is_refused(character: char) -> bool {
    let is_blank = matches!(character, '\n' | '\t');
    let is_noncharacter = matches!(character, '\u{FDD0}'..='\u{FDEF}') || character as u32 & 0xFFFE == 0xFFFE;
    let is_override = matches!(character, '\u{202D}' | '\u{202E}');
    (character.is_control() && !is_blank) || is_override || is_noncharacter || MARKS.contains(&character)
}

/// Returns the problem with the first character that a text cannot contain, and its range.
pub fn refused(text: &str) -> Option<(Diagnostic, Range<usize>)> {
    let ends_line = |start: usize| text[start..].starts_with("\r\n");
    let mut refused = text.char_indices().filter(|&(_, character)| is_refused(character));
    let (start, character) = refused.find(|&(start, _)| !ends_line(start))?;
    let kind = if MARKS.contains(&character) { "reserved for the program" } else { "not allowed in a text" };
    let finding = Diagnostic::new(format!("the character U+{:04X} is {kind}", character as u32))
        .hint("remove it: texts can contain visible characters, spaces, tabs and line breaks");
    Some((finding, start..start + character.len_utf8()))
}

/// Decodes a file to a text whose lines end with a line feed. `name` is the name of the file in messages.
///
/// # Errors
///
/// Returns an error if the file is not UTF-8, or if it contains a character that texts cannot contain.
pub fn source(name: &str, bytes: &[u8]) -> Result<Source, Diagnostic> {
    let text = str::from_utf8(bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()].split(|byte| *byte == b'\n').count();
        Diagnostic::new(format!("{name} is not valid UTF-8: see line {line}")).hint("save the file as UTF-8")
    })?;
    // Some editors begin a text with a byte order mark, and end lines with two characters.
    let source = Source::new(name, text.trim_start_matches('\u{FEFF}').replace("\r\n", "\n"));
    refused(source.text()).map_or(Ok(()), |(finding, range)| Err(finding.at(&source, range)))?;
    Ok(source)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_and_marks_are_no_text() {
        for refused in [
            '\0', '\u{8}', '\u{b}', '\u{c}', '\u{1b}', '\u{7f}', '\u{85}', '\u{9f}', '\u{202e}', '\u{ffff}',
            '\u{10F5C4}',
        ] {
            assert!(is_refused(refused), "{refused:?}");
        }
        for text in ['\n', '\t', ' ', 'a', '\u{a0}', '\u{ad}', '\u{200f}', '\u{2067}', '\u{E000}', '😀'] {
            assert!(!is_refused(text), "{text:?}");
        }
        assert_eq!(refused("a\r\nb\rc").map(|(_, range)| range), Some(4..5));
    }
}
