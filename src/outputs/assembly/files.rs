//! Files: lists the files of the website.
//!
//! In addition to its pages, a website contains files for search engines, feed readers, blogs and hosts, but only if
//! the site has a base URL. If the author supplies a file with the same path as one of these files, the author's file
//! replaces it.

use std::collections::{HashMap, HashSet};

use super::collisions::check_collisions;
use super::downloads::Downloads;
use super::previews::{oembed_path, preview_path};
use super::site_files::{Origin, PICTURE_WIDTH, PictureFormat, Segment, SiteFiles};
use crate::ground::diagnostic::Diagnostics;
use crate::ground::files::alike;
use crate::outputs::data::{feed, sitemap};
use crate::pages::page::{ChapterId, PageRef, Playable};
use crate::pages::plan::paths::{self, alias_file};
use crate::pages::site::{Options, Site, View};

/// The formats of each picture that content requests, with their file extensions.
const FORMATS: [(&str, PictureFormat); 2] = [("svg", PictureFormat::Svg), ("png", PictureFormat::Png(PICTURE_WIDTH))];

/// Plans the files of the website: first those of the main variant, then those of the other variants.
///
/// # Errors
///
/// Returns an error if two files have the same path.
pub(super) fn plan_files(site: Site, folder: String, options: &Options) -> Result<SiteFiles, Diagnostics> {
    let mut files = SiteFiles {
        downloads: Downloads::plan(&site, &options.root),
        site,
        folder,
        original: None,
        others: Vec::new(),
        segments: Vec::new(),
        files_by_path: HashMap::new(),
    };
    files.segments = (0..files.site.views.len()).flat_map(|view| segments(&files, view)).collect();
    let alone = files.segments.iter().enumerate().filter(|(_, segment)| segment.stands_alone());
    files.files_by_path = alone.map(|(number, segment)| (segment.path.clone(), number)).collect();
    check_collisions(&files)?;
    Ok(files)
}

/// Returns the files of a view. Variants other than the main one contain no data and, of the author's files, only the
/// icons and the logo. Their pages link to the other files in the main variant.
fn segments(known: &SiteFiles, view: usize) -> Vec<Segment> {
    let (site, plan) = (&known.site, &known.site.plan);
    let View { variant, theme, .. } = &site.views[view];
    let one = |origin, path: &str| Segment::one(view, variant, origin, path);
    let mut segments = Vec::new();
    for chapter in plan.chapters().filter(|&chapter| variant.has(PageRef::start_of(chapter), plan)) {
        if let ChapterId::Edition(edition) = chapter {
            let edition = plan.edition(edition);
            // A graph takes long to make, so make it first.
            if variant.is_main() && edition.spec.graph {
                segments.push(one(Origin::Graph(edition.id), &edition.graph_path()));
            }
        }
        let starts = plan.chapter(chapter).starts().iter();
        segments.extend(starts.map(|&page| Segment::pages(view, variant, plan, PageRef::new(chapter, page))));
    }
    let files = &site.content.files;
    if variant.is_main() {
        segments
            .extend((0..).zip(&known.downloads.list).map(|(number, file)| one(Origin::Download(number), &file.path)));
        segments.extend(pictures(site).into_iter().chain(services(known)).map(|(path, origin)| one(origin, &path)));
        for page in site.landings() {
            let aliases = site.summary(page).aliases.iter().enumerate();
            segments.extend(aliases.map(|(number, path)| one(Origin::Alias(page, number), &alias_file(path))));
        }
    }
    let is_on_every_page = |path: &str| site.content.config.is_on_every_page(path);
    let copied = (0..).zip(files).filter(|(_, file)| variant.is_main() || is_on_every_page(&file.path));
    segments.extend(copied.map(|(number, file)| one(Origin::Copied(number), &file.path)));
    let replaced = |path: &String| is_on_every_page(path) && files.iter().any(|file| file.path == *path);
    let own = theme.files.iter().enumerate().filter(|(_, (path, _))| !replaced(path));
    segments.extend(own.map(|(number, (path, _))| one(Origin::Theme(number), path)));
    segments
}

/// Returns the pictures that content requests, with their paths: each as SVG and as PNG, in the folder of its edition.
fn pictures(site: &Site) -> Vec<(String, Origin)> {
    let mut files = Vec::new();
    let editions = site.plan.editions.iter().filter(|edition| site.views[0].variant.has_edition(edition.id));
    for edition in editions {
        for (number, named) in edition.spec.pictures.iter().enumerate() {
            for (ending, format) in FORMATS {
                let path = format!("{}/{}.{ending}", edition.folder(), named.value);
                files.push((path, Origin::Picture(edition.id, number, format)));
            }
        }
    }
    files
}

fn services(known: &SiteFiles) -> Vec<(String, Origin)> {
    let site = &known.site;
    if site.base_url().is_none() {
        return Vec::new();
    }
    let mut files = Vec::new();
    let mut add = |path: &str, origin| files.push((path.to_owned(), origin));
    // Hosts and search engines look for these only in the top folder.
    if known.folder.is_empty() {
        if site.plan.article_named(paths::NOT_FOUND).is_none() {
            add(paths::ERROR_PAGE, Origin::NotFound);
        }
        add(sitemap::ROBOTS_PATH, Origin::Robots);
    }
    add(sitemap::PATH, Origin::Sitemap);
    let has_news = || site.puzzle_of_day().is_some();
    if site.landings().any(|page| site.summary(page).date.is_some()) || has_news() {
        add(feed::PATH, Origin::Feed);
    }
    let mut playable = Vec::new();
    for page in site.landings() {
        // Articles use the picture of the front page.
        let is_drawn = !page.chapter.is_article() && site.summary(page).image.is_none();
        if let Some(path) = preview_path(site, page).filter(|_| is_drawn) {
            add(&path, Origin::Preview(page));
        }
        playable.extend(site.beginning_on(page));
    }
    for script in site.plan.scripts.iter().filter(|script| site.views[0].variant.has_script(script, &site.plan)) {
        playable.extend((0..script.puzzle_count()).map(|number| Playable::Puzzle(script.id, number)));
    }
    for playable in playable {
        add(&oembed_path(site, playable), Origin::Oembed(playable));
    }
    let own: HashSet<String> = site.content.files.iter().map(|file| alike(&file.path)).collect();
    files.retain(|(path, _)| !own.contains(&alike(path)));
    files
}
