//! What stands at a path of a site, made when it is requested.

use super::file_bytes::write_file;
use super::languages::Sites;
use super::links::check_links;
use super::making::make_downloads;
use super::opening::{open_file, open_page};
use super::origins::{Origin, Segment};
use super::site_files::SiteFiles;
use super::website_links::WebsiteLinks;
use crate::ground::diagnostic::Diagnostics;
use crate::pages::page::{OpenPage, PageRef};
use crate::pages::plan::split;
use crate::pages::site::Pages;

impl Sites {
    /// Returns what a build would write at a path of the website, such as `nim/two-player/index.html`, if anything.
    ///
    /// # Errors
    ///
    /// When the file cannot be made, or something that it says is wrong.
    pub fn look_up(&self, path: &str) -> Result<Option<Vec<u8>>, Diagnostics> {
        let (files, path) = self.at(path);
        if let Some(file) = files.file_alone(path) {
            return files.make(file).map(Some);
        }
        for (_, path) in files.inside(path) {
            // The names of pages are known once what they belong to is open.
            if let Some(first) = files.site.plan.first_page_in(split(path).0) {
                open_page(&files.site, first)?;
            }
        }
        files.page_at(path).map(|(view, page)| files.make_page(view, page)).transpose()
    }
}

impl SiteFiles {
    /// Makes a file that is no page of an edition, a lesson or puzzles, after what it shows was explored and checked.
    fn make(&self, file: &Segment) -> Result<Vec<u8>, Diagnostics> {
        open_file(&self.site, file)?;
        match file.origin {
            Origin::Pages(page) => return self.make_page(file.view, page),
            Origin::Download(number) => make_downloads(self, |made| made.path == self.downloads[number].path)?,
            _ => {}
        }
        let mut bytes = Vec::new();
        write_file(self, file, &mut bytes)?;
        Ok(bytes)
    }

    /// Makes a page of the view with this number, after what it shows was explored and checked.
    fn make_page(&self, view: usize, page: PageRef) -> Result<Vec<u8>, Diagnostics> {
        open_page(&self.site, page)?;
        check_links(self, &[page])?;
        if let PageRef::Section(_) | PageRef::Story(_) = page {
            make_downloads(self, |file| file.of == page)?;
        }
        let view = &self.site.views[view];
        let (pages, mut bytes) = (Pages { site: &self.site, view }, Vec::new());
        pages.write(page, &WebsiteLinks::beside(page, self, view), &mut OpenPage::default(), &mut bytes)?;
        Ok(bytes)
    }
}
