//! The patterns of a theme: made when the first page needs them, kept for the whole build, filled for each page.

use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::engine::{Engine, escape};
use super::form::Form;
use super::minify::minified_pattern;
use super::pattern::{
    CELL_LINK, CELL_MARK, CELL_NAME, MOVE_TEXTS, PASS, Pattern, Slot, cell_with_marks, page_with_marks,
};
use super::templates::Given;
use crate::diagnostic::Diagnostic;
use crate::html::guard::{self, FileKind};
use crate::page::{CellShape, Destination, LinkResolver, OpenCell, OpenMove, OpenPage, PageShape, PageSlot};

/// What makes pages of play out of patterns.
pub(super) struct Patterns {
    /// Renders any page directly.
    pub(super) engine: Engine,
    pub(super) form: Form,
    language: String,
    /// As what patterns are checked for what no page may have, if they are.
    guard: Option<FileKind>,
    pages: Cache<PageShape>,
    cells: Cache<CellShape>,
}

/// What a template makes of all that has the same shape.
struct Made {
    /// As the template makes it.
    whole: Pattern,
    /// As it is published.
    published: Pattern,
}

/// The patterns of one kind that were made so far.
type Cache<Shape> = Mutex<FxHashMap<Shape, Arc<Made>>>;

/// Those that a thread has met, with their numbers.
type Known<Shape> = IndexMap<Shape, Arc<Made>, FxBuildHasher>;

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
    make: impl FnOnce() -> Result<Made, Diagnostic>,
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
    pub(super) fn new(engine: Engine, form: Form, language: &str, guard: Option<FileKind>) -> Self {
        let (pages, cells) = (Cache::default(), Cache::default());
        Self { engine, form, language: language.to_owned(), guard, pages, cells }
    }

    /// Appends a page to `out`. When a pattern was made for it, it is also rendered directly, to see that both are the
    /// same.
    ///
    /// # Errors
    ///
    /// When a pattern cannot be made, or the page is not what its templates make of it.
    pub(super) fn fill(
        &self,
        memo: &mut Memo,
        page: &OpenPage,
        resolver: &impl LinkResolver,
        out: &mut Vec<u8>,
    ) -> Result<(), Diagnostic> {
        let Memo { pages, cells, parts } = memo;
        let mut is_new = false;
        let shape = page.shape();
        let shell = number(pages, shape, &self.pages, || self.make_page(&shape), &mut is_new)?;
        parts.clear();
        for &OpenCell { shape, .. } in &page.board.cells {
            parts.push(number(cells, shape, &self.cells, || self.make_cell(shape), &mut is_new)?);
        }
        let mut filling = Filling { page, resolver, shell: &pages[shell], parts, cells, is_published: true };
        filling.fill(out);
        if is_new {
            filling.is_published = false;
            let mut whole = Vec::new();
            filling.fill(&mut whole);
            if whole != self.render_directly(page, resolver)?.as_bytes() {
                return Err(differs(page));
            }
        }
        Ok(())
    }

    /// Renders a page directly, without patterns, as templates make it.
    ///
    /// # Errors
    ///
    /// When a template asks for what the page does not have.
    pub(super) fn render_directly(&self, page: &OpenPage, resolver: &impl LinkResolver) -> Result<String, Diagnostic> {
        let page = page.close(&self.language, resolver);
        self.engine.render(self.form.template_of_positions(), "page", &Given::new(&page))
    }

    fn make_page(&self, shape: &PageShape) -> Result<Made, Diagnostic> {
        let template = self.form.template_of_positions();
        let rendered = self.engine.render(template, "page", &Given::new(&page_with_marks(shape, &self.language)))?;
        let pass = shape.has_pass().then_some((Slot::Link(PASS), "page.board.pass"));
        self.make(template, &rendered, shape.board.cell_count(), pass)
    }

    fn make_cell(&self, shape: CellShape) -> Result<Made, Diagnostic> {
        let name = shape.kind.name();
        let rendered = self.engine.render_cell(name, &cell_with_marks(shape))?;
        let (template, mv) = (format!("{name}.html"), format!("{name}.move"));
        let link = shape.mv.map(|_| (Slot::Link(CELL_LINK), mv.as_str()));
        self.make(&template, &rendered, shape.piece_count().into(), link)
    }

    /// Returns the patterns of a template, which was rendered with marks. All parts of the board have to be there,
    /// since each may be a move, and so has a link, which its authors know by a name.
    fn make(
        &self,
        template: &str,
        rendered: &str,
        parts: usize,
        link: Option<(Slot, &str)>,
    ) -> Result<Made, Diagnostic> {
        let published = minified_pattern(self.form, template, rendered);
        if let Some(kind) = self.guard {
            guard::check(kind, &published).map_err(|breach| self.engine.breach(template, &published, breach))?;
        }
        let about = |message: &str| Diagnostic::new(format!("{}: {message}", self.engine.name(template)));
        let (Some(whole), Some(published)) = (Pattern::parse(rendered), Pattern::parse(&published)) else {
            return Err(about("a slot is not printed as it is").hint(
                "slots, such as titles, words and addresses, differ from page to page: \
                 a template prints them as they are",
            ));
        };
        if !published.has_parts(parts) {
            return Err(about("the theme leaves out parts of the board on pages of positions").hint(
                "each part of `page.board` has to be there, since it may be a move; \
                 `board.html` of the theme `classic` draws them all",
            ));
        }
        match link {
            Some((slot, name)) if !published.has(slot) => {
                Err(about(&format!("the theme leaves out a move: `{name}` is not a link there"))
                    .hint("every move has to be on the page, as a link with `href`; the theme `classic` shows how"))
            }
            _ => Ok(Made { whole, published }),
        }
    }
}

