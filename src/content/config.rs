//! `site.toml`: the settings of the whole site, its variants, menu and colours.

use std::collections::HashSet;
use std::path::Path;

use serde::{Deserialize, Deserializer, de};

use super::body::Reference;
use super::files::{CONFIG_FILE, read_settings};
use super::links;
use super::located::{Located, read, title, within};
use super::words::check_tag;
use crate::ground::diagnostic::{Diagnostic, Diagnostics, refusal};
use crate::ground::files::ICONS;
use crate::ground::html::address;
use crate::ground::html::guard::{Allowed, FileKind};
use crate::ground::html::style::is_color;

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The name of the site.
    /// Example: `title = "Games for rainy days"`
    #[serde(deserialize_with = "title")]
    pub title: String,
    /// One line below the title.
    /// Example: `tagline = "Every move is a link"`
    #[serde(default)]
    pub tagline: String,
    /// The author of the site, for its e-books.
    /// Example: `author = "Ada Writer"`
    pub author: Option<String>,
    /// The language of the texts, as a BCP 47 tag. The default is `en`.
    /// Example: `language = "pt-BR"`
    #[serde(default = "english", deserialize_with = "language")]
    pub language: String,
    /// Further languages of the site. The texts in each language are in files such as `nim.de.md` and `site.de.toml`.
    /// Example: `languages = ["de"]`
    #[serde(default)]
    pub languages: Vec<Located<String>>,
    /// The URL of the published site. If it is not set, the site lacks features that need complete URLs, such as the
    /// sitemap.
    /// Example: `base_url = "https://example.org/games/"`
    #[serde(default, deserialize_with = "base_url")]
    pub base_url: Option<String>,
    /// A built-in theme, or the name of a folder in `themes/`. The default is `classic`.
    /// Example: `theme = "eink"`
    pub theme: Option<Located<String>>,
    /// Colours that replace those of the theme, in two tables `[colors.light]` and `[colors.dark]`.
    /// Example: `colors = { light = { accent = "#00695c" }, dark = { accent = "#7fd1c3" } }`
    #[serde(default)]
    pub colors: ColorsSpec,
    /// A picture to show with the site's title at the top of every page, as a path in the content folder.
    /// Example: `logo = "social.png"`
    pub logo: Option<Located<String>>,
    /// The name of this site in lists of its variants. The default is `title`.
    /// Example: `main_title = "In colour"`
    #[serde(default)]
    pub main_title: String,
    /// The largest number of positions that a game can have. If a game has more, the build stops with an error. The
    /// default is a million.
    /// Example: `max_positions = 2_000_000`
    #[serde(default = "million", deserialize_with = "within::<_, _, 1, 1_000_000_000>")]
    pub max_positions: usize,
    /// Extensions of further files to publish unchanged, in addition to common formats such as pictures, texts and
    /// sounds.
    /// Example: `publish = ["gpx"]`
    #[serde(default, deserialize_with = "endings")]
    pub(super) publish: Vec<String>,
    /// If `true`, pages can contain any HTML, and drawings any elements. Scripts in pages still do not run.
    /// Example: `raw_html = true`
    #[serde(default)]
    pub(super) raw_html: bool,
    /// If `true`, the templates of themes can contain scripts, frames and forms.
    /// Example: `themes_may_have_scripts = true`
    #[serde(default)]
    pub(super) themes_may_have_scripts: bool,
    /// Copies of the site with other themes, each a table `[[variants]]`.
    /// Example: `variants = [{ name = "ink", title = "For e-ink", theme = "eink" }]`
    #[serde(default)]
    pub variants: Vec<VariantSpec>,
    /// The menu of all text pages, each entry a table `[[menu]]`. By default, the menu contains all plain pages. If
    /// there are more than 24, it contains only a link to the front page.
    /// Example: `menu = [{ title = "About", page = "about.md" }]`
    pub menu: Option<Vec<Located<MenuEntry>>>,
    /// The games, boards, editions and puzzle collections to publish in a further language; empty means all.
    #[serde(skip)]
    pub only: Vec<Located<String>>,
    #[serde(skip)]
    pub allowed: Allowed,
}

/// A copy of the site, or of some of its games, with another theme in its own folder.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VariantSpec {
    /// The folder of the variant.
    /// Example: `name = "ink"`
    pub name: Located<String>,
    /// The name of the variant for readers.
    /// Example: `title = "For e-ink"`
    #[serde(deserialize_with = "title")]
    pub title: String,
    /// The theme of the variant.
    /// Example: `theme = "eink"`
    pub theme: Located<String>,
    /// The games, boards and editions that the variant contains. The default is all.
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
    check_tag(&tag).map(|()| tag).map_err(|error| refused(&error))
}

