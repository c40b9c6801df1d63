//! The patterns of a theme: made when the first page needs them, kept for the whole build, filled for each page.

use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::engine::{Engine, escape};
use super::pattern::{
    CELL_LINK, CELL_MARK, CELL_NAME, MOVE_TEXTS, Misuse, PASS, Pattern, Slot, cell_with_marks, page_with_marks,
};
use super::templates::Given;
use crate::diagnostic::Diagnostic;
use crate::html::guard::{self, FileKind};
use crate::page::{CellShape, Destination, LinkResolver, OpenCell, OpenMove, OpenPage, PageShape, PageSlot};

/// What makes pages of play out of patterns.
pub(super) struct Patterns {
    /// Renders any page directly.
    pub(super) engine: Engine,
    /// The template that positions are made from.
    template: &'static str,
    /// As what patterns are checked for what no page may have, if they are.
    guard: Option<FileKind>,
    /// The language of all pages.
    pub(super) language: String,
    pages: Cache<PageShape>,
    cells: Cache<CellShape>,
}

/// The patterns of one kind that were made so far.
type Cache<Shape> = Mutex<FxHashMap<Shape, Arc<Pattern>>>;

/// Those that a thread has met, with their numbers.
type Known<Shape> = IndexMap<Shape, Arc<Pattern>, FxBuildHasher>;

/// What a thread uses again from page to page: the patterns that it has met.
#[derive(Default)]
pub struct Memo {
    pages: Known<PageShape>,
    cells: Known<CellShape>,
    /// The pattern of each part of the page at hand.
    parts: Vec<usize>,
}

/// Returns the number of the pattern of this shape, which is looked for in `cache`, and made if no thread has made it
/// yet. Then `is_new` is set.
fn number<Shape: Copy + Eq + Hash>(
    known: &mut Known<Shape>,
    shape: Shape,
    cache: &Cache<Shape>,
    make: impl FnOnce() -> Result<Pattern, Diagnostic>,
    is_new: &mut bool,
) -> Result<usize, Diagnostic> {
    if let Some(number) = known.get_index_of(&shape) {
        return Ok(number);
    }
    let mut cache = cache.lock().unwrap_or_else(PoisonError::into_inner);
    let pattern = match cache.entry(shape) {
        Entry::Occupied(found) => Arc::clone(found.get()),
        Entry::Vacant(missing) => {
            *is_new = true;
            Arc::clone(missing.insert(Arc::new(make()?)))
        }
    };
    Ok(known.insert_full(shape, pattern).0)
}

impl Patterns {
    /// Returns the patterns of a theme with these templates, none of which is made yet.
    pub(super) fn new(engine: Engine, template: &'static str, language: &str, guard: Option<FileKind>) -> Self {
        let (pages, cells) = (Cache::default(), Cache::default());
        Self { engine, template, guard, language: language.to_owned(), pages, cells }
    }

    /// Appends a page to `out`. Returns whether a pattern was made for it.
    ///
    /// # Errors
    ///
    /// When a pattern cannot be made.
    pub(super) fn fill(
        &self,
        memo: &mut Memo,
        page: &OpenPage,
        resolver: &impl LinkResolver,
        out: &mut Vec<u8>,
    ) -> Result<bool, Diagnostic> {
        let Memo { pages, cells, parts } = memo;
        let mut is_new = false;
        let shape = page.shape();
        let page_number = number(pages, shape, &self.pages, || self.page(&shape), &mut is_new)?;
        parts.clear();
        for &OpenCell { shape, .. } in &page.board.cells {
            parts.push(number(cells, shape, &self.cells, || self.cell(shape), &mut is_new)?);
        }
        let filling = Filling { page, resolver, parts, cells };
        pages[page_number].write(out, |slot, out| filling.fill_page(slot, out));
        Ok(is_new)
    }

    fn page(&self, shape: &PageShape) -> Result<Pattern, Diagnostic> {
        let template = self.template;
        let rendered = self.engine.render(template, "page", &Given::new(&page_with_marks(shape, &self.language)))?;
        let pattern = self.parse(template, &rendered)?;
        if !pattern.has_parts(shape.board.cell_count()) {
            let message = "the theme leaves out parts of the board on pages of positions";
            return Err(self.about(template, message).hint(
                "each part of `page.board` has to be there, since it may be a move; \
                 `board.html` of the theme `classic` draws them all",
            ));
        }
        if shape.has_pass() && !pattern.has(Slot::Link(PASS)) {
            return Err(left_out(self, template, "page.board.pass"));
        }
        Ok(pattern)
    }

