//! Articles: Markdown files whose header names no game, lesson or story.

use std::ops::RangeInclusive;

use serde::{Deserialize, Deserializer};
use toml::value::Date;

use super::body::Body;
use super::document::Document;
use super::located::{Located, aliases, day, title, within};
use super::markdown::to_html;
use super::scripts::{PuzzlesSpec, moves};
use crate::ground::diagnostic::{Diagnostics, refusal};

/// The number of puzzles in a calendar: one for each day of a leap year.
const DAYS: usize = 366;

pub const WEEK: usize = 7;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArticleSpec {
    /// The title of the page.
    /// Example: `title = "About"`
    #[serde(deserialize_with = "title")]
    pub title: String,
    /// One sentence about the page.
    /// Example: `summary = "What this site is."`
    #[serde(default)]
    pub summary: String,
    /// The image for previews of links to the page, as a path relative to the page's folder.
    /// Example: `image = "social.png"`
    pub image: Option<Located<String>>,
    /// The place of the page in lists: low numbers come first, and pages with the same number are sorted by title.
    /// Example: `order = 10`
    #[serde(default)]
    pub order: i64,
    /// How the `index.md` of a folder lists the pages of the folder: by `order` (the default), or by `date`, newest
    /// first.
    /// Example: `sort = "date"`
    #[serde(default)]
    pub sort: Located<Sort>,
    /// The day on which the page was written. The page shows this date.
    /// Example: `date = 2026-11-22`
    #[serde(default, deserialize_with = "day")]
    pub date: Option<Date>,
    /// If `true`, a build leaves the page out, except with `--drafts`.
    /// Example: `draft = true`
    #[serde(default)]
    pub draft: bool,
    /// Earlier addresses of the page, as paths from the root of the site. At each of these addresses, a small page
    /// redirects to this page.
    /// Example: `aliases = ["old-name", "2025/old/"]`
    #[serde(default, deserialize_with = "aliases")]
    pub aliases: Vec<String>,
    /// Makes the page a calendar, with a puzzle for each day of the year. The pages of the puzzles are in a folder with
    /// the same name as the calendar.
    /// Example: `calendar = { editions = ["ataxx/two-player"], moves = [1, 4] }`
    pub calendar: Option<Located<CalendarKeys>>,
    #[serde(skip)]
    pub source: String,
    /// The path of the page's file without the extension, such as `about`.
    #[serde(skip)]
    pub name: String,
    #[serde(skip)]
    pub body: Body,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sort {
    /// By `order`, then by title.
    #[default]
    Order,
    /// By `date`, newest first.
    Date,
}

/// The source of a calendar's puzzles: the key `calendar` of a page.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CalendarKeys {
    /// The editions that supply the positions, from any games of the site. It does not matter whether people or the
    /// computer play these editions.
    /// Example: `editions = ["ataxx/two-player"]`
    #[serde(default)]
    pub editions: Vec<Located<String>>,
    /// Further editions: seven lists, one for each column of a month. The first column contains the days 1, 8, 15, 22
    /// and 29 of the month.
    /// Example: `columns = [["ataxx/two-player"], ["nim"], [], [], [], [], []]`
    #[serde(default, deserialize_with = "columns")]
    pub columns: Option<Columns>,
    /// The smallest and the largest number of moves to find in a puzzle, from 1 to 99.
    /// Example: `moves = [1, 4]`
    #[serde(deserialize_with = "moves")]
    pub moves: Option<RangeInclusive<u32>>,
    /// The seed for choosing the positions. If several replies are equally good, the seed also decides the other side's
    /// reply.
    /// Example: `seed = 7`
    #[serde(default, deserialize_with = "within::<_, _, 0, { i64::MAX }>")]
    pub seed: u64,
}

type Columns = Vec<Located<Vec<Located<String>>>>;

fn columns<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Columns>, D::Error> {
    let columns = Columns::deserialize(deserializer)?;
    if columns.len() != WEEK {
        let hint = format!("write {WEEK} lists of editions: `KEY = [[\"…\"], …]`");
        return Err(refusal("`KEY` must contain one list of editions for each column of a month", hint));
    }
    Ok(Some(columns))
}

impl ArticleSpec {
    /// If the page is a calendar, returns the puzzles of the calendar.
    pub fn puzzles(&self) -> Option<PuzzlesSpec> {
        let keys = self.calendar.as_ref()?;
        let CalendarKeys { editions, columns, moves, seed } = keys.value.clone();
        let columns = match columns {
            None => vec![keys.with(editions)],
            Some(columns) => columns.iter().map(|more| more.with([&*editions, &more.value].concat())).collect(),
        };
        Some(PuzzlesSpec {
            name: keys.with(self.name.clone()),
            title: self.title.clone(),
            summary: self.summary.clone(),
            editions: columns.iter().flat_map(|column| column.value.clone()).collect(),
            columns: columns.iter().map(|column| column.with(column.value.len())).collect(),
            count: Some(keys.with(DAYS)),
            positions: Vec::new(),
            moves,
            seed,
        })
    }

    pub(super) fn read(document: &Document<'_>) -> Result<Self, Diagnostics> {
        let mut findings = Diagnostics::new();
        let page = findings.keep(document.header::<Self>());
        let body = findings.keep(to_html(document)).unwrap_or_default();
        let Some(page) = page else { return Err(findings) };
        if page.sort.value == Sort::Date && !document.name.ends_with("/index") {
            let message = "`sort` has no effect here, because only the `index.md` of a folder lists pages";
            findings.push(page.sort.diagnostic(message).hint("remove `sort`, or move it into `index.md`"));
        }
        let (image, source, name) = (document.image(page.image), document.path.clone(), document.name.clone());
        findings.into_result(Self { image, source, name, body, ..page })
    }
}
