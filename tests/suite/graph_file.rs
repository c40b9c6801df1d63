//! `graph.json`: the data of an edition says what is known of its game.

use std::fs;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

#[test]
fn the_graph_of_nim_is_its_theory_as_data() {
    let folder = TempDir::new().expect("a temporary folder");
    let mut build = Command::cargo_bin("pageturner").expect("the program");
    build.args(["build", "--quiet", "--only", "nim/two-player", "--output-dir"]).arg(folder.path());
    build.current_dir(env!("CARGO_MANIFEST_DIR")).assert().success();
    let bytes = fs::read(folder.path().join("nim/two-player/graph.json")).expect("the file");
    let graph: Value = serde_json::from_slice(&bytes).expect("JSON");
    assert_eq!(graph["edition"], "nim/two-player");
    assert_eq!(graph["players"], serde_json::json!(["Player A", "Player B"]));
    let states = graph["states"].as_array().expect("a list");
    assert_eq!(states.len(), 232);
    assert_eq!(states[0]["slug"], "a-3-4-5");
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let number = |value: &Value| usize::try_from(value.as_u64().expect("a number")).expect("a small number");
    let mut count = 0;
    for state in states {
        let slug = text(&state["slug"]);
        let (turn, rows) = slug.split_once('-').expect("a player and rows");
        let rows: Vec<u32> = rows.split('-').map(|row| row.parse().expect("a number")).collect();
        let mover = usize::from(turn == "b");
        let xor = rows.iter().fold(0, |xor, row| xor ^ row);
        let winner = if xor == 0 { 1 - mover } else { mover };
        assert_eq!(state["value"], serde_json::json!({ "win": winner }), "{slug}");
        let over = rows.iter().sum::<u32>() == 0;
        assert_eq!(state["turn"], if over { Value::Null } else { mover.into() }, "{slug}");
        let listed = state["moves"].as_array().expect("a list");
        assert_eq!(listed.len(), rows.iter().sum::<u32>() as usize, "{slug}");
        count += listed.len();
        for mv in listed {
            // A move is called by its row from the top and the pieces that it takes.
            let name = text(&mv["name"]);
            let (row, pieces) = name.split_once('-').expect("a row and pieces");
            let mut after = rows.clone();
            after[row.parse::<usize>().expect("a row") - 1] -= pieces.parse::<u32>().expect("pieces");
            let after: Vec<_> = after.iter().map(u32::to_string).collect();
            let next = if turn == "a" { "b" } else { "a" };
            assert_eq!(
                text(&states[number(&mv["to"])]["slug"]),
                format!("{next}-{}", after.join("-")),
                "{slug}: {name}"
            );
        }
    }
    assert_eq!(count, 1356);
}
