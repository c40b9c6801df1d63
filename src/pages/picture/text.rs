//! Scenes as lines of text.

use crate::content::words::Catalogue;
use crate::engine::game::{Heap, Scene, Square};

pub(crate) fn drawing(scene: &Scene, catalogue: &Catalogue) -> String {
    let lines: Vec<String> = match scene {
        Scene::Text(text) => catalogue.say(text).lines().map(str::to_owned).collect(),
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
