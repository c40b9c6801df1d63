//! Pages on demand: each made from its name alone, with no graph. So there is no limit to the positions of a game.
//!
//! The name of a page is the slug of the position that a reader's move leads to. If it is the computer's turn there,
//! its reply is found when the page is made and shown on it; names that had the reply in them would need the replies to
//! all moves of a page.

use super::context::Context;
use super::node::Node;
use super::page::Shown;
use super::{Edition, FIRST_NAME, write_choice};
use crate::game::SlugError;
use crate::graph::{Positions, StateId};
use crate::page::{Lead, OpenBoard, OpenPage, PageId, PageRef};

/// A page of an edition on demand, and the names of those that it leads to.
pub struct PageOnDemand<'a> {
    /// The edition that the page belongs to.
    pub edition: &'a Edition,
    /// The positions that were met so far while the page was made.
    positions: Box<dyn Positions>,
    page: PageId,
    /// The position that the page shows.
    node: Node,
    /// The piece that was chosen, as its place among those of the position.
    chosen: Option<usize>,
}

/// The pages of a position follow each other: one with all moves, and one for each piece that can be chosen. No board
/// has so many.
const MOST_VIEWS: usize = 256;

impl Edition {
    /// Returns the page with this name in an edition on demand.
    ///
    /// # Errors
    ///
    /// When the name is that of no position.
    ///
    /// # Panics
    ///
    /// Panics if the edition is not on demand.
    pub fn page_on_demand(&self, name: &str) -> Result<PageOnDemand<'_>, SlugError> {
        assert!(self.is_on_demand(), "the pages of {} have numbers", self.folder());
        let positions = self.game.unexplored();
        let (slug, piece) = name.split_once("~from-").map_or((name, None), |(slug, piece)| (slug, Some(piece)));
        let arrival = if slug == FIRST_NAME { StateId::START } else { positions.find(slug)? };
        let node = match &self.description.computer {
            Some(computer) => Node::after(arrival, &*positions, None, computer, true)
                .map_err(|error| SlugError::new(name, error.to_string()))?,
            None => Node::at(arrival),
        };
        positions.check(node.state).map_err(|error| SlugError::new(name, error.to_string()))?;
        let pieces = positions.pieces(node.state);
        let find = |slug: &str| pieces.iter().position(|piece| piece.slug.as_str() == slug);
        let unknown = || SlugError::new(name, "no such piece can move");
        let chosen = piece.map(|slug| find(slug).ok_or_else(unknown)).transpose()?;
        let page = PageOnDemand { edition: self, positions, page: number(arrival, chosen), node, chosen };
        // One page has one name, also where the grammar of a game could spell a position in several ways.
        let mut written = String::new();
        page.write_name(page.page, &mut written);
        if written == name { Ok(page) } else { Err(SlugError::new(name, format!("its name is `{written}`"))) }
    }

    /// Whether an edition on demand has a page with this name, beside its first one. The computer's move is searched
    /// for only if the name has a piece, which may be one to choose after it.
    pub fn has_on_demand(&self, name: &str) -> bool {
        let has = |positions: &dyn Positions, state| state != StateId::START && positions.slug(state) == name;
        if name.contains('~') {
            return self.page_on_demand(name).is_ok();
        }
        self.look(|positions| positions.find(name).is_ok_and(|state| has(positions, state)))
    }
}

impl PageOnDemand<'_> {
    /// Returns what the page is called inside the program. Its number means something only to this page itself, unless
    /// it is the first of the edition.
    pub fn reference(&self) -> PageRef {
        PageRef::Position(self.edition.id, self.page)
    }

    /// Writes the page into `out`, in place of what was there. The numbers of the pages that it leads to mean something
    /// to [`write_name`](Self::write_name) alone.
    pub fn open(&self, context: &Context<'_>, out: &mut OpenPage) {
        let (positions, state) = (&*self.positions, self.node.state);
        let successors = positions.successors(state);
        let (arrival, _) = parts(self.page);
        let lead = |lead| {
            let page = match lead {
                Lead::Move(index) => number(successors[index], None),
                Lead::Piece(piece) => number(arrival, Some(piece)),
                Lead::Back => number(arrival, None),
            };
            PageRef::Position(self.edition.id, page)
        };
        let Self { edition, page, chosen, .. } = *self;
        let last = Some(&self.node).filter(|_| chosen.is_none());
        let (first, choices) = (PageId::FIRST, &*positions.choices(state));
        let shown = Shown { edition, positions, page, first, state, choices, chosen, last, hints: None };
        shown.write(&lead, context, out);
        shown.set_neighbours(false, context, out);
    }

    /// Returns its board to be looked at, with the words that tell whose turn it is or how the game ended.
    pub fn diagram(&self) -> (OpenBoard, String) {
        self.edition.diagram_of(&*self.positions, &self.node)
    }

    /// Appends the name of this page or of one that it leads to.
    pub fn write_name(&self, page: PageId, out: &mut String) {
        match parts(page) {
            (StateId::START, None) => out.push_str(FIRST_NAME),
            (state, None) => self.positions.write_slug(state, out),
            (state, Some(chosen)) => {
                self.positions.write_slug(state, out);
                // Pages lead to choices among their own pieces only.
                write_choice(&*self.positions, self.node.state, chosen, out);
            }
        }
    }
}

/// Returns the number of the page that a reader comes to by a move that leads to `arrival`, or of that of a piece
/// chosen there.
fn number(arrival: StateId, chosen: Option<usize>) -> PageId {
    PageId::new(arrival.index() * MOST_VIEWS + chosen.map_or(0, |chosen| chosen + 1))
}

/// Returns the position and the piece that a number stands for.
fn parts(page: PageId) -> (StateId, Option<usize>) {
    (StateId::new(page.index() / MOST_VIEWS), (page.index() % MOST_VIEWS).checked_sub(1))
}
