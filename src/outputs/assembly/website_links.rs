//! The links of the website: between its pages, and to its downloads and previews.

use super::downloads::DownloadFile;
use super::site_files::SiteFiles;
use crate::outputs::address::FolderResolver;
use crate::pages::page::{Destination, EditionId, Link, LinkResolver, PageRef, Playable, Preview};
use crate::pages::site::View;

/// Resolves the links of the pages in one folder of the website.
pub(super) struct WebsiteLinks<'a> {
    files: &'a SiteFiles,
    view: &'a View,
    folder: FolderResolver<'a>,
}

impl<'a> WebsiteLinks<'a> {
    /// Returns the resolver for the pages in the folder of `page`. Hosts show the error page at any address.
    pub(super) fn beside(page: PageRef, files: &'a SiteFiles, view: &'a View) -> Self {
        let site = &files.site;
        let folder = match site.base_url().filter(|_| site.is_not_found(page)) {
            Some(base_url) => FolderResolver::anywhere(page, files.tree(&site.views[0]), base_url),
            None => FolderResolver::beside(page, files.tree(view)),
        };
        Self { files, view, folder }
    }
}

impl LinkResolver for WebsiteLinks<'_> {
    fn resolve(&self, to: Destination, out: &mut String) {
        self.folder.resolve(to, out);
    }

    fn has_translation(&self, language: usize, page: PageRef) -> bool {
        self.folder.has_translation(language, page)
    }

    fn link_to(&self, path: &str, suffix: &str) -> Option<String> {
        self.folder.link_to(path, suffix)
    }

    fn link_to_copy(&self, page: PageRef, folder: &str) -> Option<String> {
        self.folder.link_to_copy(page, folder)
    }

    fn leads_somewhere(&self, path: &str) -> bool {
        self.files.leads_somewhere(path)
    }

    fn downloads(&self, of: PageRef, editions: &[EditionId]) -> Vec<Link> {
        let files = self.files.downloads.files.iter().filter(|file| file.of == of && file.editions == editions);
        let link = |file: &DownloadFile| {
            Some(Link::at(self.link_to(&file.path, "")?, &self.files.site.catalogue.say(&file.title()?)))
        };
        files.filter_map(link).collect()
    }

    fn preview(&self, page: PageRef) -> Option<Preview> {
        self.files.preview(self.view, page)
    }

    fn embed_code(&self, playable: Playable) -> Option<String> {
        let is_offered = self.view.variant.is_main();
        is_offered.then(|| self.files.framed(playable)).flatten().map(|framed| framed.line())
    }
}
