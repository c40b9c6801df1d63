//! Editions: which pages a playable version of a game has, what each is called and what it shows.
//!
//! With nobody but people at the board every position is a page. With a computer in one seat its replies are folded
//! into the link, one or several where the turn stays with it: a page is a position together with the replies that led
//! to it, and only pages that play can reach exist.
//! Where a piece has to be chosen before it is moved, each such piece has a page of its own that shows where it can
//! go.
//!
//! The game of an edition is explored when the edition is opened. One that is [on demand](PageOnDemand) never is: its
//! pages are made from their names alone.

mod context;
mod hints;
mod mistakes;
mod node;
mod nodes;
mod on_demand;
mod page;
mod phrases;
mod review;
mod star;

use std::sync::{Arc, OnceLock};

use crate::game::{Computer, Players, SlugError};
use crate::games::Game;
use crate::graph::{ExploreError, ExploredPositions, Positions, StateId};
use crate::library::{Library, SolvedGame};
use crate::page::{EditionId, OpenBoard, PageId, SectionId};
use crate::solve::Verdict;
pub use context::{Context, Neighbour, Neighbours};
pub(crate) use node::Node;
use nodes::{Nodes, View};
pub use on_demand::PageOnDemand;
use phrases::Phrases;
pub(crate) use phrases::{goal_of, moves};
pub use star::Star;

/// What content says of an edition, apart from its game.
#[derive(Clone, Debug)]
pub struct Description {
    /// Its folder on the site, for example `nim/two-player`.
    pub folder: String,
    /// Its name for readers.
    pub title: String,
    /// The name of the series that it belongs to, which names the part of its game's page where that is listed.
    pub series: Option<String>,
    /// One sentence about it; may be empty.
    pub summary: String,
    /// The computer in one of the seats.
    pub computer: Option<Computer>,
    /// Whether each page has a twin that shows what every move is worth.
    pub hints: bool,
    /// Whether each page without a twin tells what best play comes to.
    pub best_play: bool,
    /// Whether its pages are made from their names alone.
    pub on_demand: bool,
}

/// A playable version of a game and its pages.
pub struct Edition {
    /// Its place among the editions of the site.
    pub id: EditionId,
    /// The section of its game.
    pub section: SectionId,
    /// What content says of it.
    pub description: Description,
    phrases: Phrases,
    /// The game, and who explores it; nothing where it was given explored.
    game: Option<(Game, Arc<Library>)>,
    opened: OnceLock<Result<Nodes, ExploreError>>,
    settled: OnceLock<()>,
}

impl Edition {
    /// Returns an edition of an explored game.
    ///
    /// # Errors
    ///
    /// When a turn of the computer never ends, or a policy of the game names no legal move.
    pub fn new(
        id: EditionId,
        section: SectionId,
        description: Description,
        game: Arc<SolvedGame>,
    ) -> Result<Self, ExploreError> {
        let phrases = Phrases::new(&*game.positions, description.computer.as_ref());
        let nodes = Nodes::plan(game, description.computer.as_ref())?;
        let (opened, settled) = (Ok(nodes).into(), OnceLock::new());
        Ok(Self { id, section, description, phrases, game: None, opened, settled })
    }

    /// Returns an edition of a game that is explored when the edition is opened.
    pub fn unopened(
        id: EditionId,
        section: SectionId,
        description: Description,
        game: Game,
        library: Arc<Library>,
    ) -> Self {
        let phrases = Phrases::new(&*game.unexplored(), description.computer.as_ref());
        Self {
            id,
            section,
            description,
            phrases,
            game: Some((game, library)),
            opened: OnceLock::new(),
            settled: OnceLock::new(),
        }
    }

    /// Explores the game and plans the pages, unless that has been done, or the edition is on demand. Everything that
    /// is said to need an opened edition comes after it.
    ///
    /// # Errors
    ///
    /// When the game cannot be explored, when a turn of the computer never ends, or a policy of the game names no legal
    /// move.
    pub fn open(&self) -> Result<(), ExploreError> {
        if let (None, false, Some((game, library))) = (self.opened.get(), self.is_on_demand(), &self.game) {
            let game = library.open(game)?;
            self.opened.get_or_init(|| Nodes::plan(game, self.description.computer.as_ref()));
        }
        match self.opened.get() {
            Some(Err(error)) => Err(error.clone()),
            _ => Ok(()),
        }
    }

    /// Whether the edition is opened, or has nothing to be opened.
    pub fn is_open(&self) -> bool {
        self.is_on_demand() || self.planned().is_some()
    }

