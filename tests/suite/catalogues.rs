//! Catalogues: every message is used, and every message that is asked for is there.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use walkdir::WalkDir;

use crate::files::of_project;

/// The catalogue of the program.
const PROGRAM: &str = "src/words/en.ftl";

/// The sources by their paths.
fn sources() -> BTreeMap<String, String> {
    files("src", "rs")
}

/// The templates of all themes by their paths.
fn templates() -> BTreeMap<String, String> {
    files("themes", "html")
}

/// The files below a folder whose names end so, by their paths.
fn files(folder: &str, ending: &str) -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let entries = WalkDir::new(root.join(folder)).into_iter().map(|entry| entry.expect("a readable entry").into_path());
    let files = entries.filter(|path| path.extension().is_some_and(|found| found == ending));
    let read = |path: std::path::PathBuf| {
        let name = path.strip_prefix(root).expect("of the project").to_str().expect("Unicode").to_owned();
        (name, fs::read_to_string(&path).expect("a text"))
    };
    files.map(read).collect()
}

/// The names of the messages of a catalogue.
fn names(catalogue: &str) -> BTreeSet<&str> {
    let lines = catalogue.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()));
    lines.map(|line| line.split_once(" =").expect("a message").0).collect()
}

/// The catalogue of the game in a source, if it has one.
fn of_game(source: &str) -> Option<String> {
    let path = source.strip_prefix("src/games/")?.strip_suffix(".rs")?;
    let catalogue = format!("src/games/{path}.en.ftl");
    Path::new(env!("CARGO_MANIFEST_DIR")).join(&catalogue).exists().then_some(catalogue)
}

#[test]
fn every_message_is_used() {
    let sources = sources();
    let templates = templates();
    let all: String = sources.values().chain(templates.values()).map(String::as_str).collect();
    let of_games = sources.iter().filter_map(|(path, text)| Some((of_game(path)?, text.as_str())));
    for (catalogue, used) in of_games.chain([(PROGRAM.to_owned(), all.as_str())]) {
        let text = of_project(&catalogue);
        for name in names(&text) {
            let is_asked_for = used.contains(&format!("\"{name}\""));
            assert!(is_asked_for || text.contains(&format!("{{ {name} }}")), "{catalogue}: nothing uses `{name}`");
        }
    }
}

#[test]
fn every_message_that_is_asked_for_is_there() {
    let program = of_project(PROGRAM);
    let mut count = 0;
    for (path, text) in sources() {
        let own = of_game(&path).map(|catalogue| of_project(&catalogue)).unwrap_or_default();
        let known: BTreeSet<_> = names(&program).union(&names(&own)).copied().collect();
        for rest in text.split("Message::key(\"").skip(1) {
            let name = rest.split('"').next().unwrap_or_default();
            assert!(known.contains(name), "{path} asks for `{name}`, which no catalogue has");
            count += 1;
        }
    }
    assert!(count > 80, "they are found in the sources: {count}");
    let (known, mut count) = (names(&program), 0);
    for (path, text) in templates() {
        for rest in text.split("say(key=").skip(1) {
            let name = rest.strip_prefix('"').and_then(|rest| rest.split('"').next());
            let name = name.unwrap_or_else(|| panic!("{path} asks for a message whose name it makes: {rest}"));
            assert!(known.contains(name), "{path} asks for `{name}`, which the catalogue does not have");
            count += 1;
        }
    }
    assert!(count > 80, "they are found in the templates: {count}");
}
