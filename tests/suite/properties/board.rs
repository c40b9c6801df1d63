//! Reads the board of a page: the cells of its table.

use crate::html::{all, text};
use crate::tree::{Html, Node};

/// What stands in a cell of a table.
#[derive(Clone, Debug, Default)]
pub(super) struct Cell {
    pub(super) text: String,
    /// What is bold: marks of the first player, discs and pieces.
    pub(super) first: Vec<String>,
    /// What is slanted: marks of the second player.
    pub(super) second: Vec<String>,
    /// How many links there are.
    pub(super) links: usize,
}

/// The rows of the one table of a page, or the lines of a text in its place. What takes several columns is in each of
/// them.
pub(super) fn read(html: &str) -> Vec<Vec<Cell>> {
    let page = Html::parse_document(html);
    let in_each = |cell: Node<'_>| {
        let inside = |name| cell.descendent_elements().filter(move |element| element.name() == name);
        let words = |name| inside(name).map(|element| element.text().collect()).collect();
        let columns = cell.attr("colspan").map_or(1, |columns| columns.parse().expect("a number"));
        // Of walls each is told.
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
