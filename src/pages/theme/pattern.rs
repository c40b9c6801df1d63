//! Patterns. A pattern is the rendered template for all pages, or for all cells, that differ only in their slots. A
//! pattern consists of literal bytes with numbered slots between them.
//!
//! The engine renders the template with a mark in each slot. The function `parse` finds the marks in the result. A mark
//! contains a character to escape, which shows whether the template escaped the mark. A mark also contains letters and
//! spaces, which show whether the template changed the mark.

use crate::pages::page::{Cell, CellOrMark, CellShape, Languages, PageShape, PageSlot, PositionPage};

/// The delimiters of a mark. Texts cannot contain [such characters](crate::ground::html::characters::MARKS).
const OPEN: char = '\u{10F5C2}';
const CLOSE: char = '\u{10F5C3}';

/// What follows the number in the mark of a text, plain and escaped.
const PLAIN: &str = " &Aa ";
const ESCAPED: &str = " &amp;Aa ";

/// What follows the number in the mark of a link. Most addresses contain no spaces, and so need no quotes.
const PLAIN_LINK: &str = "&Aa";
const ESCAPED_LINK: &str = "&amp;Aa";

/// The delimiters of the number in the mark of a cell.
pub(super) const PART_BEGIN: &str = "\u{10F5C2}p";
pub(super) const PART_END: &str = "p\u{10F5C3}";

/// The slot of the link to the first of the other languages; the slots of further languages follow.
pub(super) const FIRST_TRANSLATION: u8 = PageSlot::ALL.len() as u8;

pub(super) const CELL_MARK: u8 = 0;
pub(super) const CELL_NAME: u8 = 1;
/// The slots for the texts of a cell's link: its text, its worth and its label.
pub(super) const MOVE_TEXTS: u8 = 2;
pub(super) const CELL_LINK: u8 = 0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    Text(u8),
    Link(u8),
    /// The cell with this index, which has its own pattern.
    Part(u32),
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Pattern {
    bytes: Vec<u8>,
    /// The slots, each with the end of the literal bytes before it.
    slots: Vec<(u32, Slot)>,
}

impl Pattern {
    /// Parses a rendered template. Returns `None` if a mark was changed, or not escaped exactly once.
    pub(super) fn parse(rendered: &str) -> Option<Self> {
        let mut pattern = Self::default();
        let mut rest = rendered;
        while let Some(at) = rest.find([OPEN, CLOSE]) {
            pattern.bytes.extend_from_slice(&rest.as_bytes()[..at]);
            let (mark, after) = rest[at..].strip_prefix(OPEN)?.split_once(CLOSE)?;
            pattern.slots.push((pattern.bytes.len() as u32, slot(mark)?));
            rest = after;
        }
        pattern.bytes.extend_from_slice(rest.as_bytes());
        Some(pattern)
    }

    pub(super) fn has(&self, wanted: Slot) -> bool {
        self.slots.iter().any(|&(_, slot)| slot == wanted)
    }

    /// Appends the pattern to `out`; `fill` appends the text of each slot.
    pub(super) fn write(&self, out: &mut Vec<u8>, mut fill: impl FnMut(Slot, &mut Vec<u8>)) {
        let mut at = 0;
        for &(end, slot) in &self.slots {
            out.extend_from_slice(&self.bytes[at..end as usize]);
            at = end as usize;
            fill(slot, out);
        }
        out.extend_from_slice(&self.bytes[at..]);
    }
}

fn slot(mark: &str) -> Option<Slot> {
    let (kind, rest) = mark.split_at_checked(1)?;
    match kind {
        "t" => rest.strip_suffix(ESCAPED)?.parse().ok().map(Slot::Text),
        "l" => rest.strip_suffix(ESCAPED).or(rest.strip_suffix(ESCAPED_LINK))?.parse().ok().map(Slot::Link),
        "p" => rest.strip_suffix('p')?.parse().ok().map(Slot::Part),
        _ => None,
    }
}

fn text_mark(number: u8) -> String {
    format!("{OPEN}t{number}{PLAIN}{CLOSE}")
}

fn link_mark(number: u8) -> String {
    // The address of a letter contains `=`, which HTML permits only in quotes.
    let plain = if number == PageSlot::Letter as u8 { PLAIN } else { PLAIN_LINK };
    format!("{OPEN}l{number}{plain}{CLOSE}")
}

fn part_mark(number: usize) -> String {
    format!("{PART_BEGIN}{number}{PART_END}")
}

pub(super) fn page_with_marks(shape: &PageShape, languages: &Languages) -> PositionPage {
    let translation = |number| link_mark(FIRST_TRANSLATION + number as u8);
    let board = shape.board.board(|index| CellOrMark::Mark(part_mark(index)));
    shape.page(languages, |slot| text_mark(slot as u8), |slot| link_mark(slot as u8), translation, board)
}

pub(super) fn cell_with_marks(shape: CellShape) -> Cell {
    let text = |is_there, number| if is_there { text_mark(number) } else { String::new() };
    Cell {
        kind: shape.kind,
        name: text(shape.has_name(), CELL_NAME),
        mark: text(shape.has_mark(), CELL_MARK),
        pieces: (0..shape.piece_count()).map(|piece| CellOrMark::Mark(part_mark(piece.into()))).collect(),
        mv: shape.mv.map(|shape| shape.link(link_mark(CELL_LINK), |text| text_mark(MOVE_TEXTS + text as u8))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_has_what_stands_between_its_slots() {
        let rendered =
            format!("<p>{OPEN}t3{ESCAPED}{CLOSE}, {OPEN}l0{ESCAPED_LINK}{CLOSE}{PART_BEGIN}12{PART_END}</p>");
        let pattern = Pattern::parse(&rendered).expect("marks are whole");
        let mut out = Vec::new();
        pattern.write(&mut out, |slot, out| out.extend_from_slice(format!("[{slot:?}]").as_bytes()));
        assert_eq!(String::from_utf8(out).expect("text"), "<p>[Text(3)], [Link(0)][Part(12)]</p>");
        assert!(pattern.has(Slot::Part(12)) && !pattern.has(Slot::Part(1)));
    }

    #[test]
    fn a_mark_that_was_changed_is_found() {
        let mark = text_mark(3);
        let escaped = mark.replace('&', "&amp;");
        assert!(Pattern::parse(&escaped).is_some());
        for changed in [
            mark,
            escaped.to_uppercase(),
            escaped.replace("&amp;", "&amp;amp;"),
            escaped.replace(' ', ""),
            escaped.chars().rev().collect(),
            escaped.chars().take(3).collect(),
            escaped.replace("Aa", "aa"),
        ] {
            assert_eq!(Pattern::parse(&changed), None, "{changed}");
        }
    }
}
