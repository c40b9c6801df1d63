//! Stars: only winning leads to their pages.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::files::is_star;
use crate::html::{all, page, text};
use crate::maps::editions;
use crate::prospects::{is_for_two, positions, prospects};
use crate::reading::{ending, follow};
use crate::whole_site::{FOLDER, SITE, has};

#[test]
fn no_star_is_reached_but_by_winning() {
    let (mut reached, mut signs) = (BTreeSet::new(), BTreeMap::<String, usize>::new());
    for (path, shown) in &*SITE {
        // A page in another language is the same page.
        let links = shown.links.iter().filter(|link| link.language.is_none());
        for to in links.map(|link| follow(path, &link.href)).filter(|to| is_star(to)) {
            let is_won = ending(&shown.status).is_some() || shown.links.iter().any(|link| link.text == "Shake hands");
            assert!(is_won, "{path} leads to {to}");
            reached.insert(to);
        }
        if !path.ends_with("/index.html") && !path.ends_with("stars.html") {
            continue;
        }
        let html = page(&FOLDER.join(path));
        for sign in all(&html, "svg.sign a") {
            let (to, svg) = (
                sign.attrs().find_map(|(name, value)| (name == "href").then_some(value)).expect("an address"),
                sign.parent().expect("a drawing"),
            );
            let hidden = svg.attr("aria-hidden");
            // Pointers (by the stylesheet), the tab key and screen readers cannot reach it, and text browsers see no
            // link with that name.
            assert_eq!(
                (hidden, sign.attr("tabindex"), text(&sign)),
                (Some("true"), Some("-1"), String::new()),
                "{path}"
            );
            let written = fs::read_to_string(FOLDER.join(path)).expect("a page");
            assert!(written.contains("xlink:href") && !written.contains("href=index~won"), "{path}");
            let is_ring = all(&html, "svg.sign circle").iter().any(|ring| ring.parent() == Some(sign));
            let is_of_story = svg.parent().is_some_and(|paragraph| paragraph.attr("class") == Some("endings"));
            assert_eq!(is_ring, is_of_story || to.ends_with("~perfect.html"), "{path}: {to}");
            if !is_of_story {
                *signs.entry(follow(path, to)).or_default() += 1;
            }
        }
    }
    let stars: BTreeSet<_> = SITE.keys().filter(|path| is_star(path)).cloned().collect();
    assert_eq!(reached, stars);
    let is_perfect = |path: &&String| SITE[*path].status.contains("Solved") && path.ends_with("~perfect.html");
    let ends = SITE.keys().filter(is_perfect).cloned();
    let signed: BTreeSet<_> = stars.into_iter().chain(ends).collect();
    assert_eq!(signs.keys().cloned().collect::<BTreeSet<_>>(), signed, "each star has signs, and each perfect end");
    assert!(signs.values().all(|count| *count == 2), "one on the page of its game, one among all: {signs:?}");
    for sheet in ["words.css", "eink/words.css"] {
        let sheet = fs::read_to_string(FOLDER.join(sheet)).expect("a stylesheet");
        let rule = sheet.split(".sign {").nth(1).and_then(|rule| rule.split('}').next()).expect("a rule for signs");
        assert!(rule.contains("pointer-events: none"), "{rule}");
    }
}

#[test]
fn the_shelf_counts_all_stars() {
    for folder in ["", "eink/"] {
        let path = format!("{folder}stars.html");
        let own = |star: &&String| {
            let rest = star.strip_prefix(folder).filter(|_| is_star(star));
            rest.is_some_and(|rest| !rest.starts_with("eink/"))
        };
        let count = SITE.keys().filter(own).count();
        let html = page(&FOLDER.join(&path));
        assert_eq!(all(&html, "svg.sign").len(), count, "{path}");
        assert!(text(&all(&html, ".summary")[0]).starts_with(&count.to_string()), "{path}");
        let names: BTreeSet<_> =
            all(&html, ".sign + a").iter().map(|link| link.attr("aria-label").expect("a name").to_owned()).collect();
        assert!(names.len() + 12 > count, "{path}: names that are alike");
    }
}

