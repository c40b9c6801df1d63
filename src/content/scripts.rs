//! Lessons and puzzles. A lesson is a Markdown file whose header names an edition; a fenced block `step` ends the text
//! of each step. Puzzles are the tables `puzzles` in a game's header.

use std::ops::RangeInclusive;

use serde::{Deserialize, Deserializer};
use toml::value::Date;

use super::body::Body;
use super::document::Document;
use super::editions::EditionSpec;
use super::located::{Located, Within, aliases, check_folder_names, day, entries, read, title, within};
use super::markdown::to_passages;
use crate::ground::diagnostic::{Diagnostics, did_you_mean, refusal};

/// A tutorial: a sequence of positions, each with one move to find.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonSpec {
    /// The title of the lesson.
    /// Example: `title = "Learn Nim"`
    #[serde(deserialize_with = "title")]
    pub title: String,
    /// One sentence about the lesson.
    /// Example: `summary = "In three steps."`
    #[serde(default)]
    pub summary: String,
    /// The day on which the lesson was written, for the feed of the site.
    /// Example: `date = 2026-11-22`
    #[serde(default, deserialize_with = "day")]
    pub date: Option<Date>,
    /// The edition that the lesson teaches.
    /// Example: `lesson = "nim/two-player"`
    #[serde(rename = "lesson")]
    pub edition: Located<String>,
    /// The edition of the same game to play after the lesson. The default is the edition that the lesson teaches.
    /// Example: `then = "nim/two-player"`
    pub then: Option<Located<String>>,
    /// Earlier addresses of the page, as paths from the root of the site. At each of these addresses, a small page
    /// redirects to this page.
    /// Example: `aliases = ["old-name", "2025/old/"]`
    #[serde(default, deserialize_with = "aliases")]
    pub aliases: Vec<String>,
    #[serde(skip)]
    pub source: String,
    /// The folder of the lesson on the site, such as `nim/lesson`.
    #[serde(skip)]
    pub folder: String,
    /// The steps of the lesson; at least one.
    #[serde(skip)]
    pub steps: Vec<StepSpec>,
    #[serde(skip)]
    pub end: Body,
}

/// A position of a lesson and the move to find: the keys of a block `step`, and the text before it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepSpec {
    /// The position that the step shows.
    /// Example: `position = "b-0-2"`
    pub position: Located<String>,
    /// The move to find.
    /// Example: `move = "2-2"`
    #[serde(rename = "move")]
    pub mv: Located<String>,
    /// The text after any other move, except those in `instead`.
    /// Example: `otherwise = "One is left."`
    #[serde(default)]
    pub otherwise: String,
    /// Texts for certain other moves, in place of `otherwise`.
    /// Example: `instead = { "2-1" = "One is left." }`
    #[serde(default, deserialize_with = "entries")]
    pub instead: Vec<(Located<String>, String)>,
    #[serde(skip)]
    pub text: Body,
}

impl LessonSpec {
    pub(super) fn read(document: &Document<'_>) -> Result<Self, Diagnostics> {
        let mut findings = Diagnostics::new();
        let header = findings.keep(document.header::<Self>());
        let (mut steps, mut end, mut is_step) = (Vec::new(), None, false);
        for (body, step) in to_passages(document) {
            let Some(lines) = step else {
                end = findings.keep(body);
                continue;
            };
            is_step = true;
            if let Some(text) = findings.keep(body) {
                let step = findings.keep(read::<StepSpec>(&document.source, lines));
                steps.extend(step.map(|step| StepSpec { text, ..step }));
            }
        }
        let (Some(lesson), Some(end)) = (header, end) else { return Err(findings) };
        if !is_step {
            let hint = "write the text of a step, and after it a fenced block `step` with a `position` and a `move`";
            findings.push(lesson.edition.diagnostic("a lesson needs at least one step").hint(hint));
        }
        let (source, folder) = (document.path.clone(), document.name.clone());
        findings.into_result(Self { source, folder, steps, end, ..lesson })
    }
}

/// The maximum number of puzzles in a collection, and of moves in a puzzle.
const MOST: i64 = 99;

