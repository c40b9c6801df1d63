//! The graph of a game as JSON, for other programs.
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
//! `states` lists the states that play can reach, beginning with the start; `to` is an index into this list. `turn` is
//! the index in `players` of the player to move, and `null` if the game has ended. `value` is the value of the state
//! under best play: `{"win": PLAYER}`, `"draw"`, `"endless"` or, in a puzzle whose goal is out of reach,
//! `"unsolvable"`. A puzzle has one player, whose win is the solution. `distance` is the number of moves to the end.
//! `slug` is the name of the state in addresses, and `name` is the name of the move.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::engine::game::{Message, Players, Status};
use crate::engine::graph::StateId;
use crate::engine::solve::{GameValue, Verdict};
use crate::pages::edition::OpenedEdition;

/// Writes the graph of an edition as JSON.
///
/// # Errors
///
/// Returns an error if writing fails.
pub fn write(edition: OpenedEdition<'_>, mut out: impl Write) -> io::Result<()> {
    write!(out, "{}", beginning(edition))?;
    for (index, id) in edition.positions().graph().states().enumerate() {
        out.write_all(if index == 0 { b"" } else { b"," })?;
        serde_json::to_writer(&mut out, &state(edition, id))?;
    }
    out.write_all(b"]}")
}

fn beginning(edition: OpenedEdition<'_>) -> String {
    let you = Message::key("you");
    let players = match edition.positions().players() {
        Players::One => vec![&you],
        Players::Two(first, second) => vec![first, second],
    };
    let players: Vec<_> = players.into_iter().map(|player| edition.catalogue().say(player)).collect();
    let (edition, players) = (json!(edition.folder()), json!(players));
    format!("{{\"edition\":{edition},\"players\":{players},\"states\":[")
}

fn state(edition: OpenedEdition<'_>, id: StateId) -> Value {
    let positions = edition.positions();
    let Verdict { value, distance, .. } = edition.verdict(id);
    let choices = positions.choices(id).into_iter().zip(positions.move_slugs(id));
    let moves = choices.zip(positions.graph().successors(id)).map(|((choice, name), to)| {
        json!({ "name": name.as_str(), "label": edition.catalogue().say(&choice.label.whole), "to": to.index() })
    });
    let turn = match positions.graph().status(id) {
        Status::Turn(player) => Some(player as usize),
        Status::Over(_) => None,
    };
    let value = match value {
        GameValue::Win(player) => json!({ "win": player as usize }),
        GameValue::Draw => json!("draw"),
        GameValue::Endless => json!("endless"),
        GameValue::Unsolvable => json!("unsolvable"),
    };
    let moves: Vec<_> = moves.collect();
    json!({ "slug": positions.slug(id), "turn": turn, "value": value, "distance": distance, "moves": moves })
}
