//! Opening games: from what content says of a game to its explored editions.

use std::sync::Arc;

use super::Game;
use crate::content::{self, Content, Located, SeriesKind};
use crate::diagnostic::{Diagnostic, Diagnostics, did_you_mean};
use crate::edition::Edition;
use crate::games::AnyGame;
use crate::graph::{StateId, explore};
use crate::lesson::Lesson;
use crate::page::Link;
use crate::solve::SolvedGame;

/// Leaves only the games and editions that were asked for, and gives the folders of all others. Drafts are left out unless they
/// are all wanted, or asked for by the name of their board or their own, or the game that is asked for has nothing else.
pub(super) fn select(content: &mut Content, only: &[String], drafts: bool) -> Result<Vec<String>, Diagnostics> {
    let mut known: Vec<String> = Vec::new();
    let mut absent = Vec::new();
    for game in &mut content.games {
        let folder = game.folder.clone();
        let path = |edition: &content::Edition| format!("{folder}/{}", edition.name.value);
        let paths: Vec<String> = game.editions.iter().map(path).collect();
        for path in &paths {
            let names = path.match_indices('/').map(|(slash, _)| &path[..slash]).chain([path.as_str()]);
            known.extend(names.map(str::to_owned));
        }
        let narrower: Vec<String> = only.iter().filter(|name| **name != folder).cloned().collect();
        let whole = only.is_empty() || only.contains(&folder);
        let all_drafts = !only.is_empty() && game.editions.iter().all(|edition| edition.draft);
        let is_left = |edition: &content::Edition| {
            (whole && (drafts || all_drafts || !edition.draft)) || is_named(&path(edition), &narrower, &paths)
        };
        game.editions.retain(is_left);
        let left: Vec<String> = game.editions.iter().map(path).collect();
        absent.extend(paths.into_iter().filter(|path| !left.contains(path)));
        game.cover.take_if(|cover| absent.contains(&format!("{folder}/{}", split_cover(&cover.value).0)));
    }
    content.games.retain(|game| !game.editions.is_empty());
    known.sort();
    known.dedup();
    let mut findings = Diagnostics::new();
    for name in only {
        findings.keep(check_name(name, &known));
    }
    for variant in content.config.variants.iter().map(|variant| &variant.name) {
        if known.contains(&variant.value) {
            let message = format!("the folder `{}` of this variant is that of a game", variant.value);
            findings.push(variant.diagnostic(message).hint("give the variant another name"));
        }
    }
    for name in content.config.variants.iter().flat_map(|variant| &variant.only) {
        findings.keep(check_name(&name.value, &known).map_err(|unknown| name.locate(unknown)));
    }
    findings.into_result(absent)
}

/// Whether a name is that of a game, a board or an edition.
fn check_name(name: &str, known: &[String]) -> Result<(), Diagnostic> {
    if known.iter().any(|known| known == name) {
        return Ok(());
    }
    let hint = did_you_mean(name, known.iter().map(String::as_str));
    Err(Diagnostic::new(format!("the site has no game or edition `{name}`")).hint(hint))
}

/// Whether one of the names stands for the edition with this folder: by itself, or by what it is below, a board or a game. `editions`
/// are all folders of editions: a name that is one of them stands for no other.
pub(super) fn is_named<S: AsRef<str>>(folder: &str, names: &[String], editions: &[S]) -> bool {
    names.iter().any(|name| {
        let below = folder.strip_prefix(name.as_str()).is_some_and(|rest| rest.starts_with('/'));
        folder == name || (below && !editions.iter().any(|edition| edition.as_ref() == name))
    })
}

