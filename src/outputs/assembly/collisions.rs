//! Collisions: checks that every file of the website has its own path.

use std::collections::BTreeMap;

use super::site_files::{Origin, Segment, SiteFiles};
use crate::content;
use crate::ground::diagnostic::{Diagnostic, Diagnostics};
use crate::ground::files::alike;
use crate::pages::page::{ChapterId, PageRef};
use crate::pages::site::Site;

/// Checks that no two files have the same path, even if the file system ignores case. Games promise that the slugs of
/// their positions differ, so the check needs only one page of each edition.
///
/// # Errors
///
/// Returns every pair of files with the same path.
pub(crate) fn check_collisions(files: &SiteFiles) -> Result<(), Diagnostics> {
    let (site, mut findings) = (&files.site, Diagnostics::new());
    let mut known: BTreeMap<String, &Segment> = BTreeMap::new();
    let mut folders: BTreeMap<String, &Segment> = BTreeMap::new();
    for segment in &files.segments {
        let path = alike(&segment.path);
        for (slash, _) in path.match_indices('/') {
            folders.entry(path[..slash].to_owned()).or_insert(segment);
        }
        if let Some(other) = known.insert(path, segment) {
            findings.push(collision(site, other, segment));
        }
    }
    // No file can have the path of a later page of a chapter.
    for segment in files.segments.iter().filter(|segment| segment.stands_alone()) {
        let Some((view, page)) = files.page_at(&alike(&segment.path)) else { continue };
        if page != page.first() {
            let other = Segment::pages(view, &site.views[view].variant, &site.plan, page.first());
            findings.push(collision(site, &other, segment));
        }
    }
    if let Some((file, inner)) = folders.iter().find_map(|(folder, inner)| Some((known.get(folder)?, inner))) {
        let (one, two, path) = (describe(site, file), describe(site, inner), &file.path);
        let message = format!("{one} would be the file `{path}`, but {two} needs a folder of this name");
        findings.push(Diagnostic::new(message).hint("rename one of them"));
    }
    findings.into_result(())
}

fn collision(site: &Site, one: &Segment, two: &Segment) -> Diagnostic {
    let [own, other] = [one, two].map(|segment| &segment.path);
    let [one, two] = [one, two].map(|segment| describe(site, segment));
    // The finder composes letters, so paths that differ only in that are equal here.
    let message = if own == other && one != two || alike(own) != alike(other) {
        format!("{one} and {two} would both be `{other}`")
    } else {
        format!(
            "{one} and {two} would be `{own}` and `{other}`, which many systems treat as the same name: they differ \
             only in case or Unicode composition"
        )
    };
    Diagnostic::new(message).hint("rename one of them")
}

fn describe(site: &Site, segment: &Segment) -> String {
    let source = |chapter| site.plan.source_of(chapter).map(|path| format!(" ({}/{path})", content::FOLDER));
    let what = match segment.origin {
        Origin::Pages(page) => match page.chapter {
            ChapterId::Front if page == PageRef::FRONT => "the front page".to_owned(),
            ChapterId::Front if page == PageRef::GAMES => "the page of all games".to_owned(),
            ChapterId::Front => "the page of all stars".to_owned(),
            ChapterId::Edition(_) => format!("a position of {}", site.plan.folder(page)),
            _ => {
                let what = if segment.stands_alone() { "the page" } else { "a page of" };
                format!("{what} {:?}{}", site.summary(page).title, source(page.chapter).unwrap_or_default())
            }
        },
        Origin::Alias(page, _) => {
            format!("an alias of {:?}{}", site.summary(page).title, source(page.chapter).unwrap_or_default())
        }
        Origin::Copied(copied) => format!("the file {}/{}", content::FOLDER, site.content.files[copied].path),
        Origin::Theme(_) => format!("the theme's file `{}`", segment.path),
        _ => format!("the program's `{}`", segment.path),
    };
    match site.views[segment.view].variant.folder.trim_end_matches('/') {
        "" => what,
        folder => format!("{what} in the variant {folder:?}"),
    }
}
