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
use crate::graph::StateId;
use crate::solve::{GameValue, Verdict};

/// The name of the file in the folder of its edition.
pub const NAME: &str = "graph.json";

/// Returns the path of the graph of an edition on the website.
pub fn path(edition: &Edition) -> String {
    format!("{}/{NAME}", edition.folder())
}

/// How many states a thread writes at a time.
const CHUNK: usize = 256;

/// Appends the graph of an edition as JSON, as the module describes it.
pub fn write(edition: &Edition, json: &mut Vec<u8>) {
    let positions = edition.positions();
    let players = match positions.players() {
        Players::One => vec!["you"],
        Players::Two(first, second) => vec![&**first, &**second],
    };
    let states: Vec<StateId> = positions.graph().states().collect();
    // Solved before the threads ask for it together.
    edition.verdict(StateId::START);
    let chunks: Vec<Vec<u8>> = states.par_chunks(CHUNK).map(|states| write_states(edition, states)).collect();
    json.reserve(chunks.iter().map(Vec::len).sum::<usize>() + 1024);
    write_part(json, "{\"edition\":", edition.folder());
    write_part(json, ",\"players\":", &players);
    json.extend_from_slice(b",\"states\":[");
    for chunk in &chunks {
        json.extend_from_slice(chunk);
    }
    json.pop();
    json.extend_from_slice(b"]}");
}

/// Returns states as JSON, with a comma after each.
fn write_states(edition: &Edition, states: &[StateId]) -> Vec<u8> {
    let positions = edition.positions();
    let mut json = Vec::with_capacity(states.len() * 256);
    let mut slug = String::new();
    for &id in states {
        slug.clear();
        positions.write_slug(id, &mut slug);
        let turn = match positions.graph().status(id) {
            Status::Turn(player) => Some(index(player)),
            Status::Over(_) => None,
        };
        let Verdict { value, distance } = edition.verdict(id);
        write_part(&mut json, "{\"slug\":", &slug);
        write_part(&mut json, ",\"turn\":", &turn);
        write_part(&mut json, ",\"value\":", &worth(value));
        write_part(&mut json, ",\"distance\":", &distance);
        json.extend_from_slice(b",\"moves\":[");
        let choices = positions.choices(id).into_iter().zip(positions.move_slugs(id));
        let moves = choices.zip(positions.graph().successors(id));
        let before = json.len();
        for ((choice, name), to) in moves {
            write_part(&mut json, "{\"name\":", name.as_str());
            write_part(&mut json, ",\"label\":", &choice.label.full());
            write_part(&mut json, ",\"to\":", &to.index());
            json.extend_from_slice(b"},");
        }
        if json.len() > before {
            json.pop();
        }
        json.extend_from_slice(b"]},");
    }
    json
}

/// Appends what stands before a value, and the value.
fn write_part(json: &mut Vec<u8>, before: &str, value: &(impl Serialize + ?Sized)) {
    json.extend_from_slice(before.as_bytes());
    serde_json::to_writer(json, value).expect("plain data in memory");
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Worth {
    Win(usize),
    Draw,
    Endless,
    Unsolvable,
}

fn worth(value: GameValue) -> Worth {
    match value {
        GameValue::Win(player) => Worth::Win(index(player)),
        GameValue::Draw => Worth::Draw,
        GameValue::Endless => Worth::Endless,
        GameValue::Unsolvable => Worth::Unsolvable,
    }
}

fn index(player: Player) -> usize {
    match player {
        Player::First => 0,
        Player::Second => 1,
    }
}
