//! Pages: what a theme is given to render, and nothing else reaches a template.
//!
//! Templates see one value named `page`, which is one of the structs below: `front.html` gets a [`FrontPage`],
//! `game.html` a [`GamePage`], `article.html` an [`ArticlePage`], `position.html` a [`PositionPage`] and `lesson.html` a
//! [`LessonPage`]; `diagram.html` gets a [`Diagram`], which becomes a part of a text. All addresses are relative to the page.
//! All texts are plain and get escaped, but for `body`, which is HTML.

use std::collections::HashMap;

use serde::Serialize;

use crate::game::{Grid, Heap, Pegs, Player, Scene, Square, Target};
use crate::graph::Choice;

/// The fields whose values need no quotes as attributes of HTML: addresses, which are never empty and hold nothing but
/// letters, digits and a few marks, the language, and numbers.
pub const BARE_FIELDS: [&str; 5] = ["canonical", "disc", "href", "language", "width"];

/// What holds for every page of the site, seen from one page.
#[derive(Clone, Debug, Serialize)]
pub struct Frame {
    /// The name of the site.
    pub site_title: String,
    /// The language of the texts, as a BCP 47 tag.
    pub language: String,
    /// The way up to the folder that holds the theme's files: nothing or some `../`.
    pub root: String,
    /// The absolute address that search engines should know this page by, when the site has a base URL.
    pub canonical: Option<String>,
}

/// A link with its text.
#[derive(Clone, Debug, Serialize)]
pub struct Link {
    /// Where it leads, relative to the page.
    pub href: String,
    /// Its text.
    pub title: String,
}

/// The first page of the site: every game.
#[derive(Clone, Debug, Serialize)]
pub struct FrontPage {
    /// What holds for every page.
    pub frame: Frame,
    /// The title of the page.
    pub title: String,
    /// One line below the title.
    pub tagline: String,
    /// HTML that introduces the site; may be empty.
    pub body: String,
    /// The games in their order.
    pub games: Vec<GameCard>,
    /// The plain pages of the site.
    pub articles: Vec<Link>,
}

/// A game on the front page.
#[derive(Clone, Debug, Serialize)]
pub struct GameCard {
    /// The game's page.
    pub link: Link,
    /// One sentence that makes one want to play.
    pub summary: String,
    /// A position without links that pictures the game.
    pub board: Board,
    /// The first pages of its lessons.
    pub lessons: Vec<Link>,
    /// The first pages of its editions.
    pub editions: Vec<Link>,
}

/// The page of a game: its rules and its editions.
#[derive(Clone, Debug, Serialize)]
pub struct GamePage {
    /// What holds for every page.
    pub frame: Frame,
    /// The game's name.
    pub title: String,
    /// One sentence that makes one want to play.
    pub summary: String,
    /// The rules and the story, as HTML.
    pub body: String,
    /// A position without links that pictures the game.
    pub board: Board,
    /// The ways to learn it.
    pub lessons: Vec<LessonCard>,
    /// The ways to play.
    pub editions: Vec<EditionCard>,
    /// The front page.
    pub home: Link,
    /// The plain pages of the site.
    pub articles: Vec<Link>,
}

/// An edition, or a series of them, on its game's page.
#[derive(Clone, Debug, Serialize)]
pub struct EditionCard {
    /// Its name for readers.
    pub title: String,
    /// One sentence about it; may be empty.
    pub summary: String,
    /// The first page of the edition, or those of the books of a series.
    pub doors: Vec<Link>,
    /// Its graph as data, if that is published.
    pub graph: Option<Link>,
}

/// A lesson on its game's page.
#[derive(Clone, Debug, Serialize)]
pub struct LessonCard {
    /// Its first page.
    pub link: Link,
    /// One sentence about it; may be empty.
    pub summary: String,
}

/// A page of words.
#[derive(Clone, Debug, Serialize)]
pub struct ArticlePage {
    /// What holds for every page.
    pub frame: Frame,
    /// Its title.
    pub title: String,
    /// One sentence that says what it is about; may be empty.
    pub summary: String,
    /// The text, as HTML.
    pub body: String,
    /// The front page.
    pub home: Link,
    /// The plain pages of the site.
    pub articles: Vec<Link>,
}

