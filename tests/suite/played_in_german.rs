//! Chromium without JavaScript plays in German, each to its end: a game, a puzzle, a lesson, a book and a single file.
//! Links are clicked by their texts. The expected texts were worked out by hand from the rules by a speaker of German.

use std::fs;
use std::path::Path;

use serde_json::json;
use zip::ZipArchive;

use crate::book::export_as;
use crate::driver::{Chromium, Server, WITHOUT_SCRIPTS};
use crate::reading::one_line;
use crate::temporary::TempDir;
use crate::whole_site::FOLDER;

/// An address, and from there the text of each link to click, with a part of the text that is then visible.
type Way<'a> = (String, &'a [(&'a str, &'a str)]);

fn go(chromium: &Chromium, (start, clicks): Way<'_>) {
    chromium.open(&start);
    for (words, seen) in clicks {
        let before = chromium.ask("return location.href");
        chromium.click_named(words);
        let is_there = format!("return location.href !== {before} && document.readyState === 'complete'");
        chromium.wait_for(&is_there, &json!(true));
        let text = chromium.ask("return document.body.innerText");
        let text = one_line(text.as_str().expect("a text"));
        assert!(text.contains(seen), "after {words:?} from {start} there is no {seen:?}: {text}");
        assert_eq!(chromium.ask("return document.documentElement.lang"), "de", "after {words:?} from {start}");
    }
}

/// Whole rows: the first player takes the third.
const GAME: &[(&str, &str)] = &[
    ("nimm 3 aus der obersten Reihe", "Spieler B ist am Zug"),
    ("nimm 4 aus der mittleren Reihe", "Spieler A ist am Zug"),
    ("nimm 5 aus der untersten Reihe", "Spieler A gewinnt: Der letzte Stein ist genommen."),
    ("Noch einmal", "Spieler A ist am Zug"),
];

/// X has a1 and c2, O has a2 and b3. With c1, X threatens the row below and the column on the right at once; O blocks
/// one.
const PUZZLE: &[(&str, &str)] = &[
    ("a3, setze X", "Der ist es nicht"),
    ("Noch ein Versuch", "X ist am Zug: Finde den Sieg in 2 Zügen."),
    ("c1, setze X", "O hat c3 genommen. X ist am Zug: Finde den Gewinnzug."),
    ("b1, setze X", "Gelöst. Du gewinnst: die unterste Reihe."),
    ("Nächste Aufgabe", "Aufgabe 2 von 36"),
];

/// The taught moves from `tests/fixtures/lessons.toml`, after a wrong one.
const LESSON: &[(&str, &str)] = &[
    ("1 nach B, von Stab A", "Der ist es nicht"),
    ("Noch ein Versuch", "Schritt 1 von 8"),
    ("1 nach C, von Stab A", "Schritt 2 von 8"),
    ("1 nach B, von Stab A", "Schritt 3 von 8"),
    ("2 nach C, von Stab A", "Schritt 4 von 8"),
    ("1 nach C, von Stab B", "Schritt 5 von 8"),
    ("1 nach C, von Stab A", "Schritt 6 von 8"),
    ("2 nach B, von Stab A", "Schritt 7 von 8"),
    ("1 nach B, von Stab C", "Schritt 8 von 8"),
    ("3 nach C, von Stab A", "Geschafft!"),
    ("Pageturner", "Jeder Zug ist eine Seite."),
];

/// Whole rows of Nim: the first player takes the third.
const BOOK: &[(&str, &str)] = &[
    ("Zu zweit", "Reihen von 3, 4 und 5."),
    ("Spielen", "Spieler A ist am Zug"),
    ("nimm 3 aus der obersten Reihe", "Spieler B ist am Zug"),
    ("nimm 4 aus der mittleren Reihe", "Spieler A ist am Zug"),
    ("nimm 5 aus der untersten Reihe", "Spieler A gewinnt: Der letzte Stein ist genommen."),
    ("Inhalt", "So wird gespielt"),
];

/// The tower of three discs: the smallest moves every other time, from A to C to B and so on.
const FILE: &[(&str, &str)] = &[
    ("1 nach C", "1 nach A"),
    ("2 nach B", "2 nach A"),
    ("1 nach B", "1 nach C"),
    ("3 nach C", "3 nach A"),
    ("1 nach A", "1 nach C"),
    ("2 nach C", "2 nach B"),
    ("1 nach C", "Gelöst: Der ganze Turm steht auf Stab C"),
];

#[test]
#[ignore = "needs Chromium: `make test` installs it"]
fn a_game_a_puzzle_a_lesson_a_book_and_a_single_file_are_played_by_their_german_words() {
    let folder = TempDir::new();
    let book = export_as("epub", &["nim/two-player"], &["--language", "de"]);
    ZipArchive::new(std::io::Cursor::new(book)).expect("a book is a zip").extract(folder.path()).expect("its files");
    let single = export_as("single", &["hanoi/3-discs"], &["--language", "de"]);
    fs::write(folder.path().join("hanoi.html"), single).expect("a file");
    let file = |name: &str| format!("file://{}", Path::new(folder.path()).join(name).display());
    let server = Server::start(&FOLDER);
    let chromium = Chromium::start(WITHOUT_SCRIPTS);
    for way in [
        (server.page("de/nim/two-player/index.html"), GAME),
        (server.page("de/tic-tac-toe/puzzles/01.html"), PUZZLE),
        (server.page("de/hanoi/lesson/index.html"), LESSON),
        (file("contents.xhtml"), BOOK),
        (file("hanoi.html"), FILE),
    ] {
        go(&chromium, way);
    }
    chromium.stop();
}
