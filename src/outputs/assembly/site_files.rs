//! A site as files: the files of its website in one language, and their sources.

use std::collections::HashMap;
use std::sync::Arc;

use super::downloads::Downloads;
use crate::ground::html::address::encode;
use crate::outputs::address::{OtherLanguage, Tree};
use crate::pages::page::{EditionId, PageRef, Playable};
use crate::pages::plan::{Plan, Variant, paths};
use crate::pages::site::{Site, View};

/// A site in one language, with the files of its website.
pub struct SiteFiles {
    pub site: Site,
    /// The folder of the language on the website, with a `/` at its end; empty for the first language.
    pub(super) folder: String,
    /// The site in its first language, if `site` is in another language.
    pub(super) original: Option<Arc<Self>>,
    pub(super) others: Vec<OtherLanguage>,
    pub(super) downloads: Downloads,
    pub(super) segments: Vec<Segment>,
    /// The indices of the segments that stand alone, by path.
    pub(super) files_by_path: HashMap<String, usize>,
}

impl SiteFiles {
    /// Returns the facts about this language that the other languages need.
    pub(super) fn as_other(&self) -> OtherLanguage {
        let pages = self.segments.iter().filter(|segment| matches!(segment.origin, Origin::Pages(_)));
        OtherLanguage {
            folder: self.folder.clone(),
            base_url: self.site.base_url().map(str::to_owned),
            pages: pages.map(|segment| segment.path.clone()).collect(),
        }
    }

    pub(super) fn tree<'a>(&'a self, view: &'a View) -> Tree<'a> {
        Tree {
            plan: &self.site.plan,
            variant: &view.variant,
            main: &self.site.views[0].variant,
            folder: &self.folder,
            files: &self.files_by_path,
            original: self.original.as_ref().map(|original| &original.site.plan),
            base_url: self.site.base_url(),
            others: &self.others,
        }
    }

    /// For each view whose folder contains a path, returns the index of the view, and the path relative to that folder.
    pub(super) fn inside<'a>(&'a self, path: &'a str) -> impl Iterator<Item = (usize, &'a str)> {
        let variants = self.site.views.iter().map(|view| &view.variant).enumerate();
        variants.filter_map(|(view, variant)| Some((view, path.strip_prefix(&variant.folder)?)))
    }

    /// Returns the page at a path on the website, and the index of its view. Opens the chapter if necessary.
    pub(crate) fn page_at(&self, path: &str) -> Option<(usize, PageRef)> {
        let plan = &self.site.plan;
        let mut found = self.inside(path).filter_map(|(view, path)| Some((view, paths::page_at(plan, path)?)));
        found.find(|&(view, page)| self.site.views[view].variant.has(page, plan))
    }

    /// Returns the path of a page of a view, from the root of the website.
    pub(crate) fn path(&self, view: usize, page: PageRef) -> String {
        format!("{}{}{}", self.folder, self.site.views[view].variant.folder, paths::path(&self.site.plan, page))
    }

    pub(super) fn leads_somewhere(&self, path: &str) -> bool {
        let file = paths::file_at(path);
        self.site.plan.page_of_source(path).is_some()
            || self.file_alone(&file).is_some()
            || self.page_at(&file).is_some()
            || self.original.as_ref().is_some_and(|original| original.leads_somewhere(path))
    }

    /// Returns the file at a path, if the file stands alone (see [`Segment::stands_alone`]).
    pub(super) fn file_alone(&self, path: &str) -> Option<&Segment> {
        self.files_by_path.get(path).map(|&segment| &self.segments[segment])
    }

    /// Returns whether the file at a path is a redirect from an earlier address of a page.
    pub(crate) fn is_alias(&self, path: &str) -> bool {
        self.file_alone(path).is_some_and(|segment| matches!(segment.origin, Origin::Alias(..)))
    }

    pub(super) fn published_address(&self, path: &str) -> Option<String> {
        Some(format!("{}{}", self.site.base_url()?, encode(path)))
    }

    /// Returns the URL of a file of the content, if the site is published. Only the first language contains such files.
    pub(super) fn content_address(&self, path: &str) -> Option<String> {
        self.original.as_deref().unwrap_or(self).published_address(path)
    }

    pub(super) fn page_address(&self, page: PageRef) -> Option<String> {
        self.published_address(&paths::path(&self.site.plan, page))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A page and all pages after it in the same chapter.
    Pages(PageRef),
    Graph(EditionId),
    Download(usize),
    Copied(usize),
    Theme(usize),
    /// The redirect from an earlier address of a page, by the index of that address.
    Alias(PageRef, usize),
    NotFound,
    Robots,
    Sitemap,
    Feed,
    Preview(PageRef),
    Oembed(Playable),
    /// A picture of a position that content requests, by its index in the list of the edition.
    Picture(EditionId, usize, PictureFormat),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFormat {
    Svg,
    /// The width in pixels.
    Png(u16),
}

pub const PICTURE_WIDTH: u16 = 1200;

/// Consecutive files of the same origin.
#[derive(Debug)]
pub(crate) struct Segment {
    pub(crate) view: usize,
    pub(crate) origin: Origin,
    /// The path of the first file.
    pub(crate) path: String,
}

impl Segment {
    pub(crate) fn one(view: usize, variant: &Variant, origin: Origin, path: &str) -> Self {
        Self { view, origin, path: format!("{}{path}", variant.folder) }
    }

    pub(crate) fn pages(view: usize, variant: &Variant, plan: &Plan, first: PageRef) -> Self {
        Self::one(view, variant, Origin::Pages(first), &paths::path(plan, first))
    }

    /// Returns the origin of the file at an index in the segment.
    pub(super) fn origin_at(&self, place: usize) -> Origin {
        match self.origin {
            Origin::Pages(first) => Origin::Pages(first.after(place)),
            origin => origin,
        }
    }

    /// Returns whether the segment is a single file, and not the pages of an edition, a lesson or a collection of
    /// puzzles.
    pub(super) fn stands_alone(&self) -> bool {
        match self.origin {
            Origin::Pages(page) => page == PageRef::start_of(page.chapter) && !page.chapter.is_played(),
            _ => true,
        }
    }
}
