//! What has to be true of a planned site: links lead somewhere, and every file has an address of its own.

use std::collections::BTreeMap;

use super::open::find_edition;
use super::{File, Game, Origin, Site};
use crate::content::{self, BoardBlock};
use crate::diagnostic::{Diagnostic, Diagnostics, nearest};
use crate::edition::Edition;
use crate::lesson::Lesson;
use crate::page::{Board, MoveLink};

impl Site {
    /// Every link that an author wrote has to lead somewhere.
    pub(super) fn check_links(&self) -> Result<(), Diagnostics> {
        let sources = self.games.iter().map(|game| game.page.folder.as_str());
        let sources = sources.chain(self.content.pages.iter().filter_map(|page| page.path.strip_suffix(".html")));
        let sources: Vec<_> = sources.map(|name| format!("{name}.md")).collect();
        let mut findings = Diagnostics::new();
        let lessons = self.games.iter().flat_map(|game| &game.lessons).flat_map(Lesson::bodies);
        let games = self.games.iter().map(|game| &game.page.body);
        let pages = self.content.pages.iter().chain(&self.content.front).map(|page| &page.body);
        let bodies: Vec<_> = games.chain(pages).chain(lessons).collect();
        for block in bodies.iter().flat_map(|body| &body.boards) {
            findings.keep(self.find_board(block));
        }
        let images = self.games.iter().map(|game| &game.page.image);
        let images = images.chain(self.content.pages.iter().chain(&self.content.front).map(|page| &page.image));
        for link in bodies.iter().flat_map(|body| &body.links).chain(images.flatten()) {
            if !self.has_file(&link.value) {
                let known = sources.iter().map(String::as_str).chain(self.paths());
                let hint = match nearest(&link.value, known) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "link a file of the content folder, or a page by its path on the site".to_owned(),
                };
                findings.push(link.diagnostic(format!("the site has no file `{}`", link.value)).hint(hint));
            }
        }
        findings.into_result(())
    }

    /// The edition and the page that a board in a text shows.
    pub(super) fn find_board(&self, block: &BoardBlock) -> Result<(&Edition, usize), Diagnostic> {
        let editions: Vec<_> = self.games.iter().flat_map(Game::editions).collect();
        let page = &block.page;
        let path = page.value.strip_suffix(".html").unwrap_or(&page.value);
        let Some((folder, name)) = path.rsplit_once('/') else {
            return Err(page
                .diagnostic("a board needs a position to show")
                .hint("write the folder of an edition, `/` and the name of a position into its first line"));
        };
        if let Some(edition) = editions.iter().find(|edition| edition.folder == path) {
            return Ok((edition, 0));
        }
        if self.absent.iter().any(|absent| absent == folder) {
            return Err(page
                .diagnostic(format!("the edition `{folder}` is a draft"))
                .hint("build with --drafts, or show a position of another edition"));
        }
        let edition = find_edition(folder, &editions, page)?;
        let found = edition.page_named(name);
        let found =
            found.map_err(|error| page.diagnostic(error.to_string()).hint(edition.whereabouts(name, &editions)))?;
        Ok((edition, found))
    }

    /// Two files with one address would overwrite each other, also where letters differ only in case.
    pub(super) fn check_collisions(&self) -> Result<(), Diagnostics> {
        let mut findings = Diagnostics::new();
        let mut seen: BTreeMap<String, &File> = BTreeMap::new();
        for file in &self.files {
            if let Some(other) = seen.insert(file.path.to_lowercase(), file) {
                let (one, two) = (self.describe(other), self.describe(file));
                let message = if other.path == file.path {
                    format!("{one} and {two} would both be `{}`", file.path)
                } else {
                    let paths = format!("`{}` and `{}`", other.path, file.path);
                    format!(
                        "{one} and {two} would be {paths}, which differ only in case; many systems do not tell them apart"
                    )
                };
                findings.push(Diagnostic::new(message).hint("rename one of them"));
            }
        }
        for file in &self.files {
            let mut folders = file.path.match_indices('/').map(|(slash, _)| file.path[..slash].to_lowercase());
            if let Some(other) = folders.find_map(|folder| seen.get(&folder)) {
                let (one, two) = (self.describe(other), self.describe(file));
                let message = format!("{one} would be `{}`, which has to be a folder for {two}", other.path);
                findings.push(Diagnostic::new(message).hint("rename one of them"));
                break;
            }
        }
        findings.into_result(())
    }

    /// A page, if its theme put all moves of its board onto it.
    pub(super) fn check_moves(&self, index: usize, board: &Board, html: String) -> Result<String, Diagnostic> {
        let end_of = |text: &str, href: &str| {
            let mut found = text.match_indices(href);
            found.find(|(at, _)| text[..*at].ends_with(['=', '"', '\''])).map(|(at, _)| at + href.len())
        };
        // Nearly always they come in this order, so that all of them are found in one reading.
        let mut from = 0;
        let is_missing = |link: &&MoveLink| {
            let next = end_of(&html[from..], &link.href).map(|end| from + end);
            let found = next.or_else(|| end_of(&html, &link.href));
            from = found.unwrap_or(from);
            found.is_none()
        };
        match board.links().find(is_missing) {
            None => Ok(html),
            Some(MoveLink { href, label, .. }) => {
                let path = &self.files[index].path;
                let message =
                    format!("the theme shows no link to {href} on the page {path}: the move {label:?} is missing");
                Err(Diagnostic::new(message).hint(
                    "every link of `page.board` has to be on the page; `board.html` of the theme `classic` draws them all",
                ))
            }
        }
    }

    /// What messages call the origin of a file.
    fn describe(&self, file: &File) -> String {
        let what = self.describe_origin(file);
        match &self.variants[file.variant].folder {
            folder if folder.is_empty() => what,
            folder => format!("{what} in the variant {:?}", folder.trim_end_matches('/')),
        }
    }

    fn describe_origin(&self, file: &File) -> String {
        match file.origin {
            Origin::Front => "the front page".to_owned(),
            Origin::Game(game) => format!("the page of the game {:?}", self.games[game].page.title),
            Origin::Position(game, edition, _) => {
                format!("a position of {}", self.games[game].editions[edition].folder)
            }
            Origin::Lesson(game, lesson, _) => {
                format!("a page of the lesson {:?}", self.games[game].lessons[lesson].link().title)
            }
            Origin::Graph(game, edition) => format!("the graph of {}", self.games[game].editions[edition].folder),
            Origin::Article(article) => format!("the page {:?}", self.content.pages[article].title),
            Origin::Copied(copied) => format!("the file {}/{}", content::FOLDER, self.content.files[copied].path),
            Origin::Theme(_) => format!("the theme's file `{}`", file.path),
        }
    }
}
