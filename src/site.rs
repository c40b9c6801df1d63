//! The site: the whole pipeline, from a folder with content to the bytes of every file.
//!
//! ```text
//! content ──► game ──► graph ──► solve ──► policy ──► edition, lesson ──► page ──► theme ──► output
//! ```

mod checks;
mod open;

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use open::{open_game, open_lessons, select};
use rayon::prelude::*;

use crate::content::{self, BoardBlock, Body, Content, PlainPage, Series, SeriesKind, relative, root_of};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::edition::Edition;
use crate::graph::StateId;
use crate::lesson::Lesson;
use crate::output;
use crate::output::website::{Changes, Digest, Entry, Website};
use crate::page::{
    ArticlePage, Board, Diagram, EditionCard, Frame, FrontPage, GameCard, GamePage, LessonCard, LessonPage, Link,
};
use crate::theme::{self, Minify, Theme};

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
    theme: Theme,
    games: Vec<Game>,
    /// The folders of editions that exist but are no part of the site now.
    absent: Vec<String>,
    files: Vec<File>,
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

/// A group of editions for the page at `path`.
fn edition_card(path: &str, group: &Group<'_>) -> EditionCard {
    let link = |href: &str, title: String| Link { href: relative(path, href), title };
    let (first, described) = group[0];
    let (title, summary, board) = match &described.series {
        None => (&first.title, &first.summary, None),
        Some(Series { title, summary, kind: SeriesKind::Books }) => (title, summary, None),
        Some(Series { title, summary, kind: SeriesKind::Board }) => {
            (title, summary, Some(Board::picture(first.positions(), StateId::START, None)))
        }
    };
    let graph_title = |described: &content::Edition| match &described.series {
        None => "graph.json".to_owned(),
        Some(_) => format!("{}: graph.json", described.door),
    };
    let graphs = group.iter().filter(|(_, described)| described.graph);
    EditionCard {
        title: title.clone(),
        summary: summary.clone(),
        board,
        doors: group.iter().map(|(edition, described)| link(&edition.path(0), described.door.clone())).collect(),
        graphs: graphs.map(|(edition, described)| link(&graph_path(edition), graph_title(described))).collect(),
    }
}

