//! Collections of puzzles, and the names of their pages.

use std::sync::{Arc, OnceLock};

use super::choose::choose;
use super::line::Puzzle;
use crate::content::PuzzlesSpec;
use crate::diagnostic::Diagnostic;
use crate::edition::{Edition, FIRST_NAME};
use crate::page::{CollectionId, EditionId, PageId, PageRef, SectionId};
use crate::script::{Script, Step};

/// A collection of puzzles. They are found when it is opened.
pub struct Collection {
    /// Its place among the collections of the site.
    pub id: CollectionId,
    /// The section of its game.
    pub section: SectionId,
    /// The editions from whose games the positions are taken.
    pub editions: Vec<EditionId>,
    folder: String,
    spec: PuzzlesSpec,
    opened: OnceLock<Opened>,
}

/// What a collection is once its puzzles are found.
struct Opened {
    /// The puzzles, the easy ones first.
    puzzles: Vec<Puzzle>,
    /// The steps of all puzzles. Its pages come after the first one, which lists the puzzles.
    script: Script,
}

impl Collection {
    /// Returns the collection in a folder that content describes, for editions of a section.
    pub fn new(
        spec: PuzzlesSpec,
        id: CollectionId,
        folder: String,
        section: SectionId,
        editions: Vec<EditionId>,
    ) -> Self {
        Self { id, section, editions, folder, spec, opened: OnceLock::new() }
    }

    /// Finds the puzzles in the games of the editions, which have to be open. `all` are those of the whole site.
    /// Everything that is said of pages and puzzles, but for the name of the first page, comes after it.
    ///
    /// # Errors
    ///
    /// When the games have fewer such positions.
    pub fn open(&self, all: &[Edition]) -> Result<(), Diagnostic> {
        if self.opened.get().is_some() {
            return Ok(());
        }
        let games = self.editions.iter().map(|edition| (*edition, Arc::clone(all[edition.index()].game()))).collect();
        let puzzles = choose(&self.spec, games);
        let wanted = self.spec.count.value;
        if puzzles.len() < wanted {
            let found = match puzzles.len() {
                0 => "there are no such puzzles".to_owned(),
                1 => "there is only 1 such puzzle".to_owned(),
                found => format!("there are only {found} such puzzles"),
            };
            let hint = "allow other `moves`, name further `editions`, or ask for fewer";
            return Err(self.spec.count.diagnostic(format!("{found}, and not {wanted}")).hint(hint));
        }
        self.opened.get_or_init(|| Opened::new(puzzles));
        Ok(())
    }

    fn opened(&self) -> &Opened {
        self.opened.get().unwrap_or_else(|| panic!("{} is asked for its pages before it is opened", self.folder))
    }

    /// Returns the puzzles, the easy ones first.
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.opened().puzzles
    }

    pub(super) fn script(&self) -> &Script {
        &self.opened().script
    }

    /// Returns its folder on the site.
    pub fn folder(&self) -> &str {
        &self.folder
    }

    /// Returns its name for readers.
    pub fn title(&self) -> &str {
        &self.spec.title
    }

    /// Returns one sentence about it; may be empty.
    pub fn summary(&self) -> &str {
        &self.spec.summary
    }

    /// Returns how many positions have a move to find.
    pub fn position_count(&self) -> usize {
        self.script().position_count()
    }

    /// Returns how many moves are offered on all pages together.
    pub fn move_count(&self) -> usize {
        self.script().move_count()
    }

    /// Returns how many pages there are; the first one lists the puzzles.
    pub fn page_count(&self) -> usize {
        1 + self.script().page_count()
    }

    /// Returns the page on which a puzzle begins, by the place of the puzzle in the collection.
    pub fn first_page(&self, puzzle: usize) -> PageRef {
        self.page_of(self.puzzles()[puzzle].first)
    }

    /// Returns a page of the script.
    pub(super) fn page_of(&self, page: usize) -> PageRef {
        PageRef::Puzzle(self.id, PageId::new(1 + page))
    }

    /// Returns the page with this name in the collection, such as `07~not-b2`.
    pub fn page_named(&self, name: &str) -> Option<PageId> {
        if name == FIRST_NAME {
            return Some(PageId::FIRST);
        }
        self.script().page_named(name).map(|page| PageId::new(1 + page))
    }

    /// Appends the name of a page in the collection, such as `07~not-b2`.
    pub fn write_name(&self, page: PageId, out: &mut String) {
        match page.index().checked_sub(1) {
            None => out.push_str(FIRST_NAME),
            Some(page) => self.script().write_name(page, out),
        }
    }

    /// Returns the pages that the moves on a page lead to, and the page before a piece was chosen, if one was.
    pub fn leads(&self, page: PageId) -> (Vec<PageId>, Option<PageId>) {
        let Some(page) = page.index().checked_sub(1) else { return (Vec::new(), None) };
        let (leads, back) = self.script().leads(page);
        let page = |page| PageId::new(1 + page);
        (leads.into_iter().map(page).collect(), back.map(page))
    }
}

impl Opened {
    /// Puts the steps of all puzzles into one script. They are named by the numbers of the puzzles.
    fn new(puzzles: Vec<(Puzzle, Vec<Step>)>) -> Self {
        let (mut all, mut steps) = (Vec::new(), Vec::new());
        for (mut puzzle, own) in puzzles {
            puzzle.first = steps.len();
            for (place, mut step) in own.into_iter().enumerate() {
                let Step { name, game, node, ways, .. } = &mut step;
                *name = format!("{:02}", all.len() + 1);
                if place > 0 {
                    name.push('~');
                    game.positions.write_slug(node.state, name);
                }
                node.write_moves(&*game.positions, name);
                ways.iter_mut().flatten().for_each(|next| *next += puzzle.first);
                steps.push(step);
            }
            all.push(puzzle);
        }
        Self { puzzles: all, script: Script::new(steps, "not-") }
    }
}
