//! Planning: from the games, lessons and puzzles of the content to the plan of their pages, and from themes to the
//! variants of the site.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::options::Options;
use super::selection::{Unpublished, check_named_editions, edition_folders, select, stands_for};
use super::site::{Site, View};
use crate::content::words::Catalogue;
use crate::content::{ArticleSpec, Content, GameSpec, LessonSpec, Located, Sort, StorySpec};
use crate::engine::solve::library::Library;
use crate::ground::diagnostic::{Diagnostic, Diagnostics, did_you_mean};
use crate::pages::chapter::Summary;
use crate::pages::edition::Edition;
use crate::pages::page::{ArticleId, EditionId, Languages, SectionId, StoryId};
use crate::pages::plan::{Plan, PlannedGame, Variant, split};
use crate::pages::script::ScriptKind;
use crate::pages::script::lesson::Lesson;
use crate::pages::script::puzzle::Collection;
use crate::pages::story::Story;
use crate::pages::theme::{self, Theme};

const INDEX: &str = "index";

impl Site {
    /// Plans the pages of a site in one language.
    ///
    /// # Errors
    ///
    /// Returns every mistake in the content or the theme that can be found without exploring a game.
    pub(crate) fn plan(
        options: &Options,
        mut content: Content,
        (is_first, languages): (bool, Languages),
        library: &Arc<Library>,
        catalogue: &Arc<Catalogue>,
    ) -> Result<Self, Diagnostics> {
        content.name_editions(catalogue);
        let mut findings = Diagnostics::new();
        let unpublished = findings.keep(select(&mut content, options, is_first));
        let unpublished = unpublished.unwrap_or_default();
        let plan = findings.keep(plan_games(&content, library, catalogue));
        let variants = findings.keep(plan_variants(&content, &unpublished, options, &languages, catalogue));
        let (Some(mut plan), Some(variants)) = (plan, variants) else { return Err(findings) };
        findings.into_result(())?;

        plan_lessons(&mut plan, std::mem::take(&mut content.lessons), &unpublished, catalogue)?;
        plan_puzzles(&mut plan, &content.games, catalogue);
        plan_calendars(&mut plan, std::mem::take(&mut content.calendars), &unpublished, catalogue)?;
        plan_stories(&mut plan, std::mem::take(&mut content.stories), content.config.max_positions);
        plan_articles(&mut plan, &content);
        let mut views = Vec::new();
        for (variant, theme) in variants {
            views.push(View::new(&content, &plan, variant, theme, options.form, catalogue));
        }
        Ok(Self {
            lists: lists(&content.articles),
            date: options.date,
            content,
            unpublished,
            plan,
            views,
            library: Arc::clone(library),
            catalogue: Arc::clone(catalogue),
        })
    }
}

/// Plans the editions of all games.
///
/// # Errors
///
/// Returns an error if a game names an edition that it does not contain.
fn plan_games(content: &Content, library: &Arc<Library>, catalogue: &Arc<Catalogue>) -> Result<Plan, Diagnostics> {
    let mut findings = Diagnostics::new();
    let (mut games, mut ids) = (Vec::new(), (0..).map(EditionId::new));
    for (index, game) in content.games.iter().enumerate() {
        findings.keep(check_named_editions(game));
        let editions = game.editions.iter().zip(&mut ids).map(|(spec, id)| {
            let (library, catalogue) = (Arc::clone(library), Arc::clone(catalogue));
            Edition::new(id, SectionId::new(index), game.folder_named(&spec.name), spec.clone(), library, catalogue)
        });
        let GameSpec { source, folder, title, summary, date, image, aliases, .. } = game;
        games.push(PlannedGame {
            source: source.clone(),
            folder: folder.clone(),
            summary: Summary {
                title: title.clone(),
                text: summary.clone(),
                date: *date,
                image: image.clone(),
                aliases: aliases.clone(),
            },
            is_in_group: game.group.is_some(),
            editions: editions.collect(),
        });
    }
    findings.into_result(Plan::of_games(games))
}

/// Adds the lessons of editions that this build contains.
///
/// # Errors
///
/// Returns an error if a lesson names an edition that the site does not contain, or that lessons cannot teach.
fn plan_lessons(
    plan: &mut Plan,
    specs: Vec<LessonSpec>,
    unpublished: &Unpublished,
    catalogue: &Arc<Catalogue>,
) -> Result<(), Diagnostics> {
    let mut findings = Diagnostics::new();
    for spec in specs.into_iter().filter(|spec| !unpublished.absent.contains(&spec.edition.value)) {
        let Some(edition) = findings.keep(find_edition(plan, &spec.edition.value, &spec.edition)) else { continue };
        let edition = edition.id;
        let then = findings.keep(find_next(plan, &spec, edition, unpublished)).flatten();
        let section = plan.edition(edition).section;
        let LessonSpec { source, folder, title, summary, date, aliases, steps, end, .. } = spec;
        let summary = Summary { title, text: summary, date, image: None, aliases };
        let lesson = |id| Lesson::new(id, then.unwrap_or(edition), steps, end, Arc::clone(catalogue));
        let kind = |id| ScriptKind::Lesson(lesson(id));
        let page = plan.add_script(Some(section), vec![edition], folder, summary, kind);
        plan.add_source(&source, page);
    }
    findings.into_result(())
}

