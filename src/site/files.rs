//! The files of the website: where each stands, and what it is made from.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use super::basis::{Basis, View};
use super::pages::{self, Pages, scratch_of};
use super::published::{Published, plan_published};
use crate::diagnostic::Diagnostic;
use crate::output::address::{self, FolderResolver};
use crate::output::{FileId, Files, graph};
use crate::page::{EditionId, PageRef};

/// The files of a theme in place of which an author can have others.
const ICONS: [&str; 2] = ["icon.png", "icon.svg"];

/// What files are made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// A page, and all that follow it in its edition, its lesson or its collection of puzzles.
    Pages(PageRef),
    /// The graph of an edition as data.
    Graph(EditionId),
    /// The download with this index.
    Download(usize),
    /// A file for other programs.
    Published(Published),
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
pub(super) struct FileTable {
    pub(super) segments: Vec<Segment>,
    /// The number of the first file of each segment, and how many files there are.
    firsts: OnceLock<Vec<u32>>,
    /// The files that are no pages of an edition, a lesson or puzzles by their paths, as the places of their segments.
    alone: OnceLock<HashMap<String, usize>>,
}

impl Segment {
    /// Whether it is one file, no pages of an edition, a lesson or a collection of puzzles.
    fn stands_alone(&self) -> bool {
        match self.origin {
            Origin::Pages(page) => matches!(page, PageRef::Front | PageRef::Section(_) | PageRef::Article(_)),
            _ => true,
        }
    }

    pub(super) fn view<'a>(&self, site: &'a Basis) -> &'a View {
        &site.views[self.view]
    }

    /// Appends the path of the file at a place of the segment.
    pub(super) fn write_path(&self, site: &Basis, place: usize, out: &mut String) {
        let View { variant, theme, .. } = self.view(site);
        out.push_str(&variant.folder);
        match &self.origin {
            Origin::Pages(first) => address::write_path(&site.plan, first.at(place), out),
            Origin::Graph(edition) => out.push_str(&graph::path(site.plan.edition(*edition))),
            Origin::Download(file) => out.push_str(&site.downloads[*file].path),
            Origin::Published(file) => out.push_str(&file.path),
            Origin::Copied(file) => out.push_str(&site.content.files[*file].path),
            Origin::Theme(file) => out.push_str(&theme.files()[*file].0),
        }
    }

    /// Returns the path of its first file.
    pub(super) fn path(&self, site: &Basis) -> String {
        let mut path = String::new();
        self.write_path(site, 0, &mut path);
        path
    }

    /// Appends the bytes of its one file, which is no page.
    pub(super) fn write_bytes(&self, site: &Basis, out: &mut Vec<u8>) -> Result<(), Diagnostic> {
        match &self.origin {
            Origin::Pages(_) => unreachable!("pages are made by what makes pages"),
            Origin::Graph(edition) => {
                graph::write(site.plan.edition(*edition), out).expect("a buffer takes all bytes");
            }
            Origin::Theme(file) => out.extend_from_slice(&self.view(site).theme.files()[*file].1),
            Origin::Download(file) => out.extend_from_slice(site.downloads[*file].bytes()),
            Origin::Published(file) => out.extend(file.bytes(site)?),
            Origin::Copied(file) => {
                let origin = &site.content.files[*file].origin;
                out.extend(fs::read(origin).map_err(|error| Diagnostic::io("read", origin, &error))?);
            }
        }
        Ok(())
    }
}

impl FileTable {
    /// Plans the files of a website: those of the site itself first, then those of each variant.
    pub(super) fn plan(site: &Basis) -> Self {
        let origins =
            (0..site.views.len()).flat_map(|view| origins(site, view).into_iter().map(move |origin| (view, origin)));
        let segments = origins.map(|(view, origin)| Segment { view, origin }).collect();
        Self { segments, firsts: OnceLock::new(), alone: OnceLock::new() }
    }

    fn count(&self) -> usize {
        let firsts = self.firsts.get().expect("the files were counted");
        firsts[firsts.len() - 1] as usize
    }

    /// Returns the number of the segment that a file belongs to, and the place of the file in it.
    fn locate(&self, FileId(file): FileId) -> (usize, usize) {
        let firsts = self.firsts.get().expect("the files were counted");
        let segment = firsts.partition_point(|&first| first <= file) - 1;
        (segment, (file - firsts[segment]) as usize)
    }

    /// Returns the segment of the file at a path, if it is no page of an edition, a lesson or puzzles.
    pub(super) fn alone(&self, site: &Basis, path: &str) -> Option<&Segment> {
        self.all_alone(site).get(path).map(|&segment| &self.segments[segment])
    }

    /// Returns the paths of the files that are no pages of editions, lessons or puzzles.
    pub(super) fn paths_alone(&self, site: &Basis) -> impl Iterator<Item = &String> {
        self.all_alone(site).keys()
    }

    fn all_alone(&self, site: &Basis) -> &HashMap<String, usize> {
        self.alone.get_or_init(|| {
            let alone = self.segments.iter().enumerate().filter(|(_, segment)| segment.stands_alone());
            alone.map(|(number, segment)| (segment.path(site), number)).collect()
        })
    }
}

