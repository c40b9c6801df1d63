//! Opening games: from what content says of a game to its explored editions.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use super::{Options, Site, View};
use crate::content::{ArticleSpec, Content, EditionSpec, GameSpec, LessonSpec, Located};
use crate::diagnostic::{Diagnostic, Diagnostics, did_you_mean};
use crate::edition::{Description, Edition};
use crate::lesson::Lesson;
use crate::library::Library;
use crate::page::{CollectionId, EditionId, LessonId, SectionId};
use crate::plan::{Plan, Variant, split};
use crate::puzzle::Collection;
use crate::theme::{self, Theme};

/// What content describes and is not published now: editions by their folders, plain pages by their names.
#[derive(Default)]
pub(super) struct Unpublished {
    /// The editions that nobody asked for.
    pub(super) absent: BTreeSet<String>,
    /// Those that are on demand, which only a server has.
    pub(super) on_demand: BTreeSet<String>,
    /// Those that nobody asked for either, but whose positions are pictured in what is published.
    pub(super) pictured: HashSet<String>,
    /// The plain pages that are drafts.
    pub(super) articles: BTreeSet<String>,
}

/// Names of games, boards and editions that a site or a copy of it is limited to.
#[derive(Default)]
pub(super) struct Names<'a>(HashSet<&'a str>);

impl<'a> FromIterator<&'a str> for Names<'a> {
    fn from_iter<I: IntoIterator<Item = &'a str>>(names: I) -> Self {
        Self(names.into_iter().collect())
    }
}

impl Names<'_> {
    /// Whether one of the names stands for the edition with this folder: by itself, or by what it is below, a board or
    /// a game. A name that is one of `editions`, which are all folders of editions, stands for no other.
    pub(super) fn include(&self, folder: &str, editions: &HashSet<&str>) -> bool {
        let mut above = folder.match_indices('/').map(|(slash, _)| &folder[..slash]);
        self.0.contains(folder) || above.any(|name| self.0.contains(name) && !editions.contains(name))
    }
}

/// Removes editions that were not asked for. Drafts go unless they are all wanted, or asked for by the name of their
/// board or their own, or the game that is asked for has nothing else. What is no website has all of its diagrams, so
/// the editions of those stay.
pub(super) fn select(
    content: &mut Content,
    options: &Options,
    has_on_demand: bool,
) -> Result<Unpublished, Diagnostics> {
    let Options { only, drafts, form, .. } = options;
    let pictured = if form.is_website() { HashSet::new() } else { pictured(content) };
    let drawn_from = editions_of_puzzles(content, only);
    let asked: Names<'_> = only.iter().chain(&drawn_from).map(String::as_str).collect();
    let mut known: Vec<String> = Vec::new();
    let mut unpublished = Unpublished::default();
    for game in &mut content.games {
        let folder = game.folder.clone();
        let path = |edition: &EditionSpec| format!("{folder}/{}", edition.name.value);
        let paths: Vec<String> = game.editions.iter().map(path).collect();
        known.extend(game.puzzles.iter().map(|puzzles| format!("{folder}/{}", puzzles.name.value)));
        for path in &paths {
            let names = path.match_indices('/').map(|(slash, _)| &path[..slash]).chain([path.as_str()]);
            known.extend(names.map(str::to_owned));
        }
        // Whether the whole game was asked for is a question of its own.
        let named: HashSet<&str> = paths.iter().map(String::as_str).chain([&*folder]).collect();
        let whole = only.is_empty() || asked.0.contains(&*folder);
        let all_drafts = !only.is_empty() && game.editions.iter().all(|edition| edition.draft);
        let is_chosen = |edition: &EditionSpec| {
            (whole && (*drafts || all_drafts || !edition.draft)) || asked.include(&path(edition), &named)
        };
        let is_published = |edition: &EditionSpec| has_on_demand || !edition.on_demand;
        let on_demand: HashSet<String> =
            game.editions.iter().filter(|&edition| is_chosen(edition) && !is_published(edition)).map(path).collect();
        let chosen: Vec<bool> =
            game.editions.iter().map(|edition| is_chosen(edition) && is_published(edition)).collect();
        let has_chosen = chosen.contains(&true);
        let mut stays = Vec::new();
        for (path, is_chosen) in paths.into_iter().zip(chosen) {
            let is_pictured = !is_chosen && has_chosen && pictured.contains(&path);
            stays.push(is_chosen || is_pictured);
            if on_demand.contains(&path) {
                unpublished.on_demand.insert(path);
            } else if is_pictured {
                unpublished.pictured.insert(path);
            } else if !is_chosen {
                unpublished.absent.insert(path);
            }
        }
        let mut stay = stays.into_iter();
        game.editions.retain(|_| stay.next().unwrap_or_default());
        let edition_of = |cover: &Located<String>| format!("{folder}/{}", split_cover(&cover.value).0);
        let is_absent =
            |edition: &String| unpublished.absent.contains(edition) || unpublished.on_demand.contains(edition);
        game.cover.take_if(|cover| is_absent(&edition_of(cover)));
        game.play.take_if(|play| is_absent(&format!("{folder}/{}", play.value)));
    }
    content.games.retain(|game| !game.editions.is_empty());
    let is_left_out = |article: &ArticleSpec| article.draft && !drafts;
    let left_out = content.articles.iter().chain(&content.front).filter(|article| is_left_out(article));
    unpublished.articles = left_out.map(|article| article.name.clone()).collect();
    content.articles.retain(|article| !is_left_out(article));
    content.front.take_if(|front| is_left_out(front));
    known.sort();
    known.dedup();
    let mut findings = Diagnostics::new();
    for name in only {
        findings.keep(check_name(name, &known, findings.is_more_than_told()));
    }
    for variant in content.config.variants.iter().map(|variant| &variant.name) {
        if known.binary_search(&variant.value).is_ok() {
            let message = format!("the folder `{}` of this variant is that of a game", variant.value);
            findings.push(variant.diagnostic(message).hint("give the variant another name"));
        }
    }
    for name in content.config.variants.iter().flat_map(|variant| &variant.only) {
        let checked = check_name(&name.value, &known, findings.is_more_than_told());
        findings.keep(checked.map_err(|unknown| name.locate(unknown)));
    }
    findings.into_result(unpublished)
}

