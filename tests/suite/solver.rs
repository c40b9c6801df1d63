//! The solver, compared with naive ones on random graphs, with the theory of games, and with itself, move by move.

use crate::boards;
use crate::chance::Xorshift;
use crate::oracle::{Value, Values};
use pageturner::game::{Outcome, ParameterValue as Parameter, Parameters, Player, Players, Status};
use pageturner::games::Games;
use pageturner::graph::{Graph, Positions, StateId};
use pageturner::solve::{GameValue, Solution, Verdict};

const LIMIT: usize = 100_000;

fn positions(name: &str, parameters: &[(&str, Parameter)]) -> Box<dyn Positions> {
    let parameters: Parameters = parameters.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect();
    Games::standard().open(name, &parameters).expect("a game").explore(LIMIT).expect("a small game")
}

fn rows(rows: &[i64]) -> (&'static str, Parameter) {
    ("rows", Parameter::List(rows.iter().copied().map(Parameter::Integer).collect()))
}

// ---------------------------------------------------------------------------------------------------- random graphs

/// Returns a graph with cycles, several moves to the same state, and all kinds of ends or none: of a puzzle, or of two
/// players with any order of turns, including passes. The last state of the latter is a draw, so that none is a
/// puzzle's.
fn random_graph(random: &mut Xorshift, is_puzzle: bool) -> Vec<(Status, Vec<u32>)> {
    let outcomes: &[Outcome] = if is_puzzle {
        &[Outcome::Solved, Outcome::Stuck, Outcome::Stuck]
    } else {
        &[Outcome::Win(Player::First), Outcome::Win(Player::Second), Outcome::Draw]
    };
    let movers: &[Player] = if is_puzzle { &[Player::First] } else { &[Player::First, Player::Second] };
    let size = 2 + random.below(30);
    let ends = random.below(6);
    let position = |_| match random.below(10) {
        kind if kind < ends => (Status::Over(*random.one_of(outcomes)), Vec::new()),
        _ => {
            let mover = Status::Turn(*random.one_of(movers));
            (mover, (0..=random.below(4)).map(|_| random.below(size)).collect())
        }
    };
    let last = (!is_puzzle).then(|| (Status::Over(Outcome::Draw), Vec::new()));
    (0..size).map(position).chain(last).collect()
}

/// Checks that the solver's result equals the oracle's, and returns it.
fn assert_solved(graph: &Graph, is_puzzle: bool, what: &str) -> Vec<Verdict> {
    let solution = Solution::of(graph);
    let successors = |state| graph.successors(state).iter().map(|next| next.index() as u32).collect();
    let positions: Vec<_> = graph.states().map(|state| (graph.status(state), successors(state))).collect();
    let values = Values::of(&positions, is_puzzle);
    let verdicts = graph.states().map(|state| {
        let verdict = values.value(state.index()).verdict();
        assert_eq!(solution.verdict(state), verdict, "state {} of {what}", state.index());
        verdict
    });
    verdicts.collect()
}

#[test]
fn the_solver_agrees_with_a_naive_one_on_random_puzzles() {
    let mut random = Xorshift(0x0005_DEEC_E66D_4321);
    let (mut solvable, mut stuck, mut doomed, mut without_end) = (0, 0, 0, 0);
    for round in 0..2000 {
        let lists = random_graph(&mut random, true);
        let found = assert_solved(&Graph::from_lists(&lists), true, &format!("puzzle {round}: {lists:?}"));
        for (verdict, (status, successors)) in found.iter().zip(&lists) {
            let unsolvable = verdict.value == GameValue::Unsolvable;
            let ends_next = successors.iter().any(|&next| lists[next as usize].1.is_empty());
            solvable += usize::from(!unsolvable && matches!(status, Status::Turn(_)));
            stuck += usize::from(*status == Status::Over(Outcome::Stuck));
            doomed += usize::from(unsolvable && ends_next);
            without_end += usize::from(unsolvable && lists.iter().all(|(status, _)| matches!(status, Status::Turn(_))));
        }
    }
    let seen = [solvable, stuck, doomed, without_end];
    assert!(seen.iter().all(|&count| count > 1000), "the puzzles had states of all kinds: {seen:?}");
}

