//! Perfect play: pages for players who have wasted no move in a puzzle, compared with the shortest paths over all
//! pages.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::files::plain;
use crate::html::{all, page, text};
use crate::prospects::positions;
use crate::whole_site::{FOLDER, has, named_moves, pages_below};

/// Returns the number of moves from a page to each page.
fn distances<'a>(from: &'a str, next: &BTreeMap<&'a str, Vec<&'a str>>) -> BTreeMap<&'a str, usize> {
    let (mut distances, mut queue) = (BTreeMap::from([(from, 0)]), VecDeque::from([from]));
    while let Some(path) = queue.pop_front() {
        for to in next.get(path).into_iter().flatten() {
            if !distances.contains_key(to) {
                distances.insert(to, distances[path] + 1);
                queue.push_back(to);
            }
        }
    }
    distances
}

/// Returns the heading of a page, and the sentences below the board.
fn said(path: &str) -> String {
    let html = page(&FOLDER.join(path));
    all(&html, "main h2, main .goal").iter().map(text).collect::<Vec<_>>().join(" ")
}

#[test]
fn who_wastes_no_move_is_told_so_from_page_to_page() {
    // 2ⁿ − 1 moves on three pegs; on four pegs 9 for four discs, after Frame and Stewart (1941).
    for (edition, shortest) in [
        ("hanoi/3-discs", 7),
        ("hanoi/5-discs", 31),
        ("hanoi/6-discs", 63),
        ("hanoi/4-discs-4-pegs", 9),
        ("eink/hanoi/3-discs", 7),
    ] {
        if !has(edition) {
            continue;
        }
        let next = positions(edition);
        let start = format!("{edition}/index.html");
        let is_end = |path: &str| next[path].is_empty();
        let end = *next.keys().find(|path| is_end(path)).expect("the end");
        let onward = next.iter().map(|(path, to)| (*path, to.iter().map(String::as_str).collect())).collect();
        let mut back = BTreeMap::<&str, Vec<&str>>::new();
        for (path, to) in &next {
            for to in to {
                back.entry(to).or_default().push(path);
            }
        }
        let (made, left) = (distances(&start, &onward), distances(end, &back));
        assert_eq!(made[end], shortest, "{edition}");
        let is_on_way = |path: &str| path != start && made[path] + left[path] == shortest;
        let perfect = |path: &str| path.replace(".html", "~perfect.html");

        let expected: BTreeSet<String> = next.keys().filter(|path| is_on_way(path)).map(|path| perfect(path)).collect();
        let there = pages_below(edition).map(|(path, _)| path.to_owned()).filter(|path| path.contains("~perfect"));
        assert_eq!(there.collect::<BTreeSet<_>>(), expected, "{edition}");
        for path in expected.iter().map(String::as_str).chain(next.keys().copied()) {
            let (own, is_perfect) = (plain(path), path.contains("~perfect"));
            let onward = |to: &String| {
                let is_kept = (is_perfect || own == start) && is_on_way(to) && made[&**to] == made[&*own] + 1;
                if is_kept { perfect(to) } else { to.clone() }
            };
            let expected: BTreeSet<String> = next[&*own].iter().map(onward).collect();
            let leads: BTreeSet<String> = named_moves(path).into_iter().map(|(_, to)| to).collect();
            assert_eq!(leads, expected, "{path}");

            let (said, count) = (said(path), made[&*own]);
            let moves = if count == 1 { "1 move,".to_owned() } else { format!("{count} moves,") };
            let (praise, is_over) = (format!("{moves} none wasted."), is_end(&own));
            assert_eq!(said.contains(&praise), is_perfect && !is_over, "{path}: {said}");
            assert_eq!(said.contains("none wasted"), is_perfect && !is_over, "{path}: {said}");
            let perfect = format!("Perfect: {shortest} moves, and no way takes fewer.");
            assert_eq!(said.contains(&perfect), is_perfect && is_over, "{path}: {said}");
            let possible = format!("You took at least {} moves. It can be done in {shortest}.", shortest + 1);
            assert_eq!(said.contains(&possible), !is_perfect && is_over, "{path}: {said}");
        }
    }
}
