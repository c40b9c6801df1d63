//! The files of the website: where each stands, and what it is made from.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use super::words::{self, Words, scratch_of};
use super::{Site, View};
use crate::diagnostic::Diagnostic;
use crate::output::address::{self, FolderResolver};
use crate::output::{FileId, Files, graph};
use crate::page::{CollectionId, EditionId, LessonId, OpenPage, PageId, PageRef};

/// What files are made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// A page that stands alone: words, or the front page.
    Page(PageRef),
    /// The pages of an edition.
    Positions(EditionId),
    /// The page that congratulates on the best that can be had from an edition, if there is one.
    Prize(EditionId),
    /// The pages of a lesson.
    Lesson(LessonId),
    /// The pages of a collection of puzzles.
    Puzzles(CollectionId),
    /// The graph of an edition as data.
    Graph(EditionId),
    /// The download with this index.
    Download(usize),
    /// The file for other programs with this index.
    Published(usize),
    /// The file of the content with this index.
    Copied(usize),
    /// The file of the variant's theme with this index.
    Theme(usize),
}

/// Files of one origin, which follow each other.
#[derive(Debug)]
pub(super) struct Segment {
    /// The view that they belong to, as an index.
    pub(super) view: usize,
    pub(super) origin: Origin,
}

/// The files of the website in their order, as segments.
#[derive(Debug, Default)]
pub(super) struct FileTable {
    segments: Vec<Segment>,
    /// The number of the first file of each segment, and how many files there are.
    firsts: OnceLock<Vec<u32>>,
}

impl Segment {
    /// Whether it is one file, no pages of an edition, a lesson or a collection of puzzles.
    pub(super) fn stands_alone(&self) -> bool {
        !matches!(self.origin, Origin::Positions(_) | Origin::Prize(_) | Origin::Lesson(_) | Origin::Puzzles(_))
    }

    /// Returns the page at a place of the segment, if its files are pages.
    fn page(&self, place: usize) -> Option<PageRef> {
        match self.origin {
            Origin::Page(page) => Some(page),
            Origin::Positions(edition) => Some(PageRef::Position(edition, PageId::new(place))),
            Origin::Prize(edition) => Some(PageRef::Star(edition)),
            Origin::Lesson(lesson) => Some(PageRef::Lesson(lesson, PageId::new(place))),
            Origin::Puzzles(collection) => Some(PageRef::Puzzle(collection, PageId::new(place))),
            Origin::Graph(_) | Origin::Download(_) | Origin::Published(_) | Origin::Copied(_) | Origin::Theme(_) => {
                None
            }
        }
    }
}

impl FileTable {
    fn add(&mut self, view: usize, origin: Origin) {
        self.segments.push(Segment { view, origin });
    }

    /// Returns all segments in their order.
    pub(super) fn segments(&self) -> &[Segment] {
        &self.segments
    }

    fn firsts(&self) -> &[u32] {
        self.firsts.get().expect("the files were counted")
    }

    fn count(&self) -> u32 {
        *self.firsts().last().expect("the count comes last")
    }

    /// Returns the number of the segment that a file belongs to, and the place of the file in it.
    fn locate(&self, FileId(file): FileId) -> (usize, usize) {
        let segment = self.firsts().partition_point(|&first| first <= file) - 1;
        (segment, (file - self.firsts()[segment]) as usize)
    }
}

impl Site {
    /// Plans the files of the website: those of the site itself first, then those of each variant.
    pub(super) fn plan_files(&self) -> FileTable {
        let mut files = FileTable::default();
        for index in 0..self.views.len() {
            self.plan_view(index, &mut files);
        }
        files
    }

    /// Returns what closes the links of pages that stand beside one of a view.
    pub(super) fn resolver<'a>(&'a self, page: PageRef, view: &'a View) -> FolderResolver<'a> {
        FolderResolver::beside(page, &view.variant, &self.plan, self.content.config.base_url.as_deref())
    }

