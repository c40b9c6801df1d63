//! The page that leads from an empty folder to a published site: every command in it runs, in its order, in one folder.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::files::{self, of_project as read};
use crate::fixture::Fixture;
use crate::serve::Server;
use crate::temporary::TempDir;

const PAGE: &str = "content/docs/getting-started.md";

/// A fenced block of a text: its language, the text in it, and the line before it.
struct Block {
    language: String,
    text: String,
    before: String,
}

fn blocks() -> Vec<Block> {
    let (mut blocks, mut before, mut open): (Vec<Block>, String, Option<Block>) = (Vec::new(), String::new(), None);
    for line in read(PAGE).lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(language), None) => {
                open = Some(Block { language: language.to_owned(), text: String::new(), before: before.clone() });
            }
            (None, Some(block)) => block.text.extend([line, "\n"]),
            (None, None) if !line.is_empty() => line.clone_into(&mut before),
            _ => {}
        }
    }
    blocks
}

/// The words of a command, as a shell takes them.
fn words(command: &str) -> Vec<String> {
    let parts = command.split('"').enumerate();
    parts
        .flat_map(|(place, part)| match place % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

#[test]
fn every_command_runs_in_its_order() {
    let desk = TempDir::new();
    let mut folder: PathBuf = desk.path().to_owned();
    let mut run = Vec::new();
    for Block { language, text, before } in blocks() {
        if language == "markdown" {
            let name = before.split('`').nth(1).expect("the name of a file");
            fs::write(folder.join(name), &text).expect("a file");
        }
        for command in text.lines().filter(|_| language == "sh") {
            let mut words = words(command);
            if words[0] == "cd" {
                folder.push(&words[1]);
                continue;
            }
            assert_eq!(words.remove(0), "pageturner", "{command}");
            if words[0] == "serve" {
                // The server ends when somebody ends it.
                assert_eq!(Server::start(&folder, &[]).get("").status, 200, "{command}");
                run.push("serve".to_owned());
                continue;
            }
            for word in &mut words {
                *word = word.replace("/tmp/", &format!("{}/", desk.path().display()));
            }
            let mut program = Command::new(env!("CARGO_BIN_EXE_pageturner"));
            let output = program.args(&words).current_dir(&folder).output().expect("the program");
            let told = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success(), "{command}: {told}");
            // A site that is begun has no address yet.
            assert!(told.is_empty() || told.starts_with("note: without a base URL"), "{command}: {told}");
            run.push(words[0].clone());
            match (words[0].as_str(), words.last().map(String::as_str)) {
                ("build", Some("build")) => assert!(folder.join("public/index.html").is_file()),
                ("list", _) => assert!(folder.join("public/hanoi/four/index.html").is_file()),
                ("init", Some("--force")) => assert!(folder.join(".github/workflows/pages.yml").is_file()),
                ("clean", _) => assert_eq!(fs::read_dir(folder.join("public")).expect("a folder").count(), 0),
                _ => {}
            }
        }
    }
    assert!(desk.path().join("plain/index.html").is_file());
    assert!(fs::read_to_string(folder.join("content/site.toml")).expect("settings").contains("Games for the train"));
    assert_eq!(run, ["init", "build", "serve", "games", "build", "list", "build", "check", "init", "clean"]);
}

#[test]
fn the_files_that_are_listed_are_those_of_a_new_site() {
    let page = read(PAGE);
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let mut listed: Vec<_> = rows.map(str::to_owned).collect();
    listed.sort();
    let desk = Fixture::empty();
    desk.run(&["init"]);
    let expected: Vec<_> = files::files_below(desk.root()).into_keys().collect();
    assert_eq!(listed, expected);
}

#[test]
fn the_workflow_is_the_one_that_a_new_site_gets() {
    assert_eq!(files::blocks(&read(PAGE), "yaml"), [read("src/tool/starter/site/.github/workflows/pages.yml")]);
}