/// Returns the editions that those puzzles are taken from whose collections are asked for by their names.
fn editions_of_puzzles(content: &Content, asked: &[String]) -> Vec<String> {
    let mut editions = Vec::new();
    for game in &content.games {
        for puzzles in game.puzzles.iter().filter(|puzzles| asked.contains(&game.folder_named(&puzzles.name))) {
            editions.extend(puzzles.editions.iter().map(|edition| game.folder_named(edition)));
        }
    }
    editions
}

/// Returns the editions whose positions the pages of games show, and their covers, by their folders.
fn pictured(content: &Content) -> HashSet<String> {
    let boards = content.games.iter().flat_map(|game| &game.body.boards).map(|board| &board.page.value);
    let covers = content.games.iter().filter_map(|game| {
        let cover = game.cover.as_ref()?;
        Some(format!("{}/{}", game.folder, cover.value))
    });
    let positions = boards.cloned().chain(covers);
    positions.flat_map(|page| [split(&page).0.to_owned(), page]).collect()
}

/// Checks that a name is that of a game, a board or an edition. These are `known`, in their order. What is not told
/// needs no hint.
fn check_name(name: &str, known: &[String], is_untold: bool) -> Result<(), Diagnostic> {
    if known.binary_search_by(|known| known.as_str().cmp(name)).is_ok() {
        return Ok(());
    }
    let unknown = Diagnostic::new(format!("the site has no game or edition `{name}`"));
    Err(if is_untold { unknown } else { unknown.hint(did_you_mean(name, known.iter().map(String::as_str))) })
}

/// What is planned of the games of a site: their pages, and for each section the edition that pictures its game.
type Planned = (Plan, Vec<EditionId>);

/// Plans the editions of a site. Their games are explored when they are opened.
pub(super) fn plan_sections(content: &Content, library: &Arc<Library>) -> Result<Planned, Diagnostics> {
    let named = named_editions(content);
    let plan = |named: &NamedEdition<'_>| {
        let NamedEdition { id, section, game, spec } = *named;
        let description = Description {
            folder: format!("{}/{}", game.folder, spec.name.value),
            title: spec.title.clone(),
            series: spec.series.as_ref().map(|series| series.name.clone()),
            summary: spec.summary.clone(),
            computer: spec.computer.clone(),
            hints: spec.hints,
            best_play: spec.best_play,
            on_demand: spec.on_demand,
        };
        Edition::unopened(id, section, description, spec.game.clone(), Arc::clone(library))
    };
    let editions: Vec<Edition> = named.iter().map(plan).collect();

    let (mut plan, mut covers) = (Plan::new(), Vec::new());
    let mut findings = Diagnostics::new();
    let mut editions = editions.into_iter();
    for game in &content.games {
        let own: Vec<_> = editions.by_ref().take(game.editions.len()).collect();
        covers.extend(findings.keep(find_cover(game, &own)));
        findings.keep(check_play(game));
        plan.add_section(&game.source, &game.folder, own);
    }
    findings.into_result((plan, covers))
}

