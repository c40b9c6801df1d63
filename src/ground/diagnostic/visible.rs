//! Text as a terminal can show it: nothing in it moves the cursor, changes colours or turns the direction of writing.

use std::borrow::Cow;

/// How many bytes of a message are told; the middle of a longer one goes.
const LONGEST: usize = 1200;

/// How many bytes are told from the end of a long message.
const END: usize = 100;

/// Whether a terminal obeys a character rather than shows it: control characters, what separates lines, and what turns
/// the direction of writing.
pub fn is_misleading(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_misleading) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_misleading(c) {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

/// Returns a message with misleading characters escaped; of a long one the beginning and the end.
pub(super) fn brief(message: &str) -> String {
    if message.len() <= LONGEST {
        return visible(message).into_owned();
    }
    let begin = character_start(message, LONGEST - END);
    let end = character_start(message, message.len() - END);
    format!("{} … {}", visible(&message[..begin]), visible(&message[end..]))
}

/// Returns where the character begins that a byte of a text belongs to; the end, if none does.
pub(super) fn character_start(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Returns a character of as many bytes that stands for a misleading one; others stay, and so do tabs, which are shown
/// as blanks.
pub(super) fn stand_in(c: char) -> char {
    match c.len_utf8() {
        _ if c == '\t' || c == '\n' || !is_misleading(c) => c,
        1 => '?',
        2 => '¿',
        _ => char::REPLACEMENT_CHARACTER,
    }
}
