//! `site.toml`: what holds for the whole site, and in which variants it is published.

use std::path::Path;

use serde::Deserialize;
use toml::Spanned;
use toml::de::DeTable;

use super::computer::within;
use super::header::{check_characters, located, title};
use super::menu::{self, MenuEntry, RawMenuEntry};
use super::{CONFIG_FILE, FOLDER, Located, read_source, why_no_folder};
use crate::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::html::guard::Allowed;

/// What `site.toml` says.
#[derive(Clone, Debug)]
pub struct Config {
    /// The name of the site.
    pub title: String,
    /// One line below the name; may be empty.
    pub tagline: String,
    /// Who made it, as books say.
    pub author: Option<String>,
    /// The language of the texts, as a BCP 47 tag.
    pub language: String,
    /// Where the site will be published, when pages have to know; it ends with `/`.
    pub base_url: Option<String>,
    /// The theme's name, if it is not left to the program.
    pub theme: Option<Located<String>>,
    /// What the pages of variants call the site itself.
    pub main_title: String,
    /// Further copies of the site.
    pub variants: Vec<VariantSpec>,
    /// How many positions a game may have.
    pub max_positions: usize,
    /// What the pages of words lead to; without it to all plain pages.
    pub menu: Option<Vec<MenuEntry>>,
    /// What is allowed beyond what the guard lets pass.
    pub allowed: Allowed,
}

