//! Locales: the catalogues of all languages, from the program's and the site's files, and forms for translators.

use std::fmt::Write;
use std::fs;
use std::io::ErrorKind;
use std::mem::take;
use std::path::Path;
use std::sync::Arc;

use fluent_bundle::FluentResource;

use super::catalogue::{Catalogue, Messages, PROGRAM};
use super::definitions::{Definitions, check, check_syntax, parse};
use super::languages::check_tag;
use crate::engine::game::Name;
use crate::ground::diagnostic::{Diagnostic, Diagnostics, OrCannot, Source, did_you_mean};
use crate::ground::html::characters;

pub const FOLDER: &str = "locales";

const ENDING: &str = ".ftl";

const SHIPPED: &[(&str, &str)] = &[("en", include_str!("en.ftl")), ("de", include_str!("de.ftl"))];

/// The name of a game, and its catalogues as pairs of a language and the text of a Fluent file.
pub type Shipped = (Name, &'static [(&'static str, &'static str)]);

/// The texts in one language of a game in a file.
#[derive(Clone, Debug)]
pub struct GameWords {
    pub game: String,
    pub language: String,
    /// Whether the game itself contains these texts, so that other files translate them.
    pub is_original: bool,
    pub source: Source,
}

/// A catalogue for a translator to fill in.
pub struct Form {
    /// The path of its file, relative to the folder of catalogues or of the content.
    pub path: String,
    /// Whether the form is for a game in the content. If so, its file belongs next to the file of the game.
    pub is_in_content: bool,
    pub text: String,
}

pub struct Locales {
    /// The program's files come first, so that those of the site override them.
    files: Vec<File>,
}

struct File {
    game: Option<Name>,
    language: String,
    source: Source,
    resource: Arc<FluentResource>,
    is_original: bool,
}

impl Locales {
    /// Returns the texts of the program and of these games.
    ///
    /// # Panics
    ///
    /// Panics if a file is not valid Fluent.
    pub fn shipped(games: impl IntoIterator<Item = Shipped>) -> Self {
        let mut files = Vec::new();
        let of_games = games.into_iter().map(|(game, catalogues)| (Some(game), catalogues));
        for (game, catalogues) in [(None, SHIPPED)].into_iter().chain(of_games) {
            for &(language, text) in catalogues {
                let source = Source::new(file_name(game.as_deref(), language), text);
                let file = File::new(game.clone(), language, source, language == "en");
                files.push(file.unwrap_or_else(|errors| panic!("a catalogue cannot be read: {}", errors.plain())));
            }
        }
        Self { files }
    }

    /// Returns the texts of the program, of these games, and of the site in the folder `root`.
    ///
    /// # Errors
    ///
    /// Returns the mistakes in the files of the site.
    pub fn read(root: &Path, games: impl IntoIterator<Item = Shipped>) -> Result<Self, Diagnostics> {
        let games: Vec<Shipped> = games.into_iter().collect();
        let files = file_names(&root.join(FOLDER))?.into_iter().map(|name| read(root, &name, &games));
        Self::shipped(games.iter().cloned()).with(files)
    }

    /// Adds the texts of games in files.
    ///
    /// # Errors
    ///
    /// Returns the mistakes in these texts.
    pub fn with_games(self, games: &[GameWords]) -> Result<Self, Diagnostics> {
        self.with(games.iter().flat_map(|GameWords { game, language, is_original, source }| {
            let file = |language, is_original| {
                File::new(Some(Name::Owned(game.clone())), language, source.clone(), is_original)
            };
            // English is the fallback. If a game is in another language, its own texts are.
            let as_english = (*is_original && primary(language) != "en").then(|| file("en", false));
            as_english.into_iter().chain([file(language, *is_original)])
        }))
    }

    /// Adds files, and checks each against all files.
    fn with(mut self, files: impl Iterator<Item = Result<File, Diagnostics>>) -> Result<Self, Diagnostics> {
        let (mut findings, before) = (Diagnostics::new(), self.files.len());
        self.files.extend(files.filter_map(|file| findings.keep(file)));
        for file in &self.files[before..] {
            findings.keep(self.check(file));
        }
        findings.into_result(self)
    }

    fn check(&self, file: &File) -> Result<(), Diagnostics> {
        let is_beside = |other: &&File| other.game == file.game && primary(&other.language) == primary(&file.language);
        let beside = Definitions::new(self.files.iter().filter(is_beside).map(|file| &*file.resource));
        let english = |game: &Option<Name>| {
            let is_original = |other: &&File| other.is_original && other.game == *game;
            Definitions::new(self.files.iter().filter(is_original).map(|file| &*file.resource))
        };
        check(&file.source, &file.resource, &beside, &english(&file.game), &english(&None))
    }

    /// Returns the files of a language. For `pt-BR`, the files of `pt`, which are for all regions, come first.
    fn of<'a>(&'a self, language: &'a str) -> impl Iterator<Item = &'a File> {
        let primary = primary(language);
        let is_wider = move |file: &&File| file.language == primary && primary != language;
        let is_own = move |file: &&File| file.language == language;
        self.files.iter().filter(is_wider).chain(self.files.iter().filter(is_own))
    }

    fn messages(&self, language: &str) -> Messages {
        Messages::new(language, self.of(language).map(|file| (file.about(), &file.resource)))
    }

    /// Removes the texts of all games for which `has_game` returns `false`.
    #[must_use]
    pub fn of_games(mut self, has_game: impl Fn(&str) -> bool) -> Self {
        self.files.retain(|file| file.game.as_deref().is_none_or(&has_game));
        self
    }

    /// Returns the catalogue of a language, with English for missing messages.
    pub fn catalogue(&self, language: &str) -> Catalogue {
        let own = self.messages(language);
        let (mut lacking, mut count) = (Vec::new(), 0);
        for file in self.files.iter().filter(|file| file.language == "en") {
            let names = Definitions::new([&*file.resource]);
            count += names.names().count();
            let missing = names.names().filter(|name| own.find(file.about(), name).is_none());
            let game = file.game.as_ref().map_or_else(String::new, |game| format!(" of {game}"));
            lacking.extend(missing.map(|name| format!("{name}{game}")));
        }
        let english = (!lacking.is_empty()).then(|| self.messages("en"));
        Catalogue { language: language.to_owned(), own, english, lacking, count, others: Vec::new() }
    }

    /// Returns forms for translating into a language: with all messages or, if `is_short`, only with the missing ones.
    pub fn forms(&self, language: &str, is_short: bool) -> Vec<Form> {
        let english = self.files.iter().filter(|file| file.is_original);
        let forms = english.filter_map(|english| {
            let own = self.of(language).filter(|file| file.game == english.game);
            let own = own.map(|file| file.source.text()).collect::<Vec<_>>();
            let text = form(english.source.text(), &own, is_short)?;
            // A game in a file has the name of the file.
            let game = english.game.as_deref();
            let stem = game.and_then(|game| Some(game.rsplit_once('.')?.0));
            Some(Form { path: file_name(stem.or(game), language), is_in_content: stem.is_some(), text })
        });
        forms.collect()
    }
}

impl File {
    /// Returns the game that the file belongs to, or [`PROGRAM`].
    fn about(&self) -> &str {
        self.game.as_deref().unwrap_or(PROGRAM)
    }

    fn new(game: Option<Name>, language: &str, source: Source, is_original: bool) -> Result<Self, Diagnostics> {
        let resource = parse(source.text()).map_err(|errors| check_syntax(&source, &errors))?;
        Ok(Self { game, language: language.to_owned(), source, resource: Arc::new(resource), is_original })
    }
}

fn primary(tag: &str) -> &str {
    tag.split('-').next().unwrap_or_default()
}

fn file_name(game: Option<&str>, language: &str) -> String {
    game.map_or_else(|| format!("{language}{ENDING}"), |game| format!("{game}.{language}{ENDING}"))
}

fn file_names(folder: &Path) -> Result<Vec<String>, Diagnostic> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.and_then(Iterator::collect::<Result<Vec<_>, _>>),
    };
    let entries = entries.or_cannot("read", folder)?;
    let names = entries.into_iter().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<_> = names.filter(|name| name.ends_with(ENDING) && !name.starts_with('.')).collect();
    names.sort_unstable();
    Ok(names)
}

