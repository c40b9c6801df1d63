//! Translations: the texts of a site in a further language, in files next to the originals.
//!
//! `nim.de.md` is the page `nim.md` in German. `site.de.toml` contains the settings that differ between languages. A
//! page without a translation is left out of the site in that language.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use super::config::MenuEntry;
use super::document::Document;
use super::files::{config_file, read_settings};
use super::game::GameSpec;
use super::located::{Located, check_folder_names, read, title};
use super::scripts::{LessonSpec, StepSpec};
use super::{Config, VariantSpec};
use crate::ground::diagnostic::{Diagnostic, Diagnostics, Source, did_you_mean};

/// The maximum number of variants of a site. Each variant can repeat all pages of the site.
const MOST_VARIANTS: usize = 50;

/// Returns the path of the original and the language of a translated Markdown file.
pub(super) fn split<'a>(path: &'a str, languages: &'a [Located<String>]) -> Option<(String, &'a str)> {
    let (stem, tag) = path.strip_suffix(".md")?.rsplit_once('.')?;
    let language = languages.iter().find(|language| language.value == tag)?;
    Some((format!("{stem}.md"), &language.value))
}

/// Returns the folder of a further language on the website, with a `/` at its end.
pub fn folder(language: &str) -> String {
    format!("{}/", language.to_lowercase())
}

/// `site.LANGUAGE.toml`. The settings in `site.toml` that it cannot contain apply to all languages.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LanguageKeys {
    /// The name of the site.
    /// Example: `title = "Spiele für Regentage"`
    #[serde(deserialize_with = "title")]
    title: String,
    /// One line below the title.
    /// Example: `tagline = "Jeder Zug ist ein Link"`
    #[serde(default)]
    tagline: String,
    /// The name of this site in lists of its variants. The default is `title`.
    /// Example: `main_title = "In Farbe"`
    #[serde(default)]
    main_title: String,
    /// The games, boards, editions and puzzle collections in this language. The default is all that have a translated
    /// page.
    /// Example: `only = ["nim", "nim/two-player"]`
    #[serde(default)]
    only: Vec<Located<String>>,
    /// The variants in this language, each a table `[[variants]]`.
    /// Example: `variants = [{ name = "ink", title = "Für E-Ink", theme = "eink" }]`
    #[serde(default)]
    variants: Vec<VariantSpec>,
    /// The menu of all text pages, each entry a table `[[menu]]`. By default, the menu contains all plain pages. If
    /// there are more than 24, it contains only a link to the front page.
    /// Example: `menu = [{ title = "Über diese Seite", page = "about.md" }]`
    menu: Option<Vec<Located<MenuEntry>>>,
}

impl Config {
    pub(super) fn in_language(&self, root: &Path, language: &str) -> Result<Self, Diagnostics> {
        let hint = "create this file with the title in that language; one line, `title = \"…\"`, is enough";
        let source = &read_settings(root, &config_file(language), hint)?;
        let LanguageKeys { title, tagline, main_title, only, variants, menu } = read(source, 0..source.text().len())?;
        let base_url = self.base_url.as_ref().map(|url| format!("{url}{}", folder(language)));
        let language = language.to_owned();
        Self { title, tagline, language, base_url, main_title, variants, menu, only, ..self.clone() }.checked()
    }

    pub(super) fn checked(mut self) -> Result<Self, Diagnostics> {
        let mut findings = Diagnostics::new();
        if let Some(variant) = self.variants.get(MOST_VARIANTS) {
            let message =
                format!("a site can have at most {MOST_VARIANTS} variants; this one has {}", self.variants.len());
            return Err(variant.name.diagnostic(message).hint("remove some of the variants").into());
        }
        let names = self.variants.iter().map(|variant| &variant.name);
        check_folder_names(["a variant", "variants"], false, names, &mut findings);
        for entry in self.menu.iter_mut().flatten() {
            findings.keep(entry.resolve());
        }
        if self.main_title.is_empty() {
            self.main_title.clone_from(&self.title);
        }
        findings.into_result(self)
    }
}

/// The header of a game's page in a further language. This header contains only texts.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GameWords {
    /// The name of the game.
    /// Example: `title = "Nim"`
    #[serde(deserialize_with = "title")]
    title: String,
    /// One sentence that makes players curious.
    /// Example: `summary = "Nimm, so viel du willst, aber nur aus einer Reihe."`
    summary: String,
    /// The image for previews of links, if it differs from the image of the first language.
    /// Example: `image = "social.de.png"`
    image: Option<Located<String>>,
    /// The name of the game's group, if it is in one.
    /// Example: `group = "Rätsel"`
    group: Option<String>,
    /// The texts of each edition, by its name.
    /// Example: `editions = [{ name = "two-player", title = "Zu zweit" }]`
    #[serde(default)]
    editions: Vec<Words>,
    /// The texts of each board, by its name.
    /// Example: `boards = [{ name = "small", title = "Klein" }]`
    #[serde(default)]
    boards: Vec<Words>,
    /// The texts of each collection of puzzles, by its name.
    /// Example: `puzzles = [{ name = "a", title = "Gewinne" }]`
    #[serde(default)]
    puzzles: Vec<Words>,
}

