//! Peg solitaire as this repository publishes it, read from the pages. The rules are implemented here a second time, on
//! holes with coordinates, independently of the code under test.

use crate::default_site::assert_moves_are;
use crate::reading::one_line;
use crate::whole_site::plain_edition;

const START: &str = "-oooooooooooooo";

/// Returns the holes in the order of the slug, by their coordinates in half steps from the left and in rows from the
/// top.
fn holes() -> Vec<(i32, i32)> {
    (0..5).flat_map(|y| (0..=y).map(move |n| (2 * n - y, y))).collect()
}

/// Returns the slugs after the legal jumps.
fn jumps(slug: &str) -> Vec<String> {
    let holes = holes();
    let at = |place| holes.iter().position(|&known| known == place);
    let has_peg = |hole: usize| slug.as_bytes()[hole] == b'o';
    let mut jumps = Vec::new();
    for (from, (x, y)) in holes.iter().enumerate().filter(|&(from, _)| has_peg(from)) {
        for (right, down) in [(2, 0), (-2, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)] {
            let (over, to) = (at((x + right, y + down)), at((x + 2 * right, y + 2 * down)));
            if let (Some(over), Some(to)) = (over, to)
                && has_peg(over)
                && !has_peg(to)
            {
                let mut after = slug.as_bytes().to_vec();
                (after[from], after[over], after[to]) = (b'-', b'-', b'o');
                jumps.push(String::from_utf8(after).expect("letters"));
            }
        }
    }
    jumps
}

#[test]
fn the_links_are_the_legal_jumps() {
    assert_moves_are("peg-solitaire/corner", START, jumps);
}

#[test]
fn one_peg_is_solved_and_more_are_stuck() {
    let pages = plain_edition("peg-solitaire/corner");
    let positions: Vec<_> = pages.into_iter().filter(|(name, _)| !name.contains('~')).collect();
    assert_eq!(positions.len(), 3016);
    for (name, page) in positions {
        let slug = if name == "index" { START } else { name };
        let left = slug.matches('o').count();
        let expected = match (jumps(slug).is_empty(), left) {
            (false, _) => format!("Your move. {left} pegs left."),
            (true, 1) => "Solved: a single peg is left.".to_owned(),
            (true, _) => {
                let rank = [(2, " — so close"), (3, " — well jumped"), (4, " — not bad")];
                let rank = rank.into_iter().find(|(pegs, _)| *pegs == left).map_or("", |(_, rank)| rank);
                format!("Stuck: no jump is left, and {left} pegs remain{rank}.")
            }
        };
        assert_eq!(one_line(&page.status), expected, "{name}");
    }
}
