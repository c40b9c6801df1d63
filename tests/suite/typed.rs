//! Solved games with their own types, compared with known facts about the games.

use pageturner::game::{Outcome, Player, Players, Rules, Status};
use pageturner::games::{Hanoi, TicTacToe};
use pageturner::solve;
use pageturner::solve::GameValue;

/// Nim on two rows whose player moves again after taking a single piece, so that turns do not always alternate.
struct TwoRows(u8, u8);

impl Rules for TwoRows {
    type State = (u8, u8, Player);
    type Move = (bool, u8);

    fn players(&self) -> Players {
        Players::Two("A".into(), "B".into())
    }

    fn start(&self) -> Self::State {
        (self.0, self.1, Player::First)
    }

    fn status(&self, &(first, second, turn): &Self::State) -> Status {
        if (first, second) == (0, 0) { Status::Over(Outcome::Win(turn.opponent())) } else { Status::Turn(turn) }
    }

    fn moves(&self, &(first, second, _): &Self::State, out: &mut Vec<Self::Move>) {
        out.extend((1..=first).map(|pieces| (false, pieces)).chain((1..=second).map(|pieces| (true, pieces))));
    }

    fn play(&self, &(first, second, turn): &Self::State, (row, pieces): Self::Move) -> Self::State {
        let (first, second) = if row { (first, second - pieces) } else { (first - pieces, second) };
        // The player who takes the last piece wins.
        let stays = pieces == 1 && (first, second) != (0, 0);
        (first, second, if stays { turn } else { turn.opponent() })
    }
}

#[test]
fn the_start_of_tic_tac_toe_is_a_draw_in_nine_moves() {
    let solved = solve(&TicTacToe).expect("it is small");
    assert_eq!((solved.positions().len(), solved.move_count()), (5478, 16_167));
    let start = solved.start();
    assert_eq!((start.value(), start.distance(), start.status()), (GameValue::Draw, 9, Status::Turn(Player::First)));
    // An edge is the wrong reply to X in the centre, and a corner the right one.
    let centre = start.after(4).expect("the centre is free");
    assert_eq!(centre.best_moves(), [0, 2, 6, 8]);
    assert_eq!(centre.after(1).expect("an edge").value(), GameValue::Win(Player::First));
    assert_eq!(centre.after(4), None, "the centre is taken");
    assert_eq!(solved.position(centre.state()), Some(centre));
}

/// A player who moves again takes all pieces one by one. So the first player wins in as few moves of both as possible:
/// taking all of one row and then all of the other is slower, because the turn passes after the first.
#[test]
fn the_turn_can_stay_with_a_player() {
    let game = TwoRows(2, 2);
    let solved = solve(&game).expect("it is small");
    let start = solved.start();
    // One piece, and again one: a row of two is left, which is taken at once.
    assert_eq!((start.value(), start.distance()), (GameValue::Win(Player::First), 3));
    assert_eq!(start.best_moves(), [(false, 1), (true, 1)]);
    let again = start.after((false, 1)).expect("a legal move");
    assert_eq!(again.status(), Status::Turn(Player::First));
}

#[test]
fn the_best_moves_solve_the_towers_of_hanoi() {
    let solved = solve(&Hanoi { discs: 5, pegs: 3 }).expect("it is small");
    let (mut here, mut moves) = (solved.start(), 0);
    while let [best] = here.best_moves()[..] {
        here = here.after(best).expect("best moves are legal");
        moves += 1;
    }
    // 2^n - 1 moves for n discs.
    assert_eq!((here.status(), moves), (Status::Over(Outcome::Solved), 31));
}
