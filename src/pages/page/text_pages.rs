//! Text pages: the front page, the pages of games, articles and lessons, and the frame around positions that share a
//! file.

use serde::Serialize;

use super::board::Board;
use super::editions::{FileCard, GameCard, SeriesCard};
use super::frame::{Frame, Link, SidePage, Slot, TextPage};
use super::position::{ScriptPart, Seat};
use super::story::{Illustration, StoryCard};

/// The first page of the site, which lists the games.
#[derive(Clone, Debug, Serialize)]
pub struct FrontPage {
    /// The fields that text pages share.
    #[serde(flatten)]
    pub shared: TextPage,
    /// One line below the title.
    pub tagline: String,
    /// HTML that introduces the site; may be empty.
    pub body: String,
    /// The games in order, except those in groups, which are on the page of all games.
    pub games: Vec<GameCard>,
    /// The page that lists all games, if any game is in a group.
    pub all_games: Option<Link>,
    /// The page of all games in the main variant of the site, if that contains more games.
    pub whole: Option<Link>,
    /// The stories in order.
    pub stories: Vec<StoryCard>,
    /// A puzzle to play at once: from a calendar, or else from the first collection of the site.
    pub puzzle: Option<PuzzleCard>,
    /// The page that shows all stars of the site.
    pub stars: Option<Link>,
}

/// The page of a game: its rules and its editions.
#[derive(Clone, Debug, Serialize)]
pub struct GamePage {
    /// The fields that text pages share.
    #[serde(flatten)]
    pub shared: TextPage,
    /// One sentence that makes players curious.
    pub summary: String,
    /// The author's text, such as the rules, as HTML.
    pub body: String,
    /// A position without links that represents the game.
    pub board: Board,
    /// A picture to show instead of the position.
    pub picture: Option<Illustration>,
    /// The first page of the edition to begin with; its title is that of the edition or of its series.
    pub play: Link,
    /// The lessons.
    pub lessons: Vec<PageCard>,
    /// The ways to play.
    pub series: Vec<SeriesCard>,
    /// The same page in the main variant of the site, if that contains more ways to play.
    pub whole: Option<Link>,
    /// The page that shows all stars of the site, if this game has any.
    pub stars: Option<Link>,
    /// Its collections of puzzles.
    pub puzzles: Vec<PageCard>,
    /// The files to download: the game, its series and its editions.
    pub files: Vec<FileCard>,
    /// The headings of the text, as links to them. The text is below the editions.
    pub contents: Vec<Link>,
}

/// A plain page, or the list of a collection's puzzles.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ArticlePage {
    /// The fields that text pages share.
    #[serde(flatten)]
    pub shared: TextPage,
    /// One sentence about it; may be empty.
    pub summary: String,
    /// The day on which it was written, such as `2026-11-22`.
    pub date: Option<String>,
    /// The text, as HTML.
    pub body: String,
    /// The headings of the text, if there are at least four, as links to them.
    pub contents: Vec<Link>,
    /// On the first page of a folder, the other pages in order, then the first pages of subfolders.
    pub pages: Vec<PageCard>,
    /// The puzzles of a collection, easy ones first.
    pub puzzles: Vec<PuzzleGroup>,
    /// The page that lists this one: the first page of its folder or, for a collection, the page of its game.
    pub up: Option<Link>,
    /// The page before this one in that list.
    pub previous: Option<Link>,
    /// The page after this one in that list.
    pub next: Option<Link>,
}

/// Puzzles of similar difficulty.
#[derive(Clone, Debug, Serialize)]
pub struct PuzzleGroup {
    /// Their difficulty; empty if all puzzles are in one group.
    pub title: String,
    /// The puzzles in their order.
    pub cards: Vec<PageCard>,
}

/// A page in a list: a plain page, a puzzle, or the first page of a lesson or a collection.
#[derive(Clone, Debug, Serialize)]
pub struct PageCard {
    /// The page.
    pub link: Link,
    /// One sentence about it; may be empty.
    pub summary: String,
    /// For a plain page, its date, such as `2026-11-22`.
    pub date: Option<String>,
    /// For a puzzle, its first position, without links.
    pub board: Option<Board>,
    /// For a puzzle, a solution: `b3 (c1), a2`.
    pub solution: Option<String>,
}

