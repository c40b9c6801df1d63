//! Games that any program can write as data: a file in JSON with one position per line.
//!
//! ```json
//! {"players": ["X", "O"], "goal": "Leave the last match to the other player."}
//! {"name": "a-2", "board": "Two matches.", "turn": 1, "moves": [{"name": "one", "to": "b-1"}]}
//! {"name": "b-1", "board": "One match.", "turn": 2, "moves": [{"name": "one", "to": "a-0"}]}
//! {"name": "a-0", "board": "None.", "result": 1}
//! ```
//!
//! The first line, which contains no position, is optional, and so are all its keys. Play begins in the position of the
//! first line that contains one.

mod format;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64;

pub(crate) use format::{Board, Head, Line, MoveOfLine, ResultOfLine};
use format::{HINT, read_line};

use crate::engine::game::{
    Clicks, Coordinates, Description, Fault, GridStyle, Label, Message, Outcome, ParameterError, ParameterReader,
    Parameters, Part, Player, Players, Rules, Scene, Show, Slug, Square, Status, Target, is_slug,
};
use crate::engine::games::Game;
use crate::engine::limits::{LONGEST_NAME, LONGEST_TEXT, MOST_MOVES, MOST_ROWS};
use crate::ground::diagnostic::{Diagnostic, Diagnostics, Source, did_you_mean};
use crate::ground::files::why_unfit;

/// A game read from a file with one position per line.
#[derive(Clone, Debug)]
pub struct LinesFile {
    description: Arc<Description>,
    game: Game,
}

#[derive(Debug)]
struct Positions {
    players: Players,
    goal: String,
    all: Vec<Position>,
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

impl LinesFile {
    /// Reads a game and gives it a name.
    ///
    /// # Errors
    ///
    /// Returns an error with the mistakes in the lines of the game.
    pub fn read(name: &str, source: &Source) -> Result<Self, Diagnostics> {
        let mut findings = Diagnostics::new();
        let (mut head, mut lines, mut start) = (None, Vec::new(), 0);
        for text in source.text().split_inclusive('\n') {
            let place = start..start + text.trim_end().len();
            start += text.len();
            if text.trim().is_empty() {
                continue;
            }
            if head.is_none() && lines.is_empty() && !text.contains("\"name\"") {
                let hint =
                    "use only the keys `players`, such as `[\"X\", \"O\"]`, `goal` and `pieces` on the first line";
                head = Some(findings.keep(read_line(text, source, place.start, hint)).unwrap_or_default());
            } else if let Some(line) = findings.keep(read_line::<Line>(text, source, place.start, HINT)) {
                lines.push((line, place));
            }
        }
        findings.into_result(())?;
        let head: Head = head.unwrap_or_default();
        for name in head.players.iter().flatten() {
            check_name("the name of a player", name)?;
        }
        if let Some([first, second]) = &head.players
            && first == second
        {
            let hint = "give each a name of its own: `\"players\": [\"X\", \"O\"]`";
            return Err(Diagnostic::new("both players have the same name").hint(hint).into());
        }
        check_length("`goal`", &head.goal, LONGEST_TEXT)?;
        if let Some((mark, owner)) = head.pieces.iter().find(|(_, owner)| !(1..=2).contains(*owner)) {
            let what = format!("the pieces `{mark}` belong to player {owner}, who does not exist");
            return Err(Diagnostic::new(what).hint("write 1 or 2 as the player: `\"pieces\": { \"X\": 1 }`").into());
        }
        let positions = Positions::new(&head, &lines, source)?;
        let description = Description {
            name: name.to_owned().into(),
            summary: head.goal.clone().into(),
            parameters: Vec::new(),
            slugs: "the names in the file".into(),
            policies: Vec::new(),
        };
        let (description, version) = (Arc::new(description), xxh3_64(source.text().as_bytes()));
        Ok(Self { game: Game::of_file(Arc::clone(&description), Parameters::new(), version, positions), description })
    }

