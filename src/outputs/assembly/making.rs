//! Making the downloads: books and single files of a part of the site.

use std::sync::Arc;

use rayon::prelude::*;

use super::book::BookFiles;
use super::downloads::DownloadFile;
use super::opening::all;
use super::single::SingleFile;
use super::site_files::SiteFiles;
use crate::content::Download;
use crate::ground::diagnostic::Diagnostics;
use crate::pages::page::{Languages, PageRef};
use crate::pages::plan::Variant;
use crate::pages::script::PlannedScript;
use crate::pages::site::{Site, View};
use crate::pages::theme::{Form, Theme};

/// Makes those of the files that the site offers which are chosen, unless they are made already. Game pages tell their
/// sizes, so they come before these.
///
/// # Errors
///
/// When a game cannot be explored, or a theme cannot render a page.
pub(super) fn make_downloads(files: &SiteFiles, is_chosen: impl Fn(&DownloadFile) -> bool) -> Result<(), Diagnostics> {
    for form in [Form::Book, Form::CompactBook, Form::SingleFile] {
        let is_missing = |file: &&DownloadFile| form_of(file) == form && file.made.get().is_none() && is_chosen(file);
        let missing: Vec<_> = files.downloads.iter().filter(is_missing).collect();
        if missing.is_empty() {
            continue;
        }
        let theme = Arc::new(theme_of(files, form)?);
        let views: Vec<_> = missing.iter().map(|file| view_of(&files.site, file, &theme)).collect();
        // All games come before the files, or threads would wait for one that waits for them.
        views.iter().try_for_each(|view| open_view(&files.site, view))?;
        all(missing.par_iter().zip(&views).map(|(file, view)| make(&files.site, file, view).map(drop)))?;
    }
    Ok(())
}

/// Returns the bytes of a file, which is made unless that has been done.
///
/// # Errors
///
/// When a game cannot be explored, or a theme cannot render a page.
pub(super) fn download<'a>(files: &SiteFiles, file: &'a DownloadFile) -> Result<&'a [u8], Diagnostics> {
    if let Some(bytes) = file.made.get() {
        return Ok(bytes);
    }
    let view = view_of(&files.site, file, &Arc::new(theme_of(files, form_of(file))?));
    open_view(&files.site, &view)?;
    make(&files.site, file, &view)
}

fn form_of(file: &DownloadFile) -> Form {
    match file.form {
        Download::Epub => Form::Book,
        Download::CompactEpub => Form::CompactBook,
        Download::Single => Form::SingleFile,
    }
}

fn theme_of(files: &SiteFiles, form: Form) -> Result<Theme, Diagnostics> {
    let (site, config) = (&files.site, &files.site.content.config);
    let languages = Languages { own: config.language.clone(), ..Languages::default() };
    Theme::load(&files.root, form.default_theme(), &site.catalogue, languages, form, &config.allowed, &[])
}

/// Returns what a file contains, as a part of the site.
fn view_of(site: &Site, file: &DownloadFile, theme: &Arc<Theme>) -> View {
    let own = &site.views[0].variant;
    let editions = site.plan.editions().iter().map(|edition| file.has(edition) && own.has_edition(edition.id));
    // A story is named by its folder. That of a game names nothing here.
    let collections = [site.plan.folder(file.of).to_owned()].into();
    let editions = Some(editions.collect());
    let variant = Variant { editions, collections, ..Variant::main(&site.content.config.title) };
    View::new(&site.content, &site.plan, variant, Arc::clone(theme), form_of(file), &site.catalogue)
}

/// Opens all that a view has.
fn open_view(site: &Site, view: &View) -> Result<(), Diagnostics> {
    let editions = site.plan.editions().iter().map(|edition| PageRef::start_of(edition.id));
    let lessons = site.plan.scripts().iter().filter(|script| script.is_lesson()).map(PlannedScript::first_page);
    let stories = site.plan.stories().iter().map(|story| PageRef::start_of(story.id));
    let mut pages = editions.chain(lessons).chain(stories).filter(|&page| view.variant.has(page, &site.plan));
    pages.try_for_each(|page| site.open(page).map(drop))
}

/// Makes a file with what a view has, and returns its bytes.
fn make<'a>(site: &Site, file: &'a DownloadFile, view: &View) -> Result<&'a [u8], Diagnostics> {
    let mut bytes = Vec::new();
    if view.form == Form::SingleFile {
        SingleFile::new(site, view)?.write(&mut bytes, &())?;
    } else {
        BookFiles::new(site, view)?.write(&mut bytes, &())?;
    }
    Ok(file.made.get_or_init(|| bytes))
}
