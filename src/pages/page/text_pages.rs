//! Text pages: the front page, the pages of games, articles and lessons, and the frame around positions that share a
//! file.

use serde::Serialize;

use super::board::Board;
use super::editions::{FileCard, GameCard, SeriesCard};
use super::frame::{Frame, Link, SidePage, Slot, TextPage};
use super::links::{Destination, LinkResolver};
use super::position::{ScriptPart, Seat};
use super::reference::PageRef;
use super::story::{Illustration, StoryCard};

/// The first page of the site, which lists the games.
#[derive(Clone, Debug, Serialize)]
pub struct FrontPage {
    /// The fields that text pages share.
    #[serde(flatten)]
    pub shared: TextPage,
    /// One line below the title; may be empty.
    pub tagline: String,
    /// The author's introduction to the site, as HTML; may be empty.
    pub body: String,
    /// The games in order. If the site has a page of all games, games in groups appear only on that page.
    pub games: Vec<GameCard>,
    /// The page of all games, if any game is in a group.
    pub all_games: Option<Link>,
    /// The page of all games in the main variant. Present only if the current variant omits some of the games.
    pub whole: Option<Link>,
    /// The stories in order.
    pub stories: Vec<StoryCard>,
    /// A puzzle from the calendar, to play on this page. If the site has no calendar, a puzzle from the first
    /// collection.
    pub puzzle: Option<PuzzleCard>,
    /// The page of all stars, if the site has a star.
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
    /// A typical position of the game, without links.
    pub board: Board,
    /// The author's picture, to show instead of `board`.
    pub picture: Option<Illustration>,
    /// The first page of the edition that new players should try first. The title of this link is the title of the
    /// edition or of its series. For a level, the title is `Against the computer`.
    pub play: Link,
    /// The game's lessons.
    pub lessons: Vec<PageCard>,
    /// The editions of the game, in groups.
    pub series: Vec<SeriesCard>,
    /// This page in the main variant. Present only if the current variant omits some of the game's editions.
    pub whole: Option<Link>,
    /// The page of all stars, if the game has a star.
    pub stars: Option<Link>,
    /// The game's collections of puzzles; empty in books.
    pub puzzles: Vec<PageCard>,
    /// The files that readers can download.
    pub files: Vec<FileCard>,
    /// Links to the headings in `body`, which themes print below the editions.
    pub contents: Vec<Link>,
}

/// A plain page, the list of a collection's puzzles, or the error page of the site.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ArticlePage {
    /// The fields that text pages share.
    #[serde(flatten)]
    pub shared: TextPage,
    /// One sentence about the page; may be empty.
    pub summary: String,
    /// The date of a plain page, such as `2026-11-22`.
    pub date: Option<String>,
    /// The text, as HTML.
    pub body: String,
    /// Links to the headings in `body`; empty if there are fewer than four.
    pub contents: Vec<Link>,
    /// On the first page of a folder, the other pages of the folder in order, then the first pages of its subfolders.
    pub pages: Vec<PageCard>,
    /// For a collection, its puzzles, the easy puzzles first.
    pub puzzles: Vec<PuzzleGroup>,
    /// The page that lists this page: the first page of its folder or, for a collection, the page of its game.
    pub up: Option<Link>,
    /// The page before this page in the list on `up`.
    pub previous: Option<Link>,
    /// The page after this page in the list on `up`.
    pub next: Option<Link>,
}

/// Puzzles of similar difficulty.
#[derive(Clone, Debug, Serialize)]
pub struct PuzzleGroup {
    /// The difficulty, such as `Harder`; empty if there is only one group.
    pub title: String,
    /// The puzzles of the group in order.
    pub cards: Vec<PageCard>,
}

/// A page in a list: a plain page, a puzzle, or the first page of a lesson or a collection.
#[derive(Clone, Debug, Serialize)]
pub struct PageCard {
    /// The page. The title of a puzzle is its number: `Puzzle 5`.
    pub link: Link,
    /// One sentence about the page; may be empty. For a puzzle, the task and its difficulty.
    pub summary: String,
    /// The date of a plain page, such as `2026-11-22`.
    pub date: Option<String>,
    /// For a puzzle, the first position, without links.
    pub board: Option<Board>,
}

/// One page of a lesson. On the page of a step, the links of the board are the legal moves.
#[derive(Clone, Debug, Serialize)]
pub struct LessonPage {
    /// The fields that lessons and pages about an edition share.
    #[serde(flatten)]
    pub shared: SidePage,
    /// The lesson's first page; its title is the lesson's name.
    pub lesson: Link,
    /// On a step, the previous step; nothing on the first step. At the end, the last step. After a mistake or with a
    /// chosen piece, the current step.
    pub back: Option<Link>,
    /// After a mistake, the answer to the step on the page of answers; its title is empty.
    pub answer: Option<Link>,
    /// The kind of the page.
    pub part: ScriptPart,
    /// The number of the page's step, from 1; at the end, the number of the last step.
    pub step: usize,
    /// The number of steps in the lesson.
    pub steps: usize,
    /// The author's text, as HTML; empty after a mistake. On the page of the lesson's end, print the text outside of
    /// `<main>`, because the text can contain links.
    pub body: String,
    /// After a mistake, the reader's move, why it is wrong, and its cost, in sentences.
    pub remarks: Vec<String>,
    /// On a step or with a chosen piece, the position with its moves. After a mistake and at the end, the position
    /// after the move, without links.
    pub board: Board,
}