    fn cell(&self, shape: CellShape) -> Result<Pattern, Diagnostic> {
        let name = shape.kind.name();
        let template = format!("{name}.html");
        let rendered = self.engine.render_cell(name, &cell_with_marks(shape))?;
        let pattern = self.parse(&template, &rendered)?;
        if shape.mv.is_some() && !pattern.has(Slot::Link(CELL_LINK)) {
            return Err(left_out(self, &template, &format!("{name}.move")));
        }
        if !pattern.has_parts(shape.piece_count().into()) {
            return Err(left_out(self, &template, "row.pieces"));
        }
        Ok(pattern)
    }

    /// Returns the pattern that a rendered template shows.
    fn parse(&self, template: &str, rendered: &str) -> Result<Pattern, Diagnostic> {
        if let Some(kind) = self.guard {
            guard::check(kind, rendered).map_err(|breach| self.engine.breach(template, rendered, breach))?;
        }
        Pattern::parse(rendered).map_err(|misuse| self.misuse(template, misuse))
    }

    fn misuse(&self, template: &str, misuse: Misuse) -> Diagnostic {
        let message = match misuse {
            Misuse::Changed => "a slot is changed before it is printed",
            Misuse::Unescaped => "a slot is printed with `safe`, but only a `body` is HTML",
        };
        self.about(template, message).hint(
            "slots, such as titles, words and addresses, differ from page to page: a template prints them as they are",
        )
    }

    /// Returns a finding about a template.
    fn about(&self, template: &str, message: &str) -> Diagnostic {
        Diagnostic::new(format!("{}: {message}", self.engine.name(template)))
    }
}

fn left_out(patterns: &Patterns, template: &str, what: &str) -> Diagnostic {
    patterns
        .about(template, &format!("the theme leaves out a move: `{what}` is not a link there"))
        .hint("every move has to be on the page, as a link with `href`; the theme `classic` shows how")
}

/// Returns what is to be told of a page that its patterns do not make.
pub(super) fn differs(page: &OpenPage) -> Diagnostic {
    let title = page.text(PageSlot::Title);
    let message = format!("the theme's templates do more with a slot than print it, as the page {title:?} shows");
    Diagnostic::new(message).hint(
        "slots, such as titles, words and addresses, differ from page to page; \
         for choices there are fields that are no slots",
    )
}

/// A page that is filled into its patterns.
struct Filling<'a, C> {
    page: &'a OpenPage,
    resolver: &'a C,
    /// The pattern of each part of the board.
    parts: &'a [usize],
    cells: &'a Known<CellShape>,
}

impl<C: LinkResolver> Filling<'_, C> {
    fn fill_page(&self, slot: Slot, out: &mut Vec<u8>) {
        let board = &self.page.board;
        match slot {
            Slot::Text(number) => match number.checked_sub(PASS) {
                None => escape(self.page.text(PageSlot::ALL[usize::from(number)]), out),
                Some(text) => self.fill_move_text(&board.moves[board.pass as usize], text, out),
            },
            Slot::Link(PASS) => self.fill_link(&board.moves[board.pass as usize], out),
            Slot::Link(number) => {
                if let Some(to) = self.page.link(PageSlot::ALL[usize::from(number)]) {
                    self.resolver.resolve(to, out);
                }
            }
            Slot::Part(part) => self.fill_cell(part as usize, out),
        }
    }

    fn fill_cell(&self, index: usize, out: &mut Vec<u8>) {
        let board = &self.page.board;
        let cell = &board.cells[index];
        let pattern = &self.cells[self.parts[index]];
        pattern.write(out, |slot, out| match slot {
            Slot::Text(CELL_MARK) => escape(board.text(cell.mark), out),
            Slot::Text(CELL_NAME) => escape(board.text(cell.name), out),
            Slot::Text(number) => {
                self.fill_move_text(&board.moves[cell.link as usize], number - MOVE_TEXTS, out);
            }
            Slot::Link(_) => self.fill_link(&board.moves[cell.link as usize], out),
            Slot::Part(piece) => self.fill_cell((cell.first_piece + piece) as usize, out),
        });
    }

    fn fill_move_text(&self, mv: &OpenMove, number: u8, out: &mut Vec<u8>) {
        escape(self.page.board.text(mv.texts[usize::from(number)]), out);
    }

    fn fill_link(&self, mv: &OpenMove, out: &mut Vec<u8>) {
        self.resolver.resolve(Destination::Page(mv.to), out);
    }
}
