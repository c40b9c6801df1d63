//! The solver: against naive ones on random graphs, against the theory of the games, and against itself, move by move.

use crate::chance::Xorshift;
use pageturner::game::{Outcome, ParameterValue as Parameter, Parameters, Player, Players, Status};
use pageturner::games::Games;
use pageturner::graph::{ExploredPositions, Graph, StateId};
use pageturner::solve::{GameValue, Solution, Verdict};

const LIMIT: usize = 100_000;

fn positions(name: &str, parameters: &[(&str, Parameter)]) -> Box<dyn ExploredPositions> {
    let parameters: Parameters = parameters.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect();
    Games::standard().open(name, &parameters).expect("a game").explore(LIMIT).expect("a small game")
}

fn rows(rows: &[i64]) -> (&'static str, Parameter) {
    ("rows", Parameter::List(rows.iter().copied().map(Parameter::Integer).collect()))
}

// ---------------------------------------------------------------------------------------------------- random graphs

/// Returns a graph of two players with any order of turns (so with passes), cycles, several moves to the same state,
/// and all kinds of ends. The last state is drawn, so that no graph is a puzzle's.
fn random_graph(random: &mut Xorshift) -> Vec<(Status, Vec<u32>)> {
    let size = 2 + random.below(30);
    let ends = 1 + random.below(6);
    let position = |_| match random.below(10) {
        kind if kind < ends => {
            let outcomes = [Outcome::Win(Player::First), Outcome::Win(Player::Second), Outcome::Draw];
            (Status::Over(outcomes[random.below(3) as usize]), Vec::new())
        }
        _ => {
            let mover = [Player::First, Player::Second][random.below(2) as usize];
            let count = 1 + random.below(4);
            (Status::Turn(mover), (0..count).map(|_| random.below(size)).collect())
        }
    };
    (0..size).map(position).chain([(Status::Over(Outcome::Draw), Vec::new())]).collect()
}

/// Returns a puzzle's graph with cycles, several moves to the same state, and both kinds of ends, or none at all.
fn random_puzzle(random: &mut Xorshift) -> Vec<(Status, Vec<u32>)> {
    let size = 2 + random.below(30);
    let ends = random.below(6);
    let position = |_| match random.below(10) {
        kind if kind < ends => {
            (Status::Over([Outcome::Solved, Outcome::Stuck, Outcome::Stuck][random.below(3) as usize]), Vec::new())
        }
        _ => (Status::Turn(Player::First), (0..=random.below(2)).map(|_| random.below(size)).collect()),
    };
    (0..size).map(position).collect()
}

/// How soon a player can force a win: in so many moves of its own, and then in so many of both.
type Win = (u32, u32);

fn win(player: Player, (winner_moves, distance): Win) -> Verdict {
    Verdict { value: GameValue::Win(player), distance, winner_moves }
}

fn draw(distance: u32) -> Verdict {
    Verdict { value: GameValue::Draw, distance, winner_moves: 0 }
}

fn without_end(value: GameValue) -> Verdict {
    Verdict { value, distance: 0, winner_moves: 0 }
}

/// How soon a player can force a win from each state: looks ahead one move more, until nothing changes.
fn wins(graph: &[(Status, Vec<u32>)], player: Player) -> Vec<Option<Win>> {
    let mut known: Vec<Option<Win>> = vec![None; graph.len()];
    loop {
        let after = |successors: &[u32]| successors.iter().map(|&next| known[next as usize]).collect::<Vec<_>>();
        let of = |(status, successors): &(Status, Vec<u32>)| match *status {
            Status::Over(outcome) => (outcome == Outcome::Win(player)).then_some((0, 0)),
            Status::Turn(mover) if mover == player => {
                after(successors).into_iter().flatten().min().map(|(moves, distance)| (moves + 1, distance + 1))
            }
            Status::Turn(_) => {
                let all: Option<Vec<Win>> = after(successors).into_iter().collect();
                all?.into_iter().max().map(|(moves, distance)| (moves, distance + 1))
            }
        };
        let next: Vec<_> = graph.iter().map(of).collect();
        if next == known {
            return known;
        }
        known = next;
    }
}

