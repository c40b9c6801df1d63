//! A site as a server has it: what stands at a path, made when somebody asks for it.

use std::collections::HashMap;
use std::path::Path;

use super::Site;
use super::files::Origin;
use super::words::{Scratch, Words, scratch_of};
use crate::diagnostic::Diagnostics;
use crate::output::address;
use crate::page::PageRef;
use crate::plan::split;

/// What stands at a path of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found<'a> {
    /// A page of play, which stays the same as long as the site does.
    Position,
    /// Another page, or data that the site makes.
    Made,
    /// A file of the author, to be read from here.
    File(&'a Path),
}

/// What a thread uses again from page to page of a site: for each view its own.
pub type ServerScratch = Vec<Scratch>;

/// The files that are no pages of an edition, a lesson or puzzles by their paths, as the places of their segments.
pub(super) type Alone = HashMap<String, usize>;

impl Site {
    /// Appends what stands at a path of the website, such as `nim/two-player/index.html`; of a file of the author
    /// nothing. Returns what it is, if there is anything. It is what a build would write there, byte for byte.
    ///
    /// # Errors
    ///
    /// When the page cannot be made, or something that it says is wrong.
    pub fn answer(
        &self,
        path: &str,
        scratch: &mut ServerScratch,
        out: &mut Vec<u8>,
    ) -> Result<Option<Found<'_>>, Diagnostics> {
        if let Some(&segment) = self.files_alone().get(path) {
            let segment = &self.files.segments()[segment];
            match segment.origin {
                Origin::Page(page) => return self.write_ready(page, segment.view, scratch, out).map(Some),
                Origin::Copied(file) => return Ok(Some(Found::File(&self.content.files[file].origin))),
                Origin::Graph(edition) => self.open_edition(self.plan.edition(edition))?,
                Origin::Published(file) => self.open_published(&self.published[file])?,
                Origin::Download(file) => self.make_downloads(&self.downloads[file..=file])?,
                _ => {}
            }
            self.write_file(segment, out)?;
            return Ok(Some(Found::Made));
        }
        for (number, view) in self.views.iter().enumerate() {
            let Some(path) = path.strip_prefix(&view.variant.folder) else { continue };
            if let Some(edition) = self.plan.edition_in(split(path).0) {
                self.open_edition(edition)?;
            } else if let Some(lesson) = self.plan.lesson_in(split(path).0) {
                self.open_lesson(lesson.id)?;
            } else if let Some(collection) = self.plan.collection_in(split(path).0) {
                self.open_collection(collection.id)?;
            }
            if let Some(page) = address::page_on_demand(&self.plan, path)
                && view.variant.has_edition(page.edition())
            {
                let scratch = scratch_of(number, self.views.len(), scratch);
                let closer = self.closer(page.reference(), view).of(&page);
                Words::new(self, view).write_on_demand(&page, &closer, scratch, out)?;
                return Ok(Some(Found::Position));
            }
            let Some(page) = address::page_at(&self.plan, path).filter(|&page| view.variant.has(page, &self.plan))
            else {
                continue;
            };
            return self.write_ready(page, number, scratch, out).map(Some);
        }
        Ok(None)
    }

    /// Whether what stands at a path is made at once: no game has to be explored or searched, and no file read.
    pub fn is_quick(&self, path: &str) -> bool {
        self.views.iter().any(|view| {
            let edition = path.strip_prefix(&view.variant.folder).map(|path| self.plan.edition_in(split(path).0));
            edition.flatten().is_some_and(|edition| edition.is_open() && !edition.is_on_demand())
        })
    }

    /// Appends a page of the view with this number, after it was made ready.
    fn write_ready(
        &self,
        page: PageRef,
        view: usize,
        scratch: &mut ServerScratch,
        out: &mut Vec<u8>,
    ) -> Result<Found<'_>, Diagnostics> {
        self.get_ready(page)?;
        let scratch = scratch_of(view, self.views.len(), scratch);
        let view = &self.views[view];
        Words::new(self, view).write(page, &self.closer(page, view), scratch, out)?;
        Ok(if matches!(page, PageRef::Position(..)) { Found::Position } else { Found::Made })
    }

    /// Returns the files that are no pages of editions, lessons or puzzles by their paths.
    pub(super) fn files_alone(&self) -> &Alone {
        self.alone.get_or_init(|| {
            let segments = self.files.segments().iter().enumerate();
            let alone = segments.filter(|(_, segment)| segment.stands_alone());
            alone.map(|(number, segment)| (self.path_in(segment, 0), number)).collect()
        })
    }
}
