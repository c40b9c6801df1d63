//! The site: the whole pipeline, from a folder with content to the bytes of every file.
//!
//! ```text
//! content ──► game ──► graph ──► solve ──► policy ──► edition, lesson ──► page ──► theme ──► output
//! ```

mod checks;
mod open;
mod pages;
mod variant;

use std::fs;
use std::path::{Path, PathBuf};

use open::{open_game, open_lessons, select};
use pages::Place;
use rayon::prelude::*;
use variant::{Variant, open_variants};

use crate::content::{self, Content, Series};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::edition::Edition;
use crate::graph::StateId;
use crate::lesson::Lesson;
use crate::output;
pub use crate::output::Observer;
use crate::output::website::{How, InputDigest, Report, Website};
use crate::output::{FileId, Files};
use crate::page::{Board, Link};
use crate::theme::{self, Minify};

/// The folders of a site that it is made from.
pub const SOURCES: [&str; 2] = [content::FOLDER, theme::FOLDER];

/// A file of the site, and how many bytes it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its path from the site's root, with `/` between the parts.
    pub path: String,
    /// Its length in bytes.
    pub length: u64,
}

/// What a user can choose for a build without editing the site.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder of the site.
    pub root: PathBuf,
    /// The theme, if not the one in `site.toml`.
    pub theme: Option<String>,
    /// Where the site will be published, if not as in `site.toml`.
    pub base_url: Option<String>,
    /// The games (`nim`) and editions (`nim/two-player`) that the site is limited to; none means all.
    pub only: Vec<String>,
    /// Whether drafts are part of the site.
    pub drafts: bool,
    /// Whether pages are minified.
    pub minify: Minify,
}

/// A site that is ready to be written.
pub struct Site {
    root: PathBuf,
    content: Content,
    games: Vec<Game>,
    variants: Vec<Variant>,
    /// The folders of editions that exist but are no part of the site now.
    absent: Vec<String>,
    files: Vec<File>,
    /// The files in the order of their paths, as indices.
    by_path: Vec<usize>,
}

/// A game of the site with its editions explored.
pub struct Game {
    page: content::GamePage,
    editions: Vec<Edition>,
    lessons: Vec<Lesson>,
    /// The edition and position that picture the game.
    cover: (usize, StateId),
}

impl Game {
    /// The folder of the game on the site.
    pub fn folder(&self) -> &str {
        &self.page.folder
    }

    /// The game's name for readers.
    pub fn title(&self) -> &str {
        &self.page.title
    }

    /// The game's lessons in their order.
    pub fn lessons(&self) -> &[Lesson] {
        &self.lessons
    }

    /// The game's editions in their order.
    pub fn editions(&self) -> &[Edition] {
        &self.editions
    }

    fn path(&self) -> String {
        format!("{}/index.html", self.page.folder)
    }

    fn link(&self) -> Link {
        Link { href: self.path(), title: self.page.title.clone() }
    }
}

/// A file of the site: where it stands, and what it is made from.
struct File {
    path: String,
    /// The variant that it belongs to, as an index.
    variant: usize,
    origin: Origin,
}

/// What a file is made from, as indices into the lists of the site.
#[derive(Clone, Copy)]
enum Origin {
    Front,
    Game(usize),
    Position(usize, usize, usize),
    Lesson(usize, usize, usize),
    Graph(usize, usize),
    Article(usize),
    Copied(usize),
    Theme(usize),
}

/// Editions of one series, or a single one, each with what content says of it.
type Group<'a> = Vec<(&'a Edition, &'a content::Edition)>;

/// Where the graph of an edition stands on the site.
fn graph_path(edition: &Edition) -> String {
    format!("{}/graph.json", edition.folder)
}

impl Files for Site {
    type Scratch = ();

    fn count(&self) -> usize {
        self.files.len()
    }

    fn write_path(&self, file: FileId, out: &mut String) {
        out.push_str(&self.files[file.index()].path);
    }

    fn render(&self, file: FileId, (): &mut (), out: &mut Vec<u8>) -> Result<(), Diagnostic> {
        out.append(&mut self.bytes(file.index())?);
        Ok(())
    }
}

