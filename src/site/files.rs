//! The files of the website in their order.

use std::collections::HashMap;
use std::path::Path;
use std::sync::OnceLock;

use super::basis::Basis;
use super::origins::{Origin, Segment, segments};
use super::pages::Pages;
use crate::diagnostic::Diagnostic;
use crate::output::address::FolderResolver;
use crate::output::{FileId, Files};
use crate::page::OpenPage;

/// The files of the website in their order, as segments.
pub(super) struct FileTable {
    pub(super) segments: Vec<Segment>,
    /// The number of the first file of each segment, and how many files there are.
    firsts: OnceLock<Vec<u32>>,
    /// The files that are no pages of an edition, a lesson or puzzles by their paths, as the places of their segments.
    alone: OnceLock<HashMap<String, usize>>,
}

impl FileTable {
    /// Plans the files of a website: those of the site itself first, then those of each variant.
    pub(super) fn plan(site: &Basis) -> Self {
        let segments = (0..site.views.len()).flat_map(|view| segments(site, view)).collect();
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

    /// Returns the segment of the file at a path, if it is no page of an edition or a script.
    pub(super) fn alone(&self, path: &str) -> Option<&Segment> {
        self.all_alone().get(path).map(|&segment| &self.segments[segment])
    }

    /// Returns the paths of the files that are no pages of editions or scripts.
    pub(super) fn paths_alone(&self) -> impl Iterator<Item = &String> {
        self.all_alone().keys()
    }

    fn all_alone(&self) -> &HashMap<String, usize> {
        self.alone.get_or_init(|| {
            let alone = self.segments.iter().enumerate().filter(|(_, segment)| segment.stands_alone());
            alone.map(|(number, segment)| (segment.path.clone(), number)).collect()
        })
    }
}

/// The files of a site's website.
pub struct WebsiteFiles<'a> {
    site: &'a Basis,
    files: &'a FileTable,
}

/// What a thread uses again from file to file.
#[derive(Default)]
pub struct Scratch<'a> {
    page: OpenPage,
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
        Pages { site: self.site, view: &self.site.views[segment.view] }
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
        pages.write(page, resolver, &mut scratch.page, out)
    }
}