fn endings<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let endings: Vec<String> = Vec::deserialize(deserializer)?;
    let Some(unfit) = endings.iter().find(|ending| ending.is_empty() || ending.contains(['.', '*', ' ', '/'])) else {
        return Ok(endings);
    };
    let ending = unfit.trim().rsplit(['.', '/']).next().filter(|ending| !ending.is_empty()).unwrap_or("gpx");
    let hint = format!("write only the part after the last dot of a file name: `KEY = [\"{ending}\"]`");
    Err(refusal(format!("`{unfit}` is not a file extension"), hint))
}

fn base_url<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let url = String::deserialize(deserializer)?;
    check_base_url(&url).map(Some).map_err(|error| refused(&error))
}

fn refused<E: de::Error>(error: &Diagnostic) -> E {
    refusal(error, error.advice().unwrap_or_default())
}

/// Returns a base URL with a `/` at its end, so that paths can follow it.
///
/// # Errors
///
/// Returns an error if the string is not the URL of a folder on the web.
pub fn check_base_url(url: &str) -> Result<String, Diagnostic> {
    let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://")).unwrap_or("");
    let is_wrong = |&(_, c): &(usize, char)| !c.is_ascii_alphanumeric() && !"-._~:/@+%".contains(c);
    let (authority, path) = host.split_once('/').unwrap_or((host, ""));
    let mut folders = path.trim_end_matches('/').split('/').filter(|_| !path.is_empty());
    let folder =
        folders.find(|name| ["", ".", ".."].contains(name)).map(|name| if name.is_empty() { "//" } else { name });
    let character = url.char_indices().find(is_wrong).map(|(at, c)| &url[at..at + c.len_utf8()]);
    let flaw = address::flaw(url).filter(|_| !authority.is_empty());
    let is_page = |name: &&str| FileKind::of(name) == FileKind::Html || name.starts_with("index.");
    let page = path.rsplit('/').next().filter(is_page);
    let wrong = character.or(flaw).or(authority.contains('@').then_some("@")).or(folder).or(page);
    if authority.is_empty() || wrong.is_some() {
        let wrong = wrong.map_or(String::new(), |part| format!(": it contains `{part}`"));
        return Err(Diagnostic::new(format!("`{url}` is not a base URL{wrong}"))
            .hint("write it like `https://example.org/games/`, without `?` and `#`; percent-encode other characters"));
    }
    Ok(format!("{}/", url.trim_end_matches('/')))
}

pub(super) fn read_config(root: &Path) -> Result<Config, Diagnostics> {
    let hint = "create this file; one line, `title = \"…\"`, is enough";
    let source = read_settings(root, CONFIG_FILE, hint)?;
    let mut config: Config = read(&source, 0..source.text().len())?;
    config.allowed = Allowed {
        raw_html: config.raw_html,
        scripts_in_themes: config.themes_may_have_scripts,
        endings: std::mem::take(&mut config.publish),
    };
    config.check_languages()?;
    config.checked()
}

impl Config {
    /// Returns whether a file is an icon or the logo. Each language and each variant has its own copy of these files.
    pub fn is_on_every_page(&self, path: &str) -> bool {
        ICONS.contains(&path) || self.logo.as_ref().is_some_and(|logo| logo.value == path)
    }

