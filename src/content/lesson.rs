//! Lessons: Markdown files whose header names the edition that they teach, with a fenced block `step` after the text
//! of each step.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;
use toml::de::DeTable;
use toml::value::Datetime;

use super::header::{Document, check_characters, located, title};
use super::{Body, LessonSpec, Located, StepSpec, date, markdown};
use crate::diagnostic::{Diagnostic, Diagnostics};

/// The header of a lesson.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LessonHeader {
    /// The name of the lesson for readers.
    /// Example: `title = "Learn Nim"`
    #[serde(deserialize_with = "title")]
    title: String,
    /// One sentence about it.
    /// Example: `summary = "In three steps."`
    #[serde(default)]
    summary: String,
    /// The day it was written, for the feed of the site.
    /// Example: `date = 2026-11-22`
    date: Option<Spanned<Datetime>>,
    /// The edition whose game is taught.
    /// Example: `lesson = "nim/two-player"`
    lesson: Spanned<String>,
    /// The edition of the same game to play after the lesson. Without it that is the one that is taught.
    /// Example: `then = "nim/two-player"`
    #[serde(default)]
    then: Option<Spanned<String>>,
}

/// What a fenced block `step` says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawStep {
    /// The position that the step shows.
    /// Example: `position = "b-0-2"`
    position: Spanned<String>,
    /// The move that leads on.
    /// Example: `move = "2-2"`
    #[serde(rename = "move")]
    mv: Spanned<String>,
    /// What is said of any other move.
    /// Example: `otherwise = "One is left."`
    #[serde(default)]
    otherwise: String,
    /// What is said of certain other moves.
    /// Example: `instead = { "2-1" = "One is left." }`
    #[serde(default)]
    instead: BTreeMap<Spanned<String>, String>,
}

impl LessonHeader {
    /// Returns the lesson of a document: each block ends the text of a step, and what follows the last one ends the
    /// lesson.
    pub(super) fn into_lesson(self, document: &Document<'_>) -> Result<LessonSpec, Diagnostics> {
        let text = document.source.text();
        let start = document.body_start;
        let mut findings = Diagnostics::new();
        let mut steps = Vec::new();
        let mut end = start;
        for block in markdown::fenced_blocks(&text[start..], markdown::STEP) {
            let words = end..start + block.whole.start;
            if let Some(words) = findings.keep(only_words(words, document)) {
                let lines = start + block.lines.start..start + block.lines.end;
                steps.extend(findings.keep(step(words, lines, document)));
            }
            end = start + block.whole.end;
        }
        let closing = findings.keep(document.body(end..text.len()));
        let date = findings.keep(date::day(self.date, &document.source)).flatten();
        let edition = located(self.lesson, &document.source);
        let hidden = closing.as_ref().map_or(Ok(()), |body| free_of_steps(body, document, end..text.len()));
        findings.keep(hidden);
        if end == start {
            findings.push(
                edition.diagnostic("a lesson needs at least one step").hint(
                    "write the text of the step and after it a fenced block `step` with a `position` and a `move`",
                ),
            );
        }
        match closing {
            Some(end) => findings.into_result(LessonSpec {
                source: document.path.clone(),
                folder: document.name.clone(),
                title: self.title,
                summary: self.summary,
                edition,
                then: self.then.map(|then| located(then, &document.source)),
                steps,
                end,
                date,
            }),
            None => Err(findings),
        }
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

fn step(text: Body, lines: Range<usize>, document: &Document<'_>) -> Result<StepSpec, Diagnostics> {
    let source = &document.source;
    let fail = |error: toml::de::Error| Diagnostic::toml(&error, source, &lines);
    let part = &source.text()[lines.clone()];
    check_characters(DeTable::parse(part).map_err(fail)?.get_ref(), source, lines.start)?;
    let raw: RawStep = toml::from_str(part).map_err(fail)?;
    let located = |spanned: Spanned<String>| {
        let range = spanned.span();
        let range = lines.start + range.start..lines.start + range.end;
        Located { value: spanned.into_inner(), source: source.clone(), range }
    };
    let instead = |(mv, why): (Spanned<String>, String)| (located(mv), why);
    Ok(StepSpec {
        text,
        position: located(raw.position),
        mv: located(raw.mv),
        otherwise: raw.otherwise,
        instead: raw.instead.into_iter().map(instead).collect(),
    })
}
