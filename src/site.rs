//! The site: the whole pipeline, from a folder with content to the bytes of every file.
//!
//! ```text
//! content ──► game ──► graph ──► solve ──► policy ──► edition, lesson ──► page ──► theme ──► output
//! ```

mod checks;
mod open;
mod pages;
mod variant;

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

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
use crate::output::website::{Changes, Digest, Entry, Website};
use crate::page::{Board, Link};
use crate::theme::{self, Minify};

/// How many bytes of rendered pages are kept in memory between finding out what changes and writing it. Beyond it, pages
/// are rendered a second time, so that memory does not grow with the site.
const ROOM_FOR_PAGES: usize = 96 << 20;

/// A file of the site, and its bytes if there was room to keep them.
type Rendered = (Entry, Option<Box<[u8]>>);

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

/// What a build did.
#[derive(Clone, Debug)]
pub struct Report {
    /// The folder of the website.
    pub folder: PathBuf,
    /// How many files the site has.
    pub files: usize,
    /// How many bytes they have together.
    pub bytes: u64,
    /// What was changed, or would be.
    pub changes: Changes,
}

/// Hears how far a build is: which step it is at, and each file that is done.
pub trait Observer: Sync {
    /// A step of so many files begins.
    fn begin(&self, step: &'static str, files: usize);
    /// A file of the step is done.
    fn advance(&self);
}

/// Hears it and does not care.
impl Observer for () {
    fn begin(&self, _: &'static str, _: usize) {}
    fn advance(&self) {}
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

    /// Renders all files and keeps what tells them from others.
    ///
    /// # Errors
    ///
    /// When a template asks for what a page does not have, or when a file of the content cannot be read.
    pub fn entries(&self, observer: &dyn Observer) -> Result<Vec<Entry>, Diagnostics> {
        let rendered = self.render_all(0, observer)?;
        Ok(rendered.into_iter().map(|(entry, _)| entry).collect())
    }

    /// Renders all files, and keeps the bytes of as many as there is room for, so that they need not be rendered again.
    fn render_all(&self, room: usize, observer: &dyn Observer) -> Result<Vec<Rendered>, Diagnostics> {
        observer.begin("Rendering", self.files.len());
        let room = AtomicUsize::new(room);
        let render = |index| {
            let bytes = self.bytes(index)?;
            let entry = Entry { path: self.files[index].path.clone(), digest: Digest::of(&bytes) };
            observer.advance();
            let fits = room.fetch_update(Relaxed, Relaxed, |room| room.checked_sub(bytes.len())).is_ok();
            Ok((entry, fits.then(|| bytes.into_boxed_slice())))
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
    pub fn build(
        &self,
        folder: &Path,
        force: bool,
        dry_run: bool,
        observer: &dyn Observer,
    ) -> Result<Report, Diagnostics> {
        let website = Website::open(folder, &self.root, &[content::FOLDER, theme::FOLDER])?;
        let (entries, kept): (Vec<_>, Vec<_>) = self.render_all(ROOM_FOR_PAGES, observer)?.into_iter().unzip();
        let changes = website.compare(&entries, force)?;
        let folder = website.folder().to_owned();
        if !dry_run {
            observer.begin("Writing", changes.writes.len());
            let bytes_of = |index: usize| match &kept[index] {
                Some(bytes) => Ok(Cow::Borrowed(&**bytes)),
                None => self.bytes(index).map(Cow::Owned),
            };
            website.apply(&entries, &changes, bytes_of, || observer.advance())?;
        }
        let bytes = entries.iter().map(|entry| entry.digest.length()).sum();
        Ok(Report { folder, files: entries.len(), bytes, changes })
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
