//! Open boards: a scene with its links, as numbers and ranges of one text, so that a board of many squares costs no
//! memory of its own. A theme fills its patterns with it; [`OpenBoard::close`] makes of it what templates are given.

use std::iter::Peekable;

use super::board::Board;
use super::closed::Closed;
use super::reference::{LinkResolver, PageRef};
use super::shape::{BoardShape, CellShape, Last, Lines, MoveShape, SquareKind, WorthKind};
use crate::game::{Clicks, Grid, Heaps, Label, Pegs, Scene, Square, Target};
use crate::graph::{Choice, Positions, StateId, pieces};

/// A range of the text of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    start: u32,
    end: u32,
}

impl Span {
    /// Appends to a text what `write` writes, and returns its range.
    pub(super) fn write(words: &mut String, write: impl FnOnce(&mut String)) -> Self {
        let start = words.len() as u32;
        write(words);
        Self { start, end: words.len() as u32 }
    }

    /// Returns the part of a text that the range stands for.
    pub fn of(self, words: &str) -> &str {
        &words[self.start as usize..self.end as usize]
    }

    /// Whether there is nothing in it.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// A part of a board.
#[derive(Clone, Copy, Debug)]
pub struct OpenCell {
    /// All of it but its texts.
    pub shape: CellShape,
    /// The mark of a square, or the name of a row.
    pub text: Span,
    /// The name of a square.
    pub name: Span,
    /// Its link, if its shape has one, as its place among the links of the board.
    pub link: u32,
    /// The first piece of a row, as its place among the cells of the board.
    pub first_piece: u32,
}

impl OpenCell {
    /// Creates a part without texts and links.
    fn new(shape: CellShape) -> Self {
        Self { shape, text: Span::default(), name: Span::default(), link: 0, first_piece: 0 }
    }
}

/// A link of a board.
#[derive(Clone, Copy, Debug)]
pub struct OpenMove {
    /// The page that it leads to.
    pub to: PageRef,
    /// The visible text.
    pub text: Span,
    /// What the move is worth, in words.
    pub worth: Span,
    /// The whole phrase.
    pub label: Span,
    /// All of it but its texts.
    pub shape: MoveShape,
}

/// A board whose links are open.
#[derive(Clone, Debug)]
pub struct OpenBoard {
    /// All of it but its parts.
    pub shape: BoardShape,
    /// The parts that the board is drawn from, in their order; after them the pieces of rows.
    pub cells: Vec<OpenCell>,
    /// The links, in the order in which the moves come.
    pub moves: Vec<OpenMove>,
    /// The move of passing, as its place among the links.
    pub pass: u32,
    /// All texts.
    pub words: String,
}

impl Default for OpenBoard {
    fn default() -> Self {
        let shape = BoardShape::Heaps { rows: 0 };
        Self { shape, cells: Vec::new(), moves: Vec::new(), pass: 0, words: String::new() }
    }
}

/// What a move is worth: under best play, or for a person against the computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worth {
    /// In words, such as `wins in 3`.
    pub text: String,
    /// Of which kind it is.
    pub kind: WorthKind,
    /// Whether no other move is worth more.
    pub best: bool,
    /// As a number to compare: more is better for whoever moves.
    pub score: i64,
}

/// What a link on a board leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lead {
    /// What comes of the legal move at this place among all of them.
    Move(usize),
    /// The places of the piece at this place among those that have to be chosen first.
    Piece(usize),
    /// All moves again.
    Back,
}

impl Lead {
    /// Returns what can be done on a page that has these legal moves, the piece at the place `chosen` being chosen if
    /// one is; the way back from that is apart. This is what the rules say, however a board is drawn.
    pub fn onward(choices: &[Choice], chosen: Option<usize>) -> Vec<Self> {
        let pieces = pieces(choices);
        let is_here = |choice: &Choice| match chosen {
            Some(piece) => choice.clicks.can_be_by(pieces[piece].at),
            None => choice.clicks.piece().is_none(),
        };
        let mut leads: Vec<_> = (0..choices.len()).filter(|&index| is_here(&choices[index])).map(Self::Move).collect();
        // What has no other way to be played begins with a piece.
        if chosen.is_none() && leads.len() < choices.len() {
            leads.extend((0..pieces.len()).map(Self::Piece));
        }
        leads
    }
}

