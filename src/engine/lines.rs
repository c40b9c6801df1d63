//! Games from any program: a file with one position a line, as JSON. Nothing of strangers is run.
//!
//! ```json
//! {"players": ["X", "O"], "goal": "Leave the last match to the other player."}
//! {"name": "a-2", "board": "Two matches.", "turn": 1, "moves": [{"name": "one", "to": "b-1"}]}
//! {"name": "b-1", "board": "One match.", "turn": 2, "moves": [{"name": "one", "to": "a-0"}]}
//! {"name": "a-0", "board": "None.", "result": 1}
//! ```
//!
//! The first line can be left out, and so can what it has. The first position is the start.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::engine::game::{
    Clicks, Coordinates, Description, Grid, GridStyle, Label, Message, Outcome, ParameterError, ParameterReader,
    Parameters, Piece, Player, Players, Rules, Scene, Show, Slug, SlugError, Square, Status, Target, is_slug,
};
use crate::engine::games::Game;
use crate::ground::diagnostic::{Diagnostic, Diagnostics, Source, did_you_mean};

/// A game that was read from such a file.
#[derive(Clone, Debug)]
pub struct LinesFile {
    description: Arc<Description>,
    version: u64,
    game: LinesGame,
}

#[derive(Clone, Debug)]
struct LinesGame(Arc<Positions>);

#[derive(Debug)]
struct Positions {
    players: Players,
    goal: String,
    all: Vec<Position>,
    numbers: HashMap<String, u32>,
}

#[derive(Debug)]
struct Position {
    name: String,
    status: Status,
    scene: Scene,
    tally: String,
    moves: Vec<Move>,
}

#[derive(Debug)]
struct Move {
    slug: Slug,
    to: u32,
    clicks: Clicks,
    label: Label,
}

#[derive(Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Head {
    pub(crate) goal: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) players: Option<[String; 2]>,
    /// Whose the marks are; all others are the first player's.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) pieces: BTreeMap<char, u8>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Line {
    pub(crate) name: String,
    pub(crate) board: Board,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) turn: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) result: Option<ResultOfLine>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) tally: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) moves: Vec<MoveOfLine>,
}

#[derive(Deserialize, Serialize)]
#[serde(untagged)]
pub(crate) enum Board {
    Text(String),
    /// The rows of a grid, each a character for each square.
    Rows(Vec<String>),
}

#[derive(Deserialize, Serialize)]
#[serde(untagged)]
pub(crate) enum ResultOfLine {
    Winner(u8),
    Word(String),
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoveOfLine {
    /// The place of the piece that is moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) from: Option<String>,
    /// The place that is touched; else a word beside the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) at: Option<String>,
    /// What is said of it; else its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) label: Option<String>,
    pub(crate) name: String,
    pub(crate) to: String,
}

impl LinesFile {
    /// Reads a game, which has a name.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with its lines.
    pub fn read(name: &str, source: &Source) -> Result<Self, Diagnostics> {
        let mut findings = Diagnostics::new();
        let (mut head, mut lines, mut start) = (Head::default(), Vec::new(), 0);
        for text in source.text().split_inclusive('\n') {
            let place = start..start + text.trim_end().len();
            start += text.len();
            if text.trim().is_empty() {
                continue;
            }
            if lines.is_empty() && !text.contains("\"name\"") {
                let hint = "the first line can have `players`, such as `[\"X\", \"O\"]`, `goal` and `pieces`";
                head = findings.keep(read_line(text, source, place.start, hint)).unwrap_or_default();
            } else if let Some(line) = findings.keep(read_line::<Line>(text, source, place.start, HINT)) {
                lines.push((line, place));
            }
        }
        findings.into_result(())?;
        let positions = Positions::new(&head, &lines, source)?;
        let description = Description {
            name: name.to_owned().into(),
            summary: head.goal.clone().into(),
            parameters: Vec::new(),
            slugs: "as the file names them".into(),
            policies: Vec::new(),
        };
        let game = LinesGame(Arc::new(positions));
        Ok(Self { description: Arc::new(description), version: xxh3_64(source.text().as_bytes()), game })
    }

