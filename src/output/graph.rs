//! The graph of a game as JSON, for people who want the data.
//!
//! ```json
//! {
//!   "edition": "nim/two-player",
//!   "players": ["Player A", "Player B"],
//!   "states": [
//!     {
//!       "slug": "a-3-4-5",
//!       "turn": 0,
//!       "value": { "win": 0 },
//!       "distance": 11,
//!       "moves": [{ "name": "1-1", "label": "take 1 from the top row", "to": 1 }]
//!     }
//!   ]
//! }
//! ```
//!
//! The states are those that play can reach, the start first; `to` is an index of this list. `turn` is the index in
//! `players` of whoever moves, and `null` where play is over. `value` is the value of the state under best play:
//! `{"win": PLAYER}`, `"draw"`, `"endless"` or, in a puzzle whose goal is out of reach, `"unsolvable"`; a puzzle has
//! one player, whose win is the solution. `distance` is the number of moves until then. `slug` is the name of the
//! state in addresses, and `name` that of a move.

use std::io::{self, Write};

use serde::Serialize;

use super::order::in_order;
use crate::edition::Edition;
use crate::game::{Player, Players, Status};
use crate::graph::StateId;
use crate::solve::{GameValue, Verdict};

/// The name of the file in the folder of its edition.
pub const NAME: &str = "graph.json";

/// Returns the path of the graph of an edition on the website.
pub fn path(edition: &Edition) -> String {
    format!("{}/{NAME}", edition.folder())
}

/// How many states a part has.
const STATES: usize = 256;

/// Writes the graph of an edition, which is open, as JSON. A few parts for each thread are in memory at a time.
///
/// # Errors
///
/// When writing fails.
pub fn write(edition: &Edition, mut out: impl Write + Send) -> io::Result<()> {
    in_order(part_count(edition), |number| Ok(part(edition, number)), |part| out.write_all(&part))
}

/// Returns of how many parts the graph of an edition consists, which is then solved.
pub fn part_count(edition: &Edition) -> usize {
    edition.verdict(StateId::START);
    edition.positions().graph().states().len().div_ceil(STATES)
}

/// Returns the part of the graph with this number. All of them one after the other are the graph.
pub fn part(edition: &Edition, number: usize) -> Vec<u8> {
    let states = edition.positions().graph().states();
    let mut json = Vec::new();
    if number == 0 {
        write_beginning(edition, &mut json);
    }
    let count = states.len();
    for (index, id) in states.enumerate().skip(number * STATES).take(STATES) {
        serde_json::to_writer(&mut json, &state(edition, id)).expect("plain data in memory");
        json.extend_from_slice(if index + 1 < count { b"," } else { b"]}" });
    }
    json
}

/// Appends what stands before the states.
fn write_beginning(edition: &Edition, json: &mut Vec<u8>) {
    let players = match edition.positions().players() {
        Players::One => vec!["you"],
        Players::Two(first, second) => vec![&**first, &**second],
    };
    let beginning = Beginning { edition: edition.folder(), players };
    serde_json::to_writer(&mut *json, &beginning).expect("plain data in memory");
    json.pop();
    json.extend_from_slice(b",\"states\":[");
}

#[derive(Serialize)]
struct Beginning<'a> {
    edition: &'a str,
    players: Vec<&'a str>,
}

#[derive(Serialize)]
struct State {
    slug: String,
    turn: Option<usize>,
    value: Value,
    distance: u32,
    moves: Vec<Move>,
}

#[derive(Serialize)]
struct Move {
    name: String,
    label: String,
    to: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Value {
    Win(usize),
    Draw,
    Endless,
    Unsolvable,
}

fn state(edition: &Edition, id: StateId) -> State {
    let positions = edition.positions();
    let Verdict { value, distance, .. } = edition.verdict(id);
    let choices = positions.choices(id).into_iter().zip(positions.move_slugs(id));
    let moves = choices.zip(positions.graph().successors(id)).map(|((choice, name), to)| Move {
        name: name.as_str().to_owned(),
        label: choice.label.full(),
        to: to.index(),
    });
    State {
        slug: positions.slug(id),
        turn: match positions.graph().status(id) {
            Status::Turn(player) => Some(index(player)),
            Status::Over(_) => None,
        },
        value: match value {
            GameValue::Win(player) => Value::Win(index(player)),
            GameValue::Draw => Value::Draw,
            GameValue::Endless => Value::Endless,
            GameValue::Unsolvable => Value::Unsolvable,
        },
        distance,
        moves: moves.collect(),
    }
}

fn index(player: Player) -> usize {
    match player {
        Player::First => 0,
        Player::Second => 1,
    }
}