/// The links that a board is to have.
pub struct Offer<'a> {
    /// The legal moves.
    pub choices: &'a [Choice],
    /// The piece that was chosen, at this place among all: then the links are the places where it can go.
    pub chosen: Option<usize>,
    /// What each legal move is worth, if moves are to show it; else empty.
    pub worths: &'a [Worth],
    /// Returns the page that a link leads to.
    pub page: &'a dyn Fn(Lead) -> PageRef,
}

/// What a link says.
#[derive(Clone, Copy)]
struct Said<'a> {
    /// The mark that is seen before its words, if there is one.
    mark: &'a str,
    label: &'a Label,
    worth: Option<&'a Worth>,
}

/// The links of a board by the places that they stand on, in the order of those places.
type Links = Vec<(Target, u32)>;

impl OpenBoard {
    /// Draws a position with links on it, in place of what was drawn before. `before` is the position that the last
    /// move was made in, where the page is to show what that move did.
    pub fn draw(
        &mut self,
        positions: &dyn Positions,
        state: StateId,
        before: Option<StateId>,
        offer: Option<&Offer<'_>>,
    ) {
        self.cells.clear();
        self.moves.clear();
        self.words.clear();
        let mut links = Links::new();
        let scene = positions.scene(state);
        if let Some(offer) = offer {
            self.add_links(offer, &scene, &mut links);
            links.sort_unstable_by_key(|&(target, _)| target);
        }
        match (scene, before.map(|before| positions.scene(before))) {
            (Scene::Grid(grid), Some(Scene::Grid(before))) => self.grid(&grid, &before.squares, &links),
            (Scene::Grid(grid), _) => self.grid(&grid, &grid.squares, &links),
            (Scene::Pegs(pegs), _) => self.pegs(&pegs, &links),
            (Scene::Heaps(heaps), Some(Scene::Heaps(before))) => self.heaps(&heaps, &before, &links),
            (Scene::Heaps(heaps), _) => self.heaps(&heaps, &heaps, &links),
        }
    }

    /// Returns a board that is only looked at.
    pub fn picture(positions: &dyn Positions, state: StateId, before: Option<StateId>) -> Self {
        let mut board = Self::default();
        board.draw(positions, state, before, None);
        board
    }

    fn add_links(&mut self, offer: &Offer<'_>, scene: &Scene, links: &mut Links) {
        let chosen = offer.chosen.map(|chosen| pieces(offer.choices)[chosen]);
        let is_offered = |clicks: &Clicks| match chosen {
            Some(piece) => clicks.can_be_by(piece.at),
            None => clicks.piece().is_none(),
        };
        for (index, choice) in offer.choices.iter().enumerate().filter(|(_, choice)| is_offered(&choice.clicks)) {
            let at = choice.clicks.at();
            let said = Said { mark: scene.mark(at), label: &choice.label, worth: offer.worths.get(index) };
            links.push((at, self.add_link((offer.page)(Lead::Move(index)), &said, false)));
        }
        if let Some(piece) = chosen {
            let label = Label::new("back", ", to all moves");
            let said = Said { mark: scene.mark(piece.at), label: &label, worth: None };
            links.push((piece.at, self.add_link((offer.page)(Lead::Back), &said, true)));
            return;
        }
        if links.len() == offer.choices.len() {
            return;
        }
        for (number, piece) in pieces(offer.choices).into_iter().enumerate() {
            // Choosing a piece is worth as much as the best that it can then do.
            let is_by = |choice: &Choice| choice.clicks.piece().is_some_and(|known| known.at == piece.at);
            let worths = offer.choices.iter().zip(offer.worths).filter(|(choice, _)| is_by(choice));
            let worth = worths.map(|(_, worth)| worth).max_by_key(|worth| worth.score);
            let said = Said { mark: scene.mark(piece.at), label: &piece.label, worth };
            links.push((piece.at, self.add_link((offer.page)(Lead::Piece(number)), &said, false)));
        }
    }

