//! Mistakes: where a person gave away what could have been had.
//!
//! Whoever plays alone, or against a computer whose replies are fixed, can get no more from a node than from the one
//! before. So what was missed at an end was given away at the last node from which more could be had. Different ways
//! to the end can have different such nodes, or leave the same by different moves; that is all that has to be known of
//! them, so each node is looked at at most four times.

use std::collections::VecDeque;

/// The last nodes from which more could be had than from a node, on all ways that lead there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LastGood {
    /// There is none: as much can be had as from the beginning.
    Nowhere,
    /// It is the same on all ways.
    Always {
        /// The node.
        node: u32,
        /// The move that gave it away, as its place among the legal ones, if that is the same on all ways, too.
        by: Option<u32>,
    },
    /// It depends on the way.
    Somewhere,
}

impl LastGood {
    /// Returns what holds of ways of both kinds.
    fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Nowhere, known) | (known, Self::Nowhere) => known,
            (one, two) if one == two => one,
            (Self::Always { node, .. }, Self::Always { node: other, .. }) if node == other => {
                Self::Always { node, by: None }
            }
            _ => Self::Somewhere,
        }
    }
}

/// Returns for each node where more could be had last. `worth` has what can be got from each, a higher number for more;
/// the first node is the beginning. `successors` has where the legal moves of each lead, in their order.
pub(super) fn last_good(worth: &[u8], successors: &[Vec<usize>]) -> Vec<LastGood> {
    let mut last = vec![LastGood::Nowhere; worth.len()];
    let mut is_met = vec![false; worth.len()];
    let mut queue = VecDeque::from([0]);
    is_met[0] = true;
    while let Some(node) = queue.pop_front() {
        for (mv, &next) in successors[node].iter().enumerate() {
            let given_away = LastGood::Always { node: node as u32, by: Some(mv as u32) };
            let here = if worth[node] > worth[next] { given_away } else { last[node] };
            let known = last[next].or(here);
            if known != last[next] || !is_met[next] {
                (last[next], is_met[next]) = (known, true);
                queue.push_back(next);
            }
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::game::{Computer, Parameters, Player, Policy};
    use crate::games::Games;
    use crate::library::SolvedGame;

    /// A node, and the move that leaves it.
    type Step = (usize, usize);

    /// Walks all ways from the beginning that come to no node twice, and notes for each node where more could be had
    /// last, and by which move that was left. Going round in circles gives nothing away.
    fn walk(node: usize, way: &mut Vec<Step>, worth: &[u8], successors: &[Vec<usize>], found: &mut [BTreeSet<Step>]) {
        found[node].extend(way.iter().rev().find(|&&(before, _)| worth[before] > worth[node]));
        for (mv, &next) in successors[node].iter().enumerate() {
            if next != node && way.iter().all(|&(before, _)| before != next) {
                way.push((node, mv));
                walk(next, way, worth, successors, found);
                way.pop();
            }
        }
    }

    fn always(node: usize, by: Option<usize>) -> LastGood {
        LastGood::Always { node: node as u32, by: by.map(|mv| mv as u32) }
    }

    fn assert_as_enumerated(worth: &[u8], successors: &[Vec<usize>]) {
        let mut found = vec![BTreeSet::new(); worth.len()];
        walk(0, &mut Vec::new(), worth, successors, &mut found);
        let expected = found.into_iter().map(|last| match Vec::from_iter(last)[..] {
            [] => LastGood::Nowhere,
            [(node, mv)] => always(node, Some(mv)),
            [(node, _), ref others @ ..] if others.iter().all(|&(other, _)| other == node) => always(node, None),
            _ => LastGood::Somewhere,
        });
        assert_eq!(last_good(worth, successors), expected.collect::<Vec<_>>());
    }

    #[test]
    fn the_last_good_node_is_known_where_all_ways_have_the_same() {
        // A win can be given away at 0, 1 or 4, and then a draw at 2; 5 and 6 turn in a circle.
        let worth = [2, 2, 1, 0, 2, 0, 0, 1, 0];
        let successors = [vec![1, 2], vec![4, 3], vec![7, 8], vec![], vec![5], vec![6], vec![5], vec![], vec![]];
        assert_as_enumerated(&worth, &successors);
        let known = last_good(&worth, &successors);
        assert_eq!(known[3], always(1, Some(1)));
        assert_eq!((known[7], known[8]), (always(0, Some(1)), always(2, Some(1))));
        // Another move to 3 leaves it open by which of them.
        let mut open = successors.clone();
        open[1].push(3);
        assert_as_enumerated(&worth, &open);
        assert_eq!(last_good(&worth, &open)[3], always(1, None));
        // Another way to 8 leaves it open where the mistake was.
        let mut open = successors.clone();
        open[4].push(8);
        assert_as_enumerated(&worth, &open);
        assert_eq!(last_good(&worth, &open)[8], LastGood::Somewhere);
    }

    #[test]
    fn mistakes_in_games_are_those_of_all_ways() {
        for (rows, seat) in [(vec![1, 2], Player::Second), (vec![2, 2], Player::First), (vec![1, 1, 2], Player::First)]
        {
            let rows = toml_list(&rows);
            let game = Games::standard().open("nim", &Parameters::from([("rows".to_owned(), rows)])).expect("a game");
            let game = SolvedGame::new(game.explore(10_000).expect("few positions"));
            let computer = Computer { seat, policy: Policy::Random, blunder: 0, random_opening: false, seed: 3 };
            let nodes = super::super::nodes::Nodes::plan(&game, Some(&computer));
            let graph = game.positions.graph();
            let prospects = super::super::prospects::Prospects::new(&nodes, graph, seat.opponent());
            let count = nodes.iter().count();
            let worth: Vec<u8> = (0..count).map(|node| super::super::fates::worth(prospects.of(node))).collect();
            let successors: Vec<Vec<usize>> = (0..count).map(|node| nodes.successors(node, graph).collect()).collect();
            assert_as_enumerated(&worth, &successors);
        }
    }

    fn toml_list(rows: &[i64]) -> crate::game::ParameterValue {
        use crate::game::ParameterValue::{Integer, List};
        List(rows.iter().copied().map(Integer).collect())
    }
}
