//! How a person fares against the computer who makes any legal move by chance, each as likely as the others.
//!
//! Nothing is drawn: all games are played at once, and each node has the share of them that has come to it. So the
//! result is exact, but for those few that go on after all others have ended.

use super::prospect::Prospect;
use crate::game::{Outcome, Player, Status};
use crate::graph::{Graph, StateId};

/// The shares of random games that end well for the person, each from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RandomPlay {
    /// Those that are won.
    pub won: f64,
    /// Those that are drawn.
    pub drawn: f64,
}

/// How many moves of the person are played: what goes on after them counts as not ended.
const MOST_MOVES: usize = 1000;

/// The share of games that are not followed any more when so few are left.
const NEARLY_NONE: f64 = 1e-9;

impl RandomPlay {
    /// Plays all games of a graph in which only `person` has a turn.
    pub(super) fn of(graph: &Graph, person: Player) -> Self {
        let count = graph.states().len();
        let (mut shares, mut next) = (vec![0.0; count], vec![0.0; count]);
        let mut result = Self::default();
        shares[StateId::START.index()] = 1.0;
        for _ in 0..=MOST_MOVES {
            let mut left = 0.0;
            for node in graph.states().filter(|node| shares[node.index()] > 0.0) {
                let share = shares[node.index()];
                match graph.status(node) {
                    Status::Over(Outcome::Win(player)) if player == person => result.won += share,
                    Status::Over(Outcome::Draw) => result.drawn += share,
                    Status::Over(_) => {}
                    Status::Turn(_) => {
                        left += share;
                        let successors = graph.successors(node);
                        let share = share / f64::from(successors.len() as u32);
                        for successor in successors {
                            next[successor.index()] += share;
                        }
                    }
                }
            }
            std::mem::swap(&mut shares, &mut next);
            next.fill(0.0);
            if left < NEARLY_NONE {
                break;
            }
        }
        result
    }

    /// Returns the share of games that get what a prospect says can be got at best; nothing where it is neither a win
    /// nor a draw.
    pub fn share_of(&self, prospect: Prospect) -> Option<f64> {
        match prospect {
            Prospect::Win(_) => Some(self.won),
            Prospect::Draw(_) => Some(self.drawn),
            Prospect::Endless | Prospect::Loss => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_those_counted_by_hand() {
        let turn = Status::Turn(Player::First);
        let [won, lost] = [Player::First, Player::Second].map(|player| (Status::Over(Outcome::Win(player)), vec![]));
        // One of three moves goes on, from where one of four wins and one draws.
        let drawn = (Status::Over(Outcome::Draw), vec![]);
        let states = [(turn, vec![1, 2, 2]), (turn, vec![2, 3, 4, 2]), lost.clone(), won.clone(), drawn];
        let play = RandomPlay::of(&Graph::from_lists(&states), Player::First);
        assert!((play.won - 1.0 / 12.0).abs() < 1e-12 && (play.drawn - 1.0 / 12.0).abs() < 1e-12, "{play:?}");
        // Two of three moves come back, and of the rest half win.
        let states = [(turn, vec![0, 0, 1]), (turn, vec![2, 3]), lost, won];
        let play = RandomPlay::of(&Graph::from_lists(&states), Player::First);
        assert!((play.won - 0.5).abs() < 1e-6, "{play:?}");
        assert!((RandomPlay::of(&Graph::from_lists(&states), Player::Second).won - 0.5).abs() < 1e-6);
    }
}
