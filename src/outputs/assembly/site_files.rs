//! A site as files: which ones its website has, in one of its languages, and what stands at a path of it.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use super::downloads::DownloadFile;
use super::origins::{Origin, Segment};
use crate::ground::html::address::encode;
use crate::outputs::address::{OtherLanguage, Tree};
use crate::pages::page::PageRef;
use crate::pages::plan::paths;
use crate::pages::site::{Site, View};

/// A site in one of its languages, with the files of its website.
pub struct SiteFiles {
    pub site: Site,
    pub(super) root: PathBuf,
    /// The folder on the website that has its pages, with the `/` after it; empty for the first language.
    pub(super) folder: String,
    /// The site in its first language, if this is another one.
    pub(super) original: Option<Arc<Self>>,
    pub(super) others: Vec<OtherLanguage>,
    pub(super) downloads: Vec<DownloadFile>,
    pub(super) segments: Vec<Segment>,
    /// The files that are no pages of an edition, a lesson or puzzles by their paths, as the places of their segments.
    pub(super) files_by_path: HashMap<String, usize>,
}

impl SiteFiles {
    /// Returns what the site in other languages has to know of it in this one.
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

    /// Returns the paths that a path on the website is inside of the views, with their numbers.
    pub(super) fn inside<'a>(&'a self, path: &'a str) -> impl Iterator<Item = (usize, &'a str)> {
        let variants = self.site.views.iter().map(|view| &view.variant).enumerate();
        variants.filter_map(|(view, variant)| Some((view, path.strip_prefix(&variant.folder)?)))
    }

    /// Returns the page at a path on the website, and the number of the view that has it. Opens what has to be open to
    /// know it.
    pub(crate) fn page_at(&self, path: &str) -> Option<(usize, PageRef)> {
        let plan = &self.site.plan;
        let mut found = self.inside(path).filter_map(|(view, path)| Some((view, paths::page_at(plan, path)?)));
        found.find(|&(view, page)| self.site.views[view].variant.has(page, plan))
    }

    /// Returns the path of a page of the view with this number, from the root of the website.
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

    /// Returns the file at a path, if it is no page of an edition, a lesson or puzzles.
    pub(super) fn file_alone(&self, path: &str) -> Option<&Segment> {
        self.files_by_path.get(path).map(|&segment| &self.segments[segment])
    }

    /// Whether the file at a path is the page at an earlier address of another.
    pub(crate) fn is_alias(&self, path: &str) -> bool {
        self.file_alone(path).is_some_and(|segment| matches!(segment.origin, Origin::Alias(..)))
    }

    pub(super) fn published_address(&self, path: &str) -> Option<String> {
        Some(format!("{}{}", self.site.base_url()?, encode(path)))
    }

    /// Returns the absolute address of a file of the content, if it is published: the first language has it.
    pub(super) fn content_address(&self, path: &str) -> Option<String> {
        self.original.as_deref().unwrap_or(self).published_address(path)
    }

    pub(super) fn page_address(&self, page: PageRef) -> Option<String> {
        self.published_address(&paths::path(&self.site.plan, page))
    }
}
