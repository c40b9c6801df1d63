//! Games with a position a line: what any program writes is played as it stands.

use std::process::Command;

use pageturner::game::{Outcome, Parameters, Player, Scene, Square, Status};
use pageturner::games::Games;
use serde_json::{Value, json};

use crate::files::{blocks, of_project};
use crate::fixture::Fixture;

/// The page of a game in a file.
fn page(file: &str) -> String {
    format!(
        "+++\ntitle = \"Lines\"\nsummary = \"A game of lines.\"\ngame = \"{file}\"\n\n[[editions]]\nname = \"play\"\n\
         title = \"Play\"\n+++\n\nThe rules.\n"
    )
}

/// What `list` says of the one edition of a game.
fn listed(site: &Fixture, edition: &str) -> Value {
    let (told, _) = site.run(&["list", "--json", "--only", edition]);
    serde_json::from_str::<Value>(&told).expect("JSON")[0].clone()
}

/// Tic-tac-toe as lines: 5,478 positions, 16,167 moves, a draw.
#[test]
fn a_game_of_the_program_is_the_same_as_lines() {
    let game = Games::standard().open("tic-tac-toe", &Parameters::new()).expect("a game");
    let positions = game.explore(10_000).expect("it is small");
    let graph = positions.graph();
    let mut lines = vec![json!({ "players": ["X", "O"], "goal": "Three in a row.", "pieces": { "O": 2 } }).to_string()];
    for state in graph.states() {
        let Scene::Grid(grid) = positions.scene(state) else { panic!("a grid") };
        let letter =
            |square: &Square| if let Square::Mark(_, mark) = square { mark.to_string() } else { ".".to_owned() };
        let rows: Vec<String> = grid.squares.chunks(3).map(|row| row.iter().map(letter).collect()).collect();
        let moves = positions.move_slugs(state).into_iter().zip(graph.successors(state));
        let moves: Vec<Value> = moves
            .map(|(slug, &to)| json!({ "name": slug.as_str(), "to": positions.slug(to), "at": slug.as_str() }))
            .collect();
        let mut line = json!({ "name": positions.slug(state), "board": rows });
        match graph.status(state) {
            Status::Turn(player) => {
                line["turn"] = json!(player.pick(1, 2));
                line["moves"] = json!(moves);
            }
            Status::Over(Outcome::Win(player)) => line["result"] = json!(player.pick(1, 2)),
            Status::Over(_) => line["result"] = json!("draw"),
        }
        lines.push(line.to_string());
    }
    assert!(
        lines.len() == 5479 && graph.status(graph.states().next().expect("a start")) == Status::Turn(Player::First)
    );
    let site = Fixture::new();
    site.write("content/lines.jsonl", &lines.join("\n"));
    site.write("content/lines.md", &page("lines.jsonl"));
    let told = listed(&site, "lines");
    assert_eq!((&told["positions"], &told["moves"]), (&json!(5478), &json!(16167)));
    assert!(told["best_play"].to_string().contains("draw"), "{told}");
    site.build(&["--only", "lines"]);
    assert!(site.read("lines/play/51.html").contains(">X<"), "the mark is shown");
    assert!(!site.public().join("lines.jsonl").exists(), "the file is not published");
}

/// A maze of four by four from the guide: its rooms are counted in the text of the program.
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
