//! Making downloads: books and single files of a part of the site, which the website offers.

use std::sync::{Arc, OnceLock};

use super::basis::{Basis, View};
use super::book::BookFiles;
use super::downloads::DownloadFile;
use super::neighbours::neighbours;
use super::opening::open_page;
use super::single::SingleFile;
use crate::content::Download;
use crate::diagnostic::Diagnostics;
use crate::page::{EditionId, PageRef};
use crate::plan::{PlannedScript, Variant};
use crate::theme::{Form, Theme};

/// The folder in that of a game that has its downloads.
const FOLDER: &str = "downloads";

/// Returns the files that content asks for, with nothing in them.
pub(super) fn plan_downloads(site: &Basis) -> Vec<DownloadFile> {
    let mut files = Vec::new();
    for section in site.plan.sections() {
        let mut add = |forms: &[Download], name: &str, editions: Vec<EditionId>| {
            for &form in forms {
                let ending = match form {
                    Download::Epub => "epub",
                    Download::Single => "html",
                };
                let path = format!("{}/{FOLDER}/{}.{ending}", section.folder, name.replace('/', "-"));
                let (section, editions) = (section.id, editions.clone());
                files.push(DownloadFile { path, form, section, editions, made: OnceLock::new() });
            }
        };
        add(&site.spec(section.id).downloads, &section.folder, Vec::new());
        for group in site.groups(section, &site.views[0].variant) {
            if let Some(series) = &group[0].1.series {
                let editions = group.iter().map(|(edition, _)| edition.id).collect();
                add(&series.downloads, &format!("{}/{}", section.folder, series.name), editions);
            }
            for (edition, spec) in group {
                add(&spec.downloads, edition.folder(), vec![edition.id]);
            }
        }
    }
    files
}

/// Makes those of the files that the site offers which are chosen, unless they are made already. Game pages tell their
/// sizes, so they come before these.
///
/// # Errors
///
/// When a game cannot be explored, or a theme cannot render a page.
pub(super) fn make_downloads(site: &Basis, is_chosen: impl Fn(&DownloadFile) -> bool) -> Result<(), Diagnostics> {
    let config = &site.content.config;
    for (kind, form) in [(Download::Epub, Form::Book), (Download::Single, Form::SingleFile)] {
        let files = site.downloads.iter().filter(|file| file.form == kind && file.made.get().is_none());
        let mut files = files.filter(|file| is_chosen(file)).peekable();
        if files.peek().is_none() {
            continue;
        }
        let theme = Theme::load(&site.root, form.default_theme(), &config.language, form, &config.allowed);
        let theme = Arc::new(theme?);
        for file in files {
            let editions = site.plan.editions().iter().map(|edition| file.has(edition));
            let bytes = make(site, form, Variant::part(&config.title, editions.collect()), Arc::clone(&theme))?;
            file.made.get_or_init(|| bytes);
        }
    }
    Ok(())
}

/// Returns the bytes of a file with what a variant has.
fn make(site: &Basis, form: Form, variant: Variant, theme: Arc<Theme>) -> Result<Vec<u8>, Diagnostics> {
    let editions = site.plan.editions().iter().map(|edition| PageRef::start_of(edition.id));
    let lessons = site.plan.scripts().iter().filter(|script| script.is_lesson()).map(PlannedScript::first_page);
    let own = editions.chain(lessons).filter(|&page| variant.has(page, &site.plan));
    own.into_iter().try_for_each(|page| open_page(site, page))?;
    let neighbours = neighbours(&site.content, &site.plan, &variant, form);
    let (view, mut bytes) = (View { form, variant, theme, neighbours }, Vec::new());
    if form == Form::SingleFile {
        SingleFile::new(site, &view)?.write(&mut bytes, &())?;
    } else {
        BookFiles::new(site, &view)?.write(&mut bytes, &())?;
    }
    Ok(bytes)
}
