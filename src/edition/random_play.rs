//! How a person fares against the computer who makes any legal move by chance, each as likely as the others.
//!
//! Nothing is drawn: all games are played at once, and each node has the share of them that has come to it. So the
//! result is exact, but for those few that go on after all others have ended.

use super::nodes::Nodes;
use super::prospects::Prospect;
use crate::game::{Outcome, Player, Status};
use crate::graph::Graph;

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
    /// Plays all games of an edition in which `person` plays against the computer.
    pub(super) fn new(nodes: &Nodes, graph: &Graph, person: Player) -> Self {
        let count = nodes.iter().count();
        let (mut shares, mut next) = (vec![0.0; count], vec![0.0; count]);
        let mut result = Self::default();
        shares[0] = 1.0;
        for _ in 0..=MOST_MOVES {
            let mut left = 0.0;
            for node in (0..count).filter(|&node| shares[node] > 0.0) {
                match graph.status(nodes.node(node).state) {
                    Status::Over(Outcome::Win(player)) if player == person => result.won += shares[node],
                    Status::Over(Outcome::Draw) => result.drawn += shares[node],
                    Status::Over(_) => {}
                    Status::Turn(_) => {
                        left += shares[node];
                        let successors: Vec<usize> = nodes.successors(node, graph).collect();
                        let share = shares[node] / f64::from(successors.len() as u32);
                        for successor in successors {
                            next[successor] += share;
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
            Prospect::Endless | Prospect::Loss(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Computer, ParameterValue, Parameters, Policy};
    use crate::games::Games;
    use crate::library::SolvedGame;

    fn random_play(game: &str, parameters: &Parameters, computer: &Computer) -> RandomPlay {
        let game = Games::standard().open(game, parameters).expect("a game");
        let game = SolvedGame::new(game.explore(10_000).expect("a small game"));
        let nodes = Nodes::plan(&game, Some(computer));
        RandomPlay::new(&nodes, game.positions.graph(), computer.seat.opponent())
    }

    fn rows(rows: &[i64]) -> Parameters {
        let rows = ParameterValue::List(rows.iter().copied().map(ParameterValue::Integer).collect());
        Parameters::from([("rows".to_owned(), rows)])
    }

    #[test]
    fn shares_are_those_counted_by_hand() {
        let computer = |seat| Computer { seat, policy: Policy::Perfect, blunder: 0, random_opening: false, seed: 0 };
        // From 2 the person takes both and wins, or one and loses.
        let play = random_play("nim", &rows(&[2]), &computer(Player::Second));
        assert_eq!(play, RandomPlay { won: 0.5, drawn: 0.0 });
        // From 1-2 one move of three, to 1-1, wins: the computer has to take one, and the person takes the other.
        let play = random_play("nim", &rows(&[1, 2]), &computer(Player::Second));
        assert!((play.won - 1.0 / 3.0).abs() < 1e-12, "{play:?}");
        // Perfect play that begins there leaves 1-1, and then takes the last piece.
        assert_eq!(random_play("nim", &rows(&[1, 2]), &computer(Player::First)), RandomPlay::default());
    }
}
