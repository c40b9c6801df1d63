//! What pages of games in Lua draw and name: readers find on the board whatever a page names.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use crate::files::is_beside_play;
use crate::html::{page, texts, values};
use crate::reading::{self, Page};
use crate::whole_site::{ROOT, folder_of_this_run};

/// The editions that these tests read.
const EDITIONS: [&str; 10] = [
    "mu-torere/easy",
    "hare-and-hounds/easy",
    "pong-hau-ki/two-player",
    "pong-hau-ki/hard",
    "chinese-rings/5-rings",
    "traffic-jam/sunday",
    "crossings",
    "kalah/short",
    "chomp/easy-second",
    "four-knights/six",
];

static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = folder_of_this_run().join("drawn");
    let mut program = Command::new(env!("CARGO_BIN_EXE_pageturner"));
    program.arg("--root").arg(&*ROOT).args(["build", "--quiet", "--output-dir"]).arg(&folder);
    let built = program.args(EDITIONS.iter().flat_map(|name| ["--only", name])).status();
    assert!(built.expect("the program runs").success());
    folder
});

static PAGES: LazyLock<BTreeMap<String, Page>> = LazyLock::new(|| reading::pages_below(&FOLDER));

/// Returns the pages of a folder of each language, by path.
fn pages_of(folder: &str) -> impl Iterator<Item = (&'static String, &'static Page)> {
    let folders = [format!("{folder}/"), format!("de/{folder}/")];
    PAGES.iter().filter(move |(path, _)| !is_beside_play(path) && folders.iter().any(|folder| path.starts_with(folder)))
}

/// Returns the labels of the moves on a page.
fn labels(shown: &Page) -> impl Iterator<Item = &str> {
    shown.moves().map(|link| link.label.as_deref().unwrap_or(&link.text))
}

/// Returns the names of squares in a text, such as `b3`.
fn squares(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| {
        let mut letters = word.chars();
        let is_square = |column: char, row: char| column.is_ascii_lowercase() && row.is_ascii_digit();
        word.len() == 2 && letters.next().zip(letters.next()).is_some_and(|(column, row)| is_square(column, row))
    })
}

#[test]
fn the_edges_of_boards_of_points_name_every_point_that_a_page_names() {
    for folder in ["mu-torere/easy", "pong-hau-ki/two-player", "pong-hau-ki/hard"] {
        let mut named = BTreeSet::new();
        for (path, shown) in pages_of(folder) {
            let edges: BTreeSet<String> = texts(&page(&FOLDER.join(path)), "main > table th").into_iter().collect();
            for text in labels(shown).chain([&*shown.status]) {
                for square in squares(text) {
                    let (column, row) = square.split_at(1);
                    assert!(edges.contains(column) && edges.contains(row), "{path} names {square}: {text}");
                    named.insert(square);
                }
                // A single letter can only be the mark of a piece.
                let mut letters = text.split([' ', ',', '.']).filter(|word| word.len() == 1);
                assert!(letters.all(|letter| ["x", "o"].contains(&letter)), "{path}: {text}");
            }
        }
        assert!(named.len() >= 5, "{folder}: {named:?}");
    }
}

#[test]
fn moves_of_cars_name_the_car_and_its_way() {
    let ways = ["left", "right", "up", "down", "nach links", "nach rechts", "nach oben", "nach unten"];
    let is_move = |text: &str| {
        let (car, way) = text.split_once(' ').expect("two words");
        car.len() == 1 && car.chars().all(char::is_uppercase) && ways.contains(&way)
    };
    for (path, shown) in pages_of("traffic-jam/sunday") {
        for link in shown.moves() {
            assert!(is_move(&link.text), "{path}: {}", link.text);
            assert_eq!(link.label.as_ref(), Some(&link.text), "{path}");
        }
        assert_eq!(squares(&shown.status).count(), 0, "{path}: {}", shown.status);
    }
    for folder in ["", "de/"] {
        let answers = texts(&page(&FOLDER.join(format!("{folder}traffic-jam/sunday/index~answers.html"))), "main");
        assert_eq!(squares(&answers.join(" ")).count(), 0, "{answers:?}");
    }
}

