//! Patterns. A pattern is the rendered template for all pages, or for all cells, that differ only in their slots. A
//! pattern consists of literal bytes with numbered slots between them.
//!
//! The engine renders the template with a mark in each slot. The function `parse` finds the marks in the result. A mark
//! contains a character to escape, which shows whether the template escaped the mark. A mark also contains letters and
//! spaces, which show whether the template changed the mark.
//!
//! A theme makes a pattern for the first page that needs it, keeps the pattern for the whole build, and fills the
//! pattern for each page.

use std::collections::BTreeMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, PoisonError, RwLock};

use rustc_hash::FxHashMap;

use super::engine::{Engine, escape};
use super::minify::{PART_BEGIN, PART_END, minified_pattern};
use super::templates::{Form, TemplateInput, template_of_positions};
use crate::content::words::Catalogue;
use crate::ground::diagnostic::Diagnostic;
use crate::ground::html::guard::{self, FileKind};
use crate::pages::page::{
    Cell, CellOrMark, CellShape, Destination, LinkResolver, OpenPage, PageShape, PageSlot, PositionPage,
};

/// The delimiters of a mark. Texts cannot contain [such characters](crate::ground::html::characters::MARKS).
const OPEN: char = '\u{10F5C2}';
const CLOSE: char = '\u{10F5C3}';

/// What follows the number in the mark of a text, plain and escaped.
const PLAIN: &str = " &Aa ";
const ESCAPED: &str = " &amp;Aa ";

/// What follows the number in the mark of a link. Most addresses contain no spaces, and so need no quotes.
const PLAIN_LINK: &str = "&Aa";
const ESCAPED_LINK: &str = "&amp;Aa";

/// The slot of the link to the first of the other languages; the slots of further languages follow.
const FIRST_TRANSLATION: u8 = PageSlot::ALL.len() as u8;

