//! Open boards. An open board stores a scene and its links as numbers and as ranges of one string, so that the squares
//! need no allocations of their own. A theme fills its patterns from an open board. [`OpenBoard::close`] turns an open
//! board into the form for templates.

use std::fmt::Write;
use std::iter::Peekable;

use super::board::{
    Board, BoardShape, Cell, CellKind, CellOrMark, CellShape, Gone, GridSquare, HeapRow, Last, MoveShape, PegPlace,
    SceneShape, SquareKind, WorthKind, lines_through, reach_over,
};
use super::links::{Destination, LinkResolver};
use super::reference::PageRef;
use crate::content::words::Catalogue;
use crate::engine::game::{Coordinates, Grid, GridStyle, Heaps, Label, Message, Pegs, Scene, Square, Target};
use crate::engine::graph::{Choice, pieces};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    start: u32,
    end: u32,
}

impl Span {
    pub(super) fn write(words: &mut String, write: impl FnOnce(&mut String)) -> Self {
        let start = words.len() as u32;
        write(words);
        Self { start, end: words.len() as u32 }
    }

    pub fn of(self, words: &str) -> &str {
        &words[self.start as usize..self.end as usize]
    }

    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

#[derive(Clone, Copy, Debug)]
pub struct OpenCell {
    /// Everything but its texts.
    pub shape: CellShape,
    pub mark: Span,
    pub name: Span,
    /// The index of the cell's link among the links of the board, if the shape has a link.
    pub link: u32,
    /// For a row, the index of its first piece among the cells of the board.
    pub first_piece: u32,
}

#[derive(Clone, Copy, Debug)]
pub struct OpenMove {
    pub to: PageRef,
    /// The text of the link, the worth of the move, and the whole phrase.
    pub texts: [Span; 3],
    /// Everything but its texts.
    pub shape: MoveShape,
}

#[derive(Clone, Debug)]
pub struct OpenBoard {
    /// Everything but its cells.
    pub shape: BoardShape,
    /// The cells: first the cells on the board, then the words next to the board, then the pieces of rows.
    pub cells: Vec<OpenCell>,
    /// The links, in the order of the moves.
    pub moves: Vec<OpenMove>,
    pub words: String,
}

impl Default for OpenBoard {
    fn default() -> Self {
        let shape = BoardShape { scene: SceneShape::Heaps { rows: 0 }, words: 0 };
        Self { shape, cells: Vec::new(), moves: Vec::new(), words: String::new() }
    }
}

/// The links of a board, before the program places them on the board.
pub struct Offer<'a> {
    pub choices: &'a [Choice],
    /// The index of the chosen piece among the pieces that can move. If a piece is chosen, the links are the squares
    /// where this piece can go.
    pub chosen: Option<usize>,
    /// The worth of each legal move; empty if the page does not show the worth of moves.
    pub worths: &'a [Worth],
    pub page: &'a dyn Fn(BoardLink) -> PageRef,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardLink {
    /// The result of the legal move with this index.
    Move(usize),
    /// The page of a chosen piece, by the index of the piece among the pieces that can move.
    Piece(usize),
    /// The page with all moves, without a chosen piece.
    Back,
}

/// The worth of a move: its result under best play, or the best result for a person against the computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The worth in words, such as `wins in 3`.
    pub text: String,
    pub kind: WorthKind,
    /// The number in `text`; 0 if the text contains none.
    pub number: u32,
    /// True if this is a best move.
    pub best: bool,
    /// A number for comparing moves: higher is better for the player to move.
    pub score: usize,
}

/// The links of a board by their targets, sorted by target.
type Links = Vec<(Target, u32)>;

