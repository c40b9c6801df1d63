//! What has to be true of a planned site: links lead somewhere, and every file has an address of its own.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeMap;

use super::Site;
use super::files::{Origin, Segment};
use super::lookup::Alone;
use super::open::find_edition;
use crate::content::{self, BoardBlock, Body, Located, MenuEntry, Reference};
use crate::diagnostic::{Diagnostic, Diagnostics, did_you_mean, nearest};
use crate::edition::{Edition, FIRST_NAME};
use crate::files::alike;
use crate::lesson::Lesson;
use crate::output::address;
use crate::page::{PageId, PageRef};
use crate::plan::split;

/// What to do about a link to an edition on demand, in a site that is to be written.
const ON_DEMAND: &str = "it is on demand, so `pageturner serve` has this page, and a site that is written does not";

impl Site {
    /// Checks that every link that an author wrote leads somewhere.
    pub(super) fn check_links(&self) -> Result<(), Diagnostics> {
        let (games, articles) = (&self.content.games, &self.content.articles);
        let lessons = self.plan.lessons().iter().flat_map(Lesson::bodies);
        let pages = articles.iter().chain(&self.content.front).map(|article| &article.body);
        let bodies: Vec<_> = games.iter().map(|game| &game.body).chain(pages).chain(lessons).collect();
        let images = games.iter().map(|game| &game.image);
        let images = images.chain(articles.iter().chain(&self.content.front).map(|article| &article.image));
        self.check_links_of(&bodies, &images.flatten().collect::<Vec<_>>())
    }

    /// Checks that the links of some texts and these images lead somewhere.
    pub(super) fn check_links_of(&self, bodies: &[&Body], images: &[&Located<String>]) -> Result<(), Diagnostics> {
        let mut findings = Diagnostics::new();
        for block in bodies.iter().flat_map(|body| &body.boards) {
            if self.board_page(&block.page.value).is_none() {
                findings.push(self.missing_board(block, findings.is_more_than_told()));
            }
        }
        let alone = self.files_alone();
        let known = OnceCell::new();
        let menu = self.content.config.menu.iter().flatten().filter_map(MenuEntry::page);
        let references = || bodies.iter().flat_map(|body| &body.links).chain(menu.clone());
        for link in references().map(|reference| &reference.path).chain(images.iter().copied()) {
            if self.leads_somewhere(&link.value) {
                continue;
            }
            let path = address::file_at(&link.value);
            let is_untold = findings.is_more_than_told();
            let near = || self.nearest_path(&path, known.get_or_init(|| self.linkable(alone)));
            // One link can stand in many places, and each is told once.
            findings.keep(Err::<(), _>(self.broken(link, if is_untold { None } else { near() })));
        }
        for reference in references() {
            findings.keep(self.check_part(reference, findings.is_more_than_told()));
        }
        findings.into_result(())
    }

    /// Whether a path is that of a page of an edition on demand, or of a game that has no others, where a site that is
    /// to be written leaves them out.
    fn is_left_out(&self, path: &str) -> bool {
        let of_game = |folder: &str| path == format!("{folder}.md") || path == address::file_at(&format!("{folder}/"));
        self.left_out.contains(split(path).0) || self.left_out.iter().any(|edition| of_game(split(edition).0))
    }

    /// Removes the entries of the menu that lead nowhere, since what they lead to is no part of the site now.
    pub(super) fn limit_menu(&mut self) {
        let Some(mut menu) = self.content.config.menu.take() else { return };
        menu.retain(|entry| entry.page().is_none_or(|page| self.leads_somewhere(&page.path.value)));
        self.content.config.menu = Some(menu);
    }

    /// Whether there is what a path refers to.
    fn leads_somewhere(&self, path: &str) -> bool {
        let file = address::file_at(path);
        self.plan.page_of_source(path).is_some() || self.files_alone().contains_key(&file) || self.has_page(&file)
    }

