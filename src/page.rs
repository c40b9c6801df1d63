//! Pages: what a theme is given to render, and nothing else reaches a template.
//!
//! Templates see one value named `page`, which is one of the structs below: `front.html` gets a [`FrontPage`],
//! `game.html` a [`GamePage`], `article.html` an [`ArticlePage`], `prize.html` a [`PrizePage`],
//! `position.html` a [`PositionPage`] and `lesson.html`
//! a [`LessonPage`]; `diagram.html` gets a [`Diagram`], which becomes a part of a text. In books `chapter.html` gets a
//! [`ChapterPage`]. Where positions share files, `leaf.html` gets each of them, and `sheet.html` the [`SheetPage`]
//! around them. All addresses are relative to
//! the page. All texts are plain and get escaped, but for `body`, which is HTML.
//!
//! Pages of play are many and alike. The program makes them as [`OpenPage`]s, whose links name pages ([`PageRef`])
//! until an output closes them.

mod board;
mod closed;
mod doors;
mod open_board;
mod open_page;
mod prize;
mod reference;
mod shape;

use serde::Serialize;

pub use board::{Board, Cell, GridSquare, HeapRow, MoveLink, PegPlace, Piece};
pub use doors::{Begins, Door, FileCard, GameCard, LevelRow, SeriesCard, VolumeRow};
pub(crate) use open_board::push_capitalized;
pub use open_board::{Lead, Offer, OpenBoard, OpenCell, OpenMove, Span, Worth};
pub use open_page::{LinkSlot, OpenPage, PageShape, TextSlot};
pub use prize::PrizePage;
pub use reference::{ArticleId, Closer, CollectionId, Destination, EditionId, LessonId, PageId, PageRef, SectionId};
pub use shape::{BoardShape, CellShape, Last, Lines, MoveShape, Parts, SquareKind, WorthKind};

/// A text or an address that differs from page to page. A template prints it or asks whether it is there, and does
/// nothing else with it, since a theme is asked once for all pages that differ in their slots alone.
pub type Slot = String;

/// The names of the fields that are slots.
pub const SLOTS: [&str; 19] = [
    "anchor",
    "best_play",
    "canonical",
    "goal",
    "href",
    "label",
    "mark",
    "missed",
    "name",
    "news",
    "reason",
    "reasoning",
    "root",
    "site_title",
    "status",
    "tally",
    "text",
    "title",
    "worth",
];

/// The fields whose values need no quotes as attributes of HTML: addresses and anchors, which are never empty and hold
/// nothing but letters, digits and a few marks, the language, and numbers.
pub const BARE_FIELDS: [&str; 11] =
    ["anchor", "canonical", "disc", "feed", "href", "image", "language", "oembed", "root", "span", "width"];

/// What holds for every page of the site, seen from one page.
#[derive(Clone, Debug, Serialize)]
pub struct Frame {
    /// The name of the site.
    pub site_title: Slot,
    /// The language of the texts, as a BCP 47 tag.
    pub language: String,
    /// The way up to the folder that holds the theme's files: `./` or some `../`.
    pub root: Slot,
    /// The absolute address that search engines should know this page by, when the site has a base URL.
    pub canonical: Option<Slot>,
    /// The name of the page in its file, for an `id`, where many pages share a file.
    pub anchor: Option<Slot>,
    /// Whether search engines are not to list the page, when the site has a base URL: one of the very many inside of an
    /// edition or a lesson.
    pub unlisted: bool,
    /// What is told to whoever links to the page, when the site has a base URL, on pages that people come to first: the
    /// first of an edition or a lesson, and those of words.
    pub preview: Option<Preview>,
}

/// What a page tells the programs that show links to it.
#[derive(Clone, Debug, Serialize)]
pub struct Preview {
    /// One sentence about the page; may be empty.
    pub summary: String,
    /// The absolute address of a picture of the page, when there is one.
    pub image: Option<String>,
    /// Whether the picture is one that the program draws, 1200 pixels wide and 630 high.
    pub drawn: bool,
    /// The absolute address of what oEmbed says of the page, when it can be shown in a frame.
    pub oembed: Option<String>,
    /// The absolute address of what is new on the site, when it has a feed.
    pub feed: Option<String>,
}