    /// Adds a link and returns its place.
    fn add_link(&mut self, to: PageRef, said: &Said<'_>, back: bool) -> u32 {
        let (Said { mark, label, worth }, words) = (*said, &mut self.words);
        let text = Span::write(words, |words| words.push_str(&label.short));
        let best = worth.is_some_and(|worth| worth.best);
        let shape = MoveShape { worth: worth.map(|worth| worth.kind), best, back };
        let worth = Span::write(words, |words| words.push_str(worth.map_or("", |worth| worth.text.as_str())));
        let label = Span::write(words, |words| {
            let seen = [mark, if mark.is_empty() { "" } else { " " }, &label.short];
            if shape.worth.is_none() {
                words.extend(seen.into_iter().chain([&*label.rest]));
                return;
            }
            // What is seen of a hint stays together, and its worth is heard last.
            let does = label.rest.trim_start_matches([',', ' ']);
            words.extend([does, if does.is_empty() { "" } else { ": " }].into_iter().chain(seen).chain([" "]));
            words.extend_from_within(worth.start as usize..worth.end as usize);
        });
        self.moves.push(OpenMove { to, text, worth, label, shape });
        (self.moves.len() - 1) as u32
    }

    fn mv(&self, link: Option<u32>) -> Option<MoveShape> {
        link.map(|link| self.moves[link as usize].shape)
    }

    fn grid(&mut self, grid: &Grid, before: &[Square], links: &Links) {
        let mut links = links.iter().copied().peekable();
        let mut emphasis = grid.emphasis.iter().copied().peekable();
        let (mut gapped, rows) = (false, grid.squares.len() / grid.columns);
        for (index, square) in grid.squares.iter().enumerate() {
            let link = next_at(&mut links, Target::Square(index));
            let text = Span::write(&mut self.words, |words| words.push_str(square.mark()));
            let name = Span::write(&mut self.words, |words| grid.push_name(index, words));
            let kind = SquareKind::of(square);
            gapped |= kind == SquareKind::Gap;
            let last = match (SquareKind::of(&before[index]), kind) {
                (before, now) if before == now => Last::Nothing,
                (_, SquareKind::Empty | SquareKind::Hole) => Last::Left,
                (SquareKind::Empty | SquareKind::Hole, _) => Last::Placed,
                _ => Last::Turned,
            };
            let emphasis = emphasis.next_if_eq(&index).is_some();
            let through =
                if emphasis { Lines::through(index, &grid.emphasis, grid.columns, rows) } else { Lines::default() };
            let (span, mv) = (span(index, grid), self.mv(link));
            let shape = CellShape::Square { kind, edges: grid.edges, span, emphasis, lines: through, last, mv };
            self.cells.push(OpenCell { text, name, link: link.unwrap_or(0), ..OpenCell::new(shape) });
        }
        let pass = links.find(|(target, _)| *target == Target::Pass).map(|(_, link)| link);
        self.pass = pass.unwrap_or(0);
        let &Grid { columns, walled, edges, .. } = grid;
        self.shape = BoardShape::Grid { columns, rows, walled, edges, gapped, pass: self.mv(pass) };
    }