/// Returns what the files of a view are made from. Data and files of the author are not copied, since pages of variants
/// refer to those of the site itself.
fn origins(site: &Basis, view: usize) -> Vec<Origin> {
    let (plan, View { variant, theme, .. }) = (&site.plan, &site.views[view]);
    let mut origins = vec![Origin::Pages(PageRef::Front)];
    for section in plan.sections().iter().filter(|section| variant.has_section(section)) {
        origins.push(Origin::Pages(PageRef::Section(section.id)));
        for edition in plan.editions_of(section).iter().filter(|edition| variant.has_edition(edition.id)) {
            // A graph is one long piece of work, so it comes before the many short ones.
            if variant.is_main() && site.edition_spec(edition).graph {
                origins.push(Origin::Graph(edition.id));
            }
            origins.extend([PageRef::start_of(edition.id), PageRef::Star(edition.id)].map(Origin::Pages));
        }
        let scripts = plan.scripts_of(section).filter(|script| variant.has_script(script, plan));
        origins.extend(scripts.map(|script| Origin::Pages(script.first_page())));
    }
    origins.extend(plan.articles().map(PageRef::Article).map(Origin::Pages));
    if variant.is_main() {
        origins.extend((0..site.downloads.len()).map(Origin::Download));
        origins.extend(plan_published(site).into_iter().map(Origin::Published));
        origins.extend((0..site.content.files.len()).map(Origin::Copied));
    }
    for (file, (path, _)) in theme.files().iter().enumerate() {
        let own = || site.content.files.iter().position(|file| file.path == *path);
        match ICONS.contains(&path.as_str()).then(own).flatten() {
            None => origins.push(Origin::Theme(file)),
            Some(_) if variant.is_main() => {}
            Some(own) => origins.push(Origin::Copied(own)),
        }
    }
    origins
}

/// The files of a site's website.
pub struct WebsiteFiles<'a> {
    site: &'a Basis,
    files: &'a FileTable,
}

/// What a thread uses again from file to file.
#[derive(Default)]
pub struct Scratch<'a> {
    /// For each view what its pages use.
    views: Vec<pages::Scratch>,
    /// The segment of the last page, and what closes the links of its pages.
    resolver: Option<(usize, FolderResolver<'a>)>,
}

impl<'a> WebsiteFiles<'a> {
    /// Counts the files of a site whose editions, lessons and puzzles are open.
    pub(super) fn new(site: &'a Basis, files: &'a FileTable) -> Self {
        files.firsts.get_or_init(|| {
            let mut firsts = vec![0];
            for segment in &files.segments {
                let count = match segment.origin {
                    Origin::Pages(first) => site.plan.page_count(first),
                    _ => 1,
                };
                firsts.push(firsts[firsts.len() - 1] + count as u32);
            }
            firsts
        });
        Self { site, files }
    }

    /// Returns the path of a file.
    pub fn path(&self, file: FileId) -> String {
        let mut path = String::new();
        self.write_path(file, &mut path);
        path
    }

    /// Returns the paths of all files in their order.
    pub fn paths(&self) -> Vec<String> {
        (0..self.count()).map(|file| self.path(FileId(file as u32))).collect()
    }

    /// Returns the bytes of a file, which for a page of play its templates render directly.
    ///
    /// # Errors
    ///
    /// When a template asks for what a page does not have, or when a file of the content cannot be read.
    pub fn bytes_directly(&self, file: FileId) -> Result<Vec<u8>, Diagnostic> {
        let mut bytes = Vec::new();
        let (segment, place) = self.segment(file);
        match segment.origin {
            Origin::Pages(first) => self.pages(segment).write_directly(first.at(place), &mut bytes)?,
            _ => segment.write_bytes(self.site, &mut bytes)?,
        }
        Ok(bytes)
    }

    fn segment(&self, file: FileId) -> (&'a Segment, usize) {
        let (segment, place) = self.files.locate(file);
        (&self.files.segments[segment], place)
    }

    fn pages(&self, segment: &Segment) -> Pages<'a> {
        Pages { site: self.site, view: segment.view(self.site) }
    }
}

impl<'a> Files for WebsiteFiles<'a> {
    type Scratch = Scratch<'a>;

    fn count(&self) -> usize {
        self.files.count()
    }

    fn write_path(&self, file: FileId, out: &mut String) {
        let (segment, place) = self.segment(file);
        segment.write_path(self.site, place, out);
    }

    fn source(&self, file: FileId) -> Option<&Path> {
        match self.segment(file).0.origin {
            Origin::Copied(file) => Some(&self.site.content.files[file].origin),
            _ => None,
        }
    }

    fn render(&self, file: FileId, scratch: &mut Scratch<'a>, out: &mut Vec<u8>) -> Result<(), Diagnostic> {
        let (number, place) = self.files.locate(file);
        let segment = &self.files.segments[number];
        let Origin::Pages(first) = segment.origin else { return segment.write_bytes(self.site, out) };
        let (page, pages) = (first.at(place), self.pages(segment));
        if scratch.resolver.as_ref().is_none_or(|(known, _)| *known != number) {
            scratch.resolver = Some((number, pages.resolver(page)));
        }
        let (_, resolver) = scratch.resolver.as_ref().expect("it was just set");
        pages.write(page, resolver, scratch_of(segment.view, self.site.views.len(), &mut scratch.views), out)
    }
}
