//! Reads the board of a page, the cells of its table, and compares it with the scene.

use pageturner::game::{Coordinates, Player, Scene, Square};

use super::table::text as said;
use crate::html::{all, text};
use crate::tree::{Html, Node};

/// The contents of a table cell.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cell {
    pub(crate) text: String,
    /// The bold texts: marks of the first player, discs and pieces.
    pub(super) first: Vec<String>,
    /// The italic texts: marks of the second player.
    pub(super) second: Vec<String>,
    /// The number of links.
    pub(super) links: usize,
}

/// Returns the rows of the only table of a page, or the lines of a text in its place. A cell that spans columns is in
/// each of them.
pub(crate) fn read(html: &str) -> Vec<Vec<Cell>> {
    let page = Html::parse_document(html);
    let in_each = |cell: Node<'_>| {
        let inside = |name| cell.descendent_elements().filter(move |element| element.name() == name);
        let words = |name| inside(name).map(|element| element.text().collect()).collect();
        let columns = cell.attr("colspan").map_or(1, |columns| columns.parse().expect("a number"));
        // Each of several walls has text.
        let said = text(&cell);
        let text = if said.split(' ').count() == columns { said.split(' ').next().unwrap_or_default() } else { &said };
        let read = Cell { text: text.to_owned(), first: words("b"), second: words("i"), links: inside("a").count() };
        std::iter::repeat_n(read, columns)
    };
    let rows = all(&page, "table tr, p.told");
    let cells = |row: &Node<'_>| match row.name() {
        "p" => in_each(*row).collect(),
        _ => row.child_elements().flat_map(in_each).collect(),
    };
    rows.iter().map(cells).collect()
}

/// Compares a board with its scene.
pub(crate) fn check(scene: &Scene, rows: &[Vec<Cell>]) -> Result<(), String> {
    let wrong = |expected: &dyn std::fmt::Debug| Err(format!("the board shows {rows:?}, not {expected:?}"));
    match scene {
        Scene::Grid(grid) => {
            // The names of rows are at the left, and those of columns in the first row, if any.
            let count = grid.squares.len() / grid.columns;
            let (heads, squares) = rows.split_at(usize::from(grid.edges == Coordinates::Chess).min(rows.len()));
            let (rows, names): (Vec<_>, Vec<_>) = squares
                .iter()
                .map(|row| row.split_at(usize::from(grid.edges != Coordinates::Bare).min(row.len())))
                .map(|(a, b)| (b, a))
                .unzip();
            let texts = |cells: &[Cell]| cells.iter().map(|cell| cell.text.clone()).collect::<Vec<_>>();
            let columns = || ('a'..).take(grid.columns).map(String::from);
            let numbers = (1..=count).rev().map(|number| vec![number.to_string()]);
            let letters = ('a'..).take(count).map(|letter| vec![letter.to_string()]);
            let is_named = match grid.edges {
                Coordinates::Chess => {
                    numbers.eq(names.into_iter().map(texts))
                        && heads.len() == 1
                        && std::iter::once(String::new()).chain(columns()).eq(texts(&heads[0]))
                }
                Coordinates::Rows => letters.eq(names.into_iter().map(texts)),
                Coordinates::Bare => true,
            };
            let is_there = |(cell, square): (&Cell, &Square)| match square {
                Square::Wall => cell.text == "wall",
                Square::Gap => cell.text.is_empty() && cell.links == 0,
                Square::Hole => cell.links == 1 || cell.text == "·",
                Square::Dot => cell.text == "·",
                Square::Line => ["—", "|"].contains(&&*cell.text),
                Square::Empty => cell.first.is_empty() && cell.second.is_empty(),
                Square::Mark(Player::First, mark) => cell.first == [mark.to_string()] && cell.second.is_empty(),
                Square::Mark(Player::Second, mark) => cell.second == [mark.to_string()] && cell.first.is_empty(),
            };
            let is_shown = |(row, squares): (&&[Cell], &[Square])| {
                row.len() == squares.len() && row.iter().zip(squares).all(is_there)
            };
            let is_right =
                is_named && rows.len() == count && rows.iter().zip(grid.squares.chunks(grid.columns)).all(is_shown);
            if is_right { Ok(()) } else { wrong(grid) }
        }
        Scene::Text(lines, _) => {
            let shown: Vec<_> = rows.iter().map(|row| row[0].text.as_str()).collect();
            if said(lines).lines().eq(shown) { Ok(()) } else { wrong(lines) }
        }
        Scene::Heaps(heaps) => {
            let pieces: Vec<_> = rows.iter().map(|row| row[1].first.len() + row[1].links).collect();
            let expected: Vec<_> = heaps.rows.iter().map(|heap| usize::from(heap.pieces)).collect();
            if pieces == expected { Ok(()) } else { wrong(heaps) }
        }
        Scene::Pegs(pegs) => {
            // The first row contains the names of the pegs.
            let levels = &rows[1..];
            let discs = |peg: usize| levels.iter().rev().flat_map(move |level| level[peg].first.iter().cloned());
            let shown: Vec<Vec<_>> = (0..pegs.pegs.len()).map(|peg| discs(peg).collect()).collect();
            let expected: Vec<Vec<_>> = pegs.pegs.iter().map(|on| on.iter().map(u8::to_string).collect()).collect();
            if shown == expected { Ok(()) } else { wrong(pegs) }
        }
    }
}
