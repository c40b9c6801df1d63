//! Pages of words: the front page, the pages of games, articles, lessons, and the frame around positions that share a
//! file.

use serde::Serialize;

use super::board::Board;
use super::editions::{FileCard, GameCard, SeriesCard};
use super::frame::{Frame, Link, Slot};
use super::position::{ScriptPart, Seat};
use super::story::StoryCard;

/// The first page of the site: every game.
#[derive(Clone, Debug, Serialize)]
pub struct FrontPage {
    /// What holds for every page.
    pub frame: Frame,
    /// The title of the page.
    pub title: Slot,
    /// One line below the title.
    pub tagline: String,
    /// HTML that introduces the site; may be empty.
    pub body: String,
    /// The games in their order, without those of groups, which the page of all games lists.
    pub games: Vec<GameCard>,
    /// The page that lists all games, if any is in a group.
    pub all_games: Option<Link>,
    /// The stories in their order.
    pub stories: Vec<StoryCard>,
    /// A puzzle to be played at once, of a calendar or else of the first puzzles that the site has.
    pub puzzle: Option<PuzzleCard>,
    /// The page that shows all stars of the site.
    pub stars: Option<Link>,
    /// The menu of the site; without one its plain pages.
    pub menu: Vec<Link>,
    /// The same page in the other variants of the site.
    pub variants: Vec<Link>,
}

/// The page of a game: its rules and its editions.
#[derive(Clone, Debug, Serialize)]
pub struct GamePage {
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
    /// The first page of the edition to begin with; its title is that of the edition, or of its series.
    pub play: Link,
    /// The ways to learn it.
    pub lessons: Vec<PageCard>,
    /// The ways to play.
    pub series: Vec<SeriesCard>,
    /// The same page in the main variant of the site, if that has more ways to play.
    pub whole: Option<Link>,
    /// The page that shows all stars of the site, if this game has any.
    pub stars: Option<Link>,
    /// Its collections of puzzles.
    pub puzzles: Vec<PageCard>,
    /// The files that are offered of the game, its series and its editions.
    pub files: Vec<FileCard>,
    /// The headings of the text below the ways to play: parts of this page.
    pub contents: Vec<Link>,
    /// The front page.
    pub home: Link,
    /// The menu of the site; without one its plain pages, and where there are more than 24, one link to the front page,
    /// which has all of them.
    pub menu: Vec<Link>,
    /// The same page in the other variants of the site.
    pub variants: Vec<Link>,
}

/// A page of words, or the list of the puzzles of a collection.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ArticlePage {
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
    /// of its folder.
    pub pages: Vec<PageCard>,
    /// The puzzles of a collection, the easy ones first.
    pub puzzles: Vec<PuzzleGroup>,
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

/// Puzzles that are about as hard.
#[derive(Clone, Debug, Serialize)]
pub struct PuzzleGroup {
    /// How hard they are; empty where all puzzles are in one group.
    pub title: String,
    /// The puzzles in their order.
    pub cards: Vec<PageCard>,
}

/// A page where another one lists it: a plain page, a puzzle, and the first page of a lesson or a collection.
#[derive(Clone, Debug, Serialize)]
pub struct PageCard {
    /// The page.
    pub link: Link,
    /// One sentence that says what it is about; may be empty.
    pub summary: String,
    /// Of a plain page the day it was written, such as `2026-11-22`.
    pub date: Option<String>,
    /// Of a puzzle the position in which it begins, without links.
    pub board: Option<Board>,
    /// Of a puzzle a way to solve it: `b3 (c1), a2`.
    pub solution: Option<String>,
}

/// One page of a lesson. On that of a step, the links of the board are the legal moves.
#[derive(Clone, Debug, Serialize)]
pub struct LessonPage {
    /// What holds for every page.
    pub frame: Frame,
    /// A title that no other page has, such as `Learn Hanoi (1~1-b) — Towers of Hanoi`. It is for `<title>`; make
    /// headings from the names below.
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
    /// After a mistake, the answer to the step, behind one more link; its title is empty.
    pub answer: Option<Link>,
    /// The kind of the page.
    pub part: ScriptPart,
    /// The number of the step, from 1: the step on the page, the step before the mistake, or the last step.
    pub step: usize,
    /// The number of steps.
    pub steps: usize,
    /// The author's text, as HTML; empty after a mistake. At the end it can contain links, so there it is outside of
    /// `<main>`.
    pub body: String,
    /// After a mistake, the move, why it does not lead on, and what it costs, in sentences; else empty.
    pub remarks: Vec<String>,
    /// The board of the step with its moves; else the board after the move, without links.
    pub board: Board,
}

