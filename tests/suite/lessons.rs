//! Lessons and the boards in texts, read from the pages that this repository builds.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::files::plain;
use crate::reading::{Link, follow};
use crate::whole_site::{self, FOLDER, SITE};

/// A lesson, computed by hand.
#[derive(Deserialize)]
struct Lesson {
    /// The edition that it teaches.
    edition: String,
    /// The position of each step, and the one after the taught move.
    steps: Vec<String>,
}

/// The lessons, by their games.
static LESSONS: LazyLock<BTreeMap<String, Lesson>> =
    LazyLock::new(|| toml::from_str(include_str!("../fixtures/lessons.toml")).expect("TOML"));

/// Returns the names of the moves on a page, with the pages after them.
fn moves(path: &str) -> Vec<(String, String)> {
    let named = |(link, target): (&Link, String)| (link.label.clone().expect("a move has a name"), target);
    whole_site::moves(path).into_iter().map(named).collect()
}

fn step(folder: &str, number: usize, steps: usize) -> String {
    match number {
        0 => format!("{folder}/index.html"),
        number if number == steps => format!("{folder}/end.html"),
        number => format!("{folder}/{}.html", number + 1),
    }
}

#[test]
fn each_step_offers_the_legal_moves_and_only_the_taught_one_leads_on() {
    for (game, Lesson { edition, steps }) in &*LESSONS {
        let (folder, edition) = (format!("{game}/lesson"), format!("{game}/{edition}"));
        for (number, positions) in steps.iter().enumerate() {
            let (position, taught) = positions.split_once(' ').expect("two positions");
            let path = step(&folder, number, steps.len());
            let page = &SITE[&path];
            assert_eq!(page.status, format!("Step {} of {}", number + 1, steps.len()), "{path}");
            // The position's own page in the edition has the same moves with the same names.
            let (offered, legal) = (moves(&path), moves(&format!("{edition}/{position}.html")));
            assert_eq!(offered.len(), legal.len(), "{path}");
            let mut leads_on = 0;
            for ((words, target), (legal_words, legal_target)) in offered.into_iter().zip(legal) {
                assert_eq!(words, legal_words, "{path}");
                if plain(&legal_target) == format!("{edition}/{taught}.html") {
                    assert_eq!(target, step(&folder, number + 1, steps.len()), "{path}: the taught move leads on");
                    leads_on += 1;
                } else {
                    let mistake = &SITE[&target];
                    assert_eq!(mistake.status, "Not this one", "{target}");
                    assert_eq!(mistake.moves().count(), 0, "{target}");
                    let back = mistake.links.iter().find(|link| link.text == "Try again").expect("a way back");
                    assert_eq!(follow(&target, &back.href), path);
                }
            }
            assert!(leads_on > 0, "{path}");
        }
        let end = &SITE[&format!("{folder}/end.html")];
        assert_eq!((end.status.as_str(), end.moves().count()), ("Well done!", 0), "{folder}");
    }
}

#[test]
fn a_mistake_says_what_it_costs() {
    let text = |path: &str| std::fs::read_to_string(FOLDER.join(path)).expect("a page");
    // X has one mark and O one answer for each: a fork needs two more, and the win one more again.
    assert!(text("tic-tac-toe/lesson/6~b1.html").contains("Now X can win in 3 moves, whatever you do."));
    // From 0-1-3, the other player can make 0-1-1, after which the rest is forced: one more of their moves.
    assert!(text("nim/lesson/2~2-1.html").contains("Now Player B can win in 2 moves, whatever you do."));
    // Six moves are left after 1 to C from the start. After 1 to B, disc 1 has to move on to C: seven.
    assert!(text("hanoi/lesson/5~1-b.html").contains("From here it takes 7 moves; after the right move it takes 6."));
    // A row that can still be won later costs nothing that best play could name.
    assert!(!text("tic-tac-toe/lesson/2~a3.html").contains("Now "));
}

#[test]
fn lessons_are_found_on_their_games_pages() {
    for game in LESSONS.keys() {
        let (from, lesson) = (format!("{game}/index.html"), format!("{game}/lesson/index.html"));
        assert!(SITE[&from].links.iter().any(|link| follow(&from, &link.href) == lesson), "{lesson} from {from}");
    }
}

#[test]
fn a_board_in_a_text_leads_to_its_page() {
    let strategy = &SITE["tic-tac-toe/index.html"];
    let caption = strategy.links.iter().find(|link| link.text == "X threatens b1 and c2 at once").expect("a caption");
    assert_eq!(caption.href, "two-player/36c7.html");
    assert_eq!(SITE["tic-tac-toe/two-player/36c7.html"].status, "O to move.");
}