/// A link with its text.
#[derive(Clone, Debug, Serialize)]
pub struct Link {
    /// Where it leads, relative to the page.
    pub href: Slot,
    /// Its text.
    pub title: Slot,
}

/// The first page of the site: every game.
#[derive(Clone, Debug, Serialize)]
pub struct FrontPage {
    /// What the page is: `front`.
    pub kind: &'static str,
    /// What holds for every page.
    pub frame: Frame,
    /// The title of the page.
    pub title: Slot,
    /// One line below the title.
    pub tagline: String,
    /// HTML that introduces the site; may be empty.
    pub body: String,
    /// The games in their order.
    pub games: Vec<GameCard>,
    /// The menu of the site; without one its plain pages.
    pub menu: Vec<Link>,
    /// The same page in the other variants of the site.
    pub variants: Vec<Link>,
}

/// The page of a game: its rules and its editions.
#[derive(Clone, Debug, Serialize)]
pub struct GamePage {
    /// What the page is: `game`.
    pub kind: &'static str,
    /// What holds for every page.
    pub frame: Frame,
    /// The game's name.
    pub title: Slot,
    /// One sentence that makes one want to play.
    pub summary: String,
    /// The rules and the story, as HTML.
    pub body: String,
    /// A position without links that pictures the game.
    pub board: Board,
    /// The ways to learn it.
    pub lessons: Vec<LessonCard>,
    /// The ways to play.
    pub series: Vec<SeriesCard>,
    /// Its collections of puzzles.
    pub puzzles: Vec<LessonCard>,
    /// The files that are offered of the game, its series and its editions.
    pub files: Vec<FileCard>,
    /// The headings of the text, which stands below the ways to play: parts of this page.
    pub contents: Vec<Link>,
    /// The front page.
    pub home: Link,
    /// The menu of the site; without one its plain pages, and where there are more than 24, one link to the front page,
    /// which has all of them.
    pub menu: Vec<Link>,
    /// The same page in the other variants of the site.
    pub variants: Vec<Link>,
}

/// A lesson, or a collection of puzzles, on its game's page.
#[derive(Clone, Debug, Serialize)]
pub struct LessonCard {
    /// Its first page.
    pub link: Link,
    /// One sentence about it; may be empty.
    pub summary: String,
}

/// A page of words, or the list of the puzzles of a collection.
#[derive(Clone, Debug, Serialize)]
pub struct ArticlePage {
    /// What the page is: `article`.
    pub kind: &'static str,
    /// What holds for every page.
    pub frame: Frame,
    /// Its title.
    pub title: Slot,
    /// One sentence that says what it is about; may be empty.
    pub summary: String,
    /// The day it was written, such as `2026-11-22`.
    pub date: Option<String>,
    /// The text, as HTML.
    pub body: String,
    /// The headings of the text, if there are at least four: parts of this page.
    pub contents: Vec<Link>,
    /// The other pages of its folder in their order, and the first pages of the folders in it, if it is the first page
    /// of its folder; of a collection its puzzles.
    pub pages: Vec<PageCard>,
    /// Whether it lists the puzzles of a collection.
    pub puzzles: bool,
    /// The page that lists this one: the first page of its folder; of a collection the page of its game.
    pub up: Option<Link>,
    /// The page before this one in that list.
    pub previous: Option<Link>,
    /// The page after this one in that list.
    pub next: Option<Link>,
    /// The front page.
    pub home: Link,
    /// The menu of the site; without one its plain pages, and where there are more than 24, one link to the front page,
    /// which has all of them.
    pub menu: Vec<Link>,
    /// The same page in the other variants of the site.
    pub variants: Vec<Link>,
}

/// A plain page where another one lists it.
#[derive(Clone, Debug, Serialize)]
pub struct PageCard {
    /// The page.
    pub link: Link,
    /// One sentence that says what it is about; may be empty.
    pub summary: String,
    /// The day it was written, such as `2026-11-22`.
    pub date: Option<String>,
    /// Of a puzzle the position in which it begins, without links.
    pub board: Option<Board>,
}

