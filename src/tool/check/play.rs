//! Pages of positions: that the links in their main part are the legal moves.

use std::ops::Range;

use super::finding::{Finding, Kind};
use super::paths::Paths;
use super::subject::Lead;
use crate::outputs::FileId;

#[derive(Debug)]
pub(super) struct MainLink {
    pub(super) to: Option<FileId>,
    pub(super) is_back: bool,
    pub(super) range: Range<usize>,
}

/// Returns what is wrong with the links in the main part of a page that is to lead to these pages. Each is to be there
/// at least as often as it is legal; a theme may offer a move twice.
pub(super) fn compare(paths: &Paths, leads: &[Lead], links: &[MainLink]) -> Vec<Finding> {
    let mut faults = Vec::new();
    let targets: Vec<_> = leads.iter().map(|lead| (paths.get(&lead.path), lead.is_back)).collect();
    let mut unused: Vec<_> = links.iter().filter_map(|link| link.to).collect();
    for (lead, (to, _)) in leads.iter().zip(&targets) {
        match unused.iter().position(|link| Some(*link) == *to) {
            Some(link) => drop(unused.swap_remove(link)),
            None => faults.push(missing(lead)),
        }
    }
    for link in links {
        let fault = match link.to {
            Some(_) if targets.contains(&(link.to, link.is_back)) => continue,
            Some(to) if targets.contains(&(link.to, !link.is_back)) => mismarked(paths.path(to), link.is_back),
            to => illegal(to.map(|to| paths.path(to))),
        };
        faults.push(fault.at(link.range.clone()));
    }
    faults
}

fn missing(lead: &Lead) -> Finding {
    let what = if lead.is_back { "is the way back" } else { "can be played" };
    let message = format!("no link in `<main>` leads to `{}`, which {what} here", lead.path);
    Finding::new(
        Kind::Moves,
        message,
        "let the theme show every move, a pass, the way back, and every choice of a story",
    )
}

fn mismarked(path: &str, is_back: bool) -> Finding {
    let how = if is_back { "is a move, but is marked as the way back" } else { "leads back, but is not marked so" };
    let hint = "mark the way back from a chosen piece, and nothing else in `<main>`, with `rel=\"prev\"`";
    Finding::new(Kind::Moves, format!("the link to `{path}` {how}"), hint)
}

fn illegal(path: Option<&str>) -> Finding {
    let to = path.map_or("elsewhere".to_owned(), |path| format!("to `{path}`"));
    let message = format!("a link in `<main>` leads {to}, which cannot be played here");
    let hint = "every link in `<main>` is a move or a choice: put others into `<nav>`, `<header>` or `<footer>`";
    Finding::new(Kind::Moves, message, hint)
}
