//! What a person can get at best from each node of an edition against the computer.
//!
//! The computer answers every position in one way, so whoever plays against it plays alone: what can be got is found by
//! a breadth-first search from the ends backwards, first from the won ones, then from the drawn ones. Of what is left,
//! play from some nodes has to end, and from the others it can go round in circles.

use super::circles::on_circles;
use super::nodes::Nodes;
use crate::game::{Outcome, Player, Status};
use crate::graph::Graph;

/// The best that a person can get from a node. Moves are the person's own, without the computer's replies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prospect {
    /// A win in so many moves, and in no fewer.
    Win(u32),
    /// No win, but a draw in so many moves, and in no fewer.
    Draw(u32),
    /// Neither, but play can go on for ever.
    Endless,
    /// Nothing: all play is lost in the end.
    Loss,
}

/// What can be got from each node of an edition.
pub(super) struct Prospects {
    of: Vec<Prospect>,
    on_circles: Vec<bool>,
}

impl Prospects {
    /// Searches the nodes of an edition in which `person` plays against the computer.
    pub(super) fn new(nodes: &Nodes, graph: &Graph, person: Player) -> Self {
        let ends = nodes.iter().map(|node| match graph.status(node.state) {
            Status::Over(outcome) => Some(outcome),
            Status::Turn(_) => None,
        });
        let ends: Vec<_> = ends.collect();
        let successors: Vec<Vec<usize>> = (0..ends.len()).map(|node| nodes.successors(node, graph).collect()).collect();
        Search::new(ends, &successors).run(person)
    }

    /// Returns what can be got from a node.
    pub(super) fn of(&self, node: usize) -> Prospect {
        self.of[node]
    }

    /// Whether play can come back to a node.
    pub(super) fn is_on_circle(&self, node: usize) -> bool {
        self.on_circles[node]
    }
}

struct Search {
    ends: Vec<Option<Outcome>>,
    /// For each node the index of its first predecessor in `predecessors`, and at the end the number of predecessors.
    first: Vec<u32>,
    predecessors: Vec<u32>,
    prospects: Vec<Prospect>,
    on_circles: Vec<bool>,
}

impl Search {
    fn new(ends: Vec<Option<Outcome>>, successors: &[Vec<usize>]) -> Self {
        let mut first = vec![0_u32; ends.len() + 1];
        for &next in successors.iter().flatten() {
            first[next + 1] += 1;
        }
        for index in 1..first.len() {
            first[index] += first[index - 1];
        }
        let mut free = first.clone();
        let mut predecessors = vec![0; free[ends.len()] as usize];
        for (node, next) in successors.iter().enumerate() {
            for &next in next {
                predecessors[free[next] as usize] = node as u32;
                free[next] += 1;
            }
        }
        let on_circles = on_circles(successors);
        Self { prospects: vec![Prospect::Loss; ends.len()], ends, first, predecessors, on_circles }
    }

    fn run(mut self, person: Player) -> Prospects {
        let is_end = |outcome| move |search: &Self, node: usize| search.ends[node] == Some(outcome);
        self.spread(is_end(Outcome::Win(person)), Prospect::Win);
        self.spread(is_end(Outcome::Draw), Prospect::Draw);
        self.spread(|search, node| search.on_circles[node], |_| Prospect::Endless);
        Prospects { of: self.prospects, on_circles: self.on_circles }
    }

