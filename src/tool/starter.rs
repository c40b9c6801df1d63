//! The starter: the files that `init` writes to begin a site.
//!
//! `src/tool/starter/site` contains these files in their places. For a German site, files in `src/tool/starter/de`
//! replace some of them. `src/tool/starter/games` contains the pages of games, and `src/tool/starter/stories` contains
//! a story; both have a folder for each language. `src/tool/starter/lua` contains games in Lua to start from, and their
//! pages.

use std::fs;
use std::path::Path;

use clap::Args;
use clap::builder::PossibleValuesParser;
use include_dir::{Dir, include_dir};
use serde_json::Value;
use walkdir::WalkDir;

use crate::content::check_base_url;
use crate::engine::game::is_slug;
use crate::engine::games::FIRST;
use crate::ground::diagnostic::{Diagnostic, Diagnostics};
use crate::ground::files::{self, embedded};
use crate::ground::html::characters;
use crate::pages::theme;

static SITE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/tool/starter/site");
static GERMAN: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/tool/starter/de");

static GAMES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/tool/starter/games");

static STORIES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/tool/starter/stories");

static CODE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/tool/starter/lua");

const LANGUAGES: [&str; 2] = ["en", "de"];

/// The file that makes a folder a site. This file is written last, so if it exists, all other files exist.
pub(crate) const SETTINGS: &str = "content/site.toml";

pub(crate) const CONTENT: &str = "content/";

/// The folder of files for GitHub Pages.
const GITHUB: &str = ".github/";

const TITLE_KEY: &str = "title = \"";
const ADDRESS_LINE: &str = "# base_url = \"https://example.org/games/\"";
const THEME_LINE: &str = "# theme = \"classic\"";

const SOURCE: &str = "https://github.com/NAME/pageturner";

const VERSION: &str = "0.0.0";

/// The workflow that publishes a calendar's new puzzle each day.
const DAILY: &str = ".github/workflows/daily.yml";

/// Returns the code for a new game in Lua, of the kind `squares`, `heaps`, `puzzle` or `text`.
pub(crate) fn game_code(kind: &str) -> &'static str {
    text_beside_code(&format!("{kind}.lua"))
}

pub(crate) fn game_page(name: &str, is_for_two: bool) -> String {
    let page = text_beside_code(if is_for_two { "for-two.md" } else { "for-one.md" });
    page.replace("TITLE", &title_of(name)).replace("NAME", name)
}

fn text_beside_code(name: &str) -> &'static str {
    CODE.get_file(name).and_then(|file| file.contents_utf8()).expect("each kind of game has its files")
}

/// Returns a title made from the name of a game.
pub(crate) fn title_of(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>().replace('-', " ")
}

#[derive(Args, Debug)]
pub(crate) struct Starter {
    /// The title of the site
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// The language of the site's texts
    #[arg(short, long, value_name = "TAG", default_value = "en", value_parser = PossibleValuesParser::new(LANGUAGES))]
    language: String,
    /// The theme: `classic`, `eink` or `plain`
    #[arg(short, long, value_name = "NAME")]
    pub theme: Option<String>,
    /// A game for the site, instead of Nim; repeatable
    #[arg(long = "game", value_name = "GAME", value_parser = PossibleValuesParser::new(games()))]
    pub games: Vec<String>,
    /// Start with an ink story instead of Nim; NAME is the name of the story's files, such as `tower`
    #[arg(long, value_name = "NAME")]
    pub story: Option<String>,
    /// The address where the site will be published
    #[arg(long, value_name = "URL")]
    pub base_url: Option<String>,
    /// Add a workflow that publishes the site on GitHub Pages; the workflow downloads this program from a release of
    /// the repository in --from
    #[arg(long, requires = "from")]
    pub github: bool,
    /// For --github: the URL of the repository that publishes this program
    #[arg(long, value_name = "URL", requires = "github")]
    from: Option<String>,
}

