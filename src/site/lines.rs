//! The game of an edition as lines of JSON, one a position: what [`crate::lines`] reads, and other programs.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde_json::{Map, Value, json};

use super::trial::drawing;
use crate::edition::OpenedEdition;
use crate::game::{Coordinates, Grid, Message, Outcome, Player, Players, Scene, Square, Status, Target};
use crate::graph::{Choice, StateId};

/// The players whose marks these are, where each mark is one sign and always the same player's.
type Owners = BTreeMap<char, Player>;

pub(super) fn write(edition: OpenedEdition<'_>, mut out: impl Write) -> io::Result<usize> {
    let positions = edition.positions();
    let owners = owners(edition);
    writeln!(out, "{}", head(edition, owners.as_ref()))?;
    for state in positions.graph().states() {
        writeln!(out, "{}", line(edition, state, owners.as_ref()))?;
    }
    out.flush()?;
    Ok(positions.graph().states().len())
}

/// Returns whose the marks on the boards are; nothing if boards are no rows of signs.
fn owners(edition: OpenedEdition<'_>) -> Option<Owners> {
    let mut owners = Owners::new();
    for state in edition.positions().graph().states() {
        let Scene::Grid(grid @ Grid { edges: Coordinates::Chess, .. }) = edition.positions().scene(state) else {
            return None;
        };
        for square in &grid.squares {
            let (owner, mark) = match square {
                Square::Hole => return None,
                Square::Mark(owner, mark) => (*owner, sign(mark)?),
                Square::Empty | Square::Wall | Square::Gap => continue,
            };
            if *owners.entry(mark).or_insert(owner) != owner {
                return None;
            }
        }
    }
    Some(owners)
}

/// Returns the one sign of a mark that stands for nothing else in a row.
fn sign(mark: &str) -> Option<char> {
    let mut signs = mark.chars();
    signs.next().filter(|sign| signs.next().is_none() && !['.', '#', ' '].contains(sign))
}

fn head(edition: OpenedEdition<'_>, owners: Option<&Owners>) -> Value {
    let say = |message: &Message| edition.catalogue().say(message);
    let mut head = Map::from_iter([("goal".to_owned(), json!(say(&edition.positions().goal())))]);
    if let Players::Two(first, second) = edition.positions().players() {
        head.insert("players".to_owned(), json!([say(first), say(second)]));
    }
    let second = owners.into_iter().flatten().filter(|(_, owner)| **owner == Player::Second);
    let pieces: Map<String, Value> = second.map(|(mark, _)| (mark.to_string(), json!(2))).collect();
    if !pieces.is_empty() {
        head.insert("pieces".to_owned(), json!(pieces));
    }
    head.into()
}

fn line(edition: OpenedEdition<'_>, state: StateId, owners: Option<&Owners>) -> Value {
    let positions = edition.positions();
    let scene = positions.scene(state);
    let (board, grid) = match (&scene, owners) {
        (Scene::Grid(grid), Some(_)) => (json!(rows(grid)), Some(grid)),
        _ => (json!(drawing(&scene, edition.catalogue())), None),
    };
    let mut line = Map::from_iter([("name".to_owned(), json!(positions.slug(state))), ("board".to_owned(), board)]);
    let number = |player| json!(player as u8 + 1);
    let (key, value) = match positions.graph().status(state) {
        Status::Turn(player) => ("turn", number(player)),
        Status::Over(Outcome::Win(player)) => ("result", number(player)),
        Status::Over(Outcome::Draw) => ("result", json!("draw")),
        Status::Over(Outcome::Solved) => ("result", json!("solved")),
        Status::Over(Outcome::Stuck) => ("result", json!("stuck")),
    };
    line.insert(key.to_owned(), value);
    let tally = edition.catalogue().say(&positions.tally(state));
    if !tally.is_empty() {
        line.insert("tally".to_owned(), json!(tally));
    }
    let moves = positions.choices(state).into_iter().zip(positions.move_slugs(state));
    let moves = moves.zip(positions.graph().successors(state)).map(|((choice, name), &to)| {
        let mut mv = touched(edition, &choice, grid);
        mv.insert("name".to_owned(), json!(name.as_str()));
        mv.insert("to".to_owned(), json!(positions.slug(to)));
        Value::from(mv)
    });
    let moves: Vec<Value> = moves.collect();
    if !moves.is_empty() {
        line.insert("moves".to_owned(), moves.into());
    }
    line.into()
}

fn rows(grid: &Grid) -> Vec<String> {
    let sign = |square: &Square| match square {
        Square::Empty | Square::Hole => '.',
        Square::Wall => '#',
        Square::Gap => ' ',
        Square::Mark(_, mark) => mark.chars().next().unwrap_or('.'),
    };
    grid.squares.chunks(grid.columns).map(|row| row.iter().map(sign).collect()).collect()
}

fn touched(edition: OpenedEdition<'_>, choice: &Choice, grid: Option<&Grid>) -> Map<String, Value> {
    let place = |target| {
        let Target::Square(square) = target else { return None };
        let mut name = String::new();
        grid?.push_name(square, &mut name);
        Some(name)
    };
    let mut mv = Map::new();
    if let Some(from) = choice.clicks.piece().and_then(|piece| place(piece.at)) {
        mv.insert("from".to_owned(), json!(from));
    }
    match place(choice.clicks.at()) {
        Some(at) => mv.insert("at".to_owned(), json!(at)),
        None => mv.insert("label".to_owned(), json!(edition.catalogue().say(&choice.label.whole))),
    };
    mv
}
