//! `site.toml`: what holds for the whole site, and in which variants it is published.

use std::collections::HashSet;
use std::path::Path;

use serde::{Deserialize, Deserializer};

use super::colors::ColorsSpec;
use super::located::{Located, read, title, within};
use super::menu::MenuEntry;
use super::source::{CONFIG_FILE, read_settings};
use crate::content::words::check_tag;
use crate::ground::diagnostic::{Diagnostic, Diagnostics, refusal};
use crate::ground::html::guard::Allowed;

/// What `site.toml` says.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The name of the site.
    /// Example: `title = "Games for rainy days"`
    #[serde(deserialize_with = "title")]
    pub title: String,
    /// One line below the name.
    /// Example: `tagline = "Every move is a link"`
    #[serde(default)]
    pub tagline: String,
    /// Who made the site, as its e-books say.
    /// Example: `author = "Ada Writer"`
    pub author: Option<String>,
    /// The language of the texts, as a tag of BCP 47. Without it `en`.
    /// Example: `language = "pt-BR"`
    #[serde(default = "english", deserialize_with = "language")]
    pub language: String,
    /// Further languages that the site is in, each with its texts in files such as `nim.de.md` and `site.de.toml`.
    /// Example: `languages = ["de"]`
    #[serde(default)]
    pub languages: Vec<Located<String>>,
    /// Where the site is published, for what needs whole addresses. Without it that is left out.
    /// Example: `base_url = "https://example.org/games/"`
    #[serde(default, deserialize_with = "base_url")]
    pub base_url: Option<String>,
    /// The theme: one of the program or a folder of `themes/`. Without it `classic`.
    /// Example: `theme = "eink"`
    pub theme: Option<Located<String>>,
    /// The colours, in place of those of the theme, in two tables `[colors.light]` and `[colors.dark]`.
    /// Example: `colors = { light = { accent = "#00695c" }, dark = { accent = "#7fd1c3" } }`
    #[serde(default)]
    pub colors: ColorsSpec,
    /// The name of the site in lists of it and its variants. Without it its title.
    /// Example: `main_title = "In colour"`
    #[serde(default)]
    pub main_title: String,
    /// How many positions a game may have, before the build stops with an error. Without it a million.
    /// Example: `max_positions = 2_000_000`
    #[serde(default = "million", deserialize_with = "within::<_, _, 1, 1_000_000_000>")]
    pub max_positions: usize,
    /// The endings of further files that are published as they are, beside pictures, texts, sounds, data and the like.
    /// Example: `publish = ["gpx"]`
    #[serde(default, deserialize_with = "endings")]
    pub(super) publish: Vec<String>,
    /// Whether texts may have all of HTML, also scripts.
    /// Example: `raw_html = true`
    #[serde(default)]
    pub(super) raw_html: bool,
    /// Whether the templates of themes may have scripts, frames and forms.
    /// Example: `themes_may_have_scripts = true`
    #[serde(default)]
    pub(super) themes_may_have_scripts: bool,
    /// Variants: the site once more with another theme, each a table `[[variants]]`.
    /// Example: `variants = [{ name = "ink", title = "For e-ink", theme = "eink" }]`
    #[serde(default)]
    pub variants: Vec<VariantSpec>,
    /// What all pages of words lead to, each entry a table `[[menu]]`. Without it they lead to all plain pages.
    /// Example: `menu = [{ title = "About", page = "about.md" }]`
    pub menu: Option<Vec<Located<MenuEntry>>>,
    /// The games, boards, editions and collections of puzzles that it has in a further language; none means all.
    #[serde(skip)]
    pub only: Vec<Located<String>>,
    /// What is allowed beyond what the guard lets pass.
    #[serde(skip)]
    pub allowed: Allowed,
}

/// The site once more, or some of it, with a theme of its own and in a folder of its own.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VariantSpec {
    /// The folder of the variant.
    /// Example: `name = "ink"`
    pub name: Located<String>,
    /// Its name for readers.
    /// Example: `title = "For e-ink"`
    #[serde(deserialize_with = "title")]
    pub title: String,
    /// Its theme.
    /// Example: `theme = "eink"`
    pub theme: Located<String>,
    /// The games, boards and editions that it has. Without it all of them.
    /// Example: `only = ["nim", "nim/two-player"]`
    #[serde(default)]
    pub only: Vec<Located<String>>,
}

fn english() -> String {
    "en".to_owned()
}

fn million() -> usize {
    1_000_000
}

fn language<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let tag = String::deserialize(deserializer)?;
    check_tag(&tag).map_err(|error| refusal(&error, error.advice().unwrap_or_default()))?;
    Ok(tag)
}

fn endings<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let endings: Vec<String> = Vec::deserialize(deserializer)?;
    let Some(unfit) = endings.iter().find(|ending| ending.is_empty() || ending.contains(['.', '*', ' ', '/'])) else {
        return Ok(endings);
    };
    let ending = unfit.trim().rsplit(['.', '/']).next().filter(|ending| !ending.is_empty()).unwrap_or("gpx");
    let hint = format!("write what follows the last dot of a file's name: `KEY = [\"{ending}\"]`");
    Err(refusal(format!("`{unfit}` is no ending of files"), hint))
}

fn base_url<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let url = String::deserialize(deserializer)?;
    check_base_url(&url).map(Some).map_err(|error| refusal(&error, error.advice().unwrap_or_default()))
}

/// Returns a base URL as pages need it: it ends with `/`, so that paths can follow it.
///
/// # Errors
///
/// When the text is no address of a folder on the web.
pub fn check_base_url(url: &str) -> Result<String, Diagnostic> {
    let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://")).unwrap_or("");
    let allowed = |c: char| c.is_ascii_alphanumeric() || "-._~:/%@+".contains(c);
    if host.is_empty() || host.starts_with('/') || !url.chars().all(allowed) {
        return Err(Diagnostic::new(format!("`{url}` is no base URL"))
            .hint("it looks like `https://example.org/games/`, without `?` and `#`"));
    }
    Ok(format!("{}/", url.trim_end_matches('/')))
}

pub(super) fn read_config(root: &Path) -> Result<Config, Diagnostics> {
    let hint = "a site needs this file; its one line `title = \"…\"` is enough";
    let source = read_settings(root, CONFIG_FILE, hint)?;
    let mut config: Config = read(&source, 0..source.text().len())?;
    config.allowed = Allowed {
        raw_html: config.raw_html,
        scripts_in_themes: config.themes_may_have_scripts,
        endings: std::mem::take(&mut config.publish),
    };
    let mut findings = Diagnostics::new();
    findings.keep(config.check_languages());
    match findings.keep(config.checked()) {
        Some(config) => findings.into_result(config),
        None => Err(findings),
    }
}

impl Config {
    fn check_languages(&self) -> Result<(), Diagnostics> {
        let (mut findings, mut known) = (Diagnostics::new(), HashSet::from([self.language.to_lowercase()]));
        for named in &self.languages {
            if let Err(refusal) = check_tag(&named.value) {
                findings.push(named.locate(refusal));
            } else if !known.insert(named.value.to_lowercase()) {
                let message = format!("the site is in the language `{}` already", named.value);
                findings.push(named.diagnostic(message).hint("name each language once, and not the first one"));
            }
        }
        findings.into_result(())
    }
}
