//! Downloads: games, series, editions and stories as files that the website offers beside their pages.

use std::sync::OnceLock;

use crate::content::Download;
use crate::edition::Edition;
use crate::game::Message;
use crate::output::Size;
use crate::page::{EditionId, PageRef};

/// A file that the website offers.
pub(super) struct DownloadFile {
    /// Its path on the website.
    pub(super) path: String,
    pub(super) form: Download,
    /// The page of the game or the story that it is of.
    pub(super) of: PageRef,
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
    pub(super) fn title(&self) -> Message {
        let message = Message::key(match self.form {
            Download::Epub | Download::CompactEpub => "e-book",
            Download::Single => "one-file",
        });
        let size = match Size::of(self.bytes().len() as u64) {
            Size::Kilobytes(count) => Message::key("kilobytes").with_number("count", count),
            Size::Megabytes(count, tenths) => {
                Message::key("megabytes").with_number("count", count).with_number("tenths", tenths)
            }
        };
        message.with("size", size)
    }

    /// Whether it has an edition.
    pub(super) fn has(&self, edition: &Edition) -> bool {
        match &self.editions[..] {
            [] => self.of == PageRef::Section(edition.section),
            some => some.contains(&edition.id),
        }
    }
}
