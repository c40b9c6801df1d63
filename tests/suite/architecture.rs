//! Checks the rules about which modules can use which.

mod circles;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use pageturner::games::Games;
use walkdir::WalkDir;

/// The modules that each layer may use, and the modules in it that may use less.
const MAY_USE: [(&str, &str); 10] = [
    ("ground", ""),
    ("engine", "ground"),
    ("engine/game", "ground::suggestion"),
    ("content", "ground engine"),
    ("pages", "ground engine content"),
    ("pages/page", "engine content::words"),
    ("pages/theme", "ground content::words pages::page"),
    ("outputs", "ground engine content pages"),
    ("outputs/book", "ground outputs pages::page pages::plan"),
    ("tool", "ground engine content pages outputs"),
];

/// Returns the sources by path, without comments and tests.
fn sources() -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = WalkDir::new(&root).into_iter().map(|entry| entry.expect("a readable entry"));
    files
        .filter(|entry| entry.path().extension().is_some_and(|ending| ending == "rs"))
        .map(|entry| {
            let path = entry.path().strip_prefix(&root).expect("below src").to_str().expect("Unicode").to_owned();
            let text = fs::read_to_string(entry.path()).expect("a source");
            let text = text.split("#[cfg(test)]").next().unwrap_or_default();
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            (path, code.collect::<Vec<_>>().join("\n"))
        })
        .collect()
}

/// Returns the items of the crate that a source uses, such as `engine::game::Player`.
fn uses(code: &str) -> impl Iterator<Item = &str> {
    let is_in_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    code.split("crate::").skip(1).map(move |rest| rest.split(|c| !is_in_path(c)).next().unwrap_or_default())
}

