//! The selection: the parts of the content that this build contains.

use std::collections::{BTreeSet, HashSet};

use super::options::Options;
use crate::content::{ArticleSpec, Content, EditionSpec, GameSpec, Located};
use crate::ground::diagnostic::{Diagnostic, Diagnostics, did_you_mean};
use crate::pages::plan::split;

/// The parts of the content that this build does not contain: editions by their folders, articles by their names.
#[derive(Default)]
pub(crate) struct Unpublished {
    pub(crate) absent: BTreeSet<String>,
    /// The absent editions whose positions still appear as pictures.
    pub(crate) pictured: HashSet<String>,
    /// The articles and stories that are drafts.
    pub(crate) articles: BTreeSet<String>,
    pub(crate) is_part: bool,
}

/// Returns whether a name selects the edition in a folder. The name can be that of the edition, or of the game or board
/// that contains the edition. The name of an edition selects no other edition.
pub(crate) fn stands_for(name: &str, folder: &str, editions: &HashSet<String>) -> bool {
    let is_around = || folder.strip_prefix(name).is_some_and(|rest| rest.starts_with('/'));
    name == folder || (!editions.contains(name) && is_around())
}

pub(crate) fn edition_folders(content: &Content) -> impl Iterator<Item = String> {
    content.games.iter().flat_map(|game| game.editions.iter().map(|edition| game.folder_named(&edition.name)))
}

/// Removes editions that the options do not select. Removes drafts unless the options include all drafts, name the
/// draft or its board, or name a game that has only drafts. All outputs except websites keep the editions of all
/// diagrams.
///
/// # Errors
///
/// Returns an error if the options name something that is not a game, board, edition or story. The first language must
/// contain all names; other languages need not.
pub(crate) fn select(content: &mut Content, options: &Options, is_first: bool) -> Result<Unpublished, Diagnostics> {
    let known = known_names(content);
    let pictured = if options.form.is_website() { HashSet::new() } else { pictured(content) };
    let asked = options.only.iter().cloned().chain(editions_of_scripts(content, &options.only)).collect();
    let mut unpublished = Unpublished { is_part: !options.only.is_empty(), ..Unpublished::default() };
    content.games.iter_mut().for_each(|game| limit(game, options, (&asked, &pictured), &mut unpublished));
    content.games.retain(|game| !game.editions.is_empty());
    // A story that the options name is built even if it is a draft.
    let Options { only, drafts, .. } = options;
    content.stories.retain(|story| {
        let is_chosen = only.contains(&story.folder) || only.is_empty() && (*drafts || !story.draft);
        unpublished.articles.extend((story.draft && !is_chosen).then(|| story.folder.clone()));
        is_chosen
    });
    let is_left_out = |article: &ArticleSpec| article.draft && !options.drafts;
    let left_out =
        content.articles.iter().chain(&content.calendars).chain(&content.front).filter(|article| is_left_out(article));
    unpublished.articles.extend(left_out.map(|article| article.name.clone()));
    content.articles.retain(|article| !is_left_out(article));
    content.calendars.retain(|page| !is_left_out(page));
    content.front.take_if(|front| is_left_out(front));

    let mut findings = Diagnostics::new();
    let is_lesson = |name: &&String| content.lessons.iter().any(|lesson| lesson.folder == **name);
    for name in options.only.iter().filter(|name| is_first && !is_lesson(name)) {
        findings.keep(check_name(name, &known));
    }
    let of_variants = content.config.variants.iter().flat_map(|variant| &variant.only);
    for name in content.config.only.iter().chain(of_variants) {
        findings.keep(check_name(&name.value, &known).map_err(|unknown| name.locate(unknown)));
    }
    for variant in &content.config.variants {
        let name = &variant.name;
        if known.contains(&name.value) {
            let message = format!("the folder `{}` of this variant is also the folder of a game", name.value);
            findings.push(name.diagnostic(message).hint("rename the variant"));
        }
    }
    findings.into_result(unpublished)
}

