//! Links: checks that the targets of authors' links, and the positions in their texts, exist.

use std::cell::OnceCell;

use super::site_files::SiteFiles;
use crate::content::{BoardBlock, Body, Content, Located, Reference};
use crate::ground::diagnostic::{Diagnostic, Diagnostics, did_you_mean, nearest};
use crate::pages::page::{ChapterId, PageRef};
use crate::pages::plan::{paths, split};
use crate::pages::script::ScriptKind;
use crate::pages::site::{Site, board_page};

/// The maximum number of pages of an edition to compare with a misspelt name.
const MOST_COMPARED: usize = 10_000;

/// Checks the links on these pages and in the menu. If the build contains only a part of the site, checks nothing,
/// because the part links to the rest of the site.
///
/// # Errors
///
/// Returns every link without a target, and every board whose position does not exist.
pub(crate) fn check_links(files: &SiteFiles, pages: &[PageRef]) -> Result<(), Diagnostics> {
    let site = &files.site;
    let texts: Vec<_> = pages.iter().filter_map(|&page| Some((page, bodies(site, page)?))).collect();
    if site.unpublished.is_part || texts.is_empty() {
        return Ok(());
    }
    let mut findings = Diagnostics::new();
    let (mut references, mut paths): (Vec<&Reference>, Vec<Located<String>>) = (Vec::new(), Vec::new());
    for (page, bodies) in texts {
        for body in bodies {
            for block in &body.boards {
                findings.keep(check_board(site, block));
            }
            references.extend(&body.links);
        }
        paths.extend(site.summary(page).image.clone());
        match page.chapter {
            ChapterId::Section(section) => paths.extend(site.spec(section).picture.clone()),
            ChapterId::Story(story) => paths.extend(site.plan.story(story).open()?.pictures()),
            _ => {}
        }
    }
    references.extend(site.content.config.menu.iter().flatten().filter_map(|entry| entry.value.reference.as_ref()));
    paths.extend(site.content.config.logo.clone());
    let known = OnceCell::new();
    for link in references.iter().map(|reference| &reference.path).chain(&paths) {
        if !files.leads_somewhere(&link.value) {
            // A link can occur in many places; report it once. Do not search for hints to findings that are not
            // printed.
            let is_told = !findings.is_more_than_told();
            // A link to a translated page uses the name of the original.
            let original =
                link.value.strip_suffix(".md").and_then(|stem| Some(stem.rsplit_once('.')?.0.to_owned() + ".md"));
            let original = original.filter(|page| files.leads_somewhere(page));
            let near = || original.or_else(|| nearest_path(site, &link.value, known.get_or_init(|| linkable(files))));
            findings.push(broken(site, link, is_told.then(near).flatten()));
        }
    }
    for reference in references {
        findings.keep(check_part(site, reference));
    }
    findings.into_result(())
}

/// Returns the texts by authors in the chapter that begins on a page, if the chapter contains any.
fn bodies(site: &Site, page: PageRef) -> Option<Vec<&Body>> {
    let Content { front, articles, .. } = &site.content;
    let bodies = match page.chapter {
        _ if page != page.first() || page.is_beside_front() => return None,
        ChapterId::Front => front.iter().map(|front| &front.body).collect(),
        ChapterId::Section(section) => vec![&site.spec(section).body],
        ChapterId::Article(article) => vec![&articles[article.index()].body],
        ChapterId::Script(script) => match &site.plan.script(script).kind {
            ScriptKind::Lesson(lesson, _) => lesson.steps.iter().map(|step| &step.text).chain([&lesson.end]).collect(),
            ScriptKind::Puzzles(..) => return None,
        },
        ChapterId::Story(story) => vec![&site.plan.story(story).spec.body],
        ChapterId::Edition(_) => return None,
    };
    Some(bodies)
}

