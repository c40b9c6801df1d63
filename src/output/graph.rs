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
//! The states are those that play can reach, the start first; `to` is an index of this list. `turn` is the index in `players` of
//! whoever moves, and `null` where play is over. `value` is the value of the state under best play: `{"win": PLAYER}`, `"draw"`,
//! `"endless"` or, in a puzzle whose goal is out of reach, `"unsolvable"`; a puzzle has one player, whose win is the solution.
//! `distance` is the number of moves until then. `slug` is the name of the state in addresses, and `name` that of a move.

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

#[derive(Serialize)]
struct File<'a> {
    edition: &'a str,
    players: Vec<&'a str>,
    states: Vec<State>,
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

/// Returns the graph of an edition as JSON, as the module describes it.
pub fn to_json(edition: &Edition) -> Vec<u8> {
    let positions = edition.positions();
    let players = match positions.players() {
        Players::One => vec!["you"],
        Players::Two(first, second) => vec![&**first, &**second],
    };
    let states = positions.graph().states().map(|id| state(positions, id, edition.verdict(id))).collect();
    serde_json::to_vec(&File { edition: edition.folder(), players, states }).expect("a graph is plain data")
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
