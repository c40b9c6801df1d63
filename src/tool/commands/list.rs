//! `list`: the games and editions of a site with their sizes and the results of best play.

use clap::Args;
use serde::Serialize;

use super::session::{Jobs, Session, SiteArguments};
use super::terminal::{count, print};
use crate::ground::diagnostic::{Diagnostics, visible};
use crate::outputs::assembly::Sites;
use crate::pages::plan::paths::is_page;
use crate::pages::script::PlannedScript;
use crate::pages::story::OpenedStory;

#[derive(Args, Debug)]
pub(super) struct List {
    #[command(flatten)]
    site: SiteArguments,
    #[command(flatten)]
    jobs: Jobs,
    /// Print JSON for other programs
    #[arg(long)]
    json: bool,
    /// For each story, print which facts increase its number of states, and by what factor
    #[arg(long)]
    facts: bool,
}

/// The sizes of an edition, a lesson, a collection of puzzles, a story, or a whole variant or language.
#[derive(Debug, Default, Serialize)]
struct Row {
    game: String,
    edition: String,
    title: String,
    positions: usize,
    moves: usize,
    pages: usize,
    best_play: String,
    best_for_person: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    story: Option<StoryRow>,
}

/// The columns of a story, in addition to those of an edition. In the row of a story, passages count as positions, and
/// choices as moves.
#[derive(Debug, Serialize)]
struct StoryRow {
    /// The number of words; repeated lines count once.
    words: usize,
    endings: Vec<EndingRow>,
    /// The knots, stitches and functions that no choice reaches.
    unreached: Vec<String>,
    /// The pages on which the story ends by mistake, without `-> END` or `-> DONE`.
    loose_ends: Vec<String>,
    /// If requested, the facts that multiply the story's states, the largest factor first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    facts: Vec<String>,
}

#[derive(Debug, Serialize)]
struct EndingRow {
    title: String,
    passages: usize,
    way: Vec<String>,
}

impl List {
    pub(super) fn run(&self, session: &Session<'_>) -> Result<(), Diagnostics> {
        let options = self.site.options(session, None);
        let rows = self.jobs.with(session, |_| rows(&Sites::explore(&options)?, self.facts))?;
        let text = if self.json {
            serde_json::to_string_pretty(&rows).expect("rows are plain data") + "\n"
        } else {
            table(&rows)
        };
        Ok(print(&text)?)
    }
}

fn rows(all: &Sites, with_facts: bool) -> Result<Vec<Row>, Diagnostics> {
    let site = all.first();
    let plan = &site.plan;
    let of_script = |game: &str, edition, script: &PlannedScript| {
        let pages = script.open()?.script;
        Ok::<_, Diagnostics>(Row {
            game: game.to_owned(),
            edition,
            title: script.summary.title.clone(),
            positions: pages.position_count(),
            moves: pages.move_count(),
            pages: pages.page_count(),
            ..Row::default()
        })
    };
    let mut rows = Vec::new();
    for section in &plan.sections {
        let below = |folder: &str| folder.strip_prefix(&format!("{}/", section.folder)).unwrap_or(folder).to_owned();
        for edition in plan.editions_of(section) {
            let edition = site.open_edition(edition.id)?;
            rows.push(Row {
                game: section.folder.clone(),
                edition: below(edition.folder()),
                title: edition.title().to_owned(),
                positions: edition.positions().graph().states().len(),
                moves: edition.move_count(),
                pages: edition.page_count(),
                best_play: edition.best_play(),
                best_for_person: edition.best_for_person(),
                story: None,
            });
        }
        for script in plan.scripts_of(section) {
            rows.push(of_script(&section.folder, below(&script.folder), script)?);
        }
    }
    for story in &plan.stories {
        rows.push(of_story(story.open()?, with_facts));
    }
    for calendar in plan.calendars() {
        rows.push(of_script(&calendar.folder, String::new(), calendar)?);
    }
    let paths = all.files().paths();
    for (folder, title) in all.copies() {
        rows.push(Row {
            game: folder.trim_end_matches('/').to_owned(),
            title: title.clone(),
            pages: paths.iter().filter(|path| path.starts_with(folder) && is_page(path)).count(),
            ..Row::default()
        });
    }
    Ok(rows)
}

