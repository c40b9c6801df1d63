//! What ends against the computer say about a missed better result, and where they lead back to; compared with the ends
//! of all other paths.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::fs;

use crate::answers::{Row, address};
use crate::prospects::{positions, prospects};
use crate::ways::{TO_BETTER, is_over};
use crate::whole_site::{self, FOLDER, SITE, has, named_moves, pages_below};

pub(crate) const TOO_MANY_MISTAKES: &str =
    "Many games lead here. Go back page by page: the hints tell what was still possible.";

/// The most pages whose moves are listed, one of which was the mistake.
const MOST_TOLD: usize = 6;

#[test]
fn ends_say_what_could_have_been_had_and_where_it_was_given_away() {
    let (mut told, mut led, mut named_all, mut too_many) = (BTreeMap::new(), 0, 0, 0);
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
        let last = last_mistakes(&next, worth);
        let start = format!("{edition}/index.html");
        let distances = distances(&next, &start, "");
        let depths = depths(&next, &distances);
        let avoiding: BTreeMap<&str, _> =
            pages.iter().map(|&place| (place, self::distances(&next, &start, place))).collect();
        let files = pages_below(edition).map(|(path, _)| path).filter(|path| path.contains("/index~answers"));
        let rows: HashMap<_, _> = files.flat_map(Row::read_all).collect();
        for &path in &pages {
            let is_end = is_over(&SITE[path]);
            let ways = |is_it: fn(&str) -> bool| SITE[path].links.iter().find(|link| is_it(&link.text));
            let row =
                ways(|text| text == "Hint" || TO_BETTER.contains(&text)).map(|link| &rows[&address(path, &link.href)]);
            let mistakes = last.get(path).cloned().unwrap_or_default();
            if mistakes.is_empty() {
                assert!(row.is_none_or(|row| row.link("Go back to where ").is_none()), "{path}");
                assert!(!is_end || row.is_none() && what_was_missed(path).is_empty(), "{path}");
                continue;
            }
            let better = pages.iter().copied().filter(|place| worth(place) > worth(path));
            let passed = better.filter(|place| !avoiding[place].contains_key(path));
            let passed = passed.max_by_key(|place| distances[place]).expect("the first page");
            let mut at: BTreeMap<&str, Vec<(&str, usize)>> = BTreeMap::new();
            for &mistake in &mistakes {
                at.entry(mistake.0).or_default().push(mistake);
            }
            let is_there = at.keys().all(|&place| place == passed);
            let are_all = at.len() <= MOST_TOLD;
            let said_at_end = || {
                let by = mistakes.first().filter(|_| is_there && mistakes.len() == 1).map(|mistake| by(*mistake));
                could_have(prospects[passed]) + &by.unwrap_or_else(|| ".".to_owned())
            };
            let leads_back = is_end && !is_there && !are_all;
            // The first page is no news.
            if leads_back && passed == start {
                assert!(row.is_none(), "{path}");
                assert_eq!(what_was_missed(path), said_at_end(), "{path}");
                too_many += 1;
                continue;
            }
            let row = row.expect("a row");
            let is_move = |text: &str| !text.starts_with("Go back to where ") && !["Answer", "Back"].contains(&text);
            let moves = row.links.iter().filter(|(text, _)| is_move(text));
            let moves: BTreeMap<_, _> = moves.map(|(text, to)| (&**to, text.to_lowercase())).collect();
            let is_named = !is_there && are_all;
            let expected: BTreeMap<_, _> = at
                .iter()
                .filter(|_| is_named)
                .map(|(&place, made)| (place, named(made, &distances, &depths)))
                .collect();
            // An end without its own row leads to the row of the mistake, or of the last position on all ways.
            if !is_end || is_named {
                assert_eq!(moves, expected, "{path}");
                assert_eq!(row.said.ends_with("One of these moves was the mistake:"), is_named, "{path}");
                assert_eq!(row.said.ends_with(TOO_MANY_MISTAKES), !is_there && !are_all, "{path}");
                let back = Some(passed).filter(|_| is_there || !are_all && passed != start);
                assert_eq!(row.link("Go back to where "), back, "{path}");
            }
            if is_end {
                // The answer is about the question at that place, or about the moves.
                let to = if is_named { path } else { passed };
                assert_eq!(row.link("Back"), Some(to), "{path}");
                let said = said_at_end();
                assert_eq!(what_was_missed(path), said, "{path}");
                let title = ways(|text| TO_BETTER.contains(&text)).map(|link| &*link.text).expect("a title");
                assert_eq!(title != "Where did it go wrong?", leads_back, "{path}: {title}");
                *told.entry(said).or_insert(0) += 1;
            } else {
                led += 1;
            }
            named_all += usize::from(is_named);
            too_many += usize::from(!are_all);
        }
    }
    assert!(told.len() > 5, "{told:?}");
    assert!(led > 100, "{led} positions lead to better ones");
    assert!(named_all > 100 && too_many > 50, "{named_all} pages name all moves, {too_many} have too many");
}

