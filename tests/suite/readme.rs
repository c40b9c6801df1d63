//! Every command in the documents does what they say: `cargo run --` is the program, and `make` targets exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::fixture::Fixture;
use crate::serve::Server;
use crate::whole_site::assert_whole;
use assert_cmd::Command;
use tempfile::TempDir;

/// The documents whose commands are tried one by one. `getting_started.rs` tries those of another in their order.
const DOCUMENTS: [&str; 9] = [
    "README.md",
    "CONTRIBUTING.md",
    "content/docs/adding-a-game.md",
    "content/docs/building.md",
    "content/docs/embedding.md",
    "content/docs/exporting.md",
    "content/docs/games.md",
    "content/docs/publishing.md",
    "content/docs/themes.md",
];

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
    let makefile = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Makefile")).expect("the Makefile");
    let mut run = BTreeSet::new();
    for command in DOCUMENTS.into_iter().flat_map(commands) {
        let arguments = command.strip_prefix("cargo run -- ").or_else(|| command.strip_prefix("pageturner "));
        if let Some(arguments) = arguments {
            if !run.insert(arguments.to_owned()) {
                continue;
            }
            let words: Vec<_> = arguments.split(' ').map(str::to_owned).collect();
            match words[0].as_str() {
                "serve" => assert_served(Fixture::new().root(), &words[1..]),
                "export" => assert_exported(&words),
                "init" => assert_begun(&words),
                "clean" => assert_cleaned(),
                "build" if words.contains(&"--archive".to_owned()) => assert_archived(words),
                _ => assert_runs(words),
            }
        } else if let Some(target) = command.strip_prefix("make ") {
            assert!(makefile.contains(&format!("\n{target}:")), "the Makefile has no target {target}");
        } else {
            // Who runs this test has cloned the project and runs its tests. Servers and hosts are programs of others.
            let done = ["cargo install --path .", "cargo test", "python3 -m http.server ", "rsync "];
            assert!(done.iter().any(|done| command.starts_with(done)), "no test runs {command:?}");
        }
    }
    assert!(run.len() >= 20, "the commands were found");
}

/// The value of a flag, to be replaced.
fn value_of<'a>(words: &'a mut [String], flag: &str) -> Option<&'a mut String> {
    let place = words.iter().position(|word| word == flag)?;
    words.get_mut(place + 1)
}

fn replace_or_add(words: &mut Vec<String>, flag: &str, value: String) {
    match words.iter().position(|word| word == flag) {
        Some(place) => words[place + 1] = value,
        None => words.extend([flag.to_owned(), value]),
    }
}

fn program(root: &Path, words: &[String]) {
    let mut pageturner = Command::cargo_bin("pageturner").expect("the program");
    pageturner.args(words).current_dir(root).assert().success();
}

/// Builds, lists or checks what a command says.
fn assert_runs(mut words: Vec<String>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let has = |flags: &[&str]| words.iter().any(|word| flags.contains(&word.as_str()));
    let (small, own) = (Fixture::new(), TempDir::new().expect("a temporary folder"));
    let place = if has(&["--only"]) {
        Place { root: root.to_owned(), output: own.path().to_owned() }
    } else {
        // What it does with every page of the default site, it does with those of the small one.
        Place { root: small.root().to_owned(), output: small.public() }
    };
    let command = words.join(" ");
    let makes_pages = words[0] == "build" && !has(&["--dry-run", "--help"]);
    let output = place.output.to_str().expect("Unicode").to_owned();
    if words[0] == "build" {
        replace_or_add(&mut words, "--output-dir", output);
    }
    program(&place.root, &words);
    assert!(!makes_pages || place.output.join("index.html").is_file(), "{command} made no site");
}

/// Exports from the small site, or from the default site what that does not have.
fn assert_exported(words: &[String]) {
    let (small, own) = (Fixture::new(), TempDir::new().expect("a temporary folder"));
    let mut words = words.to_vec();
    let what = words[2..].iter().find(|word| !word.starts_with("--")).expect("what is exported").clone();
    let ending = match words[1].as_str() {
        "single" => "html",
        "picture" => "svg",
        _ => "epub",
    };
    let named = value_of(&mut words, "--output").cloned();
    let name = named.clone().unwrap_or_else(|| format!("{}.{ending}", what.replace('/', "-")));
    if what.starts_with("nim") && named.is_none() {
        program(small.root(), &words);
        assert!(small.root().join(&name).is_file(), "{words:?} made no {name}");
        return;
    }
    let file = own.path().join(&name);
    let path = file.to_str().expect("Unicode").to_owned();
    replace_or_add(&mut words, "--output", path);
    program(Path::new(env!("CARGO_MANIFEST_DIR")), &words);
    assert!(file.is_file(), "{words:?} made no {name}");
}

fn assert_archived(mut words: Vec<String>) {
    let (small, own) = (Fixture::new(), TempDir::new().expect("a temporary folder"));
    let value = value_of(&mut words, "--archive").expect("a name");
    let archive = own.path().join(Path::new(value).file_name().expect("a name"));
    archive.to_str().expect("Unicode").clone_into(value);
    program(small.root(), &words);
    assert!(archive.is_file(), "{words:?} made no archive");
}

fn assert_begun(words: &[String]) {
    let desk = TempDir::new().expect("a temporary folder");
    program(desk.path(), words);
    assert!(desk.path().join(&words[1]).join("content/site.toml").is_file(), "{words:?} began no site");
}

fn assert_cleaned() {
    let small = Fixture::new();
    small.build(&[]);
    program(small.root(), &["clean".to_owned()]);
    assert!(!small.public().join("index.html").exists(), "the pages are still there");
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
#[ignore = "reads all of the default site: `make test`"]
fn the_readme_tells_the_sizes_that_list_tells() {
    assert_whole();
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