fn of_story(story: OpenedStory<'_>, with_facts: bool) -> Row {
    let layout = story.layout;
    let endings = layout.endings.iter().map(|ending| EndingRow {
        title: ending.title.clone().unwrap_or_default(),
        passages: ending.passages.len(),
        way: layout.way_to(ending.passages[0]).into_iter().map(str::to_owned).collect(),
    });
    let loose_ends = layout.names.iter().zip(&layout.graph.passages).filter(|(_, passage)| passage.is_loose_end);
    Row {
        game: story.spec.folder.clone(),
        title: story.spec.title.clone(),
        positions: layout.names.len(),
        moves: layout.choice_count(),
        pages: story.page_count() + 2,
        story: Some(StoryRow {
            words: layout.words(),
            endings: endings.collect(),
            unreached: layout.graph.unreached.clone(),
            loose_ends: loose_ends.map(|(name, _)| name.clone()).collect(),
            facts: if with_facts { story.facts() } else { Vec::new() },
        }),
        ..Row::default()
    }
}

fn story_lines(folder: &str, StoryRow { words, endings, unreached, loose_ends, facts }: &StoryRow) -> String {
    let mut text = format!("\n{}: {words} words, {}\n", visible(folder), count(endings.len(), "ending"));
    for (number, EndingRow { title, passages, way }) in (1..).zip(endings) {
        let title = if title.is_empty() { String::new() } else { format!(" {title:?}") };
        let way = way.iter().map(|choice| format!("{choice:?}")).collect::<Vec<_>>().join(", ");
        let way = if way.is_empty() { way } else { format!("; shortest way: {way}") };
        let line = format!("  ending {number}{title}, on {}{way}", count(*passages, "page"));
        text.extend([&*visible(&line), "\n"]);
    }
    if !unreached.is_empty() {
        text.extend(["  unreachable: ", &*visible(&unreached.join(", ")), "\n"]);
    }
    if !loose_ends.is_empty() {
        text.extend(["  ends without `-> END` or `-> DONE`: ", &*visible(&loose_ends.join(", ")), "\n"]);
    }
    text.extend(facts.iter().map(|fact| format!("  {}\n", visible(fact))));
    text
}

fn table(rows: &[Row]) -> String {
    let sum = |of: fn(&Row) -> usize| rows.iter().map(of).sum();
    let (positions, moves, pages) = (sum(|row| row.positions), sum(|row| row.moves), sum(|row| row.pages));
    let together = Row { positions, moves, pages, ..Row::default() };
    let name = |row: &Row| visible(&format!("{}/{}", row.game, row.edition)).into_owned();
    let named: Vec<(String, &Row)> = rows.iter().map(|row| (name(row), row)).collect();
    let longest = |least: &str, of: fn(&(String, &Row)) -> usize| named.iter().map(of).max().max(Some(least.len()));
    let width = longest("together", |(name, _)| name.len()).unwrap_or(0);
    let best_width = longest("best play", |(_, row)| row.best_play.len()).unwrap_or(0);
    let heads = ["positions", "moves", "pages"].map(|head| format!("{head:>9}")).join(" ");
    let mut text = format!("{:width$} {heads}  {:best_width$}  for a person\n", "edition", "best play");
    for (name, row) in named.iter().map(|(name, row)| (&**name, *row)).chain([("together", &together)]) {
        let Row { positions, moves, pages, best_play, best_for_person, .. } = row;
        // A copy of the site, such as one in another language, has only pages.
        let numbers = match positions {
            0 => format!("{:>19} {pages:>9}", ""),
            _ => format!("{positions:>9} {moves:>9} {pages:>9}"),
        };
        let line = format!("{name:width$} {numbers}  {best_play:best_width$}  {best_for_person}");
        text.extend([line.trim_end(), "\n"]);
    }
    for row in rows {
        text.extend(row.story.iter().map(|story| story_lines(&row.game, story)));
    }
    text
}