#[test]
fn layers_use_only_those_before_them() {
    let (mut looked_at, mut wrong) = (0, Vec::new());
    for (path, code) in sources().iter().filter(|(path, _)| *path != "lib.rs" && *path != "main.rs") {
        let is_inside = |name: &str| path.strip_prefix(name).is_some_and(|rest| rest.starts_with(['/', '.']));
        let rule = MAY_USE.iter().filter(|(name, _)| is_inside(name)).max_by_key(|(name, _)| name.len());
        let (name, allowed) = rule.unwrap_or_else(|| panic!("add the layer of src/{path} to the table"));
        let own = name.replace('/', "::");
        assert!(!code.contains("crate::{"), "src/{path}: name each module by itself, for this test to see");
        for used in uses(code) {
            looked_at += 1;
            let is_in =
                |module: &str| used.strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"));
            if !is_in(&own) && !allowed.split(' ').any(is_in) {
                wrong.push(format!("src/{path} may not use `{used}`"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(looked_at > 500, "{looked_at} uses are many more");
}

/// A file that is in no cycle can be read before all files that use it.
#[test]
fn no_files_use_each_other_in_a_circle() {
    let sources = sources();
    let circles = circles::told(&circles::circles(&sources));
    assert!(circles.is_empty(), "files use each other in circles:\n{}", circles.join("\n"));
}

#[test]
fn games_know_nothing_of_pages_and_files() {
    for (path, code) in sources() {
        if ["engine/game/", "engine/games/"].iter().any(|games| path.starts_with(games)) {
            for word in ["html", "href", "url", "std::fs", "std::path", "std::io", "tera::"] {
                assert!(!code.to_lowercase().contains(word), "src/{path} mentions {word}");
            }
        }
    }
}

#[test]
fn no_stage_names_a_particular_game() {
    for (path, code) in sources() {
        if !path.starts_with("engine/games/") && path != "lib.rs" {
            let spellings = |name: &str| [name.to_owned(), name.replace('-', "_"), name.replace('-', "")];
            for word in Games::standard().names().flat_map(spellings) {
                let words = code.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '_');
                let named = words.map(str::to_lowercase).any(|found| found == word);
                assert!(!named, "src/{path} mentions {word}");
            }
        }
    }
}

/// Pages refer to pages until an output resolves the links. Templates have names that end like addresses, and get some.
#[test]
fn only_outputs_know_addresses() {
    let may_know = [
        (".html", "pages/plan pages/theme"),
        ("index.html", "pages/plan"),
        ("href", "content/markdown ground/html outputs pages/page pages/theme tool/check"),
        ("../", "outputs ground/html/address.rs"),
    ];
    for (path, code) in sources() {
        for (part, places) in may_know {
            let allowed = places.split(' ').any(|place| path.starts_with(place));
            assert!(allowed || !code.contains(part), "src/{path} knows an address: {part}");
        }
    }
}

#[test]
fn tools_are_used_in_their_one_place() {
    let only_in = [
        ("tera::", "pages/theme/"),
        ("minify_html", "pages/theme/"),
        ("pulldown_cmark", "content/markdown"),
        ("html5gum", "ground/html/"),
        ("mlua", "engine/lua"),
        ("quick_xml", "ground/html/ outputs/ pages/picture/ pages/theme/"),
        ("println!", "tool/commands/"),
        ("eprint", "tool/commands/"),
        ("ExitCode", "tool/commands/ main.rs"),
        ("Instant", "tool/commands/ engine/lua/vm"),
        ("SystemTime", ""),
        ("hyper", "outputs/server"),
        ("tokio", "outputs/server"),
        ("static mut", ""),
        ("RandomState", ""),
    ];
    for (path, code) in sources() {
        for (tool, places) in only_in {
            let allowed = places.split(' ').any(|place| !place.is_empty() && path.starts_with(place));
            assert!(allowed || !code.contains(tool), "src/{path} uses {tool}");
        }
    }
}

/// The texts of pages are in catalogues. Other sentences in the code are for people who run the program, or write a
/// site, a theme or a game: error messages, and descriptions of games, keys and verbs. No page contains those.
#[test]
fn sentences_stand_only_where_they_are_told_to_no_reader() {
    let makers = ["outputs/assembly/", "pages/"];
    let tellers = [
        "outputs/assembly/check_links.rs",
        "outputs/assembly/collisions.rs",
        "outputs/assembly/sites.rs",
        "pages/edition.rs",
        "pages/script/lesson.rs",
        "pages/script/puzzle/choose.rs",
        "pages/site/opening.rs",
        "pages/site/selection.rs",
        "pages/theme/",
    ];
    let told = [
        "#[", "Diagnostic::new", "SLOTS", "assert", "check_xml(", "diagnostic(", "expect(", "hint", "message",
        "panic!", "reason =", "unreachable!",
    ];
    let is_sentence = |text: &str| {
        let words = text.split_whitespace().map(|word| word.trim_end_matches([',', '.', ':', ';']));
        let is_word = |word: &str| word.len() > 1 && word.chars().all(char::is_alphabetic);
        let words: Vec<bool> = words.map(is_word).collect();
        let is_name = text.starts_with(|c: char| c.is_ascii_uppercase()) && text.len() > 2;
        is_name && text.chars().all(char::is_alphabetic) || words.windows(2).any(|two| two[0] && two[1])
    };
    let mut looked_at = 0;
    for (path, code) in sources() {
        let is_in = |places: &[&str]| places.iter().any(|place| path.starts_with(place));
        if !is_in(&makers) || is_in(&tellers) {
            continue;
        }
        looked_at += 1;
        for line in code.lines().filter(|line| !told.iter().any(|sign| line.contains(sign))) {
            let line = line.replace("\\\"", "");
            let words = line.split('"').skip(1).step_by(2).find(|text| is_sentence(text));
            assert!(words.is_none(), "src/{path} has words, which belong into a catalogue: {words:?}");
        }
    }
    assert!(looked_at > 50, "{looked_at} files make pages");
}

#[test]
fn no_line_is_wider_than_120_columns() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for folder in ["benches", "src", "tests"] {
        for entry in WalkDir::new(root.join(folder)) {
            let path = entry.expect("a readable entry").into_path();
            if path.extension().is_none_or(|ending| ending != "rs") {
                continue;
            }
            let text = fs::read_to_string(&path).expect("a source");
            for (number, line) in (1..).zip(text.lines()) {
                let columns = line.chars().count();
                assert!(columns <= 120, "{}:{number} has {columns} columns", path.display());
            }
        }
    }
}

/// Phrases that hide who does something, or which value is meant.
const RIDDLES: [&[&str]; 7] =
    [&["nobody"], &["somebody"], &["whoever"], &["anybody"], &["what", "is"], &["comes", "of"], &["so", "many"]];

#[test]
fn comments_use_plain_words() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut looked_at, mut wrong) = (0, Vec::new());
    for entry in WalkDir::new(&root) {
        let path = entry.expect("a readable entry").into_path();
        if path.extension().is_none_or(|ending| ending != "rs") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a source").to_lowercase();
        let mut words = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            // A phrase can begin on one line of a comment and end on the next, but not on both sides of code.
            let comment = line.trim_start().strip_prefix("//");
            let found = comment.unwrap_or_default().split(|c: char| !c.is_alphanumeric());
            words.extend(found.filter(|word| comment.is_none() || !word.is_empty()).map(|word| (number, word)));
        }
        looked_at += words.len();
        for riddle in RIDDLES {
            let is_riddle = |two: &&[(usize, &str)]| two.iter().map(|(_, word)| word).eq(riddle);
            for found in words.windows(riddle.len()).filter(is_riddle) {
                wrong.push(format!("{}:{} says `{}`", path.display(), found[0].0, riddle.join(" ")));
            }
        }
    }
    assert!(wrong.is_empty(), "name who does it, or the value itself:\n{}", wrong.join("\n"));
    assert!(looked_at > 10_000, "{looked_at} words are many more");
}
