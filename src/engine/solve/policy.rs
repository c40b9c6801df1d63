//! Policies: how the computer chooses a move.
//!
//! A choice is a pure function of the state and a seed. Random numbers are hashes of the seed and the state's slug,
//! never a stream, so the same site comes out on any machine, with any number of threads, and for any subset of its
//! pages.

use std::cmp::Reverse;

use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::engine::game::{Computer, Outcome, Player, Policy, Status};
use crate::engine::graph::{ExploreError, Positions, StateId};
use crate::engine::solve::Solution;

/// Returns the computer's move in a state where it is its turn, as its index among the legal moves.
///
/// # Errors
///
/// Returns an error if a policy of the game names no legal move.
///
/// # Panics
///
/// Panics if the policy is that of best play and there is no solution, and if the game is over.
pub fn choose(
    computer: &Computer,
    positions: &dyn Positions,
    solution: Option<&Solution>,
    state: StateId,
) -> Result<usize, ExploreError> {
    let successors = positions.successors(state);
    let slug = positions.slug(state);
    let random = |purpose| xxh3_64_with_seed(format!("{purpose} {slug}").as_bytes(), computer.seed);
    let blunders = random("blunder") % 100 < u64::from(computer.blunder);
    let candidates: Vec<usize> = if blunders || (computer.random_opening && state == StateId::START) {
        (0..successors.len()).collect()
    } else {
        match &computer.policy {
            Policy::Perfect => {
                let solution = solution.expect("best play is known from a solution");
                let moves = best(successors, |next| solution.verdict(next).worth(computer.seat));
                sharpest(positions, solution, state, &moves)
            }
            Policy::Negamax { depth } => {
                let search = Search { positions, seat: computer.seat };
                search.best(successors, depth.saturating_sub(1))
            }
            Policy::Random => (0..successors.len()).collect(),
            Policy::Named(name) => positions.policy_moves(name, state)?,
        }
    };
    Ok(candidates[(random("move") % candidates.len() as u64) as usize])
}

/// Returns those of some equally good moves that leave the smallest share of good replies: the fewer replies are good,
/// the more likely the opponent misses them.
fn sharpest(positions: &dyn Positions, solution: &Solution, state: StateId, moves: &[usize]) -> Vec<usize> {
    let share_of_good_replies = |next| {
        // The opponent cannot miss a reply before its turn.
        if positions.status(next) == positions.status(state) {
            return 1000;
        }
        let replies = positions.successors(next);
        let value = solution.verdict(next).value;
        let good = replies.iter().filter(|&&reply| solution.verdict(reply).value == value).count();
        // In thousandths: whole numbers are the same on every machine, and no state has a thousand moves.
        1000 * good / replies.len().max(1)
    };
    let successors = positions.successors(state);
    let after: Vec<StateId> = moves.iter().map(|&index| successors[index]).collect();
    best(&after, |next| Reverse(share_of_good_replies(next))).into_iter().map(|index| moves[index]).collect()
}

fn best<W: Ord>(states: &[StateId], worth: impl Fn(StateId) -> W) -> Vec<usize> {
    let worths: Vec<W> = states.iter().map(|&state| worth(state)).collect();
    let most = worths.iter().max();
    (0..states.len()).filter(|&index| Some(&worths[index]) == most).collect()
}

/// A minimax search of limited depth with alpha-beta pruning. All scores are those of one player.
struct Search<'a> {
    positions: &'a dyn Positions,
    seat: Player,
}

impl Search<'_> {
    /// More than any estimate. A win counts more the sooner it comes.
    const WIN: i64 = 1 << 40;

    fn best(&self, states: &[StateId], depth: u8) -> Vec<usize> {
        let (mut most, mut indices) = (i64::MIN + 1, Vec::new());
        for (index, &state) in states.iter().enumerate() {
            // A score below the best so far need not be exact; a score equal to it has to be.
            let score = self.score(state, depth, most - 1, i64::MAX);
            if score > most {
                indices.clear();
                most = score;
            }
            if score == most {
                indices.push(index);
            }
        }
        indices
    }

    /// Returns the score of a state. It is exact between `low` and `high`, and outside only known to be there.
    fn score(&self, state: StateId, depth: u8, mut low: i64, mut high: i64) -> i64 {
        let for_seat = |player: Player, score: i64| if player == self.seat { score } else { -score };
        let end = Self::WIN + i64::from(depth);
        let player = match self.positions.status(state) {
            Status::Over(Outcome::Stuck) => return for_seat(Player::First, -end),
            Status::Over(outcome) => return outcome.winner().map_or(0, |winner| for_seat(winner, end)),
            Status::Turn(_) if depth == 0 => {
                return for_seat(Player::First, i64::from(self.positions.estimate(state)));
            }
            Status::Turn(player) => player,
        };
        let is_own = player == self.seat;
        let mut score = if is_own { i64::MIN + 1 } else { i64::MAX };
        for &next in self.positions.successors(state) {
            let after = self.score(next, depth - 1, low, high);
            if is_own {
                score = score.max(after);
                low = low.max(score);
            } else {
                score = score.min(after);
                high = high.min(score);
            }
            if low >= high {
                break;
            }
        }
        score
    }
}
