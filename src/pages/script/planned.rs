//! Scripts as chapters: the lessons and collections of puzzles among the pages of a site.

use std::sync::Arc;

use super::Script;
use super::lesson::{Lesson, OpenedLesson};
use super::puzzle::{Collection, OpenedPuzzles};
use crate::ground::diagnostic::{Diagnostic, Diagnostics};
use crate::pages::chapter::{Chapter, FIRST_NAME, Leads, Summary};
use crate::pages::edition::{Answer, Edition, OpenedEdition};
use crate::pages::page::{EditionId, PageId, PageRef, ScriptId, SectionId};

/// A lesson or a collection of puzzles. The first call of `open` finds the positions and moves.
pub struct PlannedScript {
    pub id: ScriptId,
    /// The section of the script's game; `None` for a calendar, whose puzzles can be from several games.
    pub section: Option<SectionId>,
    /// The editions that supply the positions of the script.
    pub editions: Vec<EditionId>,
    /// All editions of the site.
    pub all_editions: Arc<Vec<Edition>>,
    pub folder: String,
    pub summary: Summary,
    pub kind: ScriptKind,
}

pub enum ScriptKind {
    /// A lesson, written by an author.
    Lesson(Lesson),
    /// Puzzles found by the solver. The first page of the collection lists the puzzles.
    Puzzles(Collection),
}

/// An opened script.
#[derive(Clone, Copy)]
pub enum OpenedScript<'a> {
    Lesson(OpenedLesson<'a>),
    Puzzles(OpenedPuzzles<'a>),
}

impl PlannedScript {
    pub fn first_page(&self) -> PageRef {
        PageRef::start_of(self.id)
    }

    pub fn is_lesson(&self) -> bool {
        matches!(self.kind, ScriptKind::Lesson(_))
    }

    pub fn puzzles(&self) -> Option<&Collection> {
        match &self.kind {
            ScriptKind::Puzzles(collection) => Some(collection),
            ScriptKind::Lesson(_) => None,
        }
    }

    /// Returns whether the script is a calendar, which contains a puzzle for each day.
    pub fn is_calendar(&self) -> bool {
        self.puzzles().is_some_and(|collection| collection.calendar().is_some())
    }

    /// Returns the puzzles; `None` for a lesson.
    ///
    /// # Errors
    ///
    /// Returns an error for every position or move that the script's games do not contain.
    pub fn open_puzzles(&self) -> Result<Option<OpenedPuzzles<'_>>, Diagnostics> {
        self.puzzles().map(|collection| collection.open(|| self.open_editions())).transpose()
    }

    /// Opens the script. The first call finds the positions and moves.
    ///
    /// # Errors
    ///
    /// Returns an error for every position or move that the script's games do not contain.
    pub fn open(&self) -> Result<OpenedScript<'_>, Diagnostics> {
        Ok(match &self.kind {
            ScriptKind::Lesson(lesson) => {
                OpenedScript::Lesson(lesson.open(|| Ok(self.open_editions()?[0]), &self.all_editions)?)
            }
            ScriptKind::Puzzles(collection) => OpenedScript::Puzzles(collection.open(|| self.open_editions())?),
        })
    }

    fn open_editions(&self) -> Result<Vec<OpenedEdition<'_>>, Diagnostics> {
        let opened = self.editions.iter().map(|edition| self.all_editions[edition.index()].open());
        opened.collect::<Result<_, _>>().map_err(|error| Diagnostic::new(error.to_string()).into())
    }
}

impl<'a> OpenedScript<'a> {
    pub(crate) fn script(self) -> &'a Script {
        match self {
            Self::Lesson(lesson) => lesson.script,
            Self::Puzzles(puzzles) => puzzles.script,
        }
    }

    pub fn answers(self, page: PageId) -> Vec<Answer> {
        match self {
            Self::Lesson(lesson) => lesson.answers(page),
            Self::Puzzles(puzzles) => puzzles.answers(page),
        }
    }
}

impl Chapter for PlannedScript {
    fn folder(&self) -> &str {
        &self.folder
    }

    fn summary(&self) -> &Summary {
        &self.summary
    }

    fn starts(&self) -> &'static [PageId] {
        &[PageId::FIRST, PageId::ANSWERS]
    }

    fn count_beside(&self, page: PageId) -> usize {
        self.open().map_or(0, |opened| opened.script().answer_pages().saturating_sub(page.answers_number()))
    }

    fn page_count(&self) -> usize {
        self.open().map_or(1, |opened| opened.script().page_count())
    }

    fn write_name(&self, page: PageId, out: &mut String) {
        match page {
            PageId::FIRST => out.push_str(FIRST_NAME),
            page if page.is_beside() => page.write_answers_name(out),
            page => self.open().into_iter().for_each(|opened| opened.script().write_name(page, out)),
        }
    }

    fn page_named(&self, name: &str) -> Option<PageId> {
        match PageId::answers_named(name) {
            Some(page) => (self.count_beside(page) > 0).then_some(page),
            None => self.open().ok()?.script().page_named(name),
        }
    }

    fn leads(&self, page: PageId) -> Option<Leads> {
        match self.open() {
            Ok(OpenedScript::Puzzles(puzzles)) if page.is_later() => Some(puzzles.script.leads(page)),
            _ => None,
        }
    }
}
