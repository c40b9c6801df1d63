//! The website: its files in order.

use std::path::Path;

use super::file_bytes::write_file;
use super::site_files::{Origin, Segment, SiteFiles};
use super::sites::Sites;
use super::website_links::WebsiteLinks;
use crate::ground::diagnostic::Diagnostic;
use crate::outputs::{FileId, FileRanges, Files};
use crate::pages::page::OpenPage;
use crate::pages::site::Pages;

pub struct WebsiteFiles<'a> {
    runs: FileRanges<(&'a SiteFiles, &'a Segment)>,
}

impl Sites {
    /// Returns the files of the website. Its chapters must be open.
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

    /// Returns the bytes of a file. Its templates render a page of play directly, without patterns.
    ///
    /// # Errors
    ///
    /// If a template uses a field that its page does not contain, or a file of the content cannot be read.
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
