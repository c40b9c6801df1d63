//! What stands at a path of a site, made when it is requested.

use super::basis::Site;
use super::file_bytes::write_file;
use super::languages::Sites;
use super::links::check_links;
use super::making::make_downloads;
use super::opening::{open_file, open_page};
use super::origins::{Origin, Segment};
use super::pages::Pages;
use crate::diagnostic::Diagnostics;
use crate::page::{OpenPage, PageRef};
use crate::plan::split;

impl Sites {
    /// Returns what a build would write at a path of the website, such as `nim/two-player/index.html`, if anything.
    ///
    /// # Errors
    ///
    /// When the file cannot be made, or something that it says is wrong.
    pub fn look_up(&self, path: &str) -> Result<Option<Vec<u8>>, Diagnostics> {
        let (site, path) = self.at(path);
        if let Some(file) = site.file_alone(path) {
            return site.make(file).map(Some);
        }
        for (_, path) in site.inside(path) {
            // The names of pages are known once what they belong to is open.
            if let Some(first) = site.plan.first_page_in(split(path).0) {
                open_page(site, first)?;
            }
        }
        site.page_at(path).map(|(view, page)| site.make_page(view, page)).transpose()
    }
}

impl Site {
    /// Makes a file that is no page of an edition, a lesson or puzzles, after what it shows was explored and checked.
    fn make(&self, file: &Segment) -> Result<Vec<u8>, Diagnostics> {
        open_file(self, file)?;
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
        open_page(self, page)?;
        check_links(self, &[page])?;
        if let PageRef::Section(_) | PageRef::Story(_) = page {
            make_downloads(self, |file| file.of == page)?;
        }
        let (pages, mut bytes) = (Pages { site: self, view: &self.views[view] }, Vec::new());
        pages.write(page, &pages.resolver(page), &mut OpenPage::default(), &mut bytes)?;
        Ok(bytes)
    }
}
