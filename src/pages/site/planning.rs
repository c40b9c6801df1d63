//! Planning: from the games, lessons and puzzles of the content to the plan of their pages, and from themes to the
//! variants of the site.

use std::collections::HashSet;
use std::sync::Arc;

use super::neighbours::neighbours;
use super::options::Options;
use super::selection::{Unpublished, check_named_editions, edition_folders, select, stands_for};
use super::site::{Site, View};
use crate::content::words::Catalogue;
use crate::content::{ArticleSpec, Content, GameSpec, LessonSpec, Located};
use crate::engine::solve::library::Library;
use crate::ground::diagnostic::{Diagnostic, Diagnostics, did_you_mean};
use crate::pages::chapter::Summary;
use crate::pages::edition::Edition;
use crate::pages::page::{EditionId, SectionId, StoryId};
use crate::pages::plan::{Plan, Variant};
use crate::pages::script::ScriptKind;
use crate::pages::story::Story;
use crate::pages::theme::{self, Theme};

impl Site {
    /// Plans the pages of a site in one language.
    ///
    /// # Errors
    ///
    /// Returns every mistake in the content or the theme that can be found without exploring a game.
    pub(crate) fn plan(
        options: &Options,
        mut content: Content,
        is_first: bool,
        library: &Arc<Library>,
        catalogue: &Arc<Catalogue>,
    ) -> Result<Self, Diagnostics> {
        content.name_editions(catalogue);
        let mut findings = Diagnostics::new();
        let unpublished = findings.keep(select(&mut content, options, is_first));
        let unpublished = unpublished.unwrap_or_default();
        let plan = findings.keep(plan_games(&content, library, catalogue));
        let variants = findings.keep(plan_variants(&content, &unpublished, options, catalogue));
        let (Some(mut plan), Some(variants)) = (plan, variants) else { return Err(findings) };
        findings.into_result(())?;

        plan_lessons(&mut plan, std::mem::take(&mut content.lessons), &unpublished)?;
        plan_puzzles(&mut plan, &content.games);
        plan_calendars(&mut plan, std::mem::take(&mut content.calendars), &unpublished)?;
        for (number, story) in std::mem::take(&mut content.stories).into_iter().enumerate() {
            plan.add_story(Story::new(StoryId::new(number), story, content.config.max_positions));
        }
        plan_articles(&mut plan, &content);
        let form = options.form;
        let view = |(variant, theme): (Variant, _)| View {
            neighbours: neighbours(&content, &plan, &variant, form, catalogue),
            form,
            variant,
            theme,
        };
        let views = variants.into_iter().map(view).collect();
        Ok(Self {
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
    let (mut plan, mut ids) = (Plan::default(), (0..).map(EditionId::new));
    for (index, game) in content.games.iter().enumerate() {
        findings.keep(check_named_editions(game));
        let editions = game.editions.iter().zip(&mut ids).map(|(spec, id)| {
            let (library, catalogue) = (Arc::clone(library), Arc::clone(catalogue));
            Edition::new(id, SectionId::new(index), game.folder_named(&spec.name), spec.clone(), library, catalogue)
        });
        let summary = Summary::new(&game.title, &game.summary, game.date, game.image.as_ref(), &game.aliases);
        plan.add_game(&game.source, game.folder.clone(), summary, game.group.is_some(), editions.collect());
    }
    findings.into_result(plan)
}

/// Adds the lessons of editions that this build contains.
///
/// # Errors
///
/// Returns an error if a lesson names an edition that the site does not contain, or that lessons cannot teach.
fn plan_lessons(plan: &mut Plan, specs: Vec<LessonSpec>, unpublished: &Unpublished) -> Result<(), Diagnostics> {
    let mut findings = Diagnostics::new();
    for spec in specs.into_iter().filter(|spec| !unpublished.absent.contains(&spec.edition.value)) {
        let Some(taught) = findings.keep(find_edition(plan, &spec.edition)) else { continue };
        let then = spec.then.as_ref().filter(|then| !unpublished.absent.contains(&then.value));
        let then = then.and_then(|then| findings.keep(find_next(plan, then, taught)));
        let (edition, section) = (taught.id, taught.section);
        let summary = Summary::new(&spec.title, &spec.summary, spec.date, None, &spec.aliases);
        let (source, folder) = (spec.source.clone(), spec.folder.clone());
        let kind = ScriptKind::Lesson(Box::new(spec), then.unwrap_or(edition));
        let page = plan.add_script(Some(section), vec![edition], folder, summary, kind);
        plan.add_source(&source, page);
    }
    findings.into_result(())
}

/// Returns the edition to play after a lesson. The edition must belong to the same game.
fn find_next(plan: &Plan, named: &Located<String>, taught: &Edition) -> Result<EditionId, Diagnostic> {
    let edition = find_edition(plan, named)?;
    if edition.section != taught.section {
        let message = format!("`{}` is not an edition of the lesson's game", named.value);
        let hint = format!("name an edition of the same game as `{}`", taught.folder());
        return Err(named.diagnostic(message).hint(hint));
    }
    Ok(edition.id)
}

/// Adds each collection of puzzles whose editions are all in this build. If an edition were missing, the puzzles would
/// change.
fn plan_puzzles(plan: &mut Plan, games: &[GameSpec]) {
    for (index, game) in games.iter().enumerate() {
        for spec in &game.puzzles {
            let editions = spec.editions.iter().map(|name| Some(plan.edition_in(&game.folder_named(name))?.id));
            let Some(editions) = editions.collect() else { continue };
            let summary = Summary::new(&spec.title, &spec.summary, None, None, &[]);
            let kind = ScriptKind::Puzzles(Box::new(spec.clone()), None);
            plan.add_script(Some(SectionId::new(index)), editions, game.folder_named(&spec.name), summary, kind);
        }
    }
}

/// Adds each calendar whose editions are all in this build.
///
/// # Errors
///
/// Returns an error if a calendar names no edition, or an edition that the site does not contain.
fn plan_calendars(plan: &mut Plan, calendars: Vec<ArticleSpec>, unpublished: &Unpublished) -> Result<(), Diagnostics> {
    let mut findings = Diagnostics::new();
    for page in calendars {
        let Some(spec) = page.puzzles() else { continue };
        if spec.editions.iter().any(|edition| unpublished.absent.contains(&edition.value)) {
            continue;
        }
        let mut editions = Vec::new();
        for named in &spec.editions {
            editions.extend(findings.keep(find_edition(plan, named)).map(|edition| edition.id));
        }
        if let Some(column) = spec.columns.iter().find(|column| column.value == 0) {
            let message = "this calendar, or a column of it, lists no editions";
            findings.push(column.diagnostic(message).hint("list editions of any games of the site"));
        }
        let ArticleSpec { source, name: folder, title, summary, date, aliases, body, .. } = page;
        let kind = ScriptKind::Puzzles(Box::new(spec), Some(body));
        let summary = Summary { title, text: summary, date, image: None, aliases };
        let page = plan.add_script(None, editions, folder, summary, kind);
        plan.add_source(&source, page);
    }
    findings.into_result(())
}

fn plan_articles(plan: &mut Plan, content: &Content) {
    let summary_of = |article: &ArticleSpec| {
        let ArticleSpec { title, summary, date, image, aliases, .. } = article;
        Summary::new(title, summary, *date, image.as_ref(), aliases)
    };
    for article in &content.articles {
        plan.add_article(&article.source, &article.name, summary_of(article));
    }
    let (config, front) = (&content.config, content.front.as_ref());
    let summary = front.map(summary_of).unwrap_or_default();
    let summary = Summary { title: config.title.clone(), text: config.tagline.clone(), ..summary };
    plan.set_front(summary, front.map(|front| &*front.source));
}

fn find_edition<'a>(plan: &'a Plan, named: &Located<String>) -> Result<&'a Edition, Diagnostic> {
    let folder = &named.value;
    plan.edition_in(folder).ok_or_else(|| {
        let hint = did_you_mean(folder, plan.editions.iter().map(Edition::folder));
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
    catalogue: &Arc<Catalogue>,
) -> Result<Vec<(Variant, Arc<Theme>)>, Diagnostics> {
    let (Content { config, .. }, Options { root, form, .. }) = (content, options);
    let load = |name: &str| -> Result<_, Diagnostics> {
        let mut theme = Theme::load(root, name, catalogue, *form, &config.allowed, &content.files)?;
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
        let is_named = |edition: &String| only.iter().any(|name| stands_for(&name.value, edition, &folders));
        let is_chosen = |edition: &String| only.is_empty() || is_named(edition);
        edition_folders(content).map(|name| is_chosen(&name) && !unpublished.pictured.contains(&name)).collect()
    };
    let collections = |only: &[Located<String>]| -> HashSet<String> {
        match only {
            [] => content.stories.iter().map(|story| story.folder.clone()).collect(),
            only => only.iter().map(|name| name.value.clone()).collect(),
        }
    };
    let variant = |folder: String, title: &String, only: &[Located<String>]| Variant {
        folder,
        title: title.clone(),
        editions: Some(chosen(only)),
        collections: collections(only),
    };
    let main = variant(String::new(), &config.main_title, if form.is_website() { &config.only } else { &[] });
    let mut variants = Vec::from_iter(findings.keep(own).map(|theme| (main, theme)));
    for spec in config.variants.iter().filter(|_| form.is_website()) {
        let Some(theme) = findings.keep(load_named(&spec.theme)) else { continue };
        let variant = variant(format!("{}/", spec.name.value), &spec.title, &spec.only);
        // Omit a variant without any of the games and stories that this build contains.
        let has_edition = variant.editions.iter().flatten().any(|&is_there| is_there);
        if has_edition || content.stories.iter().any(|story| variant.collections.contains(&story.folder)) {
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