fn read(root: &Path, name: &str, games: &[Shipped]) -> Result<File, Diagnostics> {
    let path = format!("{FOLDER}/{name}");
    let known = || games.iter().map(|(known, _)| known);
    let about = name.strip_suffix(ENDING).unwrap_or(name);
    if known().any(|known| known == about) {
        let finding = Diagnostic::new(format!("the file name of {path} contains no language tag"));
        return Err(finding.hint(format!("name it {about}.en{ENDING}, or use the tag of its language")).into());
    }
    let (game, language) = about.rsplit_once('.').map_or((None, about), |(game, language)| (Some(game), language));
    check_tag(language).map_err(|error| {
        let hint = "rename it: a catalogue has a name such as `de.ftl`, or `GAME.de.ftl` for a game";
        let hint = error.advice().filter(|hint| hint.starts_with("did")).unwrap_or(hint);
        Diagnostic::new(format!("the file name of {path} contains no language tag")).hint(hint)
    })?;
    let game = game.map(|game| {
        known().find(|known| *known == game).cloned().ok_or_else(|| {
            Diagnostic::new(format!("the name of {path} belongs to no game"))
                .hint(did_you_mean(game, known().map(|known| &**known).collect::<Vec<_>>()))
        })
    });
    let game = game.transpose()?;
    let bytes = fs::read(root.join(&path)).or_cannot("read", &path)?;
    File::new(game, language, characters::source(&path, &bytes)?, false)
}