/// Returns the probability that random moves reach an end with one of these words in its status, within `moves` moves.
fn odds(edition: &str, words: [&str; 2], moves: u32) -> f64 {
    let next = positions(edition);
    let is_won = |path: &str| words.iter().any(|word| SITE[path].status.contains(word));
    let mut odds: BTreeMap<&str, f64> =
        next.iter().map(|(path, next)| (*path, if next.is_empty() && is_won(path) { 1.0 } else { 0.0 })).collect();
    for _ in 0..moves {
        let after = |(path, next): (&&'static str, &Vec<String>)| match next.len() {
            0 => (*path, odds[path]),
            count => (*path, next.iter().map(|to| odds[to.as_str()]).sum::<f64>() / f64::from(count as u32)),
        };
        odds = next.iter().map(after).collect();
    }
    odds[format!("{edition}/index.html").as_str()]
}

#[test]
fn a_star_tells_how_seldom_chance_wins_it() {
    for (edition, words, moves) in [
        ("tic-tac-toe/unbeatable", ["draw", "You win"], 9),
        ("tic-tac-toe/solo-01", ["You win"; 2], 9),
        ("nim/computer", ["You win"; 2], 12),
        ("peg-solitaire/corner", ["Solved"; 2], 13),
        ("hanoi/3-discs", ["Solved"; 2], 100),
        ("ataxx/cross/easy", ["You win"; 2], 100),
    ] {
        assert!(has(edition), "{edition}");
        let told = text(&all(&page(&FOLDER.join(format!("{edition}/index~won.html"))), "main")[0]).replace(',', "");
        let tries = (1.0 / odds(edition, words, moves)).round();
        let is_told = told.contains(&format!("in 1 game of {tries}."));
        assert_eq!(is_told, tries >= 10.0, "{edition}: 1 in {tries}: {told}");
    }
}

/// Returns the fewest and the most moves to each page of an edition; `None` for the most if there is no limit.
fn lengths(next: &BTreeMap<&'static str, Vec<String>>, start: &str) -> BTreeMap<String, (usize, Option<usize>)> {
    // A path longer than the number of pages visits some page twice.
    let mut found: BTreeMap<String, (usize, usize)> = BTreeMap::from([(start.to_owned(), (0, 0))]);
    let mut reached = BTreeSet::from([start.to_owned()]);
    for moves in 1..=next.len() {
        reached = reached.iter().flat_map(|path| next[path.as_str()].iter().cloned()).collect();
        for path in &reached {
            found.entry(path.clone()).or_insert((moves, moves)).1 = moves;
        }
        if reached.is_empty() {
            return found.into_iter().map(|(path, (fewest, most))| (path, (fewest, Some(most)))).collect();
        }
    }
    // If play can go on for ever, only pages before any cycle have a most, and no test needs it.
    found.into_iter().map(|(path, (fewest, _))| (path, (fewest, None))).collect()
}

#[test]
fn ends_tell_how_fast_or_how_slow_they_were() {
    let (mut fast, mut slow, mut lasted) = (0, 0, 0);
    for edition in editions().filter(|edition| !edition.contains("hanoi")) {
        let next = positions(edition);
        if is_for_two(&next) {
            continue;
        }
        let start = format!("{edition}/index.html");
        let (best, moves) = prospects(&next)[start.as_str()];
        let lengths = lengths(&next, &start);
        for (path, _) in next.iter().filter(|(_, next)| next.is_empty()) {
            let html = fs::read_to_string(FOLDER.join(path)).expect("a page");
            let (fewest, most) = lengths[*path];
            let is_won = SITE[*path].status.contains("You win");
            let told = |words: &str| html.contains(words);
            let slower = format!("The fastest way takes {moves} move");
            if edition.contains("peg-solitaire") || best == 2 {
                assert!(!told("No way is faster.") && !told("The fastest way takes"), "{path}");
            } else if best == 3 && is_won {
                assert_eq!(told(&slower), fewest > moves, "{path}");
                slow += usize::from(told(&slower));
                if most.is_some() {
                    assert_eq!(told("No way is faster."), most == Some(moves), "{path}");
                }
                fast += usize::from(told("No way is faster."));
                assert!(!told("No way is faster.") || fewest == moves, "{path}");
            } else if best == 0 {
                let said = html.split("You lasted ").nth(1).unwrap_or_else(|| panic!("{path} says nothing"));
                let number = said.trim_start_matches("at least ").split(' ').next().and_then(|n| n.parse().ok());
                assert_eq!(number, Some(fewest), "{path}");
                if most.is_some() {
                    assert_eq!(!said.starts_with("at least"), most == Some(fewest), "{path}");
                }
                lasted += 1;
            }
        }
    }
    assert!(fast > 20 && slow > 20 && lasted > 20, "{fast} fast, {slow} slow, {lasted} lasted");
}