/// One position in one edition. The links of its board are the legal moves.
#[derive(Clone, Debug, Serialize)]
pub struct PositionPage {
    /// What holds for every page.
    pub frame: Frame,
    /// A title that tells this page from all others.
    pub title: String,
    /// The game's page; its title is the game's name.
    pub game: Link,
    /// The edition's first page; its title is the edition's name.
    pub edition: Link,
    /// The front page.
    pub home: Link,
    /// The first page of the next edition of a series.
    pub next: Option<Link>,
    /// The page with the same board and hints, or without them.
    pub twin: Option<Link>,
    /// Whether the moves say what they are worth.
    pub hint: bool,
    /// What explains the worth of the position; empty without hints, and where the game has no theory.
    pub reasoning: String,
    /// What the computer just did, as a sentence; empty when nobody but people plays.
    pub news: String,
    /// Whose turn it is, or how the game ended.
    pub status: String,
    /// What the players are trying to do.
    pub goal: String,
    /// Whether there is nothing left to play.
    pub over: bool,
    /// The board with the moves on it.
    pub board: Board,
}

/// One page of a lesson. On that of a step, the links of the board are the legal moves.
#[derive(Clone, Debug, Serialize)]
pub struct LessonPage {
    /// What holds for every page.
    pub frame: Frame,
    /// A title that tells this page from all others.
    pub title: String,
    /// The lesson's first page; its title is the lesson's name.
    pub lesson: Link,
    /// The edition whose game is taught.
    pub edition: Link,
    /// The game's page; its title is the game's name.
    pub game: Link,
    /// The front page.
    pub home: Link,
    /// The step before, or after a mistake the step to try again.
    pub back: Option<Link>,
    /// What the page is.
    pub part: LessonPart,
    /// The number of the step, from 1: the one that the page shows, that the mistake was made in, or that was the last.
    pub step: usize,
    /// How many steps there are.
    pub steps: usize,
    /// What the author says, as HTML; empty after a mistake. At the end it can have links, so there it stands outside `<main>`.
    pub body: String,
    /// After a mistake what was done, why it does not lead on, and what it costs, in sentences; else empty.
    pub news: Vec<String>,
    /// The board of the step with its moves; else the board after the move, without links.
    pub board: Board,
}

/// What a page of a lesson is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LessonPart {
    /// A position with a move to find.
    Step,
    /// A move that is not the one to find.
    Mistake,
    /// The end of the lesson.
    End,
}

/// A position in a text.
#[derive(Clone, Debug, Serialize)]
pub struct Diagram {
    /// The board without links.
    pub board: Board,
    /// The page of the position; its title is the caption.
    pub link: Link,
}

/// What stands on a board. `kind` says which board it is: `grid`, `pegs` or `heaps`.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Board {
    /// A board of squares.
    Grid {
        /// The rows from the top.
        rows: Vec<Vec<GridSquare>>,
    },
    /// Discs on pegs.
    Pegs {
        /// The names of the pegs from the left.
        names: Vec<char>,
        /// The levels from the top, each with one place for every peg.
        levels: Vec<Vec<PegPlace>>,
    },
    /// Rows of pieces.
    Heaps {
        /// The rows from the top.
        rows: Vec<HeapRow>,
    },
}

/// A square of a grid.
#[derive(Clone, Debug, Serialize)]
pub struct GridSquare {
    /// The mark on it, as text; empty when it is free.
    pub mark: &'static str,
    /// Whether the mark is the second player's.
    pub second: bool,
    /// Whether it deserves attention, such as a square of a winning line.
    pub emphasis: bool,
    /// Whether the computer's last move was here.
    pub last: bool,
    /// The move of touching it, if that is one.
    #[serde(rename = "move")]
    pub mv: Option<MoveLink>,
}

/// One place on a peg: a disc, a place where one can land, or bare peg.
#[derive(Clone, Debug, Serialize)]
pub struct PegPlace {
    /// The disc that lies here or can land here, 1 the smallest; 0 when the place is bare.
    pub disc: u8,
    /// How wide that disc is, in percent of the widest that fits between two pegs.
    pub width: u32,
    /// The move of landing it here, if that is one.
    #[serde(rename = "move")]
    pub mv: Option<MoveLink>,
}

/// A row of pieces.
#[derive(Clone, Debug, Serialize)]
pub struct HeapRow {
    /// What players call the row.
    pub name: String,
    /// The pieces that are left, each with the move of taking it and all before it.
    pub pieces: Vec<Piece>,
    /// How many pieces of it the computer just took.
    pub taken: u8,
}

/// A piece of a row.
#[derive(Clone, Debug, Serialize)]
pub struct Piece {
    /// The move of taking it, if that is one.
    #[serde(rename = "move")]
    pub mv: Option<MoveLink>,
}

/// A legal move as a link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveLink {
    /// The page of the position that it leads to.
    pub href: String,
    /// The visible text.
    pub text: String,
    /// What the move is worth, on a page with hints; else empty. Shown after the text.
    pub worth: String,
    /// Whether best play would make it, on a page with hints.
    pub best: bool,
    /// The whole phrase that names the move; it begins with the visible text.
    pub label: String,
}