/// Returns the edition to play after a lesson, if the lesson names an edition that is in this build. The edition must
/// belong to the same game.
fn find_next(
    plan: &Plan,
    spec: &LessonSpec,
    taught: EditionId,
    unpublished: &Unpublished,
) -> Result<Option<EditionId>, Diagnostic> {
    let Some(then) = spec.then.as_ref().filter(|then| !unpublished.absent.contains(&then.value)) else {
        return Ok(None);
    };
    let edition = find_edition(plan, &then.value, then)?;
    if edition.section != plan.edition(taught).section {
        let message = format!("`{}` is not an edition of the lesson's game", then.value);
        return Err(then
            .diagnostic(message)
            .hint(format!("name an edition of the same game as `{}`", spec.edition.value)));
    }
    Ok(Some(edition.id))
}

/// Adds each collection of puzzles whose editions are all in this build. If an edition were missing, the puzzles would
/// change.
fn plan_puzzles(plan: &mut Plan, games: &[GameSpec], catalogue: &Arc<Catalogue>) {
    for (index, game) in games.iter().enumerate() {
        for spec in &game.puzzles {
            let editions = spec.editions.iter().map(|name| Some(plan.edition_in(&game.folder_named(name))?.id));
            let Some(editions) = editions.collect() else { continue };
            let summary = Summary { title: spec.title.clone(), text: spec.summary.clone(), ..Summary::default() };
            let kind = |id| ScriptKind::Puzzles(Collection::new(spec.clone(), None, id, Arc::clone(catalogue)));
            plan.add_script(Some(SectionId::new(index)), editions, game.folder_named(&spec.name), summary, kind);
        }
    }
}

/// Adds each calendar whose editions are all in this build.
///
/// # Errors
///
/// Returns an error if a calendar names no edition, or an edition that the site does not contain.
fn plan_calendars(
    plan: &mut Plan,
    calendars: Vec<ArticleSpec>,
    unpublished: &Unpublished,
    catalogue: &Arc<Catalogue>,
) -> Result<(), Diagnostics> {
    let mut findings = Diagnostics::new();
    for page in calendars {
        let Some(spec) = page.puzzles() else { continue };
        if spec.editions.iter().any(|edition| unpublished.absent.contains(&edition.value)) {
            continue;
        }
        let mut editions = Vec::new();
        for named in &spec.editions {
            editions.extend(findings.keep(find_edition(plan, &named.value, named)).map(|edition| edition.id));
        }
        if let Some(column) = spec.columns.iter().find(|column| column.value == 0) {
            let message = "this calendar, or a column of it, lists no editions";
            findings.push(column.diagnostic(message).hint("list editions of any games of the site"));
        }
        let ArticleSpec { source, name: folder, title, summary, date, aliases, body, .. } = page;
        let kind = |id| ScriptKind::Puzzles(Collection::new(spec, Some(body), id, Arc::clone(catalogue)));
        let summary = Summary { title, text: summary, date, image: None, aliases };
        let page = plan.add_script(None, editions, folder, summary, kind);
        plan.add_source(&source, page);
    }
    findings.into_result(())
}

fn plan_stories(plan: &mut Plan, stories: Vec<StorySpec>, limit: usize) {
    for (number, story) in stories.into_iter().enumerate() {
        plan.add_story(Story::new(StoryId::new(number), story, limit));
    }
}

fn plan_articles(plan: &mut Plan, content: &Content) {
    for ArticleSpec { source, name, title, summary, date, image, aliases, .. } in &content.articles {
        let summary = Summary {
            title: title.clone(),
            text: summary.clone(),
            date: *date,
            image: image.clone(),
            aliases: aliases.clone(),
        };
        plan.add_article(source, name, summary);
    }
    let front = content.front.as_ref();
    let summary = Summary {
        title: content.config.title.clone(),
        text: content.config.tagline.clone(),
        date: front.and_then(|front| front.date),
        image: front.and_then(|front| front.image.clone()),
        aliases: front.map(|front| front.aliases.clone()).unwrap_or_default(),
    };
    plan.set_front(summary, front.map(|front| &*front.source));
}

