//! What ends against the computer say of what could have been had, and where they lead back to, held to the ends of all
//! other ways.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;

use crate::prospects::{positions, prospects};
use crate::reading::follow;
use crate::ways::{TO_BETTER, is_over};
use crate::whole_site::{self, FOLDER, SITE, has, named_moves};

#[test]
fn ends_say_what_could_have_been_had_and_where_it_was_given_away() {
    let (mut told, mut kept) = (BTreeMap::new(), 0);
    for edition in [
        "tic-tac-toe/unbeatable",
        "tic-tac-toe/solo-01",
        "nim/marienbad",
        "nim/computer-first",
        "ataxx/cross/hard",
        "ataxx/cross/easy",
        "ataxx/bridges/easy",
        "ataxx/windmill/hard",
    ]
    .into_iter()
    .filter(|edition| has(edition))
    {
        let next = positions(edition);
        let pages: Vec<&str> = next.keys().copied().collect();
        let prospects = prospects(&next);
        let worth = |path: &str| prospects.get(path).map_or(0, |(worth, _)| *worth);
        // For each page the last ones from which more could be had, on all ways, and what they were left for.
        let mut last: BTreeMap<&str, BTreeSet<(&str, &str)>> = BTreeMap::new();
        let start = format!("{edition}/index.html");
        loop {
            let mut changed = false;
            for (&path, next) in &next {
                for to in next {
                    let to = pages[pages.binary_search(&to.as_str()).expect("a page of the edition")];
                    let here = if worth(path) > worth(to) {
                        BTreeSet::from([(path, to)])
                    } else {
                        last.get(path).cloned().unwrap_or_default()
                    };
                    let known = last.entry(to).or_default();
                    let before = known.len();
                    known.extend(here);
                    changed |= known.len() > before;
                }
            }
            if !changed {
                break;
            }
        }
        let hints = |path: &str| {
            let link = SITE[path].links.iter().find(|link| link.text == "Hints")?;
            Some(follow(path, &link.href))
        };
        let distances = distances(&next, &start, "");
        let avoiding: BTreeMap<&str, _> =
            pages.iter().map(|&place| (place, self::distances(&next, &start, place))).collect();
        for &path in pages.iter().filter(|path| is_over(&SITE[**path])) {
            let link = SITE[path].links.iter().find(|link| TO_BETTER.contains(&&*link.text));
            let link = link.map(|link| (link.text.as_str(), follow(path, &link.href)));
            let given_away = last.get(path).cloned().unwrap_or_default();
            let places: BTreeSet<_> = given_away.iter().map(|(place, _)| *place).collect();
            let is_mistake = places.len() == 1;
            let (said, place, title) = match &Vec::from_iter(places)[..] {
                [] => (String::new(), None, ""),
                [place] => (could_have(prospects[place]) + &by(&given_away), Some(*place), "Where did it go wrong?"),
                _ => {
                    let better = pages.iter().copied().filter(|place| worth(place) > worth(path));
                    let passed = better.filter(|place| !avoiding[place].contains_key(path));
                    let place = passed.max_by_key(|place| distances[place]).expect("the first page");
                    let title = if place == start { "Try again with hints" } else { "Where did it go wrong?" };
                    (could_have(prospects[place]) + ".", Some(place), title)
                }
            };
            // Where no page with hints tells what would have been better, the end does, unless that is much.
            let keeping = place.filter(|place| is_mistake && hints(place).is_none()).map(|place| {
                let moves = named_moves(place).into_iter().filter(|(_, to)| worth(to) == worth(place));
                moves.map(|(name, _)| name).collect::<BTreeSet<_>>()
            });
            let keeping = keeping.filter(|moves| moves.len() <= 3).unwrap_or_default();
            assert_eq!(what_was_better(path), keeping, "{path}");
            kept += keeping.len();
            let way = place.and_then(|place| match hints(place) {
                Some(page) => Some((title, page)),
                None if place == start => {
                    explored(edition, &prospects[start.as_str()]).map(|page| ("Analyse the beginning", page))
                }
                None => Some((title, place.to_owned())),
            });
            let title = way.as_ref().map_or("", |(title, _)| title);
            assert_eq!(link, way, "{path}");
            assert_eq!(what_was_missed(path), said, "{path}");
            *told.entry((said, title)).or_insert(0) += 1;
        }
    }
    assert!(told.len() > 5, "{told:?}");
    assert!(kept > 20, "{kept} better moves are told");
    let titles: BTreeSet<&str> = told.keys().map(|(_, title)| *title).filter(|title| !title.is_empty()).collect();
    assert_eq!(titles, TO_BETTER.into_iter().collect(), "{told:?}");
}