/// Explores the editions of a game and finds the position that pictures it.
pub(super) fn open_game(page: content::GamePage, limit: usize) -> Result<Game, Diagnostics> {
    let mut findings = Diagnostics::new();
    let mut editions: Vec<Edition> = Vec::new();
    // Editions of the same game share its graph and its solution.
    let mut games: Vec<(&AnyGame, Option<Arc<SolvedGame>>)> = Vec::new();
    for edition in &page.editions {
        let known = games.iter().find(|(game, _)| **game == edition.game).map(|(_, explored)| explored.clone());
        let explored = known.unwrap_or_else(|| {
            let explored = findings.keep(explore_edition(edition, limit));
            games.push((&edition.game, explored.clone()));
            explored
        });
        let Some(game) = explored else { continue };
        editions.push(Edition::new(
            format!("{}/{}", page.folder, edition.name.value),
            edition.title.clone(),
            edition.summary.clone(),
            game,
            edition.computer.clone(),
            edition.hints,
        ));
    }
    let mut editions = findings.into_result(editions)?;
    for one in 1..editions.len() {
        let is_book = |series: &&content::Series| series.kind == SeriesKind::Books;
        let series = page.editions[one].series.as_ref().filter(is_book);
        if series.is_some() && series == page.editions[one - 1].series.as_ref() {
            editions[one - 1].next = Some(Link { href: editions[one].path(0), title: editions[one].title.clone() });
        }
    }
    let cover = match &page.cover {
        Some(cover) => find_cover(cover, &page, &editions)?,
        None => (0, StateId::START),
    };
    Ok(Game { page, editions, lessons: Vec::new(), cover })
}

/// Gives each game its lessons, but for those of `absent` editions.
pub(super) fn open_lessons(
    lessons: Vec<content::Lesson>,
    games: &mut [Game],
    absent: &[String],
) -> Result<(), Diagnostics> {
    let mut findings = Diagnostics::new();
    let editions: Vec<&Edition> = games.iter().flat_map(Game::editions).collect();
    let mut opened = Vec::new();
    for lesson in lessons.into_iter().filter(|lesson| !absent.contains(&lesson.edition.value)) {
        let edition = find_edition(&lesson.edition.value, &editions, &lesson.edition);
        let Some(edition) = findings.keep(edition) else { continue };
        let lesson = findings.keep(Lesson::open(lesson, edition, &editions));
        opened.extend(lesson.map(|lesson| (edition.folder.clone(), lesson)));
    }
    for (folder, lesson) in opened {
        let teaches = |game: &&mut Game| game.editions.iter().any(|edition| edition.folder == folder);
        games.iter_mut().find(teaches).expect("its edition was found").lessons.push(lesson);
    }
    findings.into_result(())
}

/// The edition with this folder, which somebody named at a place of the content.
pub(super) fn find_edition<'a>(
    folder: &str,
    editions: &[&'a Edition],
    named: &Located<String>,
) -> Result<&'a Edition, Diagnostic> {
    editions.iter().copied().find(|edition| edition.folder == folder).ok_or_else(|| {
        let folders = editions.iter().map(|edition| edition.folder.as_str());
        named.diagnostic(format!("the site has no edition `{folder}`")).hint(did_you_mean(folder, folders))
    })
}

fn explore_edition(edition: &content::Edition, limit: usize) -> Result<Arc<SolvedGame>, Diagnostic> {
    let positions = explore(edition.game.clone(), limit).map_err(|error| {
        edition
            .name
            .diagnostic(error.to_string())
            .hint("choose smaller parameters, or allow more positions with `max_positions` in content/site.toml")
    })?;
    Ok(Arc::new(SolvedGame::new(positions)))
}

/// The edition and the position that a cover names.
fn split_cover(cover: &str) -> (&str, &str) {
    cover.rsplit_once('/').unwrap_or((cover, ""))
}

fn find_cover(
    cover: &Located<String>,
    page: &content::GamePage,
    editions: &[Edition],
) -> Result<(usize, StateId), Diagnostic> {
    let names = page.editions.iter().map(|edition| edition.name.value.as_str());
    let (name, slug) = split_cover(&cover.value);
    let Some(index) = names.clone().position(|known| known == name) else {
        let message = format!("the cover is an edition, `/` and a position, but there is no edition `{name}`");
        return Err(cover.diagnostic(message).hint(did_you_mean(name, names)));
    };
    let found = editions[index].positions().find(slug);
    let state = found.map_err(|error| {
        let start = editions[index].positions().slug(StateId::START);
        cover.diagnostic(error.to_string()).hint(format!("the start is `{name}/{start}`"))
    })?;
    Ok((index, state))
}
