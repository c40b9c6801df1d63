//! Random games as tables, published as pages by the whole pipeline, and read back by following links.
//!
//! `make trust` tries more of them than a normal run; `CASE=17 cargo test properties` tries only that one.

pub(crate) mod board;
mod expected;
mod graphs;
pub(crate) mod published;
mod random;
pub(crate) mod table;
mod walk;

use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind};

use pageturner::game::{
    Clicks, Computer, Coordinates, GridStyle, Heap, Heaps, Label, Outcome, Player, Players, Policy, Scene, Square,
    Status, Target,
};
use rayon::prelude::*;

use published::{LOOKS, publish};
use table::{Case, EditionCase, Move, State, Table};
use walk::Walk;

use crate::trust::how_many;

#[test]
fn play_on_the_pages_is_play_in_the_table() {
    let one = env::var("CASE").ok().map(|number| number.parse().expect("a number"));
    let cases = one.map_or(0..how_many(60, 5000) as u64, |case| case..case + 1);
    // Create it before threads wait for it.
    assert!(LOOKS.len() > 1, "themes for websites");
    let failed = cases.into_par_iter().find_map_first(|number| {
        let case = random::case(number);
        check(&case).err().map(|problem| (number, case, problem))
    });
    if let Some((number, case, problem)) = failed {
        panic!("case {number}: {problem}\n{case}");
    }
}

/// Returns a game with these states in which the computer is the second player.
fn against_second(states: Vec<State>, hints: bool) -> Case {
    let table = Table { players: Players::Two("A".into(), "B".into()), states };
    let seat = Player::Second;
    let computer = Computer { seat, policy: Policy::Random, blunder: 0, random_opening: false, seed: 0 };
    let edition = EditionCase { computer: Some(computer), hints, leads_on: false };
    Case { table, editions: vec![edition], look: 0 }
}

/// After a person's move, the computer moves `before` times, and then for ever in a cycle of `circle` positions.
fn endless_turn(before: usize, circle: usize) -> Case {
    let last = before + circle;
    let state = |index: usize| State {
        slug: format!("s-{index}"),
        status: Status::Turn(if index == 0 { Player::First } else { Player::Second }),
        scene: Scene::Heaps(Heaps { rows: vec![Heap { name: "row".into(), pieces: 1, places: 1 }] }),
        tally: String::new(),
        estimate: 0,
        moves: vec![Move {
            to: if index == last { before + 1 } else { index + 1 },
            slug: "x".to_owned(),
            label: Label::new("x", "x"),
            clicks: Clicks::one(Target::Piece { row: 0, piece: 1 }),
        }],
    };
    against_second((0..=last).map(state).collect(), false)
}

#[test]
fn a_turn_of_the_computer_that_never_ends_is_refused() {
    for (before, circle) in (0..6).flat_map(|before| (1..6).map(move |circle| (before, circle))) {
        let case = endless_turn(before, circle);
        let problem = publish(&case).err().expect("a circle of its own moves");
        let named = problem.strip_prefix("the computer would never end its turn: its moves lead from the position `s-");
        let named: usize = named.and_then(|rest| rest.split('`').next()?.parse().ok()).expect(&problem);
        assert!((before + 1..=before + circle).contains(&named), "{problem}");
    }
}

/// After the only move of a person, the computer moves and the person passes, in turn, for `count` positions. Then the
/// game is over, or play returns to the one after `back` of them.
fn passes(count: usize, back: Option<usize>) -> Case {
    let last = count + 1;
    let state = |index: usize| {
        let status = match index {
            _ if index == last => Status::Over(Outcome::Win(Player::Second)),
            _ if index.is_multiple_of(2) => Status::Turn(Player::First),
            _ => Status::Turn(Player::Second),
        };
        let to = back.filter(|_| index == count).map_or(index + 1, |back| back + 1);
        let clicks = if index > 0 && index.is_multiple_of(2) { Target::Pass } else { Target::Square(0) };
        let step = Move { to, slug: "x".to_owned(), label: Label::new("x", "x"), clicks: Clicks::one(clicks) };
        let squares = vec![Square::Empty];
        let scene = Scene::grid(1, GridStyle::Lines, Coordinates::Bare, squares);
        State {
            slug: format!("s-{index}"),
            status,
            scene,
            tally: String::new(),
            estimate: 0,
            moves: if index == last { Vec::new() } else { vec![step] },
        }
    };
    against_second((0..=last).map(state).collect(), true)
}

#[test]
fn passes_are_skipped_unless_they_never_end() {
    for count in 1..8 {
        check(&passes(count, None)).expect("play that ends");
        for back in (0..count).step_by(2).filter(|_| count % 2 == 0) {
            check(&passes(count, Some(back))).expect("play in circles");
        }
    }
}

/// Returns the problem with the published pages of a table, if any.
fn check(case: &Case) -> Result<(), String> {
    let checked = catch_unwind(AssertUnwindSafe(|| {
        let published = publish(case)?;
        let values = case.table.values();
        for edition in 0..case.editions.len() {
            Walk::new(case, edition, &values, &published).run()?;
            graphs::check(case, &values, &published.graphs[edition])?;
        }
        Ok(())
    }));
    checked.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        Err(format!("it panics: {}", text.unwrap_or("without words")))
    })
}