/// Returns, for each page, the last moves that gave the better result away, on all paths: the page, and the index of
/// the move.
fn last_mistakes<'a>(
    next: &BTreeMap<&'a str, Vec<String>>,
    worth: impl Fn(&str) -> u8,
) -> BTreeMap<&'a str, BTreeSet<(&'a str, usize)>> {
    let mut last: BTreeMap<&str, BTreeSet<(&str, usize)>> = BTreeMap::new();
    loop {
        let mut changed = false;
        for (&path, moves) in next {
            for (number, to) in moves.iter().enumerate() {
                let (&to, _) = next.get_key_value(to.as_str()).expect("a page of the edition");
                let here = if worth(path) > worth(to) {
                    BTreeSet::from([(path, number)])
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
            return last;
        }
    }
}

/// Returns the distance of each page from the first one.
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

/// Returns the sentence at an end about the missed result.
fn what_was_missed(path: &str) -> String {
    let html = fs::read_to_string(FOLDER.join(path)).expect("a page");
    let said = html.find("You could have").and_then(|begin| html[begin..].split_once('.'));
    // Which pieces a move turned is only shown on the board.
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

/// Returns how the sentence about the missed result continues: with the move that gave it away.
fn by((place, number): (&str, usize)) -> String {
    let (_, to) = &named_moves(place)[number];
    let moves = whole_site::moves(place);
    let (link, _) = moves.iter().find(|(_, target)| target == to).expect("a move");
    let label = link.label.as_deref().expect("a label");
    let done = match label.split_once(", ") {
        Some((name, "play X" | "play O")) => format!("took {name}"),
        Some((name, "clone")) => format!("cloned to {name}"),
        Some((name, from)) => format!("jumped from {} to {name}", from.trim_start_matches("jump from ")),
        None => label.replacen("take", "took", 1),
    };
    format!(", but you {done}.")
}

/// Returns the names of the moves from a page, one of which was the mistake: with their number, if all paths to the
/// page have the same number of moves.
fn named(mistakes: &[(&str, usize)], fewest: &BTreeMap<&str, usize>, most: &BTreeMap<&str, usize>) -> String {
    let place = mistakes[0].0;
    let names = named_moves(place);
    let names: Vec<_> = mistakes.iter().map(|&(_, number)| names[number].0.to_lowercase()).collect();
    let name = match &names[..] {
        [one] => one.clone(),
        [one, other] => format!("{one} or {other}"),
        [one, other, third] => format!("{one}, {other} or {third}"),
        [one, others @ ..] => format!("{one}, or one of {} others", others.len()),
        [] => unreachable!("a page has a mistake"),
    };
    if most.get(place) == fewest.get(place) { format!("{}. {name}", fewest[place] + 1) } else { name }
}

/// Returns the most moves that lead to each page, if play cannot go round in circles before it.
fn depths<'a>(next: &BTreeMap<&'a str, Vec<String>>, reached: &BTreeMap<&'a str, usize>) -> BTreeMap<&'a str, usize> {
    let key = |path: &str| *reached.get_key_value(path).expect("a page of the edition").0;
    let mut depths: BTreeMap<&str, usize> = reached.keys().map(|&path| (path, 0)).collect();
    let mut ways_in = depths.clone();
    reached.keys().flat_map(|path| &next[path]).for_each(|to| *ways_in.get_mut(key(to)).expect("a page") += 1);
    let mut open: Vec<&str> = ways_in.iter().filter(|(_, ways)| **ways == 0).map(|(path, _)| *path).collect();
    while let Some(path) = open.pop() {
        for to in next[path].iter().map(|to| key(to)) {
            depths.insert(to, depths[to].max(depths[path] + 1));
            ways_in.insert(to, ways_in[to] - 1);
            open.extend(Some(to).filter(|to| ways_in[to] == 0));
        }
    }
    depths.retain(|path, _| ways_in[path] == 0);
    depths
}
