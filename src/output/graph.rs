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

use rayon::prelude::*;
use serde::Serialize;

use crate::edition::Edition;
use crate::game::{Player, Players, Status};
use crate::graph::{Positions, StateId};
use crate::solve::{GameValue, Verdict};

/// The name of the file in the folder of its edition.
pub const NAME: &str = "graph.json";

/// Returns the path of the graph of an edition on the website.
pub fn path(edition: &Edition) -> String {
    format!("{}/{NAME}", edition.folder())
}

/// What stands before the states.
#[derive(Serialize)]
struct Head<'a> {
    edition: &'a str,
    players: Vec<&'a str>,
}

#[derive(Serialize)]
struct State {
    slug: String,
    turn: Option<usize>,
    value: Worth,
    distance: u32,
    moves: Vec<Move>,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Worth {
    Win(usize),
    Draw,
    Endless,
    Unsolvable,
}

#[derive(Serialize)]
struct Move {
    name: String,
    label: String,
    to: usize,
}

/// How many states a thread writes at a time.
const CHUNK: usize = 256;

/// Returns the graph of an edition as JSON, as the module describes it.
pub fn to_json(edition: &Edition) -> Vec<u8> {
    let positions = edition.positions();
    let players = match positions.players() {
        Players::One => vec!["you"],
        Players::Two(first, second) => vec![&**first, &**second],
    };
    let states: Vec<StateId> = positions.graph().states().collect();
    let write_chunk = |states: &[StateId]| {
        let mut json = Vec::new();
        for &id in states {
            write(&state(positions, id, edition.verdict(id)), &mut json);
            json.push(b',');
        }
        json
    };
    // Solved before the threads ask for it together.
    edition.verdict(StateId::START);
    let chunks: Vec<Vec<u8>> = states.par_chunks(CHUNK).map(write_chunk).collect();
    let mut json = Vec::with_capacity(chunks.iter().map(Vec::len).sum::<usize>() + 1024);
    write(&Head { edition: edition.folder(), players }, &mut json);
    // The states follow as the last field of the object.
    json.truncate(json.len() - 1);
    json.extend_from_slice(b",\"states\":[");
    for chunk in &chunks {
        json.extend_from_slice(chunk);
    }
    json.truncate(json.len() - 1);
    json.extend_from_slice(b"]}");
    json
}

fn write(value: &impl Serialize, json: &mut Vec<u8>) {
    serde_json::to_writer(json, value).expect("plain data in memory");
}

fn state(positions: &dyn Positions, id: StateId, Verdict { value, distance }: Verdict) -> State {
    let choices = positions.choices(id).into_iter().zip(positions.move_slugs(id));
    let moves = choices.zip(positions.graph().successors(id)).map(|((choice, slug), to)| Move {
        name: slug.to_string(),
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
            GameValue::Win(player) => Worth::Win(index(player)),
            GameValue::Draw => Worth::Draw,
            GameValue::Endless => Worth::Endless,
            GameValue::Unsolvable => Worth::Unsolvable,
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
