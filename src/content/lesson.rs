//! Lessons: Markdown files whose header names the edition that they teach, with a fenced block `step` after the text
//! of each step.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Deserializer};
use toml::Spanned;
use toml::value::Date;

use super::body::Body;
use super::document::Document;
use super::located::{Located, day, place, title};
use super::markdown;
use crate::diagnostic::{Diagnostic, Diagnostics, read_toml};
use crate::html::characters;

/// A tutorial: positions one after the other, each with the one move that leads on.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonSpec {
    /// The name of the lesson for readers.
    /// Example: `title = "Learn Nim"`
    #[serde(deserialize_with = "title")]
    pub title: String,
    /// One sentence about it.
    /// Example: `summary = "In three steps."`
    #[serde(default)]
    pub summary: String,
    /// The day it was written, for the feed of the site.
    /// Example: `date = 2026-11-22`
    #[serde(default, deserialize_with = "day")]
    pub date: Option<Date>,
    /// The edition whose game is taught.
    /// Example: `lesson = "nim/two-player"`
    #[serde(rename = "lesson")]
    pub edition: Located<String>,
    /// The edition of the same game to play after the lesson. Without it that is the one that is taught.
    /// Example: `then = "nim/two-player"`
    pub then: Option<Located<String>>,
    /// Its Markdown file, by its path inside the content folder.
    #[serde(skip)]
    pub source: String,
    /// Its folder on the site, for example `nim/lesson`.
    #[serde(skip)]
    pub folder: String,
    /// What is taught, in order; at least one.
    #[serde(skip)]
    pub steps: Vec<StepSpec>,
    /// What is said when all steps are done.
    #[serde(skip)]
    pub end: Body,
}

/// A position of a lesson and the move to find there: what a fenced block `step` says, and the text before it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepSpec {
    /// The position that the step shows.
    /// Example: `position = "b-0-2"`
    pub position: Located<String>,
    /// The move that leads on.
    /// Example: `move = "2-2"`
    #[serde(rename = "move")]
    pub mv: Located<String>,
    /// What is said of any other move.
    /// Example: `otherwise = "One is left."`
    #[serde(default)]
    pub otherwise: String,
    /// What is said of certain other moves.
    /// Example: `instead = { "2-1" = "One is left." }`
    #[serde(default, deserialize_with = "instead")]
    pub instead: Vec<(Located<String>, String)>,
    /// What is said about the position.
    #[serde(skip)]
    pub text: Body,
}

/// Reads moves, each with what is said of it.
fn instead<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(Located<String>, String)>, D::Error> {
    let said: BTreeMap<Spanned<String>, String> = BTreeMap::deserialize(deserializer)?;
    Ok(said.into_iter().map(|(mv, words)| (mv.into(), words)).collect())
}

impl LessonSpec {
    /// Reads a lesson: each block ends the text of a step, and what follows the last one ends the lesson.
    pub(super) fn read(document: &Document<'_>) -> Result<Self, Diagnostics> {
        let text = document.source.text();
        let start = document.body.start;
        let mut findings = Diagnostics::new();
        let header = findings.keep(document.header::<Self>());
        let mut steps = Vec::new();
        let mut end = start;
        for block in markdown::fenced_blocks(&text[start..], markdown::STEP) {
            let words = end..start + block.whole.start;
            if let Some(text) = findings.keep(only_words(words, document)) {
                let lines = start + block.lines.start..start + block.lines.end;
                let step = findings.keep(read_toml::<StepSpec>(&document.source, lines, characters::refused_in));
                steps.extend(step.map(|step| StepSpec { text, ..step.place(document) }));
            }
            end = start + block.whole.end;
        }
        let closing = findings.keep(document.body(end..text.len()));
        let hidden = closing.as_ref().map_or(Ok(()), |body| free_of_steps(body, document, end..text.len()));
        findings.keep(hidden);
        let (Some(mut lesson), Some(closing)) = (header, closing) else { return Err(findings) };
        place(&document.source, [&mut lesson.edition].into_iter().chain(&mut lesson.then));
        if end == start {
            let hint = "write the text of the step and after it a fenced block `step` with a `position` and a `move`";
            findings.push(lesson.edition.diagnostic("a lesson needs at least one step").hint(hint));
        }
        let (source, folder) = (document.path.clone(), document.name.clone());
        findings.into_result(Self { source, folder, steps, end: closing, ..lesson })
    }
}

impl StepSpec {
    /// Says which file the step was read from.
    fn place(mut self, document: &Document<'_>) -> Self {
        let moves = self.instead.iter_mut().map(|(mv, _)| mv);
        place(&document.source, [&mut self.position, &mut self.mv].into_iter().chain(moves));
        self
    }
}

/// Returns the text of a step. It leads nowhere else, because on its page every link is a move.
fn only_words(part: Range<usize>, document: &Document<'_>) -> Result<Body, Diagnostics> {
    let body = document.body(part.clone())?;
    if body.has_links || !body.boards.is_empty() {
        return Err(Diagnostic::new("the text of a step has no room for links and other boards")
            .at(&document.source, trimmed(document, part))
            .hint("put them after the last step, where the lesson is over")
            .into());
    }
    free_of_steps(&body, document, part)?;
    Ok(body)
}

/// Returns a part of a file without the blanks around it.
fn trimmed(document: &Document<'_>, part: Range<usize>) -> Range<usize> {
    let text = &document.source.text()[part.clone()];
    let start = part.start + (text.len() - text.trim_start().len());
    start..start + text.trim().len()
}

/// Checks that a text has no block `step` in a place where it is not read: it would be printed with its solution.
fn free_of_steps(body: &Body, document: &Document<'_>, part: Range<usize>) -> Result<(), Diagnostic> {
    if body.step.is_none() {
        return Ok(());
    }
    Err(Diagnostic::new("a block `step` stands inside something else")
        .at(&document.source, trimmed(document, part))
        .hint("write it as ```step at the beginning of a line, outside of lists and quotations"))
}
