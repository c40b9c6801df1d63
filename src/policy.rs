//! Policies: how the computer chooses a move.
//!
//! A choice is a pure function of the position and a seed. Chance is a hash of the seed and the position's slug and never a
//! stream of numbers, so the same site comes out on any machine, at any number of threads, whatever is left out of it.

use std::cmp::Reverse;

use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::game::{Computer, Outcome, Player, Policy, Status};
use crate::graph::{Positions, StateId};
use crate::solve::{Solution, Value, Verdict};

/// The move that the computer makes in a position where play goes on, as its place among the legal moves.
pub fn choose(computer: &Computer, positions: &dyn Positions, solution: &Solution, state: StateId) -> usize {
    let successors = positions.graph().successors(state);
    let slug = positions.slug(state);
    let chance = |purpose| xxh3_64_with_seed(format!("{purpose} {slug}").as_bytes(), computer.seed);
    let blunders = chance("blunder") % 100 < u64::from(computer.blunder);
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
            Policy::Book(name) => positions.book(name, state),
        }
    };
    candidates[(chance("move") % candidates.len() as u64) as usize]
}

/// Of moves that best play could make, those that leave the smallest share of good replies: whoever has to find the only one is
/// most likely to miss it.
fn sharpest(positions: &dyn Positions, solution: &Solution, state: StateId, moves: &[usize]) -> Vec<usize> {
    let graph = positions.graph();
    let share_of_good_replies = |next| {
        let replies = graph.successors(next);
        let value = solution.verdict(next).value;
        let good = replies.iter().filter(|&&reply| solution.verdict(reply).value == value).count();
        // As a share that needs no fractions: no position has a thousand moves.
        1000 * good / replies.len().max(1)
    };
    let after: Vec<StateId> = moves.iter().map(|&place| graph.successors(state)[place]).collect();
    best(&after, |next| Reverse(share_of_good_replies(next))).into_iter().map(|index| moves[index]).collect()
}

/// The places of the positions that are worth most.
fn best<W: Ord>(states: &[StateId], worth: impl Fn(StateId) -> W) -> Vec<usize> {
    let worths: Vec<W> = states.iter().map(|&state| worth(state)).collect();
    let most = worths.iter().max();
    (0..states.len()).filter(|&place| Some(&worths[place]) == most).collect()
}

/// How much a player wants what comes of a position: a win, the sooner the better; then a draw, the sooner the better, and
/// no end; then a loss, the later the better.
pub fn worth(player: Player, Verdict { value, distance }: Verdict) -> i64 {
    const BEYOND_ALL_DISTANCES: i64 = 1 << 40;
    let distance = i64::from(distance);
    match value {
        Value::Win(winner) if winner == player => 2 * BEYOND_ALL_DISTANCES - distance,
        Value::Draw => BEYOND_ALL_DISTANCES - distance,
        Value::Endless => 0,
        Value::Win(_) => distance - BEYOND_ALL_DISTANCES,
    }
}

/// A score for the first player, from the side of a player.
fn for_seat(player: Player, score: i64) -> i64 {
    match player {
        Player::First => score,
        Player::Second => -score,
    }
}

/// The score of a position for the first player after looking so many moves further. A win counts more than any estimate, and
/// more the sooner it comes.
fn search(positions: &dyn Positions, state: StateId, depth: u8) -> i64 {
    const WIN: i64 = 1 << 40;
    let graph = positions.graph();
    let next = || graph.successors(state).iter().map(|&next| search(positions, next, depth - 1));
    match graph.status(state) {
        Status::Over(Outcome::Win(player)) => for_seat(player, WIN + i64::from(depth)),
        Status::Over(Outcome::Solved) => WIN + i64::from(depth),
        Status::Over(Outcome::Draw) => 0,
        Status::Turn(_) if depth == 0 => i64::from(positions.estimate(state)),
        Status::Turn(Player::First) => next().max().unwrap_or(0),
        Status::Turn(Player::Second) => next().min().unwrap_or(0),
    }
}