#[test]
fn the_solver_agrees_with_a_naive_one_on_random_graphs() {
    let mut random = Xorshift(0x0005_DEEC_E66D_1234);
    let mut seen = [0; 4];
    for round in 0..2000 {
        let lists = random_graph(&mut random, false);
        let found = assert_solved(&Graph::from_lists(&lists), false, &format!("graph {round}: {lists:?}"));
        for (verdict, (status, _)) in found.iter().zip(&lists) {
            if matches!(status, Status::Turn(_)) {
                let kind = match verdict.value {
                    GameValue::Win(Player::First) => 0,
                    GameValue::Win(Player::Second) => 1,
                    GameValue::Draw => 2,
                    GameValue::Endless => 3,
                    GameValue::Unsolvable => panic!("graph {round} is no puzzle"),
                };
                seen[kind] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 1000), "the graphs were of all kinds: {seen:?}");
}

// ------------------------------------------------------------------------------------------------------ real games

#[test]
fn the_solver_agrees_with_a_naive_one_on_real_games() {
    for (name, parameters) in [
        ("tic-tac-toe", vec![]),
        ("hanoi", vec![("discs", Parameter::Integer(6))]),
        ("hanoi", vec![("discs", Parameter::Integer(5)), ("pegs", Parameter::Integer(4))]),
        ("nim", vec![rows(&[3, 4, 5])]),
        ("nim", vec![rows(&[1, 3, 5, 7]), ("misere", Parameter::Flag(true))]),
        ("peg-solitaire", vec![("empty", Parameter::Text("a1".to_owned()))]),
    ] {
        let positions = positions(name, &parameters);
        assert_solved(positions.graph(), *positions.players() == Players::One, name);
    }
}

/// Misère play is like normal play, except if all rows have at most one piece: then an odd number of pieces loses.
#[test]
fn nim_is_lost_when_the_xor_is_zero() {
    for (start, misere) in [&[3, 4, 5][..], &[1, 3, 5, 7], &[2, 2], &[6], &[1, 1, 1]]
        .into_iter()
        .flat_map(|rows| [(rows, false), (rows, true)])
    {
        let positions = positions("nim", &[rows(start), ("misere", Parameter::Flag(misere))]);
        let solution = Solution::of(positions.graph());
        for state in positions.graph().states() {
            let slug = positions.slug(state);
            let rows = boards::rows(slug);
            let xor = rows.iter().fold(0, |xor, row| xor ^ row);
            let is_lost = if misere && rows.iter().all(|&row| row <= 1) { xor == 1 } else { xor == 0 };
            let mover = if slug.starts_with('a') { Player::First } else { Player::Second };
            let winner = if is_lost { mover.opponent() } else { mover };
            assert_eq!(solution.verdict(state).value, GameValue::Win(winner), "{slug} of {start:?}, {misere}");
        }
    }
}

/// The classes of holes of which each line of three contains one each: a jump changes the parity of the number of pegs
/// in all three. So the last peg is in the class whose parity at the start differs from the others.
#[test]
fn the_last_peg_is_in_a_hole_of_the_class_of_the_first_hole() {
    let mut holes = Vec::new();
    for (row, names) in ["a1", "b1 b2", "c1 c2 c3", "d1 d2 d3 d4", "e1 e2 e3 e4 e5"].iter().enumerate() {
        holes.extend(names.split(' ').enumerate().map(|(place, name)| (name, (row + place) % 3)));
    }
    for &(empty, class) in &holes {
        let positions = positions("peg-solitaire", &[("empty", Parameter::Text(empty.to_owned()))]);
        let (graph, solution) = (positions.graph(), Solution::of(positions.graph()));
        // Each jump removes a peg, so all solutions have the same length.
        assert_eq!(solution.verdict(StateId::START), Value::Win(Player::First, (13, 13)).verdict());
        for state in graph.states() {
            let slug = positions.slug(state);
            let pegs: Vec<_> = (0..holes.len()).filter(|&hole| slug.as_bytes()[hole] == b'o').collect();
            let verdict = solution.verdict(state);
            match verdict.value {
                GameValue::Unsolvable => assert!(verdict.distance == 0 && pegs.len() > 1, "{slug}"),
                _ => assert_eq!(verdict.distance as usize, pegs.len() - 1, "{slug}"),
            }
            if let [last] = pegs[..] {
                assert_eq!(holes[last].1, class, "{slug} after {empty} began empty");
            }
        }
    }
}
