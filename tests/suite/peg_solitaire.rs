//! Peg solitaire as this repository publishes it, read off the pages. The rules are implemented here a second time, on
//! holes with coordinates, independently of the code under test.

use std::collections::BTreeSet;

use crate::reading::{Link, Page, follow, one_line};
use crate::whole_site::{self, SITE};

const START: &str = "-oooooooooooooo";

// ------------------------------------------------------------------------------------------------ the rules once more

/// The holes in the order of the slug: name, and coordinates in half steps from the left and in rows from the top.
fn holes() -> Vec<(String, (i32, i32))> {
    let row = |(y, letter): (i32, char)| (0..=y).map(move |n| (format!("{letter}{}", n + 1), (2 * n - y, y)));
    (0..5).zip('a'..='e').flat_map(row).collect()
}

/// A legal jump: the names of the holes where it begins and ends, and the slug after it.
#[derive(Debug)]
struct Jump {
    from: String,
    to: String,
    after: String,
}

fn jumps(slug: &str) -> Vec<Jump> {
    let holes = holes();
    let at = |place| holes.iter().position(|&(_, known)| known == place);
    let has_peg = |hole: usize| slug.as_bytes()[hole] == b'o';
    let mut jumps = Vec::new();
    for (from, (name, (x, y))) in holes.iter().enumerate().filter(|&(from, _)| has_peg(from)) {
        for (right, down) in [(2, 0), (-2, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)] {
            let (over, to) = (at((x + right, y + down)), at((x + 2 * right, y + 2 * down)));
            if let (Some(over), Some(to)) = (over, to)
                && has_peg(over)
                && !has_peg(to)
            {
                let mut after = slug.as_bytes().to_vec();
                (after[from], after[over], after[to]) = (b'-', b'-', b'o');
                let after = String::from_utf8(after).expect("letters");
                jumps.push(Jump { from: name.clone(), to: holes[to].0.clone(), after });
            }
        }
    }
    jumps
}

fn pegs(slug: &str) -> usize {
    slug.matches('o').count()
}

// ------------------------------------------------------------------------------------------------ reading the pages

/// The pages of positions by their slugs, with hints or without.
fn positions(hints: bool) -> Vec<(String, &'static str, &'static Page)> {
    let position = |(name, page): (&'static str, _)| {
        let slug = if hints { name.strip_suffix("~hint")? } else { name };
        let slug = if slug == "index" { START } else { slug };
        (!slug.contains('~')).then(|| (format!("peg-solitaire/corner/{name}.html"), slug, page))
    };
    whole_site::edition("peg-solitaire/corner").into_iter().filter_map(position).collect()
}

/// The links of a page that lead to positions, each with the slug that it leads to.
fn moves(path: &str) -> Vec<(&'static Link, String)> {
    let slug = |target: &str| {
        let name = target.rsplit('/').next().expect("a file");
        name.split(['~', '.']).next().expect("a slug").to_owned()
    };
    whole_site::moves(path).into_iter().map(|(link, target)| (link, slug(&target))).collect()
}

#[test]
fn the_links_are_the_legal_jumps() {
    let positions = positions(false);
    assert_eq!(positions.len(), 3016);
    for (path, slug, page) in positions {
        let legal = jumps(slug);
        let found: BTreeSet<_> = moves(&path).into_iter().map(|(_, after)| after).collect();
        let expected: BTreeSet<_> = legal.iter().map(|jump| jump.after.clone()).collect();
        assert_eq!((found, legal.len()), (expected.clone(), expected.len()), "{path}");
        for link in page.moves() {
            // Every link is a peg with its name. It leads to what its one jump leads to, or to the choice among
            // several.
            let name = link.text.strip_prefix("o ").unwrap_or_else(|| panic!("{path}: {:?} is no peg", link.text));
            let own: Vec<_> = legal.iter().filter(|jump| jump.from == name).collect();
            match own[..] {
                [] => panic!("{path}: {name} cannot jump"),
                [jump] => assert!(link.href.contains(&jump.after), "{path}: {name}"),
                _ => {
                    let choice = &SITE[&follow(&path, &link.href)];
                    let (back, on): (Vec<_>, Vec<_>) = choice.moves().partition(|link| link.is_back);
                    let on: BTreeSet<_> = on.into_iter().map(|link| link.text.as_str()).collect();
                    assert_eq!(
                        on,
                        own.iter().map(|jump| jump.to.as_str()).collect::<BTreeSet<_>>(),
                        "{path}: where {name} can jump"
                    );
                    assert_eq!(back.len(), 1, "{path}: {name}");
                }
            }
        }
    }
}

#[test]
fn one_peg_is_solved_and_more_are_stuck() {
    for (path, slug, page) in positions(false) {
        let left = pegs(slug);
        let expected = match (jumps(slug).is_empty(), left) {
            (false, _) => format!("Your move. {left} pegs left."),
            (true, 1) => "Solved: a single peg is left.".to_owned(),
            (true, _) => format!("Stuck: no jump is left, {left} pegs remain."),
        };
        // Where there is but one way to have come, what was done comes before it.
        let status = one_line(&page.status);
        assert!(
            status == expected || status.starts_with("You jumped ") && status.ends_with(&expected),
            "{path}: {status}"
        );
    }
}
