//! The website: its files in their order.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rayon::prelude::*;

use super::basis::Site;
use super::file_bytes::write_file;
use super::languages::Sites;
use super::origins::{Origin, Segment};
use super::pages::Pages;
use super::runs::Runs;
use crate::diagnostic::Diagnostic;
use crate::output::address::{self, FolderResolver};
use crate::output::{FileId, Files};
use crate::page::OpenPage;
use crate::plan::split;

/// How many files a thread measures at a time.
const CHUNK: usize = 64;

/// What a folder of the website holds, without the folders in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FolderSize {
    /// How many pages there are.
    pub pages: usize,
    /// How many bytes all files have together.
    pub bytes: u64,
}

/// The files of a site's website.
pub struct WebsiteFiles<'a> {
    /// Segments with the sites that they are of.
    runs: Runs<(&'a Site, &'a Segment)>,
}

/// What a thread uses again from file to file.
#[derive(Default)]
pub struct Scratch<'a> {
    page: OpenPage,
    /// The segment of the last page, and what closes the links of its pages.
    last: Option<(&'a Segment, FolderResolver<'a>)>,
}

impl Sites {
    /// Returns the files of the website, whose editions, lessons and puzzles are open.
    pub fn files(&self) -> WebsiteFiles<'_> {
        let mut runs = Runs::default();
        for (site, segment) in self.all().flat_map(|site| site.segments.iter().map(move |segment| (site, segment))) {
            let count = match segment.origin {
                Origin::Pages(first) => site.plan.page_count(first),
                _ => 1,
            };
            runs.push((site, segment), count);
        }
        WebsiteFiles { runs }
    }
}

impl<'a> WebsiteFiles<'a> {
    /// Returns the paths of all files in their order.
    pub fn paths(&self) -> Vec<String> {
        (0..self.count()).map(|file| self.path(FileId(file as u32))).collect()
    }

    /// Returns the pages and bytes in each folder.
    ///
    /// # Errors
    ///
    /// When a file cannot be rendered.
    pub fn sizes(&self) -> Result<BTreeMap<String, FolderSize>, Diagnostic> {
        let all = (0..self.count() as u32).into_par_iter().with_min_len(CHUNK).map(FileId);
        let measured = all.map_init(Default::default, |(scratch, bytes), file| self.size(file, scratch, bytes));
        let sizes = measured.collect::<Result<Vec<u64>, Diagnostic>>()?;
        let mut folders: BTreeMap<String, FolderSize> = BTreeMap::new();
        for ((site, segment), files) in self.runs.iter() {
            let folder = format!("{}{}", site.folder, split(&segment.path).0);
            let folder = folders.entry(folder.trim_end_matches('/').to_owned()).or_default();
            if address::is_page(&segment.path) {
                folder.pages += files.len();
            }
            folder.bytes += sizes[files].iter().sum::<u64>();
        }
        Ok(folders)
    }

    /// Returns how many bytes a file has.
    fn size(&self, file: FileId, scratch: &mut Scratch<'a>, bytes: &mut Vec<u8>) -> Result<u64, Diagnostic> {
        if let Some(source) = self.source(file) {
            let metadata = fs::metadata(source).map_err(|error| Diagnostic::io("read", source, &error))?;
            return Ok(metadata.len());
        }
        bytes.clear();
        self.render(file, scratch, bytes)?;
        Ok(bytes.len() as u64)
    }

    /// Returns the bytes of a file, which for a page of play its templates render directly.
    ///
    /// # Errors
    ///
    /// When a template asks for what a page does not have, or when a file of the content cannot be read.
    pub fn bytes_directly(&self, file: FileId) -> Result<Vec<u8>, Diagnostic> {
        let mut bytes = Vec::new();
        let (&(site, segment), place) = self.runs.at(file);
        match segment.origin {
            Origin::Pages(first) => pages(site, segment).write_directly(first.at(place), &mut bytes)?,
            _ => write_file(site, segment, &mut bytes)?,
        }
        Ok(bytes)
    }
}

fn pages<'a>(site: &'a Site, segment: &Segment) -> Pages<'a> {
    Pages { site, view: &site.views[segment.view] }
}

impl<'a> Files for WebsiteFiles<'a> {
    type Scratch = Scratch<'a>;

    fn count(&self) -> usize {
        self.runs.count()
    }

    fn write_path(&self, file: FileId, out: &mut String) {
        let ((site, segment), place) = self.runs.at(file);
        out.push_str(&site.folder);
        match segment.origin {
            Origin::Pages(first) => {
                out.push_str(&site.views[segment.view].variant.folder);
                address::write_path(&site.plan, first.at(place), out);
            }
            _ => out.push_str(&segment.path),
        }
    }

    fn source(&self, file: FileId) -> Option<&Path> {
        let ((site, segment), _) = self.runs.at(file);
        match segment.origin {
            Origin::Copied(file) => Some(&site.content.files[file].origin),
            _ => None,
        }
    }

    fn render(&self, file: FileId, scratch: &mut Scratch<'a>, out: &mut Vec<u8>) -> Result<(), Diagnostic> {
        let (&(site, segment), place) = self.runs.at(file);
        let Origin::Pages(first) = segment.origin else { return write_file(site, segment, out) };
        let pages = pages(site, segment);
        let known = scratch.last.take().filter(|(last, _)| std::ptr::eq(*last, segment));
        let (_, resolver) = scratch.last.insert(known.unwrap_or_else(|| (segment, pages.resolver(first))));
        pages.write(first.at(place), resolver, &mut scratch.page, out)
    }
}
