//! The site: the whole pipeline, from a folder with content to the bytes of every file.
//!
//! ```text
//! content ──► game ──► graph ──► solve ──► policy ──► edition, lesson, puzzle ──► page ──► theme ──► output
//! ```

mod basis;
mod book;
mod cards;
mod collisions;
mod downloads;
mod file_bytes;
mod files;
mod knowledge;
mod languages;
mod lines;
mod links;
mod lookup;
mod making;
mod neighbours;
mod opening;
mod options;
mod origins;
mod pages;
mod pictures;
mod planning;
mod previews;
mod prose;
#[cfg(feature = "serve")]
mod reloading;
mod runs;
mod selection;
mod single;
mod stories;
mod text_pages;
mod trial;
mod website;
mod words;

use std::io::Write;
use std::path::Path;

use files::segments;
use making::plan_downloads;

use crate::diagnostic::Diagnostic;

pub use basis::Site;
pub use book::BookFiles;
pub use languages::{Sites, locales};
pub use options::{CONTENT, Options, SOURCES, has_content, inputs};
pub use origins::{PICTURE_WIDTH, PictureFormat};
#[cfg(feature = "serve")]
pub use reloading::ReloadingSite;
pub use single::SingleFile;
pub(crate) use trial::try_game;
pub use website::WebsiteFiles;

impl Site {
    /// Plans the files of the website: those of the site itself first, then those of each variant.
    fn plan_files(&mut self, options: &Options) {
        if options.form.is_website() {
            self.downloads = plan_downloads(self);
        }
        self.segments = (0..self.views.len()).flat_map(|view| segments(self, view)).collect();
        let alone = self.segments.iter().enumerate().filter(|(_, segment)| segment.stands_alone());
        self.alone = alone.map(|(number, segment)| (segment.path.clone(), number)).collect();
    }

    /// Returns the hidden files and folders of the content that are not published, as messages call them.
    pub fn hidden_files(&self) -> &[String] {
        &self.content.left_out
    }

    /// Returns the book of all games that the site is limited to, after it was loaded for a book.
    ///
    /// # Errors
    ///
    /// When its positions cannot be rendered, which tells how many of them share a file.
    pub fn book(&self) -> Result<BookFiles<'_>, Diagnostic> {
        BookFiles::new(self, &self.views[0])
    }

    /// Returns the one edition that a site loaded for a single file is limited to.
    ///
    /// # Errors
    ///
    /// When there are several, or when the theme cannot render what stands around its positions.
    pub fn single_file(&self) -> Result<SingleFile<'_>, Diagnostic> {
        SingleFile::new(self, &self.views[0])
    }

    /// Writes the game of the one edition that a site loaded for a single file is limited to, a position a line, and
    /// returns how many positions it has.
    ///
    /// # Errors
    ///
    /// When there are several editions, and when the file cannot be written, which messages call so.
    pub fn write_lines(&self, out: impl Write, file: &Path) -> Result<usize, Diagnostic> {
        let edition = single::only_edition(self, &self.views[0])?;
        opening::open_edition(self, edition.id)?;
        lines::write(self.plan.opened(edition.id), out).map_err(|error| Diagnostic::io("write", file, &error))
    }
}
