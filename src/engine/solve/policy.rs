//! Policies: how the computer chooses a move.
//!
//! A choice is a pure function of the state and a seed. Each random number is a hash of the seed and the state's slug,
//! and does not depend on earlier random numbers. So the site is the same on any machine, with any number of threads,
//! and for any subset of its pages.

use std::cell::RefCell;
use std::cmp::Reverse;

use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::engine::game::{Computer, Outcome, Player, Policy, Status};
use crate::engine::graph::{ExploreError, Positions, StateId};
use crate::engine::solve::Solution;

/// Returns the index of the computer's move among the legal moves of a state where the computer is to move. To choose
/// moves in many states, use a [`Chooser`], which is faster.
///
/// # Errors
///
/// Returns an error in the same cases as [`Chooser::choose`].
///
/// # Panics
///
/// Panics in the same cases as [`Chooser::choose`].
pub fn choose(
    computer: &Computer,
    positions: &dyn Positions,
    solution: Option<&Solution>,
    state: StateId,
) -> Result<usize, ExploreError> {
    Chooser::new(computer, positions, solution).choose(state)
}

/// Chooses the moves of a computer player in all states of a game. A chooser keeps the results of searches between
/// calls.
pub struct Chooser<'a> {
    pub(crate) computer: &'a Computer,
    pub(crate) positions: &'a dyn Positions,
    solution: Option<&'a Solution>,
    search: Search<'a>,
}

impl<'a> Chooser<'a> {
    /// Creates a chooser. Only [`Policy::Perfect`] needs the `solution`.
    pub fn new(computer: &'a Computer, positions: &'a dyn Positions, solution: Option<&'a Solution>) -> Self {
        Self { computer, positions, solution, search: Search::new(positions, computer) }
    }

    /// Returns the index of the computer's move among the legal moves of a state where the computer is to move.
    ///
    /// # Errors
    ///
    /// Returns an error if a policy of the game returns no move, or an illegal one.
    ///
    /// # Panics
    ///
    /// Panics if the policy is [`Perfect`](crate::engine::game::Policy::Perfect) and there is no solution, or if the
    /// game is over.
    pub fn choose(&self, state: StateId) -> Result<usize, ExploreError> {
        let Self { computer, positions, .. } = *self;
        let successors = positions.successors(state);
        let slug = positions.slug(state);
        let random = |purpose| xxh3_64_with_seed(format!("{purpose} {slug}").as_bytes(), computer.seed);
        let blunders = random("blunder") % 100 < u64::from(computer.blunder);
        let candidates: Vec<usize> = if blunders || (computer.random_opening && state == StateId::START) {
            (0..successors.len()).collect()
        } else {
            match &computer.policy {
                Policy::Perfect => {
                    let solution = self.solution.expect("best play is known from a solution");
                    let moves = best(successors, |next| solution.verdict(next).worth(computer.seat));
                    sharpest(positions, solution, state, &moves)
                }
                Policy::Negamax { depth } => best(successors, |next| self.search.score(next, depth.saturating_sub(1))),
                Policy::Random => (0..successors.len()).collect(),
                Policy::Named(name) => positions.policy_moves(name, state)?,
            }
        };
        Ok(candidates[(random("move") % candidates.len() as u64) as usize])
    }
}

/// Of some equally good moves, returns the moves that leave the smallest share of good replies. The smaller this share
/// is, the more likely the opponent makes a mistake.
fn sharpest(positions: &dyn Positions, solution: &Solution, state: StateId, moves: &[usize]) -> Vec<usize> {
    let share_of_good_replies = |next| {
        // If the same player moves again, the opponent has no reply to get wrong.
        if positions.status(next) == positions.status(state) {
            return 1000;
        }
        let replies = positions.successors(next);
        let value = solution.verdict(next).value;
        let good = replies.iter().filter(|&&reply| solution.verdict(reply).value == value).count();
        // In thousandths, because integers are the same on every machine and no state has a thousand moves.
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

/// A minimax search of limited depth. All scores are from the view of one player.
///
/// Searches reach most states on many paths and from many states. Each score is computed once, so a search takes no
/// longer than visiting each move of the game once per depth.
struct Search<'a> {
    positions: &'a dyn Positions,
    seat: Player,
    /// The scores of the states, by the number of moves to look ahead.
    known: Vec<RefCell<Vec<i64>>>,
}

impl<'a> Search<'a> {
    /// The score of a win: more than any estimate. An earlier win scores higher.
    const WIN: i64 = 1 << 40;

    /// Marks the score of a state that was not searched yet.
    const UNKNOWN: i64 = i64::MIN;

    fn new(positions: &'a dyn Positions, computer: &Computer) -> Self {
        let depth = if let Policy::Negamax { depth } = computer.policy { depth.max(1) } else { 0 };
        let unknown = || RefCell::new(vec![Self::UNKNOWN; positions.graph().states().len()]);
        Self { positions, seat: computer.seat, known: (0..depth).map(|_| unknown()).collect() }
    }

    fn score(&self, state: StateId, depth: u8) -> i64 {
        let row = &self.known[usize::from(depth)];
        let known = row.borrow()[state.index()];
        if known != Self::UNKNOWN {
            return known;
        }
        let for_seat = |player: Player, score: i64| if player == self.seat { score } else { -score };
        let end = Self::WIN + i64::from(depth);
        let after = || self.positions.successors(state).iter().map(|&next| self.score(next, depth - 1));
        let score = match self.positions.status(state) {
            Status::Over(Outcome::Stuck) => for_seat(Player::First, -end),
            Status::Over(outcome) => outcome.winner().map_or(0, |winner| for_seat(winner, end)),
            Status::Turn(_) if depth == 0 => for_seat(Player::First, i64::from(self.positions.estimate(state))),
            Status::Turn(player) if player == self.seat => after().max().expect("a turn has moves"),
            Status::Turn(_) => after().min().expect("a turn has moves"),
        };
        row.borrow_mut()[state.index()] = score;
        score
    }
}
