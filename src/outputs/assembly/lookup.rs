//! What stands at a path of a site, made when it is requested.

use super::check_links::check_links;
use super::file_bytes::write_file;
use super::making::make_downloads;
use super::opening::open_file;
use super::origins::Origin;
use super::site_files::SiteFiles;
use super::sites::Sites;
use crate::ground::diagnostic::Diagnostics;
use crate::pages::page::OpenPage;
use crate::pages::plan::split;

impl Sites {
    /// Returns what a build would write at a path of the website, such as `nim/two-player/index.html`, if anything.
    ///
    /// # Errors
    ///
    /// When the file cannot be made, or something that it says is wrong.
    pub fn look_up(&self, path: &str) -> Result<Option<Vec<u8>>, Diagnostics> {
        let (files, path) = self.at(path);
        let file = match files.file_alone(path) {
            Some(file) => Some((file.view, file.origin)),
            None => files.find_page(path)?,
        };
        file.map(|file| files.make(file)).transpose()
    }
}

impl SiteFiles {
    /// Returns the page at a path of the website, with the number of its view.
    ///
    /// # Errors
    ///
    /// What is wrong with the chapter that could have it.
    fn find_page(&self, path: &str) -> Result<Option<(usize, Origin)>, Diagnostics> {
        for (_, path) in self.inside(path) {
            if let Some(first) = self.site.plan.first_page_in(split(path).0) {
                self.site.open(first)?;
            }
        }
        Ok(self.page_at(path).map(|(view, page)| (view, Origin::Pages(page))))
    }

    /// Makes a file of the view with this number, after what it shows was explored and checked.
    fn make(&self, (view, origin): (usize, Origin)) -> Result<Vec<u8>, Diagnostics> {
        open_file(&self.site, origin)?;
        if let Origin::Pages(page) = origin {
            check_links(self, &[page])?;
            make_downloads(self, |file| file.of == page)?;
        }
        let mut bytes = Vec::new();
        write_file(self, (view, origin), &mut OpenPage::default(), &mut bytes)?;
        Ok(bytes)
    }
}
