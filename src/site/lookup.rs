//! What stands at a path of a site, made when somebody asks for it.

use std::collections::HashMap;
use std::path::Path;

use super::Site;
use super::files::Origin;
use super::words::{Scratch, Words, scratch_of};
use crate::diagnostic::Diagnostics;
use crate::edition::Edition;
use crate::output::address;
#[cfg(feature = "serve")]
use crate::output::server::Work;
use crate::page::PageRef;
use crate::plan::split;

/// What stands at a path of a site.
#[derive(Clone, Copy)]
pub enum Found<'a> {
    /// A page of play, which stays the same as long as the site does.
    Position,
    /// Another page, or data that the site makes.
    Made,
    /// The graph of an edition, which is open.
    Graph(&'a Edition),
    /// A file of the author, to be read from here.
    File(&'a Path),
}

/// What a thread uses again from page to page of a site: for each view its own.
pub type ServerScratch = Vec<Scratch>;

/// The files that are no pages of an edition, a lesson or puzzles by their paths, as the places of their segments.
pub(super) type Alone = HashMap<String, usize>;

impl Site {
    /// Appends what stands at a path of the website, such as `nim/two-player/index.html`; of a graph and of a file of
    /// the author nothing. Returns what it is, if there is anything. It is what a build would write there, byte for
    /// byte.
    ///
    /// # Errors
    ///
    /// When the page cannot be made, or something that it says is wrong.
    pub fn look_up(
        &self,
        path: &str,
        scratch: &mut ServerScratch,
        out: &mut Vec<u8>,
    ) -> Result<Option<Found<'_>>, Diagnostics> {
        if let Some(&segment) = self.files_alone().get(path) {
            let segment = &self.files.segments()[segment];
            match segment.origin {
                Origin::Page(page) => return self.write_page(page, segment.view, scratch, out).map(Some),
                Origin::Copied(file) => return Ok(Some(Found::File(&self.content.files[file].origin))),
                Origin::Graph(edition) => {
                    let edition = self.plan.edition(edition);
                    self.open_edition(edition)?;
                    return Ok(Some(Found::Graph(edition)));
                }
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
                let resolver = self.resolver(page.reference(), view).of(&page);
                Words::new(self, view).write_on_demand(&page, &resolver, scratch, out)?;
                return Ok(Some(Found::Position));
            }
            let Some(page) = address::page_at(&self.plan, path).filter(|&page| view.variant.has(page, &self.plan))
            else {
                continue;
            };
            return self.write_page(page, number, scratch, out).map(Some);
        }
        Ok(None)
    }

    /// Returns what has to be done for what stands at a path.
    #[cfg(feature = "serve")]
    pub fn work(&self, path: &str) -> Work {
        let edition = self.views.iter().find_map(|view| {
            let path = path.strip_prefix(&view.variant.folder)?;
            self.plan.edition_in(split(path).0)
        });
        match edition {
            Some(edition) if edition.is_on_demand() => Work::Search,
            Some(edition) if edition.is_open() && !self.files_alone().contains_key(path) => Work::Page,
            _ => Work::Any,
        }
    }

    /// Appends a page of the view with this number, after what it shows was explored.
    fn write_page(
        &self,
        page: PageRef,
        view: usize,
        scratch: &mut ServerScratch,
        out: &mut Vec<u8>,
    ) -> Result<Found<'_>, Diagnostics> {
        self.explore_for(page)?;
        let scratch = scratch_of(view, self.views.len(), scratch);
        let view = &self.views[view];
        Words::new(self, view).write(page, &self.resolver(page, view), scratch, out)?;
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