/// Returns what is to be told of a page that its patterns do not make.
fn differs(page: &OpenPage) -> Diagnostic {
    let title = page.text(PageSlot::Title);
    let message = format!("the theme's templates do more with a slot than print it, as the page {title:?} shows");
    Diagnostic::new(message).hint(
        "slots, such as titles, words and addresses, differ from page to page; \
         for choices there are fields that are no slots",
    )
}

/// A page that is filled into its patterns.
struct Filling<'a, R> {
    page: &'a OpenPage,
    resolver: &'a R,
    /// The pattern of the page.
    shell: &'a Made,
    /// The pattern of each part of the board.
    parts: &'a [usize],
    cells: &'a Known<CellShape>,
    /// Whether it is filled as it is published.
    is_published: bool,
}

impl<R: LinkResolver> Filling<'_, R> {
    fn fill(&self, out: &mut Vec<u8>) {
        let OpenPage { board, .. } = self.page;
        self.pattern(self.shell).write(out, |slot, out| match slot {
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
        });
    }

    fn fill_cell(&self, index: usize, out: &mut Vec<u8>) {
        let board = &self.page.board;
        let cell = &board.cells[index];
        self.pattern(&self.cells[self.parts[index]]).write(out, |slot, out| match slot {
            Slot::Text(CELL_MARK) => escape(board.text(cell.mark), out),
            Slot::Text(CELL_NAME) => escape(board.text(cell.name), out),
            Slot::Text(number) => {
                self.fill_move_text(&board.moves[cell.link as usize], number - MOVE_TEXTS, out);
            }
            Slot::Link(_) => self.fill_link(&board.moves[cell.link as usize], out),
            Slot::Part(piece) => self.fill_cell((cell.first_piece + piece) as usize, out),
        });
    }

    fn pattern<'m>(&self, made: &'m Made) -> &'m Pattern {
        if self.is_published { &made.published } else { &made.whole }
    }

    fn fill_move_text(&self, mv: &OpenMove, number: u8, out: &mut Vec<u8>) {
        escape(self.page.board.text(mv.texts[usize::from(number)]), out);
    }

    fn fill_link(&self, mv: &OpenMove, out: &mut Vec<u8>) {
        self.resolver.resolve(Destination::Page(mv.to), out);
    }
}