    fn check_languages(&self) -> Result<(), Diagnostics> {
        let mut findings = Diagnostics::new();
        let mut known = HashSet::from([self.language.to_lowercase()]);
        for named in &self.languages {
            if let Err(refusal) = check_tag(&named.value) {
                findings.push(named.locate(refusal));
            } else if !known.insert(named.value.to_lowercase()) {
                let message = format!("the site already has the language `{}`", named.value);
                findings.push(named.diagnostic(message).hint("list each further language once"));
            }
        }
        findings.into_result(())
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MenuEntry {
    /// The text of the entry.
    /// Example: `title = "About"`
    #[serde(deserialize_with = "title")]
    pub title: String,
    /// The target: a file of the content folder, or a path on the site. Give either a `page` or a `url`.
    /// Example: `page = "about.md"`
    page: Option<Located<String>>,
    /// The target: a URL on another site.
    /// Example: `url = "https://example.org/"`
    pub url: Option<Located<String>>,
    /// The target on the site.
    #[serde(skip)]
    pub reference: Option<Reference>,
}

impl Located<MenuEntry> {
    pub(super) fn resolve(&mut self) -> Result<(), Diagnostic> {
        let MenuEntry { page, url, reference, .. } = &mut self.value;
        let message = match (page, url) {
            (Some(page), None) => {
                *reference = Some(find(page)?);
                return Ok(());
            }
            (None, Some(url)) if address::leads_out(&url.value) => return Ok(()),
            (None, Some(url)) => {
                let hint = "begin the `url` with `https://`, or set `page = \"about.md\"` for a page of the site";
                return Err(url.diagnostic(format!("`{}` is not a URL on another site", url.value)).hint(hint));
            }
            (Some(_), Some(_)) => "this menu entry has two targets",
            (None, None) => "this menu entry has no target",
        };
        let hint = "set either `page = \"about.md\"`, for a page of the site, or `url = \"https://…\"`";
        Err(self.diagnostic(message).hint(hint))
    }
}

fn find(page: &Located<String>) -> Result<Reference, Diagnostic> {
    let target = links::resolve("", &page.value).ok_or_else(|| {
        let hint = "name a file of the content folder, such as `page = \"about.md\"`, or use `url` for another site";
        page.diagnostic(format!("`{}` is not a page of the site", page.value)).hint(hint)
    })?;
    Ok(Reference { path: page.with(target.path), suffix: target.suffix, image: None })
}

/// The colours that replace the theme's.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ColorsSpec {
    /// The colours for light screens, a table `[colors.light]`.
    /// Example: `light = { accent = "#00695c" }`
    #[serde(default)]
    pub light: SchemeSpec,
    /// The colours for dark screens, a table `[colors.dark]`.
    /// Example: `dark = { accent = "#7fd1c3" }`
    #[serde(default)]
    pub dark: SchemeSpec,
}

/// The colours of one scheme. The theme supplies those that are not set.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SchemeSpec {
    /// The colour of links and of places to touch, in all games.
    /// Example: `accent = "#00695c"`
    #[serde(default, deserialize_with = "color")]
    accent: Option<Located<String>>,
    /// The background colour.
    /// Example: `paper = "#ffffff"`
    #[serde(default, deserialize_with = "color")]
    paper: Option<Located<String>>,
    /// The text colour.
    /// Example: `ink = "#222"`
    #[serde(default, deserialize_with = "color")]
    ink: Option<Located<String>>,
    /// The colour of secondary text.
    /// Example: `soft = "#666"`
    #[serde(default, deserialize_with = "color")]
    soft: Option<Located<String>>,
    /// The background colour of highlighted parts, such as code and the square of a chosen piece.
    /// Example: `wash = "#e0f2f1"`
    #[serde(default, deserialize_with = "color")]
    wash: Option<Located<String>>,
}

impl SchemeSpec {
    /// Returns the keys that are set, with their CSS properties and colours.
    fn named(&self) -> impl Iterator<Item = (&'static str, &'static str, &Located<String>)> {
        let Self { accent, paper, ink, soft, wash } = self;
        let all = [
            ("accent", "--a", accent),
            ("paper", "--paper", paper),
            ("ink", "--ink", ink),
            ("soft", "--soft", soft),
            ("wash", "--wash", wash),
        ];
        all.into_iter().filter_map(|(key, property, color)| Some((key, property, color.as_ref()?)))
    }
}

impl ColorsSpec {
    /// Returns CSS rules for the properties that a stylesheet uses. These rules override all other values of these
    /// properties on a page.
    pub fn rules(&self, is_used: impl Fn(&str) -> bool) -> String {
        let schemes = [("light", &self.light), ("dark", &self.dark)].into_iter();
        let rules = schemes.filter_map(|(name, scheme)| {
            let colors = scheme.named().filter(|(_, property, _)| is_used(property));
            let colors = colors.map(|(_, property, color)| format!("{property}:{}!important", color.value));
            let colors = colors.collect::<Vec<_>>().join(";");
            let rule = format!("@media screen and (prefers-color-scheme:{name}){{*{{{colors}}}}}\n");
            (!colors.is_empty()).then_some(rule)
        });
        rules.collect()
    }

    /// Checks that at least one theme of the site uses each colour.
    ///
    /// # Errors
    ///
    /// Returns the colours that no theme uses.
    pub fn check(&self, is_used: impl Fn(&str) -> bool) -> Result<(), Diagnostics> {
        let named = [&self.light, &self.dark].into_iter().flat_map(SchemeSpec::named);
        let lost = named.filter(|(_, property, _)| !is_used(property)).map(|(key, property, color)| {
            let hint = format!("remove it, choose a theme such as `classic`, or use `var({property})` in a stylesheet");
            color.diagnostic(format!("no theme of the site uses the colour `{key}`")).hint(hint)
        });
        lost.collect::<Diagnostics>().into_result(())
    }
}

fn color<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Located<String>>, D::Error> {
    let color = Located::<String>::deserialize(deserializer)?;
    if is_color(&color.value) {
        return Ok(Some(color));
    }
    let hint = "write three or six hexadecimal digits after `#`, such as `KEY = \"#00695c\"`";
    Err(refusal(format!("`{}` is not a colour", color.value), hint))
}