/// The page that congratulates on the best possible result in an edition. Every end with that result leads to it.
#[derive(Clone, Debug, Serialize)]
pub struct StarPage {
    /// What holds for every page.
    pub frame: Frame,
    /// A title that no other page has, such as `Congratulations — Hard · The Windmill · Ataxx`.
    pub title: Slot,
    /// The player's result, as a sentence.
    pub summary: String,
    /// The next challenge, in sentences.
    pub text: String,
    /// The quickest end with the best possible result, without links.
    pub board: Board,
    /// The game's page; its title is the game's name.
    pub game: Link,
    /// The part of the game's page that lists the edition; its title is the name of the group.
    pub group: Option<Link>,
    /// The edition's first page; its title is the edition's name among the others of its group.
    pub edition: Link,
    /// The front page.
    pub home: Link,
    /// How often random play comes to such an end, in a sentence; may be empty.
    pub odds: String,
    /// The page that shows all stars of the site.
    pub stars: Option<Link>,
    /// The first pages of other editions, that to play next before the others.
    pub ways: Vec<Link>,
}

/// A puzzle to be played on the front page.
#[derive(Clone, Debug, Serialize)]
pub struct PuzzleCard {
    /// Its page; the title is that of a day, `24 November`, or its number.
    pub link: Link,
    /// Whether it is that of the day which the site is built for.
    pub is_today: bool,
    /// The game's page; its title is the game's name.
    pub game: Link,
    /// Whose turn it is, as on the page itself.
    pub turn: Option<Seat>,
    /// What there is to find: `X to move: find the win in 2`.
    pub status: Slot,
    /// The position in which it begins, with the moves.
    pub board: Board,
    /// The aim of the players, and who of them the reader is, in short sentences.
    pub goal: String,
    /// The list of the puzzles, or the calendar.
    pub list: Link,
}

/// A puzzle for each day of the year.
#[derive(Clone, Debug, Serialize)]
pub struct CalendarPage {
    /// What holds for every page.
    pub frame: Frame,
    /// Its title.
    pub title: Slot,
    /// One sentence about it; may be empty.
    pub summary: String,
    /// A text, as HTML.
    pub body: String,
    /// The day that the site is built for, if it is, and the names of the months: parts of this page.
    pub contents: Vec<Link>,
    /// The months.
    pub months: Vec<Month>,
    /// The front page.
    pub home: Link,
    /// The menu of the site; without one its plain pages, and where there are more than 24, one link to the front page,
    /// which has all of them.
    pub menu: Vec<Link>,
    /// The same page in the other variants of the site.
    pub variants: Vec<Link>,
}

/// A month of a calendar.
#[derive(Clone, Debug, Serialize)]
pub struct Month {
    /// The name of this part of the page, which links can lead to, for an `id`.
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
    /// The day, the game and what there is to find, for those who do not see the month: `24 November: Nim, Win in 2`.
    pub label: Slot,
    /// Whether it is the one that the site is built for.
    pub is_today: bool,
}

/// The page that lists all games of the site.
#[derive(Clone, Debug, Serialize)]
pub struct GamesPage {
    /// What holds for every page.
    pub frame: Frame,
    /// Its title.
    pub title: Slot,
    /// The groups of games in the order of their first games.
    pub groups: Vec<GroupOfGames>,
    /// The stories in their order.
    pub stories: Vec<StoryCard>,
    /// The front page.
    pub home: Link,
    /// The menu of the site; without one its plain pages, and where there are more than 24, one link to the front page,
    /// which has all of them.
    pub menu: Vec<Link>,
    /// The same page in the other variants of the site.
    pub variants: Vec<Link>,
}

/// The games of a group.
#[derive(Clone, Debug, Serialize)]
pub struct GroupOfGames {
    /// The name of the group; empty for games in none.
    pub title: String,
    /// The games in their order.
    pub games: Vec<GameCard>,
}

/// The page that shows all stars of the site.
#[derive(Clone, Debug, Serialize)]
pub struct StarsPage {
    /// What holds for every page.
    pub frame: Frame,
    /// Its title.
    pub title: Slot,
    /// How many stars there are, and what they are for, in sentences.
    pub summary: String,
    /// The stars of each game that has any.
    pub games: Vec<StarsOfGame>,
    /// The front page.
    pub home: Link,
    /// The menu of the site; without one its plain pages, and where there are more than 24, one link to the front page,
    /// which has all of them.
    pub menu: Vec<Link>,
    /// The same page in the other variants of the site.
    pub variants: Vec<Link>,
}

