//! Scripts as chapters: the lessons and collections of puzzles among the pages of a site.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use super::layout::Script;
use super::{lesson, puzzle};
use crate::content::words::Catalogue;
use crate::content::{Body, LessonSpec, PuzzlesSpec};
use crate::ground::diagnostic::{Diagnostic, Diagnostics};
use crate::pages::chapter::{Chapter, FIRST_NAME, Leads, Summary};
use crate::pages::edition::{Edition, count_pages};
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
    pub(crate) opened: OnceLock<Result<Script, Diagnostics>>,
}

pub enum ScriptKind {
    /// A lesson, written by an author, and the edition to play after it.
    Lesson(LessonSpec, EditionId),
    /// Puzzles found by the solver, and the text of a calendar. The first page of the collection lists the puzzles.
    Puzzles(Box<PuzzlesSpec>, Option<Body>),
}

/// An opened script.
#[derive(Clone, Copy)]
pub struct OpenedScript<'a> {
    planned: &'a PlannedScript,
    pub script: &'a Script,
}

impl Deref for OpenedScript<'_> {
    type Target = PlannedScript;

    fn deref(&self) -> &PlannedScript {
        self.planned
    }
}

impl PlannedScript {
    pub fn first_page(&self) -> PageRef {
        PageRef::start_of(self.id)
    }

    pub fn is_lesson(&self) -> bool {
        matches!(self.kind, ScriptKind::Lesson(..))
    }

    /// Returns whether the script is a calendar, which contains a puzzle for each day.
    pub fn is_calendar(&self) -> bool {
        matches!(self.kind, ScriptKind::Puzzles(_, Some(_)))
    }

    /// Returns the number of puzzles, which is known before the script is opened; 0 for a lesson.
    pub fn puzzle_count(&self) -> usize {
        match &self.kind {
            ScriptKind::Lesson(..) => 0,
            ScriptKind::Puzzles(spec, _) => spec.positions.len() + spec.count.as_ref().map_or(0, |count| count.value),
        }
    }

    pub(super) fn catalogue(&self) -> &Catalogue {
        self.all_editions[self.editions[0].index()].catalogue()
    }

    /// Opens the script, if it contains puzzles.
    ///
    /// # Errors
    ///
    /// Returns an error for every position or move that the script's games do not contain.
    pub fn open_puzzles(&self) -> Result<Option<OpenedScript<'_>>, Diagnostics> {
        (!self.is_lesson()).then(|| self.open()).transpose()
    }

    /// Opens the script. The first call finds the positions and moves.
    ///
    /// # Errors
    ///
    /// Returns an error for every position or move that the script's games do not contain.
    pub fn open(&self) -> Result<OpenedScript<'_>, Diagnostics> {
        let script = self.opened.get_or_init(|| self.find()).as_ref().map_err(Clone::clone)?;
        Ok(OpenedScript { planned: self, script })
    }

    fn find(&self) -> Result<Script, Diagnostics> {
        let editions = self.editions.iter().map(|edition| self.all_editions[edition.index()].open());
        let editions = editions.collect::<Result<Vec<_>, _>>();
        let editions = editions.map_err(|error| Diagnostic::new(error.to_string()))?;
        match &self.kind {
            ScriptKind::Lesson(spec, _) => lesson::find(&spec.steps, editions[0], &self.all_editions),
            ScriptKind::Puzzles(spec, calendar) => puzzle::find(spec, calendar.is_some(), &editions),
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

    fn count_from(&self, page: PageId) -> usize {
        match self.open() {
            Ok(opened) if page.is_beside() => {
                count_pages(opened.script.steps.len()).saturating_sub(page.answers_number())
            }
            Ok(opened) => opened.script.page_count(),
            Err(_) => usize::from(!page.is_beside()),
        }
    }

    fn write_name(&self, page: PageId, out: &mut String) {
        match page {
            PageId::FIRST => out.push_str(FIRST_NAME),
            page if page.is_beside() => page.write_answers_name(out),
            page => self.open().into_iter().for_each(|opened| opened.script.write_name(page, out)),
        }
    }

    fn page_named(&self, name: &str) -> Option<PageId> {
        match PageId::answers_named(name) {
            Some(page) => (self.count_from(page) > 0).then_some(page),
            None => self.open().ok()?.script.page_named(name),
        }
    }

    fn leads(&self, page: PageId) -> Option<Leads> {
        let is_of_puzzle = !self.is_lesson() && page.is_later();
        is_of_puzzle.then(|| Some(self.open().ok()?.script.leads(page))).flatten()
    }
}
