//! Downloads: games, series and editions as files that the website offers beside their pages.

use std::sync::{Arc, OnceLock};

use super::words::Words;
use super::{BookFiles, SingleFile, Site, View};
use crate::content::Download;
use crate::diagnostic::Diagnostics;
use crate::edition::Edition;
use crate::output::{book, size};
use crate::page::{EditionId, SectionId};
use crate::plan::Variant;
use crate::theme::{Form, Theme};

/// The folder in that of a game that has its downloads.
const FOLDER: &str = "downloads";

/// A file that the website offers.
pub(super) struct DownloadFile {
    /// Its path on the website.
    pub(super) path: String,
    pub(super) form: Download,
    pub(super) section: SectionId,
    /// The editions in it; none means the whole game.
    pub(super) editions: Vec<EditionId>,
    made: OnceLock<Vec<u8>>,
}

impl DownloadFile {
    /// Returns its bytes, which have to be made before.
    pub(super) fn bytes(&self) -> &[u8] {
        self.made.get().unwrap_or_else(|| panic!("{} is asked for before it is made", self.path))
    }

    /// Returns what readers call it, with its size.
    pub(super) fn title(&self) -> String {
        let name = match self.form {
            Download::Epub => "E-book",
            Download::Single => "One file",
        };
        format!("{name}, {}", size(self.bytes().len() as u64))
    }
}

impl Site {
    /// Makes some of the files that the site offers, unless they are made already. Game pages tell their sizes, so they
    /// come before these.
    pub(super) fn make_downloads(&self, files: &[DownloadFile]) -> Result<(), Diagnostics> {
        let config = &self.content.config;
        for (kind, form) in [(Download::Epub, Form::Book), (Download::Single, Form::SingleFile)] {
            let mut files = files.iter().filter(|file| file.form == kind && file.made.get().is_none()).peekable();
            if files.peek().is_none() {
                continue;
            }
            let (name, allowed) = (form.default_theme(), &config.allowed);
            let theme = Arc::new(Theme::load(&self.root, name, &config.language, form, allowed)?);
            for file in files {
                let editions = self.marked(file);
                for (edition, _) in self.plan.editions().iter().zip(&editions).filter(|(_, is_marked)| **is_marked) {
                    self.open_edition(edition)?;
                }
                let variant = Variant::part(&config.title, editions);
                for lesson in self.plan.lessons().iter().filter(|lesson| variant.has_edition(lesson.edition)) {
                    self.open_lesson(lesson.id)?;
                }
                let bytes =
                    self.make(&View { form, ways: self.ways_of(&variant, form), variant, theme: Arc::clone(&theme) })?;
                file.made.get_or_init(|| bytes);
            }
        }
        Ok(())
    }

    /// Returns all files that are offered with a game.
    pub(super) fn downloads_of_section(&self, section: SectionId) -> &[DownloadFile] {
        let start = self.downloads.partition_point(|file| file.section < section);
        let end = self.downloads.partition_point(|file| file.section <= section);
        &self.downloads[start..end]
    }

    /// Returns the files that are offered with exactly these editions of a game; with none of it with all.
    pub(super) fn downloads_of(
        &self,
        section: SectionId,
        editions: &[EditionId],
    ) -> impl Iterator<Item = &DownloadFile> {
        // They were planned in the order of sections, and in each in that of the first of their editions.
        let place = |file: &DownloadFile| (file.section, file.editions.first().copied());
        let wanted = (section, editions.first().copied());
        let start = self.downloads.partition_point(|file| place(file) < wanted);
        let beside = self.downloads[start..].iter().take_while(move |file| place(file) == wanted);
        beside.filter(move |file| file.editions == editions)
    }

    /// Returns the files that content asks for, with nothing in them.
    pub(super) fn plan_downloads(&self) -> Vec<DownloadFile> {
        let mut files = Vec::new();
        for section in self.plan.sections() {
            let mut add = |forms: &[Download], name: &str, editions: &[EditionId]| {
                for &form in forms {
                    let ending = match form {
                        Download::Epub => "epub",
                        Download::Single => "html",
                    };
                    let path = format!("{}/{FOLDER}/{}.{ending}", section.folder, name.replace('/', "-"));
                    let (section, editions) = (section.id, editions.to_vec());
                    files.push(DownloadFile { path, form, section, editions, made: OnceLock::new() });
                }
            };
            add(&self.spec(section.id).downloads, &section.folder, &[]);
            for group in Words::new(self, &self.views[0]).groups(section) {
                if let Some(series) = &group[0].1.series {
                    let editions: Vec<_> = group.iter().map(|(edition, _)| edition.id).collect();
                    add(&series.downloads, &format!("{}/{}", section.folder, series.name), &editions);
                }
                for (edition, spec) in group {
                    add(&spec.downloads, edition.folder(), &[edition.id]);
                }
            }
        }
        files
    }

    /// Returns for each edition of the site whether a file has it.
    fn marked(&self, file: &DownloadFile) -> Vec<bool> {
        let is_in = |edition: &Edition| match &file.editions[..] {
            [] => edition.section == file.section,
            some => some.contains(&edition.id),
        };
        self.plan.editions().iter().map(is_in).collect()
    }

    /// Returns the bytes of what a view has.
    fn make(&self, view: &View) -> Result<Vec<u8>, Diagnostics> {
        let mut bytes = Vec::new();
        if view.form == Form::SingleFile {
            let own = self.plan.editions().iter().find(|edition| view.variant.has_edition(edition.id));
            let file = SingleFile::new(self, view, own.expect("a single file has an edition").id)?;
            file.write(&mut bytes, &())?;
        } else {
            book::write(&BookFiles::new(self, view)?, &mut bytes, &())?;
        }
        Ok(bytes)
    }
}