    /// Returns the game, which takes no parameters.
    ///
    /// # Errors
    ///
    /// When it is given any.
    pub fn open(&self, parameters: &Parameters) -> Result<Game, ParameterError> {
        ParameterReader::new(parameters, &self.description.parameters).finish()?;
        Ok(Game::of_file(Arc::clone(&self.description), Parameters::new(), self.version, self.game.clone()))
    }
}

const HINT: &str = "a position has `name`, `board`, `turn` or `result`, and `moves`, each with `name` and `to`";

fn read_line<'a, T: Deserialize<'a>>(
    text: &'a str,
    source: &Source,
    start: usize,
    hint: &str,
) -> Result<T, Diagnostic> {
    serde_json::from_str(text).map_err(|error| {
        let column = error.column().saturating_sub(1).min(text.trim_end().len());
        let told = error.to_string();
        let told = told.split(" at line ").next().unwrap_or_default();
        Diagnostic::new(told).at(source, start + column..start + column).hint(hint)
    })
}

impl Positions {
    fn new(head: &Head, lines: &[(Line, std::ops::Range<usize>)], source: &Source) -> Result<Self, Diagnostics> {
        let mut findings = Diagnostics::new();
        let players = head
            .players
            .as_ref()
            .map_or(Players::One, |[first, second]| Players::Two(first.clone().into(), second.clone().into()));
        let mut numbers = HashMap::new();
        for (number, (line, place)) in lines.iter().enumerate() {
            let wrong = |message: String, hint: &str| Diagnostic::new(message).at(source, place.clone()).hint(hint);
            if !is_slug(&line.name) || line.name == "index" {
                let hint = "names have small letters, digits and hyphens, and are not `index`";
                findings.push(wrong(format!("`{}` cannot name a position", line.name), hint));
            }
            if numbers.insert(line.name.clone(), number as u32).is_some() {
                findings.push(wrong(format!("`{}` is here twice", line.name), "give each position another name"));
            }
        }
        if lines.is_empty() {
            let hint = "write a line for each position, the start first";
            findings.push(Diagnostic::new(format!("{} has no positions", source.name())).hint(hint));
        }
        // Whoever leads to a wrong name is right.
        findings.into_result(())?;
        let mut findings = Diagnostics::new();
        let mut reached = vec![false; lines.len()];
        if let Some(first) = reached.first_mut() {
            *first = true;
        }
        let mut all: Vec<Position> = Vec::new();
        for (line, place) in lines {
            let position = Position::new(line, head, &players, &numbers);
            let position = position.and_then(|position| {
                let first = all.first().map_or(&position.scene, |first| &first.scene);
                if is_alike(first, &position.scene) {
                    Ok(position)
                } else {
                    Err(("the board is of another kind or size than at the start".to_owned(), String::new()))
                }
            });
            match position {
                Err((message, hint)) => {
                    let hint =
                        if hint.is_empty() { "see the first position, and what a line has".to_owned() } else { hint };
                    findings.push(Diagnostic::new(message).at(source, place.clone()).hint(hint));
                }
                Ok(position) => {
                    position.moves.iter().for_each(|mv| reached[mv.to as usize] = true);
                    all.push(position);
                }
            }
        }
        findings.into_result(())?;
        let mut findings = Diagnostics::new();
        for ((line, place), _) in lines.iter().zip(&reached).filter(|(_, reached)| !**reached) {
            let message = format!("nothing leads to `{}`", line.name);
            findings
                .push(Diagnostic::new(message).at(source, place.clone()).hint("remove it, or let a move lead there"));
        }
        findings.into_result(Self { players, goal: head.goal.clone(), all, numbers })
    }
}

fn is_alike(one: &Scene, other: &Scene) -> bool {
    match (one, other) {
        (Scene::Grid(one), Scene::Grid(other)) => {
            (one.columns, one.squares.len()) == (other.columns, other.squares.len())
        }
        (one, other) => std::mem::discriminant(one) == std::mem::discriminant(other),
    }
}

/// What is wrong, and what to do about it.
type Wrong = (String, String);

impl Position {
    fn new(line: &Line, head: &Head, players: &Players, numbers: &HashMap<String, u32>) -> Result<Self, Wrong> {
        let scene = scene(&line.board, head)?;
        let status = status(line, players)?;
        if line.moves.is_empty() != matches!(status, Status::Over(_)) {
            let message = if line.moves.is_empty() {
                "there is no move, and no `result`"
            } else {
                "there are moves after the end"
            };
            return Err((message.to_owned(), "a position has either `moves` or a `result`".to_owned()));
        }
        let mut moves = Vec::new();
        for (index, mv) in line.moves.iter().enumerate() {
            let Some(&to) = numbers.get(&mv.to) else {
                let mut known: Vec<&str> = numbers.keys().map(String::as_str).collect();
                known.sort_unstable();
                let hint = did_you_mean(&mv.to, known);
                return Err((format!("the move `{}` leads to `{}`, which is not there", mv.name, mv.to), hint));
            };
            if line.moves[..index].iter().any(|other| other.name == mv.name) {
                return Err((format!("two moves are called `{}`", mv.name), "give each another name".to_owned()));
            }
            moves.push(Move { to, slug: Slug::new(mv.name.clone()), ..mv.touched(&scene, index)? });
        }
        Ok(Self { name: line.name.clone(), status, scene, tally: line.tally.clone(), moves })
    }
}

impl MoveOfLine {
    /// Returns what is touched and said for the move, which is the one with this number.
    fn touched(&self, scene: &Scene, number: usize) -> Result<Move, Wrong> {
        let place = |name: &String| {
            let Scene::Grid(grid) = scene else { return None };
            let is_named = |square: &usize| {
                let mut own = String::new();
                grid.push_name(*square, &mut own);
                own == *name
            };
            (0..grid.squares.len()).find(is_named).map(Target::Square)
        };
        let known = |name: &String| {
            place(name).ok_or_else(|| {
                let hint = "squares are named as in chess: `a1` is at the lower left".to_owned();
                (format!("the board has no place `{name}`"), hint)
            })
        };
        let said = self.label.clone().unwrap_or_else(|| self.name.clone());
        let at = self.at.as_ref().map(known).transpose()?.unwrap_or(Target::Word(number));
        let short = self.at.clone().unwrap_or_else(|| said.clone());
        let whole = if self.at.is_some() && self.label.is_none() {
            Message::key("move-place").with("place", short.clone())
        } else if short == said {
            said.clone().into()
        } else {
            format!("{short}, {said}").into()
        };
        let clicks = match &self.from {
            None => Clicks::one(at),
            Some(from) => {
                let label = Label::new(from.clone(), Message::key("move-choose").with("piece", from.clone()));
                let piece = Piece { at: known(from)?, slug: Slug::new(from.clone()), label };
                Clicks::ChooseThenPlace { piece, at }
            }
        };
        Ok(Move { slug: Slug::new("-"), to: 0, clicks, label: Label { short: short.into(), whole } })
    }
}

fn scene(board: &Board, head: &Head) -> Result<Scene, Wrong> {
    let rows = match board {
        Board::Text(text) => return Ok(Scene::Text(text.clone().into())),
        Board::Rows(rows) => rows,
    };
    let columns = rows.first().map_or(0, |row| row.chars().count());
    let hint = || "all rows have as many characters, 1 to 26: `[\"..#\", \"X..\"]`".to_owned();
    if columns == 0 || columns > 26 || rows.len() > 26 {
        return Err(("the rows of the board make no grid".to_owned(), hint()));
    }
    if let Some(row) = rows.iter().find(|row| row.chars().count() != columns) {
        let message = format!("the row `{row}` has {} characters, and the first one {columns}", row.chars().count());
        return Err((message, hint()));
    }
    let square = |letter: char| match letter {
        '.' => Square::Empty,
        '#' => Square::Wall,
        ' ' => Square::Gap,
        mark => {
            let owner = if head.pieces.get(&mark) == Some(&2) { Player::Second } else { Player::First };
            Square::Mark(owner, mark.to_string().into())
        }
    };
    let squares: Vec<Square> = rows.iter().flat_map(|row| row.chars()).map(square).collect();
    let style = if squares.contains(&Square::Wall) { GridStyle::Discs } else { GridStyle::Lines };
    Ok(Scene::Grid(Grid { columns, style, edges: Coordinates::Chess, squares, emphasis: Vec::new() }))
}

fn status(line: &Line, players: &Players) -> Result<Status, Wrong> {
    let player = |number: u8| match number {
        1 => Some(Player::First),
        2 => Some(Player::Second),
        _ => None,
    };
    let is_puzzle = *players == Players::One;
    let wrong = |what: &str| {
        let hint = if is_puzzle {
            "`result` is \"solved\" or \"stuck\" here; for two the first line has `players`: `[\"X\", \"O\"]`"
        } else {
            "`turn` is 1 or 2, and `result` the winner, 1 or 2, or \"draw\""
        };
        Err((what.to_owned(), hint.to_owned()))
    };
    match (&line.result, line.turn) {
        (Some(ResultOfLine::Winner(number)), _) if !is_puzzle => match player(*number) {
            Some(player) => Ok(Status::Over(Outcome::Win(player))),
            None => wrong("nobody has this number"),
        },
        (Some(ResultOfLine::Word(word)), _) => match (&**word, is_puzzle) {
            ("draw", false) => Ok(Status::Over(Outcome::Draw)),
            ("solved", true) => Ok(Status::Over(Outcome::Solved)),
            ("stuck", true) => Ok(Status::Over(Outcome::Stuck)),
            _ => wrong(&format!("`{word}` is no result here")),
        },
        (Some(_), _) => wrong("a puzzle for one has no winner"),
        (None, turn) if is_puzzle && turn.is_none_or(|turn| turn == 1) => Ok(Status::Turn(Player::First)),
        (None, Some(turn)) => {
            player(turn).map_or_else(|| wrong("nobody has this number"), |player| Ok(Status::Turn(player)))
        }
        (None, None) => wrong("nothing says whose turn it is, or how it ended"),
    }
}

impl LinesGame {
    fn at(&self, state: u32) -> &Position {
        &self.0.all[state as usize]
    }
}

impl Rules for LinesGame {
    type State = u32;
    type Move = u16;

