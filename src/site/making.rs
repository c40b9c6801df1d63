//! Making downloads: books and single files of a part of the site, which the website offers.

use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use super::basis::{Site, View};
use super::book::BookFiles;
use super::downloads::DownloadFile;
use super::opening::{all, open_page};
use super::single::SingleFile;
use crate::content::Download;
use crate::diagnostic::Diagnostics;
use crate::page::{EditionId, Languages, PageRef};
use crate::plan::{PlannedScript, Variant};
use crate::theme::{Form, Theme};

/// The folder in that of a game or a story that has its downloads.
const FOLDER: &str = "downloads";

/// Returns the files that content asks for, with nothing in them.
pub(super) fn plan_downloads(site: &Site) -> Vec<DownloadFile> {
    let mut files = Vec::new();
    for section in site.views[0].sections(&site.plan) {
        let of = (PageRef::Section(section.id), &*section.folder);
        add(&mut files, of, &site.spec(section.id).downloads, &section.folder, &[]);
        for group in site.groups(section, &site.views[0]) {
            if let Some(series) = &group[0].1.series {
                let editions: Vec<_> = group.iter().map(|(edition, _)| edition.id).collect();
                add(&mut files, of, &series.downloads, &format!("{}/{}", section.folder, series.name), &editions);
            }
            for (edition, spec) in group {
                add(&mut files, of, &spec.downloads, edition.folder(), &[edition.id]);
            }
        }
    }
    for story in site.plan.stories().iter().filter(|story| site.views[0].variant.has_story(story)) {
        let folder = &*story.spec.folder;
        add(&mut files, (PageRef::Story(story.id), folder), &story.spec.downloads, folder, &[]);
    }
    files
}

/// Adds the forms of a story, or of a part of a game, that has a name and these editions. The game or the story is
/// given by its page and its folder.
fn add(
    files: &mut Vec<DownloadFile>,
    (of, folder): (PageRef, &str),
    forms: &[Download],
    name: &str,
    editions: &[EditionId],
) {
    for &form in forms {
        let ending = match form {
            Download::Epub | Download::CompactEpub => "epub",
            Download::Single => "html",
        };
        let path = format!("{folder}/{FOLDER}/{}.{ending}", name.replace('/', "-"));
        let editions = editions.to_vec();
        files.push(DownloadFile { path, form, of, editions, made: OnceLock::new() });
    }
}

/// Makes those of the files that the site offers which are chosen, unless they are made already. Game pages tell their
/// sizes, so they come before these.
///
/// # Errors
///
/// When a game cannot be explored, or a theme cannot render a page.
pub(super) fn make_downloads(site: &Site, is_chosen: impl Fn(&DownloadFile) -> bool) -> Result<(), Diagnostics> {
    let config = &site.content.config;
    let forms = [
        (Download::Epub, Form::Book),
        (Download::CompactEpub, Form::CompactBook),
        (Download::Single, Form::SingleFile),
    ];
    for (kind, form) in forms {
        let is_missing = |file: &&DownloadFile| file.form == kind && file.made.get().is_none() && is_chosen(file);
        let missing: Vec<_> = site.downloads.iter().filter(is_missing).collect();
        if missing.is_empty() {
            continue;
        }
        let languages = Languages { own: config.language.clone(), ..Languages::default() };
        let theme =
            Theme::load(&site.root, form.default_theme(), &site.catalogue, languages, form, &config.allowed)?.into();
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
