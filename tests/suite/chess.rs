//! Chess endings: the numbers of legal positions, the longest mates, and the number of positions for each distance to
//! mate.

use std::collections::BTreeMap;

use pageturner::game::{Declare, Description, ParameterReader, ParameterValue, Parameters, Player, Rules, Show};
use pageturner::games::chess_endings::Position;
use pageturner::games::{ChessEndings, Game, Games};
use pageturner::graph::StateId;
use pageturner::solve::{GameValue, Solution};

/// The most positions of an ending.
const LIMIT: usize = 1_000_000;

fn parameters(start: &str) -> Parameters {
    [("start".to_owned(), ParameterValue::Text(start.to_owned()))].into()
}

fn game(start: &str) -> Game {
    Games::standard().open("chess-endings", &parameters(start)).expect("an ending")
}

fn rules(start: &str) -> ChessEndings {
    let (parameters, known) = (parameters(start), Description::of::<ChessEndings>().parameters);
    ChessEndings::from_parameters(&ParameterReader::new(&parameters, &known)).expect("an ending")
}

fn squares() -> impl Iterator<Item = String> + Clone {
    (1..=8).flat_map(|row| ('a'..='h').map(move |column| format!("{column}{row}")))
}

/// The Python package `chess` (1.11.2) finds the same numbers of legal positions.
#[test]
fn legal_positions_are_as_many_as_is_known() {
    let count = |turn: &str, letter: &str| {
        let mut count = 0;
        for (white, piece) in squares().flat_map(|white| squares().map(move |piece| (white.clone(), piece))) {
            let slugs = squares().map(|black| format!("{turn}-{white}-{letter}{piece}-{black}"));
            count += slugs.filter(|slug| Position::read(slug).is_some()).count();
        }
        count
    };
    assert_eq!([count("w", "r"), count("b", "r")], [175_168, 223_944]);
    assert_eq!([count("w", "q"), count("b", "q")], [144_508, 223_944]);
    assert_eq!([count("w", "p"), count("b", "p")], [163_328, 168_024]);
    let alone = |turn: &str| {
        let pairs = squares().flat_map(|white| squares().map(move |black| (white.clone(), black)));
        pairs.filter(|(white, black)| Position::read(&format!("{turn}-{white}-{black}")).is_some()).count()
    };
    // Black has just taken the piece.
    assert_eq!([alone("w"), alone("b")], [3612, 0]);
}

/// The positions with a rook in which Black is to move, up to symmetry, by White's moves to mate: the classes of the
/// data set krkopt of the University of California, Irvine (Michael Bain and Arthur van Hoff, 1994).
#[test]
#[ignore = "explores 400,000 positions: `make test`"]
fn positions_with_a_rook_are_as_far_from_mate_as_is_known() {
    const CLASSES: [usize; 17] =
        [27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390];
    let (all, positions) = (rules("b-c3-rh8-e5"), game("b-c3-rh8-e5").explore(LIMIT).expect("an ending"));
    let solution = Solution::of(positions.graph());
    let moves_from = |state| {
        let verdict = solution.verdict(state);
        (verdict.value == GameValue::Win(Player::First)).then_some(verdict.winner_moves)
    };
    let mut counts: BTreeMap<Option<u32>, usize> = BTreeMap::new();
    for (white, rook) in squares().flat_map(|white| squares().map(move |rook| (white.clone(), rook))) {
        for slug in squares().map(|black| format!("b-{white}-r{rook}-{black}")) {
            let state = Position::read(&slug);
            let Some(state) = state.filter(|state| all.canonical(state) == *state) else { continue };
            // Play does not reach all of them, but it reaches the positions after them.
            let after = || {
                let mut moves = Vec::new();
                all.moves(&state, &mut moves);
                let next = moves.into_iter().map(|mv| all.slug(&all.play(&state, mv)));
                let moves = next.map(|next| moves_from(positions.find(&next).expect("it is reached")));
                moves.collect::<Option<Vec<_>>>()?.into_iter().max()
            };
            *counts.entry(positions.find(&slug).map_or_else(after, moves_from)).or_default() += 1;
        }
    }
    let mut known: BTreeMap<_, _> = (0..).map(Some).zip(CLASSES).collect();
    known.insert(None, 2796);
    assert_eq!(counts, known);
}

#[test]
#[ignore = "explores a million positions: `make test`"]
fn the_longest_mates_are_as_long_as_is_known() {
    for (start, longest) in [("b-c3-rh8-e5", 16), ("b-c3-qh8-e4", 10)] {
        let positions = game(start).explore(LIMIT).expect("an ending");
        let solution = Solution::of(positions.graph());
        let verdicts = positions.graph().states().map(|state| solution.verdict(state));
        let won = verdicts.filter(|verdict| verdict.value == GameValue::Win(Player::First));
        assert_eq!(won.map(|verdict| verdict.winner_moves).max(), Some(longest), "{start}");
    }
}

/// A pawn on an edge file cannot win against a king in the corner; and the result depends on the side to move.
#[test]
#[ignore = "explores a million positions: `make test`"]
fn a_pawn_wins_where_the_opposition_is_black_to_lose() {
    for (start, wins) in [("b-e6-pe5-e8", true), ("w-e6-pe5-e8", true), ("w-e5-pe4-e7", false), ("b-e5-pe4-e7", true)] {
        let positions = game(start).explore(LIMIT).expect("an ending");
        let solution = Solution::of(positions.graph());
        assert_eq!(solution.verdict(StateId::START).value == GameValue::Win(Player::First), wins, "{start}");
    }
}