impl OpenBoard {
    /// Replaces the board with a scene and its links. `before` is the scene before the last move, if the page shows
    /// what that move did.
    pub fn draw(&mut self, scene: &Scene, before: Option<&Scene>, offer: Option<&Offer<'_>>, catalogue: &Catalogue) {
        self.cells.clear();
        self.moves.clear();
        self.words.clear();
        let links = offer.map(|offer| self.add_links(offer, scene, catalogue)).unwrap_or_default();
        let is_word = |(target, _): &&(Target, u32)| matches!(target, Target::Word(_) | Target::Pass);
        let words: Vec<u32> = links.iter().filter(is_word).map(|&(_, link)| link).collect();
        let shape = match (scene, before) {
            (Scene::Grid(grid), Some(Scene::Grid(before))) => self.grid(grid, &before.squares, &links),
            (Scene::Grid(grid), _) => self.grid(grid, &grid.squares, &links),
            (Scene::Pegs(pegs), _) => self.pegs(pegs, &links),
            (Scene::Heaps(heaps), Some(Scene::Heaps(before))) => self.heaps(heaps, before, words.len(), catalogue),
            (Scene::Heaps(heaps), _) => self.heaps(heaps, heaps, words.len(), catalogue),
            (Scene::Text(text, signs), _) => self.text_lines(&catalogue.say(text), signs),
        };
        self.shape = BoardShape { scene: shape, words: words.len() };
        let words: Vec<_> = words.into_iter().map(|link| self.cell(CellKind::Word {}, Some(link))).collect();
        self.cells.extend(words);
        if let Scene::Heaps(heaps) = scene {
            self.pieces(heaps, &links);
        }
    }

    fn text_lines(&mut self, text: &str, signs: &str) -> SceneShape {
        let before = self.cells.len();
        for (number, line) in text.lines().enumerate() {
            // The signs are on the first line.
            let signs = if number == 0 { signs } else { "" };
            // A blank line keeps its height.
            let line = if line.trim().is_empty() { "\u{a0}" } else { line };
            let name = Span::write(&mut self.words, |words| words.push_str(line));
            let mark = Span::write(&mut self.words, |words| words.push_str(signs));
            let kind = CellKind::Line { drawn: !signs.is_empty() };
            self.cells.push(OpenCell { mark, name, ..self.cell(kind, None) });
        }
        SceneShape::Text { lines: self.cells.len() - before }
    }

    /// Draws a board without links.
    pub fn picture(scene: &Scene, before: Option<&Scene>, catalogue: &Catalogue) -> Self {
        let mut board = Self::default();
        board.draw(scene, before, None, catalogue);
        board
    }

    fn add_links(&mut self, offer: &Offer<'_>, scene: &Scene, catalogue: &Catalogue) -> Links {
        let &Offer { choices, chosen, worths, page } = offer;
        let (pieces, back) = (pieces(choices), Label::new(Message::key("back"), Message::key("back-to-moves")));
        let leads = BoardLink::onward(choices, chosen).chain(chosen.map(|_| BoardLink::Back));
        let link = |lead| {
            let (at, label, worth) = match lead {
                BoardLink::Move(index) => (choices[index].clicks.at, &choices[index].label, worths.get(index)),
                BoardLink::Piece(piece) => (pieces[piece].at, &pieces[piece].label, best_of(pieces[piece].at, offer)),
                BoardLink::Back => (pieces[chosen.unwrap_or(0)].at, &back, None),
            };
            let shape = MoveShape {
                worth: worth.map(|worth| worth.kind),
                best: worth.is_some_and(|worth| worth.best),
                moves_piece: matches!(lead, BoardLink::Move(index) if choices[index].clicks.piece.is_some()),
                back: lead == BoardLink::Back,
            };
            let texts = self.write_texts(scene.mark(at), label, worth, catalogue);
            self.moves.push(OpenMove { to: page(lead), texts, shape });
            (at, (self.moves.len() - 1) as u32)
        };
        let mut links: Links = leads.map(link).collect();
        links.sort_unstable_by_key(|&(target, _)| target);
        links
    }