/// A message with its name and the empty lines after it; or, without a name, a comment or an empty line.
type Entry<'a> = (Option<&'a str>, String);

/// Returns a catalogue in the order of the English one, with its comments, and with the messages that `own` already
/// contains. Later files of `own` override earlier ones. If `is_short`, the catalogue contains only the missing
/// messages; if none are missing, returns `None`.
pub(super) fn form(english: &str, own: &[&str], is_short: bool) -> Option<String> {
    let (mut form, mut heading, mut comment) = (String::new(), String::new(), String::new());
    for (name, text) in entries(english) {
        let Some(name) = name else {
            // Write a heading only if a message follows it.
            if !text.starts_with("# ") {
                heading += &take(&mut comment);
            }
            if text.starts_with("# ") { &mut comment } else { &mut heading }.extend([&text, "\n"]);
            continue;
        };
        let (comment, text, blank) = (take(&mut comment), text.trim_end(), &text[text.trim_end().len()..]);
        let filled = own.iter().rev().find_map(|own| {
            let found = entries(own).into_iter().find(|(found, _)| *found == Some(name));
            found.map(|(_, text)| text.trim_end().to_owned())
        });
        if filled.is_none() || !is_short {
            form.extend([take(&mut heading), comment]);
            let (_, original) = text.split_once('=').unwrap_or_default();
            for line in original.trim().lines() {
                let _ = writeln!(form, "# en: {line}");
            }
            form += &filled.map_or_else(|| format!("# {name} =\n"), |filled| filled + "\n");
        }
        heading += blank;
    }
    (!form.is_empty()).then_some(form)
}

/// Splits a catalogue into its entries. A message ends where the next entry begins.
fn entries(catalogue: &str) -> Vec<Entry<'_>> {
    let mut entries: Vec<Entry<'_>> = Vec::new();
    for line in catalogue.lines() {
        let goes_on = line.is_empty() || line.starts_with([' ', '}', '[', '*', '{']);
        if let Some((Some(_), text)) = entries.last_mut().filter(|_| goes_on) {
            text.extend(["\n", line]);
            continue;
        }
        let is_message = line.starts_with(|c: char| c.is_ascii_alphabetic() || c == '-');
        let name = line.split('=').next().filter(|_| is_message).map(str::trim);
        entries.push((name, line.to_owned()));
    }
    entries
}
