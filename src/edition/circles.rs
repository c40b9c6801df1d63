//! Circles: the nodes that play can come back to.

use std::slice::Iter;

/// Returns for each node whether some way leads from it back to it.
///
/// `successors` has the nodes that follow each. The search goes along each way once, after Tarjan, "Depth-First Search
/// and Linear Graph Algorithms" (1972): nodes that lead to each other are found together.
pub(super) fn on_circles(successors: &[Vec<usize>]) -> Vec<bool> {
    let count = successors.len();
    let mut is_on = vec![false; count];
    // For each node the place at which it was met, from 1, and the first place that is known to be in reach of it.
    let (mut met, mut first) = (vec![0_usize; count], vec![0_usize; count]);
    let mut is_done = vec![false; count];
    let (mut places, mut open) = (0, Vec::new());
    for start in 0..count {
        let mut way: Vec<(usize, Iter<'_, usize>)> = Vec::new();
        let mut next = (met[start] == 0).then_some(start);
        loop {
            if let Some(node) = next.take() {
                places += 1;
                (met[node], first[node]) = (places, places);
                open.push(node);
                way.push((node, successors[node].iter()));
            }
            let Some((node, rest)) = way.last_mut() else { break };
            let node = *node;
            match rest.next().copied() {
                Some(after) if met[after] == 0 => next = Some(after),
                Some(after) if is_done[after] => {}
                Some(after) => {
                    first[node] = first[node].min(met[after]);
                    is_on[node] |= after == node;
                }
                None => {
                    way.pop();
                    if let Some(&(before, _)) = way.last() {
                        first[before] = first[before].min(first[node]);
                    }
                    if first[node] == met[node] {
                        let together = open.iter().rposition(|&other| other == node).unwrap_or_default();
                        let together = open.split_off(together);
                        for &other in &together {
                            is_done[other] = true;
                            is_on[other] |= together.len() > 1;
                        }
                    }
                }
            }
        }
    }
    is_on
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Follows all ways from the nodes after a node.
    fn comes_back(node: usize, successors: &[Vec<usize>]) -> bool {
        let mut met: BTreeSet<usize> = successors[node].iter().copied().collect();
        let mut left: Vec<usize> = met.iter().copied().collect();
        while let Some(next) = left.pop() {
            left.extend(successors[next].iter().filter(|&&after| met.insert(after)));
        }
        met.contains(&node)
    }

    fn assert_found(successors: &[Vec<usize>]) {
        let expected: Vec<_> = (0..successors.len()).map(|node| comes_back(node, successors)).collect();
        assert_eq!(on_circles(successors), expected, "{successors:?}");
    }

    #[test]
    fn nodes_on_circles_are_those_that_a_walk_comes_back_to() {
        assert_eq!(on_circles(&[vec![1], vec![2], vec![1, 3], vec![]]), [false, true, true, false]);
        assert_eq!(on_circles(&[vec![0, 1], vec![]]), [true, false]);
        // All graphs of four nodes without ways from a node to itself.
        for ways in 0..1_u32 << 12 {
            let others = |node: usize| (0..4).filter(move |&other| other != node).enumerate();
            let is_way = |node: usize, place: usize| ways >> (3 * node + place) & 1 == 1;
            let of = |node| others(node).filter(|&(place, _)| is_way(node, place)).map(|(_, other)| other).collect();
            assert_found(&(0..4).map(of).collect::<Vec<Vec<usize>>>());
        }
    }

    #[test]
    fn long_ways_are_followed_to_their_end() {
        let count = 200_000;
        let after = |node| if node + 1 < count { vec![node + 1] } else { vec![count / 2] };
        let found = on_circles(&(0..count).map(after).collect::<Vec<_>>());
        assert!(found.iter().enumerate().all(|(node, &is_on)| is_on == (node >= count / 2)));
    }
}
