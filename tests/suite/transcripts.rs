//! What a screen reader reads of whole games: the accessibility tree that Chromium builds of their pages, as text. The
//! transcripts are written to `target/tmp/transcripts`, for people to read.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::driver::{Chromium, STILL, Server};
use crate::reading::follow;
use crate::whole_site::{FOLDER, SITE};

/// One game of each kind, and two with hints.
const GAMES: [&str; 8] = [
    "tic-tac-toe/two-player/index.html",
    "tic-tac-toe/unbeatable/index.html",
    "ataxx/cross/hard/xxo----ox~hint.html",
    "nim/computer/index.html",
    "ataxx/cross/easy/index.html",
    "ataxx/bridges/two-player/index.html",
    "peg-solitaire/corner/index.html",
    "hanoi/4-discs/aaaa~hint.html",
];

/// The game is left after this number of pages.
const MOST_PAGES: usize = 40;

/// An accessibility tree.
struct Tree {
    nodes: HashMap<String, Value>,
    root: String,
    /// The number of columns that each cell of the board spans, row by row.
    spans: Vec<Vec<usize>>,
}

impl Tree {
    fn of(chromium: &Chromium) -> Self {
        let answer = chromium.devtools("Accessibility.getFullAXTree", &json!({}));
        let nodes = answer["nodes"].as_array().expect("nodes").clone();
        let id = |node: &Value| node["nodeId"].as_str().expect("an id").to_owned();
        let root = id(&nodes[0]);
        let rows = "Array.from(document.querySelectorAll('main tr'))";
        let spans = format!("return {rows}.map(row => Array.from(row.cells, cell => cell.colSpan))");
        let spans = serde_json::from_value(chromium.ask(&spans)).expect("numbers");
        Self { nodes: nodes.into_iter().map(|node| (id(&node), node)).collect(), root, spans }
    }

    fn role(&self, id: &str) -> &str {
        let node = &self.nodes[id];
        if node["ignored"] == true { "none" } else { node["role"]["value"].as_str().unwrap_or("none") }
    }

    fn name(&self, id: &str) -> &str {
        self.nodes[id]["name"]["value"].as_str().unwrap_or_default()
    }

    /// Returns the name that an attribute gives a node, which is read in place of its contents.
    fn own_name(&self, id: &str) -> Option<&str> {
        let sources = self.nodes[id]["name"]["sources"].as_array()?;
        sources.iter().find(|source| source["attribute"] == "aria-label")?["value"]["value"].as_str()
    }

    /// Returns the children of a node, with those of nodes that have no text of their own.
    fn children(&self, id: &str) -> Vec<&str> {
        let children = self.nodes[id]["childIds"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let children = children.filter(|child| self.nodes.contains_key(*child));
        let seen = children.map(|child| match self.role(child) {
            "none" | "generic" | "paragraph" | "rowgroup" => self.children(child),
            "InlineTextBox" | "LineBreak" => Vec::new(),
            _ => vec![child],
        });
        seen.flatten().collect()
    }

    /// Returns the text of a node and everything in it.
    fn said(&self, id: &str) -> String {
        let name = self.name(id);
        let inside = || self.children(id).iter().map(|child| self.said(child)).collect::<Vec<_>>().join(" ");
        match self.role(id) {
            "StaticText" => name.trim().to_owned(),
            "link" => format!("[{name}]"),
            "cell" | "gridcell" => self.own_name(id).map_or_else(inside, str::to_owned),
            "heading" => format!("Heading: {name}"),
            _ => inside(),
        }
    }

    /// Appends the text of a page, one line per element.
    fn write(&self, id: &str, out: &mut String) {
        for child in self.children(id) {
            match self.role(child) {
                "table" | "LayoutTable" | "grid" => self.write_table(child, out),
                "heading" | "StaticText" | "link" => out.extend([self.said(child).trim(), "\n"]),
                _ => self.write(child, out),
            }
        }
    }

    /// Appends a table as a screen reader reads its cells: each with the names of its column and row.
    fn write_table(&self, table: &str, out: &mut String) {
        let rows: Vec<_> = self.children(table);
        let cells: Vec<_> = rows.iter().map(|row| self.children(row)).collect();
        let columns = cells.first().filter(|first| first.iter().any(|cell| self.role(cell) == "columnheader"));
        assert_eq!(cells.len(), self.spans.len(), "the board is the one table");
        for (row, spans) in cells.iter().zip(&self.spans) {
            let header = row.iter().find(|cell| self.role(cell) == "rowheader").map(|cell| self.name(cell));
            let places = spans.iter().scan(0, |end, span| Some(std::mem::replace(end, *end + span)));
            for (place, cell) in places.zip(row).filter(|(_, cell)| !self.role(cell).ends_with("header")) {
                let column = columns.and_then(|columns| columns.get(place)).map(|cell| self.name(cell));
                let content = self.said(cell);
                let content = if content.is_empty() { "blank" } else { &content };
                if let (Some(column), Some(row), Some(name)) = (column, header, self.own_name(cell)) {
                    assert!(name.starts_with(&format!("{column}{row}, ")), "{name:?} in column {column} of row {row}");
                }
                let place: String = column.into_iter().chain(header).collect::<Vec<_>>().join(" ");
                out.extend(["  ", &place, if place.is_empty() { "" } else { ": " }, content, "\n"]);
            }
        }
    }
}

#[test]
#[ignore = "needs Chromium: `make test` installs it"]
fn a_whole_game_of_each_kind_can_be_heard() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("transcripts");
    fs::create_dir_all(&folder).expect("a folder");
    let server = Server::start(&FOLDER);
    let chromium = Chromium::start(STILL);
    for start in GAMES {
        let mut transcript = String::new();
        let mut path = start.to_owned();
        for page in 0..MOST_PAGES {
            chromium.goto(&server.page(&path));
            let tree = Tree::of(&chromium);
            transcript.extend(["--- ", &path, "\n"]);
            tree.write(&tree.root, &mut transcript);
            let heard = transcript.rsplit("--- ").next().expect("a page");
            let moves: Vec<_> = SITE[&path].moves().filter(|link| !link.is_back).collect();
            for link in &moves {
                let name = link.label.as_deref().expect("a name");
                assert!(heard.contains(&format!("[{name}]")), "{path}: {name:?} is not heard:\n{heard}");
            }
            assert!(!heard.contains('#'), "{path}: a wall is called so:\n{heard}");
            // Not always the same move, so that games differ.
            let Some(link) = moves.get(page * 7 % moves.len().max(1)) else { break };
            path = follow(&path, &link.href);
        }
        fs::write(folder.join(format!("{}.txt", start.replace(['/', '~'], "-"))), transcript).expect("a file");
    }
    chromium.stop();
}