pub(crate) fn lists(articles: &[ArticleSpec]) -> HashMap<String, Vec<ArticleId>> {
    let mut lists: HashMap<_, Vec<_>> = HashMap::new();
    for (number, article) in articles.iter().enumerate() {
        if let Some(list) = list_with(&article.name) {
            lists.entry(list).or_default().push(ArticleId::new(number));
        }
    }
    for index in articles.iter().filter(|article| article.sort.value == Sort::Date) {
        if let Some(list) = lists.get_mut(&index.name) {
            list.sort_by_key(|id| Reverse(articles[id.index()].date));
        }
    }
    lists
}

/// Returns the name of the page that lists an article: the index of its folder. If the article is an index, returns the
/// index of the parent folder. Returns `None` for an article outside of folders.
pub(crate) fn list_with(name: &str) -> Option<String> {
    let (folder, own_name) = split(name);
    let folder = if own_name == INDEX { split(folder).0 } else { folder };
    (!folder.is_empty()).then(|| format!("{folder}/{INDEX}"))
}

fn find_edition<'a>(plan: &'a Plan, folder: &str, named: &Located<String>) -> Result<&'a Edition, Diagnostic> {
    plan.edition_in(folder).ok_or_else(|| {
        let hint = did_you_mean(folder, plan.editions().iter().map(Edition::folder));
        named.diagnostic(format!("the site has no edition `{folder}`")).hint(hint)
    })
}

/// Returns the variants of the site, each with its theme. Only websites can have several variants.
///
/// # Errors
///
/// Returns every mistake in the themes.
fn plan_variants(
    content: &Content,
    unpublished: &Unpublished,
    options: &Options,
    languages: &Languages,
    catalogue: &Arc<Catalogue>,
) -> Result<Vec<(Variant, Arc<Theme>)>, Diagnostics> {
    let (Content { config, .. }, Options { root, form, .. }) = (content, options);
    let load = |name: &str| -> Result<_, Diagnostics> {
        let mut theme = Theme::load(root, name, catalogue, languages.clone(), *form, &config.allowed, &content.files)?;
        theme.add_rules(&config.colors.rules(|property| theme.uses(property)));
        theme.set_logo(config.logo.as_ref().map(|logo| &*logo.value));
        Ok(Arc::new(theme))
    };
    let load_named = |name: &Located<String>| {
        theme::check_name(root, &name.value).map_err(|unknown| name.locate(unknown))?;
        load(&name.value)
    };
    let mut findings = Diagnostics::new();
    let own = match (&options.theme, &config.theme) {
        (None, Some(named)) if form.is_website() => load_named(named),
        (theme, _) => load(theme.as_deref().unwrap_or(form.default_theme())),
    };
    let folders: HashSet<String> = edition_folders(content).collect();
    let chosen = |only: &[Located<String>]| -> Vec<bool> {
        let is_chosen = |edition: String| only.iter().any(|name| stands_for(&name.value, &edition, &folders));
        edition_folders(content).map(|edition| only.is_empty() || is_chosen(edition)).collect()
    };
    let collections = |only: &[Located<String>]| -> HashSet<String> {
        match only {
            [] => content.stories.iter().map(|story| story.folder.clone()).collect(),
            only => only.iter().map(|name| name.value.clone()).collect(),
        }
    };
    let mut main = Variant::main(&config.main_title);
    if !unpublished.pictured.is_empty() {
        main.editions = Some(edition_folders(content).map(|folder| !unpublished.pictured.contains(&folder)).collect());
        main.collections = collections(&[]);
    } else if !config.only.is_empty() && form.is_website() {
        (main.editions, main.collections) = (Some(chosen(&config.only)), collections(&config.only));
    }
    let mut variants = Vec::from_iter(findings.keep(own).map(|theme| (main, theme)));
    for spec in config.variants.iter().filter(|_| form.is_website()) {
        let Some(theme) = findings.keep(load_named(&spec.theme)) else { continue };
        let chosen = chosen(&spec.only);
        let collections = collections(&spec.only);
        // Omit a variant without any of the games and stories that this build contains.
        if chosen.contains(&true) || content.stories.iter().any(|story| collections.contains(&story.folder)) {
            let variant = Variant {
                folder: format!("{}/", spec.name.value),
                title: spec.title.clone(),
                editions: Some(chosen),
                collections,
            };
            variants.push((variant, theme));
        }
    }
    // A theme that `--theme` tries out need not use the colours of the settings. The colours that a theme with mistakes
    // uses are unknown.
    if options.theme.is_none() && form.is_website() && findings.count() == 0 {
        let is_used = |property: &str| variants.iter().any(|(_, theme)| theme.uses(property));
        findings.keep(config.colors.check(is_used));
    }
    findings.into_result(variants)
}