/// One page of a lesson. On the page of a step, the links of the board are the legal moves.
#[derive(Clone, Debug, Serialize)]
pub struct LessonPage {
    /// The fields that lessons and pages about an edition share.
    #[serde(flatten)]
    pub shared: SidePage,
    /// The lesson's first page; its title is the lesson's name.
    pub lesson: Link,
    /// The previous step; after a mistake or the choice of a piece, the step itself; at the end, the last step.
    pub back: Option<Link>,
    /// After a mistake, the answer to the step, behind one more link; its title is empty.
    pub answer: Option<Link>,
    /// The kind of the page.
    pub part: ScriptPart,
    /// The number of the step, from 1: the step on the page, the step of the mistake, or the last step.
    pub step: usize,
    /// The number of steps.
    pub steps: usize,
    /// The author's text, as HTML; empty after a mistake. At the end it can contain links, and must therefore be
    /// outside of `<main>`.
    pub body: String,
    /// After a mistake, the move, why it does not lead on, and its cost, in sentences; otherwise empty.
    pub remarks: Vec<String>,
    /// The board of the step with its moves; on other pages, the board after the move, without links.
    pub board: Board,
}

/// The page that congratulates on the best possible result in an edition. Every end with that result leads to it.
#[derive(Clone, Debug, Serialize)]
pub struct StarPage {
    /// The fields that lessons and pages about an edition share.
    #[serde(flatten)]
    pub shared: SidePage,
    /// The player's result, as a sentence.
    pub summary: String,
    /// The next challenge, in sentences.
    pub text: String,
    /// The quickest end with the best possible result, without links.
    pub board: Board,
    /// How often random play reaches such an end, in a sentence; may be empty.
    pub odds: String,
    /// The page that shows all stars of the site.
    pub stars: Option<Link>,
    /// The first pages of other editions, beginning with the one to play next.
    pub ways: Vec<Link>,
}

/// A puzzle that readers can play on the front page.
#[derive(Clone, Debug, Serialize)]
pub struct PuzzleCard {
    /// Its page; the title is its date, such as `24 November`, or its number.
    pub link: Link,
    /// Whether it is the puzzle of the day set with `--date`.
    pub is_today: bool,
    /// The game's page; its title is the game's name.
    pub game: Link,
    /// Whose turn it is, as on the puzzle's page.
    pub turn: Option<Seat>,
    /// The task: `X to move: find the win in 2`.
    pub status: Slot,
    /// Its first position, with the moves.
    pub board: Board,
    /// Which side the reader plays, and the goal of the players, in short sentences.
    pub goal: String,
    /// The list of the puzzles, or the calendar.
    pub list: Link,
}

/// A puzzle for each day of the year.
#[derive(Clone, Debug, Serialize)]
pub struct CalendarPage {
    /// The fields that text pages share.
    #[serde(flatten)]
    pub shared: TextPage,
    /// One sentence about it; may be empty.
    pub summary: String,
    /// A text, as HTML.
    pub body: String,
    /// The day set with `--date`, if any, and the names of the months, as links to them.
    pub contents: Vec<Link>,
    /// The months.
    pub months: Vec<Month>,
}

/// A month of a calendar.
#[derive(Clone, Debug, Serialize)]
pub struct Month {
    /// The `id` of this part of the page, to which links can lead.
    pub id: String,
    /// Its name.
    pub title: String,
    /// Its days, in rows of seven; empty places follow the last day.
    pub rows: Vec<Vec<Option<DayLink>>>,
}

/// A day of a calendar.
#[derive(Clone, Debug, Serialize)]
pub struct DayLink {
    /// The puzzle of the day; the title is the number of the day.
    pub link: Link,
    /// The name of the game.
    pub game: String,
    /// The day, the game and the task, as a tooltip: `24 November: Nim, Win in 2`.
    pub label: Slot,
    /// Whether it is the day set with `--date`.
    pub is_today: bool,
}

/// The page that lists all games of the site.
#[derive(Clone, Debug, Serialize)]
pub struct GamesPage {
    /// The fields that text pages share.
    #[serde(flatten)]
    pub shared: TextPage,
    /// The groups of games, in the order of their first games.
    pub groups: Vec<GroupOfGames>,
    /// The stories in their order.
    pub stories: Vec<StoryCard>,
    /// The same page in the main variant of the site, if that contains more games.
    pub whole: Option<Link>,
}

/// The games of a group.
#[derive(Clone, Debug, Serialize)]
pub struct GroupOfGames {
    /// The name of the group; empty for games without a group.
    pub title: String,
    /// The games in their order.
    pub games: Vec<GameCard>,
}

/// The page that shows all stars of the site.
#[derive(Clone, Debug, Serialize)]
pub struct StarsPage {
    /// The fields that text pages share.
    #[serde(flatten)]
    pub shared: TextPage,
    /// The number of stars, and what they are for, in sentences.
    pub summary: String,
    /// The stars of each game that has any.
    pub games: Vec<StarsOfGame>,
}