impl Site {
    /// Reads a site, explores its games and plans its files.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the content or the theme.
    pub fn load(options: &Options) -> Result<Self, Diagnostics> {
        let mut content = content::load(&options.root)?;
        let mut findings = Diagnostics::new();
        let absent = findings.keep(select(&mut content, &options.only, options.drafts)).unwrap_or_default();
        if let Some(url) = &options.base_url {
            content.config.base_url = findings.keep(content::check_base_url(url));
        }
        let mut games = Vec::new();
        for page in std::mem::take(&mut content.games) {
            games.extend(findings.keep(open_game(page, content.config.max_positions)));
        }
        let editions: Vec<_> = games.iter().flat_map(Game::editions).map(|edition| edition.folder.as_str()).collect();
        let variants =
            open_variants(&options.root, &content.config, &editions, options.theme.as_deref(), options.minify);
        let Some(variants) = findings.keep(variants) else { return Err(findings) };
        // What is wrong with a game would be told again of each of its lessons.
        findings.into_result(())?;
        open_lessons(std::mem::take(&mut content.lessons), &mut games, &absent)?;
        let (root, files, by_path) = (options.root.clone(), Vec::new(), Vec::new());
        let mut site = Self { root, content, games, variants, absent, files, by_path };
        site.plan();
        site.check_collisions()?;
        if options.only.is_empty() {
            site.check_links()?;
        }
        Ok(site)
    }

    /// The games of the site.
    pub fn games(&self) -> &[Game] {
        &self.games
    }

    /// The variants of the site: the folder and the title of each.
    pub fn variants(&self) -> impl Iterator<Item = (&str, &str)> {
        let copies = self.variants.iter().filter(|variant| !variant.is_main());
        copies.map(|variant| (variant.folder.trim_end_matches('/'), variant.title.as_str()))
    }

    /// The paths of all files of the site, in a fixed order.
    pub fn paths(&self) -> impl ExactSizeIterator<Item = &str> {
        self.files.iter().map(|file| file.path.as_str())
    }

    /// Renders all files and returns how long they are.
    ///
    /// # Errors
    ///
    /// When a template asks for what a page does not have, or when a file of the content cannot be read.
    pub fn entries(&self, observer: &dyn Observer) -> Result<Vec<Entry>, Diagnostics> {
        observer.begin("Rendering", self.files.len());
        let render = |index| {
            let length = self.bytes(index)?.len() as u64;
            observer.advance(1);
            Ok(Entry { path: self.files[index].path.clone(), length })
        };
        let files = (0..self.files.len()).into_par_iter();
        let rendered: Result<_, Diagnostic> = files.clone().map(render).collect();
        // With the same templates most pages would fail in the same way, so one failure says enough: always the first.
        rendered.map_err(|any| files.find_map_first(|index| self.bytes(index).err()).unwrap_or(any).into())
    }

    /// Writes the site into a folder, or finds out what that would change. Nothing is written before every file has been
    /// rendered once.
    ///
    /// # Errors
    ///
    /// When a file cannot be rendered or written, or when the folder is not fit for a website.
    pub fn build(&self, folder: &Path, how: How, observer: &dyn Observer) -> Result<Report, Diagnostics> {
        let website = Website::open(folder, &self.root, &SOURCES)?;
        website.update(self, InputDigest(0), how, observer)
    }

