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

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64;

pub(crate) use format::{Board, Head, Line, MoveOfLine, ResultOfLine};
use format::{HINT, read_line};

use crate::engine::game::{
    Clicks, Coordinates, Description, Fault, GridStyle, Label, Message, Outcome, Parameters, Part, Player, Players,
    Rules, Scene, Show, Slug, Square, Status, Target,
};
use crate::engine::games::Game;
use crate::engine::graph::{check_board, check_names, check_slug, check_status};
use crate::engine::limits::{LONGEST_NAME, LONGEST_TEXT, MOST_MOVES, MOST_ROWS};
use crate::ground::diagnostic::{Diagnostic, Diagnostics, Source};

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

/// Reads a game from a file with one position per line, and gives it a name. The game has no parameters.
///
/// # Errors
///
/// Returns an error with the mistakes in the lines of the game.
pub fn read_game(name: &str, source: &Source) -> Result<Game, Diagnostics> {
    let mut findings = Diagnostics::new();
    let (mut head, mut lines, mut start) = (None, Vec::new(), 0);
    for text in source.text().split_inclusive('\n') {
        let place = start..start + text.trim_end().len();
        start += text.len();
        if text.trim().is_empty() {
            continue;
        }
        if head.is_none() && lines.is_empty() && !text.contains("\"name\"") {
            let hint = "use only the keys `players`, such as `[\"X\", \"O\"]`, `goal` and `pieces` on the first line";
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
    let version = xxh3_64(source.text().as_bytes());
    Ok(Game::of_file(Arc::new(description), Parameters::new(), version, positions))
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
            if let Err(problem) = check_slug(&line.name) {
                findings.push(wrong(place, problem, "change the `name`, also in moves that lead to the position"));
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
        for (line, place) in lines {
            let position = Position::new(line, head, &players, &numbers);
            let position = position.and_then(|position| {
                let start = &all.first().unwrap_or(&position).scene;
                check_board(&position.scene, start).map_err(Diagnostic::new)?;
                Ok(position)
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
        let hint = "remove the position, or add a move that leads to it";
        let unreached =
            unreached.map(|((line, place), _)| wrong(place, format!("no move leads to `{}`", line.name), hint));
        unreached.collect::<Diagnostics>().into_result(Self { players, goal: head.goal.clone(), all })
    }
}

impl Position {
    fn new(line: &Line, head: &Head, players: &Players, numbers: &HashMap<String, u32>) -> Result<Self, Diagnostic> {
        if line.moves.len() > MOST_MOVES {
            let what = format!("the position has {} moves", line.moves.len());
            return Err(Diagnostic::new(what).hint(format!("use at most {MOST_MOVES} moves: a page can show no more")));
        }
        check_length("`tally`", &line.tally, LONGEST_TEXT)?;
        let scene = scene(&line.board, head)?;
        let status = status(line, players)?;
        let numbers_of_moves: Vec<usize> = (0..line.moves.len()).collect();
        check_status(players, status, &numbers_of_moves)
            .map_err(|problem| Diagnostic::new(problem).hint(STATUS_HINT))?;
        let slugs = line.moves.iter().map(|mv| Slug::new(mv.name.clone())).collect();
        let hint = "give each move its own name of lower-case letters, digits and hyphens";
        check_names(slugs).map_err(|problem| Diagnostic::new(problem).hint(hint))?;
        let mut moves = Vec::new();
        for (index, mv) in line.moves.iter().enumerate() {
            let Some(&to) = numbers.get(&mv.to) else {
                let what = format!("the move `{}` leads to `{}`, which does not exist", mv.name, mv.to);
                return Err(Diagnostic::new(what).hint("correct the name, or add a line for this position"));
            };
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
            return Ok(Scene::Text(text.clone().into(), "".into()));
        }
        Board::Rows(rows) => rows,
    };
    let columns = rows.first().map_or(0, |row| row.chars().count());
    let is_size = |count| (1..=MOST_ROWS).contains(&count);
    if !is_size(columns) || !is_size(rows.len()) || rows.iter().any(|row| row.chars().count() != columns) {
        let hint = "give all rows the same number of characters, from 1 to 26: `[\"..#\", \"X..\"]`";
        return Err(Diagnostic::new("the rows of the board do not form a grid").hint(hint));
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

const STATUS_HINT: &str = "if play goes on, write `moves` and, for two players, `turn` (1 or 2); if it has ended, \
                           write `result`: 1 or 2 for the winner, or \"draw\"; in a puzzle, \"solved\" or \"stuck\"";

fn status(line: &Line, players: &Players) -> Result<Status, Diagnostic> {
    let wrong = |what: &str| Diagnostic::new(what).hint(STATUS_HINT);
    let player = |number: u8| Player::numbered(number.into()).ok_or_else(|| wrong("no player has this number"));
    Ok(match (&line.result, line.turn) {
        (Some(ResultOfLine::Winner(number)), _) => Status::Over(Outcome::Win(player(*number)?)),
        (Some(ResultOfLine::Word(word)), _) => Status::Over(match &**word {
            "draw" => Outcome::Draw,
            "solved" => Outcome::Solved,
            "stuck" => Outcome::Stuck,
            _ => return Err(wrong(&format!("`{word}` is not a possible result"))),
        }),
        (None, None) if *players != Players::One => {
            return Err(wrong("the position has neither a `turn` nor a `result`"));
        }
        (None, turn) => Status::Turn(player(turn.unwrap_or(1))?),
    })
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

    fn slug(&self, &state: &u32) -> String {
        self.at(state).name.clone()
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