    /// Gives a prospect to all nodes that have none yet and from which one of some nodes can be reached.
    fn spread(&mut self, is_goal: impl Fn(&Self, usize) -> bool, prospect: fn(u32) -> Prospect) {
        let has_none = |search: &Self, node: usize| search.prospects[node] == Prospect::Loss;
        let goals = (0..self.ends.len()).filter(|&node| has_none(self, node) && is_goal(self, node));
        let mut nearest: Vec<usize> = goals.collect();
        let mut moves = 0;
        while !nearest.is_empty() {
            for &node in &nearest {
                self.prospects[node] = prospect(moves);
            }
            let before = nearest.iter().flat_map(|&node| self.first[node]..self.first[node + 1]);
            let mut next: Vec<usize> = before.map(|index| self.predecessors[index as usize] as usize).collect();
            next.retain(|&node| has_none(self, node));
            next.sort_unstable();
            next.dedup();
            nearest = next;
            moves += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Computer, Parameters, Policy};
    use crate::games::AnyGame;
    use crate::graph::explore;
    use crate::library::SolvedGame;

    /// Repeats "one more than the best successor" over all nodes until nothing changes, and then looks for a way of
    /// more moves than there are nodes.
    fn naive(ends: &[Option<Outcome>], successors: &[Vec<usize>], person: Player) -> Vec<Prospect> {
        let score = |prospect: Prospect| match prospect {
            Prospect::Win(moves) => 2_000_000 - i64::from(moves),
            Prospect::Draw(moves) => 1_000_000 - i64::from(moves),
            Prospect::Endless | Prospect::Loss => 0,
        };
        let later = |prospect| match prospect {
            Prospect::Win(moves) => Prospect::Win(moves + 1),
            Prospect::Draw(moves) => Prospect::Draw(moves + 1),
            other => other,
        };
        let of_end = |end: &Option<Outcome>| match end {
            Some(Outcome::Win(player)) if *player == person => Prospect::Win(0),
            Some(Outcome::Draw) => Prospect::Draw(0),
            _ => Prospect::Loss,
        };
        let mut prospects: Vec<_> = ends.iter().map(of_end).collect();
        loop {
            let mut changed = false;
            for node in 0..ends.len() {
                let best = successors[node].iter().map(|&next| later(prospects[next])).max_by_key(|&best| score(best));
                if let Some(best) = best.filter(|&best| best != prospects[node]) {
                    prospects[node] = best;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        let mut goes_on = vec![true; ends.len()];
        for _ in 0..=ends.len() {
            goes_on = successors.iter().map(|next| next.iter().any(|&next| goes_on[next])).collect();
        }
        for (prospect, _) in
            prospects.iter_mut().zip(goes_on).filter(|(prospect, goes_on)| *goes_on && **prospect == Prospect::Loss)
        {
            *prospect = Prospect::Endless;
        }
        prospects
    }

    #[test]
    fn ways_in_circles_are_no_way_to_an_end() {
        let won = Some(Outcome::Win(Player::First));
        let lost = Some(Outcome::Win(Player::Second));
        let ends = vec![None, None, None, won, lost, Some(Outcome::Draw), None, None];
        let successors = [vec![1, 2], vec![0], vec![3, 1, 4], vec![], vec![], vec![], vec![4, 7], vec![6, 5]];
        let found = Search::new(ends.clone(), &successors).run(Player::First).of;
        let expected = [
            Prospect::Win(2),
            Prospect::Win(3),
            Prospect::Win(1),
            Prospect::Win(0),
            Prospect::Loss,
            Prospect::Draw(0),
            Prospect::Draw(2),
            Prospect::Draw(1),
        ];
        assert_eq!(found, expected);
        assert_eq!(found, naive(&ends, &successors, Player::First));
        let found = Search::new(ends.clone(), &successors).run(Player::Second).of;
        assert_eq!(found, naive(&ends, &successors, Player::Second));
    }

    #[test]
    fn prospects_are_those_of_a_naive_fixpoint() {
        let game = AnyGame::new("tic-tac-toe", &Parameters::new()).expect("a game");
        let game = SolvedGame::new(explore(game, 10_000).expect("a small game"));
        let graph = game.positions.graph();
        for (seat, policy) in [
            (Player::First, Policy::Random),
            (Player::Second, Policy::Random),
            (Player::Second, Policy::Perfect),
            (Player::First, Policy::Negamax { depth: 2 }),
        ] {
            let computer = Computer { seat, policy, blunder: 20, random_opening: false, seed: 7 };
            let nodes = Nodes::plan(&game, Some(&computer));
            let person = seat.opponent();
            let prospects = Prospects::new(&nodes, graph, person);
            let ends: Vec<_> = nodes
                .iter()
                .map(|node| match graph.status(node.state) {
                    Status::Over(outcome) => Some(outcome),
                    Status::Turn(player) => {
                        assert_eq!(player, person);
                        None
                    }
                })
                .collect();
            let successors: Vec<Vec<usize>> =
                (0..ends.len()).map(|node| nodes.successors(node, graph).collect()).collect();
            let expected = naive(&ends, &successors, person);
            assert_eq!((0..ends.len()).map(|node| prospects.of(node)).collect::<Vec<_>>(), expected, "{computer:?}");
        }
    }
}
