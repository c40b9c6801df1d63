//! What stands at a path of a site, made when somebody asks for it.

use std::path::Path;

use super::Site;
use super::basis::View;
use super::links::Links;
use super::making::make_downloads;
use super::opening::{check_pictures, open_edition, open_page};
use super::options::Options;
use super::origins::{Origin, Segment};
use super::pages::Pages;
use super::pictures::{PictureFormat, draw};
use super::selection::edition_folders;
use crate::content;
use crate::diagnostic::{Diagnostic, Diagnostics, did_you_mean};
use crate::edition::{Edition, FIRST_NAME};
use crate::output::address;
#[cfg(feature = "serve")]
use crate::output::server::Work;
use crate::page::{OpenPage, PageRef};
use crate::plan::split;

/// What stands at a path of a site.
#[derive(Clone, Copy)]
pub enum Found<'a> {
    /// A page of play, which stays the same as long as the site does.
    Position,
    /// Another page, or data that the site makes.
    Made,
    /// The graph of an edition, which is open.
    Graph(&'a Edition),
    /// A file of the author, to be read from here.
    File(&'a Path),
}

impl Site {
    /// Appends what stands at a path of the website, such as `nim/two-player/index.html`; of a graph and of a file of
    /// the author nothing. Returns what it is, if there is anything. It is what a build would write there, byte for
    /// byte.
    ///
    /// # Errors
    ///
    /// When the page cannot be made, or something that it says is wrong.
    pub fn look_up(&self, path: &str, out: &mut Vec<u8>) -> Result<Option<Found<'_>>, Diagnostics> {
        let (site, plan) = (&self.basis, &self.basis.plan);
        if let Some(segment) = self.files.alone(path) {
            return self.write_alone(segment, out).map(Some);
        }
        for (number, View { variant, .. }) in site.views.iter().enumerate() {
            let Some(path) = path.strip_prefix(&variant.folder) else { continue };
            if let Some(first) = plan.first_page_in(split(path).0) {
                open_page(site, first)?;
            }
            let on_demand = address::page_on_demand(plan, path);
            if let Some(page) = on_demand.filter(|page| variant.has_edition(page.edition.id)) {
                Pages { site, view: &site.views[number] }.write_on_demand(&page, out)?;
                return Ok(Some(Found::Position));
            }
            if let Some(page) = address::page_at(plan, path).filter(|&page| variant.has(page, plan)) {
                return self.write_page(page, number, out).map(Some);
            }
        }
        Ok(None)
    }

    /// Returns what has to be done for what stands at a path.
    #[cfg(feature = "serve")]
    pub fn work(&self, path: &str) -> Work {
        let (plan, views) = (&self.basis.plan, &self.basis.views);
        let mut inside = views.iter().filter_map(|view| path.strip_prefix(&view.variant.folder));
        match inside.find_map(|path| plan.edition_in(split(path).0)) {
            Some(edition) if edition.is_on_demand() => Work::Search,
            Some(edition) if edition.is_open() && self.files.alone(path).is_none() => Work::Page,
            _ => Work::Any,
        }
    }

    /// Appends a file that is no page of an edition, a lesson or puzzles, after what it shows was explored and checked.
    fn write_alone(&self, segment: &Segment, out: &mut Vec<u8>) -> Result<Found<'_>, Diagnostics> {
        let site = &self.basis;
        match segment.origin {
            Origin::Pages(page) => return self.write_page(page, segment.view, out),
            Origin::Copied(file) => return Ok(Found::File(&site.content.files[file].origin)),
            Origin::Graph(edition) => {
                open_edition(site, site.plan.edition(edition))?;
                return Ok(Found::Graph(site.plan.edition(edition)));
            }
            Origin::Download(wanted) => {
                let path = &site.downloads[wanted].path;
                make_downloads(site, |file| file.path == *path)?;
            }
            Origin::Preview(page @ PageRef::Position(..)) => open_page(site, page)?,
            Origin::Preview(page @ PageRef::Script(id, _)) if site.plan.script(id).is_lesson() => {
                open_page(site, page)?;
            }
            Origin::Picture(edition, ..) => {
                open_page(site, PageRef::start_of(edition))?;
                check_pictures(site, std::slice::from_ref(site.plan.edition(edition)))?;
            }
            _ => {}
        }
        segment.write_bytes(site, out)?;
        Ok(Found::Made)
    }

    /// Appends a page of the view with this number, after what it shows was explored and checked.
    fn write_page(&self, page: PageRef, view: usize, out: &mut Vec<u8>) -> Result<Found<'_>, Diagnostics> {
        let site = &self.basis;
        open_page(site, page)?;
        // A part of a site has links to the rest of it.
        let has_words = match page {
            PageRef::Position(..) | PageRef::Star(_) => false,
            PageRef::Script(script, _) => site.plan.script(script).is_lesson(),
            PageRef::Front | PageRef::Section(_) | PageRef::Article(_) => true,
        };
        if has_words && !site.unpublished.is_part {
            Links { site, files: &self.files }.check_pages(&[page])?;
        }
        if let PageRef::Section(section) = page {
            make_downloads(site, |file| file.section == section)?;
        }
        let pages = Pages { site, view: &site.views[view] };
        pages.write(page, &pages.resolver(page), &mut OpenPage::default(), out)?;
        Ok(if matches!(page, PageRef::Position(..)) { Found::Position } else { Found::Made })
    }

    /// Returns the picture of a position of the site in the folder of the options. The position is named by its path
    /// on the website without the ending, such as `nim/two-player/a-3-4-5`; an edition stands for its first page.
    ///
    /// # Errors
    ///
    /// When the site has no such position, and everything that is wrong with it.
    pub fn picture(options: &Options, position: &str, format: PictureFormat) -> Result<Vec<u8>, Diagnostics> {
        let folder = find_edition_of(&content::load(&options.root, &options.games)?, position)?;
        let name = position[folder.len()..].trim_matches('/');
        let name = if name.is_empty() { FIRST_NAME } else { name };
        let site = Self::open(&Options { only: vec![folder.clone()], ..options.clone() }, None)?.basis;
        let edition = site.plan.edition_in(&folder).expect("it was asked for");
        open_edition(&site, edition)?;
        let diagram = if edition.is_on_demand() {
            edition.page_on_demand(name).map(|page| page.diagram())
        } else {
            edition.page_named(name).map(|page| edition.diagram(page))
        };
        let diagram = diagram.map_err(|unknown| {
            Diagnostic::new(unknown.to_string()).hint(edition.whereabouts(name, site.plan.editions()))
        })?;
        Ok(draw(&site, edition, &diagram, format))
    }
}

/// Returns the folder of the edition that a path leads into.
fn find_edition_of(content: &content::Content, position: &str) -> Result<String, Diagnostic> {
    let folders: Vec<String> = edition_folders(content).collect();
    let is_inside = |folder: &&String| {
        let rest = position.strip_prefix(folder.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    folders.iter().filter(is_inside).max_by_key(|folder| folder.len()).cloned().ok_or_else(|| {
        let message = format!("the site has no edition that `{position}` is a position of");
        // What is left without the position is nearer to the name of an edition.
        let named = if position.matches('/').count() > 1 { split(position).0 } else { position };
        Diagnostic::new(message).hint(did_you_mean(named, folders.iter().map(String::as_str)))
    })
}
