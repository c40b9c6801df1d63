//! `list`: the games and editions of a site with their sizes and what comes of them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use super::{SiteArguments, print};
use crate::diagnostic::Diagnostics;
use crate::site::Site;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    #[command(flatten)]
    site: SiteArguments,
    /// Print JSON for other programs
    #[arg(long)]
    json: bool,
}

/// The sizes of one edition, of one lesson, or of all that a variant has.
#[derive(Debug, Serialize)]
struct Row {
    game: String,
    edition: String,
    title: String,
    positions: usize,
    moves: usize,
    pages: usize,
    bytes: u64,
    best_play: String,
}

pub(super) fn run(root: PathBuf, arguments: &Arguments) -> Result<(), Diagnostics> {
    let options = arguments.site.options(root, None);
    let rows = arguments.site.with_jobs(|| rows(&Site::load(&options)?))?;
    let text = if arguments.json {
        serde_json::to_string_pretty(&rows).expect("rows are plain data") + "\n"
    } else {
        table(&rows)
    };
    Ok(print(&text)?)
}

fn rows(site: &Site) -> Result<Vec<Row>, Diagnostics> {
    let mut bytes: BTreeMap<String, u64> = BTreeMap::new();
    let entries = site.entries(&())?;
    for entry in &entries {
        let folder = entry.path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
        *bytes.entry(folder).or_default() += entry.length;
    }
    let mut rows = Vec::new();
    for game in site.games() {
        for edition in game.editions() {
            let graph = edition.positions().graph();
            rows.push(Row {
                game: game.folder().to_owned(),
                edition: edition.folder[game.folder().len() + 1..].to_owned(),
                title: edition.title.clone(),
                positions: graph.states().len(),
                moves: edition.move_count(),
                pages: edition.page_count(),
                bytes: bytes.get(&edition.folder).copied().unwrap_or(0),
                best_play: edition.best_play(),
            });
        }
        for lesson in game.lessons() {
            let folder = lesson.folder();
            rows.push(Row {
                game: game.folder().to_owned(),
                edition: folder.strip_prefix(&format!("{}/", game.folder())).unwrap_or(folder).to_owned(),
                title: lesson.link().title,
                positions: lesson.step_count(),
                moves: lesson.move_count(),
                pages: lesson.page_count(),
                bytes: bytes.get(folder).copied().unwrap_or(0),
                best_play: String::new(),
            });
        }
    }
    for (variant, title) in site.variants() {
        let below = format!("{variant}/");
        let files = entries.iter().filter(|entry| entry.path.starts_with(&below));
        let pages =
            files.clone().filter(|entry| Path::new(&entry.path).extension().is_some_and(|ending| ending == "html"));
        rows.push(Row {
            game: variant.to_owned(),
            edition: String::new(),
            title: title.to_owned(),
            positions: 0,
            moves: 0,
            pages: pages.count(),
            bytes: files.map(|entry| entry.length).sum(),
            best_play: String::new(),
        });
    }
    Ok(rows)
}

fn table(rows: &[Row]) -> String {
    let width = rows.iter().map(|row| row.game.len() + row.edition.len() + 1).max().unwrap_or(0).max("edition".len());
    let line = |name: &str, cells: [String; 5]| {
        let [positions, moves, pages, bytes, best_play] = cells;
        format!("{name:width$} {positions:>9} {moves:>9} {pages:>9} {bytes:>11}  {best_play}").trim_end().to_owned()
            + "\n"
    };
    let mut text = line("edition", ["positions", "moves", "pages", "bytes", "best play"].map(str::to_owned));
    for row in rows {
        let numbers = [row.positions, row.moves, row.pages].map(|number| number.to_string());
        let [positions, moves, pages] = numbers;
        let cells = [positions, moves, pages, row.bytes.to_string(), row.best_play.clone()];
        text += &line(&format!("{}/{}", row.game, row.edition), cells);
    }
    let sum = |of: fn(&Row) -> usize| rows.iter().map(of).sum::<usize>().to_string();
    let bytes = rows.iter().map(|row| row.bytes).sum::<u64>().to_string();
    let cells = [sum(|row| row.positions), sum(|row| row.moves), sum(|row| row.pages), bytes, String::new()];
    text + &line("together", cells)
}
