//! Games with one position per line: the output of any program can be played unchanged.

use std::process::Command;

use serde_json::{Value, json};

use crate::files::{blocks, of_project};
use crate::fixture::Fixture;

/// Returns the page of a game in a file.
fn page(file: &str) -> String {
    format!(
        "+++\ntitle = \"Lines\"\nsummary = \"A game of lines.\"\ngame = \"{file}\"\n\n[[editions]]\nname = \"play\"\n\
         title = \"Play\"\n+++\n\nThe rules.\n"
    )
}

/// Returns the entry of the only edition of a game in `list`.
fn listed(site: &Fixture, edition: &str) -> Value {
    let (told, _) = site.run(&["list", "--json", "--only", edition]);
    serde_json::from_str::<Value>(&told).expect("JSON")[0].clone()
}

#[test]
fn an_exported_game_is_the_same_game() {
    // A tower of n discs has 3^n positions and 3 (3^n - 1) moves, of which two would lead on from the end.
    for (edition, positions, moves, best_play) in [
        ("tic-tac-toe/two-player", 5478, 16167, "a draw"),
        ("nim/two-player", 232, 1356, "Player A wins in 6"),
        ("hanoi/3-discs", 27, 3 * 26 - 2, "solved in 7"),
        ("ataxx/cross/two-player", 627, 1286, "O wins in 4"),
    ] {
        let site = Fixture::new();
        let root = env!("CARGO_MANIFEST_DIR");
        let (lines, _) = site.run(&["--root", root, "export", "lines", edition, "--output", "-"]);
        assert_eq!(lines.lines().count(), 1 + positions, "{edition}");
        site.write("content/lines.jsonl", &lines);
        site.write("content/lines.md", &page("lines.jsonl"));
        let told = listed(&site, "lines");
        assert_eq!((&told["positions"], &told["moves"]), (&json!(positions), &json!(moves)), "{edition}");
        assert_eq!(told["best_play"], json!(best_play), "{edition}");
        site.build(&["--only", "lines"]);
        assert!(!site.public().join("lines.jsonl").exists(), "the file is not published");
    }
}

#[test]
fn the_game_of_two_of_the_guide_is_played() {
    let guide = of_project("content/docs/your-game.md");
    let site = Fixture::new();
    site.write("content/lines.jsonl", blocks(&guide, "json")[0]);
    site.write("content/lines.md", &page("lines.jsonl"));
    assert_eq!(listed(&site, "lines")["best_play"], json!("Anna wins in 1"));
    let (told, _) = site.run(&["games", "try", "content/lines.jsonl"]);
    assert!(told.contains("positions   4, of which 2 (Anna wins 1, Ben wins 1) are ends"), "{told}");
}

#[test]
#[ignore = "needs Python: `make test` has it"]
fn the_program_of_the_guide_makes_a_maze() {
    let guide = of_project("content/docs/your-game.md");
    let program = blocks(&guide, "python")[0];
    assert!(program.lines().count() <= 32, "{}", program.lines().count());
    let site = Fixture::new();
    site.write("maze.py", program);
    let output = Command::new("python3").arg("maze.py").current_dir(site.root()).output().expect("Python");
    assert!(output.status.success(), "{output:?}");
    site.write("content/maze.jsonl", &String::from_utf8(output.stdout).expect("text"));
    site.write("content/maze.md", &page("maze.jsonl"));
    let rooms =
        program.lines().filter(|line| line.starts_with("    \"")).map(|line| line.matches('.').count()).sum::<usize>();
    let told = listed(&site, "maze");
    assert_eq!(told["positions"], json!(rooms + 2), "the start and the end are rooms, too");
    assert!(told["best_play"].to_string().contains("solved"), "{told}");
    site.build(&[]);
}
