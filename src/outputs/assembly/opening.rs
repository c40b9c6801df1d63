//! Opening: explores the games that files show, and checks what content says of their positions.

use std::collections::HashSet;
use std::sync::Arc;

use rayon::prelude::*;

use super::origins::{Origin, Segment};
use super::site_files::SiteFiles;
use crate::content::fault_diagnostic;
use crate::engine::graph::ExploreError;
use crate::ground::diagnostic::{Diagnostic, Diagnostics};
use crate::pages::edition::Edition;
use crate::pages::page::{EditionId, PageId, PageRef, Playable, SectionId};
use crate::pages::site::Site;
use crate::pages::site::split_cover;

/// Opens all that a site has in each of its languages.
///
/// # Errors
///
/// What cannot be opened, and the positions that content names and nobody comes to.
pub(super) fn open_everything(sites: &[Arc<SiteFiles>]) -> Result<(), Diagnostics> {
    let languages = || sites.iter().map(|files| &files.site);
    let editions = languages().flat_map(|site| site.plan.editions().iter().map(move |edition| (site, edition)));
    let editions =
        editions.filter(|(site, edition)| site.views.iter().any(|view| view.variant.has_edition(edition.id)));
    let stories = languages().flat_map(|site| site.plan.stories().iter().map(move |story| (site, story)));
    let stories = stories.filter(|(site, story)| site.views.iter().any(|view| view.variant.has_story(story)));
    let stories: Vec<_> = stories.collect();
    // Each game is explored once, for its first edition, or threads would wait for one that waits for them.
    let mut known = HashSet::new();
    let (first, further): (Vec<_>, Vec<_>) =
        editions.partition(|(site, edition)| known.insert(&site.edition_spec(edition).game));
    let open = |(site, edition)| open_alone(site, edition);
    let stories = stories.into_par_iter().map(|(_, story)| story.open().map(drop));
    all(first.into_par_iter().map(open).chain(stories))?;
    all(further.into_par_iter().map(open))?;
    let files = sites.iter().flat_map(|files| files.segments.iter().map(move |file| (&files.site, file)));
    let files: Vec<_> = files.filter(|(_, file)| file.view == 0).collect();
    all(files.into_par_iter().map(|(site, file)| open_file(site, file)))
}

/// Returns everything that is wrong in one of the results. Each is a task of its own, since one game can take as long
/// as all others together.
pub(crate) fn all<E: Into<Diagnostics> + Send>(
    results: impl IndexedParallelIterator<Item = Result<(), E>>,
) -> Result<(), Diagnostics> {
    let mut findings = Diagnostics::new();
    for result in results.with_max_len(1).collect::<Vec<_>>() {
        findings.keep(result);
    }
    findings.into_result(())
}

/// Opens what a file shows, or those that follow it show, and checks the positions that content names for it.
///
/// # Errors
///
/// When it cannot be opened, or when there is no such position.
pub(crate) fn open_file(site: &Site, file: &Segment) -> Result<(), Diagnostics> {
    match file.origin {
        Origin::Pages(page) | Origin::Preview(page @ PageRef::Position(..)) => open_page(site, page),
        Origin::Preview(page @ PageRef::Script(id, _)) if site.plan.script(id).is_lesson() => open_page(site, page),
        Origin::Oembed(Playable::Puzzle(id, _)) => open_page(site, PageRef::Script(id, PageId::FIRST)),
        Origin::Graph(edition) => Ok(open_edition(site, edition)?),
        Origin::Feed => open_page(site, PageRef::Front),
        Origin::Picture(edition, number, _) => {
            open_edition(site, edition)?;
            let edition = site.plan.opened(edition);
            let named = &site.edition_spec(&edition).pictures[number];
            let found = edition.page_named(&named.value).map_err(|unknown| {
                let hint = edition.whereabouts(&named.value, site.plan.editions());
                named.diagnostic(unknown.to_string()).hint(hint)
            });
            Ok(found.map(drop)?)
        }
        _ => Ok(()),
    }
}

/// Opens what a page shows.
///
/// # Errors
///
/// When it cannot be opened.
pub(crate) fn open_page(site: &Site, page: PageRef) -> Result<(), Diagnostics> {
    match page {
        PageRef::Front => {
            for (script, _) in site.views.iter().filter_map(|view| site.puzzles_offered(view)) {
                open_page(site, script.first_page())?;
            }
        }
        PageRef::Article(_) => {}
        PageRef::Stars => site.plan.editions().iter().for_each(|edition| drop(edition.open())),
        PageRef::Section(section) => {
            // What cannot be opened promises nothing here and has no star, and its own pages say what is wrong. One
            // after the other: were threads that explore games to wait for one here, nobody might be left for it.
            for edition in site.plan.editions_of(site.plan.section(section)) {
                edition.open().ok();
            }
            check_cover(site, section)?;
        }
        PageRef::Position(edition, _) | PageRef::Star(edition) | PageRef::Map(edition) => open_edition(site, edition)?,
        PageRef::Script(script, _) => {
            let script = site.plan.script(script);
            script.editions.iter().try_for_each(|&edition| open_edition(site, edition))?;
            script.open(site.plan.editions())?;
        }
        PageRef::Story(story) | PageRef::Passage(story, _) | PageRef::StoryMap(story) => {
            site.plan.story(story).open()?;
        }
    }
    Ok(())
}

/// Opens an edition, and that in which its positions can be explored, which has the same game.
///
/// # Errors
///
/// When its game cannot be explored.
pub(crate) fn open_edition(site: &Site, edition: EditionId) -> Result<(), Diagnostic> {
    let explored = site.views.iter().filter_map(|view| view.neighbours[edition.index()].explored);
    explored.chain([edition]).try_for_each(|edition| open_alone(site, site.plan.edition(edition)))
}

fn open_alone(site: &Site, edition: &Edition) -> Result<(), Diagnostic> {
    edition.open().map(drop).map_err(|error| {
        let hint = match &error {
            ExploreError::TooManyStates { .. } => {
                "choose smaller parameters, or raise `max_positions` in content/site.toml".to_owned()
            }
            ExploreError::BrokenPromise { .. } => {
                "this is a mistake in the code of the game: see what `Rules` and `Show` promise".to_owned()
            }
            ExploreError::Fault { fault, .. } => {
                return fault_diagnostic(fault).say(error.to_string());
            }
            ExploreError::EndlessTurn { .. } => {
                let game = &site.game_of(edition.id).title;
                format!("give the computer another policy, or {game} a rule that passes the turn on in the end")
            }
        };
        site.edition_spec(edition).name.diagnostic(error.to_string()).hint(hint)
    })
}

/// Checks that a game is pictured by a position.
fn check_cover(site: &Site, section: SectionId) -> Result<(), Diagnostic> {
    let Some(cover) = &site.spec(section).cover else { return Ok(()) };
    let (edition, slug) = site.cover(section);
    edition.picture(slug).map(drop).map_err(|error| {
        let hint = format!("the start is `{}/{}`", split_cover(&cover.value).0, edition.start_slug());
        cover.diagnostic(error.to_string()).hint(hint)
    })
}