/// Removes the editions of a game that the build does not contain. `asked` are the names that the options select.
fn limit(
    game: &mut GameSpec,
    Options { only, drafts, .. }: &Options,
    (asked, pictured): (&HashSet<String>, &HashSet<String>),
    unpublished: &mut Unpublished,
) {
    let own = game.folder.clone();
    let path = |name: &str| format!("{own}/{name}");
    let folders: HashSet<String> = game.editions.iter().map(|edition| path(&edition.name.value)).collect();
    let drafts = *drafts || (!only.is_empty() && game.editions.iter().all(|edition| edition.draft));
    let is_chosen = |edition: &EditionSpec| {
        let (folder, is_wanted) = (path(&edition.name.value), drafts || !edition.draft);
        // Naming a whole game does not select its drafts.
        let is_asked = |name: &String| if *name == own { is_wanted } else { stands_for(name, &folder, &folders) };
        if only.is_empty() { is_wanted } else { asked.iter().any(is_asked) }
    };
    let has_chosen = game.editions.iter().any(is_chosen);
    game.editions.retain(|edition| {
        let path = path(&edition.name.value);
        if is_chosen(edition) {
            return true;
        }
        if has_chosen && pictured.contains(&path) {
            return unpublished.pictured.insert(path);
        }
        unpublished.absent.insert(path);
        false
    });
    game.cover.take_if(|cover| unpublished.absent.contains(&path(split_cover(&cover.value).0)));
    game.play.take_if(|play| unpublished.absent.contains(&path(&play.value)));
}

/// Returns the editions of the lessons, puzzles and calendars that the options name.
fn editions_of_scripts(content: &Content, asked: &[String]) -> Vec<String> {
    let mut editions = Vec::new();
    for game in &content.games {
        for puzzles in game.puzzles.iter().filter(|puzzles| asked.contains(&game.folder_named(&puzzles.name))) {
            editions.extend(puzzles.editions.iter().map(|edition| game.folder_named(edition)));
        }
    }
    let lessons = content.lessons.iter().filter(|lesson| asked.contains(&lesson.folder));
    editions.extend(lessons.map(|lesson| lesson.edition.value.clone()));
    let calendars = content.calendars.iter().filter(|page| asked.contains(&page.name));
    for spec in calendars.filter_map(ArticleSpec::puzzles) {
        editions.extend(spec.editions.into_iter().map(|edition| edition.value));
    }
    editions
}

/// Returns the editions that pages and covers of games show, by their folders.
fn pictured(content: &Content) -> HashSet<String> {
    let boards = content.games.iter().flat_map(|game| &game.body.boards).map(|board| board.page.value.clone());
    let covers = content.games.iter().filter_map(|game| Some(game.folder_named(game.cover.as_ref()?)));
    boards.chain(covers).flat_map(|page| [split(&page).0.to_owned(), page]).collect()
}

fn known_names(content: &Content) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for folder in edition_folders(content) {
        names.extend(folder.match_indices('/').map(|(slash, _)| folder[..slash].to_owned()));
        names.insert(folder);
    }
    names.extend(content.calendars.iter().map(|page| page.name.clone()));
    names.extend(content.stories.iter().map(|story| story.folder.clone()));
    for game in &content.games {
        names.extend(game.puzzles.iter().map(|puzzles| game.folder_named(&puzzles.name)));
    }
    names
}

fn check_name(name: &str, known: &BTreeSet<String>) -> Result<(), Diagnostic> {
    if known.contains(name) {
        return Ok(());
    }
    let hint = did_you_mean(name, known.iter().map(String::as_str));
    Err(Diagnostic::new(format!("the site has no game, edition or story `{name}`")).hint(hint))
}

/// Checks the names of editions in a game's settings: the edition to begin with, and the edition in the cover.
///
/// # Errors
///
/// Returns an error if the game has no such edition.
pub(crate) fn check_named_editions(game: &GameSpec) -> Result<(), Diagnostics> {
    let mut findings = Diagnostics::new();
    let names = || game.editions.iter().map(|edition| edition.name.value.as_str());
    let mut check = |name: &str, at: &Located<String>, message: String| {
        if !names().any(|known| known == name) {
            findings.push(at.diagnostic(message).hint(did_you_mean(name, names())));
        }
    };
    if let Some(cover) = &game.cover {
        let (name, _) = split_cover(&cover.value);
        let message = format!("`cover` must name an edition, `/` and a position, but the game has no edition `{name}`");
        check(name, cover, message);
    }
    if let Some(play) = &game.play {
        check(&play.value, play, format!("the game has no edition `{}`", play.value));
    }
    findings.into_result(())
}

pub(crate) fn split_cover(cover: &str) -> (&str, &str) {
    cover.rsplit_once('/').unwrap_or((cover, ""))
}
