//! Hints: each page of an edition that has them has a twin, which says of every move what it is worth.

use std::fs;

use crate::reading::{Link, Page, follow};
use crate::whole_site::{self, FOLDER, SITE};

/// The twins of an edition with their plain pages.
fn twins(folder: &str) -> Vec<(&'static str, &'static Page, &'static Page)> {
    let twins = whole_site::pages_below(folder).filter(|(path, _)| path.ends_with("~hint.html"));
    twins.map(|(path, twin)| (path, twin, &SITE[&plain_of(path)])).collect()
}

/// The page without hints that one with hints leads to; at an end, where nothing is left to be told, it leads nowhere.
fn plain_of(twin: &str) -> String {
    let without = || twin.replace("~hint.html", ".html");
    link(twin, "Hide hints").unwrap_or_else(without)
}

/// The page with hints that one without leads to.
fn twin_of(plain: &str) -> String {
    link(plain, "Hints").unwrap_or_else(|| plain.replace(".html", "~hint.html"))
}

/// Where a link of a page leads; nowhere at an end.
fn link(path: &str, text: &str) -> Option<String> {
    let page = &SITE[path];
    let found = page.links.iter().find(|link| link.text == text);
    assert_eq!(found.is_none(), page.moves().count() == 0, "the link {text:?} of {path}");
    found.map(|link| follow(path, &link.href))
}

/// The name of a position in the path of a page.
fn slug(path: &str) -> &str {
    path.rsplit('/').next().expect("a file").split(['~', '.']).next().expect("a slug")
}

#[test]
fn every_page_has_its_twin_with_the_same_moves() {
    for (folder, count) in [("hanoi/3-discs", 27), ("nim/two-player", 232)] {
        assert_eq!(twins(folder).len(), count);
    }
    for folder in ["hanoi/5-discs", "nim/two-player", "tic-tac-toe/unbeatable"] {
        for (path, twin, plain) in twins(folder) {
            let plain_path = plain_of(path);
            assert_eq!(twin_of(&plain_path), path, "the way back");
            let targets: Vec<_> = plain.moves().map(|mv| twin_of(&follow(&plain_path, &mv.href))).collect();
            let twin_targets: Vec<_> = twin.moves().map(|mv| follow(path, &mv.href)).collect();
            assert_eq!(twin_targets, targets, "{path} leads where its plain page leads, with hints");
            for (mv, plain) in twin.moves().zip(plain.moves()) {
                let is_alike = mv.text == plain.text;
                assert!(is_alike || mv.text.starts_with(&format!("{} ", plain.text)), "{path}: {:?}", mv.text);
                // What a move is worth is heard last, and after what is seen before it.
                let label = mv.label.as_ref().expect("a name");
                assert!(
                    if is_alike { mv.label == plain.label } else { label.ends_with(&mv.text) },
                    "{path}: {label:?}"
                );
                let does = plain.label.as_ref().expect("a name").trim_start_matches(&plain.text);
                assert!(label.contains(does.trim_start_matches([',', ' '])), "{path}: {label:?}");
                for word in ["wins", "loses", "draws", "left"] {
                    assert!(!plain.text.contains(word), "the plain page gives nothing away");
                }
            }
        }
    }
    assert!(twins("hanoi/7-discs").is_empty(), "hints are only where they are asked for");
}

#[test]
fn nim_hints_follow_the_theory() {
    let xor = |slug: &str| slug.split('-').skip(1).fold(0, |xor, row| xor ^ row.parse::<u32>().expect("a number"));
    for (path, twin, _) in twins("nim/two-player") {
        // Whoever leaves rows whose XOR is 0 wins.
        let wins = |mv: &&Link| xor(slug(&mv.href)) == 0;
        if twin.moves().any(|mv| mv.text.contains(" in ")) {
            for mv in twin.moves() {
                let expected = if wins(&mv) { " wins in " } else { " loses " };
                assert!(mv.text.contains(expected), "{path}: {:?}", mv.text);
            }
        } else {
            let winning = twin.moves().filter(wins).count();
            assert!(winning == 0 || winning == twin.moves().count(), "{path}: moves that differ say so");
        }
    }
    let start = &SITE["nim/two-player/a-3-4-5~hint.html"];
    let best: Vec<_> = start.moves().filter(|mv| mv.text.contains("wins")).map(|mv| mv.text.as_str()).collect();
    assert!(best.len() == 1 && best[0].starts_with("take 2 wins in "), "the one winning first move: {best:?}");
}

#[test]
fn hints_say_where_they_count_on_mistakes() {
    let (mut counted_on, mut others) = (0, 0);
    for (path, twin, _) in twins("nim/marienbad") {
        let rows: Vec<u32> = slug(path).split('-').skip(1).map(|row| row.parse().expect("a number")).collect();
        let is_lost = if rows.iter().all(|&pieces| pieces <= 1) {
            rows.iter().sum::<u32>() % 2 == 1
        } else {
            rows.iter().fold(0, |xor, row| xor ^ row) == 0
        };
        let wins = twin.moves().any(|mv| mv.text.contains("wins"));
        let html = fs::read_to_string(FOLDER.join(path)).expect("a page");
        let is_said = html.contains("Hints know how this computer replies, mistakes included.");
        assert_eq!(is_said, is_lost && wins, "{path}");
        *(if is_said { &mut counted_on } else { &mut others }) += 1;
    }
    assert!(counted_on > 0 && others > 0, "{counted_on}, {others}");
}