    /// Writes the texts of a link. The page shows `mark`, which can be empty, before the text of the link. If the text
    /// begins with the mark, it is not repeated.
    fn write_texts(&mut self, mark: &str, label: &Label, worth: Option<&Worth>, catalogue: &Catalogue) -> [Span; 3] {
        let words = &mut self.words;
        let mut short = Span::write(words, |words| catalogue.write(&label.short, words));
        let has_mark = short.of(words).strip_prefix(mark).is_some_and(|rest| rest.starts_with(' '));
        let repeated = if has_mark { mark.len() + 1 } else { 0 };
        short.start += repeated as u32;
        let told = Span::write(words, |words| words.push_str(worth.map_or("", |worth| worth.text.as_str())));
        let label = Span::write(words, |words| {
            let seen = [mark, if mark.is_empty() { "" } else { " " }];
            if worth.is_none() {
                words.extend(seen.into_iter().filter(|_| !has_mark));
                catalogue.write(&label.whole, words);
                return;
            }
            words.extend(seen);
            let whole = catalogue.say(&label.whole);
            let whole = whole.get(repeated..).unwrap_or(&whole);
            let rest = whole.strip_prefix(short.of(words)).unwrap_or(whole);
            // The label starts with the visible words, so that people can use them for speech input.
            words.extend_from_within(short.start as usize..short.end as usize);
            words.push(' ');
            words.extend_from_within(told.start as usize..told.end as usize);
            words.extend([if rest.starts_with(' ') { "," } else { "" }, rest]);
        });
        [short, told, label]
    }

    fn cell(&self, kind: CellKind, link: Option<u32>) -> OpenCell {
        let mv = link.map(|link| self.moves[link as usize].shape);
        let (mark, name) = Default::default();
        OpenCell { shape: CellShape { kind, mv }, mark, name, link: link.unwrap_or(0), first_piece: 0 }
    }

    fn grid(&mut self, grid: &Grid, before: &[Square], links: &Links) -> SceneShape {
        let mut links = links.iter().copied().peekable();
        let mut emphasis = grid.emphasis.iter().copied().peekable();
        let rows = grid.squares.len() / grid.columns;
        let is_drawn = |square: &Square| matches!(square, Square::Gap | Square::Hole);
        let touch = |row: &[Square]| row.windows(2).any(|two| !two.contains(&Square::Gap));
        let has_places = grid.squares.iter().any(is_drawn);
        let dotted = grid.squares.contains(&Square::Dot);
        let walled = grid.style != GridStyle::Lines || has_places && grid.squares.chunks(grid.columns).any(touch);
        let gapped = has_places && !walled;
        for (index, square) in grid.squares.iter().enumerate() {
            let link = next_at(&mut links, Target::Square(index));
            let mark = Span::write(&mut self.words, |words| words.push_str(square.mark()));
            let name = Span::write(&mut self.words, |words| grid.push_name(index, words));
            let (kind, second) = SquareKind::of(square);
            let last = match (SquareKind::of(&before[index]), kind) {
                (before, _) if before == (kind, second) => None,
                (_, SquareKind::Free | SquareKind::Hole) => Some(Last::Left),
                ((SquareKind::Free | SquareKind::Hole, _), _) => Some(Last::Placed),
                _ => Some(Last::Turned),
            };
            let emphasis = emphasis.next_if_eq(&index).is_some();
            let through = if emphasis { lines_through(index, &grid.emphasis, grid.columns, rows) } else { [false; 4] };
            let (span, headed, named) = (span(index, grid), grid.edges == Coordinates::Chess, !name.is_empty());
            let lettered = !matches!(square.mark(), "" | "x" | "X" | "o" | "O");
            let piece = grid.pieces.iter().find(|piece| piece.contains(&index));
            let goes_on = |beside: usize| match square {
                Square::Line => grid.squares.get(beside) == Some(&Square::Dot),
                _ => piece.is_some_and(|piece| piece.contains(&beside)),
            };
            let reach = reach_over(index, grid.columns, goes_on);
            let square =
                GridSquare { kind, span, headed, named, lettered, second, emphasis, line: through, reach, last };
            self.cells.push(OpenCell { mark, name, ..self.cell(CellKind::Square(square), link) });
        }
        let &Grid { columns, edges, style, .. } = grid;
        let (chequered, path) = (style == GridStyle::Chequered, path_of(grid).into());
        SceneShape::Grid { columns, rows, walled, edges, gapped, chequered, dotted, path }
    }