#[test]
fn boards_of_points_show_their_lines() {
    for (folder, lines) in [
        ("mu-torere/easy", "M3 0 5 1 6 3 5 5 3 6 1 5 0 3 1 1 3 0M3 0 3 6M5 1 1 5M6 3 0 3M5 5 1 1"),
        ("pong-hau-ki/hard", "M0 0 0 2 2 2 2 0M0 0 2 2M0 2 2 0"),
        ("hare-and-hounds/easy", "M1 0 3 0M0 1 4 1M1 2 3 2M1 0 1 2M2 0 2 2M3 0 3 2M0 1 1 0 3 2 4 1M0 1 1 2 3 0 4 1"),
    ] {
        for (path, _) in pages_of(folder) {
            assert_eq!(values(&page(&FOLDER.join(path)), "main > table path", "d"), [lines], "{path}");
        }
    }
}

#[test]
fn moves_of_rings_name_the_ring() {
    for (path, shown) in pages_of("chinese-rings/5-rings") {
        for link in shown.moves() {
            let words = link.text.split(' ').collect::<Vec<_>>();
            assert!(
                words.contains(&"o") && words.iter().any(|word| ["ring", "Ring"].contains(word)),
                "{path}: {words:?}"
            );
            assert_eq!(link.label.as_ref(), Some(&link.text), "{path}");
        }
    }
}

/// Returns the rows of the board of a page, with a letter for each square.
fn rows(path: &Path) -> Vec<String> {
    let page = page(path);
    let row = |row: &crate::tree::Node<'_>| {
        let square = |cell| Some(crate::html::text(cell)).filter(|mark| !mark.is_empty()).unwrap_or(" ".to_owned());
        row.select("td").iter().map(square).collect::<String>()
    };
    crate::html::all(&page, "main > table tr").iter().map(row).collect()
}

#[test]
fn a_last_seed_in_the_store_moves_again() {
    let mut count = 0;
    for (path, shown) in pages_of("kalah/short") {
        for link in shown.moves().filter(|link| {
            link.label.as_ref().is_some_and(|label| label.ends_with("go again") || label.ends_with("noch einmal"))
        }) {
            let next = &PAGES[&reading::follow(path, &link.href)];
            if reading::ending(&next.status).is_none() {
                assert!(["Once more.", "Noch einmal."].iter().any(|said| next.status.contains(said)));
                count += 1;
            }
        }
        if shown.links.iter().any(|link| link.in_main) && path.starts_with("kalah") {
            assert!(shown.status.contains("(right)") && shown.status.contains("(left)"), "{path}: {}", shown.status);
        }
    }
    assert!(count > 4, "{count} pages say it of the reader");
}

#[test]
fn the_star_of_chomp_shows_the_last_bite() {
    let star = rows(&FOLDER.join("chomp/easy-second/index~won.html"));
    let star = if star.is_empty() {
        texts(&page(&FOLDER.join("chomp/easy-second/index~won.html")), ".picture td")
    } else {
        star
    };
    assert!(star.iter().any(|row| row.contains('·')), "{star:?}");
}

#[test]
fn pages_for_e_ink_name_no_colors() {
    let colors = ["red", "blue", "Red", "Blue"];
    let mut count = 0;
    for (path, shown) in PAGES.iter().filter(|(path, _)| path.starts_with("eink/") && path.matches('/').count() > 1) {
        for text in labels(shown).chain([&*shown.status, &*shown.title]) {
            assert!(!text.split(|c: char| !c.is_alphabetic()).any(|word| colors.contains(&word)), "{path}: {text}");
        }
        let written = fs::read_to_string(FOLDER.join(path)).expect("a page");
        count += usize::from(written.contains("Black"));
    }
    assert!(count > 20, "{count} pages name black pieces");
    let in_color = PAGES.iter().filter(|(path, shown)| path.starts_with("kalah") && shown.status.contains("Red"));
    assert!(in_color.count() > 20, "other themes name the colors");
}
