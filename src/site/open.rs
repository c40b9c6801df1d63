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

/// Leaves only the games and editions that were asked for: without `drafts`, a draft has to be asked for by its name.
pub(super) fn select(content: &mut Content, only: &[String], drafts: bool) -> Result<(), Diagnostics> {
    if only.is_empty() {
        for game in &mut content.games {
            game.editions.retain(|edition| drafts || !edition.draft);
        }
        content.games.retain(|game| !game.editions.is_empty());
        return Ok(());
    }
    let known: Vec<String> = content
        .games
        .iter()
        .flat_map(|game| {
            let editions = game.editions.iter().map(|edition| format!("{}/{}", game.folder, edition.name.value));
            std::iter::once(game.folder.clone()).chain(editions)
        })
        .collect();
    let mut findings = Diagnostics::new();
    for name in only.iter().filter(|name| !known.contains(name)) {
        let hint = did_you_mean(name, known.iter().map(String::as_str));
        findings.push(Diagnostic::new(format!("the site has no game or edition `{name}`")).hint(hint));
    }
    for game in &mut content.games {
        let wanted = |name: &str| only.iter().any(|only| only == name);
        let whole = wanted(&game.folder);
        let is_left = |edition: &content::Edition| {
            (whole && (drafts || !edition.draft)) || wanted(&format!("{}/{}", game.folder, edition.name.value))
        };
        game.editions.retain(is_left);
        if !whole {
            let left = |name: &str| game.editions.iter().any(|edition| edition.name.value == name);
            game.cover.take_if(|cover| !left(split_cover(&cover.value).0));
        }
    }
    content.games.retain(|game| !game.editions.is_empty());
    findings.into_result(())
}

/// Explores the editions of a game and finds the position that pictures it.
pub(super) fn open_game(page: content::GamePage, limit: usize) -> Result<Game, Diagnostics> {
    let mut findings = Diagnostics::new();
    let mut editions: Vec<Edition> = Vec::new();
    // Editions of the same game share its graph and its solution.
    let mut games: Vec<(&AnyGame, Arc<SolvedGame>)> = Vec::new();
    for edition in &page.editions {
        let known = games.iter().find(|(game, _)| **game == edition.game).map(|(_, game)| Arc::clone(game));
        let Some(game) = findings.keep(known.map_or_else(|| explore_edition(edition, limit), Ok)) else { continue };
        games.push((&edition.game, Arc::clone(&game)));
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

/// Gives each game its lessons. With `all` the site has every game, so that a lesson without one is an error.
pub(super) fn open_lessons(lessons: Vec<content::Lesson>, games: &mut [Game], all: bool) -> Result<(), Diagnostics> {
    let mut findings = Diagnostics::new();
    for lesson in lessons {
        let editions: Vec<&Edition> = games.iter().flat_map(Game::editions).collect();
        let name = &lesson.edition.value;
        let owner = games.iter().position(|game| game.editions.iter().any(|edition| edition.folder == *name));
        match (owner, editions.iter().find(|edition| edition.folder == *name)) {
            (Some(owner), Some(edition)) => {
                let opened = findings.keep(Lesson::open(lesson, edition, &editions));
                games[owner].lessons.extend(opened);
            }
            _ if all => findings.push(
                lesson
                    .edition
                    .diagnostic(format!("the site has no edition `{name}`"))
                    .hint(did_you_mean(name, editions.iter().map(|edition| edition.folder.as_str()))),
            ),
            _ => {}
        }
    }
    findings.into_result(())
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