    /// Checks that the page of words that a link leads to has the part that it names. Files that are published as they
    /// are may have any. What is not told needs no search for what was meant.
    fn check_part(&self, reference: &Reference, is_untold: bool) -> Result<(), Diagnostic> {
        let path = &reference.path;
        let (Some(part), Some(page)) = (reference.part(), address::page_referred_to(&self.plan, &path.value)) else {
            return Ok(());
        };
        let body = match page {
            PageRef::Front => self.content.front.as_ref().map(|front| &front.body),
            PageRef::Section(section) => Some(&self.spec(section).body),
            PageRef::Article(article) => Some(&self.content.articles[article.index()].body),
            PageRef::Position(..) | PageRef::Star(_) | PageRef::Lesson(..) | PageRef::Puzzle(..) => None,
        };
        if matches!(page, PageRef::Section(section) if self.spec(section).has_group(&part)) {
            return Ok(());
        }
        let Some(ids) = body.map(|body| &body.ids).filter(|ids| !ids.is_empty()) else {
            let message = format!("`{}` has no parts, and so no part `{part}`", path.value);
            return Err(path.diagnostic(message).hint("link the page itself, without `#` and what follows"));
        };
        if ids.contains(&part) {
            return Ok(());
        }
        let unknown = path.diagnostic(format!("`{}` has no part `{part}`", path.value));
        Err(if is_untold { unknown } else { unknown.hint(did_you_mean(&part, ids.iter().map(String::as_str))) })
    }

    /// Returns what is to be told of a link that leads nowhere: what it means is probably `near`.
    fn broken(&self, link: &Located<String>, near: Option<String>) -> Diagnostic {
        let path = address::file_at(&link.value);
        let name = link.value.strip_suffix(".md").unwrap_or(address::without_ending(&path));
        if self.drafts.contains(name) {
            return link
                .diagnostic(format!("the page `{}` is a draft", link.value))
                .hint("build with --drafts, or lead to another page");
        }
        link.diagnostic(format!("the site has no file `{path}`")).hint(match near {
            _ if self.is_left_out(&path) => ON_DEMAND.to_owned(),
            Some(near) => format!("did you mean `{near}`?"),
            None => "link a file of the content folder, or a page by its path on the site".to_owned(),
        })
    }

    pub(super) fn path_in(&self, segment: &Segment, place: usize) -> String {
        let mut path = String::new();
        self.write_path_in(segment, place, &mut path);
        path
    }

    /// Returns the paths that a misspelt link can mean, but for the pages inside of editions and lessons. `alone` are
    /// the files that do not belong to these.
    fn linkable<'a>(&'a self, alone: &'a Alone) -> Vec<Cow<'a, str>> {
        let games = self.content.games.iter().map(|game| &game.source);
        let articles = self.content.articles.iter().map(|article| &article.source);
        let editions = self.plan.editions().iter().map(|edition| PageRef::Position(edition.id, PageId::FIRST));
        let lessons = self.plan.lessons().iter().map(|lesson| PageRef::Lesson(lesson.id, PageId::FIRST));
        let collections = self.plan.collections().iter();
        let collections = collections.map(|collection| PageRef::Puzzle(collection.id, PageId::FIRST));
        let first_pages =
            editions.chain(lessons).chain(collections).map(|page| Cow::Owned(address::path(&self.plan, page)));
        let sources = games.chain(articles).chain(alone.keys()).map(|path| Cow::Borrowed(path.as_str()));
        let mut paths: Vec<_> = sources.chain(first_pages).collect();
        paths.sort_unstable();
        paths
    }

