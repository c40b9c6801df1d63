//! Mistakes: where a reader gave away what could have been had.
//!
//! Who plays alone, or against a computer whose replies are fixed, can get no more from a node than from the one
//! before. So what was missed at an end was given away at the last node from which more could be had. Different ways to
//! the end can have different such nodes, or leave the same by different moves; that is all that has to be known of
//! them, so each node is looked at at most four times.

use std::collections::VecDeque;

use crate::engine::graph::{Dominators, Graph, StateId};

pub(super) struct Mistakes {
    /// What can be got from each node, a higher number for more.
    ranks: Vec<i8>,
    last_good: Vec<LastGood>,
    dominators: Dominators,
}

/// The last nodes from which more could be had than from a node, on all ways that lead there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LastGood {
    /// There is none: as much can be had as from the beginning.
    Nowhere,
    /// It is the same on all ways, and left by the move with this index, if that is the same on all ways, too.
    Always(StateId, Option<u32>),
    Somewhere,
}

/// A node from which more could be had than was got, and that all ways to the end pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Better {
    pub(super) node: StateId,
    /// The move that gave it away, as its index among the legal ones, if there is but one.
    pub(super) by: Option<u32>,
    /// Whether it is the last such node on each way; else the ways to the end part after it.
    pub(super) is_last: bool,
}

impl Mistakes {
    /// Looks for the mistakes in a game that one plays alone. `ranks` has what can be got from each node.
    pub(super) fn of(graph: &Graph, ranks: Vec<i8>) -> Self {
        let successors = |state| graph.successors(state).iter().copied();
        let dominators = Dominators::of(graph.states().len(), successors);
        Self { last_good: last_good(graph, &ranks), dominators, ranks }
    }

    /// Returns the last node from which more could be had than was got at an end that is worth less than the beginning.
    pub(super) fn before(&self, end: StateId) -> Better {
        let rank = |node: StateId| self.ranks[node.index()];
        if let LastGood::Always(node, by) = self.last_good[end.index()] {
            return Better { node, by, is_last: true };
        }
        let node = self.dominators.before(end).find(|&node| rank(node) != rank(end));
        Better { node: node.expect("the beginning is worth more"), by: None, is_last: false }
    }
}

impl LastGood {
    fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Nowhere, known) | (known, Self::Nowhere) => known,
            (one, two) if one == two => one,
            (Self::Always(node, _), Self::Always(other, _)) if node == other => Self::Always(node, None),
            _ => Self::Somewhere,
        }
    }
}

fn last_good(graph: &Graph, ranks: &[i8]) -> Vec<LastGood> {
    let mut last = vec![LastGood::Nowhere; ranks.len()];
    let mut is_met = vec![false; ranks.len()];
    let mut queue = VecDeque::from([StateId::START]);
    is_met[StateId::START.index()] = true;
    while let Some(node) = queue.pop_front() {
        for (mv, next) in (0..).zip(graph.successors(node)) {
            let given_away = LastGood::Always(node, Some(mv));
            let next_index = next.index();
            let here = if ranks[node.index()] > ranks[next_index] { given_away } else { last[node.index()] };
            let known = last[next_index].or(here);
            if known != last[next_index] || !is_met[next_index] {
                (last[next_index], is_met[next_index]) = (known, true);
                queue.push_back(*next);
            }
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::engine::graph::graph_of;

    /// A node, and the move that leaves it.
    type Step = (StateId, u32);

    /// Walks all ways from the beginning that come to no node twice, and notes them for each node. Going round in
    /// circles gives nothing away.
    fn walk(node: StateId, way: &mut Vec<Step>, graph: &Graph, found: &mut [Vec<Vec<Step>>]) {
        found[node.index()].push(way.clone());
        for (mv, &next) in (0..).zip(graph.successors(node)) {
            if next != node && way.iter().all(|&(before, _)| before != next) {
                way.push((node, mv));
                walk(next, way, graph, found);
                way.pop();
            }
        }
    }

    /// Returns a better node on these ways, which all lead to one node. `is_better` says whether a node allows more.
    fn enumerated(ways: &[Vec<Step>], is_better: impl Fn(StateId) -> bool) -> Better {
        let last = |way: &Vec<Step>| way.iter().copied().rfind(|&(node, _)| is_better(node)).expect("the beginning");
        let steps: BTreeSet<Step> = ways.iter().map(last).collect();
        let nodes: BTreeSet<StateId> = steps.iter().map(|&(node, _)| node).collect();
        if nodes.len() == 1 {
            let (node, by) = *steps.first().expect("a way");
            return Better { node, by: Some(by).filter(|_| steps.len() == 1), is_last: true };
        }
        let is_passed = |node| ways.iter().all(|way| way.iter().any(|&(passed, _)| passed == node));
        let mut passed = ways[0].iter().rev().map(|&(node, _)| node).filter(|&node| is_passed(node));
        Better { node: passed.find(|&node| is_better(node)).expect("the beginning"), by: None, is_last: false }
    }

    #[test]
    fn mistakes_in_any_game_are_those_of_all_ways() {
        let mut random = 1_u64;
        let mut below = |limit: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as usize % limit
        };
        for _ in 0..500 {
            let count = 2 + below(7);
            let mut successors = vec![Vec::new(); count];
            (1..count).for_each(|node| successors[below(node)].push(node as u32));
            (0..below(2 * count)).for_each(|_| successors[below(count)].push(below(count) as u32));
            // No move leads to more than could be had before.
            let mut ranks: Vec<i8> = (0..count).map(|_| below(4) as i8).collect();
            for _ in 0..count {
                for node in 0..count {
                    let next = successors[node].iter().map(|&next| ranks[next as usize]).max();
                    ranks[node] = ranks[node].max(next.unwrap_or(0));
                }
            }
            let (graph, mut ways) = (graph_of(&successors), vec![Vec::new(); count]);
            walk(StateId::START, &mut Vec::new(), &graph, &mut ways);
            let mistakes = Mistakes::of(&graph, ranks.clone());
            for node in graph.states().filter(|node| ranks[node.index()] < ranks[0]) {
                let is_better = |other: StateId| ranks[other.index()] > ranks[node.index()];
                assert_eq!(
                    mistakes.before(node),
                    enumerated(&ways[node.index()], is_better),
                    "{successors:?}, {ranks:?}"
                );
            }
        }
    }
}
