//! Content: reads the `content/` folder of a site.
//!
//! A Markdown file whose header names a game becomes that game's page and its editions, one whose header names an
//! edition as its `lesson` a lesson, other Markdown files become plain pages, and every other file is published as it
//! is. Everything is checked here that can be checked without playing, and all that is wrong is reported together.

mod body;
mod computer;
mod config;
mod date;
mod editions;
mod header;
mod images;
mod lesson;
mod links;
mod markdown;
mod menu;
mod plain;
mod puzzles;
mod raw_html;
mod search;
mod structure;

use std::fs;
use std::ops::{Range, RangeInclusive};
use std::path::Path;

use serde::Deserialize;
use toml::value::Date;

use crate::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::files::{self, FoundFile, SiteFolder};
use crate::game::Computer;
use crate::games::{Game, Games};
use crate::html::characters;
use crate::html::guard::{Allowed, FileKind, check_file};
use header::Header;
use images::Images;

pub use body::{BoardBlock, Body, Heading, Reference};
pub use config::{Config, VariantSpec, check_base_url};
pub use menu::{MenuEntry, MenuTarget};

/// The folder of a site's content, inside the site's root.
pub const FOLDER: &str = "content";

/// The file in the content folder that says what holds for the whole site.
pub const CONFIG_FILE: &str = "site.toml";

/// Everything that the content folder holds.
#[derive(Debug)]
pub struct Content {
    /// What `site.toml` says.
    pub config: Config,
    /// The games in the order in which the site shows them.
    pub games: Vec<GameSpec>,
    /// The lessons in the order of their files.
    pub lessons: Vec<LessonSpec>,
    /// The plain pages by their `order` and then their titles; the front page is not among them.
    pub articles: Vec<ArticleSpec>,
    /// The text of the front page, if there is an `index.md`.
    pub front: Option<ArticleSpec>,
    /// The files that are published as they are.
    pub files: Vec<FoundFile>,
    /// The hidden files and folders that are not published, as messages call them.
    pub left_out: Vec<String>,
}

/// One game: the words about it and its editions.
#[derive(Debug)]
pub struct GameSpec {
    /// Its Markdown file, by its path inside the content folder.
    pub source: String,
    /// The folder of the game on the site, for example `tic-tac-toe`.
    pub folder: String,
    /// The game's name for readers.
    pub title: String,
    /// One sentence that makes one want to play.
    pub summary: String,
    /// The path of a file of the site that pictures it where it is linked from elsewhere.
    pub image: Option<Located<String>>,
    /// A position that pictures the game: an edition's name, `/`, a slug.
    pub cover: Option<Located<String>>,
    /// The edition to begin with, by its name.
    pub play: Option<Located<String>>,
    /// The ways in which it can be played.
    pub editions: Vec<EditionSpec>,
    /// The collections of puzzles that its positions make.
    pub puzzles: Vec<PuzzlesSpec>,
    /// The forms in which all of it is offered beside its pages.
    pub downloads: Vec<Download>,
    /// Rules and story.
    pub body: Body,
    /// When it was written.
    pub date: Option<Date>,
    order: i64,
}

impl GameSpec {
    /// Returns the folder of one of its editions on the site.
    pub fn folder_of(&self, edition: &EditionSpec) -> String {
        self.folder_named(&edition.name)
    }

    /// Returns the folder on the site of what has this name below the game's.
    pub fn folder_named(&self, name: &Located<String>) -> String {
        format!("{}/{}", self.folder, name.value)
    }

    /// Returns which of some of its editions to begin with: the one that the game names, else the first against the
    /// computer, or the first of all. `spec` returns what content says of one.
    pub fn first_to_play<'a, T>(
        &self,
        editions: &(impl Iterator<Item = T> + Clone),
        spec: impl Fn(&T) -> &'a EditionSpec,
    ) -> Option<T> {
        let named = self.play.as_ref().map(|name| &name.value);
        let is_named = |edition: &T| Some(&spec(edition).name.value) == named;
        let has_computer = |edition: &T| spec(edition).computer.is_some();
        let all = || editions.clone();
        all().find(is_named).or_else(|| all().find(has_computer)).or_else(|| all().next())
    }

    /// Whether a series of its editions has this name, or one of them, in which hyphens join the names of folders.
    pub fn has_group(&self, name: &str) -> bool {
        let group = |edition: &EditionSpec| {
            let is_series = edition.series.as_ref().is_some_and(|series| series.name == name);
            is_series || edition.name.value.replace('/', "-") == name
        };
        self.editions.iter().any(group)
    }
}