    /// Plans the files of a variant. Data and files of the author are not copied, since pages of variants refer to
    /// those of the site itself.
    fn plan_view(&self, index: usize, files: &mut FileTable) {
        let View { variant, theme, .. } = &self.views[index];
        files.add(index, Origin::Page(PageRef::Front));
        for section in self.plan.sections().iter().filter(|section| variant.has_section(section)) {
            files.add(index, Origin::Page(PageRef::Section(section.id)));
            for edition in self.plan.editions_of(section).iter().filter(|edition| variant.has_edition(edition.id)) {
                // A graph is one long piece of work, so it comes before the many short ones.
                if variant.is_main() && self.edition_spec(edition).graph {
                    files.add(index, Origin::Graph(edition.id));
                }
                files.add(index, Origin::Positions(edition.id));
                files.add(index, Origin::Prize(edition.id));
            }
            for lesson in self.plan.lessons_of(section).filter(|lesson| variant.has_edition(lesson.edition)) {
                files.add(index, Origin::Lesson(lesson.id));
            }
            for collection in self.plan.collections_of(section) {
                if variant.has_collection(collection, &self.plan) {
                    files.add(index, Origin::Puzzles(collection.id));
                }
            }
        }
        for article in self.plan.articles() {
            files.add(index, Origin::Page(PageRef::Article(article)));
        }
        if variant.is_main() {
            for download in 0..self.downloads.len() {
                files.add(index, Origin::Download(download));
            }
            for published in 0..self.published.len() {
                files.add(index, Origin::Published(published));
            }
            for copied in 0..self.content.files.len() {
                files.add(index, Origin::Copied(copied));
            }
        }
        for (file, (path, _)) in theme.files().iter().enumerate() {
            match self.own_icon(path) {
                None => files.add(index, Origin::Theme(file)),
                Some(_) if variant.is_main() => {}
                Some(own) => files.add(index, Origin::Copied(own)),
            }
        }
    }

    /// Appends the path of the file at a place of a segment.
    pub(super) fn write_path_in(&self, segment: &Segment, place: usize, out: &mut String) {
        out.push_str(&self.views[segment.view].variant.folder);
        if let Some(page) = segment.page(place) {
            return address::write_path(&self.plan, page, out);
        }
        match segment.origin {
            Origin::Page(_) | Origin::Positions(_) | Origin::Prize(_) | Origin::Lesson(_) | Origin::Puzzles(_) => {
                unreachable!("these are pages")
            }
            Origin::Graph(edition) => out.push_str(&graph::path(self.plan.edition(edition))),
            Origin::Download(file) => out.push_str(&self.downloads[file].path),
            Origin::Published(file) => out.push_str(&self.published[file].path),
            Origin::Copied(file) => out.push_str(&self.content.files[file].path),
            Origin::Theme(file) => out.push_str(&self.views[segment.view].theme.files()[file].0),
        }
    }
}

impl Site {
    /// Appends the bytes of a file that is no page.
    pub(super) fn write_file(&self, segment: &Segment, out: &mut Vec<u8>) -> Result<(), Diagnostic> {
        match segment.origin {
            Origin::Page(_) | Origin::Positions(_) | Origin::Prize(_) | Origin::Lesson(_) | Origin::Puzzles(_) => {
                unreachable!("these are pages")
            }
            Origin::Graph(edition) => {
                graph::write(self.plan.edition(edition), out).expect("a buffer takes all bytes");
            }
            Origin::Theme(file) => out.extend_from_slice(&self.views[segment.view].theme.files()[file].1),
            Origin::Download(file) => out.extend_from_slice(self.downloads[file].bytes()),
            Origin::Published(file) => out.extend(self.publish(&self.published[file])?),
            Origin::Copied(file) => {
                let origin = &self.content.files[file].origin;
                out.extend(fs::read(origin).map_err(|error| Diagnostic::io("read", origin, &error))?);
            }
        }
        Ok(())
    }
}

/// The files of a site's website.
pub struct WebsiteFiles<'a> {
    pub(super) site: &'a Site,
}

/// What a thread uses again from file to file.
#[derive(Default)]
pub struct Scratch<'a> {
    /// For each view what its pages use.
    views: Vec<words::Scratch>,
    /// The segment of the last page, and what closes the links of its pages.
    resolver: Option<(usize, FolderResolver<'a>)>,
}

