//! The website: its files in order, their bytes, and the links between its pages.

use std::fs;
use std::path::Path;

use quick_xml::escape::escape;
use toml::value::Date;

use super::downloads::DownloadFile;
use super::opening::find_picture;
use super::pictures::{draw, draw_preview};
use super::site_files::{Origin, Segment, SiteFiles};
use crate::ground::diagnostic::{Diagnostic, OrCannot};
use crate::ground::html::address::{encode, way};
use crate::outputs::address::FolderResolver;
use crate::outputs::data::feed;
use crate::outputs::data::graph;
use crate::outputs::data::sitemap::{robots, sitemap};
use crate::outputs::{FileId, FileRanges, Files};
use crate::pages::chapter::Summary;
use crate::pages::page::{Destination, EditionId, Link, LinkResolver, OpenPage, PageRef, Playable, Preview};
use crate::pages::plan::paths;
use crate::pages::site::{Pages, View};

pub struct WebsiteFiles<'a> {
    runs: FileRanges<(&'a SiteFiles, &'a Segment)>,
}

impl<'a> WebsiteFiles<'a> {
    /// Returns the files of a website in each of its languages. All chapters must be open.
    pub(super) fn new(languages: impl Iterator<Item = &'a SiteFiles>) -> Self {
        let mut runs = FileRanges::new();
        for files in languages {
            for segment in &files.segments {
                let count = match segment.origin {
                    Origin::Pages(first) => files.site.plan.page_count(first),
                    _ => 1,
                };
                runs.push((files, segment), count);
            }
        }
        Self { runs }
    }
}

impl WebsiteFiles<'_> {
    pub fn paths(&self) -> Vec<String> {
        (0..self.count()).map(|file| self.path(FileId(file as u32))).collect()
    }

    /// Returns the bytes of a file. Renders pages of play directly with their templates, without patterns.
    ///
    /// # Errors
    ///
    /// Returns an error if a template uses a field that its page does not contain, or a file of the content cannot be
    /// read.
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

/// Appends the bytes of a file of a view. `open` is reused between pages of play.
///
/// # Errors
///
/// Returns an error if the theme cannot render a page, or a file of the content cannot be read.
pub(super) fn write_file(
    files: &SiteFiles,
    (view, origin): (usize, Origin),
    open: &mut OpenPage,
    out: &mut Vec<u8>,
) -> Result<(), Diagnostic> {
    let (site, base_url) = (&files.site, files.site.base_url().unwrap_or_default());
    let view = &site.views[view];
    match origin {
        Origin::Pages(page) => {
            Pages { site, view }.write(page, &WebsiteLinks::beside(page, files, view), open, out)?;
        }
        Origin::Graph(edition) => graph::write(site.open_edition(edition)?, out).expect("a buffer takes all bytes"),
        Origin::Theme(number) => out.extend_from_slice(&view.theme.files[number].1),
        Origin::Download(number) => out.extend_from_slice(files.downloads.bytes(site, number)?),
        Origin::Copied(number) => {
            let origin = &site.content.files[number].origin;
            out.extend(fs::read(origin).or_cannot("read", origin)?);
        }
        Origin::Alias(page, number) => {
            let Summary { title, aliases, .. } = site.summary(page);
            let address = encode(&way(&paths::alias_file(&aliases[number]), &paths::path(&site.plan, page)));
            let canonical = files.page_address(page);
            let page = alias_page(&site.content.config.language, title, &address, canonical.as_deref());
            out.extend(page.into_bytes());
        }
        Origin::NotFound => {
            let links = FolderResolver::anywhere(PageRef::FRONT, files.tree(view), base_url);
            out.extend(Pages { site, view }.builder(&links).not_found_page()?.into_bytes());
        }
        Origin::Robots => {
            let others = files.others.iter().filter_map(|other| other.base_url.as_deref());
            out.extend(robots([base_url].into_iter().chain(others)).into_bytes());
        }
        Origin::Sitemap => {
            let date = |page| site.summary(page).date.map(|date| date.to_string());
            let pages = site.landings().filter_map(|page| Some((files.page_address(page)?, date(page))));
            out.extend(sitemap(pages).into_bytes());
        }
        Origin::Feed => out.extend(feed(files).into_bytes()),
        Origin::Preview(page) => out.extend(draw_preview(site, page)?),
        Origin::Picture(edition, number, format) => {
            let (edition, page) = find_picture(site, edition, number)?;
            out.extend(draw(site, &edition, &edition.diagram(page), format));
        }
        Origin::Oembed(playable) => {
            out.extend(files.framed(playable).expect("the site is published").oembed().into_bytes());
        }
    }
    Ok(())
}

fn feed(files: &SiteFiles) -> String {
    let site = &files.site;
    let entry = |page, title: String, summary: &str, date: Option<Date>| {
        let (address, date) = (files.page_address(page)?, date?.to_string());
        Some(feed::Entry { title, summary: summary.to_owned(), address, date })
    };
    let pages = site.landings().filter_map(|page| {
        let Summary { title, text, date, .. } = site.summary(page);
        entry(page, title.clone(), text, *date)
    });
    let today = site.puzzle_of_day().and_then(|(calendar, number)| {
        let puzzles = calendar.open_puzzles().ok()??;
        entry(puzzles.page_of(number), site.day_label(puzzles, number), "", site.date)
    });
    feed::feed(&site.content.config, site.base_url().unwrap_or_default(), pages.chain(today).collect())
}

/// Resolves the links of the pages in one folder of the website.
struct WebsiteLinks<'a> {
    files: &'a SiteFiles,
    view: &'a View,
    folder: FolderResolver<'a>,
}

impl<'a> WebsiteLinks<'a> {
    /// Returns the resolver for the pages in the folder of `page`. Links of the error page begin at the root of the
    /// host, because hosts show this page at any address.
    fn beside(page: PageRef, files: &'a SiteFiles, view: &'a View) -> Self {
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
        let files = self.files.downloads.list.iter().filter(|file| file.of == of && file.editions == editions);
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

/// Returns a page for an earlier address of a page, which makes the browser go to `address`, because a static host
/// cannot redirect. Browsers that ignore the `refresh` show a link. `canonical` is the absolute URL, if the site has a
/// base URL.
fn alias_page(language: &str, title: &str, address: &str, canonical: Option<&str>) -> String {
    let (title, address) = (escape(title), escape(address));
    let canonical = canonical.map(|address| format!("<link rel=\"canonical\" href=\"{}\">\n", escape(address)));
    format!(
        "<!DOCTYPE html>\n<html lang=\"{language}\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<meta name=\"robots\" content=\"noindex\">\n{}\
         <meta http-equiv=\"refresh\" content=\"0; url={address}\">\n<p><a href=\"{address}\">{title}</a></p>\n",
        canonical.unwrap_or_default()
    )
}