    /// Above the discs of a peg come the discs that can land there, the smallest on top. All of them differ, so the
    /// board needs no more levels than there are discs.
    fn pegs(&mut self, pegs: &Pegs, links: &Links) {
        let (count, levels) = (pegs.pegs.len(), usize::from(pegs.discs));
        let place = |disc, mv| CellShape::Place { disc, width: width_of(disc, pegs.discs), mv };
        let bare = OpenCell::new(place(0, None));
        self.cells.resize(count * levels, bare);
        for (peg, discs) in pegs.pegs.iter().enumerate() {
            // The levels are counted from the top, and a peg is filled from the bottom.
            let mut free = (0..levels).rev().map(|level| level * count + peg);
            for (&disc, cell) in discs.iter().zip(free.by_ref()) {
                self.cells[cell].shape = place(disc, None);
            }
            let landing = links.iter().rev().filter_map(|&(target, link)| match target {
                Target::Landing { peg: to, disc } if to == peg => Some((disc, link)),
                _ => None,
            });
            for ((disc, link), cell) in landing.zip(free) {
                self.cells[cell].shape = place(disc, self.mv(Some(link)));
                self.cells[cell].link = link;
            }
        }
        self.shape = BoardShape::Pegs { pegs: count, levels };
    }

    fn heaps(&mut self, heaps: &Heaps, before: &Heaps, links: &Links) {
        let mut first_piece = heaps.rows.len() as u32;
        for (heap, before) in heaps.rows.iter().zip(&before.rows) {
            let text = Span::write(&mut self.words, |words| push_capitalized(&heap.name, words));
            let (pieces, taken) = (heap.pieces, before.pieces.saturating_sub(heap.pieces));
            let shape = CellShape::Row { pieces, taken, gone: heap.places.saturating_sub(pieces).max(taken) };
            self.cells.push(OpenCell { text, first_piece, ..OpenCell::new(shape) });
            first_piece += u32::from(heap.pieces);
        }
        let mut links = links.iter().copied().peekable();
        for (row, heap) in heaps.rows.iter().enumerate() {
            for piece in 1..=heap.pieces {
                let link = next_at(&mut links, Target::Piece { row, piece });
                let shape = CellShape::Piece { mv: self.mv(link) };
                self.cells.push(OpenCell { link: link.unwrap_or(0), ..OpenCell::new(shape) });
            }
        }
        self.shape = BoardShape::Heaps { rows: heaps.rows.len() };
    }

    /// Returns the text of a range of the board.
    pub fn text(&self, span: Span) -> &str {
        span.of(&self.words)
    }

    /// Returns the board as templates are given it, its links closed.
    pub fn close(&self, resolver: &dyn LinkResolver) -> Board {
        self.shape.board(&Closed { board: self, resolver })
    }
}

/// Returns how many columns the cell of a square has in a table: of a wall or a gap as many as follow each other from
/// there on, and none where another one stands before it; else 1.
fn span(index: usize, grid: &Grid) -> u8 {
    let here = &grid.squares[index];
    if !matches!(here, Square::Wall | Square::Gap) {
        return 1;
    }
    let (before, after) = grid.squares[index - index % grid.columns..][..grid.columns].split_at(index % grid.columns);
    if before.last() == Some(here) { 0 } else { after.iter().take_while(|&square| square == here).count() as u8 }
}

/// Returns the link that stands on a target, if it is the next one.
fn next_at(links: &mut Peekable<impl Iterator<Item = (Target, u32)>>, target: Target) -> Option<u32> {
    links.next_if(|&(next, _)| next == target).map(|(_, link)| link)
}

/// Appends a text with a capital letter first.
pub(crate) fn push_capitalized(name: &str, out: &mut String) {
    let mut letters = name.chars();
    out.extend(letters.next().into_iter().flat_map(char::to_uppercase));
    out.push_str(letters.as_str());
}

/// Returns the width of a disc in percent: from the smallest, which still has room for a few letters, to the largest
/// in equal steps.
fn width_of(disc: u8, discs: u8) -> u8 {
    const SMALLEST: u16 = 44;
    const LARGEST: u16 = 100;
    let steps = u16::from(discs).saturating_sub(1).max(1);
    (LARGEST - (LARGEST - SMALLEST) * u16::from(discs - disc.max(1)) / steps) as u8
}