impl<'a> WebsiteFiles<'a> {
    /// Counts the files of a site whose editions, lessons and puzzles are open.
    pub(super) fn new(site: &'a Site) -> Self {
        let files_of = |segment: &Segment| match segment.origin {
            Origin::Positions(edition) => site.plan.edition(edition).page_count(),
            Origin::Prize(edition) => usize::from(site.plan.edition(edition).has_star()),
            Origin::Lesson(lesson) => site.plan.lesson(lesson).page_count(),
            Origin::Puzzles(collection) => site.plan.collection(collection).page_count(),
            _ => 1,
        };
        site.files.firsts.get_or_init(|| {
            let mut firsts = vec![0];
            for segment in &site.files.segments {
                firsts.push(firsts[firsts.len() - 1] + files_of(segment) as u32);
            }
            firsts
        });
        Self { site }
    }

    /// Returns the path of a file.
    pub fn path(&self, file: FileId) -> String {
        let mut path = String::new();
        self.write_path(file, &mut path);
        path
    }

    /// Returns the bytes of a file.
    ///
    /// # Errors
    ///
    /// When a template asks for what a page does not have, or when a file of the content cannot be read.
    pub fn bytes(&self, file: FileId) -> Result<Vec<u8>, Diagnostic> {
        let mut bytes = Vec::new();
        self.render(file, &mut Scratch::default(), &mut bytes)?;
        Ok(bytes)
    }

    /// Returns the bytes of a file, which for a page of play its templates render directly.
    ///
    /// # Errors
    ///
    /// As those of [`bytes`](Self::bytes).
    pub fn bytes_directly(&self, file: FileId) -> Result<Vec<u8>, Diagnostic> {
        let (number, place) = self.site.files.locate(file);
        let segment = &self.site.files.segments()[number];
        let (view, mut open) = (&self.site.views[segment.view], OpenPage::default());
        let Some(page) = segment.page(place).filter(|&page| !self.site.is_landing(page)) else {
            return self.bytes(file);
        };
        let words = Words::new(self.site, view);
        match page {
            PageRef::Position(edition, page) => words.position(edition, page, &mut open),
            PageRef::Puzzle(collection, page) if page != PageId::FIRST => words.puzzle(collection, page, &mut open),
            _ => return self.bytes(file),
        }
        Ok(view.theme.render_directly(&open, &self.site.resolver(page, view))?.into_bytes())
    }

    /// Returns the paths of all files in their order.
    pub fn paths(&self) -> Vec<String> {
        (0..self.site.files.count()).map(|file| self.path(FileId(file))).collect()
    }

    fn render_page(
        &self,
        (number, page): (usize, PageRef),
        scratch: &mut Scratch<'a>,
        out: &mut Vec<u8>,
    ) -> Result<(), Diagnostic> {
        let index = self.site.files.segments()[number].view;
        let view = &self.site.views[index];
        let Scratch { views, resolver } = scratch;
        if resolver.as_ref().is_none_or(|(known, _)| *known != number) {
            *resolver = Some((number, self.site.resolver(page, view)));
        }
        let Some((_, resolver)) = resolver else { unreachable!("it was just set") };
        Words::new(self.site, view).write(page, resolver, scratch_of(index, self.site.views.len(), views), out)
    }
}

impl<'a> Files for WebsiteFiles<'a> {
    type Scratch = Scratch<'a>;

    fn count(&self) -> usize {
        self.site.files.count() as usize
    }

    fn write_path(&self, file: FileId, out: &mut String) {
        let (segment, place) = self.site.files.locate(file);
        self.site.write_path_in(&self.site.files.segments()[segment], place, out);
    }

    fn source(&self, file: FileId) -> Option<&Path> {
        let (segment, _) = self.site.files.locate(file);
        match self.site.files.segments()[segment].origin {
            Origin::Copied(file) => Some(&self.site.content.files[file].origin),
            _ => None,
        }
    }

    fn render(&self, file: FileId, scratch: &mut Scratch<'a>, out: &mut Vec<u8>) -> Result<(), Diagnostic> {
        let (number, place) = self.site.files.locate(file);
        let segment = &self.site.files.segments()[number];
        if let Some(page) = segment.page(place) {
            return self.render_page((number, page), scratch, out);
        }
        self.site.write_file(segment, out)
    }
}
