//! Every command in the documents does what they say: `cargo run --` is the program, and `make` targets exist.

use std::fs;
use std::path::{Path, PathBuf};

use crate::fixture::Fixture;
use crate::serve::Server;
use crate::whole_site::FOLDER;
use assert_cmd::Command;
use tempfile::TempDir;

/// The lines of all blocks of shell commands in a document.
fn commands(document: &str) -> Vec<String> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(document)).expect("the document");
    let blocks = text.split("```sh\n").skip(1).map(|rest| rest.split("```").next().expect("a block"));
    blocks.flat_map(str::lines).map(str::to_owned).collect()
}

/// Where a command of the program runs, and where its pages go instead of to the folder that it names.
struct Place {
    root: PathBuf,
    output: PathBuf,
}

/// Runs each command as it stands in the place where it does what it says and has the least to write.
#[test]
fn every_command_in_the_documents_runs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let makefile = fs::read_to_string(root.join("Makefile")).expect("the Makefile");
    let mut run = 0;
    for command in commands("README.md").into_iter().chain(commands("CONTRIBUTING.md")) {
        if let Some(arguments) = command.strip_prefix("cargo run -- ") {
            let mut words: Vec<_> = arguments.split(' ').map(str::to_owned).collect();
            let has = |flags: &[&str]| words.iter().any(|word| flags.contains(&word.as_str()));
            let (small, own) = (Fixture::new(), TempDir::new().expect("a temporary folder"));
            let place = if has(&["--only"]) {
                Place { root: root.to_owned(), output: own.path().to_owned() }
            } else if has(&["--theme", "--base-url", "--dry-run"]) {
                // It would make the whole site once more. What it does with every page, it does with those of the small
                // site.
                Place { root: small.root().to_owned(), output: small.public() }
            } else {
                // The pages are there already, and are not written again.
                Place { root: root.to_owned(), output: FOLDER.clone() }
            };
            if words[0] == "serve" {
                assert_served(small.root(), &words[1..]);
                run += 1;
                continue;
            }
            if words[0] == "export" {
                let mut pageturner = small.pageturner();
                pageturner.args(&words).assert().success();
                let ending = match words[1].as_str() {
                    "single" => "html",
                    "picture" => "svg",
                    _ => "epub",
                };
                let what = words[2..].iter().find(|word| !word.starts_with("--")).expect("what is exported");
                let name = format!("{}.{ending}", what.replace('/', "-"));
                assert!(small.root().join(&name).is_file(), "{command} made no {name}");
                run += 1;
                continue;
            }
            if let Some(flag) = words.iter().position(|word| word == "--archive") {
                let name = Path::new(&words[flag + 1]).file_name().expect("a name").to_owned();
                let archive = own.path().join(name);
                archive.to_str().expect("Unicode").clone_into(&mut words[flag + 1]);
                let mut pageturner = Command::cargo_bin("pageturner").expect("the program");
                pageturner.args(&words).current_dir(small.root()).assert().success();
                assert!(archive.is_file(), "{command} made no archive");
                run += 1;
                continue;
            }
            let makes_pages = words[0] == "build" && !has(&["--dry-run", "--help"]);
            let output = place.output.to_str().expect("Unicode").to_owned();
            match words.iter().position(|word| word == "--output-dir") {
                Some(flag) => words[flag + 1] = output,
                None if words[0] == "build" => words.extend(["--output-dir".to_owned(), output]),
                None => {}
            }
            let mut pageturner = Command::cargo_bin("pageturner").expect("the program");
            pageturner.args(&words).current_dir(&place.root).assert().success();
            assert!(!makes_pages || place.output.join("index.html").is_file(), "{command} made no site");
            run += 1;
        } else if let Some(target) = command.strip_prefix("make ") {
            assert!(makefile.contains(&format!("\n{target}:")), "the Makefile has no target {target}");
        } else {
            // Who runs this test has cloned the project and runs its tests.
            let is_done = command.starts_with("git clone ") || command == "cargo test";
            assert!(is_done, "no test runs {command:?}");
        }
    }
    assert!(run >= 5, "the commands were found");
}

/// Serves a site as a command says, at a port of its own.
fn assert_served(root: &Path, arguments: &[String]) {
    let mut arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    if let Some(port) = arguments.iter().position(|word| *word == "--port") {
        arguments.drain(port..port + 2);
    }
    assert_eq!(Server::start(root, &arguments).get("").status, 200, "{arguments:?}");
}

#[test]
fn every_command_about_servers_serves() {
    let small = Fixture::new();
    let commands = commands("content/docs/serving.md");
    assert!(commands.len() >= 2, "the commands were found");
    for command in commands {
        let arguments = command.strip_prefix("pageturner serve").expect("a command that serves");
        assert_served(small.root(), &arguments.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
    }
}

#[test]
fn the_readme_tells_the_sizes_that_list_tells() {
    let mut list = Command::cargo_bin("pageturner").expect("the program");
    let output = list.args(["list", "--json"]).current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("a run");
    let rows: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).expect("the README");
    for (game, name) in [
        ("tic-tac-toe", "Tic-tac-toe"),
        ("hanoi", "Towers of Hanoi"),
        ("nim", "Nim"),
        ("ataxx", "Ataxx"),
        ("peg-solitaire", "Peg solitaire"),
    ] {
        let rows = rows.as_array().expect("a list").iter().filter(|row| row["game"] == game);
        let pages: u64 = rows.map(|row| row["pages"].as_u64().expect("a number")).sum();
        let line = readme.lines().find(|line| line.starts_with(&format!("| {name} |"))).expect("a line of the table");
        let told: String = line.rsplit('|').nth(1).expect("a cell").chars().filter(char::is_ascii_digit).collect();
        assert_eq!(told, pages.to_string(), "{name}");
    }
}

#[test]
fn the_example_header_in_the_readme_is_a_page() {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).expect("the README");
    let page = readme.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    let site = TempDir::new().expect("a temporary folder");
    let content = site.path().join("content");
    fs::create_dir(&content).expect("a folder");
    fs::write(content.join("site.toml"), "title = \"Example\"\n").expect("a file");
    fs::write(content.join("nim.md"), page).expect("a file");
    Command::cargo_bin("pageturner").expect("the program").arg("build").current_dir(site.path()).assert().success();
    assert!(site.path().join("public/nim/big/index.html").exists());
}