    fn players(&self) -> Players {
        self.0.players.clone()
    }

    fn start(&self) -> u32 {
        0
    }

    fn status(&self, &state: &u32) -> Status {
        self.at(state).status
    }

    fn moves(&self, &state: &u32, out: &mut Vec<u16>) {
        out.extend(0..self.at(state).moves.len() as u16);
    }

    fn play(&self, &state: &u32, mv: u16) -> u32 {
        self.at(state).moves[usize::from(mv)].to
    }
}

impl Show for LinesGame {
    fn slug(&self, &state: &u32, out: &mut String) {
        out.push_str(&self.at(state).name);
    }

    fn parse_slug(&self, text: &str) -> Result<u32, SlugError> {
        self.0.numbers.get(text).copied().ok_or_else(|| SlugError::new(text, "the file has no such position"))
    }

    fn move_slug(&self, &state: &u32, mv: u16) -> Slug {
        self.at(state).moves[usize::from(mv)].slug.clone()
    }

    fn goal(&self) -> Message {
        self.0.goal.clone().into()
    }

    fn scene(&self, &state: &u32) -> Scene {
        self.at(state).scene.clone()
    }

    fn tally(&self, &state: &u32) -> Message {
        self.at(state).tally.clone().into()
    }

    fn clicks(&self, &state: &u32, mv: u16) -> Clicks {
        self.at(state).moves[usize::from(mv)].clicks.clone()
    }

    fn label(&self, &state: &u32, mv: u16) -> Label {
        self.at(state).moves[usize::from(mv)].label.clone()
    }
}