/// What content says of an edition, with its ids.
struct NamedEdition<'a> {
    id: EditionId,
    section: SectionId,
    game: &'a GameSpec,
    spec: &'a EditionSpec,
}

/// Returns the editions of all games in their order.
fn named_editions(content: &Content) -> Vec<NamedEdition<'_>> {
    let mut named = Vec::new();
    for (index, game) in content.games.iter().enumerate() {
        for spec in &game.editions {
            let (id, section) = (EditionId::new(named.len()), SectionId::new(index));
            named.push(NamedEdition { id, section, game, spec });
        }
    }
    named
}

impl Site {
    /// Plans the lessons, but for those of editions that are no part of the site now.
    pub(super) fn add_lessons(&mut self) -> Result<(), Diagnostics> {
        let mut findings = Diagnostics::new();
        let mut lessons: Vec<(String, Lesson)> = Vec::new();
        for spec in std::mem::take(&mut self.content.lessons) {
            let folder = &spec.edition.value;
            if self.absent.contains(folder) {
                continue;
            }
            let is_untold = findings.is_more_than_told();
            let is_on_demand =
                self.left_out.contains(folder) || self.plan.edition_in(folder).is_some_and(Edition::is_on_demand);
            if is_on_demand {
                let message = format!("`{folder}` is on demand, and a lesson says what best play makes of moves");
                let hint = "teach an edition whose positions can be explored";
                findings.push(spec.edition.diagnostic(message).hint(hint));
                continue;
            }
            let found = find_edition(&self.plan, folder, &spec.edition, is_untold);
            let Some(edition) = findings.keep(found) else { continue };
            let (id, source) = (LessonId::new(lessons.len()), spec.source.clone());
            let then = findings.keep(self.after_lesson(&spec, edition.section, is_untold)).flatten();
            let edition = edition.id;
            lessons.push((source, Lesson::new(spec, id, edition).followed_by(then)));
        }
        for (source, lesson) in lessons {
            self.plan.add_lesson(&source, lesson);
        }
        findings.into_result(())
    }

    /// Plans the collections of puzzles, but for those that take positions from editions which are no part of the site
    /// now: without these they would be others.
    pub(super) fn add_puzzles(&mut self) {
        let mut collections = Vec::new();
        for (section, game) in self.plan.sections().iter().zip(&self.content.games) {
            for spec in &game.puzzles {
                let named = spec.editions.iter().map(|name| self.plan.edition_in(&game.folder_named(name)));
                let Some(editions) = named.map(|edition| Some(edition?.id)).collect::<Option<Vec<_>>>() else {
                    continue;
                };
                let (id, folder) = (CollectionId::new(collections.len()), game.folder_named(&spec.name));
                collections.push(Collection::new(spec.clone(), id, folder, section.id, editions));
            }
        }
        for collection in collections {
            self.plan.add_collection(collection);
        }
    }

    /// Returns the edition that a lesson names to be played after it, one of the game that it teaches, unless it is no
    /// part of the site now.
    fn after_lesson(
        &self,
        spec: &LessonSpec,
        section: SectionId,
        is_untold: bool,
    ) -> Result<Option<EditionId>, Diagnostic> {
        let Some(then) = &spec.then else { return Ok(None) };
        if self.absent.contains(&then.value) || self.left_out.contains(&then.value) {
            return Ok(None);
        }
        let edition = find_edition(&self.plan, &then.value, then, is_untold)?;
        if edition.section != section {
            let message = format!("`{}` is an edition of another game than the lesson teaches", then.value);
            return Err(then.diagnostic(message).hint(format!("it teaches `{}`", spec.edition.value)));
        }
        Ok(Some(edition.id))
    }

    /// Plans the pages of words that are no game's.
    pub(super) fn add_articles(&mut self) {
        for article in &self.content.articles {
            self.plan.add_article(&article.source, &article.name);
        }
        if let Some(front) = &self.content.front {
            self.plan.add_front(&front.source);
        }
    }
}