    /// Computes what pages would else compute when the first of them asks for it, such as the solution of the game.
    /// Needs an opened edition.
    pub fn settle(&self) {
        if !self.is_on_demand() {
            self.settled.get_or_init(|| self.nodes().settle());
        }
    }

    /// Whether every page can be made at once, since all that it tells of the game is computed.
    pub fn is_settled(&self) -> bool {
        self.settled.get().is_some()
    }

    /// Whether pages are made from their names alone.
    pub fn is_on_demand(&self) -> bool {
        self.description.on_demand
    }

    /// Returns the nodes if the edition is opened.
    fn planned(&self) -> Option<&Nodes> {
        self.opened.get()?.as_ref().ok()
    }

    fn nodes(&self) -> &Nodes {
        self.planned().unwrap_or_else(|| panic!("{} is asked for its pages before it is opened", self.folder()))
    }

    fn has_computer(&self) -> bool {
        self.description.computer.is_some()
    }

    /// Whether it is a puzzle, which nobody plays against anybody.
    fn is_puzzle(&self) -> bool {
        *self.positions().players() == Players::One
    }

    /// Whether it can [promise](Self::promise) something once it is opened.
    pub fn has_promise(&self) -> bool {
        self.has_computer() && !self.is_on_demand()
    }

    /// Returns its folder on the site, for example `nim/two-player`.
    pub fn folder(&self) -> &str {
        &self.description.folder
    }

    /// Returns its name for readers.
    pub fn title(&self) -> &str {
        &self.description.title
    }

    /// Returns every position of the game. Needs an opened edition.
    pub fn positions(&self) -> &dyn ExploredPositions {
        &*self.nodes().game.positions
    }

    /// Returns the game, solved. Needs an opened edition.
    pub fn game(&self) -> &Arc<SolvedGame> {
        &self.nodes().game
    }

    /// Returns the position of a slug as a picture, or that of the start; the edition need not be open.
    ///
    /// # Errors
    ///
    /// When the slug is that of no position.
    pub fn picture(&self, slug: Option<&str>) -> Result<OpenBoard, SlugError> {
        self.look(|positions| {
            let state = slug.map_or(Ok(StateId::START), |slug| positions.find(slug))?;
            Ok(OpenBoard::picture(positions, state, None))
        })
    }

    /// Returns what `look` finds in the positions of the game, which need not be explored.
    fn look<T>(&self, look: impl FnOnce(&dyn Positions) -> T) -> T {
        match (self.planned(), &self.game) {
            (None, Some((game, _))) => look(&*game.unexplored()),
            _ => look(self.positions()),
        }
    }

    /// Returns how many pages there are. Twins with hints come after all plain pages. Needs an opened edition.
    pub fn page_count(&self) -> usize {
        let plain = self.plain_page_count();
        if self.description.hints { 2 * plain } else { plain }
    }

    /// Returns how many pages there are without the twins with hints. Needs an opened edition.
    pub fn plain_page_count(&self) -> usize {
        self.nodes().view_count()
    }

    /// Returns how many moves are offered on all pages together. Needs an opened edition.
    pub fn move_count(&self) -> usize {
        self.nodes().graph().move_count()
    }

    /// Returns the value of a position under best play. Needs an opened edition.
    pub fn verdict(&self, state: StateId) -> Verdict {
        self.game().solution().verdict(state)
    }

    /// Whether a person can get more from a node than against best play, since the computer makes mistakes.
    fn counts_on_mistakes(&self, node: StateId) -> bool {
        let nodes = self.nodes();
        let in_best_play = |reader| self.verdict(nodes.state(node)).worth(reader).0;
        nodes.reader().is_some_and(|reader| nodes.rank(node) > in_best_play(reader))
    }

    /// Returns what the players are trying to do, in sentences.
    pub fn goal(&self) -> &str {
        self.phrases.goal()
    }

    /// Returns what comes of best play from the beginning, in words such as `Player A wins in 4`. Needs an opened
    /// edition.
    pub fn best_play(&self) -> String {
        self.phrases.best_play(self.verdict(StateId::START))
    }

    /// Returns what a person can get at best, in words such as `can be won in 5`; empty where only people play, and
    /// while the edition is not opened, as it never is on demand.
    pub fn promise(&self) -> String {
        self.planned().map_or_else(String::new, |nodes| self.phrases.promise(nodes.verdict(StateId::START)))
    }

    /// Returns what a person can get at best from the beginning, in words such as `a win in 5`; empty where only people
    /// play. Needs an opened edition.
    pub fn best_for_person(&self) -> String {
        self.phrases.best_for_person(self.nodes().verdict(StateId::START))
    }

