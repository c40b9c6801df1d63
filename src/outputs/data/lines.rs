//! The game of an edition as JSON, one position per line. [`crate::engine::lines`] and other programs read this format.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use crate::engine::game::{Coordinates, Grid, Message, Outcome, Player, Players, Scene, Square, Status, Target};
use crate::engine::graph::StateId;
use crate::engine::lines::{Board, Head, Line, MoveOfLine, ResultOfLine};
use crate::pages::edition::OpenedEdition;
use crate::pages::picture::drawing;

/// The player who owns each mark. A mark is one character, and always has the same owner.
type Owners = BTreeMap<char, Player>;

pub(crate) fn write(edition: OpenedEdition<'_>, mut out: impl Write) -> io::Result<usize> {
    let positions = edition.positions();
    let owners = owners(edition);
    write_line(&mut out, &head(edition, owners.as_ref()))?;
    for state in positions.graph().states() {
        write_line(&mut out, &line(edition, state, owners.as_ref()))?;
    }
    out.flush()?;
    Ok(positions.graph().states().len())
}

fn write_line(out: &mut impl Write, line: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    writeln!(out)
}

/// Returns the owners of all marks, if every board is a grid with such marks.
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
                Square::Empty | Square::Wall | Square::Gap | Square::Dot | Square::Line => continue,
            };
            if *owners.entry(mark).or_insert(owner) != owner {
                return None;
            }
        }
    }
    Some(owners)
}

/// Returns the character of a mark, if this character has no other meaning in a row of a board.
fn sign(mark: &str) -> Option<char> {
    let mut signs = mark.chars();
    signs.next().filter(|sign| signs.next().is_none() && !['.', '#', ' '].contains(sign))
}

fn head(edition: OpenedEdition<'_>, owners: Option<&Owners>) -> Head {
    let say = |message: &Message| edition.catalogue().say(message);
    let players = match edition.positions().players() {
        Players::One => None,
        Players::Two(first, second) => Some([say(first), say(second)]),
    };
    let second = owners.into_iter().flatten().filter(|(_, owner)| **owner == Player::Second);
    Head { goal: say(&edition.positions().goal()), players, pieces: second.map(|(&mark, _)| (mark, 2)).collect() }
}

fn line(edition: OpenedEdition<'_>, state: StateId, owners: Option<&Owners>) -> Line {
    let positions = edition.positions();
    let scene = positions.scene(state);
    let (board, grid) = match (&scene, owners) {
        (Scene::Grid(grid), Some(_)) => (Board::Rows(rows(grid)), Some(grid)),
        _ => (Board::Text(drawing(&scene, edition.catalogue())), None),
    };
    let number = |player| player as u8 + 1;
    let word = |word: &str| (None, Some(ResultOfLine::Word(word.to_owned())));
    let (turn, result) = match positions.graph().status(state) {
        Status::Turn(player) => (Some(number(player)), None),
        Status::Over(Outcome::Win(player)) => (None, Some(ResultOfLine::Winner(number(player)))),
        Status::Over(Outcome::Draw) => word("draw"),
        Status::Over(Outcome::Solved) => word("solved"),
        Status::Over(Outcome::Stuck) => word("stuck"),
    };
    let tally = edition.catalogue().say(&positions.tally(state));
    let place = |target| {
        let (Target::Square(square), Some(grid)) = (target, grid) else { return None };
        let mut name = String::new();
        grid.push_name(square, &mut name);
        Some(name)
    };
    let moves = positions.choices(state).into_iter().zip(positions.move_slugs(state));
    let moves = moves.zip(positions.graph().successors(state)).map(|((choice, name), &to)| {
        let (from, at) = (choice.clicks.piece.as_ref().and_then(|piece| place(piece.at)), place(choice.clicks.at));
        let label = at.is_none().then(|| edition.catalogue().say(&choice.label.whole));
        MoveOfLine { from, at, label, name: name.as_str().to_owned(), to: positions.slug(to).to_owned() }
    });
    Line { name: positions.slug(state).to_owned(), board, turn, result, tally, moves: moves.collect() }
}

fn rows(grid: &Grid) -> Vec<String> {
    let sign = |square: &Square| match square {
        Square::Empty | Square::Hole => '.',
        Square::Wall | Square::Dot | Square::Line => '#',
        Square::Gap => ' ',
        Square::Mark(_, mark) => mark.chars().next().unwrap_or('.'),
    };
    grid.squares.chunks(grid.columns).map(|row| row.iter().map(sign).collect()).collect()
}
