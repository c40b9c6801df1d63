//! Opened editions: their pages and page names, and the results of best play.

use std::ops::Deref;
use std::sync::Arc;

use super::nodes::{Kind, NodePage};
use super::{Edition, OpenedEdition};
use crate::engine::game::Players;
use crate::engine::graph::{Positions, StateId};
use crate::engine::solve::Verdict;
use crate::engine::solve::library::SolvedGame;
use crate::pages::chapter::FIRST_NAME;
use crate::pages::page::{OpenBoard, PageId};

impl Deref for OpenedEdition<'_> {
    type Target = Edition;

    fn deref(&self) -> &Edition {
        self.edition
    }
}

impl<'a> OpenedEdition<'a> {
    /// Returns whether the game has one player.
    pub(super) fn is_puzzle(self) -> bool {
        *self.positions().players() == Players::One
    }

    pub fn positions(self) -> &'a dyn Positions {
        &*self.nodes.game.positions
    }

    pub fn game(self) -> &'a Arc<SolvedGame> {
        &self.nodes.game
    }

    /// Returns the number of pages. The pages with hints are last.
    pub fn page_count(self) -> usize {
        self.plain_page_count() + if self.spec.hints { self.nodes.view_count() } else { 0 }
    }

    /// Returns the number of pages without hints.
    pub fn plain_page_count(self) -> usize {
        self.nodes.plain_page_count()
    }

    /// Returns the page of the end for readers who have wasted no move, if there is exactly one.
    pub fn perfect_end(self) -> Option<PageId> {
        self.nodes.perfect_end()
    }

    /// Returns the number of moves from all nodes together.
    pub fn move_count(self) -> usize {
        self.nodes.graph().move_count()
    }

    pub fn verdict(self, state: StateId) -> Verdict {
        self.game().solution().verdict(state)
    }

    /// Returns whether a person can get a better result than under best play, because the computer makes mistakes.
    pub(super) fn counts_on_mistakes(self, node: StateId) -> bool {
        let nodes = self.nodes;
        let in_best_play = |reader| self.verdict(nodes.state(node)).worth(reader).0;
        nodes.reader().is_some_and(|reader| nodes.rank(node) > in_best_play(reader))
    }

    /// Returns the result of best play from the start, such as `Player A wins in 4`.
    pub fn best_play(self) -> String {
        self.catalogue().say(&self.phrases.best_play(self.verdict(StateId::START)))
    }

    /// Returns a person's best result, such as `can be won in 5`; empty if only people play.
    pub fn promise(self) -> String {
        self.for_person(["promise-win", "promise-draw", "promise-endless", "promise-loss"])
    }

    /// Returns a person's best result for a table, such as `a win in 5`.
    pub fn best_for_person(self) -> String {
        self.for_person(["person-win", "person-draw", "person-endless", "person-loss"])
    }

    fn for_person(self, messages: [&'static str; 4]) -> String {
        self.catalogue().say(&self.phrases.for_person(self.nodes.verdict(StateId::START), messages))
    }

    /// Returns the page of a position, with hints if the edition has hints. Returns `None` for editions against the
    /// computer, because these editions do not contain every position.
    pub fn page_to_explore(self, state: StateId) -> Option<PageId> {
        // Without a computer, nodes are positions.
        let page = || PageId::new(self.nodes.first_view(state));
        (!self.has_computer()).then(page).map(|page| self.twin(page).unwrap_or(page))
    }

    /// Finds a page by its name, such as `51~c3`; `None` if play in this edition reaches no position of this name.
    pub fn page_named(self, name: &str) -> Option<PageId> {
        if name == FIRST_NAME {
            return Some(PageId::FIRST);
        }
        // The name of a page begins with the name of a node.
        let ends = name.match_indices('~').map(|(at, _)| at).chain([name.len()]);
        let views =
            ends.filter_map(|end| self.nodes.find(&name[..end])).flat_map(|node| self.nodes.views_of_node(node));
        let count = self.page_count();
        let kinds = |view| [Kind::Plain, Kind::Perfect, Kind::Hint].map(|kind| self.nodes.page(view, kind));
        let mut pages = views.flat_map(kinds).filter(|page| page.index() < count);
        let has_name = |&page: &PageId| {
            let mut written = String::new();
            self.write_name(page, &mut written);
            written == name
        };
        pages.find(has_name)
    }

    /// Appends the name of a page, such as `51~c3`. The name of the first page is [`FIRST_NAME`].
    pub fn write_name(self, page: PageId, out: &mut String) {
        let NodePage { node, chosen } = self.view(page);
        self.nodes.write_name(node, out);
        if let Some(chosen) = chosen {
            let pieces = self.positions().pieces(self.nodes.state(node));
            out.extend(["~from-", pieces[chosen].slug.as_str()]);
        }
        out.push_str(match self.kind(page) {
            Kind::Plain => "",
            Kind::Perfect => "~perfect",
            Kind::Hint => "~hint",
        });
    }

    /// Returns the board of a page, without links, and the status of the page.
    pub fn diagram(self, page: PageId) -> (OpenBoard, String) {
        let (positions, node) = (self.positions(), self.nodes.node(self.view(page).node));
        let before = node.before(positions).map(|before| positions.scene(before));
        let board = OpenBoard::picture(&positions.scene(node.state), before.as_ref(), self.catalogue());
        (board, self.catalogue().say(&self.phrases.status(positions, node.state)))
    }

    /// Returns the page with the same board: with hints if this page has none, and otherwise without hints.
    pub(super) fn twin(self, page: PageId) -> Option<PageId> {
        let (view, kind) = self.nodes.page_view(page);
        let kind = if kind == Kind::Hint { Kind::Plain } else { Kind::Hint };
        self.spec.hints.then(|| self.nodes.page(view, kind))
    }

    pub(super) fn kind(self, page: PageId) -> Kind {
        self.nodes.page_view(page).1
    }

    pub(super) fn view(self, page: PageId) -> NodePage {
        self.nodes.view(self.nodes.page_view(page).0)
    }
}
