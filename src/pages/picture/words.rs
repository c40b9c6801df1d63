//! Boards in words, for screen readers; and boards as lines of text.

use super::board::disc;
use crate::content::words::Catalogue;
use crate::engine::game::{Heap, Junction, Message, Scene, Square};
use crate::pages::page::{CellKind, OpenBoard, OpenCell, SceneShape, SquareKind};

/// Describes a board, from its upper left corner on.
pub(crate) fn description(board: &OpenBoard) -> Message {
    match board.shape.scene {
        SceneShape::Grid { columns, rows, .. } => {
            let rows = board.cells[..columns * rows].chunks(columns).map(|row| {
                let squares = row.iter().filter_map(|cell| square(cell, board.text(cell.mark)));
                Message::List(Junction::Comma, squares.collect())
            });
            whole("picture-grid", rows)
        }
        SceneShape::Pegs { pegs, levels } => {
            let peg = |peg: usize| {
                let places = (0..levels).rev().map(|level| &board.cells[level * pegs + peg]);
                let discs: Vec<Message> = places.filter_map(disc).map(|place| place.disc.to_string().into()).collect();
                let discs = match discs.len() {
                    0 => Message::key("picture-no-discs"),
                    _ => Message::List(Junction::Comma, discs),
                };
                part(char::from(b'A' + (peg % 26) as u8).to_string(), discs)
            };
            whole("picture-pegs", (0..pegs).map(peg))
        }
        SceneShape::Heaps { rows } => {
            let row =
                |cell: &OpenCell| part(board.text(cell.name).to_owned(), cell.shape.piece_count().to_string().into());
            whole("picture-heaps", board.cells.iter().take(rows).map(row))
        }
        SceneShape::Text { lines } => {
            let line = |cell: &OpenCell| Message::from(board.text(cell.name).to_owned());
            Message::List(Junction::Semicolon, board.cells.iter().take(lines).map(line).collect())
        }
    }
}

fn whole(message: &'static str, parts: impl Iterator<Item = Message>) -> Message {
    Message::key(message).with("parts", Message::List(Junction::Semicolon, parts.collect()))
}

fn part(name: String, content: Message) -> Message {
    Message::key("picture-part").with("name", name).with("content", content)
}

fn square(cell: &OpenCell, mark: &str) -> Option<Message> {
    let CellKind::Square(square) = cell.shape.kind else { return None };
    match square.kind {
        SquareKind::Free => Some(Message::key("picture-empty")),
        SquareKind::Mark => Some(mark.to_owned().into()),
        SquareKind::Wall => Some(Message::key("picture-wall")),
        SquareKind::Hole => Some(Message::key("picture-hole")),
        SquareKind::Line => Some(Message::key("picture-line")),
        SquareKind::Gap | SquareKind::Dot => None,
    }
}

/// Draws a scene as lines of text.
pub(crate) fn drawing(scene: &Scene, catalogue: &Catalogue) -> String {
    let lines: Vec<String> = match scene {
        Scene::Text(text, _) => catalogue.say(text).lines().map(str::to_owned).collect(),
        Scene::Heaps(heaps) => {
            let row = |heap: &Heap| {
                let gone = heap.places.saturating_sub(heap.pieces);
                let pieces = ".".repeat(gone.into()) + &"o".repeat(heap.pieces.into());
                format!("{} {pieces}", catalogue.say(&heap.name))
            };
            heaps.rows.iter().map(row).collect()
        }
        Scene::Pegs(pegs) => {
            let peg = |(letter, discs): (char, &Vec<u8>)| {
                let discs: Vec<_> = discs.iter().map(u8::to_string).collect();
                format!("{letter}: {}", discs.join(" "))
            };
            ('A'..).zip(&pegs.pegs).map(peg).collect()
        }
        Scene::Grid(grid) => {
            let cell = |square: &Square| match square {
                Square::Empty => ".".to_owned(),
                Square::Hole => "·".to_owned(),
                Square::Wall => "#".to_owned(),
                Square::Gap => " ".to_owned(),
                Square::Dot => "+".to_owned(),
                Square::Line => "-".to_owned(),
                Square::Mark(_, mark) => mark.to_string(),
            };
            let cells: Vec<String> = grid.squares.iter().map(cell).collect();
            let width = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(1);
            let padded: Vec<String> = cells.iter().map(|cell| format!("{cell:width$}")).collect();
            padded.chunks(grid.columns).map(|row| row.join(" ")).collect()
        }
    };
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    lines.join("\n")
}