/// One position in one edition. The links of its board are the legal moves.
#[derive(Clone, Debug, Serialize)]
pub struct PositionPage {
    /// What the page is: `position`.
    pub kind: &'static str,
    /// What holds for every page.
    pub frame: Frame,
    /// A title that says how things stand and where, such as `Your move — Hard, it begins · The Windmill · Ataxx`. It
    /// is for `<title>`; a heading is better made from the names below.
    pub title: Slot,
    /// The game's page; its title is the game's name.
    pub game: Link,
    /// The part of the game's page that lists the edition and those that belong to it, such as all on one board; its
    /// title is their name.
    pub group: Option<Link>,
    /// The edition's first page, with hints if this page has them; its title is the edition's name, beside that of its
    /// group.
    pub edition: Link,
    /// The front page.
    pub home: Link,
    /// At an end, the first page of what to play next: another edition, or the next of a series. In a puzzle the next
    /// one, also before it is solved.
    pub next: Option<Link>,
    /// On the first page and at an end, the first page of the same level with the other side to begin.
    pub seat: Option<Link>,
    /// On the first page and at an end, the first page of another level, a harder one if there is one.
    pub level: Option<Link>,
    /// On the first page and at an end, the first page of the same edition on another board, or the next of a series.
    pub board_of: Option<Link>,
    /// While play goes on, the page with the same position for all players, with hints if there are any: of an edition
    /// against the computer.
    pub explore: Option<Link>,
    /// At an end, the last page that all ways there pass and from which more could be had, with hints if there are any.
    pub better: Option<Link>,
    /// Where the best that can be had is got, the page that says so: at an end, or where play goes round in circles.
    pub prize: Option<Link>,
    /// While play goes on, the page with the same board and hints, or without them.
    pub twin: Option<Link>,
    /// What the page is, if it belongs to a puzzle; else nothing. Then `group` is the list of the puzzles, and
    /// `edition` leads to the beginning of this one and tells its number: `Puzzle 5 of 24`.
    pub part: Option<PuzzlePart>,
    /// In a puzzle, after a move that does not lead on, the position that it was made in.
    pub back: Option<Link>,
    /// Whether the moves say what they are worth.
    pub hint: bool,
    /// What explains the worth of the position, in sentences; empty without hints, and where the game has no theory.
    pub reasoning: Slot,
    /// While play goes on, what best play comes to from here and the moves that it begins with, in sentences, for
    /// editions that ask for it and have no hints; else empty.
    pub best_play: Slot,
    /// What was just done, as a sentence: `The computer took a2.` Where nobody but people plays it is there if there is
    /// but one way to have come to the position: `X took a2.`
    pub news: Slot,
    /// Whose turn it is, or how the game ended, without a full stop: `X to move`.
    pub status: Slot,
    /// How it came to that end, as a phrase that follows a colon: `the top row`. Empty while play goes on, and where
    /// nothing more is to be said.
    pub reason: Slot,
    /// At an end, what could have been had, as a sentence; empty where nothing better could.
    pub missed: Slot,
    /// What each side has so far, without a full stop, where players look at that: `X has 3, O has 6`; else empty.
    pub tally: Slot,
    /// What the players are trying to do, in sentences.
    pub goal: Slot,
    /// Whether there is nothing left to play.
    pub over: bool,
    /// Whose turn it is, while play goes on; in a puzzle always `first`.
    pub turn: Option<Seat>,
    /// How it ended, when play is over.
    pub outcome: Option<End>,
    /// The board with the moves on it.
    pub board: Board,
    /// The HTML of a frame that shows the page elsewhere, to be copied: on the first page of an edition, when the site
    /// has a base URL.
    pub embed: Option<String>,
}

/// One of two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// The player who begins; in a puzzle the one player.
    First,
    /// The other.
    Second,
}

/// What a page of a puzzle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PuzzlePart {
    /// A position with a move to find, or the places where a chosen piece can go.
    Step,
    /// The board after a move that does not lead on. The `news` says what was done, and `missed` what it costs.
    Mistake,
    /// The end of the puzzle.
    End,
}

