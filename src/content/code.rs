//! Games in files: those that pages name by a file of the content, such as `dodgem.lua`, and what they say.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;
use std::sync::Arc;

use super::editions::parameter;
use super::files::read_source;
use super::located::Located;
use super::words::{GameWords, check_tag, flaw_of_catalogue};
use super::{FOLDER, links};
use crate::engine::game::{Code, Fault, ParameterValue, Parameters};
use crate::engine::games::{Game, GameError, Games};
use crate::engine::lines::LinesFile;
use crate::engine::lua::{LuaFile, OpenError, Sources};
use crate::ground::diagnostic::{Diagnostic, Diagnostics, Source, did_you_mean};
use crate::ground::files::FoundFile;

const LUA: &str = "lua";

/// The ending of games with a position a line.
const LINES: &str = "jsonl";

/// The ending of what games in Lua say in further languages.
const WORDS: &str = "ftl";

pub(super) fn is_code(file: &FoundFile) -> bool {
    [LUA, LINES, WORDS].iter().any(|ending| has_ending(&file.path, ending))
}

fn has_ending(path: &str, ending: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, own)| own == ending)
}

pub(super) struct GameCatalog<'a> {
    games: &'a Games,
    code: Arc<BTreeMap<String, Arc<Code>>>,
    lines: BTreeMap<String, Source>,
    words: Vec<GameWords>,
    /// Those that a page has named.
    read: RefCell<BTreeMap<String, Result<FileGame, Diagnostics>>>,
    /// The same with their parameters: to begin a game takes an interpreter, which all of its editions share.
    opened: RefCell<HashMap<(String, Parameters), Game>>,
}

enum FileGame {
    Lua(LuaFile),
    Lines(LinesFile),
}

impl FileGame {
    fn open(&self, parameters: &Parameters) -> Result<Game, OpenError> {
        match self {
            Self::Lua(file) => file.open(parameters),
            Self::Lines(file) => Ok(file.open(parameters)?),
        }
    }

    fn catalogue(&self) -> &str {
        match self {
            Self::Lua(file) => file.catalogue(),
            Self::Lines(_) => "",
        }
    }
}

pub(super) enum Refusal {
    Code(Diagnostics),
    Page(GameError),
}

impl<'a> GameCatalog<'a> {
    pub(super) fn read(root: &Path, games: &'a Games, files: &[FoundFile]) -> Result<Self, Diagnostics> {
        let mut findings = Diagnostics::new();
        let mut sources = BTreeMap::new();
        for file in files.iter().filter(|file| is_code(file)) {
            sources.extend(findings.keep(read_source(root, &file.origin)).map(|source| (file.path.clone(), source)));
        }
        let code = |(path, source): (&String, &Source)| (path.clone(), code_of(source));
        let code: BTreeMap<_, _> = sources.iter().filter(|(path, _)| has_ending(path, LUA)).map(code).collect();
        let translations = sources.iter().filter(|(path, _)| has_ending(path, WORDS));
        let words = translations.filter_map(|(path, source)| findings.keep(words(path, source, &code))).collect();
        sources.retain(|path, _| has_ending(path, LINES));
        let (code, read, opened) = (Arc::new(code), RefCell::default(), RefCell::default());
        findings.into_result(Self { games, code, lines: sources, words, read, opened })
    }

    /// Returns the name of a game that the page with this path names: for a file its path in the content.
    pub(super) fn name(page: &str, game: &str) -> String {
        if !Self::is_file(game) {
            return game.to_owned();
        }
        links::resolve(page, game).map_or_else(|| game.to_owned(), |target| target.path)
    }

    fn is_file(game: &str) -> bool {
        has_ending(game, LUA) || has_ending(game, LINES)
    }

