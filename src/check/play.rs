//! Pages of positions: that the links in their main part are the legal moves.

use std::ops::Range;

use super::finding::{Finding, Kind};
use super::paths::Paths;
use super::subject::Lead;
use crate::output::FileId;

/// A link in the main part of a page.
#[derive(Debug)]
pub(super) struct MainLink {
    /// The file, if it leads to one of the site.
    pub(super) to: Option<FileId>,
    /// Whether it says that it leads back.
    pub(super) is_back: bool,
    pub(super) range: Range<usize>,
}

/// Returns what is wrong with the links in the main part of a page that is to lead to these pages. Each is to be there
/// at least as often as it is legal; a theme may offer a move twice.
pub(super) fn compare(paths: &Paths, leads: &[Lead], links: &[MainLink]) -> Vec<Finding> {
    let mut faults = Vec::new();
    let mut is_taken = vec![false; links.len()];
    let mut targets = Vec::with_capacity(leads.len());
    for lead in leads {
        let to = paths.get(&lead.path);
        targets.push(to);
        let fits = |link: &MainLink| to.is_some() && link.to == to && link.is_back == lead.is_back;
        match (0..links.len()).find(|&link| !is_taken[link] && fits(&links[link])) {
            Some(link) => is_taken[link] = true,
            None => faults.push(missing(lead, links.iter().find(|link| to.is_some() && link.to == to))),
        }
    }
    for (link, is_taken) in links.iter().zip(is_taken) {
        if !(is_taken || link.to.is_some() && targets.contains(&link.to)) {
            let to = link.to.map_or("elsewhere".to_owned(), |to| format!("to `{}`", paths.path(to)));
            let message = format!("a link in `<main>` leads {to}, which is no legal move here");
            let hint = "every link in `<main>` is a move: put others into `<nav>`, `<header>` or `<footer>`";
            faults.push(Finding::new(Kind::Moves, message, hint).at(link.range.clone()));
        }
    }
    faults
}

/// Returns what is to be told of a legal move without a link that is like it; `other` leads to the same page.
fn missing(lead: &Lead, other: Option<&MainLink>) -> Finding {
    let Lead { path, is_back } = lead;
    let mark = "mark the way back from a chosen piece, and nothing else in `<main>`, with `rel=\"prev\"`";
    match (other, is_back) {
        (Some(link), _) if link.is_back != *is_back => {
            let message = if *is_back {
                format!("the link to `{path}` leads back, but is not marked so")
            } else {
                format!("the link to `{path}` is a move, but is marked as the way back")
            };
            Finding::new(Kind::Moves, message, mark).at(link.range.clone())
        }
        (_, true) => Finding::new(Kind::Moves, format!("no link in `<main>` leads back to `{path}`"), mark),
        (_, false) => {
            let message = format!("no link in `<main>` leads to `{path}`, which is a legal move here");
            let hint = "let the theme draw every move of the board, and a pass";
            Finding::new(Kind::Moves, message, hint)
        }
    }
}
