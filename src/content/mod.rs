//! Content: reads the `content/` folder of a site.
//!
//! A Markdown file whose header names a game becomes that game's page and its editions, one whose header names an
//! edition as its `lesson` a lesson, other Markdown files become plain pages, and every other file is published as it
//! is. Everything is checked here that can be checked without playing, and all that is wrong is reported together.

mod body;
mod computer;
mod config;
mod document;
mod editions;
mod folder_names;
mod game;
mod images;
mod lesson;
mod links;
mod located;
mod markdown;
mod menu;
mod plain;
mod puzzles;
mod search;
mod source;

use std::path::Path;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::files::{self, FoundFile, SiteFolder};
use crate::games::Games;
use crate::html::guard::{self, Allowed, FileKind};
use crate::words::Catalogue;
use document::Document;
use images::Images;
use source::read_source;

pub use body::{BoardBlock, Body, Heading, Reference};
pub use config::{Config, VariantSpec, check_base_url};
pub use editions::{Download, EditionKeys, EditionSpec, Series, SeriesKind};
pub use game::GameSpec;
pub use lesson::{LessonSpec, StepSpec};
pub use located::Located;
pub use menu::MenuEntry;
pub use plain::ArticleSpec;
pub use puzzles::PuzzlesSpec;
pub use source::{CONFIG_FILE, FOLDER};

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

impl Content {
    /// Gives editions the names that authors leave to the program, in the words of a catalogue.
    pub fn name_editions(&mut self, catalogue: &Catalogue) {
        self.games.iter_mut().flat_map(|game| &mut game.editions).for_each(|edition| edition.name(catalogue));
    }
}

/// Reads the content of the site in the folder `root`, which can name these games.
///
/// # Errors
///
/// Everything that is wrong with it, each with its place.
pub fn load(root: &Path, known: &Games) -> Result<Content, Diagnostics> {
    let folder = root.join(FOLDER);
    if !folder.is_dir() {
        let message = format!("there is no folder {} to read a site from", folder.display());
        return Err(Diagnostic::new(message)
            .hint("run this in a site's folder, or name that folder with --root")
            .into());
    }
    let mut findings = Diagnostics::new();
    let site_folder = SiteFolder { folder: &folder, name: "the content folder", root };
    let (files, left_out) = site_folder.find()?;
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
    let (mut games, mut lessons, mut articles, mut front) = (Vec::new(), Vec::new(), Vec::new(), None);
    for file in markdown {
        let Some(document) = findings.keep(Document::open(root, &file, raw_html, &images)) else { continue };
        if document.has_key(&game::KEYS) {
            games.extend(findings.keep(GameSpec::read(&document, known)));
        } else if document.has_key(&["lesson"]) {
            lessons.extend(findings.keep(LessonSpec::read(&document)));
        } else {
            match findings.keep(ArticleSpec::read(&document)) {
                Some(page) if page.name == "index" => front = Some(page),
                page => articles.extend(page),
            }
        }
    }
    games.sort_by(|a, b| (a.order, &a.title).cmp(&(b.order, &b.title)));
    articles.sort_by(|a, b| (a.order, &a.title, &a.name).cmp(&(b.order, &b.title, &b.name)));
    let files = copied.into_iter().filter(|file| file.path != CONFIG_FILE).collect();
    match config {
        Some(config) => findings.into_result(Content { config, games, lessons, articles, front, files, left_out }),
        None => Err(findings),
    }
}

/// Checks that a file may be published as it is, and that browsers run nothing in it.
fn check_copied(root: &Path, file: &FoundFile, allowed: &Allowed) -> Result<(), Diagnostic> {
    files::check_published(&file.path, &files::shown(&file.origin, root), &allowed.endings)?;
    let kind = FileKind::of(&file.path);
    if allowed.raw_html || kind == FileKind::Other {
        return Ok(());
    }
    let source = read_source(root, &file.origin)?;
    guard::check(kind, source.text()).map_err(|breach| breach.diagnostic(&source))
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
