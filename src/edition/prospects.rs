//! What a person can get at best from each node of an edition against the computer.
//!
//! The computer answers every position in one way, so whoever plays against it plays alone: what can be got is found by
//! a breadth-first search from the ends backwards, first from the won ones, then from the drawn ones. Of what is left,
//! play from some nodes can go round in circles. From the others it has to end, and is followed from its ends backwards
//! by the longest ways.

use super::circles::on_circles;
use super::nodes::Nodes;
use crate::game::{Outcome, Player, Status};
use crate::graph::Graph;
use crate::solve::{GameValue, Verdict};

/// The best that a person can get from a node. Moves are the person's own, without the computer's replies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prospect {
    /// A win in so many moves, and in no fewer.
    Win(u32),
    /// No win, but a draw in so many moves, and in no fewer.
    Draw(u32),
    /// Neither, but play can go on for ever.
    Endless,
    /// Nothing: all play is lost, after so many more moves of the computer at the latest.
    Loss(u32),
}

impl Prospect {
    /// Returns what a move of the person is worth that leads to a node with this prospect, perhaps by the computer's
    /// reply: as a verdict whose number of moves is that of two players who take turns.
    pub(super) fn verdict_after_move(self, person: Player, is_replied: bool) -> Verdict {
        match self {
            Self::Win(moves) => Verdict { value: GameValue::Win(person), distance: 2 * moves },
            Self::Draw(moves) => Verdict { value: GameValue::Draw, distance: 2 * moves },
            Self::Endless => Verdict { value: GameValue::Endless, distance: 0 },
            Self::Loss(moves) => {
                // The computer moves first, and last.
                let distance = (2 * (moves + u32::from(is_replied))).saturating_sub(1);
                Verdict { value: GameValue::Win(person.opponent()), distance }
            }
        }
    }
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
        let replies = nodes.iter().map(|node| u32::from(node.reply.is_some())).collect();
        Search::new(ends, replies, &successors).run(person)
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
    /// How many moves the computer makes on the way to each node, after the person's.
    replies: Vec<u32>,
    /// For each node the index of its first predecessor in `predecessors`, and at the end the number of predecessors.
    first: Vec<u32>,
    predecessors: Vec<u32>,
    prospects: Vec<Option<Prospect>>,
    on_circles: Vec<bool>,
}

impl Search {
    fn new(ends: Vec<Option<Outcome>>, replies: Vec<u32>, successors: &[Vec<usize>]) -> Self {
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
        let (prospects, on_circles) = (vec![None; ends.len()], on_circles(successors));
        Self { ends, replies, first, predecessors, prospects, on_circles }
    }

    fn run(mut self, person: Player) -> Prospects {
        let is_end = |outcome| move |search: &Self, node: usize| search.ends[node] == Some(outcome);
        self.spread(is_end(Outcome::Win(person)), Prospect::Win);
        self.spread(is_end(Outcome::Draw), Prospect::Draw);
        self.spread(|search, node| search.on_circles[node], |_| Prospect::Endless);
        let lost = self.longest_ways();
        let of = self.prospects.iter().zip(lost).map(|(prospect, moves)| prospect.unwrap_or(Prospect::Loss(moves)));
        Prospects { of: of.collect(), on_circles: self.on_circles }
    }

    fn before(&self, node: usize) -> impl Iterator<Item = usize> {
        let range = self.first[node] as usize..self.first[node + 1] as usize;
        self.predecessors[range].iter().map(|&node| node as usize)
    }

    /// Returns for each node without a prospect how many moves the computer makes on the longest way from there; for
    /// other nodes a number without a meaning. Those ways have no circles, and all lead to lost ends.
    fn longest_ways(&self) -> Vec<u32> {
        // Of each node's successors those whose longest way is not known yet.
        let (mut longest, mut unknown) = (vec![0; self.ends.len()], vec![0_u32; self.ends.len()]);
        for &before in &self.predecessors {
            unknown[before as usize] += 1;
        }
        let mut known: Vec<usize> = (0..unknown.len()).filter(|&node| unknown[node] == 0).collect();
        while let Some(node) = known.pop() {
            for before in self.before(node) {
                longest[before] = longest[before].max(longest[node] + self.replies[node]);
                unknown[before] -= 1;
                if unknown[before] == 0 {
                    known.push(before);
                }
            }
        }
        longest
    }