/// One playable version of a game.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is what an author has said")]
pub struct EditionSpec {
    /// Its folder inside the game's folder, for example `two-player`.
    pub name: Located<String>,
    /// Its name for readers.
    pub title: String,
    /// Its name beside the others of its series.
    pub short_title: String,
    /// Which of several levels it is, by its name for readers.
    pub level: Option<String>,
    /// One sentence about it.
    pub summary: String,
    /// The game with the parameters of this edition.
    pub game: Game,
    /// The computer in one of the seats.
    pub computer: Option<Computer>,
    /// Whether each page has a twin that shows what every move is worth.
    pub hints: bool,
    /// Whether books and single files have these twins, too.
    pub hints_in_files: bool,
    /// Whether each page tells what best play comes to, where the edition has no hints.
    pub best_play: bool,
    /// Whether its graph is published as data.
    pub graph: bool,
    /// Whether its pages are made when they are asked for, and never written.
    pub on_demand: bool,
    /// Whether it is published only on request.
    pub draft: bool,
    /// The forms in which it is offered beside its pages.
    pub downloads: Vec<Download>,
    /// The positions of which there are pictures beside its pages, by the names of their pages.
    pub pictures: Vec<Located<String>>,
    /// The series that the edition belongs to.
    pub series: Option<Series>,
}

/// Editions that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    /// What begins the names of its editions, for example `solo` or `cross`.
    pub name: String,
    /// Its name for readers.
    pub title: String,
    /// One sentence about it.
    pub summary: String,
    /// The forms in which all of it is offered beside its pages.
    pub downloads: Vec<Download>,
    /// What makes them belong together.
    pub kind: SeriesKind,
}

/// A form in which games are offered beside their pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Download {
    /// An e-book.
    Epub,
    /// One file with all positions of an edition.
    Single,
}

/// What makes a series of editions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeriesKind {
    /// They differ only in what chance made of them, and in who begins, and are read one after the other.
    Volumes,
    /// They are played on the same board.
    Board,
}

/// Puzzles that belong together: positions of one game, in each of which there is a win to find.
#[derive(Clone, Debug)]
pub struct PuzzlesSpec {
    /// Its folder inside the game's folder, for example `puzzles`.
    pub name: Located<String>,
    /// Its name for readers.
    pub title: String,
    /// One sentence about it; may be empty.
    pub summary: String,
    /// The names of the editions whose games have the positions; at least one.
    pub editions: Vec<Located<String>>,
    /// How many puzzles there are.
    pub count: Located<usize>,
    /// How many moves of the reader's own a puzzle can take.
    pub moves: RangeInclusive<u32>,
    /// The seed of all that is left to chance.
    pub seed: u64,
}

/// A tutorial: positions one after the other, each with the one move that leads on.
#[derive(Debug)]
pub struct LessonSpec {
    /// Its Markdown file, by its path inside the content folder.
    pub source: String,
    /// Its folder on the site, for example `nim/lesson`.
    pub folder: String,
    /// Its name for readers.
    pub title: String,
    /// One sentence about it; may be empty.
    pub summary: String,
    /// The edition whose game it teaches, by its folder on the site.
    pub edition: Located<String>,
    /// The edition to play after it, by its folder on the site.
    pub then: Option<Located<String>>,
    /// What is taught, in order; at least one.
    pub steps: Vec<StepSpec>,
    /// What is said when all steps are done.
    pub end: Body,
    /// When it was written.
    pub date: Option<Date>,
}

/// A position of a lesson and the move to find there.
#[derive(Debug)]
pub struct StepSpec {
    /// What is said about it.
    pub text: Body,
    /// The position's slug.
    pub position: Located<String>,
    /// The slug of the move.
    pub mv: Located<String>,
    /// Why any other move does not lead on; may be empty.
    pub otherwise: String,
    /// The slugs of other moves, each with why it does not lead on.
    pub instead: Vec<(Located<String>, String)>,
}

/// A page of words.
#[derive(Debug)]
pub struct ArticleSpec {
    /// Its Markdown file, by its path inside the content folder.
    pub source: String,
    /// Its name, which is that path without its ending: `about`.
    pub name: String,
    /// Its title.
    pub title: String,
    /// One sentence that says what it is about; may be empty.
    pub summary: String,
    /// The path of a file of the site that pictures it where it is linked from elsewhere.
    pub image: Option<Located<String>>,
    /// Its text.
    pub body: Body,
    /// Its place among the plain pages: those with low numbers come first.
    pub order: i64,
    /// When it was written.
    pub date: Option<Date>,
    /// Whether it is published only on request.
    pub draft: bool,
}

/// A value and where a user wrote it.
#[derive(Clone, Debug)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    source: Source,
    range: Range<usize>,
}

impl<T> Located<T> {
    /// Returns a finding about this value.
    pub fn diagnostic(&self, message: impl Into<String>) -> Diagnostic {
        self.locate(Diagnostic::new(message))
    }

    /// Returns a finding that turned out to be about this value, with its place.
    pub fn locate(&self, finding: Diagnostic) -> Diagnostic {
        finding.at(&self.source, self.range.clone())
    }
}

