//! Dominators: the nodes that all ways to a node pass.

/// Stands for the dominator of a node that has not been reached yet.
const UNKNOWN: u32 = u32::MAX;

/// Returns for each node the last one before it that all ways from the first node pass, and for the first one that one.
///
/// `successors` has the nodes that follow each. Each but the first has to follow one with a lower number, as it does
/// in the order of a breadth-first search. After Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm"
/// (2001).
pub(super) fn dominators(successors: &[Vec<usize>]) -> Vec<u32> {
    let mut dominators = vec![UNKNOWN; successors.len()];
    dominators[0] = 0;
    let mut changed = true;
    while changed {
        changed = false;
        for (node, after) in successors.iter().enumerate() {
            for &next in after.iter().filter(|&&next| next > 0) {
                let known = dominators[next];
                let common = if known == UNKNOWN { node as u32 } else { common(&dominators, node as u32, known) };
                changed |= common != known;
                dominators[next] = common;
            }
        }
    }
    dominators
}

/// Returns the last node that all ways to both nodes pass or end in, as far as dominators are known: these have lower
/// numbers than what they dominate.
fn common(dominators: &[u32], mut one: u32, mut other: u32) -> u32 {
    while one != other {
        let higher = if one > other { &mut one } else { &mut other };
        *higher = dominators[*higher as usize];
    }
    one
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which nodes can be reached without passing one of them.
    fn reached(successors: &[Vec<usize>], without: usize) -> Vec<bool> {
        let mut is_reached = vec![false; successors.len()];
        let mut open = if without == 0 { Vec::new() } else { vec![0] };
        while let Some(node) = open.pop() {
            if node != without && !std::mem::replace(&mut is_reached[node], true) {
                open.extend(&successors[node]);
            }
        }
        is_reached
    }

    /// Takes each node away, and looks at what cannot be reached then. Of those that all ways to a node pass, the last
    /// is the one to which all ways pass the most others.
    fn naive(successors: &[Vec<usize>]) -> Vec<u32> {
        let all = 0..successors.len();
        let without: Vec<_> = all.clone().map(|node| reached(successors, node)).collect();
        let passed = |node: usize| all.clone().filter(|&by| !without[by][node]).collect::<Vec<_>>();
        let before = |node: usize| passed(node).into_iter().filter(move |&by| by != node);
        let last = |node: usize| before(node).max_by_key(|&by| passed(by).len());
        all.clone().map(|node| last(node).unwrap_or(0) as u32).collect()
    }

    #[test]
    fn dominators_are_what_no_way_can_avoid() {
        // A way that forks and meets again, one past it, and a circle.
        let successors = [vec![1, 2], vec![3], vec![3], vec![4, 5], vec![6], vec![6], vec![7, 1], vec![]];
        let found = dominators(&successors);
        assert_eq!(found, [0, 0, 0, 0, 3, 3, 3, 6]);
        assert_eq!(found, naive(&successors));
    }

    #[test]
    fn dominators_of_any_graph_are_as_by_taking_nodes_away() {
        let mut random = 1_u64;
        let mut below = |limit: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as usize % limit
        };
        for _ in 0..200 {
            let count = 2 + below(12);
            let mut successors = vec![Vec::new(); count];
            for node in 1..count {
                successors[below(node)].push(node);
            }
            for _ in 0..below(2 * count) {
                successors[below(count)].push(below(count));
            }
            assert_eq!(dominators(&successors), naive(&successors), "{successors:?}");
        }
    }
}
