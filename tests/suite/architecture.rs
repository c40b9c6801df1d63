//! The rules of who may use whom, checked over the sources.

mod circles;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use pageturner::games::Games;
use walkdir::WalkDir;

/// The modules from left to right: each may use those before it. `game` is the vocabulary that content is checked with,
/// so it stands before `content`, although a site's data flows from content to games.
const ORDER: [&str; 29] = [
    "suggestion", "diagnostic", "files", "html", "game", "words", "graph", "games", "lines", "lua", "story", "content",
    "solve", "solved", "library", "policy", "page", "picture", "edition", "script", "lesson", "puzzle", "plan",
    "theme", "output", "starter", "check", "site", "commands",
];

/// The exceptions to "everything before": `output` knows no content and no theme, `theme` knows pages and not rules,
/// `check` knows files, whoever made them, and is told what a site says of its own.
fn may_use(module: &str, used: &str) -> bool {
    let place = |name: &str| ORDER.iter().position(|known| *known == name);
    match module {
        "theme" => ["diagnostic", "files", "html", "page", "words"].contains(&used),
        "output" => ["diagnostic", "files", "edition", "game", "graph", "page", "plan", "solve"].contains(&used),
        "check" => ["diagnostic", "files", "html", "output", "plan"].contains(&used),
        "edition" => place(used) < place(module) && used != "content",
        "page" => ["game", "graph", "words"].contains(&used),
        "picture" => ["game", "page"].contains(&used),
        "commands" => [
            "check", "diagnostic", "edition", "files", "game", "games", "graph", "lesson", "output", "plan", "site",
            "starter", "theme", "words",
        ]
        .contains(&used),
        "starter" => ["content", "diagnostic", "files", "html", "theme"].contains(&used),
        "main" => false,
        _ => place(used) < place(module),
    }
}

/// The sources by their paths, without comments and without tests.
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

fn module_of(path: &str) -> &str {
    path.split(['/', '.']).next().expect("a name")
}

#[test]
fn modules_use_only_what_stands_before_them() {
    for (path, code) in sources() {
        let module = module_of(&path);
        if module == "lib" {
            continue;
        }
        assert!(module == "main" || ORDER.contains(&module), "give the module `{module}` a place in the order");
        for used in ORDER {
            assert!(!code.contains("crate::{"), "src/{path}: name each module by itself, for this test to see");
            let mentions = code.contains(&format!("crate::{used}")) || code.contains(&format!("pageturner::{used}"));
            assert!(!mentions || used == module || may_use(module, used), "src/{path} may not use `{used}`");
        }
    }
}

/// A file that is in no circle can be read before all that work with it.
#[test]
fn no_files_use_each_other_in_a_circle() {
    let sources = sources();
    let circles = circles::told(&circles::circles(&sources));
    assert!(circles.is_empty(), "files use each other in circles:\n{}", circles.join("\n"));
}

#[test]
fn games_know_nothing_of_pages_and_files() {
    for (path, code) in sources() {
        if ["game", "games"].contains(&module_of(&path)) {
            for word in
                ["html", "href", "url", "std::fs", "std::path", "std::io", "tera::", "crate::page", "crate::content"]
            {
                assert!(!code.to_lowercase().contains(word), "src/{path} mentions {word}");
            }
        }
    }
}

#[test]
fn no_stage_names_a_particular_game() {
    for (path, code) in sources() {
        if !["games", "lib"].contains(&module_of(&path)) {
            let spellings = |name: &str| [name.to_owned(), name.replace('-', "_"), name.replace('-', "")];
            for word in Games::standard().names().flat_map(spellings) {
                let words = code.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '_');
                let named = words.map(str::to_lowercase).any(|found| found == word);
                assert!(!named, "src/{path} mentions {word}");
            }
        }
    }
}

/// Pages name pages until an output closes the links. Templates have names that end like addresses, and are given some.
#[test]
fn only_outputs_know_addresses() {
    let may_know = [
        (".html", vec!["output/address.rs", "theme/"]),
        (
            "href",
            vec![
                "check/",
                "content/markdown.rs",
                "content/markdown/",
                "html/",
                "output/address.rs",
                "output/book/",
                "output/feed.rs",
                "page.rs",
                "page/",
                "theme/",
            ],
        ),
        ("../", vec!["output/address.rs", "output/book/address.rs"]),
        ("index.html", vec!["output/address.rs"]),
    ];
    for (path, code) in sources() {
        for (part, places) in &may_know {
            let allowed = places.iter().any(|place| path.starts_with(place));
            assert!(allowed || !code.contains(part), "src/{path} knows an address: {part}");
        }
    }
}

/// A book is pages in an order, and a single file, too, whatever is on them.
#[test]
fn books_know_nothing_of_games() {
    let parts =
        ["crate::edition", "crate::game", "crate::graph", "crate::lesson", "crate::solve", "Edition", "Position"];
    for (path, code) in
        sources().into_iter().filter(|(path, _)| path.starts_with("output/book/") || path == "output/single.rs")
    {
        for part in parts {
            assert!(!code.contains(part), "src/{path} knows {part}");
        }
    }
}

#[test]
fn tools_are_used_in_their_one_place() {
    let only_in = [
        ("tera::", "theme/engine.rs"),
        ("minify_html", "theme/minify.rs"),
        ("pulldown_cmark", "content/markdown.rs content/markdown/"),
        ("html5gum", "html/walk.rs"),
        ("mlua", "lua/"),
        (
            "quick_xml",
            "html/guard.rs theme/markup.rs output/book/package.rs output/embed.rs output/feed.rs output/server.rs \
             output/sitemap.rs output/xml.rs picture/svg.rs",
        ),
        ("println!", "commands/"),
        ("eprint", "commands/"),
        ("ExitCode", "commands/mod.rs main.rs"),
        (
            "Instant",
            "commands/build.rs commands/check.rs commands/games/try_out.rs commands/one_file.rs commands/terminal.rs",
        ),
        ("SystemTime", ""),
        ("hyper", "output/server.rs"),
        ("tokio", "output/server.rs"),
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

/// What pages say stands in catalogues. Others have words for who runs the program, writes a site, a theme or a game:
/// to tell what is wrong, and how a game, a key or a verb is used. No page says those.
#[test]
fn sentences_stand_only_where_they_are_told_to_no_reader() {
    let tellers = [
        "check", "commands", "content", "diagnostic", "files", "game", "games", "graph", "html", "lines", "lua",
        "output", "starter", "story", "suggestion", "theme", "words",
    ];
    let files = [
        "edition.rs", "lesson.rs", "puzzle/choose.rs", "site/collisions.rs", "site/languages.rs", "site/links.rs",
        "site/opening.rs", "site/selection.rs", "site/trial.rs",
    ];
    let told = [
        "#[", "Diagnostic::new", "SLOTS", "SlugError", "assert", "check_xml(", "diagnostic(", "expect(", "hint",
        "message", "panic!", "reason =", "unreachable!",
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
        if tellers.contains(&module_of(&path)) || files.contains(&&*path) {
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
