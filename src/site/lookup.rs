//! What stands at a path of a site, made when somebody asks for it.

use std::path::Path;

use super::basis::Site;
use super::file_bytes::write_file;
use super::languages::Sites;
use super::links::check_links;
use super::making::make_downloads;
use super::opening::{open_file, open_page};
use super::origins::{Origin, Segment};
use super::pages::Pages;
use crate::diagnostic::Diagnostics;
use crate::edition::OpenedEdition;
use crate::output::address;
#[cfg(feature = "serve")]
use crate::output::server::Work;
use crate::page::{OpenPage, PageRef};
use crate::plan::split;

/// What stands at a path of a site.
pub enum Found<'a> {
    /// A page of play, which stays the same as long as the site does.
    Position(Vec<u8>),
    /// Another page, or data that the site makes.
    Made(Vec<u8>),
    /// The graph of an edition.
    Graph(OpenedEdition<'a>),
    /// A file of the author, to be read from here.
    File(&'a Path),
}

impl Sites {
    /// Returns what stands at a path of the website, such as `nim/two-player/index.html`, if there is anything. It is
    /// what a build would write there, byte for byte.
    ///
    /// # Errors
    ///
    /// When the page cannot be made, or something that it says is wrong.
    pub fn look_up(&self, path: &str) -> Result<Option<Found<'_>>, Diagnostics> {
        let (site, path) = self.at(path);
        if let Some(file) = site.file_alone(path) {
            return site.make(file).map(Some);
        }
        for (view, path) in site.inside(path) {
            // The names of pages are known once what they belong to is open.
            if let Some(first) = site.plan.first_page_in(split(path).0) {
                open_page(site, first)?;
            }
            let view = &site.views[view];
            let on_demand = address::page_on_demand(&site.plan, path);
            if let Some(page) = on_demand.filter(|page| view.variant.has_edition(page.edition.id)) {
                return Ok(Some(Found::Position(Pages { site, view }.page_on_demand(&page)?)));
            }
        }
        site.page_at(path).map(|(view, page)| site.make_page(view, page)).transpose()
    }

    /// Returns what has to be done for what stands at a path.
    #[cfg(feature = "serve")]
    pub fn work(&self, path: &str) -> Work {
        let (site, path) = self.at(path);
        match site.inside(path).find_map(|(_, path)| site.plan.edition_in(split(path).0)) {
            Some(edition) if edition.is_on_demand() => Work::Search,
            // What is said where nothing stands can ask for other games.
            Some(edition) if edition.is_settled() && matches!(site.page_at(path), Some((_, PageRef::Position(..)))) => {
                Work::Page
            }
            _ => Work::Any,
        }
    }
}

impl Site {
    /// Makes a file that is no page of an edition, a lesson or puzzles, after what it shows was explored and checked.
    fn make(&self, file: &Segment) -> Result<Found<'_>, Diagnostics> {
        open_file(self, file)?;
        match file.origin {
            Origin::Pages(page) => return self.make_page(file.view, page),
            Origin::Copied(number) => return Ok(Found::File(&self.content.files[number].origin)),
            Origin::Graph(edition) => return Ok(Found::Graph(self.plan.opened(edition))),
            Origin::Download(number) => make_downloads(self, |made| made.path == self.downloads[number].path)?,
            _ => {}
        }
        let mut bytes = Vec::new();
        write_file(self, file, &mut bytes)?;
        Ok(Found::Made(bytes))
    }

    /// Makes a page of the view with this number, after what it shows was explored and checked.
    fn make_page(&self, view: usize, page: PageRef) -> Result<Found<'_>, Diagnostics> {
        open_page(self, page)?;
        check_links(self, &[page])?;
        match page {
            PageRef::Section(_) | PageRef::Story(_) => make_downloads(self, |file| file.of == page)?,
            PageRef::Position(edition, _) => self.plan.opened(edition).settle(),
            _ => {}
        }
        let (pages, mut bytes) = (Pages { site: self, view: &self.views[view] }, Vec::new());
        pages.write(page, &pages.resolver(page), &mut OpenPage::default(), &mut bytes)?;
        Ok(if let PageRef::Position(..) = page { Found::Position(bytes) } else { Found::Made(bytes) })
    }
}