    /// Returns the path that a misspelt link probably means: one of `known`, or a page of the edition that it leads
    /// into.
    fn nearest_path(&self, path: &str, known: &[Cow<'_, str>]) -> Option<String> {
        let mut beside = self.pages_beside(path);
        beside.sort_unstable();
        let among = [nearest(path, known.iter().map(|path| &**path)), nearest(path, beside.iter().map(String::as_str))];
        nearest(path, among.into_iter().flatten()).map(str::to_owned)
    }

    /// Returns the paths of the pages of the edition that a path leads into, unless they are too many to compare with
    /// a misspelt name.
    fn pages_beside(&self, path: &str) -> Vec<String> {
        const MOST: usize = 10_000;
        let edition = self.plan.edition_in(split(path).0);
        let is_known = |edition: &Edition| !edition.is_on_demand() && edition.open().is_ok();
        let edition = edition.filter(|edition| is_known(edition) && edition.page_count() <= MOST);
        let pages = edition
            .into_iter()
            .flat_map(|edition| (0..edition.page_count()).map(|page| PageRef::Position(edition.id, PageId::new(page))));
        pages.map(|page| address::path(&self.plan, page)).collect()
    }

    /// Whether the site or one of its copies has a page at a path.
    fn has_page(&self, path: &str) -> bool {
        self.variants().any(|variant| {
            let Some(path) = path.strip_prefix(&variant.folder) else { return false };
            let page = address::page_at(&self.plan, path);
            let on_demand = || address::page_on_demand(&self.plan, path).map(|page| page.edition());
            page.is_some_and(|page| variant.has(page, &self.plan))
                || on_demand().is_some_and(|edition| variant.has_edition(edition))
        })
    }

    /// Returns the edition and the page that a board in a text shows, which names them by a path, if the site has them.
    pub(super) fn board_page(&self, path: &str) -> Option<(&Edition, PageId)> {
        let path = address::file_at(path);
        let path = address::without_ending(&path);
        let whole = self.plan.edition_in(path).map(|edition| (edition, FIRST_NAME));
        let (edition, name) = whole.or_else(|| {
            let (folder, name) = path.rsplit_once('/')?;
            Some((self.plan.edition_in(folder)?, name))
        })?;
        edition.open().ok().filter(|()| !edition.is_on_demand())?;
        Some((edition, edition.page_named(name).ok()?))
    }

    /// Returns why the site does not have the position that a board shows. What is not told needs no search for what
    /// was meant.
    fn missing_board(&self, block: &BoardBlock, is_untold: bool) -> Diagnostic {
        let page = &block.page;
        let path = address::file_at(&page.value);
        let Some((folder, name)) = address::without_ending(&path).rsplit_once('/') else {
            return page
                .diagnostic("a board needs a position to show")
                .hint("write the folder of an edition, `/` and the name of a position into its first line");
        };
        if self.left_out.contains(folder) || self.plan.edition_in(folder).is_some_and(Edition::is_on_demand) {
            return page
                .diagnostic(format!("the edition `{folder}` is on demand, and texts do not show its positions"))
                .hint("show a position of another edition, and link to this one");
        }
        if self.absent.contains(folder) {
            return page
                .diagnostic(format!("the edition `{folder}` is a draft"))
                .hint("build with --drafts, or show a position of another edition");
        }
        let edition = match find_edition(&self.plan, folder, page, is_untold) {
            Ok(edition) => edition,
            Err(unknown) => return unknown,
        };
        let others = if is_untold { &[] } else { self.plan.editions() };
        let why = edition.page_named(name).err().map(|error| error.to_string()).unwrap_or_default();
        page.diagnostic(why).hint(edition.whereabouts(name, others))
    }

    /// Checks that no two files have one address, also where letters differ only in case.
    ///
    /// Pages of one edition or lesson differ by what games promise of slugs, so each is looked at as a folder.
    pub(super) fn check_collisions(&self) -> Result<(), Diagnostics> {
        let mut findings = Diagnostics::new();
        let mut files: BTreeMap<String, &Segment> = BTreeMap::new();
        let mut folders: BTreeMap<String, &Segment> = BTreeMap::new();
        for segment in self.files.segments() {
            let path = self.path_in(segment, 0);
            let lower = alike(&path);
            if let Some(other) = files.insert(lower.clone(), segment) {
                findings.push(self.collision(other, segment, &path));
            }
            for (slash, _) in lower.match_indices('/') {
                folders.entry(lower[..slash].to_owned()).or_insert(segment);
            }
        }
        for segment in self.files.segments() {
            findings.keep(self.check_page_of_folder(segment, &files));
        }
        if let Some((folder, inner)) = folders.iter().find(|(folder, _)| files.contains_key(*folder)) {
            let file = files[folder];
            let (one, two) = (self.describe(file), self.describe(inner));
            let path = self.path_in(file, 0);
            let message = format!("{one} would be `{path}`, which has to be a folder for {two}");
            findings.push(Diagnostic::new(message).hint("rename one of them"));
        }
        findings.into_result(())
    }

    /// Checks that a file in the folder of an edition or a lesson is none of its pages but the first, which is
    /// compared with all files anyway.
    fn check_page_of_folder(&self, segment: &Segment, files: &BTreeMap<String, &Segment>) -> Result<(), Diagnostic> {
        if matches!(segment.origin, Origin::Prize(_)) {
            return Ok(());
        }
        let path = self.path_in(segment, 0);
        let lower = alike(&path);
        let variants = self.variants().filter_map(|variant| lower.strip_prefix(&variant.folder));
        for inner in variants {
            let Some(page) = address::page_at(&self.plan, inner) else { continue };
            let first = match page {
                PageRef::Position(edition, _) | PageRef::Star(edition) => PageRef::Position(edition, PageId::FIRST),
                PageRef::Lesson(lesson, _) => PageRef::Lesson(lesson, PageId::FIRST),
                PageRef::Puzzle(collection, _) => PageRef::Puzzle(collection, PageId::FIRST),
                PageRef::Front | PageRef::Section(_) | PageRef::Article(_) => continue,
            };
            let folder = &lower[..lower.len() - inner.len()];
            let owner = files.get(&format!("{folder}{}", address::path(&self.plan, first)));
            if let Some(owner) = owner.filter(|owner| first != page && owner.origin != segment.origin) {
                return Err(self.collision(owner, segment, &path));
            }
        }
        Ok(())
    }

    /// Returns what is to be told of two files that would stand at one path.
    fn collision(&self, one: &Segment, two: &Segment, path: &str) -> Diagnostic {
        let other = self.path_in(one, 0);
        let (one, two) = (self.describe(one), self.describe(two));
        let message = if alike(&other) == alike(path) && other != path {
            let paths = format!("`{other}` and `{path}`");
            let differ = if other.to_lowercase() == path.to_lowercase() { "case" } else { "how letters are composed" };
            format!(
                "{one} and {two} would be {paths}, which differ only in {differ}; many systems do not tell them apart"
            )
        } else {
            format!("{one} and {two} would both be `{path}`")
        };
        Diagnostic::new(message).hint("rename one of them")
    }

    /// Returns what messages call the origin of a file.
    fn describe(&self, segment: &Segment) -> String {
        let what = self.describe_origin(segment);
        match &self.views[segment.view].variant.folder {
            folder if folder.is_empty() => what,
            folder => format!("{what} in the variant {:?}", folder.trim_end_matches('/')),
        }
    }

    fn describe_origin(&self, segment: &Segment) -> String {
        let article = |index: usize| format!("the page {:?}", self.content.articles[index].title);
        match segment.origin {
            Origin::Page(PageRef::Section(section)) => format!("the page of the game {:?}", self.spec(section).title),
            Origin::Page(PageRef::Article(id)) => article(id.index()),
            Origin::Page(_) => "the front page".to_owned(),
            Origin::Positions(edition) => format!("a position of {}", self.plan.edition(edition).folder()),
            Origin::Prize(edition) => format!("the congratulations of {}", self.plan.edition(edition).folder()),
            Origin::Lesson(lesson) => format!("a page of the lesson {:?}", self.plan.lesson(lesson).title()),
            Origin::Puzzles(id) => format!("a page of the puzzles {:?}", self.plan.collection(id).title()),
            Origin::Graph(edition) => format!("the graph of {}", self.plan.edition(edition).folder()),
            Origin::Published(_) => format!("the program's `{}`", self.path_in(segment, 0)),
            Origin::Download(_) => format!("the download `{}`", self.path_in(segment, 0)),
            Origin::Copied(copied) => format!("the file {}/{}", content::FOLDER, self.content.files[copied].path),
            Origin::Theme(_) => format!("the theme's file `{}`", self.path_in(segment, 0)),
        }
    }
}
