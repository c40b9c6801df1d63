//! Downloads: books and single files of games, series, editions and stories that the website offers.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use super::book::BookFiles;
use crate::content::Download;
use crate::engine::game::Message;
use crate::ground::diagnostic::Diagnostics;
use crate::outputs::single::SingleFile;
use crate::outputs::{Size, all};
use crate::pages::page::{EditionId, PageRef};
use crate::pages::plan::Variant;
use crate::pages::script::PlannedScript;
use crate::pages::site::{Site, View, neighbours};
use crate::pages::theme::{Form, Theme};

/// The folder of the downloads, within the folder of a game or a story.
const FOLDER: &str = "downloads";

/// A file that the website offers.
pub(crate) struct DownloadFile {
    /// The path of the file on the website.
    pub(crate) path: String,
    form: Form,
    /// The page of the game or story in the file.
    pub(crate) of: PageRef,
    /// The editions in the file; empty means the whole game or story.
    pub(crate) editions: Vec<EditionId>,
    made: OnceLock<Vec<u8>>,
}

impl DownloadFile {
    /// Returns the title of the file for readers, with the size of the file; `None` until the file is made.
    pub(super) fn title(&self) -> Option<Message> {
        let message = Message::key(if self.form == Form::SingleFile { "one-file" } else { "e-book" });
        let size = match Size::of(self.made.get()?.len() as u64) {
            Size::Kilobytes(count) => Message::key("kilobytes").with_number("count", count),
            Size::Megabytes(count, tenths) => {
                Message::key("megabytes").with_number("count", count).with_number("tenths", tenths)
            }
        };
        Some(message.with("size", size))
    }

    /// Returns what the file contains, as a part of the site.
    fn view(&self, site: &Site, theme: &Arc<Theme>) -> View {
        let own = &site.views[0].variant;
        let editions = site.plan.editions.iter().map(|edition| {
            let is_inside = match &self.editions[..] {
                [] => self.of == PageRef::start_of(edition.section),
                some => some.contains(&edition.id),
            };
            is_inside && own.has_edition(edition.id)
        });
        // A story is selected by its folder. In a game, this selects nothing.
        let collections = [site.plan.folder(self.of).to_owned()].into();
        let editions = Some(editions.collect());
        let variant = Variant { editions, collections, ..Variant::main(&site.content.config.title) };
        let neighbours = neighbours(&site.content, &site.plan, &variant, self.form, &site.catalogue);
        View { form: self.form, variant, theme: Arc::clone(theme), neighbours }
    }

    fn make(&self, site: &Site, view: &View) -> Result<(), Diagnostics> {
        let mut bytes = Vec::new();
        if self.form == Form::SingleFile {
            SingleFile::new(site, view)?.write(&mut bytes, &())?;
        } else {
            BookFiles::new(site, view)?.write(&mut bytes, &())?;
        }
        self.made.get_or_init(|| bytes);
        Ok(())
    }
}

/// The downloads of a site in one language.
pub(crate) struct Downloads {
    /// The folder of the site, which can contain themes.
    root: PathBuf,
    pub(super) list: Vec<DownloadFile>,
}

impl Downloads {
    /// Returns the downloads that content requests. The files are not made yet.
    pub(super) fn plan(site: &Site, root: &Path) -> Self {
        let (view, mut list) = (&site.views[0], Vec::new());
        if !view.form.is_website() {
            return Self { root: root.to_owned(), list };
        }
        let mut add = |of: PageRef, forms: &[Download], name: &str, editions: &[EditionId]| {
            for form in forms {
                let (form, ending) = match form {
                    Download::Epub => (Form::Book, "epub"),
                    Download::CompactEpub => (Form::CompactBook, "epub"),
                    Download::Single => (Form::SingleFile, "html"),
                };
                let path = format!("{}/{FOLDER}/{}.{ending}", site.plan.folder(of), name.replace('/', "-"));
                list.push(DownloadFile { path, form, of, editions: editions.to_vec(), made: OnceLock::new() });
            }
        };
        for section in view.sections(&site.plan) {
            let of = PageRef::start_of(section.id);
            add(of, &site.spec(section.id).downloads, &section.folder, &[]);
            for group in site.groups(section, view) {
                if let Some(series) = &group[0].spec.series {
                    let editions: Vec<_> = group.iter().map(|edition| edition.id).collect();
                    add(of, &series.downloads, &format!("{}/{}", section.folder, series.name), &editions);
                }
                for edition in group {
                    add(of, &edition.spec.downloads, edition.folder(), &[edition.id]);
                }
            }
        }
        for story in site.plan.stories.iter().filter(|story| view.variant.has_story(story)) {
            add(PageRef::start_of(story.id), &story.spec.downloads, &story.spec.folder, &[]);
        }
        Self { root: root.to_owned(), list }
    }

    /// Makes the chosen files that are not made yet. Call this before rendering the pages of games, because they show
    /// the sizes of the files.
    ///
    /// # Errors
    ///
    /// Returns an error if a game cannot be explored, or a theme cannot render a page.
    pub(super) fn make(&self, site: &Site, is_chosen: impl Fn(&DownloadFile) -> bool) -> Result<(), Diagnostics> {
        for form in [Form::Book, Form::CompactBook, Form::SingleFile] {
            let is_missing = |file: &&DownloadFile| file.form == form && file.made.get().is_none() && is_chosen(file);
            let missing: Vec<_> = self.list.iter().filter(is_missing).collect();
            if missing.is_empty() {
                continue;
            }
            let config = &site.content.config;
            let (name, allowed) = (form.default_theme(), &config.allowed);
            let theme = Arc::new(Theme::load(&self.root, name, &site.catalogue, form, allowed, &[])?);
            let views: Vec<_> = missing.iter().map(|file| file.view(site, &theme)).collect();
            // Open all games before making files: otherwise threads would wait for each other.
            views.iter().try_for_each(|view| open_view(site, view))?;
            all(missing.par_iter().zip(&views).map(|(file, view)| file.make(site, view)))?;
        }
        Ok(())
    }

    /// Returns the bytes of the file with this index. Makes the file first if necessary.
    ///
    /// # Errors
    ///
    /// Returns an error if a game cannot be explored, or a theme cannot render a page.
    pub(super) fn bytes(&self, site: &Site, number: usize) -> Result<&[u8], Diagnostics> {
        let file = &self.list[number];
        self.make(site, |other| std::ptr::eq(other, file))?;
        Ok(file.made.get().expect("the file was made"))
    }
}

fn open_view(site: &Site, view: &View) -> Result<(), Diagnostics> {
    let editions = site.plan.editions.iter().map(|edition| PageRef::start_of(edition.id));
    let lessons = site.plan.scripts.iter().filter(|script| script.is_lesson()).map(PlannedScript::first_page);
    let stories = site.plan.stories.iter().map(|story| PageRef::start_of(story.id));
    let mut pages = editions.chain(lessons).chain(stories).filter(|&page| view.variant.has(page, &site.plan));
    pages.try_for_each(|page| site.open(page).map(drop))
}