/// Solves a game of two players by the definition of each value.
fn naive(graph: &[(Status, Vec<u32>)]) -> Vec<Verdict> {
    let won = [Player::First, Player::Second].map(|player| wins(graph, player));
    let of = |state: usize| match (won[0][state], won[1][state]) {
        (Some(first), _) => Some(win(Player::First, first)),
        (_, Some(second)) => Some(win(Player::Second, second)),
        (None, None) => None,
    };
    let mut verdicts: Vec<Option<Verdict>> = (0..graph.len()).map(of).collect();
    for distance in 0..=graph.len() as u32 {
        let before = verdicts.clone();
        for (index, (status, successors)) in graph.iter().enumerate() {
            let at_the_end = distance == 0 && *status == Status::Over(Outcome::Draw);
            let nearer = Some(draw(distance.wrapping_sub(1)));
            let next_to_one = successors.iter().any(|&state| before[state as usize] == nearer);
            if before[index].is_none() && (at_the_end || next_to_one) {
                verdicts[index] = Some(draw(distance));
            }
        }
    }
    verdicts.into_iter().map(|verdict| verdict.unwrap_or(without_end(GameValue::Endless))).collect()
}

/// Solves a puzzle in the same way.
fn naive_puzzle(graph: &[(Status, Vec<u32>)]) -> Vec<Verdict> {
    let mut distances = vec![None; graph.len()];
    for distance in 0..=graph.len() as u32 {
        let before = distances.clone();
        for (index, (status, successors)) in graph.iter().enumerate() {
            let at_the_goal = distance == 0 && *status == Status::Over(Outcome::Solved);
            let next_to_one =
                distance > 0 && successors.iter().any(|&state| before[state as usize] == Some(distance - 1));
            if before[index].is_none() && (at_the_goal || next_to_one) {
                distances[index] = Some(distance);
            }
        }
    }
    let verdict = |distance| match distance {
        Some(distance) => win(Player::First, (distance, distance)),
        None => without_end(GameValue::Unsolvable),
    };
    distances.into_iter().map(verdict).collect()
}

