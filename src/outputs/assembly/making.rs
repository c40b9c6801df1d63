//! Making the downloads: books and single files of a part of the site.

use std::sync::Arc;

use rayon::prelude::*;

use super::book::BookFiles;
use super::downloads::DownloadFile;
use super::opening::{all, open_page};
use super::single::SingleFile;
use super::site_files::SiteFiles;
use crate::content::Download;
use crate::ground::diagnostic::Diagnostics;
use crate::pages::page::{Languages, PageRef};
use crate::pages::plan::{PlannedScript, Variant};
use crate::pages::site::{Site, View};
use crate::pages::theme::{Form, Theme};

/// Makes those of the files that the site offers which are chosen, unless they are made already. Game pages tell their
/// sizes, so they come before these.
///
/// # Errors
///
/// When a game cannot be explored, or a theme cannot render a page.
pub(crate) fn make_downloads(files: &SiteFiles, is_chosen: impl Fn(&DownloadFile) -> bool) -> Result<(), Diagnostics> {
    let (site, config) = (&files.site, &files.site.content.config);
    let forms = [
        (Download::Epub, Form::Book),
        (Download::CompactEpub, Form::CompactBook),
        (Download::Single, Form::SingleFile),
    ];
    for (kind, form) in forms {
        let is_missing = |file: &&DownloadFile| file.form == kind && file.made.get().is_none() && is_chosen(file);
        let missing: Vec<_> = files.downloads.iter().filter(is_missing).collect();
        if missing.is_empty() {
            continue;
        }
        let languages = Languages { own: config.language.clone(), ..Languages::default() };
        let theme =
            Theme::load(&files.root, form.default_theme(), &site.catalogue, languages, form, &config.allowed)?.into();
        let views: Vec<_> = missing.iter().map(|file| view_of(site, file, form, &theme)).collect();
        // All games come before the files, or threads would wait for one that waits for them.
        views.iter().try_for_each(|view| open_view(site, view))?;
        all(missing.par_iter().zip(&views).map(|(file, view)| {
            let bytes = make(site, view)?;
            file.made.get_or_init(|| bytes);
            Ok::<_, Diagnostics>(())
        }))?;
    }
    Ok(())
}

/// Returns what a file contains, as a part of the site.
fn view_of(site: &Site, file: &DownloadFile, form: Form, theme: &Arc<Theme>) -> View {
    let own = &site.views[0].variant;
    let editions = site.plan.editions().iter().map(|edition| file.has(edition) && own.has_edition(edition.id));
    let story = match file.of {
        PageRef::Story(story) => Some(site.plan.story(story).spec.folder.clone()),
        _ => None,
    };
    let (editions, collections) = (Some(editions.collect()), story.into_iter().collect());
    let variant = Variant { editions, collections, ..Variant::main(&site.content.config.title) };
    View::new(&site.content, &site.plan, variant, Arc::clone(theme), form, &site.catalogue)
}

/// Opens all that a view has.
fn open_view(site: &Site, view: &View) -> Result<(), Diagnostics> {
    let editions = site.plan.editions().iter().map(|edition| PageRef::start_of(edition.id));
    let lessons = site.plan.scripts().iter().filter(|script| script.is_lesson()).map(PlannedScript::first_page);
    let stories = site.plan.stories().iter().map(|story| PageRef::Story(story.id));
    let mut pages = editions.chain(lessons).chain(stories).filter(|&page| view.variant.has(page, &site.plan));
    pages.try_for_each(|page| open_page(site, page))
}

/// Returns the bytes of a file with what a view has.
fn make(site: &Site, view: &View) -> Result<Vec<u8>, Diagnostics> {
    let mut bytes = Vec::new();
    if view.form == Form::SingleFile {
        SingleFile::new(site, view)?.write(&mut bytes, &())?;
    } else {
        BookFiles::new(site, view)?.write(&mut bytes, &())?;
    }
    Ok(bytes)
}
