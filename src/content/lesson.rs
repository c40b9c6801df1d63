//! Lessons: Markdown files whose header names the edition that they teach, with a fenced block `step` after the text
//! of each step.

use serde::Deserialize;
use toml::value::Date;

use super::body::Body;
use super::document::Document;
use super::located::{Located, day, entries, read, title};
use super::markdown::to_passages;
use crate::ground::diagnostic::Diagnostics;

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
    #[serde(default, deserialize_with = "entries")]
    pub instead: Vec<(Located<String>, String)>,
    #[serde(skip)]
    pub text: Body,
}

impl LessonSpec {
    /// Reads a lesson: each block ends the text of a step, and what follows the last one ends the lesson.
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
            let hint = "write the text of the step and after it a fenced block `step` with a `position` and a `move`";
            findings.push(lesson.edition.diagnostic("a lesson needs at least one step").hint(hint));
        }
        let (source, folder) = (document.path.clone(), document.name.clone());
        findings.into_result(Self { source, folder, steps, end, ..lesson })
    }
}