#[test]
fn the_solver_agrees_with_a_naive_one_on_random_puzzles() {
    let mut random = Xorshift(0x0005_DEEC_E66D_4321);
    let (mut solvable, mut stuck, mut doomed, mut without_end) = (0, 0, 0, 0);
    for round in 0..2000 {
        let lists = random_puzzle(&mut random);
        let graph = Graph::from_lists(&lists);
        let solution = Solution::of(&graph);
        let found: Vec<_> = graph.states().map(|state| solution.verdict(state)).collect();
        assert_eq!(found, naive_puzzle(&lists), "puzzle {round}: {lists:?}");
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
        let lists = random_graph(&mut random);
        let graph = Graph::from_lists(&lists);
        let solution = Solution::of(&graph);
        let found: Vec<_> = graph.states().map(|state| solution.verdict(state)).collect();
        assert_eq!(found, naive(&lists), "graph {round}: {lists:?}");
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

/// Checks that every verdict follows from those of the successors.
fn assert_justified(positions: &dyn ExploredPositions) {
    let graph = positions.graph();
    let solution = Solution::of(graph);
    for state in graph.states() {
        let verdict = solution.verdict(state);
        let next: Vec<_> = graph.successors(state).iter().map(|&state| solution.verdict(state)).collect();
        let wins_of = |player| {
            let wins = next.iter().filter(move |next| next.value == GameValue::Win(player));
            wins.map(|next| (next.winner_moves, next.distance))
        };
        let after_own = |(moves, distance)| (moves + 1, distance + 1);
        let slug = positions.slug(state);
        let expected = match graph.status(state) {
            Status::Over(Outcome::Win(player)) => win(player, (0, 0)),
            Status::Over(Outcome::Solved) => win(Player::First, (0, 0)),
            Status::Over(Outcome::Draw) => draw(0),
            Status::Over(Outcome::Stuck) => without_end(GameValue::Unsolvable),
            Status::Turn(Player::First) if *positions.players() == Players::One => match wins_of(Player::First).min() {
                Some(nearest) => win(Player::First, after_own(nearest)),
                None => without_end(GameValue::Unsolvable),
            },
            Status::Turn(mover) => {
                let opponent = mover.opponent();
                if let Some(nearest) = wins_of(mover).min() {
                    win(mover, after_own(nearest))
                } else if wins_of(opponent).count() == next.len() {
                    let latest = wins_of(opponent).max().expect("a move");
                    win(opponent, (latest.0, latest.1 + 1))
                } else {
                    let draws = next.iter().filter(|next| next.value == GameValue::Draw).map(|next| next.distance);
                    draw(1 + draws.min().unwrap_or_else(|| panic!("{slug} goes on for ever")))
                }
            }
        };
        assert_eq!(verdict, expected, "at {slug}");
    }
}

#[test]
fn every_verdict_is_justified_by_its_successors() {
    assert_justified(&*positions("tic-tac-toe", &[]));
    assert_justified(&*positions("hanoi", &[("discs", Parameter::Integer(6))]));
    assert_justified(&*positions("hanoi", &[("discs", Parameter::Integer(5)), ("pegs", Parameter::Integer(4))]));
    assert_justified(&*positions("nim", &[rows(&[3, 4, 5])]));
    assert_justified(&*positions("nim", &[rows(&[1, 3, 5, 7]), ("misere", Parameter::Flag(true))]));
    assert_justified(&*positions("peg-solitaire", &[("empty", Parameter::Text("a1".to_owned()))]));
}

#[test]
fn tic_tac_toe_is_a_draw() {
    let positions = positions("tic-tac-toe", &[]);
    let solution = Solution::of(positions.graph());
    // In a draw all nine squares are filled.
    assert_eq!(solution.verdict(StateId::START), draw(9));
    // To X in the centre an edge is the wrong reply, and a corner the right one: b3 is 1 * 3^4 + 2 * 3^7.
    let value = |number: u32| solution.verdict(positions.find(&format!("{number:x}")).expect("a position")).value;
    assert_eq!(value(81 + 2 * 2187), GameValue::Win(Player::First));
    assert_eq!(value(81 + 2 * 6561), GameValue::Draw);
}

#[test]
fn nim_is_lost_when_the_xor_is_zero() {
    for start in [&[3, 4, 5][..], &[1, 3, 5, 7], &[2, 2], &[6]] {
        let positions = positions("nim", &[rows(start)]);
        let solution = Solution::of(positions.graph());
        for state in positions.graph().states() {
            let slug = positions.slug(state);
            let (turn, rows) = slug.split_once('-').expect("a player and rows");
            let xor = rows.split('-').map(|row| row.parse::<u32>().expect("a number")).fold(0, |xor, row| xor ^ row);
            let mover = if turn == "a" { Player::First } else { Player::Second };
            let winner = if xor == 0 { mover.opponent() } else { mover };
            assert_eq!(solution.verdict(state).value, GameValue::Win(winner), "{slug} of {start:?}");
        }
    }
}

/// Misère play is like normal play, except when all rows have at most one piece: then an odd number of pieces loses.
#[test]
fn misere_nim_follows_its_rule() {
    for start in [&[1, 3, 5, 7][..], &[3, 4, 5], &[1, 1, 1]] {
        let positions = positions("nim", &[rows(start), ("misere", Parameter::Flag(true))]);
        let solution = Solution::of(positions.graph());
        for state in positions.graph().states() {
            let slug = positions.slug(state);
            let (turn, rows) = slug.split_once('-').expect("a player and rows");
            let rows: Vec<u32> = rows.split('-').map(|row| row.parse().expect("a number")).collect();
            let xor = rows.iter().fold(0, |xor, row| xor ^ row);
            let lost = if rows.iter().all(|&row| row <= 1) { xor == 1 } else { xor == 0 };
            let mover = if turn == "a" { Player::First } else { Player::Second };
            let winner = if lost { mover.opponent() } else { mover };
            assert_eq!(solution.verdict(state).value, GameValue::Win(winner), "{slug} of {start:?}");
        }
    }
}

/// The classes of holes of which each line of three has one: a jump changes the number of pegs in all three from even
/// to odd or back. So the class of the last peg is the one in which the start has a number that is unlike those in the
/// others.
#[test]
fn the_last_peg_is_in_a_hole_of_the_class_of_the_first_hole() {
    let mut holes = Vec::new();
    for (row, names) in ["a1", "b1 b2", "c1 c2 c3", "d1 d2 d3 d4", "e1 e2 e3 e4 e5"].iter().enumerate() {
        holes.extend(names.split(' ').enumerate().map(|(place, name)| (name, (row + place) % 3)));
    }
    for &(empty, class) in &holes {
        let positions = positions("peg-solitaire", &[("empty", Parameter::Text(empty.to_owned()))]);
        let (graph, solution) = (positions.graph(), Solution::of(positions.graph()));
        // One peg less after each jump, so all solutions are of the same length.
        assert_eq!(solution.verdict(StateId::START), win(Player::First, (13, 13)));
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

#[test]
fn hanoi_takes_as_long_as_lucas_and_frame_and_stewart_say() {
    let distance = |discs, pegs| {
        let parameters = [("discs", Parameter::Integer(discs)), ("pegs", Parameter::Integer(pegs))];
        let verdict = Solution::of(positions("hanoi", &parameters).graph()).verdict(StateId::START);
        assert_eq!(verdict.value, GameValue::Win(Player::First), "every puzzle can be solved");
        verdict.distance
    };
    for discs in 1..=9_u32 {
        assert_eq!(distance(discs.into(), 3), 2_u32.pow(discs) - 1);
    }
    for (discs, moves) in (1..).zip([1, 3, 5, 9, 13, 17, 25, 33]) {
        assert_eq!(distance(discs, 4), moves);
    }
}
