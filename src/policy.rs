//! Policies: how the computer chooses a move.
//!
//! A choice is a pure function of the state and a seed. Random numbers are hashes of the seed and the state's slug,
//! never a stream, so the same site comes out on any machine, with any number of threads, and for any subset of its
//! pages.

use std::cmp::Reverse;

use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::game::{Computer, Outcome, Player, Policy, Status};
use crate::graph::{Positions, StateId};
use crate::solve::{GameValue, Solution, Verdict};

/// Returns the computer's move in a state where play goes on, as its index among the legal moves.
pub fn choose(computer: &Computer, positions: &dyn Positions, solution: &Solution, state: StateId) -> usize {
    let successors = positions.graph().successors(state);
    let slug = positions.slug(state);
    let random = |purpose| xxh3_64_with_seed(format!("{purpose} {slug}").as_bytes(), computer.seed);
    let blunders = random("blunder") % 100 < u64::from(computer.blunder);
    let candidates: Vec<usize> = if blunders || (computer.random_opening && state == StateId::START) {
        (0..successors.len()).collect()
    } else {
        match &computer.policy {
            Policy::Perfect => {
                let moves = best(successors, |next| worth(computer.seat, solution.verdict(next)));
                sharpest(positions, solution, state, &moves)
            }
            Policy::Negamax { depth } => {
                best(successors, |next| for_seat(computer.seat, search(positions, next, depth.saturating_sub(1))))
            }
            Policy::Random => (0..successors.len()).collect(),
            Policy::Named(name) => positions.named_policy(name, state),
        }
    };
    candidates[(random("move") % candidates.len() as u64) as usize]
}

/// Returns those of some equally good moves that leave the smallest share of good replies: the fewer replies are good,
/// the more likely the opponent misses them.
fn sharpest(positions: &dyn Positions, solution: &Solution, state: StateId, moves: &[usize]) -> Vec<usize> {
    let graph = positions.graph();
    let share_of_good_replies = |next| {
        let replies = graph.successors(next);
        let value = solution.verdict(next).value;
        let good = replies.iter().filter(|&&reply| solution.verdict(reply).value == value).count();
        // In thousandths: whole numbers are the same on every machine, and no state has a thousand moves.
        1000 * good / replies.len().max(1)
    };
    let after: Vec<StateId> = moves.iter().map(|&index| graph.successors(state)[index]).collect();
    best(&after, |next| Reverse(share_of_good_replies(next))).into_iter().map(|index| moves[index]).collect()
}

/// Returns the indices of the states that are worth most.
fn best<W: Ord>(states: &[StateId], worth: impl Fn(StateId) -> W) -> Vec<usize> {
    let worths: Vec<W> = states.iter().map(|&state| worth(state)).collect();
    let most = worths.iter().max();
    (0..states.len()).filter(|&index| Some(&worths[index]) == most).collect()
}

/// Returns the worth of a verdict for a player, as a number to compare: most of all a win, the sooner the better; then
/// a draw, the sooner the better; then no end; then a loss, the later the better, or a puzzle that cannot be solved.
pub fn worth(player: Player, Verdict { value, distance }: Verdict) -> i64 {
    const BEYOND_ALL_DISTANCES: i64 = 1 << 40;
    let distance = i64::from(distance);
    match value {
        GameValue::Win(winner) if winner == player => 2 * BEYOND_ALL_DISTANCES - distance,
        GameValue::Draw => BEYOND_ALL_DISTANCES - distance,
        GameValue::Endless => 0,
        GameValue::Win(_) | GameValue::Unsolvable => distance - BEYOND_ALL_DISTANCES,
    }
}

/// Turns a score for the first player into one for `player`.
fn for_seat(player: Player, score: i64) -> i64 {
    match player {
        Player::First => score,
        Player::Second => -score,
    }
}

/// Returns the minimax score of a state for the first player, `depth` plies deep. A win counts more than any estimate,
/// and more the sooner it comes.
fn search(positions: &dyn Positions, state: StateId, depth: u8) -> i64 {
    const WIN: i64 = 1 << 40;
    let graph = positions.graph();
    let next = || graph.successors(state).iter().map(|&next| search(positions, next, depth - 1));
    match graph.status(state) {
        Status::Over(Outcome::Win(player)) => for_seat(player, WIN + i64::from(depth)),
        Status::Over(Outcome::Solved) => WIN + i64::from(depth),
        Status::Over(Outcome::Stuck) => -WIN - i64::from(depth),
        Status::Over(Outcome::Draw) => 0,
        Status::Turn(_) if depth == 0 => i64::from(positions.estimate(state)),
        Status::Turn(Player::First) => next().max().unwrap_or(0),
        Status::Turn(Player::Second) => next().min().unwrap_or(0),
    }
}
