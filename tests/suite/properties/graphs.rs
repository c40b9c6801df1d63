//! Reads the published graph, and compares it with the table.

use pageturner::game::{Player, Status};
use serde_json::{Value as Json, json};

use super::table::{Case, text};
use crate::oracle::{Value, Values};

/// Compares the states in the graph, their moves and their values with the table.
pub(super) fn check(case: &Case, values: &Values, graph: &str) -> Result<(), String> {
    let graph: Json = serde_json::from_str(graph).map_err(|error| error.to_string())?;
    let listed = graph["states"].as_array().ok_or("the graph has no list of states")?;
    // The index of each state in the graph, as it is found.
    let mut numbers = vec![None; case.table.states.len()];
    let mut queue = vec![(0, 0)];
    while let Some((state, number)) = queue.pop() {
        if let Some(known) = numbers[state] {
            if known != number {
                return Err(format!("the graph has state {state} as {known} and {number}"));
            }
            continue;
        }
        numbers[state] = Some(number);
        let row = &case.table.states[state];
        let entry = &listed[number];
        let turn = match row.status {
            Status::Turn(player) => json!(u8::from(player == Player::Second)),
            Status::Over(_) => Json::Null,
        };
        let (value, distance) = match values.value(state) {
            Value::Win(player, (_, moves)) => (json!({ "win": u8::from(player == Player::Second) }), moves),
            Value::Draw(moves) => (json!("draw"), moves),
            Value::Endless => (json!("endless"), 0),
            Value::Unsolvable => (json!("unsolvable"), 0),
        };
        let expected = [("slug", json!(row.slug)), ("turn", turn), ("value", value), ("distance", json!(distance))];
        for (field, expected) in expected {
            if entry[field] != expected {
                return Err(format!("in the graph the {field} of {state} is {}, not {expected}", entry[field]));
            }
        }
        let moves = entry["moves"].as_array().ok_or("a state without a list of moves")?;
        if moves.len() != row.moves.len() {
            return Err(format!("in the graph {state} has {} moves", moves.len()));
        }
        for (listed, mv) in moves.iter().zip(&row.moves) {
            if listed["name"] != json!(mv.slug) || listed["label"] != json!(text(&mv.label.whole)) {
                return Err(format!("in the graph the move {} of {state} is {listed}", mv.slug));
            }
            let to = listed["to"].as_u64().and_then(|to| usize::try_from(to).ok()).ok_or("a move to nowhere")?;
            queue.push((mv.to, to));
        }
    }
    let reached = numbers.iter().flatten().count();
    if reached == listed.len() { Ok(()) } else { Err(format!("the graph has {} states, not {reached}", listed.len())) }
}
