//! Downloads: games, series, editions and stories as books and single files, which the website offers.

use std::sync::OnceLock;

use crate::content::Download;
use crate::engine::game::Message;
use crate::outputs::Size;
use crate::pages::edition::Edition;
use crate::pages::page::{EditionId, PageRef};
use crate::pages::site::Site;

/// The folder in that of a game or a story that has its downloads.
const FOLDER: &str = "downloads";

/// A file that the website offers.
pub(crate) struct DownloadFile {
    /// Its path on the website.
    pub(crate) path: String,
    pub(crate) form: Download,
    /// The page of the game or the story that it is of.
    pub(crate) of: PageRef,
    /// The editions in it; none means the whole game.
    pub(crate) editions: Vec<EditionId>,
    pub(crate) made: OnceLock<Vec<u8>>,
}

impl DownloadFile {
    /// Returns what readers call it, with its size, once it is made.
    pub(super) fn title(&self) -> Option<Message> {
        let message = Message::key(match self.form {
            Download::Epub | Download::CompactEpub => "e-book",
            Download::Single => "one-file",
        });
        let size = match Size::of(self.made.get()?.len() as u64) {
            Size::Kilobytes(count) => Message::key("kilobytes").with_number("count", count),
            Size::Megabytes(count, tenths) => {
                Message::key("megabytes").with_number("count", count).with_number("tenths", tenths)
            }
        };
        Some(message.with("size", size))
    }

    /// Whether it has an edition.
    pub(crate) fn has(&self, edition: &Edition) -> bool {
        match &self.editions[..] {
            [] => self.of == PageRef::start_of(edition.section),
            some => some.contains(&edition.id),
        }
    }
}

/// Returns the files that content asks for, with nothing in them.
pub(crate) fn plan_downloads(site: &Site) -> Vec<DownloadFile> {
    let mut files = Vec::new();
    for section in site.views[0].sections(&site.plan) {
        let of = (PageRef::start_of(section.id), &*section.folder);
        add(&mut files, of, &site.spec(section.id).downloads, &section.folder, &[]);
        for group in site.groups(section, &site.views[0]) {
            if let Some(series) = &group[0].spec.series {
                let editions: Vec<_> = group.iter().map(|edition| edition.id).collect();
                add(&mut files, of, &series.downloads, &format!("{}/{}", section.folder, series.name), &editions);
            }
            for edition in group {
                add(&mut files, of, &edition.spec.downloads, edition.folder(), &[edition.id]);
            }
        }
    }
    for story in site.plan.stories().iter().filter(|story| site.views[0].variant.has_story(story)) {
        let folder = &*story.spec.folder;
        add(&mut files, (PageRef::start_of(story.id), folder), &story.spec.downloads, folder, &[]);
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