/// Checks that the target of a link contains the part that the link names after `#`. Files that are published unchanged
/// are not checked.
fn check_part(site: &Site, reference: &Reference) -> Result<(), Diagnostic> {
    let path = &reference.path;
    let page = paths::page_referred_to(&site.plan, &path.value);
    let (Some(part), Some(page)) = (reference.part(), page) else { return Ok(()) };
    if matches!(page.chapter, ChapterId::Section(section) if site.spec(section).has_group(&part)) {
        return Ok(());
    }
    let body = bodies(site, page).filter(|_| !page.chapter.is_played()).and_then(|mut all| all.pop());
    let Some(ids) = body.map(|body| &body.ids).filter(|ids| !ids.is_empty()) else {
        let message = format!("`{}` has no parts, so it has no part `{part}`", path.value);
        return Err(path.diagnostic(message).hint("link to the page itself: remove `#` and everything after it"));
    };
    if ids.contains(&part) {
        return Ok(());
    }
    let hint = did_you_mean(&part, ids.iter().map(String::as_str));
    Err(path.diagnostic(format!("`{}` has no part `{part}`", path.value)).hint(hint))
}

fn broken(site: &Site, link: &Located<String>, near: Option<String>) -> Diagnostic {
    let path = paths::file_at(&link.value);
    let name = link.value.strip_suffix(".md").unwrap_or(paths::without_ending(&path));
    if site.unpublished.articles.contains(name) {
        return link
            .diagnostic(format!("the page `{}` is a draft", link.value))
            .hint("build with --drafts, or link to another page");
    }
    link.diagnostic(format!("the site contains no file `{path}`")).hint(match near {
        Some(near) => format!("did you mean `{}`?", link.way_to(&near)),
        None if path.starts_with("..") || path.len() > 200 => {
            "link to a file of the content folder, or to a page of the site".to_owned()
        }
        None => format!("put the file at `content/{path}`, or link to another file or page"),
    })
}

/// Returns the paths that a misspelt link may mean, except the pages inside editions and lessons.
fn linkable(files: &SiteFiles) -> Vec<String> {
    let site = &files.site;
    let games = site.content.games.iter().map(|game| &game.source);
    let stories = site.plan.stories.iter().map(|story| &story.spec.source);
    let articles = site.content.articles.iter().map(|article| &article.source).chain(stories);
    let segments = files.segments.iter().map(|segment| &segment.path);
    let mut paths: Vec<_> = games.chain(articles).chain(segments).cloned().collect();
    paths.sort_unstable();
    paths
}

/// Returns the path that a misspelt link probably means: one of `known`, or a page of the edition whose folder the link
/// names.
fn nearest_path(site: &Site, link: &str, known: &[String]) -> Option<String> {
    let path = paths::file_at(link);
    let mut beside = pages_beside(site, &path);
    beside.sort_unstable();
    let among = [known, &beside].map(|paths| nearest(&path, paths.iter().map(String::as_str)));
    nearest(&path, among.into_iter().flatten()).map(str::to_owned)
}

/// Returns the paths of the pages of the edition whose folder `path` names; none if there are more than
/// [`MOST_COMPARED`].
fn pages_beside(site: &Site, path: &str) -> Vec<String> {
    let opened = site.plan.edition_in(split(path).0).and_then(|edition| edition.open().ok());
    let Some(edition) = opened.filter(|edition| edition.page_count() <= MOST_COMPARED) else { return Vec::new() };
    let first = PageRef::start_of(edition.id);
    (0..edition.page_count()).map(|page| paths::path(&site.plan, first.after(page))).collect()
}

fn check_board(site: &Site, block: &BoardBlock) -> Result<(), Diagnostic> {
    let (page, unpublished) = (&block.page, &site.unpublished);
    if board_page(site, &page.value).is_some() {
        return Ok(());
    }
    let path = paths::file_at(&page.value);
    let Some((folder, name)) = paths::without_ending(&path).rsplit_once('/') else {
        return Err(page
            .diagnostic("a `board` block needs a position")
            .hint("on the first line of the block, write the folder of an edition, `/` and the name of a position"));
    };
    if unpublished.absent.contains(folder) {
        return Err(page
            .diagnostic(format!("the edition `{folder}` is a draft"))
            .hint("build with --drafts, or show a position of another edition"));
    }
    let edition = site.plan.edition_in(folder).ok_or_else(|| {
        let way_to = |folder: &str| page.way_to(&format!("{folder}/"));
        let known: Vec<_> = site.plan.editions.iter().map(|edition| way_to(edition.folder())).collect();
        let hint = did_you_mean(&way_to(folder), known.iter().map(String::as_str));
        page.diagnostic(format!("the site has no edition `{folder}`")).hint(hint)
    })?;
    let found = site.open_edition(edition.id)?.page_named(name);
    found.map(drop).ok_or_else(|| page.locate(edition.no_position(name, &site.plan.editions)))
}