/// The distance of each page from the first one.
fn distances<'a>(next: &BTreeMap<&'a str, Vec<String>>, start: &str, without: &str) -> BTreeMap<&'a str, usize> {
    let key = |path: &str| *next.get_key_value(path).expect("a page of the edition").0;
    let mut found = BTreeMap::new();
    let mut open = VecDeque::from([(key(start), 0)]);
    while let Some((path, distance)) = open.pop_front() {
        if path != without && !found.contains_key(path) {
            found.insert(path, distance);
            open.extend(next[path].iter().map(|to| (key(to), distance + 1)));
        }
    }
    found
}

/// The first page of the edition with hints in which one can look at the position that an edition begins with, if best
/// play gets there what can be had here.
fn explored(edition: &str, (worth, _): &(u8, usize)) -> Option<String> {
    let start = format!("{edition}/index.html");
    let link = SITE[&start].links.iter().find(|link| link.text == "Analyse")?;
    let page = follow(&start, &link.href);
    (page.contains("~hint") && best_by_hints(&page).0 >= *worth).then_some(page)
}

/// What the moves of a page with hints are worth at most: 3 for a win, and in how many moves, 2 for a draw, 1 for play
/// without an end, 0 for a loss.
fn best_by_hints(path: &str) -> (u8, usize) {
    let html = fs::read_to_string(FOLDER.join(path)).expect("a page");
    let says = |words: &[&str]| words.iter().any(|words| html.contains(words));
    let numbers = ["wins in ", " win in "].into_iter().flat_map(|words| html.split(words).skip(1));
    let number = |rest: &str| rest.split(|c: char| !c.is_ascii_digit()).next().and_then(|digits| digits.parse().ok());
    match numbers.map(|rest| number(rest).expect("a number")).min() {
        Some(moves) => (3, moves),
        None if says(&[">draws<", " draw.", " draws."]) => (2, 0),
        None if says(&[">endless<", " to play without an end."]) => (1, 0),
        None => {
            assert!(says(&[">loses ", " lose ", " loses "]), "{path}");
            (0, 0)
        }
    }
}

/// The sentence at an end that says what could have been had.
fn what_was_missed(path: &str) -> String {
    let html = fs::read_to_string(FOLDER.join(path)).expect("a page");
    let said = html.find("You could have").and_then(|begin| html[begin..].split_once('.'));
    // Which pieces a move turned is for the eye.
    let said = said.map(|(said, _)| said.split_once(" and turned ").map_or(said, |(said, _)| said).to_owned() + ".");
    said.unwrap_or_default()
}

fn what_was_better(path: &str) -> BTreeSet<String> {
    let html = fs::read_to_string(FOLDER.join(path)).expect("a page");
    let told = html.split_once(" Better: ").and_then(|(_, told)| told.split_once('.'));
    told.into_iter()
        .flat_map(|(told, _)| told.split([',']).flat_map(|part| part.split(" or ")))
        .map(str::trim)
        .map(str::to_owned)
        .collect()
}

fn could_have((worth, moves): (u8, usize)) -> String {
    match worth {
        3 => format!("You could have won in {moves}"),
        2 => "You could have drawn".to_owned(),
        _ => "You could have gone on for ever".to_owned(),
    }
}

/// How the sentence goes on that says what could have been had: with the move that gave it away, if that is one.
fn by(given_away: &BTreeSet<(&str, &str)>) -> String {
    let [(place, to)] = Vec::from_iter(given_away)[..] else { return ".".to_owned() };
    let moves = whole_site::moves(place);
    let (link, _) = moves.iter().find(|(_, target)| target == to).expect("a move");
    let label = link.label.as_deref().expect("a label");
    let done = match label.split_once(", ") {
        Some((name, "play X here" | "play O here")) => format!("took {name}"),
        Some((name, "clone here")) => format!("cloned to {name}"),
        Some((name, from)) => format!("jumped from {} to {name}", from.trim_start_matches("jump here from ")),
        None => label.replacen("take", "took", 1),
    };
    format!(", but you {done}.")
}
