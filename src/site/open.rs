//! Opening games: from what content says of a game to its explored editions.

use super::Game;
use crate::content::{self, Content, Located};
use crate::diagnostic::{Diagnostic, Diagnostics, did_you_mean};
use crate::edition::Edition;
use crate::graph::{StateId, explore};

/// Leaves only the games and editions that were asked for.
pub(super) fn select(content: &mut Content, only: &[String]) -> Result<(), Diagnostics> {
    if only.is_empty() {
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
        if !wanted(&game.folder) {
            game.editions.retain(|edition| wanted(&format!("{}/{}", game.folder, edition.name.value)));
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
    let mut editions = Vec::new();
    for edition in &page.editions {
        let explored = explore(edition.game.clone(), limit).map_err(|error| {
            edition
                .name
                .diagnostic(error.to_string())
                .hint("choose smaller parameters, or allow more positions with `max_positions` in content/site.toml")
        });
        editions.extend(findings.keep(explored).map(|positions| Edition {
            folder: format!("{}/{}", page.folder, edition.name.value),
            title: edition.title.clone(),
            summary: edition.summary.clone(),
            positions,
        }));
    }
    let editions = findings.into_result(editions)?;
    let cover = match &page.cover {
        Some(cover) => find_cover(cover, &page, &editions)?,
        None => (0, StateId::START),
    };
    Ok(Game { page, editions, cover })
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
    let found = editions[index].positions.find(slug);
    let state = found.map_err(|error| {
        let start = editions[index].positions.slug(StateId::START);
        cover.diagnostic(error.to_string()).hint(format!("the start is `{name}/{start}`"))
    })?;
    Ok((index, state))
}