    /// Returns the game with this name and these parameters.
    ///
    /// # Errors
    ///
    /// When there is no such game, or it is wrong, or does not accept the parameters.
    pub(super) fn open(&self, name: &Located<String>, parameters: &Parameters) -> Result<Game, Refusal> {
        let path = &name.value;
        if !Self::is_file(path) {
            return self.games.open(path, parameters).map_err(Refusal::Page);
        }
        let key = (path.clone(), parameters.clone());
        let mut opened = self.opened.borrow_mut();
        if let Some(game) = opened.get(&key) {
            return Ok(game.clone());
        }
        let mut read = self.read.borrow_mut();
        let file = read.entry(path.clone()).or_insert_with(|| self.read_file(name));
        let file = file.as_ref().map_err(|wrong| Refusal::Code(wrong.clone()))?;
        let game = file.open(parameters).map_err(|error| match error {
            OpenError::Parameters(error) => Refusal::Page(error.into()),
            OpenError::Code(fault) => Refusal::Code(located(&fault).into()),
        })?;
        Ok(opened.entry(key).or_insert(game).clone())
    }

    fn read_file(&self, name: &Located<String>) -> Result<FileGame, Diagnostics> {
        let path = &name.value;
        if self.code.contains_key(path) {
            let sources = Sources { name: path.clone(), files: Arc::clone(&self.code) };
            return Ok(FileGame::Lua(read_lua(&sources)?));
        }
        if let Some(source) = self.lines.get(path) {
            return Ok(FileGame::Lines(LinesFile::read(path, source)?));
        }
        let known = || self.code.keys().chain(self.lines.keys()).map(String::as_str);
        let hint = match known().next() {
            None => format!("put the file beside the page: {FOLDER}/{path}"),
            Some(_) => did_you_mean(path, known().collect::<Vec<_>>()),
        };
        Err(name.diagnostic(format!("there is no file {FOLDER}/{path}")).hint(hint).into())
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.games.names().chain(self.code.keys().map(String::as_str))
    }

    /// Returns what the games of files say that pages have named: in `language` what stands in the files themselves.
    pub(super) fn words(self, language: &str) -> Vec<GameWords> {
        let own = |(path, file): (&String, &Result<FileGame, Diagnostics>)| {
            let text = file.as_ref().ok()?.catalogue();
            let source = Source::new(format!("what {FOLDER}/{path} says"), text);
            Some(GameWords { game: path.clone(), language: language.to_owned(), is_original: true, source })
        };
        let read = self.read.into_inner();
        let is_named = |words: &GameWords| read.contains_key(&words.game);
        read.iter().filter_map(own).chain(self.words.iter().filter(|words| is_named(words)).cloned()).collect()
    }
}

/// A game in a file that is tested without a site.
pub struct PlaytestGame {
    pub game: Game,
    pub words: Vec<GameWords>,
}

