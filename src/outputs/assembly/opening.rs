//! Opening: explores all games, and checks the positions that content names.

use std::collections::HashSet;
use std::sync::Arc;

use rayon::prelude::*;

use super::site_files::{Origin, SiteFiles};
use crate::ground::diagnostic::{Diagnostic, Diagnostics};
use crate::outputs::all;
use crate::pages::edition::{Edition, OpenedEdition};
use crate::pages::page::{EditionId, PageId, PageRef, Playable};
use crate::pages::script::PlannedScript;
use crate::pages::site::Site;

/// Opens every chapter of a site in each of its languages.
///
/// # Errors
///
/// Returns the mistakes in chapters, and the positions in content that play cannot reach.
pub(super) fn open_everything(sites: &[Arc<SiteFiles>]) -> Result<(), Diagnostics> {
    let languages = || sites.iter().map(|files| &files.site);
    let editions = languages().flat_map(|site| site.plan.editions.iter().map(move |edition| (site, edition)));
    let editions = editions.filter(|(site, edition)| {
        site.views.iter().any(|view| view.variant.has_edition(edition.id))
            || scripts_of(site).any(|script| script.editions.contains(&edition.id))
    });
    let stories = languages().flat_map(|site| site.plan.stories.iter().map(move |story| (site, story)));
    let stories = stories.filter(|(site, story)| site.views.iter().any(|view| view.variant.has_story(story)));
    let stories: Vec<_> = stories.collect();
    // Each game is explored once, for its first edition: otherwise threads would wait for each other.
    let mut known = HashSet::new();
    let (first, further): (Vec<_>, Vec<_>) = editions.partition(|(_, edition)| known.insert(&edition.spec.game));
    let open = |(site, edition): (&Site, &Edition)| site.open_edition(edition.id).map(drop);
    let stories = stories.into_par_iter().map(|(_, story)| story.open().map(drop));
    all(first.into_par_iter().map(open).chain(stories))?;
    all(further.into_par_iter().map(open))?;
    // Scripts are opened before their files: otherwise threads would wait for each other. The files report mistakes.
    let scripts = languages().flat_map(|site| scripts_of(site).map(move |script| (site, script)));
    let scripts: Vec<_> = scripts.collect();
    scripts.into_par_iter().for_each(|(site, script)| drop(site.open(script.first_page())));
    let files = sites.iter().flat_map(|files| files.segments.iter().map(move |file| (&files.site, file)));
    let files: Vec<_> = files.filter(|(_, file)| file.view == 0).collect();
    all(files.into_par_iter().map(|(site, file)| open_file(site, file.origin)))
}

/// Returns the scripts in any view of a site.
fn scripts_of(site: &Site) -> impl Iterator<Item = &PlannedScript> {
    let is_shown = |script: &&PlannedScript| site.views.iter().any(|view| view.variant.has_script(script, &site.plan));
    site.plan.scripts.iter().filter(is_shown)
}

/// Opens the chapter of a file, and checks the positions that content names for this chapter.
///
/// # Errors
///
/// Returns an error if the chapter cannot be opened, or a position does not exist.
pub(super) fn open_file(site: &Site, origin: Origin) -> Result<(), Diagnostics> {
    match origin {
        Origin::Pages(page) => site.open(page).map(drop),
        Origin::Oembed(Playable::Puzzle(id, _)) => site.open(PageRef::start_of(id)).map(drop),
        Origin::Graph(edition) => Ok(site.open_edition(edition).map(drop)?),
        Origin::Feed => site.open(PageRef::FRONT).map(drop),
        Origin::Picture(edition, number, _) => Ok(find_picture(site, edition, number).map(drop)?),
        _ => Ok(()),
    }
}

/// Returns the position in a picture of an edition that content requests. `number` is the index of this picture.
///
/// # Errors
///
/// Returns an error if the edition cannot be opened, or the position does not exist.
pub(super) fn find_picture(
    site: &Site,
    edition: EditionId,
    number: usize,
) -> Result<(OpenedEdition<'_>, PageId), Diagnostic> {
    let edition = site.open_edition(edition)?;
    let named = &edition.spec.pictures[number];
    let page = edition.page_named(&named.value);
    let unknown = || named.locate(edition.no_position(&named.value, &site.plan.editions));
    Ok((edition, page.ok_or_else(unknown)?))
}