/// The texts of an edition, a board or a collection of puzzles.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    name: Located<String>,
    #[serde(deserialize_with = "title")]
    title: String,
    level: Option<String>,
    #[serde(default)]
    summary: String,
}

/// The texts of a table that a translation replaces: name, title, summary and level.
type Table<'a> = (&'a str, &'a mut String, &'a mut String, Option<&'a mut String>);

impl GameSpec {
    pub(super) fn translate(&mut self, document: &Document<'_>) -> Result<(), Diagnostics> {
        let GameWords { title, summary, image, group, editions, boards, puzzles } = document.header()?;
        (self.title, self.summary) = (title, summary);
        self.image = document.image(image).or(self.image.take());
        self.group = group.or(self.group.take());
        let own = self.tables.value.iter_mut();
        let own_editions = own.map(|own| (&*own.name.value, &mut own.title, &mut own.summary, own.level.as_mut()));
        let own = self.boards.iter_mut();
        let own_boards = own.map(|own| (&*own.name.value, &mut own.title, &mut own.summary, None));
        let own = self.puzzles.iter_mut();
        let own_puzzles = own.map(|own| (&*own.name.value, &mut own.title, &mut own.summary, None));
        let mut findings = Diagnostics::new();
        let source = &document.source;
        say("edition", &editions, own_editions.collect(), source, &mut findings);
        say("board", &boards, own_boards.collect(), source, &mut findings);
        say("collection of puzzles", &puzzles, own_puzzles.collect(), source, &mut findings);
        findings.into_result(())
    }
}

/// Copies texts to the tables with the same names. Every table needs texts. Messages call such a table `kind`.
fn say(kind: &str, words: &[Words], tables: Vec<Table<'_>>, source: &Source, findings: &mut Diagnostics) {
    let names: Vec<&str> = tables.iter().map(|table| table.0).collect();
    for Words { name, .. } in words.iter().filter(|words| !names.contains(&&*words.name.value)) {
        let message = format!("the page that this one translates has no {kind} `{}`", name.value);
        findings.push(name.diagnostic(message).hint(did_you_mean(&name.value, names.iter().copied())));
    }
    let mut levels = BTreeMap::new();
    for (name, title, summary, level) in tables {
        let Some(own) = words.iter().find(|words| words.name.value == name) else {
            let message = format!("{} lacks the texts of the {kind} `{name}`", source.name());
            let hint = format!("add a table with its `name` and a `title`, and with a `summary` if {name} has one");
            findings.push(Diagnostic::new(message).hint(hint));
            continue;
        };
        (*title, *summary) = (own.title.clone(), own.summary.clone());
        if let Some(level) = level {
            let called = own.level.clone().unwrap_or_else(|| own.title.clone());
            let known = levels.entry(level.clone()).or_insert_with(|| called.clone());
            if *known != called {
                let message = format!("the level `{level}` is translated as `{known}` above, but as `{called}` here");
                let hint = "set the same `level` for all editions of this level";
                findings.push(own.name.diagnostic(message).hint(hint));
            }
            *level = called;
        }
    }
}

impl LessonSpec {
    /// Checks that a translated lesson has the edition and the steps of its original, because their pages have the same
    /// addresses.
    pub(super) fn check_translation(&self, original: &Self) -> Result<(), Diagnostic> {
        if self.edition.value != original.edition.value {
            let told = self.edition.diagnostic("this lesson and its original name different editions");
            return Err(told.hint(format!("write `lesson = \"{}\"`", original.edition.value)));
        }
        let written = |StepSpec { position, mv, .. }: &StepSpec| {
            format!("`position = \"{}\"` and `move = \"{}\"`", position.value, mv.value)
        };
        let [own, theirs] = [self, original].map(|lesson| lesson.steps.iter().map(written).collect::<Vec<_>>());
        let Some(differs) = (0..own.len().max(theirs.len())).find(|&step| own.get(step) != theirs.get(step)) else {
            return Ok(());
        };
        let place = self.steps.get(differs).map_or(&self.edition, |step| &step.position);
        let hint = theirs.get(differs).map_or("remove this step".to_owned(), |step| format!("write {step}"));
        let message = format!("step {0} differs from step {0} of the original lesson", differs + 1);
        Err(place.diagnostic(message).hint(hint))
    }
}