/// The page that congratulates the reader on the best possible result in an edition. Every end with that result links
/// to this page.
#[derive(Clone, Debug, Serialize)]
pub struct StarPage {
    /// The fields that lessons and pages about an edition share.
    #[serde(flatten)]
    pub shared: SidePage,
    /// The reader's result, as a sentence.
    pub summary: String,
    /// A sentence with the length of a shortest path to this result. For a draw or endless play, the sentence says that
    /// no result is better.
    pub text: String,
    /// The quickest end with the best possible result, without links. If that result is endless play, the first
    /// position.
    pub board: Board,
    /// How often random moves reach this result, in a sentence; empty if random moves reach the result often or never.
    pub odds: String,
    /// The page of all stars.
    pub stars: Option<Link>,
    /// The first pages of other editions, beginning with the edition to play next.
    pub ways: Vec<Link>,
}

/// A puzzle that readers can play on the front page.
#[derive(Clone, Debug, Serialize)]
pub struct PuzzleCard {
    /// The puzzle's page; its title is a date, such as `24 November`, or the number of the puzzle.
    pub link: Link,
    /// True if this is the puzzle of the day set with `--date`.
    pub is_today: bool,
    /// The game's page; its title is the game's name.
    pub game: Link,
    /// The side that the reader plays, which moves first.
    pub turn: Option<Seat>,
    /// The task, without a full stop: `X to move: find the win in 2`.
    pub status: Slot,
    /// The puzzle's first position, with the moves.
    pub board: Board,
    /// The goal of the players, in sentences. In a game for two players on a board of squares, the text begins with the
    /// side that the reader plays.
    pub goal: String,
    /// The page that lists the collection's puzzles, or the calendar.
    pub list: Link,
}

/// A calendar: a puzzle for each day of the year.
#[derive(Clone, Debug, Serialize)]
pub struct CalendarPage {
    /// The fields that text pages share.
    #[serde(flatten)]
    pub shared: TextPage,
    /// One sentence about the calendar; may be empty.
    pub summary: String,
    /// The author's text, as HTML.
    pub body: String,
    /// A link to each month. If `--date` sets a day, a link to the puzzle of that day comes first.
    pub contents: Vec<Link>,
    /// The months, beginning with the month of `--date`. If `--date` is not set, the first month is January.
    pub months: Vec<Month>,
}

/// A month of a calendar.
#[derive(Clone, Debug, Serialize)]
pub struct Month {
    /// The `id` for the month on the page. A link in `contents` leads to this `id`.
    pub id: String,
    /// The name of the month.
    pub title: String,
    /// The days, in rows of seven. In the last row, the places after the last day are nothing.
    pub rows: Vec<Vec<Option<DayLink>>>,
}

/// A day of a calendar.
#[derive(Clone, Debug, Serialize)]
pub struct DayLink {
    /// The puzzle of the day; the title is the number of the day.
    pub link: Link,
    /// The name of the puzzle's game.
    pub game: String,
    /// The day, the game and the task, for a tooltip: `24 November: Nim, Win in 2`.
    pub label: Slot,
    /// True if this is the day set with `--date`.
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
    /// The stories in order.
    pub stories: Vec<StoryCard>,
    /// This page in the main variant. Present only if the current variant omits some of the games.
    pub whole: Option<Link>,
}

/// The games of a group.
#[derive(Clone, Debug, Serialize)]
pub struct GroupOfGames {
    /// The name of the group; empty for games without a group.
    pub title: String,
    /// The games of the group in order.
    pub games: Vec<GameCard>,
}

/// The page that shows all stars of the site.
#[derive(Clone, Debug, Serialize)]
pub struct StarsPage {
    /// The fields that text pages share.
    #[serde(flatten)]
    pub shared: TextPage,
    /// Sentences with the number of stars, and with how readers win them.
    pub summary: String,
    /// The games that have stars.
    pub games: Vec<StarsOfGame>,
}

/// The stars of a game.
#[derive(Clone, Debug, Serialize)]
pub struct StarsOfGame {
    /// The game's page.
    pub link: Link,
    /// The editions that have a star, grouped as on the game's page, without summaries.
    pub series: Vec<SeriesCard>,
}

/// The answers of an edition, a lesson or puzzles: the best moves for each position. If the answers are those of an
/// edition, the page also contains questions.
#[derive(Clone, Debug, Serialize)]
pub struct AnswersPage {
    /// The fields that lessons and pages about an edition share.
    #[serde(flatten)]
    pub shared: SidePage,
    /// Instructions for the page; empty if the rows of the page have no questions.
    pub how: String,
    /// A row for each position, in the order in which play reaches the positions.
    pub rows: Vec<AnswerRow>,
}