    /// Adds the pegs. Above the discs of a peg, the board shows the discs that can land on this peg, the smallest on
    /// top. All discs on a peg and above it differ, so the board needs no more levels than discs.
    fn pegs(&mut self, pegs: &Pegs, links: &Links) -> SceneShape {
        let (count, levels) = (pegs.pegs.len(), usize::from(pegs.discs));
        let place = |disc| CellKind::Place(PegPlace { disc, width: width_of(disc, pegs.discs) });
        self.cells.resize(count * levels, self.cell(place(0), None));
        for (peg, discs) in pegs.pegs.iter().enumerate() {
            // Levels are numbered from the top, but pegs fill from the bottom.
            let mut free = (0..levels).rev().map(|level| level * count + peg);
            for (&disc, cell) in discs.iter().zip(free.by_ref()) {
                self.cells[cell] = self.cell(place(disc), None);
            }
            let landing = links.iter().rev().filter_map(|&(target, link)| match target {
                Target::Landing { peg: to, disc } if to == peg => Some((disc, link)),
                _ => None,
            });
            for ((disc, link), cell) in landing.zip(free) {
                self.cells[cell] = self.cell(place(disc), Some(link));
            }
        }
        SceneShape::Pegs { pegs: count, levels }
    }

    /// Adds the rows. In the list of cells, the rows come first, then `words` words, then the pieces of the rows.
    fn heaps(&mut self, heaps: &Heaps, before: &Heaps, words: usize, catalogue: &Catalogue) -> SceneShape {
        let mut first_piece = (heaps.rows.len() + words) as u32;
        for (index, heap) in heaps.rows.iter().enumerate() {
            let name = Span::write(&mut self.words, |words| words.push_str(&capitalized(catalogue.say(&heap.name))));
            let left = heap.pieces;
            let taken = before.rows.get(index).map_or(0, |before| before.pieces.saturating_sub(left));
            let gone = Gone { all: heap.places.saturating_sub(left).max(taken), last: taken };
            let row = CellKind::Row(HeapRow { left, taken, gone });
            self.cells.push(OpenCell { name, first_piece, ..self.cell(row, None) });
            first_piece += u32::from(heap.pieces);
        }
        SceneShape::Heaps { rows: heaps.rows.len() }
    }

    fn pieces(&mut self, heaps: &Heaps, links: &Links) {
        let mut links = links.iter().copied().peekable();
        for (row, heap) in heaps.rows.iter().enumerate() {
            for piece in 1..=heap.pieces {
                let link = next_at(&mut links, Target::Piece { row, piece });
                self.cells.push(self.cell(CellKind::Piece {}, link));
            }
        }
    }

    pub fn text(&self, span: Span) -> &str {
        span.of(&self.words)
    }

    /// Returns the board for templates.
    pub fn close(&self, resolver: &dyn LinkResolver) -> Board {
        let cell = |index| self.close_cell(&self.cells[index], resolver);
        self.shape.board(cell)
    }

    fn close_cell(&self, cell: &OpenCell, resolver: &dyn LinkResolver) -> CellOrMark {
        let first = cell.first_piece as usize;
        let pieces = &self.cells[first..first + usize::from(cell.shape.piece_count())];
        let close = |_| {
            let OpenMove { to, texts, shape } = self.moves[cell.link as usize];
            shape.link(resolver.address(Destination::Page(to)), |text| self.text(texts[text]).to_owned())
        };
        CellOrMark::Cell(Cell {
            kind: cell.shape.kind,
            name: self.text(cell.name).to_owned(),
            mark: self.text(cell.mark).to_owned(),
            pieces: pieces.iter().map(|piece| self.close_cell(piece, resolver)).collect(),
            mv: cell.shape.mv.map(close),
        })
    }
}