impl Starter {
    /// Returns the files of a new site, with their paths in `folder`. The settings are last.
    ///
    /// # Errors
    ///
    /// Returns an error if a title, a theme or a URL is not valid.
    pub(crate) fn files(&self, folder: &Path) -> Result<Vec<(String, Vec<u8>)>, Diagnostics> {
        let mut findings = Diagnostics::new();
        let settings = findings.keep(self.settings(folder));
        let mut files = embedded(&SITE);
        files.extend(self.texts().map(embedded).unwrap_or_default());
        let pages = embedded(GAMES.get_dir(&self.language).expect("each language has its pages"));
        files.extend(pages.into_iter().filter_map(|(path, bytes)| {
            let name = path.split(['/', '.']).next()?;
            let is_first = name == FIRST && self.games.is_empty() && self.story.is_none();
            (is_first || self.games.iter().any(|game| game == name)).then(|| (format!("{CONTENT}{path}"), bytes))
        }));
        files.retain(|path, _| path != SETTINGS && (self.github || !path.starts_with(GITHUB)));
        if !has_calendar(&folder.join(CONTENT)) {
            files.remove(DAILY);
        }
        let mut files: Vec<_> = files.into_iter().map(|(path, bytes)| (path, bytes.to_vec())).collect();
        if let Some(name) = &self.story {
            findings.keep(check_name(name, "a story"));
            let story = embedded(STORIES.get_dir(&self.language).expect("each language has its story"));
            files.extend(story.into_iter().map(|(path, bytes)| {
                let text = String::from_utf8_lossy(bytes).replace("NAME", name);
                (format!("{CONTENT}{}", path.replacen("story", name, 1)), text.into_bytes())
            }));
        }
        if let Some(address) = &self.from {
            findings.keep(check_source(address));
            let source = address.trim_end_matches('/').trim_end_matches(".git");
            for (_, workflow) in files.iter_mut().filter(|(path, _)| path.starts_with(GITHUB)) {
                let text = String::from_utf8_lossy(workflow).replacen(SOURCE, source, 1);
                *workflow = text.replacen(VERSION, env!("CARGO_PKG_VERSION"), 1).into_bytes();
            }
        }
        files.extend(settings.map(|settings| (SETTINGS.to_owned(), settings.into_bytes())));
        findings.into_result(files)
    }

    fn texts(&self) -> Option<&'static Dir<'static>> {
        (self.language == "de").then_some(&GERMAN)
    }

    fn settings(&self, folder: &Path) -> Result<String, Diagnostics> {
        let mut findings = Diagnostics::new();
        let file = self.texts().unwrap_or(&SITE).get_file(SETTINGS).expect("the starter has settings");
        let mut text = file.contents_utf8().expect("the settings are a text").to_owned();
        // Without control characters, a JSON string is a valid TOML string.
        if let Some(title) = &self.title {
            findings.keep(check_title(title));
            let start = text.find(TITLE_KEY).expect("the settings have a title");
            let end = text[start..].find('\n').map_or(text.len(), |length| start + length);
            text.replace_range(start..end, &format!("title = {}", Value::from(&**title)));
        }
        if let Some(theme) = &self.theme {
            findings.keep(theme::check_for_website(folder, theme));
            text = text.replacen(THEME_LINE, &format!("theme = {}", Value::from(&**theme)), 1);
        }
        if let Some(base_url) = &self.base_url {
            let checked = findings.keep(check_base_url(base_url)).unwrap_or_default();
            text = text.replacen(ADDRESS_LINE, &format!("base_url = \"{checked}\""), 1);
        }
        findings.into_result(text)
    }
}

fn games() -> Vec<&'static str> {
    let pages = GAMES.dirs().next().into_iter().flat_map(Dir::files);
    let mut names: Vec<_> = pages.filter_map(|page| page.path().file_stem()?.to_str()).collect();
    names.sort_unstable();
    names
}

fn check_title(title: &str) -> Result<(), Diagnostic> {
    if title.chars().all(|c| c.is_whitespace() || files::is_invisible(c)) {
        return Err(Diagnostic::new("the title is blank").hint("write a title with visible characters"));
    }
    if title.contains(['\n', '\r', '\t']) {
        return Err(Diagnostic::new("the title contains a line break or a tab")
            .hint("write the title in one line, without tabs"));
    }
    match characters::refused(title) {
        Some((refused, _)) => Err(refused),
        None => Ok(()),
    }
}

/// Checks that a name works in addresses. Messages call the named thing `what`.
pub(crate) fn check_name(name: &str, what: &str) -> Result<(), Diagnostic> {
    if is_slug(name) {
        return Ok(());
    }
    Err(Diagnostic::new(format!("`{name}` cannot be the name of {what}"))
        .hint("use lower-case letters, digits and hyphens, such as `tower`"))
}

fn has_calendar(content: &Path) -> bool {
    let pages = WalkDir::new(content).into_iter().flatten().filter_map(|file| fs::read_to_string(file.path()).ok());
    pages.into_iter().any(|page| page.lines().any(|line| line.trim() == "[calendar]"))
}

fn check_source(address: &str) -> Result<(), Diagnostic> {
    let is_fit = |c: char| c.is_ascii_alphanumeric() || "-._~:/@%+".contains(c);
    let rest = address.strip_prefix("https://").unwrap_or_default();
    if rest.contains('/') && !rest.starts_with('/') && rest.chars().all(is_fit) {
        return Ok(());
    }
    Err(Diagnostic::new(format!("`{address}` is not the address of a public git repository"))
        .hint("write it like `https://github.com/NAME/pageturner`"))
}
