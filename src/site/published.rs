//! What the website has for other programs: search engines, feed readers, blogs, and hosts. All of it but pictures for
//! texts needs the address of the site. A file of the author stands in place of one of these.

use std::collections::HashSet;

use super::basis::{Basis, Summary};
use super::pages::Pages;
use super::pictures::{FORMATS, PictureFormat, draw, draw_preview};
use super::previews::{framed, oembed_path, preview_path};
use crate::diagnostic::Diagnostic;
use crate::files::alike;
use crate::output::address::{self, RootResolver};
use crate::output::feed::{self, Feed};
use crate::output::sitemap::{self, robots};
use crate::page::{EditionId, PageRef};

/// A file for other programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Published {
    /// Its path on the website.
    pub(super) path: String,
    pub(super) what: Service,
}

/// What a file is for other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Service {
    /// The page for files that are not there.
    NotFound,
    Robots,
    Sitemap,
    Feed,
    /// The picture of a page, for links to it.
    Preview(PageRef),
    /// What oEmbed says of an edition.
    Oembed(EditionId),
    /// A picture of a position, for texts, as its place among those of the edition.
    Picture(EditionId, usize, PictureFormat),
}

/// Returns the files for other programs: first those that need no base URL.
pub(super) fn plan_published(site: &Basis) -> Vec<Published> {
    let mut files = pictures(site);
    if site.base_url().is_none() {
        return files;
    }
    let own: HashSet<String> = site.content.files.iter().map(|file| alike(&file.path)).collect();
    let mut add = |path: String, what| {
        if !own.contains(&alike(&path)) {
            files.push(Published { path, what });
        }
    };
    if site.plan.article_named(address::NOT_FOUND).is_none() {
        add(address::ERROR_PAGE.to_owned(), Service::NotFound);
    }
    add(sitemap::ROBOTS_PATH.to_owned(), Service::Robots);
    add(sitemap::PATH.to_owned(), Service::Sitemap);
    if site.has_dates {
        add(feed::PATH.to_owned(), Service::Feed);
    }
    for page in site.landings() {
        // Plain pages have the picture of the front page.
        let is_drawn = !matches!(page, PageRef::Article(_)) && site.summary(page).image.is_none();
        if let Some(path) = preview_path(site, page).filter(|_| is_drawn) {
            add(path, Service::Preview(page));
        }
        if let PageRef::Position(edition, _) = page {
            add(oembed_path(site, edition), Service::Oembed(edition));
        }
    }
    files
}

/// Returns the pictures that content asks for: each as shapes and as pixels, beside the pages of its edition.
fn pictures(site: &Basis) -> Vec<Published> {
    let mut files = Vec::new();
    for edition in site.plan.editions() {
        for (number, named) in site.edition_spec(edition).pictures.iter().enumerate() {
            files.extend(FORMATS.map(|(ending, format)| Published {
                path: format!("{}/{}.{ending}", edition.folder(), named.value),
                what: Service::Picture(edition.id, number, format),
            }));
        }
    }
    files
}

impl Published {
    /// Returns its bytes. What it shows has to be open.
    ///
    /// # Errors
    ///
    /// When the theme cannot render a page.
    pub(super) fn bytes(&self, site: &Basis) -> Result<Vec<u8>, Diagnostic> {
        let base_url = site.base_url().unwrap_or_default();
        let text = match self.what {
            Service::NotFound => {
                let links = RootResolver::new(&site.plan, base_url);
                Pages { site, view: &site.views[0] }.words(&links).not_found_page()?
            }
            Service::Robots => robots(base_url),
            Service::Sitemap => sitemap(site),
            Service::Feed => feed(site),
            Service::Preview(page) => return Ok(draw_preview(site, page)),
            Service::Picture(edition, number, format) => {
                let edition = site.plan.edition(edition);
                let named = &site.edition_spec(edition).pictures[number];
                let page = edition.page_named(&named.value).expect("it was checked");
                return Ok(draw(site, edition, &edition.diagram(page), format));
            }
            Service::Oembed(edition) => {
                framed(site, site.plan.edition(edition)).map(|framed| framed.oembed()).unwrap_or_default()
            }
        };
        Ok(text.into_bytes())
    }
}

fn sitemap(site: &Basis) -> String {
    let entry = |page| {
        let date = site.summary(page).date.map(|date| date.to_string());
        Some(sitemap::Entry { address: site.page_address(page)?, date })
    };
    sitemap::sitemap(&site.landings().filter_map(entry).collect::<Vec<_>>())
}

fn feed(site: &Basis) -> String {
    let config = &site.content.config;
    let entry = |page| {
        let Summary { title, text, date, .. } = site.summary(page);
        let date = date?.to_string();
        Some(feed::Entry { title, summary: text, address: site.page_address(page)?, date })
    };
    feed::feed(Feed {
        title: &config.title,
        subtitle: &config.tagline,
        author: config.author.as_deref().unwrap_or(&config.title),
        language: &config.language,
        base_url: site.base_url().unwrap_or_default(),
        entries: site.landings().filter_map(entry).collect(),
    })
}