/// How play ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// Somebody won; against the computer it was the person.
    Won,
    /// The computer won.
    Lost,
    /// Nobody won.
    Draw,
    /// The puzzle's goal is reached.
    Solved,
    /// The puzzle's goal is not reached, and nothing is left to do.
    Stuck,
}

/// One page of a lesson. On that of a step, the links of the board are the legal moves.
#[derive(Clone, Debug, Serialize)]
pub struct LessonPage {
    /// What the page is: `lesson`.
    pub kind: &'static str,
    /// What holds for every page.
    pub frame: Frame,
    /// A title that tells this page from all others, such as `Learn Hanoi (1~1-b) — Towers of Hanoi`. It is for
    /// `<title>`; a heading is better made from the names below.
    pub title: Slot,
    /// The lesson's first page; its title is the lesson's name.
    pub lesson: Link,
    /// The edition to play after the lesson: the one that it names, or the one that is taught.
    pub edition: Link,
    /// The game's page; its title is the game's name.
    pub game: Link,
    /// The front page.
    pub home: Link,
    /// The step before; after a mistake or the choice of a piece, the step itself; at the end, the last step.
    pub back: Option<Link>,
    /// What the page is.
    pub part: LessonPart,
    /// The number of the step, from 1: the one that the page shows, that the mistake was made in, or that was the last.
    pub step: usize,
    /// How many steps there are.
    pub steps: usize,
    /// What the author says, as HTML; empty after a mistake. At the end it can have links, so there it stands outside
    /// `<main>`.
    pub body: String,
    /// After a mistake what was done, why it does not lead on, and what it costs, in sentences; else empty.
    pub remarks: Vec<String>,
    /// The board of the step with its moves; else the board after the move, without links.
    pub board: Board,
}

/// What a page of a lesson is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LessonPart {
    /// A position with a move to find.
    Step,
    /// The same, with the places where a chosen piece can go.
    Choice,
    /// A move that is not the one to find.
    Mistake,
    /// The end of the lesson.
    End,
}

/// A file of a book that tells what an edition is, or a series of editions, before the first position.
#[derive(Clone, Debug, Serialize)]
pub struct ChapterPage {
    /// What the page is: `chapter`.
    pub kind: &'static str,
    /// What holds for every page.
    pub frame: Frame,
    /// The name of the edition or the series.
    pub title: Slot,
    /// One sentence about it; may be empty.
    pub summary: String,
    /// What the players are trying to do, in sentences.
    pub goal: Slot,
    /// The first position, without links.
    pub board: Board,
    /// The first pages of the editions; the title of a single one is that of the page.
    pub editions: Vec<Link>,
    /// The game's page; its title is the game's name.
    pub game: Link,
    /// The front page.
    pub home: Link,
}

/// A file that many positions share.
#[derive(Clone, Debug, Serialize)]
pub struct SheetPage {
    /// What the page is: `sheet`.
    pub kind: &'static str,
    /// What holds for every page.
    pub frame: Frame,
    /// A title that tells this file from all others.
    pub title: Slot,
    /// The game's name.
    pub game_title: String,
    /// The edition's first page; its title is the edition's name.
    pub edition: Link,
    /// What the players are trying to do, in sentences.
    pub goal: Slot,
    /// The first position of the file, without links.
    pub board: Board,
    /// The positions, in parts that follow each other.
    pub parts: Vec<SheetPart>,
}

/// Positions that follow each other in a file.
#[derive(Clone, Debug, Serialize)]
pub struct SheetPart {
    /// Whose turn it is in all of them, or how the game ended, without a full stop; empty where positions say so
    /// themselves.
    pub status: Slot,
    /// The positions, as HTML.
    pub body: String,
}

/// A position in a text.
#[derive(Clone, Debug, Serialize)]
pub struct Diagram {
    /// The board without links.
    pub board: Board,
    /// The page of the position; its title is the caption. A book that does not have the page gives no address.
    pub link: Link,
}

impl Link {
    /// Returns a link to a page.
    pub fn to(page: PageRef, title: &str, closer: &dyn Closer) -> Self {
        Self::at(closer.address(Destination::Page(page)), title)
    }

    /// Returns a link to an address.
    pub fn at(address: String, title: &str) -> Self {
        Self { href: address, title: title.to_owned() }
    }
}
