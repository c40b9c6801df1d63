//! Opening: explores the games that pages show, and checks what content says of their positions.

use std::collections::HashSet;

use rayon::prelude::*;

use super::basis::Basis;
use super::selection::split_cover;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::edition::Edition;
use crate::graph::ExploreError;
use crate::page::{PageRef, SectionId};
use crate::plan::PlannedScript;

/// Opens all editions, lessons and puzzles.
///
/// # Errors
///
/// What cannot be opened, and the positions that content names and nobody comes to.
pub(super) fn open_everything(site: &Basis) -> Result<(), Diagnostics> {
    // The first edition of each game stands for all; what is left shares these games.
    let mut known = HashSet::new();
    let (first, others): (Vec<_>, Vec<_>) =
        site.plan.editions().iter().partition(|edition| known.insert(&site.edition_spec(edition).game));
    let open = |editions: Vec<&Edition>| all(editions.into_par_iter().map(|edition| open_edition(site, edition)));
    open(first)?;
    open(others)?;
    let plan = &site.plan;
    let covers = plan.sections().par_iter().map(|section| Ok(check_cover(site, section.id)?));
    all(covers.chain(plan.scripts().par_iter().map(|script| open_script(site, script))))?;
    check_pictures(site, plan.editions())
}

/// Returns everything that is wrong in one of the results.
fn all<E: Into<Diagnostics> + Send>(results: impl ParallelIterator<Item = Result<(), E>>) -> Result<(), Diagnostics> {
    let mut findings = Diagnostics::new();
    for result in results.collect_vec_list().into_iter().flatten() {
        findings.keep(result);
    }
    findings.into_result(())
}

/// Opens what a page shows.
///
/// # Errors
///
/// When it cannot be opened.
pub(super) fn open_page(site: &Basis, page: PageRef) -> Result<(), Diagnostics> {
    match page {
        PageRef::Front | PageRef::Article(_) => Ok(()),
        PageRef::Section(section) => {
            open_promising(site, section);
            Ok(check_cover(site, section)?)
        }
        PageRef::Position(edition, _) | PageRef::Star(edition) => Ok(open_edition(site, site.plan.edition(edition))?),
        PageRef::Script(script, _) => open_script(site, site.plan.script(script)),
    }
}

/// Opens the editions whose promises stand on the page of their game. One that cannot be opened promises nothing
/// there, and its own pages say what is wrong.
fn open_promising(site: &Basis, section: SectionId) {
    let editions = site.plan.editions_of(site.plan.section(section)).par_iter();
    editions.filter(|edition| edition.has_promise()).for_each(|edition| {
        edition.open().ok();
    });
}

/// Opens an edition, and that in which its positions can be explored, which has the same game.
///
/// # Errors
///
/// When its game cannot be explored.
pub(super) fn open_edition(site: &Basis, edition: &Edition) -> Result<(), Diagnostic> {
    for explored in site.views.iter().filter_map(|view| view.neighbours[edition.id.index()].explored) {
        open_alone(site, site.plan.edition(explored))?;
    }
    open_alone(site, edition)
}

fn open_alone(site: &Basis, edition: &Edition) -> Result<(), Diagnostic> {
    edition.open().map_err(|error| {
        let hint = match error {
            ExploreError::TooManyStates { .. } => {
                "choose smaller parameters, allow more positions with `max_positions` in content/site.toml, or let \
                 `pageturner serve` make its pages when they are asked for, with `on_demand = true`"
                    .to_owned()
            }
            ExploreError::BrokenPromise { .. } => {
                "this is a mistake in the code of the game: see what `Rules` and `Show` promise".to_owned()
            }
            ExploreError::EndlessTurn { .. } => {
                let game = &site.game_of(edition.id).title;
                format!("give the computer another policy, or {game} a rule that passes the turn on in the end")
            }
        };
        site.edition_spec(edition).name.diagnostic(error.to_string()).hint(hint)
    })
}

fn open_script(site: &Basis, script: &PlannedScript) -> Result<(), Diagnostics> {
    script.editions.iter().try_for_each(|&edition| open_edition(site, site.plan.edition(edition)))?;
    script.open(site.plan.editions())
}

/// Checks that a game is pictured by a position.
fn check_cover(site: &Basis, section: SectionId) -> Result<(), Diagnostic> {
    let Some(cover) = &site.spec(section).cover else { return Ok(()) };
    let (edition, slug) = site.cover(section);
    edition.picture(slug).map(drop).map_err(|error| {
        let hint = format!("the start is `{}/{}`", split_cover(&cover.value).0, edition.start_slug());
        cover.diagnostic(error.to_string()).hint(hint)
    })
}

/// Checks that open editions have the positions of the pictures that content asks for.
///
/// # Errors
///
/// Every position that an edition does not have.
pub(super) fn check_pictures(site: &Basis, editions: &[Edition]) -> Result<(), Diagnostics> {
    let mut findings = Diagnostics::new();
    for edition in editions {
        for named in &site.edition_spec(edition).pictures {
            let found = edition.page_named(&named.value).map_err(|unknown| {
                let hint = edition.whereabouts(&named.value, site.plan.editions());
                named.diagnostic(unknown.to_string()).hint(hint)
            });
            findings.keep(found);
        }
    }
    findings.into_result(())
}