/// A position for the page at `path`, with its status for a caption where the author gave none.
fn diagram(path: &str, block: &BoardBlock, edition: &Edition, page: usize) -> Diagram {
    let (board, status) = edition.diagram(page);
    let title = if block.caption.is_empty() { status } else { block.caption.clone() };
    Diagram { board, link: Link { href: relative(path, &edition.path(page)), title } }
}

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
        if let Some(theme) = &options.theme {
            content.config.theme.clone_from(theme);
        }
        let mut findings = Diagnostics::new();
        let absent = findings.keep(select(&mut content, &options.only, options.drafts)).unwrap_or_default();
        let theme = findings.keep(Theme::load(&options.root, &content.config.theme, options.minify));
        if let Some(url) = &options.base_url {
            content.config.base_url = findings.keep(content::check_base_url(url));
        }
        let mut games = Vec::new();
        for page in std::mem::take(&mut content.games) {
            games.extend(findings.keep(open_game(page, content.config.max_positions)));
        }
        let Some(theme) = theme else { return Err(findings) };
        // What is wrong with a game would be told again of each of its lessons.
        findings.into_result(())?;
        open_lessons(std::mem::take(&mut content.lessons), &mut games, &absent)?;
        let site = Self { root: options.root.clone(), content, theme, games, absent, files: Vec::new() };
        let files = site.plan();
        site.check_collisions(&files)?;
        if options.only.is_empty() {
            site.check_links(&files)?;
        }
        Ok(Self { files, ..site })
    }

    /// The games of the site.
    pub fn games(&self) -> &[Game] {
        &self.games
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
        // With the same templates most pages would fail in the same way, so the first failure says enough.
        let rendered: Result<_, Diagnostic> = (0..self.files.len()).into_par_iter().map(render).collect();
        rendered.map_err(Into::into)
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
        let File { path, origin } = &self.files[index];
        let frame = self.frame(path, *origin);
        let html = match *origin {
            Origin::Front => self.theme.render(&self.front_page(frame)?),
            Origin::Game(game) => self.theme.render(&self.game_page(frame, &self.games[game])?),
            Origin::Position(game, edition, page) => {
                let game = &self.games[game];
                self.theme.render(&game.editions[edition].page(page, frame, &game.link()))
            }
            Origin::Lesson(game, lesson, page) => {
                let game = &self.games[game];
                self.theme.render(&self.lesson_page(frame, path, game, &game.lessons[lesson], page)?)
            }
            Origin::Graph(game, edition) => return Ok(output::graph::to_json(&self.games[game].editions[edition])),
            Origin::Article(article) => self.theme.render(&self.article_page(frame, &self.content.pages[article])?),
            Origin::Copied(file) => {
                let origin = &self.content.files[file].origin;
                return fs::read(origin).map_err(|error| Diagnostic::io("read", origin, &error));
            }
            Origin::Theme(file) => return Ok(self.theme.files()[file].1.clone()),
        };
        html.map(String::into_bytes)
    }

    fn plan(&self) -> Vec<File> {
        let mut files = vec![File { path: "index.html".to_owned(), origin: Origin::Front }];
        for (g, game) in self.games.iter().enumerate() {
            files.push(File { path: game.path(), origin: Origin::Game(g) });
            for (e, edition) in game.editions.iter().enumerate() {
                let file = |page| File { path: edition.path(page), origin: Origin::Position(g, e, page) };
                files.extend((0..edition.page_count()).map(file));
                if game.page.editions[e].graph {
                    files.push(File { path: graph_path(edition), origin: Origin::Graph(g, e) });
                }
            }
            for (l, lesson) in game.lessons.iter().enumerate() {
                let file = |page| File { path: lesson.path(page), origin: Origin::Lesson(g, l, page) };
                files.extend((0..lesson.page_count()).map(file));
            }
        }
        let articles = self.content.pages.iter().enumerate();
        files.extend(articles.map(|(a, article)| File { path: article.path.clone(), origin: Origin::Article(a) }));
        let copied = self.content.files.iter().enumerate();
        files.extend(copied.map(|(c, file)| File { path: file.path.clone(), origin: Origin::Copied(c) }));
        let theme = self.theme.files().iter().enumerate();
        files.extend(theme.map(|(t, (path, _))| File { path: path.clone(), origin: Origin::Theme(t) }));
        files
    }

    fn frame(&self, path: &str, origin: Origin) -> Frame {
        // Search engines are sent from the many positions of an edition to its first page.
        let canonical = |base: &String| match origin {
            Origin::Position(game, edition, _) => format!("{base}{}", self.games[game].editions[edition].path(0)),
            Origin::Lesson(game, lesson, _) => format!("{base}{}", self.games[game].lessons[lesson].path(0)),
            _ => format!("{base}{path}"),
        };
        Frame {
            site_title: self.content.config.title.clone(),
            language: self.content.config.language.clone(),
            root: root_of(path),
            canonical: self.content.config.base_url.as_ref().map(canonical),
        }
    }

    fn front_page(&self, frame: Frame) -> Result<FrontPage, Diagnostic> {
        let config = &self.content.config;
        let card = |game: &Game| GameCard {
            link: game.link(),
            summary: game.page.summary.clone(),
            board: game.cover(),
            lessons: game.lessons.iter().map(Lesson::link).collect(),
            editions: game.doors(),
        };
        let front = self.content.front.as_ref();
        Ok(FrontPage {
            title: config.title.clone(),
            tagline: config.tagline.clone(),
            body: front.map(|front| self.body("index.html", &front.body)).transpose()?.unwrap_or_default(),
            games: self.games.iter().map(card).collect(),
            articles: self.articles_from("index.html"),
            frame,
        })
    }

    fn game_page(&self, frame: Frame, game: &Game) -> Result<GamePage, Diagnostic> {
        let path = game.path();
        let here = |link: Link| Link { href: relative(&path, &link.href), ..link };
        let lesson = |lesson: &Lesson| LessonCard { link: here(lesson.link()), summary: lesson.summary().to_owned() };
        Ok(GamePage {
            title: game.page.title.clone(),
            summary: game.page.summary.clone(),
            body: self.body(&path, &game.page.body)?,
            board: game.cover(),
            lessons: game.lessons.iter().map(lesson).collect(),
            editions: game.groups().iter().map(|group| edition_card(&path, group)).collect(),
            home: self.home_from(&path),
            articles: self.articles_from(&path),
            frame,
        })
    }

    fn lesson_page(
        &self,
        frame: Frame,
        path: &str,
        game: &Game,
        lesson: &Lesson,
        page: usize,
    ) -> Result<LessonPage, Diagnostic> {
        let body = lesson.body(page).map(|body| self.body(path, body)).transpose()?;
        Ok(lesson.page(page, body.unwrap_or_default(), frame, &game.link()))
    }

    fn article_page(&self, frame: Frame, article: &PlainPage) -> Result<ArticlePage, Diagnostic> {
        Ok(ArticlePage {
            title: article.title.clone(),
            summary: article.summary.clone(),
            body: self.body(&article.path, &article.body)?,
            home: self.home_from(&article.path),
            articles: self.articles_from(&article.path),
            frame,
        })
    }

    /// A text as it goes into the page at `path`: the theme's HTML, and a diagram in place of each board.
    fn body(&self, path: &str, body: &Body) -> Result<String, Diagnostic> {
        let mut html = self.theme.body(&body.html);
        for (number, block) in body.boards.iter().enumerate() {
            // A position of a game that the site is not limited to has no page now.
            let diagram = match self.find_board(block) {
                Ok((edition, page)) => self.theme.render(&diagram(path, block, edition, page))?,
                Err(_) => String::new(),
            };
            html = html.replace(&content::board_mark(number), &diagram);
        }
        Ok(html)
    }

    fn home_from(&self, path: &str) -> Link {
        Link { href: relative(path, "index.html"), title: self.content.config.title.clone() }
    }

    fn articles_from(&self, path: &str) -> Vec<Link> {
        let link = |page: &PlainPage| Link { href: relative(path, &page.path), title: page.title.clone() };
        self.content.pages.iter().map(link).collect()
    }
}

impl Game {
    /// The first pages of the editions; those of a series stand behind one door, which is the game's page.
    fn doors(&self) -> Vec<Link> {
        let door = |group: &Group<'_>| match &group[0] {
            (_, content::Edition { series: Some(series), .. }) => {
                Link { href: self.path(), title: series.title.clone() }
            }
            (edition, _) => edition.link(),
        };
        self.groups().iter().map(door).collect()
    }

    /// The editions with what content says of them, those of a series together.
    fn groups(&self) -> Vec<Group<'_>> {
        let editions: Vec<_> = self.editions.iter().zip(&self.page.editions).collect();
        let together = |(_, one): &(_, &content::Edition), (_, next): &(_, &content::Edition)| {
            one.series.is_some() && one.series == next.series
        };
        editions.chunk_by(together).map(<[_]>::to_vec).collect()
    }

    fn cover(&self) -> Board {
        let (edition, state) = self.cover;
        Board::picture(self.editions[edition].positions(), state, None)
    }
}
