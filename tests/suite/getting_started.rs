//! The tutorials, from an empty folder to a result: every command in them runs, in order, in one folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::files::{self, of_project as read};
use crate::fixture::Fixture;
use crate::serve::Server;
use crate::temporary::TempDir;

const PAGE: &str = "content/docs/getting-started.md";

/// A fenced block of a text: its language, its contents, and the line before it.
struct Block {
    language: String,
    text: String,
    before: String,
}

fn blocks(page: &str) -> Vec<Block> {
    let (mut blocks, mut before, mut open): (Vec<Block>, String, Option<Block>) = (Vec::new(), String::new(), None);
    // Longer fences surround texts that contain others.
    let mut fence = String::new();
    for line in read(page).lines() {
        let language = line.trim_start_matches('`');
        let is_fence = line.len() - language.len() > 2 && (open.is_none() || line == fence);
        match (Some(language).filter(|_| is_fence), &mut open) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(language), None) => {
                line[..line.len() - language.len()].clone_into(&mut fence);
                open = Some(Block {
                    language: language.to_owned(),
                    text: String::new(),
                    before: std::mem::take(&mut before),
                });
            }
            (None, Some(block)) => block.text.extend([line, "\n"]),
            (None, None) if !line.is_empty() => line.clone_into(&mut before),
            _ => {}
        }
    }
    blocks
}

/// Returns the words of a command, as a shell splits them.
fn words(command: &str) -> Vec<String> {
    let parts = command.split('"').enumerate();
    parts
        .flat_map(|(place, part)| match place % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

/// A reader who follows a page: writes the files that it shows, and types its commands.
struct Reader {
    desk: TempDir,
    folder: PathBuf,
    /// The verbs that the reader has typed.
    verbs: Vec<String>,
}

impl Reader {
    fn of(page: &str, check: impl Fn(&[String], &Path)) -> Self {
        let desk = TempDir::new();
        let mut reader = Self { folder: desk.path().to_owned(), desk, verbs: Vec::new() };
        for Block { language, text, before } in blocks(page) {
            // A block is a file if the line before it ends with the name.
            let name = before.strip_suffix("`:").and_then(|rest| rest.rsplit('`').next());
            if let Some(name) = name.filter(|name| name.contains('.')) {
                let path = reader.folder.join(name);
                fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
                // Some blocks are the end of a header.
                let whole = before.contains("the end of the header").then(|| {
                    let page = fs::read_to_string(&path).expect("the page");
                    let end = page.rfind("\n+++").expect("the end of its header");
                    format!("{}\n\n{text}{}", &page[..end], &page[end + 1..])
                });
                fs::write(path, whole.as_deref().unwrap_or(&text)).expect("a file");
            }
            for command in text.lines().filter(|_| language == "sh") {
                reader.type_in(command, &check);
            }
        }
        reader
    }

    fn type_in(&mut self, command: &str, check: impl Fn(&[String], &Path)) {
        let mut words = words(command);
        match words.remove(0).as_str() {
            "cd" => self.folder.push(&words[0]),
            "pageturner" if words[0] == "serve" => {
                // The server runs until it is stopped.
                assert_eq!(Server::start(&self.folder, &[]).get("").status, 200, "{command}");
                self.verbs.push("serve".to_owned());
            }
            "pageturner" => {
                for word in &mut words {
                    *word = word.replace("/tmp/", &format!("{}/", self.desk.path().display()));
                }
                let mut program = Command::new(env!("CARGO_BIN_EXE_pageturner"));
                let output = program.args(&words).current_dir(&self.folder).output().expect("the program");
                let told = String::from_utf8_lossy(&output.stderr).into_owned();
                assert!(output.status.success(), "{command}: {told}");
                // A new site has no base URL yet.
                assert!(told.is_empty() || told.starts_with("note: without a base URL"), "{command}: {told}");
                check(&words, &self.folder);
                self.verbs.push(words.swap_remove(0));
            }
            other => panic!("{other} is no program of this test: {command}"),
        }
    }
}

#[test]
fn every_command_runs_in_its_order() {
    let Reader { desk, folder, verbs } =
        Reader::of(PAGE, |words, folder| match (words[0].as_str(), words.last().map(String::as_str)) {
            ("build", Some("build")) => assert!(folder.join("public/index.html").is_file()),
            ("list", _) => assert!(folder.join("public/hanoi/four/index.html").is_file()),
            ("init", Some("--force")) => assert!(folder.join(".github/workflows/pages.yml").is_file()),
            ("clean", _) => assert_eq!(fs::read_dir(folder.join("public")).expect("a folder").count(), 0),
            _ => {}
        });
    assert!(desk.path().join("plain/index.html").is_file());
    assert!(fs::read_to_string(folder.join("content/site.toml")).expect("settings").contains("Games for the train"));
    assert_eq!(verbs, ["init", "build", "serve", "games", "build", "list", "build", "check", "init", "clean"]);
}

#[test]
fn the_way_of_authors_of_ink_ends_with_books() {
    let Reader { desk: _desk, folder, verbs } = Reader::of("content/docs/stories.md", |_, _| {});
    assert_eq!(verbs, ["init", "serve", "build", "export", "export", "check"]);
    for file in ["public/tower/index.html", "tower.epub", "tower.html"] {
        assert!(folder.join(file).is_file(), "{file}");
    }
}

#[test]
fn the_way_of_teachers_ends_with_a_lesson_and_a_sheet_of_puzzles() {
    let Reader { desk: _desk, folder, verbs } = Reader::of("content/docs/teaching.md", |_, _| {});
    assert_eq!(verbs, ["init", "serve", "build", "export", "export"]);
    for file in ["public/nim/two-rows/index.html", "nim-two-player.html", "nim.epub"] {
        assert!(folder.join(file).is_file(), "{file}");
    }
    let answers = fs::read_to_string(folder.join("public/nim/puzzles/index~answers.html")).expect("the answers");
    assert!(answers.contains("Puzzle 8 of 8"), "{answers}");
}

#[test]
fn each_example_is_a_site_of_ten_lines() {
    let page = read("content/docs/examples.md");
    let mut parts = page.split("\n## ").skip(1);
    for (name, made, json) in [
        ("A puzzle", "tower/play/index.html", false),
        ("An opponent", "nim/play/index.html", false),
        ("A story", "lamp/begin.html", true),
    ] {
        let part = parts.next().expect("a part");
        assert!(part.starts_with(name), "{part}");
        let site = Fixture::empty();
        let mut lines = 0;
        for chunk in part.split("`:\n\n```").skip(1).zip(part.split("`:\n\n```")) {
            let (block, before) = chunk;
            let path = before.rsplit('`').next().expect("the name of a file");
            let text = block.split_once('\n').and_then(|(_, rest)| rest.split("\n```").next()).expect("a block");
            lines += if path.contains(".json") { 0 } else { text.lines().count() };
            site.write(path, &format!("{text}\n"));
        }
        assert!(lines <= 11, "{name} has {lines} lines");
        site.build(&[]);
        assert!(site.public().join(made).is_file(), "{made}");
        assert_eq!(site.root().join("content/lamp.ink.json").is_file(), json);
        site.run(&["check"]);
    }
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