    /// Returns the page that shows a position to people who play against each other, with hints if there are any.
    /// Nothing in an edition against the computer, whose pages show but some positions. Needs an opened edition.
    pub fn page_to_explore(&self, state: StateId) -> Option<PageId> {
        if self.is_on_demand() || self.has_computer() {
            return None;
        }
        Some(self.page_of(state, None))
    }

    /// Returns the page with this name in the edition, such as `51~c3`, and opens the edition if it has to.
    ///
    /// # Errors
    ///
    /// When the name is that of no position, or of one that play in this edition does not come to; when the game has
    /// too many positions. Of an edition on demand, only the first page has a number.
    pub fn page_named(&self, name: &str) -> Result<PageId, SlugError> {
        if name == FIRST_NAME {
            return Ok(PageId::FIRST);
        }
        if self.is_on_demand() {
            return Err(SlugError::new(name, format!("`{}` is on demand", self.folder())));
        }
        self.open().map_err(|error| SlugError::new(name, error.to_string()))?;
        let nodes = self.nodes();
        let slug = name.split('~').next().unwrap_or_default();
        let state = self.positions().find(slug)?;
        if name == slug && state == StateId::START && nodes.state(StateId::START) == state {
            return Ok(PageId::FIRST);
        }
        let plain = nodes.views_of(state).map(PageId::new);
        let mut pages = plain.flat_map(|page| [Some(page), self.twin(page)]).flatten();
        let has_name = |&page: &PageId| {
            let mut written = String::new();
            self.write_name(page, &mut written);
            written == name
        };
        let unknown = || SlugError::new(name, format!("play in `{}` does not come to it", self.folder()));
        pages.find(has_name).ok_or_else(unknown)
    }

    /// Returns where a position that this edition does not have can be found: a hint for whoever named it.
    pub fn whereabouts(&self, name: &str, editions: &[Self]) -> String {
        // Every edition has a first page, and what nobody has opened is not searched.
        let has = |edition: &&Self| name != FIRST_NAME && edition.is_open() && edition.page_named(name).is_ok();
        match editions.iter().find(has) {
            Some(other) => format!("`{name}` is a position of `{}`", other.folder()),
            None => format!("the start of `{}` is `{}`", self.folder(), self.start_slug()),
        }
    }

    /// Returns the slug of the position in which play begins.
    pub fn start_slug(&self) -> String {
        self.look(|positions| positions.slug(StateId::START))
    }

    /// Appends the name of a page in the edition, such as `51~c3`. Of other pages than the first it needs an opened
    /// edition.
    pub fn write_name(&self, page: PageId, out: &mut String) {
        // The start page has no second name under its slug.
        if page == PageId::FIRST {
            out.push_str(FIRST_NAME);
            return;
        }
        let View { node, chosen } = self.view(page);
        let positions = self.positions();
        let node = self.nodes().node(node);
        positions.write_slug(node.state, out);
        node.write_moves(positions, out);
        if let Some(chosen) = chosen {
            write_choice(positions, node.state, chosen, out);
        }
        if self.is_hint(page) {
            out.push_str("~hint");
        }
    }

    /// Returns a page's board to be looked at, with the words that tell whose turn it is or how the game ended. Needs
    /// an opened edition.
    pub fn diagram(&self, page: PageId) -> (OpenBoard, String) {
        self.diagram_of(self.positions(), &self.nodes().node(self.view(page).node))
    }

    fn diagram_of(&self, positions: &dyn Positions, node: &Node) -> (OpenBoard, String) {
        let board = OpenBoard::picture(positions, node.state, node.before());
        let mut status = String::new();
        self.phrases.write_status(positions, node.state, &mut status);
        (board, status)
    }

    /// Returns the page with the same board: the twin of a plain page, or the plain page of a twin.
    fn twin(&self, page: PageId) -> Option<PageId> {
        if !self.description.hints {
            return None;
        }
        let plain = self.nodes().view_count();
        let twin = if page.index() < plain { page.index() + plain } else { page.index() - plain };
        Some(PageId::new(twin))
    }

    fn is_hint(&self, page: PageId) -> bool {
        page.index() >= self.nodes().view_count()
    }

    /// Returns what a page shows, with hints or without.
    fn view(&self, page: PageId) -> View {
        self.nodes().view(page.index() % self.nodes().view_count())
    }
}

/// Appends what the name of a page says of the piece that was chosen.
fn write_choice(positions: &dyn Positions, state: StateId, chosen: usize, out: &mut String) {
    out.extend(["~from-", positions.pieces(state)[chosen].slug.as_str()]);
}

/// The name of the page that congratulates on what was got from an edition. No slug has such a mark in it.
pub const STAR_NAME: &str = "index~won";

/// The name of the first page of an edition or a lesson.
pub const FIRST_NAME: &str = "index";