    /// Returns the game. A game in this format has no parameters, so `parameters` must be empty.
    ///
    /// # Errors
    ///
    /// Returns an error if `parameters` is not empty.
    pub fn open(&self, parameters: &Parameters) -> Result<Game, ParameterError> {
        ParameterReader::new(parameters, &self.description.parameters).finish()?;
        Ok(self.game.clone())
    }
}

impl Positions {
    fn new(head: &Head, lines: &[(Line, Range<usize>)], source: &Source) -> Result<Self, Diagnostics> {
        let wrong = |place: &Range<usize>, message: String, hint: &str| {
            Diagnostic::new(message).at(source, place.clone()).hint(hint)
        };
        let players = match &head.players {
            None => Players::One,
            Some([first, second]) => Players::Two(first.clone().into(), second.clone().into()),
        };
        let (mut findings, mut numbers) = (Diagnostics::new(), HashMap::new());
        for (number, (line, place)) in lines.iter().enumerate() {
            if !is_slug(&line.name) || line.name == "index" {
                let hint = "use lower-case letters, digits and hyphens; the name `index` is reserved";
                findings.push(wrong(place, format!("`{}` cannot name a position", line.name), hint));
            }
            if let Some(hint) = why_unfit(&line.name) {
                findings.push(wrong(place, format!("`{}` cannot be the name of a file", line.name), &hint));
            }
            if numbers.insert(line.name.clone(), number as u32).is_some() {
                findings.push(wrong(place, format!("`{}` occurs twice", line.name), "give each position its own name"));
            }
        }
        if lines.is_empty() {
            let hint = "write a line for each position, beginning with the start";
            findings.push(Diagnostic::new(format!("{} has no positions", source.name())).hint(hint));
        }
        // Moves refer to names, so check no further if names are wrong.
        findings.into_result(())?;
        let (mut findings, mut all) = (Diagnostics::new(), Vec::<Position>::new());
        let known: BTreeSet<&str> = numbers.keys().map(String::as_str).collect();
        for (line, place) in lines {
            // Searching for similar names takes time proportional to the file, so findings that are only counted skip
            // it.
            let known = if findings.is_more_than_told() { &BTreeSet::new() } else { &known };
            let position = Position::new(line, head, &players, &numbers, known);
            let position = position.and_then(|position| match all.first() {
                Some(first) if !is_alike(&first.scene, &position.scene) => {
                    Err(Diagnostic::new("the board differs in kind or size from the board at the start"))
                }
                _ => Ok(position),
            });
            let placed = position.map_err(|found| {
                let hint = found.advice().filter(|hint| !hint.is_empty());
                let hint = hint.unwrap_or("compare this line with the line of the first position").to_owned();
                found.at(source, place.clone()).hint(hint)
            });
            all.extend(findings.keep(placed));
        }
        findings.into_result(())?;
        let reached: HashSet<u32> = all.iter().flat_map(|position| &position.moves).map(|mv| mv.to).collect();
        let unreached = lines.iter().zip(0..).filter(|(_, number)| *number > 0 && !reached.contains(number));
        let unreached = unreached.map(|((line, place), _)| {
            wrong(
                place,
                format!("no move leads to `{}`", line.name),
                "remove the position, or add a move that leads to it",
            )
        });
        unreached.collect::<Diagnostics>().into_result(Self { players, goal: head.goal.clone(), all })
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

impl Position {
    fn new(
        line: &Line,
        head: &Head,
        players: &Players,
        numbers: &HashMap<String, u32>,
        known: &BTreeSet<&str>,
    ) -> Result<Self, Diagnostic> {
        if line.moves.len() > MOST_MOVES {
            let what = format!("the position has {} moves", line.moves.len());
            return Err(Diagnostic::new(what).hint(format!("use at most {MOST_MOVES} moves: a page can show no more")));
        }
        check_length("`tally`", &line.tally, LONGEST_TEXT)?;
        let scene = scene(&line.board, head)?;
        let status = status(line, players)?;
        let is_over = matches!(status, Status::Over(_));
        if line.moves.is_empty() != is_over {
            let what = if is_over {
                "a position with a `result` cannot have `moves`"
            } else {
                "the position has neither `moves` nor a `result`"
            };
            return Err(Diagnostic::new(what).hint("write either `moves` or a `result`"));
        }
        let (mut moves, mut slugs) = (Vec::new(), HashSet::new());
        for (index, mv) in line.moves.iter().enumerate() {
            let Some(&to) = numbers.get(&mv.to) else {
                let what = format!("the move `{}` leads to `{}`, which does not exist", mv.name, mv.to);
                return Err(Diagnostic::new(what).hint(did_you_mean(&mv.to, known.iter().copied())));
            };
            if !slugs.insert(Slug::new(mv.name.clone())) {
                let what = format!("two moves have the name `{}` in URLs", Slug::new(mv.name.clone()));
                return Err(
                    Diagnostic::new(what).hint("give each move its own name of lower-case letters, digits and hyphens")
                );
            }
            moves.push(mv.read(&scene, index, to)?);
        }
        Ok(Self { name: line.name.clone(), status, scene, tally: line.tally.clone(), moves })
    }
}

impl MoveOfLine {
    /// Reads the move with index `number`, which leads to the position `to`.
    fn read(&self, scene: &Scene, number: usize, to: u32) -> Result<Move, Diagnostic> {
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
            let missing = || Diagnostic::new(format!("the board has no place `{name}`"));
            place(name).ok_or_else(|| missing().hint("name squares as in chess: `a1` is at the lower left"))
        };
        let said = self.label.as_ref().unwrap_or(&self.name);
        check_name("the label of a move", said)?;
        let at = self.at.as_ref().map(known).transpose()?.unwrap_or(Target::Word(number));
        let short = self.at.as_ref().unwrap_or(said);
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
                let choose = Message::key("move-choose").with("piece", from.clone());
                Clicks::move_piece(from.clone(), choose, known(from)?, at)
            }
        };
        Ok(Move { slug: Slug::new(self.name.clone()), to, clicks, label: Label::new(short.clone(), whole) })
    }
}

