//! What ends against the computer say of what could have been had, and where they lead back to, held to the ends of all
//! other ways.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::fs;

use crate::answers::{Row, address};
use crate::prospects::{positions, prospects};
use crate::ways::{TO_BETTER, is_over};
use crate::whole_site::{self, FOLDER, SITE, has, pages_below};

#[test]
fn ends_say_what_could_have_been_had_and_where_it_was_given_away() {
    let (mut told, mut led) = (BTreeMap::new(), 0);
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
        let distances = distances(&next, &start, "");
        let avoiding: BTreeMap<&str, _> =
            pages.iter().map(|&place| (place, self::distances(&next, &start, place))).collect();
        let files = pages_below(edition).map(|(path, _)| path).filter(|path| path.contains("/index~answers"));
        let rows: HashMap<_, _> = files.flat_map(Row::read_all).collect();
        for &path in &pages {
            let is_end = is_over(&SITE[path]);
            let ways = |is_it: fn(&str) -> bool| SITE[path].links.iter().find(|link| is_it(&link.text));
            let row =
                ways(|text| text == "Hint" || TO_BETTER.contains(&text)).map(|link| &rows[&address(path, &link.href)]);
            let given_away = last.get(path).cloned().unwrap_or_default();
            let places: BTreeSet<_> = given_away.iter().map(|(place, _)| *place).collect();
            let is_alone = places.len() == 1;
            let (said, place) = match &Vec::from_iter(places)[..] {
                [] => (String::new(), None),
                [place] => (could_have(prospects[place]) + &by(&given_away), Some(*place)),
                _ => {
                    let better = pages.iter().copied().filter(|place| worth(place) > worth(path));
                    let passed = better.filter(|place| !avoiding[place].contains_key(path));
                    let place = passed.max_by_key(|place| distances[place]).expect("the first page");
                    (could_have(prospects[place]) + ".", Some(place))
                }
            };
            if is_end {
                // The answer is to the question at that place.
                assert_eq!(row.and_then(|row| row.link("Back")), place, "{path}");
                assert_eq!(what_was_missed(path), said, "{path}");
                // Where ways part after it, it is not said that it went wrong there.
                let title = ways(|text| TO_BETTER.contains(&text)).map(|link| &*link.text);
                let is_mistake = title.map(|title| title == "Where did it go wrong?");
                assert_eq!(is_mistake, place.map(|_| is_alone), "{path}: {title:?}");
                *told.entry(said).or_insert(0) += 1;
            } else {
                assert_eq!(row.and_then(|row| row.link("Here ")), place, "{path}");
                led += usize::from(place.is_some());
            }
        }
    }
    assert!(told.len() > 5, "{told:?}");
    assert!(led > 100, "{led} positions lead to better ones");
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

/// The sentence at an end that says what could have been had.
fn what_was_missed(path: &str) -> String {
    let html = fs::read_to_string(FOLDER.join(path)).expect("a page");
    let said = html.find("You could have").and_then(|begin| html[begin..].split_once('.'));
    // Which pieces a move turned is for the eye.
    let said = said.map(|(said, _)| said.split_once(" and turned ").map_or(said, |(said, _)| said).to_owned() + ".");
    said.unwrap_or_default()
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