const CELL_MARK: u8 = 0;
const CELL_NAME: u8 = 1;
/// The slots for the texts of a cell's link: its text, its worth and its label.
const MOVE_TEXTS: u8 = 2;
const CELL_LINK: u8 = 0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slot {
    Text(u8),
    Link(u8),
    /// The cell with this index, which has its own pattern.
    Part(u32),
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Pattern {
    bytes: Vec<u8>,
    /// The slots, each with the end of the literal bytes before it.
    slots: Vec<(u32, Slot)>,
}

impl Pattern {
    /// Parses a rendered template. Returns `None` if a mark was changed, or not escaped exactly once.
    fn parse(rendered: &str) -> Option<Self> {
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

    fn has(&self, wanted: Slot) -> bool {
        self.slots.iter().any(|&(_, slot)| slot == wanted)
    }

    /// Appends the pattern to `out`; `fill` appends the text of each slot.
    fn write(&self, out: &mut Vec<u8>, mut fill: impl FnMut(Slot, &mut Vec<u8>)) {
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

fn page_with_marks(shape: &PageShape, catalogue: &Catalogue) -> PositionPage {
    let translation = |number| link_mark(FIRST_TRANSLATION + number as u8);
    let board = shape.board.board(|index| CellOrMark::Mark(part_mark(index)));
    shape.page(catalogue, |slot| text_mark(slot as u8), |slot| link_mark(slot as u8), translation, board)
}

fn cell_with_marks(shape: CellShape) -> Cell {
    let text = |is_there, number| if is_there { text_mark(number) } else { String::new() };
    Cell {
        kind: shape.kind,
        name: text(shape.has_name(), CELL_NAME),
        mark: text(shape.has_mark(), CELL_MARK),
        pieces: (0..shape.piece_count()).map(|piece| CellOrMark::Mark(part_mark(piece.into()))).collect(),
        mv: shape.mv.map(|shape| shape.link(link_mark(CELL_LINK), |text| text_mark(MOVE_TEXTS + text as u8))),
    }
}

/// A loaded theme. The theme renders positions by patterns, and all other pages directly.
pub struct Theme {
    pub(super) engine: Engine,
    pub(super) form: Form,
    pub(super) catalogue: Arc<Catalogue>,
    /// Words that the theme replaces on pages of games, each with the word that replaces it.
    pub words: BTreeMap<String, String>,
    /// The guard checks patterns as files of this kind; `None` skips the check.
    pub(super) guard_of_patterns: Option<FileKind>,
    /// The guard checks text pages as files of this kind; `None` skips the check.
    pub(super) guard_of_words: Option<FileKind>,
    /// The theme's own files, by their paths on the site.
    pub files: Vec<(String, Vec<u8>)>,
    pub(super) made: RwLock<PatternCache>,
}

#[derive(Default)]
pub(super) struct PatternCache {
    pages: FxHashMap<PageShape, Pattern>,
    cells: FxHashMap<CellShape, Pattern>,
}

impl Theme {
    /// Appends a position by filling patterns. The program makes a pattern for the first page that needs it.
    ///
    /// # Errors
    ///
    /// Returns an error if a template uses a field that the page does not have, does more with a slot than print it, or
    /// omits a move.
    pub fn fill(&self, page: &OpenPage, resolver: &impl LinkResolver, out: &mut Vec<u8>) -> Result<(), Diagnostic> {
        let start = out.len();
        if self.made.read().unwrap_or_else(PoisonError::into_inner).fill(page, resolver, out) {
            return Ok(());
        }
        out.truncate(start);
        let mut made = self.made.write().unwrap_or_else(PoisonError::into_inner);
        self.make_missing(page, &mut made)?;
        made.fill(page, resolver, out);
        Ok(())
    }

    /// Renders a position directly, without patterns.
    ///
    /// # Errors
    ///
    /// Returns an error if a template uses a field that the page does not have.
    pub fn render_directly(&self, page: &OpenPage, resolver: &impl LinkResolver) -> Result<String, Diagnostic> {
        let page = page.close(&self.catalogue, resolver);
        self.engine.render(template_of_positions(self.form), "page", &TemplateInput::new(&page))
    }

    fn make_missing(&self, page: &OpenPage, made: &mut PatternCache) -> Result<(), Diagnostic> {
        if let Entry::Vacant(missing) = made.pages.entry(page.shape()) {
            let pattern = self.make_page(missing.key())?;
            missing.insert(pattern);
        }
        for cell in &page.board.cells {
            if let Entry::Vacant(missing) = made.cells.entry(cell.shape) {
                missing.insert(self.make_cell(cell.shape)?);
            }
        }
        Ok(())
    }

    fn make_page(&self, shape: &PageShape) -> Result<Pattern, Diagnostic> {
        let template = template_of_positions(self.form);
        let rendered =
            self.engine.render(template, "page", &TemplateInput::new(&page_with_marks(shape, &self.catalogue)))?;
        self.make(template, &rendered, shape.board.cell_count(), None)
    }

    fn make_cell(&self, shape: CellShape) -> Result<Pattern, Diagnostic> {
        let name = shape.kind.name();
        let rendered = self.engine.render_cell(name, &cell_with_marks(shape))?;
        let (template, mv) = (format!("{name}.html"), format!("{name}.move"));
        let link = shape.mv.map(|_| (Slot::Link(CELL_LINK), mv.as_str()));
        self.make(&template, &rendered, shape.piece_count().into(), link)
    }

    /// Makes the pattern of a template that was rendered with marks. The pattern must contain all cells, because each
    /// cell can be a move. The pattern must also contain the slot of `link`, a pair of the slot and its name in
    /// messages.
    fn make(
        &self,
        template: &str,
        rendered: &str,
        parts: usize,
        link: Option<(Slot, &str)>,
    ) -> Result<Pattern, Diagnostic> {
        let published = minified_pattern(self.form, template, rendered);
        if let Some(kind) = self.guard_of_patterns {
            guard::check(kind, &published).map_err(|breach| self.engine.breach(template, &published, breach))?;
        }
        let about = |message: &str| Diagnostic::new(format!("{}: {message}", self.engine.name(template)));
        let Some(pattern) = Pattern::parse(&published).filter(|_| Pattern::parse(rendered).is_some()) else {
            return Err(about("the theme changes a slot before printing it").hint(
                "print slots, such as titles, words and addresses, unchanged: \
                 they differ from page to page",
            ));
        };
        if !(0..parts as u32).all(|part| pattern.has(Slot::Part(part))) {
            return Err(about("the theme omits parts of the board on pages of positions").hint(
                "print each part of `page.board`, since any part can be a move; \
                 see `board.html` of the theme `classic`",
            ));
        }
        match link {
            Some((slot, name)) if !pattern.has(slot) => {
                Err(about(&format!("the theme omits a move: it does not print `{name}` as a link"))
                    .hint("print every move as a link with `href`, as the theme `classic` does"))
            }
            _ => Ok(pattern),
        }
    }
}

impl PatternCache {
    /// Appends a page to `out`. Returns whether all patterns of the page exist.
    fn fill(&self, page: &OpenPage, resolver: &impl LinkResolver, out: &mut Vec<u8>) -> bool {
        let mut filling = Filling { page, resolver, cells: &self.cells, is_whole: true, address: String::new() };
        let Some(pattern) = self.pages.get(&page.shape()) else { return false };
        pattern.write(out, |slot, out| filling.fill_page(slot, out));
        filling.is_whole
    }
}

struct Filling<'a, R> {
    page: &'a OpenPage,
    resolver: &'a R,
    cells: &'a FxHashMap<CellShape, Pattern>,
    /// True if all patterns existed so far.
    is_whole: bool,
    /// The last address, whose memory the next one reuses.
    address: String,
}

impl<R: LinkResolver> Filling<'_, R> {
    fn fill_page(&mut self, slot: Slot, out: &mut Vec<u8>) {
        match slot {
            Slot::Text(number) => escape(self.page.text(PageSlot::ALL[usize::from(number)]), out),
            Slot::Link(number) => {
                let to = match number.checked_sub(FIRST_TRANSLATION) {
                    None => self.page.link(PageSlot::ALL[usize::from(number)]),
                    Some(language) => self.page.translation(language.into()),
                };
                if let Some(to) = to {
                    self.fill_link(to, out);
                }
            }
            Slot::Part(part) => self.fill_cell(part as usize, out),
        }
    }

    fn fill_cell(&mut self, index: usize, out: &mut Vec<u8>) {
        let board = &self.page.board;
        let cell = &board.cells[index];
        let Some(pattern) = self.cells.get(&cell.shape) else {
            self.is_whole = false;
            return;
        };
        pattern.write(out, |slot, out| match slot {
            Slot::Text(CELL_MARK) => escape(board.text(cell.mark), out),
            Slot::Text(CELL_NAME) => escape(board.text(cell.name), out),
            Slot::Text(number) => {
                let texts = board.moves[cell.link as usize].texts;
                escape(board.text(texts[usize::from(number - MOVE_TEXTS)]), out);
            }
            Slot::Link(_) => self.fill_link(Destination::Page(board.moves[cell.link as usize].to), out),
            Slot::Part(piece) => self.fill_cell((cell.first_piece + piece) as usize, out),
        });
    }

    fn fill_link(&mut self, to: Destination, out: &mut Vec<u8>) {
        self.address.clear();
        self.resolver.resolve(to, &mut self.address);
        out.extend_from_slice(self.address.as_bytes());
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
