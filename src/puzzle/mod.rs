//! Puzzles: positions from solved games in which there is a win to find, in collections that go from easy to hard.
//!
//! A puzzle promises a win in a number of the reader's own moves. A legal move **keeps** the promise if the win is then
//! still that near, and these alone lead on: to the position after the reply of the other side, which plays its best
//! and resists for as long as it can. Every other move has a page that says what it costs and leads back. In a game for
//! one player the moves that keep the promise are those of the shortest solutions.
//!
//! How hard a puzzle is, is how seldom chance solves it: the odds that somebody who plays any legal move
//! finds the whole way. They fall with each further move, and with each move that fails.

mod choose;
mod line;
mod page;

use std::fmt::Write;
use std::sync::{Arc, OnceLock};

use crate::content::PuzzlesSpec;
use crate::diagnostic::Diagnostic;
use crate::edition::{Edition, FIRST_NAME, page_called};
use crate::game::Players;
use crate::graph::pieces;
use crate::library::SolvedGame;
use crate::page::{CollectionId, EditionId, OpenBoard, PageId, PageRef, SectionId};

use line::{CERTAIN, Line, Node};

pub use page::Around;

/// A collection of puzzles. They are found when it is opened.
pub struct Collection {
    /// Its place among the collections of the site.
    pub id: CollectionId,
    /// The section of its game.
    pub section: SectionId,
    /// The editions from whose games the positions are taken.
    pub editions: Vec<EditionId>,
    folder: String,
    spec: PuzzlesSpec,
    opened: OnceLock<Opened>,
}

/// What a collection is once its puzzles are found.
struct Opened {
    /// The puzzles, the easy ones first.
    puzzles: Vec<Puzzle>,
    /// The pages but the first, which lists the puzzles.
    parts: Vec<Part>,
}

/// A position and the win to find in it.
pub struct Puzzle {
    /// The edition from whose game it is taken.
    pub edition: EditionId,
    game: Arc<SolvedGame>,
    line: Line,
    /// For each node of the line the number of its first page.
    first_pages: Vec<usize>,
}

/// What a page of a puzzle shows.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Part {
    puzzle: usize,
    node: usize,
    what: What,
}

/// What a page shows of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    /// The position with its moves, or the end.
    Position,
    /// The piece that was chosen, as its place among those of the position.
    Choice(usize),
    /// What comes of the move at this place among the legal ones, which does not lead on.
    Mistake(usize),
}

impl Collection {
    /// Returns the collection in a folder that content describes, for editions of a section.
    pub fn new(
        spec: PuzzlesSpec,
        id: CollectionId,
        folder: String,
        section: SectionId,
        editions: Vec<EditionId>,
    ) -> Self {
        Self { id, section, editions, folder, spec, opened: OnceLock::new() }
    }

    /// Finds the puzzles in the games of the editions, which have to be open. `all` are those of the whole site.
    /// Everything that is said of pages and puzzles, but for the name of the first page, comes after it.
    ///
    /// # Errors
    ///
    /// When the games have fewer such positions.
    pub fn open(&self, all: &[Edition]) -> Result<(), Diagnostic> {
        if self.opened.get().is_some() {
            return Ok(());
        }
        let games = self.editions.iter().map(|edition| (*edition, Arc::clone(all[edition.index()].game()))).collect();
        let mut puzzles = choose::choose(&self.spec, games);
        let wanted = self.spec.count.value;
        if puzzles.len() < wanted {
            let found = match puzzles.len() {
                0 => "there are no such puzzles".to_owned(),
                1 => "there is only 1 such puzzle".to_owned(),
                found => format!("there are only {found} such puzzles"),
            };
            let hint = "allow other `moves`, name further `editions`, or ask for fewer";
            return Err(self.spec.count.diagnostic(format!("{found}, and not {wanted}")).hint(hint));
        }
        let mut parts = Vec::new();
        for (number, puzzle) in puzzles.iter_mut().enumerate() {
            puzzle.add_parts(number, &mut parts);
        }
        self.opened.get_or_init(|| Opened { puzzles, parts });
        Ok(())
    }

    fn opened(&self) -> &Opened {
        self.opened.get().unwrap_or_else(|| panic!("{} is asked for its pages before it is opened", self.folder))
    }