/// A copy of the site, or of some of it, with a theme of its own and in a folder of its own.
#[derive(Clone, Debug)]
pub struct VariantSpec {
    /// The folder.
    pub name: Located<String>,
    /// Its name for readers.
    pub title: String,
    /// Its theme's name.
    pub theme: Located<String>,
    /// The games (`nim`), boards (`ataxx/cross`) and editions (`nim/two-player`) that it has; none means all.
    pub only: Vec<Located<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawConfig {
    /// The name of the site.
    /// Example: `title = "Games for rainy days"`
    #[serde(deserialize_with = "title")]
    title: String,
    /// One line below the name.
    /// Example: `tagline = "Every move is a link"`
    #[serde(default)]
    tagline: String,
    /// Who made the site, as its e-books say.
    /// Example: `author = "Ada Writer"`
    author: Option<String>,
    /// The language of the texts, as a tag of BCP 47. Without it `en`.
    /// Example: `language = "pt-BR"`
    language: Option<Spanned<String>>,
    /// Where the site is published, for what needs whole addresses. Without it that is left out.
    /// Example: `base_url = "https://example.org/games/"`
    base_url: Option<Spanned<String>>,
    /// The theme: one of the program or a folder of `themes/`. Without it `classic`.
    /// Example: `theme = "eink"`
    theme: Option<Spanned<String>>,
    /// What copies of the site call the site itself. Without it its title.
    /// Example: `main_title = "In colour"`
    main_title: Option<String>,
    /// How many positions a game may have, before the build stops with an error. Without it a million.
    /// Example: `max_positions = 2_000_000`
    max_positions: Option<Spanned<i64>>,
    /// The endings of further files that are published as they are, beside pictures, texts, sounds, data and the like.
    /// Example: `publish = ["gpx"]`
    #[serde(default)]
    publish: Vec<String>,
    /// Whether texts may have all of HTML, also scripts.
    /// Example: `raw_html = true`
    #[serde(default)]
    raw_html: bool,
    /// Whether the templates of themes may have scripts, frames and forms.
    /// Example: `themes_may_have_scripts = true`
    #[serde(default)]
    themes_may_have_scripts: bool,
    /// Copies of the site with another theme, each a table `[[variants]]`.
    /// Example: `variants = [{ name = "ink", title = "For e-ink", theme = "eink" }]`
    #[serde(default)]
    variants: Vec<RawVariant>,
    /// What all pages of words lead to, each entry a table `[[menu]]`. Without it they lead to all plain pages.
    /// Example: `menu = [{ title = "About", page = "about.md" }]`
    menu: Option<Vec<Spanned<RawMenuEntry>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawVariant {
    /// The folder of the copy.
    /// Example: `name = "ink"`
    name: Spanned<String>,
    /// Its name for readers.
    /// Example: `title = "For e-ink"`
    #[serde(deserialize_with = "title")]
    title: String,
    /// Its theme.
    /// Example: `theme = "eink"`
    theme: Spanned<String>,
    /// The games, boards and editions that it has. Without it all of them.
    /// Example: `only = ["nim", "nim/two-player"]`
    #[serde(default)]
    only: Vec<Spanned<String>>,
}

/// How many positions a game may have where content does not say so.
const POSITIONS: u64 = 1_000_000;

/// How many positions content can allow a game to have: positions and pages are numbered in 32 bits.
const MOST_POSITIONS: u64 = 1_000_000_000;

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

/// Whether a text looks like a BCP 47 language tag, such as `en` or `pt-BR`.
fn is_language(tag: &str) -> bool {
    let part = |part: &str| (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric());
    tag.split('-').all(part) && tag.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Reads `site.toml`.
pub(super) fn read_config(root: &Path) -> Result<Config, Diagnostics> {
    let path = root.join(FOLDER).join(CONFIG_FILE);
    let source = read_source(root, &path).map_err(|error| {
        let is_missing = !path.exists();
        if is_missing { error.hint("a site needs this file; its one line `title = \"…\"` is enough") } else { error }
    })?;
    let fail = |error: toml::de::Error| Diagnostic::toml(&error, &source, &(0..source.text().len()));
    check_characters(DeTable::parse(source.text()).map_err(fail)?.get_ref(), &source, 0)?;
    let fail = |error| Diagnostic::toml_of::<RawConfig>(&error, &source, &(0..source.text().len()));
    let raw: RawConfig = toml::from_str(source.text()).map_err(fail)?;
    let mut findings = Diagnostics::new();
    let language = raw.language.map_or("en".to_owned(), |tag| {
        if !is_language(tag.get_ref()) {
            let message = format!("`{}` is no language tag", tag.get_ref());
            findings
                .push(Diagnostic::new(message).at(&source, tag.span()).hint("tags look like `en`, `de` or `pt-BR`"));
        }
        tag.into_inner()
    });
    let base_url = raw
        .base_url
        .and_then(|url| findings.keep(check_base_url(url.get_ref()).map_err(|error| error.at(&source, url.span()))));
    let max_positions = within(raw.max_positions.as_ref(), "max_positions", 1..=MOST_POSITIONS, &source);
    let max_positions = findings.keep(max_positions).flatten().unwrap_or(POSITIONS);
    let menu = findings.keep(raw.menu.map(|menu| menu::menu(menu, &source)).transpose()).flatten();
    let mut variants: Vec<VariantSpec> = Vec::new();
    for variant in raw.variants {
        variants.extend(findings.keep(variant.check(&variants, &source)));
    }
    findings.into_result(Config {
        author: raw.author,
        main_title: raw.main_title.unwrap_or_else(|| raw.title.clone()),
        title: raw.title,
        tagline: raw.tagline,
        language,
        base_url,
        theme: raw.theme.map(|theme| located(theme, &source)),
        variants,
        menu,
        max_positions: max_positions as usize,
        allowed: Allowed {
            raw_html: raw.raw_html,
            scripts_in_themes: raw.themes_may_have_scripts,
            endings: raw.publish.iter().map(|ending| ending.trim_start_matches('.').to_owned()).collect(),
        },
    })
}

impl RawVariant {
    fn check(self, others: &[VariantSpec], source: &Source) -> Result<VariantSpec, Diagnostic> {
        let name = located(self.name, source);
        if let Some(hint) = why_no_folder(&name.value) {
            let message = format!("`{}` cannot be the name of a variant, because it names its folder", name.value);
            return Err(name.diagnostic(message).hint(hint));
        }
        if others.iter().any(|other| other.name.value == name.value) {
            return Err(name
                .diagnostic(format!("there are two variants with the name `{}`", name.value))
                .hint("give each variant a name of its own"));
        }
        let only = self.only.into_iter().map(|name| located(name, source)).collect();
        Ok(VariantSpec { name, title: self.title, theme: located(self.theme, source), only })
    }
}