/// The stars of a game.
#[derive(Clone, Debug, Serialize)]
pub struct StarsOfGame {
    /// The game's page.
    pub link: Link,
    /// The editions that have a star, as on the game's page.
    pub series: Vec<SeriesCard>,
}

/// Answers of an edition, a lesson or puzzles: for each position what can be got from it, and by which moves.
#[derive(Clone, Debug, Serialize)]
pub struct AnswersPage {
    /// What holds for every page.
    pub frame: Frame,
    /// A title that no other page has, such as `Answers 2 — Easy · Nim`.
    pub title: Slot,
    /// How to use the page; empty where its rows have no questions.
    pub how: String,
    /// The positions in the order in which play comes to them.
    pub rows: Vec<AnswerRow>,
    /// The game's page; its title is the game's name.
    pub game: Link,
    /// The part of the game's page that lists the edition; its title is the name of the group.
    pub group: Option<Link>,
    /// The edition's first page; its title is the edition's name among the others of its group.
    pub edition: Link,
    /// The front page.
    pub home: Link,
}

/// A position among the answers.
#[derive(Clone, Debug, Serialize)]
pub struct AnswerRow {
    /// The name of the question on the page, to which its position links.
    pub question_anchor: String,
    /// What can be got, in sentences.
    pub question: String,
    /// The last positions from which more could be had. The title of one says what; those of several name the moves of
    /// which one was the mistake.
    pub better: Vec<Link>,
    /// The name of the answer on the page, to which the question links.
    pub answer_anchor: String,
    /// The moves, in sentences; empty at an end, and where no move leads to the goal any more.
    pub answer: String,
    /// The position after the best move, if there is an answer.
    pub play: Option<Link>,
    /// The position; its title is empty.
    pub back: Link,
}

/// The map of all positions of an edition, or of all passages of a story.
#[derive(Clone, Debug, Serialize)]
pub struct MapPage {
    /// What holds for every page.
    pub frame: Frame,
    /// A title that no other page has, such as `Map — Two players · Tic-tac-toe`.
    pub title: Slot,
    /// The number of positions and ends, in a sentence.
    pub summary: String,
    /// The parts of the map: the dots of each kind of positions.
    pub layers: Vec<MapLayer>,
    /// Its width.
    pub width: u32,
    /// Its height.
    pub height: u32,
    /// The rows of the map from the top, if it has rows.
    pub rows: Vec<MapRow>,
    /// The page of the game or the story; its title is the name.
    pub game: Link,
    /// The part of the game's page that lists the edition; its title is the name of the group.
    pub group: Option<Link>,
    /// The edition's first page; its title is the edition's name among the others of its group. A story has none.
    pub edition: Option<Link>,
    /// The front page.
    pub home: Link,
}

/// The positions on a map that are worth the same.
#[derive(Clone, Debug, Serialize)]
pub struct MapLayer {
    /// What they are worth.
    pub kind: MapKind,
    /// In a puzzle which quarter of the longest way lies between them and the goal: from 0 to 3; else 0.
    pub shade: u32,
    /// What they are worth, in words.
    pub title: String,
    /// How many they are.
    pub count: String,
    /// The dots, as SVG: an `<a>` with a `<path>` for each.
    pub dots: String,
}

/// A row of a map.
#[derive(Clone, Debug, Serialize)]
pub struct MapRow {
    /// What the positions in it have in common, such as `5 marks`.
    pub title: String,
    /// How many they are.
    pub count: String,
}

/// What a position is worth, on a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MapKind {
    /// The first player can win; of a puzzle, it can be solved; of a story, it goes on.
    First,
    /// Best play ends in a draw.
    Draw,
    /// Neither player can force an end.
    Endless,
    /// The second player can win; of a story, it ends.
    Second,
    /// The puzzle cannot be solved any more.
    Stuck,
}

/// A file of a book about an edition, or a series of editions, before the first position.
#[derive(Clone, Debug, Serialize)]
pub struct ChapterPage {
    /// What holds for every page.
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
    /// What holds for every page.
    pub frame: Frame,
    /// A title that no other file has.
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
    /// The answers to all positions in a single file; none in a book, which has pages for them.
    pub answers: Vec<AnswerRow>,
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