/// What a move is worth under best play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worth {
    /// In words, such as `wins in 3`.
    pub text: String,
    /// Whether no other move is worth more.
    pub best: bool,
}

impl Board {
    /// The board of a scene with these moves on it, what each is worth if that is to be shown, and the place of the
    /// computer's last move. `address` gives the page that a move leads to.
    pub fn new(
        scene: Scene,
        choices: &[Choice],
        worths: &[Worth],
        last: Option<Target>,
        address: impl Fn(usize) -> String,
    ) -> Self {
        let link = |(place, choice): (usize, &Choice)| {
            let label = &choice.label;
            let (worth, best) = match worths.get(place) {
                None => (String::new(), false),
                Some(Worth { text, best: false }) => (text.clone(), false),
                Some(Worth { text, best: true }) => (format!("{text}, best"), true),
            };
            let gap = if worth.is_empty() { "" } else { " " };
            let phrase = format!("{}{gap}{worth}{}", label.short, label.rest);
            (choice.target, MoveLink { href: address(place), text: label.short.clone(), worth, best, label: phrase })
        };
        let mut moves: HashMap<Target, MoveLink> = choices.iter().enumerate().map(link).collect();
        match scene {
            Scene::Grid(grid) => Self::grid(&grid, last, &mut moves),
            Scene::Pegs(pegs) => Self::pegs(&pegs, &mut moves),
            Scene::Heaps(heaps) => {
                let rows = heaps.rows.into_iter().enumerate();
                Self::Heaps { rows: rows.map(|(row, heap)| HeapRow::new(row, heap, last, &mut moves)).collect() }
            }
        }
    }

    /// A board that is only looked at.
    pub fn picture(scene: Scene) -> Self {
        Self::new(scene, &[], &[], None, |_| String::new())
    }

    fn grid(grid: &Grid, last: Option<Target>, moves: &mut HashMap<Target, MoveLink>) -> Self {
        let square = |(index, &square): (usize, &Square)| GridSquare {
            mark: match square {
                Square::Empty => "",
                Square::Mark(_, text) => text,
            },
            second: matches!(square, Square::Mark(Player::Second, _)),
            emphasis: grid.emphasis.binary_search(&index).is_ok(),
            last: last == Some(Target::Square(index)),
            mv: moves.remove(&Target::Square(index)),
        };
        let squares: Vec<_> = grid.squares.iter().enumerate().map(square).collect();
        Self::Grid { rows: squares.chunks(grid.columns).map(<[GridSquare]>::to_vec).collect() }
    }

    /// Above the discs of a peg come the discs that can land there, the smallest on top. All of them differ, so the board
    /// needs no more levels than there are discs.
    fn pegs(pegs: &Pegs, moves: &mut HashMap<Target, MoveLink>) -> Self {
        let place = |disc, mv| PegPlace { disc, width: width_of(disc, pegs.discs), mv };
        let column = |(peg, discs): (usize, &Vec<u8>)| {
            let lying = discs.iter().map(|&disc| place(disc, None));
            let landing: Vec<_> = (1..=pegs.discs)
                .rev()
                .filter_map(|disc| Some(place(disc, Some(moves.remove(&Target::Landing { peg, disc })?))))
                .collect();
            lying.chain(landing).collect::<Vec<_>>()
        };
        let columns: Vec<_> = pegs.pegs.iter().enumerate().map(column).collect();
        let place_at = |column: &Vec<PegPlace>, level| column.get(level).cloned().unwrap_or(place(0, None));
        let levels = (0..usize::from(pegs.discs)).rev();
        Self::Pegs {
            names: ('A'..).take(columns.len()).collect(),
            levels: levels.map(|level| columns.iter().map(|column| place_at(column, level)).collect()).collect(),
        }
    }
}

impl HeapRow {
    fn new(row: usize, heap: Heap, last: Option<Target>, moves: &mut HashMap<Target, MoveLink>) -> Self {
        let piece = |piece| Piece { mv: moves.remove(&Target::Piece { row, piece }) };
        let taken = match last {
            Some(Target::Piece { row: last, piece }) if last == row => piece,
            _ => 0,
        };
        Self { name: heap.name, pieces: (1..=heap.pieces).map(piece).collect(), taken }
    }
}

/// From the smallest disc, which still has room for a few letters, to the largest in equal steps.
fn width_of(disc: u8, discs: u8) -> u32 {
    const SMALLEST: u32 = 44;
    const LARGEST: u32 = 100;
    let steps = u32::from(discs).saturating_sub(1).max(1);
    LARGEST - (LARGEST - SMALLEST) * u32::from(discs - disc.max(1)) / steps
}