fn check_length(what: &str, text: &str, longest: usize) -> Result<(), Diagnostic> {
    let message = || Diagnostic::new(format!("{what} has {} bytes", text.len()));
    if text.len() > longest { Err(message().hint(format!("shorten it to at most {longest} bytes"))) } else { Ok(()) }
}

fn check_name(what: &str, text: &str) -> Result<(), Diagnostic> {
    if text.trim().is_empty() {
        return Err(Diagnostic::new(format!("{what} is blank")).hint("write at least one letter"));
    }
    check_length(what, text, LONGEST_NAME)
}

fn scene(board: &Board, head: &Head) -> Result<Scene, Diagnostic> {
    let rows = match board {
        Board::Text(text) => {
            check_length("`board`", text, LONGEST_TEXT)?;
            return Ok(Scene::Text(text.clone().into()));
        }
        Board::Rows(rows) => rows,
    };
    let columns = rows.first().map_or(0, |row| row.chars().count());
    let wrong = |message: String| {
        Err(Diagnostic::new(message)
            .hint("give all rows the same number of characters, from 1 to 26: `[\"..#\", \"X..\"]`"))
    };
    if columns == 0 || columns > MOST_ROWS || rows.len() > MOST_ROWS {
        return wrong("the rows of the board do not form a grid".to_owned());
    }
    if let Some(row) = rows.iter().find(|row| row.chars().count() != columns) {
        let count = row.chars().count();
        return wrong(format!("the length of the row `{row}` is {count}, but that of the first row is {columns}"));
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
    Ok(Scene::grid(columns, style, Coordinates::Chess, squares))
}

fn status(line: &Line, players: &Players) -> Result<Status, Diagnostic> {
    let is_puzzle = *players == Players::One;
    let wrong = |what: &str| {
        Diagnostic::new(what).hint(if is_puzzle {
            "write \"solved\" or \"stuck\" as `result`; for two players, add `players` to the first line"
        } else {
            "if the game goes on, add `turn` (1 or 2); if it has ended, add `result` (1 or 2 for the winner, or \
             \"draw\")"
        })
    };
    let player = |number: u8| Player::numbered(number.into()).ok_or_else(|| wrong("no player has this number"));
    match (&line.result, line.turn) {
        (Some(ResultOfLine::Winner(_)), _) if is_puzzle => Err(wrong("a puzzle cannot have a winner")),
        (Some(ResultOfLine::Winner(number)), _) => Ok(Status::Over(Outcome::Win(player(*number)?))),
        (Some(ResultOfLine::Word(word)), _) => match (&**word, is_puzzle) {
            ("draw", false) => Ok(Status::Over(Outcome::Draw)),
            ("solved", true) => Ok(Status::Over(Outcome::Solved)),
            ("stuck", true) => Ok(Status::Over(Outcome::Stuck)),
            _ => Err(wrong(&format!("`{word}` is not a possible result of this game"))),
        },
        (None, None | Some(1)) if is_puzzle => Ok(Status::Turn(Player::First)),
        (None, Some(_)) if is_puzzle => Err(wrong("a puzzle has one player, so it cannot have a `turn`")),
        (None, Some(turn)) => Ok(Status::Turn(player(turn)?)),
        (None, None) => Err(wrong("the position has neither a `turn` nor a `result`")),
    }
}

impl Positions {
    fn at(&self, state: u32) -> &Position {
        &self.all[state as usize]
    }

    fn mv(&self, state: u32, mv: u16) -> &Move {
        &self.at(state).moves[usize::from(mv)]
    }
}

impl Rules for Positions {
    type State = u32;
    type Move = u16;

    fn players(&self) -> Players {
        self.players.clone()
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
        self.mv(state, mv).to
    }
}

impl Show for Positions {
    fn blame(&self, _: Part, problem: &str) -> Option<Fault> {
        Some(Fault::new(problem, "check the line of this position; the first position, the start, has the number 0"))
    }

    fn slug(&self, &state: &u32, out: &mut String) {
        out.push_str(&self.at(state).name);
    }

    fn move_slug(&self, &state: &u32, mv: u16) -> Slug {
        self.mv(state, mv).slug.clone()
    }

    fn goal(&self) -> Message {
        self.goal.clone().into()
    }

    fn scene(&self, &state: &u32) -> Scene {
        self.at(state).scene.clone()
    }

    fn tally(&self, &state: &u32) -> Message {
        self.at(state).tally.clone().into()
    }

    fn clicks(&self, &state: &u32, mv: u16) -> Clicks {
        self.mv(state, mv).clicks.clone()
    }

    fn label(&self, &state: &u32, mv: u16) -> Label {
        self.mv(state, mv).label.clone()
    }
}