    /// Returns the puzzles, the easy ones first.
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.opened().puzzles
    }

    /// Returns its folder on the site.
    pub fn folder(&self) -> &str {
        &self.folder
    }

    /// Returns its name for readers.
    pub fn title(&self) -> &str {
        &self.spec.title
    }

    /// Returns one sentence about it; may be empty.
    pub fn summary(&self) -> &str {
        &self.spec.summary
    }

    /// Returns how many positions have a move to find.
    pub fn position_count(&self) -> usize {
        self.nodes().filter(|node| node.left > 0).count()
    }

    /// Returns how many moves are offered on all pages together.
    pub fn move_count(&self) -> usize {
        self.nodes().map(|node| node.ways.len()).sum()
    }

    fn nodes(&self) -> impl Iterator<Item = &Node> {
        self.puzzles().iter().flat_map(|puzzle| &puzzle.line.nodes)
    }

    /// Returns how many pages there are; the first one lists the puzzles.
    pub fn page_count(&self) -> usize {
        1 + self.opened().parts.len()
    }

    /// Returns the page on which a puzzle begins, by the place of the puzzle in the collection.
    pub fn first_page(&self, puzzle: usize) -> PageRef {
        self.page_of(Part { puzzle, node: 0, what: What::Position })
    }

    /// Returns what a page shows, if it is not the first one.
    fn part(&self, page: PageId) -> Option<Part> {
        page.index().checked_sub(1).map(|part| self.opened().parts[part])
    }

    fn page_of(&self, part: Part) -> PageRef {
        PageRef::Puzzle(self.id, PageId::new(self.number_of(part)))
    }

    /// Returns the number of the page that shows a part.
    fn number_of(&self, Part { puzzle, node, what }: Part) -> usize {
        let puzzle = &self.puzzles()[puzzle];
        let (first, node) = (puzzle.first_pages[node], &puzzle.line.nodes[node]);
        match what {
            What::Position => first,
            What::Choice(piece) => first + 1 + piece,
            What::Mistake(index) => {
                first + 1 + node.pieces + node.mistakes().take_while(|&other| other < index).count()
            }
        }
    }

    /// Returns the page with this name in the collection, such as `07~not-b2`.
    pub fn page_named(&self, name: &str) -> Option<PageId> {
        if name == FIRST_NAME {
            return Some(PageId::FIRST);
        }
        let number: usize = name.split('~').next()?.parse().ok()?;
        let puzzle = number.checked_sub(1)?;
        let first = *self.puzzles().get(puzzle)?.first_pages.first()?;
        let parts = &self.opened().parts[first - 1..];
        let count = parts.iter().take_while(|part| part.puzzle == puzzle).count();
        let pages = (first..first + count).map(PageId::new);
        page_called(name, pages, |page, out| self.write_name(page, out))
    }

    /// Appends the name of a page in the collection, such as `07~not-b2`.
    pub fn write_name(&self, page: PageId, out: &mut String) {
        if page == PageId::FIRST {
            return out.push_str(FIRST_NAME);
        }
        let Some(Part { puzzle: number, node, what }) = self.part(page) else { return };
        let puzzle = &self.puzzles()[number];
        let (positions, node) = (&*puzzle.game.positions, &puzzle.line.nodes[node]);
        write!(out, "{:02}", number + 1).expect("memory");
        if node.state != puzzle.line.nodes[0].state {
            out.push('~');
            positions.write_slug(node.state, out);
        }
        node.met.write_moves(positions, out);
        match what {
            What::Position => {}
            What::Choice(piece) => out.extend(["~from-", pieces(&positions.choices(node.state))[piece].slug.as_str()]),
            What::Mistake(index) => out.extend(["~not-", positions.move_slugs(node.state)[index].as_str()]),
        }
    }
}

impl Puzzle {
    /// Returns how many moves of the reader's own the win takes.
    pub fn moves(&self) -> u32 {
        self.line.nodes[0].left
    }

    /// Returns how many tries of somebody who plays any legal move, one as likely as the other, solve it once.
    pub fn tries(&self) -> u128 {
        let odds = self.line.odds;
        (CERTAIN + odds / 2) / odds
    }

    /// Returns the position in which it begins, without links.
    pub fn board(&self) -> OpenBoard {
        let node = &self.line.nodes[0];
        OpenBoard::picture(&*self.game.positions, node.state, node.met.before())
    }

    /// Returns what there is to do, in words such as `Win in 2 as X`.
    pub fn task(&self) -> String {
        match self.game.positions.players() {
            Players::One => format!("Solve it in {}", self.moves()),
            players @ Players::Two(..) => format!("Win in {} as {}", self.moves(), players.name(self.player())),
        }
    }

    /// Appends the pages of the puzzle, which has this place in the collection, and remembers where each node's begin.
    fn add_parts(&mut self, number: usize, parts: &mut Vec<Part>) {
        for (place, node) in self.line.nodes.iter().enumerate() {
            // The first page of all is the list.
            self.first_pages.push(1 + parts.len());
            let choices = (0..node.pieces).map(What::Choice);
            let shown = std::iter::once(What::Position).chain(choices).chain(node.mistakes().map(What::Mistake));
            parts.extend(shown.map(|what| Part { puzzle: number, node: place, what }));
        }
    }
}