/// The stars of a game.
#[derive(Clone, Debug, Serialize)]
pub struct StarsOfGame {
    /// The game's page.
    pub link: Link,
    /// The editions that have a star, as on the game's page.
    pub series: Vec<SeriesCard>,
}

/// The answers of an edition, a lesson or puzzles: for each position, the best result and the moves for it.
#[derive(Clone, Debug, Serialize)]
pub struct AnswersPage {
    /// The fields that lessons and pages about an edition share.
    #[serde(flatten)]
    pub shared: SidePage,
    /// Instructions for the page; empty if its rows have no questions.
    pub how: String,
    /// The positions, in the order in which play reaches them.
    pub rows: Vec<AnswerRow>,
}

/// A position among the answers.
#[derive(Clone, Debug, Serialize)]
pub struct AnswerRow {
    /// The `id` of the question, to which the page of its position links.
    pub question_anchor: String,
    /// The best result, in sentences.
    pub question: String,
    /// The last positions that allowed a better result. A single title names that result; several titles name the
    /// moves, one of which was the mistake.
    pub better: Vec<Link>,
    /// The `id` of the answer, to which the question links.
    pub answer_anchor: String,
    /// The moves, in sentences; empty at an end, or if the goal is out of reach.
    pub answer: String,
    /// The position after the best move, if there is an answer.
    pub play: Option<Link>,
    /// The position; its title is empty.
    pub back: Link,
}

/// The map of all positions of an edition, or of all passages of a story.
#[derive(Clone, Debug, Serialize)]
pub struct MapPage {
    /// The fields that lessons and pages about an edition share.
    #[serde(flatten)]
    pub shared: SidePage,
    /// The number of positions and ends, in a sentence.
    pub summary: String,
    /// The parts of the map: the dots of each kind of position.
    pub layers: Vec<MapLayer>,
    /// Its width, in SVG units.
    pub width: u32,
    /// Its height, in SVG units.
    pub height: u32,
    /// The rows of the map from the top; empty if it has no rows.
    pub rows: Vec<MapRow>,
}

/// The positions on a map with the same value.
#[derive(Clone, Debug, Serialize)]
pub struct MapLayer {
    /// Their value.
    pub kind: MapKind,
    /// In a puzzle, the distance to the goal in quarters of the longest path, from 0 to 3; otherwise 0.
    pub shade: u32,
    /// Their value, in words.
    pub title: String,
    /// Their number.
    pub count: String,
    /// The dots, as SVG: an `<a>` with a `<path>` for each.
    pub dots: String,
}

/// A row of a map.
#[derive(Clone, Debug, Serialize)]
pub struct MapRow {
    /// What its positions share, such as `5 marks`.
    pub title: String,
    /// Their number.
    pub count: String,
}

/// The value of a position, on a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MapKind {
    /// The first player can win; a puzzle can be solved; a story continues.
    First,
    /// Best play ends in a draw.
    Draw,
    /// Neither player can force an end.
    Endless,
    /// The second player can win; a story ends.
    Second,
    /// The puzzle can no longer be solved.
    Stuck,
}

/// A file of a book about an edition, or a series of editions, before the first position.
#[derive(Clone, Debug, Serialize)]
pub struct ChapterPage {
    /// The fields of every page.
    pub frame: Frame,
    /// The name of the edition or the series.
    pub title: Slot,
    /// One sentence about it; may be empty.
    pub summary: String,
    /// The goal of the players, in sentences.
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
    /// The fields of every page.
    pub frame: Frame,
    /// A title that no other file has.
    pub title: Slot,
    /// The game's name.
    pub game_title: String,
    /// The edition's first page; its title is the edition's name.
    pub edition: Link,
    /// The goal of the players, in sentences.
    pub goal: Slot,
    /// The first position of the file, without links.
    pub board: Board,
    /// The positions, in consecutive parts.
    pub parts: Vec<SheetPart>,
    /// In single files, the answers to all positions. Empty in books, which contain separate pages for them.
    pub answers: Vec<AnswerRow>,
}

/// Consecutive positions of a file.
#[derive(Clone, Debug, Serialize)]
pub struct SheetPart {
    /// Whose turn it is in all these positions, or how the game ended. It has no full stop, and is empty if each
    /// position shows this itself.
    pub status: Slot,
    /// The positions, as HTML.
    pub body: String,
}

/// A position in a text.
#[derive(Clone, Debug, Serialize)]
pub struct Diagram {
    /// The board without links.
    pub board: Board,
    /// The page of the position; its title is the caption. In a book without that page, the address is missing.
    pub link: Link,
}
