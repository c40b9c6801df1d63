//! Reads the board of a page: the cells of its table.

use html5gum::{Token, Tokenizer};

use crate::reading::one_line;

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
    /// How many columns it takes.
    columns: usize,
}

/// The rows of the one table of a page. What takes several columns is in each of them.
pub(super) fn read(html: &str) -> Vec<Vec<Cell>> {
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let (mut in_table, mut in_bold, mut in_slanted) = (false, false, false);
    for Ok(token) in Tokenizer::new(html) {
        let cell = rows.last_mut().and_then(|row| row.last_mut());
        match token {
            Token::StartTag(tag) => match (&**tag.name, cell) {
                (b"table", _) => in_table = true,
                (b"tr", _) => rows.push(Vec::new()),
                (b"td" | b"th", _) => {
                    let columns = tag
                        .attributes
                        .get(&b"colspan"[..])
                        .map_or("1".into(), |columns| String::from_utf8_lossy(columns));
                    let columns = columns.parse().expect("a number");
                    rows.last_mut().expect("cells stand in rows").push(Cell { columns, ..Cell::default() });
                }
                (b"a", Some(cell)) if in_table => cell.links += 1,
                (b"b", Some(cell)) if in_table => {
                    cell.first.push(String::new());
                    in_bold = true;
                }
                (b"i", Some(cell)) if in_table => {
                    cell.second.push(String::new());
                    in_slanted = true;
                }
                _ => {}
            },
            Token::EndTag(tag) => match &**tag.name {
                b"table" => in_table = false,
                b"b" => in_bold = false,
                b"i" => in_slanted = false,
                _ => {}
            },
            Token::String(text) => {
                let Some(cell) = cell.filter(|_| in_table) else { continue };
                let text = String::from_utf8_lossy(&text);
                cell.text += &text;
                match (cell.first.last_mut(), cell.second.last_mut()) {
                    (Some(mark), _) if in_bold => *mark += &text,
                    (_, Some(mark)) if in_slanted => *mark += &text,
                    _ => {}
                }
            }
            _ => {}
        }
    }
    for cell in rows.iter_mut().flatten() {
        cell.text = one_line(&cell.text);
    }
    let in_each = |cell: Cell| std::iter::repeat_n(cell.clone(), cell.columns);
    rows.into_iter().map(|row| row.into_iter().flat_map(in_each).collect()).collect()
}