/// Reads the content of the site in the folder `root`, which can name these games.
///
/// # Errors
///
/// Everything that is wrong with it, each with its place.
pub fn load(root: &Path, games: &Games) -> Result<Content, Diagnostics> {
    let folder = root.join(FOLDER);
    if !folder.is_dir() {
        let message = format!("there is no folder {} to read a site from", folder.display());
        return Err(Diagnostic::new(message)
            .hint("run this in a site's folder, or name that folder with --root")
            .into());
    }
    let mut findings = Diagnostics::new();
    let site_folder = SiteFolder { folder: &folder, name: "the content folder", root };
    let files = site_folder.find()?;
    let left_out = site_folder.left_out();
    // Only now it is known that each file is one, and ends.
    let config = findings.keep(config::read_config(root));
    let is_markdown = |file: &&FoundFile| Path::new(&file.path).extension().is_some_and(|ending| ending == "md");
    let (markdown, copied): (Vec<_>, Vec<_>) = files.into_iter().partition(|file| is_markdown(&file));

    // Of a site whose settings cannot be read nothing is known of what it may have.
    let raw_html = config.as_ref().is_none_or(|config| config.allowed.raw_html);
    if let Some(config) = &config {
        for file in &copied {
            let checked = check_ending(file).and_then(|()| check_copied(root, file, &config.allowed));
            findings.keep(checked);
        }
    }
    let images = Images::among(&copied);
    let mut documents = Vec::new();
    for file in markdown {
        documents.extend(findings.keep(header::read_document(root, &file, raw_html, &images)));
    }
    let (mut sections, mut lessons, mut articles, mut front) = (Vec::new(), Vec::new(), Vec::new(), None);
    for (document, header) in documents {
        match header {
            Header::Lesson(lesson) => lessons.extend(findings.keep(lesson.into_lesson(&document))),
            Header::Game(game) => {
                let body = findings.keep(document.whole_body());
                sections.extend(body.and_then(|body| findings.keep(game.into_spec(&document, body, games))));
            }
            Header::Plain(page) => match findings.keep(page.into_spec(document)) {
                Some(page) if page.name == "index" => front = Some(page),
                page => articles.extend(page),
            },
        }
    }
    sections.sort_by(|a: &GameSpec, b| (a.order, &a.title).cmp(&(b.order, &b.title)));
    articles.sort_by(|a, b| (a.order, &a.title, &a.name).cmp(&(b.order, &b.title, &b.name)));
    let files = copied.into_iter().filter(|file| file.path != CONFIG_FILE).collect();
    match config {
        Some(config) => {
            findings.into_result(Content { config, games: sections, lessons, articles, front, files, left_out })
        }
        None => Err(findings),
    }
}

/// Checks that a file may be published as it is, and that browsers run nothing in it.
fn check_copied(root: &Path, file: &FoundFile, allowed: &Allowed) -> Result<(), Diagnostic> {
    files::check_published(&file.path, &files::shown(&file.origin, root), &allowed.endings)?;
    if allowed.raw_html || FileKind::of(&file.path) == FileKind::Other {
        return Ok(());
    }
    let source = read_source(root, &file.origin)?;
    check_file(&file.path, source.text()).map_err(|breach| breach.diagnostic(&source))
}

/// Checks that a file to be published as it is does not look like a page that was meant to be read.
fn check_ending(file: &FoundFile) -> Result<(), Diagnostic> {
    const OTHERS: [&str; 7] = ["md", "markdown", "mdown", "mkd", "mkdn", "mdwn", "mdtxt"];
    let Some((name, ending)) = file.path.rsplit_once('.') else { return Ok(()) };
    if !OTHERS.contains(&&*ending.to_ascii_lowercase()) {
        return Ok(());
    }
    let message = format!("{FOLDER}/{} looks like Markdown, but only files that end in `.md` are read", file.path);
    Err(Diagnostic::new(message).hint(format!("did you mean `{FOLDER}/{name}.md`?")))
}

/// Returns why a name is not fit for a folder of the site on every system, as a hint that says what to do.
fn why_no_folder(name: &str) -> Option<String> {
    let is_plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    if name.is_empty() || !name.bytes().all(is_plain) {
        return Some("use lower-case letters, digits and hyphens".to_owned());
    }
    files::why_unfit(name)
}

/// Reads a file of the site as text, named in messages by its path from the root.
fn read_source(root: &Path, path: &Path) -> Result<Source, Diagnostic> {
    let name = files::shown(path, root);
    let bytes = fs::read(path).map_err(|error| Diagnostic::io("read", Path::new(&name), &error))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        Diagnostic::new(format!("{name} is not a text in UTF-8: see its byte {place}")).hint("save the file as UTF-8")
    })?;
    // Some editors begin a text with a mark that nobody sees.
    let source = Source::new(name, text.trim_start_matches('\u{FEFF}'));
    characters::check_source(&source)?;
    Ok(source)
}
