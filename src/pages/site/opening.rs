//! Opening: explores the games and stories that a page shows, and checks what content says about their positions.

use super::selection::split_cover;
use super::site::Site;
use crate::content::fault_diagnostic;
use crate::engine::graph::ExploreError;
use crate::ground::diagnostic::{Diagnostic, Diagnostics};
use crate::pages::edition::{Edition, OpenedEdition};
use crate::pages::page::{ChapterId, EditionId, PageRef};
use crate::pages::plan::Section;

impl Site {
    /// Opens the chapter of a page, and the other chapters that the page shows.
    ///
    /// # Errors
    ///
    /// Returns an error if a game or a story cannot be explored, or if content names positions or moves that the game
    /// or the story does not contain.
    pub(crate) fn open(&self, page: PageRef) -> Result<(), Diagnostics> {
        let plan = &self.plan;
        match page.chapter {
            ChapterId::Front if page == PageRef::STARS => open_all(&plan.editions),
            ChapterId::Front if page == PageRef::GAMES => {}
            ChapterId::Front => {
                for script in self.views.iter().filter_map(|view| self.puzzles_offered(view)) {
                    self.open(script.first_page())?;
                }
            }
            ChapterId::Section(id) => {
                open_all(plan.editions_of(plan.section(id)));
                self.check_cover(plan.section(id))?;
            }
            ChapterId::Edition(id) => drop(self.open_edition(id)?),
            ChapterId::Script(id) => {
                let script = plan.script(id);
                script.editions.iter().try_for_each(|&edition| self.open_edition(edition).map(drop))?;
                script.open()?;
            }
            ChapterId::Story(id) => drop(plan.story(id).open()?),
            ChapterId::Article(_) => {}
        }
        Ok(())
    }

    /// Opens an edition, if it is not open yet.
    ///
    /// # Errors
    ///
    /// Returns an error if the edition's game cannot be explored.
    pub(crate) fn open_edition(&self, id: EditionId) -> Result<OpenedEdition<'_>, Diagnostic> {
        let edition = self.plan.edition(id);
        edition.open().map_err(|error| {
            let hint = match &error {
                ExploreError::TooManyStates { .. } => {
                    "choose smaller parameters, or raise `max_positions` in content/site.toml".to_owned()
                }
                ExploreError::BrokenPromise { .. } => {
                    "correct the code of the game: see the documentation of `Rules` and `Show`".to_owned()
                }
                ExploreError::Fault { fault, .. } => {
                    return fault_diagnostic(fault).say(error.to_string());
                }
                ExploreError::EndlessTurn { .. } => {
                    let game = &self.game_of(edition.id).title;
                    format!("choose another policy for the computer, or add a rule to {game} that ends the turn")
                }
            };
            edition.spec.name.diagnostic(error.to_string()).hint(hint)
        })
    }

    /// Checks that the cover of a game is a position of the game.
    fn check_cover(&self, section: &Section) -> Result<(), Diagnostic> {
        let Some(cover) = &self.spec(section.id).cover else { return Ok(()) };
        let (edition, (_, slug)) = (self.cover(section.id).0, split_cover(&cover.value));
        // If the game cannot be explored, its editions report the reason.
        if matches!(edition.scene(slug), Ok(None)) {
            return Err(cover.locate(edition.no_position(slug, &self.plan.editions)));
        }
        Ok(())
    }
}

/// Opens editions that a page only mentions. An edition that cannot be opened has no best result and no star there; its
/// own pages report the mistake. Opens one after the other: if the threads that explore games waited here, no thread
/// might be left to explore.
fn open_all(editions: &[Edition]) {
    for edition in editions {
        drop(edition.open());
    }
}
