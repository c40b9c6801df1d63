//! `list`: the games and editions of a site with their sizes and what comes of them.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::{Jobs, SiteArguments, print};
use crate::diagnostic::{Diagnostics, visible};
use crate::edition::Edition;
use crate::games::Games;
use crate::site::Site;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    #[command(flatten)]
    site: SiteArguments,
    #[command(flatten)]
    jobs: Jobs,
    /// Print JSON for other programs
    #[arg(long)]
    json: bool,
}

/// The sizes of one edition, of one lesson, of one collection of puzzles, or of all that a variant has.
#[derive(Debug, Default, Serialize)]
struct Row {
    game: String,
    edition: String,
    title: String,
    positions: usize,
    moves: usize,
    pages: usize,
    bytes: u64,
    best_play: String,
    /// What a person can get at best against the computer.
    best_for_person: String,
    /// The share of random games that get it, from 0 to 1.
    by_chance: Option<f64>,
}

pub(super) fn run(games: &Games, root: PathBuf, arguments: &Arguments) -> Result<(), Diagnostics> {
    let options = arguments.site.options(games, root, None);
    let rows = arguments.jobs.with(|| rows(&Site::load(&options)?))?;
    let text = if arguments.json {
        serde_json::to_string_pretty(&rows).expect("rows are plain data") + "\n"
    } else {
        table(&rows)
    };
    Ok(print(&text)?)
}

fn rows(site: &Site) -> Result<Vec<Row>, Diagnostics> {
    let sizes = site.sizes()?;
    let bytes = |folder: &str| sizes.get(folder).map_or(0, |size| size.bytes);
    let plan = site.plan();
    let mut rows = Vec::new();
    for section in plan.sections() {
        let below = |folder: &str| folder.strip_prefix(&format!("{}/", section.folder)).unwrap_or(folder).to_owned();
        for edition in plan.editions_of(section) {
            rows.push(Row {
                game: section.folder.clone(),
                edition: below(edition.folder()),
                title: edition.title().to_owned(),
                positions: edition.positions().graph().states().len(),
                moves: edition.move_count(),
                pages: edition.page_count(),
                bytes: bytes(edition.folder()),
                best_play: edition.best_play(),
                best_for_person: edition.best_for_person(),
                by_chance: by_chance(edition),
            });
        }
        for lesson in plan.lessons_of(section) {
            rows.push(Row {
                game: section.folder.clone(),
                edition: below(lesson.folder()),
                title: lesson.title().to_owned(),
                positions: lesson.position_count(),
                moves: lesson.move_count(),
                pages: lesson.page_count(),
                bytes: bytes(lesson.folder()),
                ..Row::default()
            });
        }
        for collection in plan.collections_of(section) {
            rows.push(Row {
                game: section.folder.clone(),
                edition: below(collection.folder()),
                title: collection.title().to_owned(),
                positions: collection.position_count(),
                moves: collection.move_count(),
                pages: collection.page_count(),
                bytes: bytes(collection.folder()),
                ..Row::default()
            });
        }
    }
    for copy in site.copies() {
        let name = copy.folder.trim_end_matches('/');
        let inside = sizes.iter().filter(|(folder, _)| *folder == name || folder.starts_with(&copy.folder));
        rows.push(Row {
            game: name.to_owned(),
            title: copy.title.clone(),
            pages: inside.clone().map(|(_, size)| size.pages).sum(),
            bytes: inside.map(|(_, size)| size.bytes).sum(),
            ..Row::default()
        });
    }
    Ok(rows)
}

/// Returns the share of random games that get what a person can get at best, rounded to a millionth: what is beyond
/// depends on how far games that go round in circles are followed.
fn by_chance(edition: &Edition) -> Option<f64> {
    let share = edition.random_play()?.share_of(edition.prospect()?)?;
    Some((share * 1e6).round() / 1e6)
}

fn table(rows: &[Row]) -> String {
    let width = rows.iter().map(|row| row.game.len() + row.edition.len() + 1).max().unwrap_or(0).max("edition".len());
    let best_width = rows.iter().map(|row| row.best_play.len()).max().unwrap_or(0).max("best play".len());
    let line = |name: &str, cells: [String; 7]| {
        let [positions, moves, pages, bytes, best_play, best_for_person, by_chance] = cells;
        let numbers = format!("{name:width$} {positions:>9} {moves:>9} {pages:>9} {bytes:>11}");
        format!("{numbers}  {best_play:best_width$}  {best_for_person:<15} {by_chance:>9}").trim_end().to_owned() + "\n"
    };
    let heads = ["positions", "moves", "pages", "bytes", "best play", "for a person", "by chance"];
    let mut text = line("edition", heads.map(str::to_owned));
    for row in rows {
        let numbers = [row.positions, row.moves, row.pages].map(|number| number.to_string());
        let [positions, moves, pages] = numbers;
        let (best_play, best_for_person) = (row.best_play.clone(), row.best_for_person.clone());
        let by_chance = row.by_chance.map_or_else(String::new, |share| format!("{:.1}%", 100.0 * share));
        let cells = [positions, moves, pages, row.bytes.to_string(), best_play, best_for_person, by_chance];
        text += &line(&visible(&format!("{}/{}", row.game, row.edition)), cells);
    }
    let sum = |of: fn(&Row) -> usize| rows.iter().map(of).sum::<usize>().to_string();
    let bytes = rows.iter().map(|row| row.bytes).sum::<u64>().to_string();
    let none = String::new;
    let cells = [sum(|row| row.positions), sum(|row| row.moves), sum(|row| row.pages), bytes, none(), none(), none()];
    text + &line("together", cells)
}
