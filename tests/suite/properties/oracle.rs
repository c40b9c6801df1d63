//! What tables are worth, by equations that are applied to all states again and again until nothing changes.

use pageturner::game::{Outcome, Player, Players, Status};

use super::table::{State, Table};

/// How far something is away: by how many moves of whoever brings it about, and then by how many of all.
pub(super) type Distance = (u32, u32);

/// How far something is away, if it can be brought about.
type Moves = Option<Distance>;

/// What each state of a table is worth.
pub(super) struct Values {
    /// How soon each player can force a win.
    wins: [Vec<Moves>; 2],
    /// How soon play can come to a draw without giving anybody a win.
    draws: Vec<Moves>,
    /// Whether states without any of these are called unsolvable, and not endless.
    is_puzzle: bool,
}

/// What comes of a state under best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Win(Player, Distance),
    Draw(u32),
    Endless,
    Unsolvable,
}

fn number(player: Player) -> usize {
    usize::from(player == Player::Second)
}

/// Applies an equation to all states until it holds for each. Values only ever become known, or fewer.
fn until_stable(states: &[State], equation: impl Fn(&State, &[Moves]) -> Moves) -> Vec<Moves> {
    let mut values = vec![None; states.len()];
    loop {
        let next: Vec<_> = states.iter().map(|state| equation(state, &values)).collect();
        if next == values {
            return values;
        }
        values = next;
    }
}

/// Adds a move, which is one of whoever brings it about or another's.
fn one_more(moves: Moves, is_own: bool) -> Moves {
    moves.map(|(own, all)| (own + u32::from(is_own), all + 1))
}

/// What the moves of a state lead to, as numbers of moves.
fn after(state: &State, values: &[Moves]) -> Vec<Moves> {
    state.moves.iter().map(|mv| values[mv.to]).collect()
}

fn fewest(values: &[Moves]) -> Moves {
    values.iter().copied().flatten().min()
}

/// The most moves of all, if all are known.
fn most(values: &[Moves]) -> Moves {
    let all: Option<Vec<Distance>> = values.iter().copied().collect();
    all?.into_iter().max()
}

/// Whether the states that play can reach are those of a puzzle: the first player makes all moves, and every end is
/// solved or stuck. A game of two players can be like that, too, if the second never moves and it has no end.
fn is_puzzle(table: &Table) -> bool {
    let mut reached = vec![false; table.states.len()];
    let mut queue = vec![0];
    while let Some(state) = queue.pop() {
        if !std::mem::replace(&mut reached[state], true) {
            queue.extend(table.states[state].moves.iter().map(|mv| mv.to));
        }
    }
    let states = table.states.iter().zip(reached).filter_map(|(state, reached)| reached.then_some(state.status));
    let is_of_a_puzzle =
        |status| matches!(status, Status::Turn(Player::First) | Status::Over(Outcome::Solved | Outcome::Stuck));
    states.into_iter().all(is_of_a_puzzle)
}

impl Values {
    pub(super) fn of(table: &Table) -> Self {
        let won = |player| {
            let goal = if table.players == Players::One { Outcome::Solved } else { Outcome::Win(player) };
            until_stable(&table.states, |state, values| match state.status {
                Status::Over(outcome) => (outcome == goal).then_some((0, 0)),
                Status::Turn(mover) if mover == player => one_more(fewest(&after(state, values)), true),
                Status::Turn(_) => one_more(most(&after(state, values)), false),
            })
        };
        let first = won(Player::First);
        let second = if table.players == Players::One { vec![None; first.len()] } else { won(Player::Second) };
        let is_won: Vec<_> = first.iter().zip(&second).map(|(first, second)| first.or(*second).is_some()).collect();
        let index_of = |state: &State| table.states.iter().position(|known| known.slug == state.slug);
        let draws = until_stable(&table.states, |state, values| match state.status {
            _ if is_won[index_of(state).expect("it is in the table")] => None,
            Status::Over(outcome) => (outcome == Outcome::Draw).then_some((0, 0)),
            Status::Turn(_) => one_more(fewest(&after(state, values)), false),
        });
        Self { wins: [first, second], draws, is_puzzle: is_puzzle(table) }
    }

    pub(super) fn value(&self, state: usize) -> Value {
        match (self.wins[0][state], self.wins[1][state], self.draws[state]) {
            (Some(moves), _, _) => Value::Win(Player::First, moves),
            (_, Some(moves), _) => Value::Win(Player::Second, moves),
            (_, _, Some((_, moves))) => Value::Draw(moves),
            _ if self.is_puzzle => Value::Unsolvable,
            _ => Value::Endless,
        }
    }

    /// The place of a state in the wishes of a player; less is better. First comes a win, the sooner the better; then a
    /// draw, the sooner the better; then no end; then a loss, the later the better.
    pub(super) fn wish(&self, player: Player, state: usize) -> (u32, i64, i64) {
        let (own, other) = (self.wins[number(player)][state], self.wins[number(player.opponent())][state]);
        match (own, self.draws[state], other) {
            (Some((own, all)), _, _) => (0, own.into(), all.into()),
            (_, Some((_, all)), _) => (1, 0, all.into()),
            (_, _, None) => (2, 0, 0),
            (_, _, Some((own, all))) => (3, -i64::from(own), -i64::from(all)),
        }
    }
}

/// How a search of limited depth likes a state, for the first player: a win in sight counts more than any estimate, and
/// more the sooner it comes.
pub(super) fn in_sight(table: &Table, state: usize, depth: u32) -> (i32, i32) {
    let row = &table.states[state];
    let sooner = 1 + i32::try_from(depth).expect("a small depth");
    let next = row.moves.iter().map(|mv| in_sight(table, mv.to, depth - 1));
    match row.status {
        Status::Over(Outcome::Win(Player::First) | Outcome::Solved) => (sooner, 0),
        Status::Over(Outcome::Win(Player::Second) | Outcome::Stuck) => (-sooner, 0),
        Status::Over(Outcome::Draw) => (0, 0),
        Status::Turn(_) if depth == 0 => (0, row.estimate),
        Status::Turn(Player::First) => next.max().expect("there are moves while play goes on"),
        Status::Turn(Player::Second) => next.min().expect("there are moves while play goes on"),
    }
}