impl PlaytestGame {
    /// Reads the game in a file, which can be a variant of others in its folder, with options, each `name=value`.
    ///
    /// # Errors
    ///
    /// When there is no such file, when its code is wrong, or when it does not accept the options.
    pub fn read(path: &Path, options: &[String]) -> Result<Self, Diagnostics> {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if has_ending(&name, LINES) {
            let file = LinesFile::read(&name, &read_source(Path::new(""), path)?)?;
            return Ok(Self { game: tried(&FileGame::Lines(file), options)?, words: Vec::new() });
        }
        if !has_ending(&name, LUA) {
            let finding = Diagnostic::new(format!("{} is no file of a game", path.display()));
            return Err(finding.hint("name one that ends in `.lua` or `.jsonl`, such as content/dodgem.lua").into());
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let entries = fs::read_dir(folder).map_err(|error| Diagnostic::io("read", folder, &error))?;
        let mut files = BTreeMap::new();
        for entry in entries.flatten() {
            let other = entry.file_name().to_string_lossy().into_owned();
            if has_ending(&other, LUA) && (other == name || entry.path().is_file()) {
                let source = read_source(Path::new(""), &folder.join(&other))?;
                files.insert(other, code_of(&source));
            }
        }
        if !files.contains_key(&name) {
            let finding = Diagnostic::new(format!("there is no file {}", path.display()));
            return Err(finding.hint(did_you_mean(&name, files.keys().map(String::as_str).collect::<Vec<_>>())).into());
        }
        let file = FileGame::Lua(read_lua(&Sources { name: name.clone(), files: Arc::new(files) })?);
        let source = Source::new(format!("what {name} says"), file.catalogue());
        let words = vec![GameWords { game: name, language: "en".to_owned(), is_original: true, source }];
        Ok(Self { game: tried(&file, options)?, words })
    }
}

/// Reads a game in Lua, and checks how its phrases are written.
fn read_lua(sources: &Sources) -> Result<LuaFile, Diagnostic> {
    let file = LuaFile::read(sources).map_err(|fault| located(&fault))?;
    match flaw_of_catalogue(file.catalogue()) {
        Some((name, message, hint)) => Err(located(&file.fault_of_phrase(name, message, hint))),
        None => Ok(file),
    }
}

fn tried(file: &FileGame, options: &[String]) -> Result<Game, Diagnostic> {
    file.open(&read_options(options)?).map_err(|error| match error {
        OpenError::Parameters(error) => Diagnostic::new(error.to_string()).hint(error.hint),
        OpenError::Code(fault) => located(&fault),
    })
}

fn read_options(options: &[String]) -> Result<Parameters, Diagnostic> {
    let mut parameters = Parameters::new();
    for option in options {
        let (key, value) = option.split_once('=').ok_or_else(|| {
            Diagnostic::new(format!("`{option}` is no option")).hint("write its name and its value: `size=4`")
        })?;
        // What is no value of TOML is a text without its quotes.
        let table: Option<toml::Table> = toml::from_str(&format!("value = {value}")).ok();
        let value = table.and_then(|table| Some(parameter(table.get("value")?)));
        let written = option[key.len() + 1..].to_owned();
        parameters.insert(key.to_owned(), value.unwrap_or(ParameterValue::Text(written)));
    }
    Ok(parameters)
}

fn code_of(source: &Source) -> Arc<Code> {
    Arc::new(Code { name: source.name().to_owned(), text: source.text().to_owned() })
}

/// Returns the translation of a game that a file is, such as `dodgem.de.ftl`.
fn words(path: &str, source: &Source, code: &BTreeMap<String, Arc<Code>>) -> Result<GameWords, Diagnostic> {
    let named = path.strip_suffix(".ftl").and_then(|stem| stem.rsplit_once('.'));
    let Some((stem, language)) = named else {
        let finding = Diagnostic::new(format!("the name of {} says no language", source.name()));
        return Err(finding.hint("what a game `dodgem.lua` says in German stands in `dodgem.de.ftl` beside it"));
    };
    check_tag(language).map_err(|error| {
        let finding = Diagnostic::new(format!("the name of {} says no language", source.name()));
        finding.hint(error.advice().unwrap_or("name it like `dodgem.de.ftl`"))
    })?;
    let game = format!("{stem}.lua");
    if !code.contains_key(&game) {
        let finding = Diagnostic::new(format!("{} is named after a game that is not there", source.name()));
        return Err(finding.hint(did_you_mean(&game, code.keys().map(String::as_str).collect::<Vec<_>>())));
    }
    Ok(GameWords { game, language: language.to_owned(), is_original: false, source: source.clone() })
}

/// Returns what is wrong in the code of a game, with its line.
pub fn located(fault: &Fault) -> Diagnostic {
    let told = Diagnostic::new(fault.message.clone());
    let told = if fault.hint.is_empty() { told } else { told.hint(&fault.hint) };
    let Some((code, line)) = &fault.place else { return told };
    let source = Source::new(&code.name, &*code.text);
    let mut start = 0;
    for (number, text) in code.text.split_inclusive('\n').enumerate() {
        if number + 1 == *line {
            let indent = text.len() - text.trim_start().len();
            return told.at(&source, start + indent..start + text.trim_end().len().max(indent));
        }
        start += text.len();
    }
    told.at(&source, start..start)
}
