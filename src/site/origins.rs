//! Origins: what each file of the website is made from, and where it stands.
//!
//! Beside its pages a website has files for other programs: search engines, feed readers, blogs, and hosts. All of
//! these but pictures for texts need the address of the site. A file of the author stands in place of one of them.

use std::collections::HashSet;

use super::basis::{Basis, View};
use super::pictures::{FORMATS, PictureFormat};
use super::previews::{oembed_path, preview_path};
use crate::files::alike;
use crate::output::address;
use crate::output::{feed, graph, sitemap};
use crate::page::{EditionId, PageRef};

/// The files of a theme in place of which an author can have others.
const ICONS: [&str; 2] = ["icon.png", "icon.svg"];

/// What files are made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// A page, and all that follow it in its edition or its script.
    Pages(PageRef),
    /// The graph of an edition as data.
    Graph(EditionId),
    /// The download with this index.
    Download(usize),
    /// The file of the content with this index.
    Copied(usize),
    /// The file of the variant's theme with this index.
    Theme(usize),
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

/// Files of one origin, which follow each other.
#[derive(Debug)]
pub(super) struct Segment {
    /// The view that they belong to, as an index.
    pub(super) view: usize,
    pub(super) origin: Origin,
    /// The path of the first one.
    pub(super) path: String,
}

impl Segment {
    /// Returns the pages of a view that begin with this one.
    pub(super) fn pages(site: &Basis, view: usize, first: PageRef) -> Self {
        let path = format!("{}{}", site.views[view].variant.folder, address::path(&site.plan, first));
        Self { view, origin: Origin::Pages(first), path }
    }

    /// Whether it is one file, no pages of an edition or a script.
    pub(super) fn stands_alone(&self) -> bool {
        match self.origin {
            Origin::Pages(page) => matches!(page, PageRef::Front | PageRef::Section(_) | PageRef::Article(_)),
            _ => true,
        }
    }

    /// Appends the path of the file at a place of the segment.
    pub(super) fn write_path(&self, site: &Basis, place: usize, out: &mut String) {
        match self.origin {
            Origin::Pages(first) => {
                out.push_str(&site.views[self.view].variant.folder);
                address::write_path(&site.plan, first.at(place), out);
            }
            _ => out.push_str(&self.path),
        }
    }
}

/// Returns the files of a view. Data and files of the author are not copied, since pages of variants refer to those of
/// the site itself.
pub(super) fn segments(site: &Basis, view: usize) -> Vec<Segment> {
    let (plan, View { variant, theme, .. }) = (&site.plan, &site.views[view]);
    let one = |origin, path: &str| Segment { view, origin, path: format!("{}{path}", variant.folder) };
    let pages = |first| Segment::pages(site, view, first);
    let mut segments = vec![pages(PageRef::Front)];
    for section in plan.sections().iter().filter(|section| variant.has_section(section)) {
        segments.push(pages(PageRef::Section(section.id)));
        for edition in plan.editions_of(section).iter().filter(|edition| variant.has_edition(edition.id)) {
            // A graph is one long piece of work, so it comes before the many short ones.
            if variant.is_main() && site.edition_spec(edition).graph {
                segments.push(one(Origin::Graph(edition.id), &graph::path(edition)));
            }
            segments.extend([PageRef::start_of(edition.id), PageRef::Star(edition.id)].map(pages));
        }
        let scripts = plan.scripts_of(section).filter(|script| variant.has_script(script, plan));
        segments.extend(scripts.map(|script| pages(script.first_page())));
    }
    segments.extend(plan.articles().map(|article| pages(PageRef::Article(article))));
    let (files, downloads) = (&site.content.files, &site.downloads);
    if variant.is_main() {
        segments.extend(downloads.iter().enumerate().map(|(number, file)| one(Origin::Download(number), &file.path)));
        segments.extend(services(site).into_iter().map(|(path, origin)| one(origin, &path)));
        segments.extend(files.iter().enumerate().map(|(number, file)| one(Origin::Copied(number), &file.path)));
    }
    for (number, (path, _)) in theme.files().iter().enumerate() {
        let own = || files.iter().position(|file| file.path == *path);
        match ICONS.contains(&path.as_str()).then(own).flatten() {
            None => segments.push(one(Origin::Theme(number), path)),
            Some(_) if variant.is_main() => {}
            Some(own) => segments.push(one(Origin::Copied(own), path)),
        }
    }
    segments
}

/// Returns the files for other programs with their paths: first those that need no base URL.
fn services(site: &Basis) -> Vec<(String, Origin)> {
    let mut files = pictures(site);
    if site.base_url().is_none() {
        return files;
    }
    let mut add = |path: &str, origin| files.push((path.to_owned(), origin));
    if site.plan.article_named(address::NOT_FOUND).is_none() {
        add(address::ERROR_PAGE, Origin::NotFound);
    }
    add(sitemap::ROBOTS_PATH, Origin::Robots);
    add(sitemap::PATH, Origin::Sitemap);
    if site.has_dates {
        add(feed::PATH, Origin::Feed);
    }
    for page in site.landings() {
        // Plain pages have the picture of the front page.
        let is_drawn = !matches!(page, PageRef::Article(_)) && site.summary(page).image.is_none();
        if let Some(path) = preview_path(site, page).filter(|_| is_drawn) {
            add(&path, Origin::Preview(page));
        }
        if let PageRef::Position(edition, _) = page {
            add(&oembed_path(site, edition), Origin::Oembed(edition));
        }
    }
    let own: HashSet<String> = site.content.files.iter().map(|file| alike(&file.path)).collect();
    files.retain(|(path, origin)| matches!(origin, Origin::Picture(..)) || !own.contains(&alike(path)));
    files
}

/// Returns the pictures that content asks for: each as shapes and as pixels, beside the pages of its edition.
fn pictures(site: &Basis) -> Vec<(String, Origin)> {
    let mut files = Vec::new();
    for edition in site.plan.editions() {
        for (number, named) in site.edition_spec(edition).pictures.iter().enumerate() {
            let path = |ending| format!("{}/{}.{ending}", edition.folder(), named.value);
            files.extend(FORMATS.map(|(ending, format)| (path(ending), Origin::Picture(edition.id, number, format))));
        }
    }
    files
}