    /// The bytes of the file with this index among the [`paths`](Self::paths).
    ///
    /// # Errors
    ///
    /// When a template asks for what the page does not have, or when a file of the content cannot be read.
    pub fn bytes(&self, index: usize) -> Result<Vec<u8>, Diagnostic> {
        let File { variant, origin, .. } = &self.files[index];
        let variant = &self.variants[*variant];
        let theme = &variant.theme;
        let place = Place::new(self, index);
        let html = match *origin {
            Origin::Front => theme.render(&place.front_page()?),
            Origin::Game(game) => theme.render(&place.game_page(&self.games[game])?),
            Origin::Position(game, edition, page) => {
                let game = &self.games[game];
                let page = place.position_page(game, &game.editions[edition], page);
                theme.render(&page).and_then(|html| self.check_moves(index, &page.board, html))
            }
            Origin::Lesson(game, lesson, page) => {
                let game = &self.games[game];
                let page = place.lesson_page(game, &game.lessons[lesson], page)?;
                theme.render(&page).and_then(|html| self.check_moves(index, &page.board, html))
            }
            Origin::Article(article) => theme.render(&place.article_page(&self.content.pages[article])?),
            Origin::Graph(game, edition) => return Ok(output::graph::to_json(&self.games[game].editions[edition])),
            Origin::Copied(file) => {
                let origin = &self.content.files[file].origin;
                return fs::read(origin).map_err(|error| Diagnostic::io("read", origin, &error));
            }
            Origin::Theme(file) => return Ok(theme.files()[file].1.clone()),
        };
        html.map(String::into_bytes)
    }

    /// Plans the files of the site: those of its own first, then those of each variant.
    fn plan(&mut self) {
        let mut files = Vec::new();
        for index in 0..self.variants.len() {
            self.plan_variant(index, &mut files);
        }
        self.by_path = (0..files.len()).collect();
        self.by_path.sort_unstable_by_key(|&index| files[index].path.as_str());
        self.files = files;
    }

    /// Data and files of the author are not copied into variants, whose pages refer to those of the site itself.
    fn plan_variant(&self, index: usize, files: &mut Vec<File>) {
        let variant = &self.variants[index];
        let file = |path: &str, origin| File { path: variant.path(path), variant: index, origin };
        files.push(file("index.html", Origin::Front));
        for (g, game) in self.games.iter().enumerate().filter(|(_, game)| variant.has_game(game)) {
            files.push(file(&game.path(), Origin::Game(g)));
            for (e, edition) in game.editions.iter().enumerate().filter(|(_, edition)| variant.has(edition)) {
                let pages = 0..edition.page_count();
                files.extend(pages.map(|page| file(&edition.path(page), Origin::Position(g, e, page))));
                if variant.is_main() && game.page.editions[e].graph {
                    files.push(file(&graph_path(edition), Origin::Graph(g, e)));
                }
            }
            for (l, lesson) in game.lessons.iter().enumerate().filter(|(_, lesson)| variant.has_lesson(lesson)) {
                let pages = 0..lesson.page_count();
                files.extend(pages.map(|page| file(&lesson.path(page), Origin::Lesson(g, l, page))));
            }
        }
        let articles = self.content.pages.iter().enumerate();
        files.extend(articles.map(|(a, article)| file(&article.path, Origin::Article(a))));
        if variant.is_main() {
            let copied = self.content.files.iter().enumerate();
            files.extend(copied.map(|(c, copied)| file(&copied.path, Origin::Copied(c))));
        }
        let of_theme = variant.theme.files().iter().enumerate();
        files.extend(of_theme.map(|(t, (path, _))| file(path, Origin::Theme(t))));
    }

    /// Whether the site has a file at this path.
    fn has_file(&self, path: &str) -> bool {
        self.by_path.binary_search_by_key(&path, |&index| self.files[index].path.as_str()).is_ok()
    }
}

impl Game {
    /// The editions that a variant has, with what content says of them, those of a series together.
    fn groups(&self, variant: &Variant) -> Vec<Group<'_>> {
        let editions = self.editions.iter().zip(&self.page.editions);
        let editions: Vec<_> = editions.filter(|(edition, _)| variant.has(edition)).collect();
        let together = |(_, one): &(_, &content::Edition), (_, next): &(_, &content::Edition)| {
            one.series.is_some() && one.series == next.series
        };
        editions.chunk_by(together).map(<[_]>::to_vec).collect()
    }

    /// Where a reader comes to a group of editions: the first page of one; for a series the game's page.
    fn door(&self, group: &Group<'_>) -> Link {
        match &group[0] {
            (_, content::Edition { series: Some(Series { title, .. }), .. }) => {
                Link { href: self.path(), title: title.clone() }
            }
            (edition, _) => edition.link(),
        }
    }

    fn cover(&self) -> Board {
        let (edition, state) = self.cover;
        Board::picture(self.editions[edition].positions(), state, None)
    }
}