/// Returns the edition with this folder, which somebody named at a place of the content. What is not told needs no
/// hint.
pub(super) fn find_edition<'a>(
    plan: &'a Plan,
    folder: &str,
    named: &Located<String>,
    is_untold: bool,
) -> Result<&'a Edition, Diagnostic> {
    plan.edition_in(folder).ok_or_else(|| {
        let unknown = named.diagnostic(format!("the site has no edition `{folder}`"));
        let folders = plan.editions().iter().map(Edition::folder);
        if is_untold { unknown } else { unknown.hint(did_you_mean(folder, folders)) }
    })
}

/// Opens the site itself and its copies, each with its theme. Only a website has copies.
pub(super) fn open_views(
    content: &Content,
    unpublished: &Unpublished,
    options: &Options,
) -> Result<Vec<View>, Diagnostics> {
    let Content { config, games, .. } = content;
    let Options { root, form, .. } = options;
    let form = *form;
    let load = |name: &str| Theme::load(root, name, &config.language, form, &config.allowed);
    let load_named = |name: &Located<String>| {
        theme::check_name(root, &name.value).map_err(|unknown| name.locate(unknown))?;
        load(&name.value)
    };
    let mut findings = Diagnostics::new();
    let own = match (&options.theme, &config.theme) {
        (None, Some(named)) if form.is_website() => load_named(named),
        (theme, _) => load(theme.as_deref().unwrap_or(form.default_theme())),
    };
    let view = |variant, theme| View { form, variant, theme: Arc::new(theme), ways: Vec::new() };
    let folder = |game: &GameSpec, edition: &EditionSpec| format!("{}/{}", game.folder, edition.name.value);
    let editions: Vec<_> =
        games.iter().flat_map(|game| game.editions.iter().map(move |edition| folder(game, edition))).collect();
    let main = if unpublished.pictured.is_empty() {
        Variant::main(&config.main_title)
    } else {
        let published = editions.iter().map(|edition| !unpublished.pictured.contains(edition));
        Variant::part(&config.main_title, published.collect())
    };
    let folders: HashSet<&str> = editions.iter().map(String::as_str).collect();
    let mut views = Vec::from_iter(findings.keep(own).map(|theme| view(main, theme)));
    for spec in config.variants.iter().filter(|_| form.is_website()) {
        let Some(theme) = findings.keep(load_named(&spec.theme)) else { continue };
        let only: Names<'_> = spec.only.iter().map(|name| name.value.as_str()).collect();
        let is_chosen = |edition: &String| spec.only.is_empty() || only.include(edition, &folders);
        let chosen: Vec<bool> = editions.iter().map(is_chosen).collect();
        // A build that is limited to other games leaves nothing of it.
        if chosen.contains(&true) {
            let named = spec.only.iter().map(|name| name.value.clone()).collect();
            views.push(view(Variant::copy(&spec.name.value, &spec.title, chosen, named), theme));
        }
    }
    findings.into_result(views)
}

/// Returns the edition and the position that a cover names.
pub(super) fn split_cover(cover: &str) -> (&str, &str) {
    cover.rsplit_once('/').unwrap_or((cover, ""))
}

/// Checks that the edition to begin with is one of the game.
fn check_play(game: &GameSpec) -> Result<(), Diagnostic> {
    let names = || game.editions.iter().map(|edition| edition.name.value.as_str());
    match &game.play {
        Some(play) if !names().any(|name| name == play.value) => {
            let message = format!("the game has no edition `{}` to begin with", play.value);
            Err(play.diagnostic(message).hint(did_you_mean(&play.value, names())))
        }
        _ => Ok(()),
    }
}

/// Returns the edition that pictures a game: the one that its header names with a position, or the first.
fn find_cover(game: &GameSpec, editions: &[Edition]) -> Result<EditionId, Diagnostic> {
    let Some(cover) = &game.cover else { return Ok(editions[0].id) };
    let names = game.editions.iter().map(|edition| edition.name.value.as_str());
    let (name, _) = split_cover(&cover.value);
    let Some(index) = names.clone().position(|known| known == name) else {
        let message = format!("the cover is an edition, `/` and a position, but there is no edition `{name}`");
        return Err(cover.diagnostic(message).hint(did_you_mean(name, names)));
    };
    Ok(editions[index].id)
}
