//! Content: reads the `content/` folder of a site.
//!
//! A Markdown file whose header names a game becomes that game's page and its editions, other Markdown files become plain
//! pages, and every other file is published as it is. Everything is checked here that can be checked without playing, and
//! all that is wrong is reported together.

mod header;
mod links;
mod markdown;

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use crate::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::games::AnyGame;

pub use header::{Config, check_language};
pub use links::{relative, root_of};

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
    pub games: Vec<GamePage>,
    /// The plain pages in the order of their titles; the front page is not among them.
    pub pages: Vec<PlainPage>,
    /// The text of the front page, if there is an `index.md`.
    pub front: Option<PlainPage>,
    /// The files that are published as they are.
    pub files: Vec<CopiedFile>,
}

/// One game: the words about it and its editions.
#[derive(Debug)]
pub struct GamePage {
    /// The folder of the game on the site, for example `tic-tac-toe`.
    pub folder: String,
    /// The game's name for readers.
    pub title: String,
    /// One sentence that makes one want to play.
    pub summary: String,
    /// A position that pictures the game: an edition's name, `/`, a slug.
    pub cover: Option<Located<String>>,
    /// The ways in which it can be played.
    pub editions: Vec<Edition>,
    /// Rules and story.
    pub body: Body,
    order: i64,
}

/// One playable version of a game.
#[derive(Debug)]
pub struct Edition {
    /// Its folder inside the game's folder, for example `two-player`.
    pub name: Located<String>,
    /// Its name for readers.
    pub title: String,
    /// One sentence about it.
    pub summary: String,
    /// The game with the parameters of this edition.
    pub game: AnyGame,
}

/// A page of words.
#[derive(Debug)]
pub struct PlainPage {
    /// Where it stands on the site, for example `about.html`.
    pub path: String,
    /// Its title.
    pub title: String,
    /// One sentence that says what it is about; may be empty.
    pub summary: String,
    /// Its text.
    pub body: Body,
}

/// A file that is published as it is.
#[derive(Debug)]
pub struct CopiedFile {
    /// Where it stands on the site.
    pub path: String,
    /// Where its bytes are.
    pub origin: PathBuf,
}

/// The text of a page.
#[derive(Debug)]
pub struct Body {
    /// The text as HTML.
    pub html: String,
    /// The pages and files of the site that it refers to.
    pub links: Vec<Located<String>>,
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
    /// A finding about this value.
    pub fn diagnostic(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(message).at(&self.source, self.range.clone())
    }
}

/// Reads the content of the site in the folder `root`.
///
/// # Errors
///
/// Everything that is wrong with it, each with its place.
pub fn load(root: &Path) -> Result<Content, Diagnostics> {
    let folder = root.join(FOLDER);
    if !folder.is_dir() {
        let message = format!("there is no folder {} to read a site from", folder.display());
        return Err(Diagnostic::new(message)
            .hint("run this in a site's folder, or name that folder with --root")
            .into());
    }
    let mut findings = Diagnostics::new();
    let config = findings.keep(header::read_config(root));
    let files = files_below(&folder)?;
    let is_markdown = |file: &&CopiedFile| Path::new(&file.path).extension().is_some_and(|ending| ending == "md");
    let (markdown, copied): (Vec<_>, Vec<_>) = files.into_iter().partition(|file| is_markdown(&file));

    let mut documents = Vec::new();
    for file in markdown {
        documents.extend(findings.keep(header::read_document(root, &file)));
    }
    // Links name Markdown files, which are published under other names.
    let addresses: BTreeMap<String, String> =
        documents.iter().map(|document| (document.path.clone(), document.address())).collect();
    let (mut games, mut pages, mut front) = (Vec::new(), Vec::new(), None);
    for document in documents {
        let body = document.body(&addresses);
        match document.header {
            header::Header::Game(game) => games.extend(findings.keep(game.into_page(document.folder, body))),
            header::Header::Plain(plain) => {
                let path = addresses[&document.path].clone();
                let page = PlainPage { path, title: plain.title, summary: plain.summary, body };
                if page.path == "index.html" { front = Some(page) } else { pages.push(page) }
            }
        }
    }
    games.sort_by(|a, b| (a.order, &a.title).cmp(&(b.order, &b.title)));
    pages.sort_by(|a, b| (&a.title, &a.path).cmp(&(&b.title, &b.path)));
    let files = copied.into_iter().filter(|file| file.path != CONFIG_FILE).collect();
    match config {
        Some(config) => findings.into_result(Content { config, games, pages, front, files }),
        None => Err(findings),
    }
}

/// All files below a folder but hidden ones, with their paths from it, in a fixed order.
fn files_below(folder: &Path) -> Result<Vec<CopiedFile>, Diagnostics> {
    let mut findings = Diagnostics::new();
    let mut files = Vec::new();
    let hidden = |name: &std::ffi::OsStr| name.as_encoded_bytes().starts_with(b".");
    let walk = WalkDir::new(folder).min_depth(1).follow_links(true).sort_by_file_name();
    for entry in walk.into_iter().filter_entry(|entry| !hidden(entry.file_name())) {
        match entry {
            Err(error) => findings.push(Diagnostic::new(format!("cannot read the content: {error}"))),
            Ok(entry) if entry.file_type().is_dir() => {}
            Ok(entry) => {
                let path = entry.path().strip_prefix(folder).unwrap_or(entry.path());
                files.extend(findings.keep(content_file(path, &entry)));
            }
        }
    }
    findings.into_result(files)
}

/// A file of the content folder, if it can have an address: its path with `/` between the parts.
fn content_file(path: &Path, entry: &DirEntry) -> Result<CopiedFile, Diagnostic> {
    let shown = Path::new(FOLDER).join(path);
    if !entry.file_type().is_file() {
        return Err(
            Diagnostic::new(format!("{} is no regular file", shown.display())).hint("move it out of the content")
        );
    }
    let fit = |part: &&str| !part.contains(|c: char| c.is_control() || "\\:*?\"<>|#%".contains(c));
    let parts: Option<Vec<_>> = path.iter().map(|part| part.to_str().filter(fit)).collect();
    let parts = parts.ok_or_else(|| {
        // Escaped, since a name may hold a line break.
        let name = shown.to_string_lossy().escape_debug().to_string();
        Diagnostic::new(format!("the name of {name} does not make an address that works everywhere"))
            .hint("rename it, best to letters, digits, `-`, `_` and `.`")
    })?;
    Ok(CopiedFile { path: parts.join("/"), origin: entry.path().to_owned() })
}

/// Reads a file of the site as text, named in messages by its path from the root.
fn read_source(root: &Path, path: &Path) -> Result<Source, Diagnostic> {
    let name = path.strip_prefix(root).unwrap_or(path);
    let bytes = fs::read(path).map_err(|error| Diagnostic::io("read", name, &error))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        Diagnostic::new(format!("{} is not a text in UTF-8: see its byte {place}", name.display()))
            .hint("save the file as UTF-8")
    })?;
    Ok(Source::new(name.to_string_lossy(), text))
}
