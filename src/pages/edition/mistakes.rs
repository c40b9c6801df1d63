//! Mistakes: the moves with which a reader gave a better result away.
//!
//! A reader who plays alone, or against fixed replies, can never get a better result from a node than from the node
//! before. So the mistake is the last move from a node that allowed a better result. Different paths to a node can
//! contain different mistakes. A page names only a few mistakes, so the program stores only a few for each node.

use std::collections::VecDeque;

use crate::engine::graph::{Dominators, Graph, StateId};

/// The maximum number of nodes whose mistakes a page names one by one.
const MOST: usize = 6;

pub(super) struct Mistakes {
    /// The best result from each node; a higher number is better.
    ranks: Vec<i8>,
    /// The last mistakes on the paths to each node, in order; `None` if there are too many.
    last: Vec<Option<Vec<Mistake>>>,
    dominators: Dominators,
}

/// A move that gave a better result away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Mistake {
    pub(super) node: StateId,
    /// The index of the move among the legal ones.
    pub(super) by: u32,
}

/// The better result that the reader missed before a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Missed<'a> {
    /// The last node that is on every path and that allowed a better result.
    pub(super) node: StateId,
    /// The last mistake on each path; empty if there are too many.
    pub(super) mistakes: &'a [Mistake],
}

impl Mistake {
    /// Returns the mistakes at each node. `mistakes` is sorted.
    pub(super) fn by_node(mistakes: &[Self]) -> impl Iterator<Item = &[Self]> {
        mistakes.chunk_by(|one, other| one.node == other.node)
    }
}

impl Mistakes {
    /// Finds the mistakes in a game for one player. `ranks` is the best result from each node.
    pub(super) fn of(graph: &Graph, ranks: Vec<i8>) -> Self {
        let successors = |state| graph.successors(state).iter().copied();
        let dominators = Dominators::of(graph.states().len(), successors);
        Self { last: last_mistakes(graph, &ranks), dominators, ranks }
    }

    /// Returns the better result that the reader missed before a node; `None` if the node still allows the best result.
    pub(super) fn before(&self, node: StateId) -> Option<Missed<'_>> {
        let rank = |node: StateId| self.ranks[node.index()];
        let better = self.dominators.before(node).find(|&before| rank(before) != rank(node))?;
        Some(Missed { node: better, mistakes: self.last[node.index()].as_deref().unwrap_or_default() })
    }
}

impl Missed<'_> {
    /// Returns whether the paths have their last mistakes at several nodes, and few enough of them to name.
    pub(super) fn can_be_named(&self) -> bool {
        !self.is_there() && !self.mistakes.is_empty()
    }

    /// Returns whether every path has its last mistake at this node.
    pub(super) fn is_there(&self) -> bool {
        !self.mistakes.is_empty() && self.mistakes.iter().all(|mistake| mistake.node == self.node)
    }
}

fn last_mistakes(graph: &Graph, ranks: &[i8]) -> Vec<Option<Vec<Mistake>>> {
    let mut last = vec![Some(Vec::new()); ranks.len()];
    let mut is_met = vec![false; ranks.len()];
    let mut queue = VecDeque::from([StateId::START]);
    is_met[StateId::START.index()] = true;
    while let Some(node) = queue.pop_front() {
        for (by, next) in (0..).zip(graph.successors(node)) {
            let next = next.index();
            let is_mistake = ranks[node.index()] > ranks[next];
            let here = if is_mistake { Some(vec![Mistake { node, by }]) } else { last[node.index()].clone() };
            let known = join(last[next].as_deref(), here.as_deref());
            if known != last[next] || !is_met[next] {
                (last[next], is_met[next]) = (known, true);
                queue.push_back(StateId::new(next));
            }
        }
    }
    last
}

/// Returns the mistakes of both lists; `None` if there are too many.
fn join(one: Option<&[Mistake]>, other: Option<&[Mistake]>) -> Option<Vec<Mistake>> {
    let mut all = [one?, other?].concat();
    all.sort_unstable();
    all.dedup();
    Some(all).filter(|all| Mistake::by_node(all).count() <= MOST)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::engine::graph::graph_of;

    /// Follows all paths from the start that visit no node twice, and records them for each node. A move in a cycle is
    /// never a mistake.
    fn walk(node: StateId, way: &mut Vec<Mistake>, graph: &Graph, found: &mut [Vec<Vec<Mistake>>]) {
        found[node.index()].push(way.clone());
        for (by, &next) in (0..).zip(graph.successors(node)) {
            if next != node && way.iter().all(|before| before.node != next) {
                way.push(Mistake { node, by });
                walk(next, way, graph, found);
                way.pop();
            }
        }
    }

    /// Returns the last mistakes on the paths to one node, and the last node that is on all of these paths and that
    /// allowed a better result.
    fn enumerated(ways: &[Vec<Mistake>], is_better: impl Fn(StateId) -> bool) -> (StateId, Vec<Mistake>) {
        let last = |way: &Vec<Mistake>| way.iter().copied().rfind(|step| is_better(step.node)).expect("the beginning");
        let mistakes: BTreeSet<Mistake> = ways.iter().map(last).collect();
        let is_passed = |node| ways.iter().all(|way| way.iter().any(|step| step.node == node));
        let mut passed = ways[0].iter().rev().map(|step| step.node).filter(|&node| is_passed(node));
        (passed.find(|&node| is_better(node)).expect("the beginning"), mistakes.into_iter().collect())
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
            // No move improves the result.
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
                let found = mistakes.before(node).expect("the beginning is worth more");
                let is_better = |other: StateId| ranks[other.index()] > ranks[node.index()];
                let (node, all) = enumerated(&ways[node.index()], is_better);
                let nodes: BTreeSet<StateId> = all.iter().map(|mistake| mistake.node).collect();
                let missed = Missed { node, mistakes: if nodes.len() > MOST { &[] } else { &all } };
                assert_eq!(found, missed, "{successors:?}, {ranks:?}");
            }
        }
    }
}
