//! The values of positions, from equations that are applied to all positions until nothing changes. It uses only the
//! player to move, how play ended, and the targets of moves.

use pageturner::game::{Outcome, Player, Status};
use pageturner::solve::{GameValue, Verdict};

/// A position: its status, and the indices of the positions after its moves.
pub(crate) type Position = (Status, Vec<u32>);

/// A distance: the moves of the player who brings the result about, then the moves of both players.
pub(crate) type Distance = (u32, u32);

/// A distance, if the result can be brought about.
type Moves = Option<Distance>;

/// The values of some positions.
pub(crate) struct Values {
    /// The distance to a win that each player can force; the first player wins a puzzle by solving it.
    wins: [Vec<Moves>; 2],
    /// The distance to a draw without allowing a win.
    draws: Vec<Moves>,
    /// Whether positions without any of these are called unsolvable instead of endless.
    is_puzzle: bool,
}

/// The result of best play from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Win(Player, Distance),
    Draw(u32),
    Endless,
    Unsolvable,
}

impl Value {
    /// Returns the same as the solver's type.
    pub(crate) fn verdict(self) -> Verdict {
        let (value, winner_moves, distance) = match self {
            Self::Win(player, (moves, distance)) => (GameValue::Win(player), moves, distance),
            Self::Draw(distance) => (GameValue::Draw, 0, distance),
            Self::Endless => (GameValue::Endless, 0, 0),
            Self::Unsolvable => (GameValue::Unsolvable, 0, 0),
        };
        Verdict { value, distance, winner_moves }
    }
}

/// Applies an equation to all positions until it holds for each. It gets the index and the status of a position, and
/// the values after its moves. Values only become known, or smaller.
fn until_stable(positions: &[Position], equation: impl Fn(usize, Status, Vec<Moves>) -> Moves) -> Vec<Moves> {
    let mut values = vec![None; positions.len()];
    loop {
        let next = positions.iter().enumerate().map(|(number, (status, moves))| {
            equation(number, *status, moves.iter().map(|&to| values[to as usize]).collect())
        });
        let next: Vec<_> = next.collect();
        if next == values {
            return values;
        }
        values = next;
    }
}

/// Adds a move of the player who brings the result about, or of the other.
fn one_more(moves: Moves, is_own: bool) -> Moves {
    moves.map(|(own, all)| (own + u32::from(is_own), all + 1))
}

fn fewest(values: &[Moves]) -> Moves {
    values.iter().copied().flatten().min()
}

/// Returns the largest distance, if all are known.
fn most(values: Vec<Moves>) -> Moves {
    let all: Option<Vec<Distance>> = values.into_iter().collect();
    all?.into_iter().max()
}

impl Values {
    pub(crate) fn of(positions: &[Position], is_puzzle: bool) -> Self {
        let won = |player| {
            until_stable(positions, |_, status, after| match status {
                Status::Over(Outcome::Solved) => (player == Player::First).then_some((0, 0)),
                Status::Over(outcome) => (outcome == Outcome::Win(player)).then_some((0, 0)),
                Status::Turn(mover) if mover == player => one_more(fewest(&after), true),
                Status::Turn(_) => one_more(most(after), false),
            })
        };
        let wins = [won(Player::First), won(Player::Second)];
        let draws = until_stable(positions, |number, status, after| match status {
            _ if wins.iter().any(|wins| wins[number].is_some()) => None,
            Status::Over(outcome) => (outcome == Outcome::Draw).then_some((0, 0)),
            Status::Turn(_) => one_more(fewest(&after), false),
        });
        Self { wins, draws, is_puzzle }
    }

    /// Returns the distance to a win that a player can force.
    pub(crate) fn win(&self, player: Player, position: usize) -> Option<Distance> {
        self.wins[usize::from(player == Player::Second)][position]
    }

    pub(crate) fn value(&self, position: usize) -> Value {
        match (self.wins[0][position], self.wins[1][position], self.draws[position]) {
            (Some(moves), _, _) => Value::Win(Player::First, moves),
            (_, Some(moves), _) => Value::Win(Player::Second, moves),
            (_, _, Some((_, moves))) => Value::Draw(moves),
            _ if self.is_puzzle => Value::Unsolvable,
            _ => Value::Endless,
        }
    }

    /// Returns how a player ranks a position; less is better. First is a win, the sooner the better; then a draw, the
    /// sooner the better; then endless play; then a loss, the later the better.
    pub(crate) fn wish(&self, player: Player, position: usize) -> (u32, i64, i64) {
        match (self.win(player, position), self.draws[position], self.win(player.opponent(), position)) {
            (Some((own, all)), _, _) => (0, own.into(), all.into()),
            (_, Some((_, all)), _) => (1, 0, all.into()),
            (_, _, None) => (2, 0, 0),
            (_, _, Some((own, all))) => (3, -i64::from(own), -i64::from(all)),
        }
    }
}
