//! Downloads: games, series and editions as files that the website offers beside their pages.

use std::sync::OnceLock;

use super::groups::groups;
use crate::content::{Content, Download};
use crate::edition::Edition;
use crate::output::size;
use crate::page::{EditionId, SectionId};
use crate::plan::{Plan, Variant};

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
    pub(super) made: OnceLock<Vec<u8>>,
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

    /// Whether it has an edition.
    pub(super) fn has(&self, edition: &Edition) -> bool {
        match &self.editions[..] {
            [] => edition.section == self.section,
            some => some.contains(&edition.id),
        }
    }
}

/// Returns the files that content asks for, with nothing in them.
pub(super) fn plan_downloads(content: &Content, plan: &Plan, variant: &Variant) -> Vec<DownloadFile> {
    let mut files = Vec::new();
    for (section, game) in plan.sections().iter().zip(&content.games) {
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
        add(&game.downloads, &section.folder, Vec::new());
        for group in groups(content, plan, section, variant) {
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