    /// Gives a prospect to all nodes that have none yet and from which one of some nodes can be reached.
    fn spread(&mut self, is_goal: impl Fn(&Self, usize) -> bool, prospect: fn(u32) -> Prospect) {
        let has_none = |search: &Self, node: usize| search.prospects[node].is_none();
        let goals = (0..self.ends.len()).filter(|&node| has_none(self, node) && is_goal(self, node));
        let mut nearest: Vec<usize> = goals.collect();
        let mut moves = 0;
        while !nearest.is_empty() {
            for &node in &nearest {
                self.prospects[node] = Some(prospect(moves));
            }
            let mut next: Vec<usize> = nearest.iter().flat_map(|&node| self.before(node)).collect();
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
    use crate::games::Games;
    use crate::library::SolvedGame;

    /// Repeats "one more than the best successor" over all nodes until nothing changes, and then looks for a way of
    /// more moves than there are nodes.
    fn naive(ends: &[Option<Outcome>], replies: &[u32], successors: &[Vec<usize>], person: Player) -> Vec<Prospect> {
        let score = |prospect: Prospect| match prospect {
            Prospect::Win(moves) => 2_000_000 - i64::from(moves),
            Prospect::Draw(moves) => 1_000_000 - i64::from(moves),
            Prospect::Endless | Prospect::Loss(_) => 0,
        };
        let later = |prospect| match prospect {
            Prospect::Win(moves) => Prospect::Win(moves + 1),
            Prospect::Draw(moves) => Prospect::Draw(moves + 1),
            other => other,
        };
        let of_end = |end: &Option<Outcome>| match end {
            Some(Outcome::Win(player)) if *player == person => Prospect::Win(0),
            Some(Outcome::Draw) => Prospect::Draw(0),
            _ => Prospect::Loss(0),
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
        for node in 0..ends.len() {
            if let Prospect::Loss(moves) = &mut prospects[node] {
                if goes_on[node] {
                    prospects[node] = Prospect::Endless;
                } else {
                    *moves = longest(node, replies, successors);
                }
            }
        }
        prospects
    }

    /// Follows all ways from a node.
    fn longest(node: usize, replies: &[u32], successors: &[Vec<usize>]) -> u32 {
        successors[node].iter().map(|&next| replies[next] + longest(next, replies, successors)).max().unwrap_or(0)
    }

    #[test]
    fn ways_in_circles_are_no_way_to_an_end() {
        let won = Some(Outcome::Win(Player::First));
        let lost = Some(Outcome::Win(Player::Second));
        let ends = vec![None, None, None, won, lost, Some(Outcome::Draw), None, None];
        let successors = [vec![1, 2], vec![0], vec![3, 1, 4], vec![], vec![], vec![], vec![4, 7], vec![6, 5]];
        let replies = vec![0, 1, 1, 0, 1, 1, 1, 1];
        let found = Search::new(ends.clone(), replies.clone(), &successors).run(Player::First).of;
        let expected = [
            Prospect::Win(2),
            Prospect::Win(3),
            Prospect::Win(1),
            Prospect::Win(0),
            Prospect::Loss(0),
            Prospect::Draw(0),
            Prospect::Draw(2),
            Prospect::Draw(1),
        ];
        assert_eq!(found, expected);
        assert_eq!(found, naive(&ends, &replies, &successors, Player::First));
        let found = Search::new(ends.clone(), replies.clone(), &successors).run(Player::Second).of;
        assert_eq!(found, naive(&ends, &replies, &successors, Player::Second));
    }

    #[test]
    fn prospects_are_those_of_a_naive_fixpoint() {
        let game = Games::standard().open("tic-tac-toe", &Parameters::new()).expect("a game");
        let game = SolvedGame::new(game.explore(10_000).expect("a small game"));
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
            let replies: Vec<u32> = nodes.iter().map(|node| u32::from(node.reply.is_some())).collect();
            let expected = naive(&ends, &replies, &successors, person);
            assert_eq!((0..ends.len()).map(|node| prospects.of(node)).collect::<Vec<_>>(), expected, "{computer:?}");
        }
    }
}
