//! The website: its files in their order.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::Path;

use rayon::prelude::*;

use super::file_bytes::write_file;
use super::origins::{Origin, Segment};
use super::site_files::SiteFiles;
use super::sites::Sites;
use super::website_links::WebsiteLinks;
use crate::ground::diagnostic::Diagnostic;
use crate::outputs::{CHUNK, FileId, FileRanges, Files};
use crate::pages::page::OpenPage;
use crate::pages::plan::{paths, split};
use crate::pages::site::Pages;

pub struct WebsiteFiles<'a> {
    runs: FileRanges<(&'a SiteFiles, &'a Segment)>,
}

impl Sites {
    /// Returns the files of the website, whose editions, lessons and puzzles are open.
    pub fn files(&self) -> WebsiteFiles<'_> {
        let mut runs = FileRanges::default();
        for files in self.by_language() {
            for segment in &files.segments {
                let count = match segment.origin {
                    Origin::Pages(first) => files.site.plan.page_count(first),
                    _ => 1,
                };
                runs.push((files, segment), count);
            }
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
        self.sum_by_folder(|segment, files| if paths::is_page(&segment.path) { files.len() as u64 } else { 0 })
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
        for ((of, segment), files) in self.runs.iter() {
            let folder = format!("{}{}", of.folder, split(&segment.path).0);
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
        let (&(files, segment), place) = self.runs.at(file);
        match segment.origin_at(place) {
            Origin::Pages(page) => {
                let (site, view) = (&files.site, &files.site.views[segment.view]);
                let links = WebsiteLinks::beside(page, files, view);
                Pages { site, view }.write_directly(page, &links, &mut bytes)?;
            }
            origin => write_file(files, (segment.view, origin), &mut OpenPage::default(), &mut bytes)?,
        }
        Ok(bytes)
    }
}

impl Files for WebsiteFiles<'_> {
    type Scratch = OpenPage;

    fn count(&self) -> usize {
        self.runs.count()
    }

    fn path(&self, file: FileId) -> String {
        let ((files, segment), place) = self.runs.at(file);
        match segment.origin_at(place) {
            Origin::Pages(page) => files.path(segment.view, page),
            _ => format!("{}{}", files.folder, segment.path),
        }
    }

    fn source(&self, file: FileId) -> Option<&Path> {
        let ((files, segment), _) = self.runs.at(file);
        match segment.origin {
            Origin::Copied(file) => Some(&files.site.content.files[file].origin),
            _ => None,
        }
    }

    fn render(&self, file: FileId, page: &mut OpenPage, out: &mut Vec<u8>) -> Result<(), Diagnostic> {
        let (&(files, segment), place) = self.runs.at(file);
        write_file(files, (segment.view, segment.origin_at(place)), page, out)
    }
}
