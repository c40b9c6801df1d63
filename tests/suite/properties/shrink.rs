//! Makes a table that fails smaller, as long as it fails.

use pageturner::game::{Outcome, Players, Scene, Status};

use super::table::{Case, Table};

/// The smallest case that `check` finds something wrong with, and what; nothing if it finds nothing wrong with `case`.
pub(super) fn smallest(case: &Case, check: impl Fn(&Case) -> Result<(), String>) -> Option<(Case, String)> {
    let mut failing = (case.clone(), check(case).err()?);
    loop {
        let smaller = simpler(&failing.0).find_map(|case| {
            let problem = check(&case).err()?;
            Some((case, problem))
        });
        match smaller {
            Some(smaller) => failing = smaller,
            None => return Some(failing),
        }
    }
}

/// The cases that have one thing less.
fn simpler(case: &Case) -> impl Iterator<Item = Case> + '_ {
    let with_table = |table| Case { table, ..case.clone() };
    let states = (1..case.table.states.len()).map(|state| without_state(&case.table, state));
    let moves =
        case.table.states.iter().enumerate().flat_map(|(state, row)| (0..row.moves.len()).map(move |mv| (state, mv)));
    let moves = moves.map(|(state, mv)| without_move(&case.table, state, mv));
    let tallies = (0..case.table.states.len()).filter(|&state| !case.table.states[state].tally.is_empty());
    let tallies = tallies.map(|state| {
        let mut table = case.table.clone();
        table.states[state].tally.clear();
        table
    });
    let emphasis = (0..case.table.states.len()).filter_map(|state| {
        let mut table = case.table.clone();
        match &mut table.states[state].scene {
            Scene::Grid(grid) if !grid.emphasis.is_empty() => grid.emphasis.clear(),
            _ => return None,
        }
        Some(table)
    });
    let editions = (0..case.editions.len()).flat_map(|edition| {
        let mut fewer = case.clone();
        fewer.editions.remove(edition);
        let (mut unhinted, mut alone) = (case.clone(), case.clone());
        unhinted.editions[edition].hints = false;
        alone.editions[edition].computer = None;
        let is_smaller =
            [case.editions.len() > 1, case.editions[edition].hints, case.editions[edition].computer.is_some()];
        [fewer, unhinted, alone].into_iter().zip(is_smaller).filter_map(|(case, is_smaller)| is_smaller.then_some(case))
    });
    editions.chain(states.chain(moves).chain(tallies).chain(emphasis).map(with_table))
}

/// The table without a state, and without the moves to it.
fn without_state(table: &Table, state: usize) -> Table {
    let mut table = table.clone();
    table.states.remove(state);
    for row in &mut table.states {
        row.moves.retain(|mv| mv.to != state);
        for mv in &mut row.moves {
            mv.to -= usize::from(mv.to > state);
        }
    }
    ended(table)
}

fn without_move(table: &Table, state: usize, mv: usize) -> Table {
    let mut table = table.clone();
    table.states[state].moves.remove(mv);
    ended(table)
}

/// The table with an end wherever there are no moves.
fn ended(mut table: Table) -> Table {
    let outcome = if table.players == Players::One { Outcome::Stuck } else { Outcome::Draw };
    for row in &mut table.states {
        if row.moves.is_empty() && matches!(row.status, Status::Turn(_)) {
            row.status = Status::Over(outcome);
        }
    }
    table
}