impl BoardLink {
    /// Returns the links of a page, except the link that cancels the choice of a piece. The links follow from the rules
    /// alone, so tests compare the drawn board with these links.
    pub fn onward(choices: &[Choice], chosen: Option<usize>) -> impl Iterator<Item = Self> {
        let pieces = pieces(choices);
        let chosen = chosen.map(|chosen| pieces[chosen].at);
        let is_here = move |choice: &Choice| match chosen {
            Some(piece) => choice.clicks.can_be_by(piece),
            None => choice.clicks.piece.is_none(),
        };
        let moves = choices.iter().enumerate().filter(move |(_, choice)| is_here(choice));
        // A move of a piece requires choosing the piece first.
        let first = if chosen.is_none() { 0..pieces.len() } else { 0..0 };
        moves.map(|(index, _)| Self::Move(index)).chain(first.map(Self::Piece))
    }
}

/// Returns the worth of choosing a piece, which is the worth of the piece's best move.
fn best_of<'a>(piece: Target, offer: &Offer<'a>) -> Option<&'a Worth> {
    let is_by = |choice: &Choice| choice.clicks.piece.as_ref().is_some_and(|known| known.at == piece);
    let worths = offer.choices.iter().zip(offer.worths).filter(|(choice, _)| is_by(choice));
    worths.map(|(_, worth)| worth).max_by_key(|worth| worth.score)
}

/// Returns the number of table columns that a cell spans; `None` for one column. The first wall of a run spans all
/// columns of the run; the other walls of the run span none. Runs of gaps work the same way.
fn span(index: usize, grid: &Grid) -> Option<u8> {
    let here = &grid.squares[index];
    if !matches!(here, Square::Wall | Square::Gap) {
        return None;
    }
    let (before, after) = grid.squares[index - index % grid.columns..][..grid.columns].split_at(index % grid.columns);
    let span = match before.last() {
        Some(last) if last == here => 0,
        _ => after.iter().take_while(|&square| square == here).count(),
    };
    (span != 1).then_some(span as u8)
}

/// Returns the lines between joined squares as an SVG path, without points in the middle of straight lines.
fn path_of(grid: &Grid) -> String {
    let mut path = String::new();
    for line in &grid.joined {
        let mut corners: Vec<(isize, isize)> = Vec::new();
        for &square in line {
            let (x, y) = ((square % grid.columns).cast_signed(), (square / grid.columns).cast_signed());
            if let [.., (x0, y0), (x1, y1)] = corners[..] {
                let (across, down, on_across, on_down) = (x1 - x0, y1 - y0, x - x1, y - y1);
                if across * on_down == down * on_across && across * on_across + down * on_down > 0 {
                    corners.pop();
                }
            }
            corners.push((x, y));
        }
        for (index, (x, y)) in corners.into_iter().enumerate() {
            let _ = write!(path, "{}{x} {y}", if index == 0 { "M" } else { " " });
        }
    }
    path
}

fn next_at(links: &mut Peekable<impl Iterator<Item = (Target, u32)>>, target: Target) -> Option<u32> {
    links.next_if(|&(next, _)| next == target).map(|(_, link)| link)
}

/// Capitalizes a text, unless it starts with the name of a square.
pub(crate) fn capitalized(mut text: String) -> String {
    let mut letters = text.chars();
    if let (Some(first), Some(second)) = (letters.next(), letters.next())
        && first.is_lowercase()
        && !second.is_numeric()
    {
        text.replace_range(..first.len_utf8(), &first.to_uppercase().to_string());
    }
    text
}

/// Returns the width of a disc in percent, in equal steps from the smallest to the largest.
fn width_of(disc: u8, discs: u8) -> u8 {
    const SMALLEST: u16 = 30;
    const LARGEST: u16 = 96;
    let steps = u16::from(discs).saturating_sub(1).max(1);
    (LARGEST - (LARGEST - SMALLEST) * u16::from(discs - disc.max(1)) / steps) as u8
}
