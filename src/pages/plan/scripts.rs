//! Planned scripts: where the lessons and the collections of puzzles stand among the pages of a site.

use toml::value::Date;

use crate::ground::diagnostic::Diagnostics;
use crate::pages::edition::Edition;
use crate::pages::page::{EditionId, PageId, PageRef, ScriptId, SectionId};
use crate::pages::script::Script;
use crate::pages::script::lesson::Lesson;
use crate::pages::script::puzzle::Collection;

/// A lesson or a collection of puzzles. Its positions and moves are found when it is opened.
pub struct PlannedScript {
    pub id: ScriptId,
    /// The section of its game; none of a calendar, whose puzzles are of several games.
    pub section: Option<SectionId>,
    /// The editions whose positions it shows.
    pub editions: Vec<EditionId>,
    pub folder: String,
    pub title: String,
    pub summary: String,
    pub date: Option<Date>,
    pub kind: ScriptKind,
}

pub enum ScriptKind {
    /// A lesson, written by an author.
    Lesson(Lesson),
    /// Puzzles, found by the solver. Their first page lists them.
    Puzzles(Collection),
}

impl PlannedScript {
    pub fn first_page(&self) -> PageRef {
        PageRef::Script(self.id, PageId::FIRST)
    }

    pub fn is_lesson(&self) -> bool {
        matches!(self.kind, ScriptKind::Lesson(_))
    }

    /// Finds its positions and moves in the games of its editions, which have to be open; `all` are the editions of the
    /// whole site. Everything that is said of its pages, but for the name of the first, comes after it.
    ///
    /// # Errors
    ///
    /// Everything that its games do not have.
    pub fn open(&self, all: &[Edition]) -> Result<(), Diagnostics> {
        let mut editions =
            self.editions.iter().map(|edition| all[edition.index()].opened().expect("its editions are open"));
        match &self.kind {
            ScriptKind::Lesson(lesson) => lesson.open(editions.next().expect("a lesson has an edition"), all),
            ScriptKind::Puzzles(collection) => collection.open(editions),
        }
    }

    /// Returns its steps, and the pages that show them, once it is opened.
    pub(crate) fn script(&self) -> &Script {
        match &self.kind {
            ScriptKind::Lesson(lesson) => lesson.script(),
            ScriptKind::Puzzles(collection) => collection.script(),
        }
    }
}
