//! The website: its files in their order.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::Path;

use rayon::prelude::*;

use super::basis::Site;
use super::file_bytes::write_file;
use super::languages::Sites;
use super::origins::{Origin, Segment};
use super::pages::Pages;
use super::runs::Runs;
use crate::diagnostic::Diagnostic;
use crate::output::address;
use crate::output::{CHUNK, FileId, Files};
use crate::page::OpenPage;
use crate::plan::split;

pub struct WebsiteFiles<'a> {
    runs: Runs<(&'a Site, &'a Segment)>,
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

impl WebsiteFiles<'_> {
    pub fn paths(&self) -> Vec<String> {
        (0..self.count()).map(|file| self.path(FileId(file as u32))).collect()
    }

    /// Returns the number of pages in each folder, not counting those in its subfolders. Renders nothing.
    pub fn pages_by_folder(&self) -> BTreeMap<String, u64> {
        self.sum_by_folder(|segment, files| if address::is_page(&segment.path) { files.len() as u64 } else { 0 })
    }

    /// Returns the number of bytes in each folder, not counting those in its subfolders. Renders every file.
    ///
    /// # Errors
    ///
    /// When a file cannot be rendered.
    pub fn bytes_by_folder(&self) -> Result<BTreeMap<String, u64>, Diagnostic> {
        let all = (0..self.count() as u32).into_par_iter().with_min_len(CHUNK).map(FileId);
        let measured = all.map_init(Default::default, |(page, bytes), file| self.size(file, page, bytes));
        let sizes = measured.collect::<Result<Vec<u64>, Diagnostic>>()?;
        Ok(self.sum_by_folder(|_, files| sizes[files].iter().sum()))
    }

    fn sum_by_folder(&self, amount: impl Fn(&Segment, Range<usize>) -> u64) -> BTreeMap<String, u64> {
        let mut folders: BTreeMap<String, u64> = BTreeMap::new();
        for ((site, segment), files) in self.runs.iter() {
            let folder = format!("{}{}", site.folder, split(&segment.path).0);
            *folders.entry(folder.trim_end_matches('/').to_owned()).or_default() += amount(segment, files);
        }
        folders
    }

    fn size(&self, file: FileId, page: &mut OpenPage, bytes: &mut Vec<u8>) -> Result<u64, Diagnostic> {
        if let Some(source) = self.source(file) {
            let metadata = fs::metadata(source).map_err(|error| Diagnostic::io("read", source, &error))?;
            return Ok(metadata.len());
        }
        bytes.clear();
        self.render(file, page, bytes)?;
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

impl Files for WebsiteFiles<'_> {
    type Scratch = OpenPage;

    fn count(&self) -> usize {
        self.runs.count()
    }

    fn path(&self, file: FileId) -> String {
        let ((site, segment), place) = self.runs.at(file);
        let Origin::Pages(first) = segment.origin else { return format!("{}{}", site.folder, segment.path) };
        let path = address::path(&site.plan, first.at(place));
        format!("{}{}{path}", site.folder, site.views[segment.view].variant.folder)
    }

    fn source(&self, file: FileId) -> Option<&Path> {
        let ((site, segment), _) = self.runs.at(file);
        match segment.origin {
            Origin::Copied(file) => Some(&site.content.files[file].origin),
            _ => None,
        }
    }

    fn render(&self, file: FileId, page: &mut OpenPage, out: &mut Vec<u8>) -> Result<(), Diagnostic> {
        let (&(site, segment), place) = self.runs.at(file);
        let Origin::Pages(first) = segment.origin else { return write_file(site, segment, out) };
        let pages = pages(site, segment);
        pages.write(first.at(place), &pages.resolver(first), page, out)
    }
}