/// The question and the answer about a position.
#[derive(Clone, Debug, Default, Serialize)]
pub struct AnswerRow {
    /// The `id` for the question. The page of the position links to this `id`.
    pub question_anchor: String,
    /// While play continues, sentences that name the best result from the position. If `better` contains several links,
    /// a sentence says that one of the moves in the titles of these links was the mistake. Empty for lessons and
    /// puzzles.
    pub question: String,
    /// Links to the last positions that allowed a better result. The title of a single link names this result. The
    /// titles of several links name moves, and one of these moves was the mistake.
    pub better: Vec<Link>,
    /// The `id` for the answer. The question links to this `id`.
    pub answer_anchor: String,
    /// The best moves, in sentences; empty at an end, or if the goal is out of reach.
    pub answer: String,
    /// The position after one of the best moves; nothing if `answer` is empty.
    pub play: Option<Link>,
    /// The page of the position; its title is empty.
    pub back: Link,
}

impl AnswerRow {
    /// Returns a row about the position on a page, without texts. `row` is the row of the question among the answers of
    /// the chapter; the answer is in the next row.
    pub fn of(page: PageRef, row: usize, links: &dyn LinkResolver) -> Self {
        let name = |row| {
            let address = links.address(Destination::Answer(page.chapter, row));
            address.rsplit('#').next().unwrap_or_default().to_owned()
        };
        let back = Link::to(page, "", links);
        Self { question_anchor: name(row), answer_anchor: name(row + 1), back, ..Self::default() }
    }
}

/// A map: the positions of an edition (at most the first 30,000), or all passages of a story.
#[derive(Clone, Debug, Serialize)]
pub struct MapPage {
    /// The fields that lessons and pages about an edition share.
    #[serde(flatten)]
    pub shared: SidePage,
    /// Sentences about the map, such as the numbers of positions and ends.
    pub summary: String,
    /// The dots, in a layer for each kind of position.
    pub layers: Vec<MapLayer>,
    /// The width of the map, in SVG units.
    pub width: u32,
    /// The height of the map, in SVG units.
    pub height: u32,
    /// The rows of the map from the top; empty for stories, and if the dots are not in rows.
    pub rows: Vec<MapRow>,
}

/// All positions of the same value on a map, or all passages of a story that belong to one place.
#[derive(Clone, Debug, Serialize)]
pub struct MapLayer {
    /// The value of the positions in the layer.
    pub kind: MapKind,
    /// In a game for one player, the distance to the goal, from 0 to 3. In a story, the number of the place, from 0 to
    /// 7. Otherwise 0.
    pub shade: u32,
    /// The value, in words; in a story, the name of the place.
    pub title: String,
    /// The number of dots.
    pub count: String,
    /// The dots, as SVG: an `<a>` with a `<path>` for each dot.
    pub dots: String,
}

/// A row of a map.
#[derive(Clone, Debug, Serialize)]
pub struct MapRow {
    /// What the positions of the row share, such as `5 marks`.
    pub title: String,
    /// The number of positions in the row.
    pub count: String,
}

/// The value of a position, on a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MapKind {
    /// The first player can win. In a game for one player, the goal can be reached. In a story, the story continues.
    First,
    /// Best play ends in a draw.
    Draw,
    /// Neither player can force an end.
    Endless,
    /// The second player can win. In a story, the story ends.
    Second,
    /// In a game for one player, the goal can no longer be reached.
    Stuck,
}

/// In a book, the page that introduces an edition or a series, before the first position.
#[derive(Clone, Debug, Serialize)]
pub struct ChapterPage {
    /// The fields of every page.
    pub frame: Frame,
    /// The name of the edition or the series.
    pub title: Slot,
    /// One sentence about the edition or the series; may be empty.
    pub summary: String,
    /// The goal of the players, in sentences.
    pub goal: Slot,
    /// The first position, without links.
    pub board: Board,
    /// The first pages of the editions. If there is only one edition, the title of the link is the title of the page.
    pub editions: Vec<Link>,
    /// The game's page; its title is the game's name.
    pub game: Link,
    /// The front page.
    pub home: Link,
}

/// A file that contains many positions.
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
    /// The positions, in parts. Print the `body` of each part once.
    pub parts: Vec<SheetPart>,
    /// In a single file, a row for each position, as on a page of answers. Empty in books, and if the edition's key
    /// `answers` excludes single files.
    pub answers: Vec<AnswerRow>,
}

/// Some positions of a file. In a single file, all positions of a part have the same status.
#[derive(Clone, Debug, Serialize)]
pub struct SheetPart {
    /// In a single file, the status of the positions, without a full stop: whose turn it is, or how the game ended.
    /// Empty in books.
    pub status: Slot,
    /// The positions of the part, as HTML.
    pub body: String,
}

/// A position that an author shows in a text.
#[derive(Clone, Debug, Serialize)]
pub struct Diagram {
    /// The position, without links.
    pub board: Board,
    /// The page of the position; the title of the link is the caption. The address is empty in a book that does not
    /// contain this page.
    pub link: Link,
}
