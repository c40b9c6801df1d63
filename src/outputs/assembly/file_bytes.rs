//! The bytes of the files of the website.

use std::fs;

use super::making::download;
use super::opening::find_picture;
use super::origins::Origin;
use super::pictures::{draw, draw_preview};
use super::site_files::SiteFiles;
use super::website_links::WebsiteLinks;
use crate::ground::diagnostic::Diagnostic;
use crate::outputs::address::FolderResolver;
use crate::outputs::data::feed::{self, Feed};
use crate::outputs::data::graph;
use crate::outputs::data::sitemap::{self, robots};
use crate::pages::chapter::Summary;
use crate::pages::page::{OpenPage, PageRef};
use crate::pages::site::Pages;

/// Appends the bytes of a file of the view with this number. A page of play is written into `open`, which is used again
/// from page to page.
///
/// # Errors
///
/// When the theme cannot render a page, or when a file of the content cannot be read.
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
        Origin::Download(number) => out.extend_from_slice(download(files, &files.downloads[number])?),
        Origin::Copied(number) => {
            let origin = &site.content.files[number].origin;
            out.extend(fs::read(origin).map_err(|error| Diagnostic::io("read", origin, &error))?);
        }
        Origin::NotFound => {
            let links = FolderResolver::anywhere(PageRef::FRONT, files.tree(view), base_url);
            out.extend(Pages { site, view }.builder(&links).not_found_page()?.into_bytes());
        }
        Origin::Robots => {
            let others = files.others.iter().filter_map(|other| other.base_url.as_deref());
            out.extend(robots([base_url].into_iter().chain(others)).into_bytes());
        }
        Origin::Sitemap => out.extend(sitemap(files).into_bytes()),
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

fn sitemap(files: &SiteFiles) -> String {
    let site = &files.site;
    let date = |page| site.summary(page).date.map(|date| date.to_string());
    sitemap::sitemap(site.landings().filter_map(|page| Some((files.page_address(page)?, date(page)))))
}

fn feed(files: &SiteFiles) -> String {
    let site = &files.site;
    let config = &site.content.config;
    let entry = |page| {
        let Summary { title, text, date, .. } = site.summary(page);
        let date = date.as_ref()?.to_string();
        Some(feed::Entry { title, summary: text, address: files.page_address(page)?, date })
    };
    let today = site.date.and_then(|date| Some((date.to_string(), site.puzzle_of_day()?)));
    let today = today.and_then(|(date, (calendar, number))| {
        let puzzles = calendar.open_puzzles().ok()??;
        let (page, label) = (puzzles.first_page(number), site.day_label(puzzles, number));
        Some((date, files.page_address(page)?, label))
    });
    let of_today = today.iter().map(|(date, address, label)| feed::Entry {
        title: label,
        summary: "",
        address: address.clone(),
        date: date.clone(),
    });
    feed::feed(Feed {
        title: &config.title,
        subtitle: &config.tagline,
        author: config.author.as_deref().unwrap_or(&config.title),
        language: &config.language,
        base_url: site.base_url().unwrap_or_default(),
        entries: site.landings().filter_map(entry).chain(of_today).collect(),
    })
}