/// A collection of puzzles: positions of one game in which to find a win.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzlesSpec {
    /// The folder of the collection: lower-case letters, digits and hyphens.
    /// Example: `name = "puzzles"`
    pub name: Located<String>,
    /// The name of the collection for readers.
    /// Example: `title = "Find the win"`
    #[serde(deserialize_with = "title")]
    pub title: String,
    /// One sentence about the collection.
    /// Example: `summary = "Two dozen, the easy ones first."`
    #[serde(default)]
    pub summary: String,
    /// The editions that supply the positions. It does not matter whether people or the computer play these editions.
    /// In a game with boards, write a board, `/` and an edition.
    /// Example: `editions = ["two-player"]`
    pub editions: Vec<Located<String>>,
    /// The number of editions for each column of a calendar, in the order of `editions`; a single number covers all
    /// columns.
    #[serde(skip)]
    pub columns: Vec<Located<usize>>,
    /// Positions to use as puzzles. Each position comes from the first edition in `editions` that contains it. Required
    /// if `count` is not set.
    /// Example: `positions = ["a-1-2-2"]`
    #[serde(default)]
    pub positions: Vec<Located<String>>,
    /// The number of puzzles to choose at random, from 1 to 99, in addition to those in `positions`. Required if
    /// `positions` is not set.
    /// Example: `count = 12`
    #[serde(default, deserialize_with = "count")]
    pub count: Option<Located<usize>>,
    /// The smallest and the largest number of moves to find in a puzzle chosen at random, from 1 to 99. Required if
    /// `count` is set.
    /// Example: `moves = [1, 4]`
    #[serde(default, deserialize_with = "moves")]
    pub moves: Option<RangeInclusive<u32>>,
    /// The seed for choosing the positions. If several replies are equally good, the seed also decides the other side's
    /// reply.
    /// Example: `seed = 7`
    #[serde(default, deserialize_with = "within::<_, _, 0, { i64::MAX }>")]
    pub seed: u64,
}

fn count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Located<usize>>, D::Error> {
    let count = Located::<Within<usize, 1, MOST>>::deserialize(deserializer)?;
    Ok(Some(count.with(count.value.0)))
}

pub(super) fn moves<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<RangeInclusive<u32>>, D::Error> {
    match Vec::<i64>::deserialize(deserializer)?[..] {
        [fewest, most] if 1 <= fewest && fewest <= most && most <= MOST => {
            Ok(Some(fewest.unsigned_abs() as u32..=most.unsigned_abs() as u32))
        }
        _ => {
            let hint = format!("write two numbers from 1 to {MOST}, such as `KEY = [1, 4]`");
            Err(refusal("`KEY` must contain the smallest and the largest number of moves", hint))
        }
    }
}

pub(super) fn check_puzzles(collections: &[PuzzlesSpec], editions: &[EditionSpec], findings: &mut Diagnostics) {
    let names = collections.iter().map(|collection| &collection.name);
    check_folder_names(["puzzles", "collections of puzzles"], false, names, findings);
    for PuzzlesSpec { name, editions: named, positions, count, moves, .. } in collections {
        if count.is_none() && positions.is_empty() {
            let hint = "list positions, such as `positions = [\"…\"]`, or set `count = 12` and `moves = [1, 4]`";
            findings.push(name.diagnostic(format!("the collection `{}` has no puzzles", name.value)).hint(hint));
        }
        if let (Some(count), None) = (count, moves) {
            let hint = "add the smallest and the largest number of moves, such as `moves = [1, 4]`";
            findings.push(count.diagnostic("`count` needs `moves`").hint(hint));
        }
        if named.is_empty() {
            let message = format!("the collection `{}` lists no editions", name.value);
            let hint = "list an edition of the game: `editions = [\"two-player\"]`";
            findings.push(name.diagnostic(message).hint(hint));
        }
        let known = || editions.iter().map(|edition| edition.name.value.as_str());
        for name in named.iter().filter(|name| known().all(|known| known != name.value)) {
            let message = format!("the game has no edition `{}`", name.value);
            findings.push(name.diagnostic(message).hint(did_you_mean(&name.value, known())));
        }
    }
}
