//! Games in files that pages name, such as `dodgem.lua`, and the texts in these files.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;
use std::sync::Arc;

use walkdir::DirEntry;

use super::editions::parameter;
use super::files::{CONFIG_FILE, no_file, read_source};
use super::located::Located;
use super::words::{GameWords, check_tag, flaw_of_catalogue};
use super::{FOLDER, levels, links};
use crate::engine::game::{Code, Fault, ParameterError, ParameterReader, ParameterValue, Parameters};
use crate::engine::games::{Game, GameError, Games};
use crate::engine::lines;
use crate::engine::lua::{LuaFile, OpenError, Sources};
use crate::ground::diagnostic::{Diagnostic, Diagnostics, Source, did_you_mean};
use crate::ground::files::{FoundFile, SiteFolder, is_meant};

const LUA: &str = "lua";

/// The extension of games with one position per line.
const LINES: &str = "jsonl";

/// The extension of translations of games in Lua.
const WORDS: &str = "ftl";

pub(super) fn is_code(file: &FoundFile) -> bool {
    [LUA, LINES, WORDS].iter().chain(&levels::ENDINGS).any(|ending| has_ending(&file.path, ending))
}

fn is_game(path: &str) -> bool {
    has_ending(path, LUA) || has_ending(path, LINES)
}

fn has_ending(path: &str, ending: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, own)| own.eq_ignore_ascii_case(ending))
}

/// The games that pages can name: built-in ones, and those in files.
pub(super) struct GameCatalog<'a> {
    pub(super) root: &'a Path,
    games: &'a Games,
    files: GameFiles,
    words: Vec<GameWords>,
    /// The games that were read from files, with the mistakes in them.
    read: RefCell<BTreeMap<String, Result<FileGame, Diagnostics>>>,
    /// The games that were opened, by name and parameters. An opened game needs an interpreter, so editions with the
    /// same parameters share one game.
    opened: RefCell<HashMap<(String, Parameters), Game>>,
}

/// The files of games, by path.
struct GameFiles {
    lua: Arc<BTreeMap<String, Arc<Code>>>,
    lines: BTreeMap<String, Source>,
}

impl GameFiles {
    fn paths(&self) -> impl Iterator<Item = &str> {
        self.lua.keys().chain(self.lines.keys()).map(String::as_str)
    }

    /// Reads the game at a path, if there is a file, and checks the syntax of the game's phrases.
    fn read(&self, path: &str) -> Option<Result<FileGame, Diagnostics>> {
        if let Some(source) = self.lines.get(path) {
            return Some(lines::read_game(path, source).map(FileGame::Lines));
        }
        let sources = Sources { name: path.to_owned(), files: Arc::clone(&self.lua) };
        self.lua.contains_key(path).then(|| {
            let file = LuaFile::read(&sources).map_err(|fault| located(&fault))?;
            match flaw_of_catalogue(file.catalogue()) {
                Some((name, message, hint)) => Err(located(&file.fault_of_phrase(name, message, hint)).into()),
                None => Ok(FileGame::Lua(file)),
            }
        })
    }
}

enum FileGame {
    Lua(LuaFile),
    Lines(Game),
}

impl FileGame {
    /// Opens the game with these parameters. `refused` creates the finding if the game does not accept them.
    fn open(
        &self,
        parameters: &Parameters,
        refused: impl Fn(ParameterError) -> Diagnostic,
    ) -> Result<Game, Diagnostic> {
        match self {
            Self::Lua(file) => file.open(parameters).map_err(|error| match error {
                OpenError::Parameters(error) => refused(error),
                // If the game has parameters, a fault at its start is probably about them.
                OpenError::Code(fault) if !parameters.is_empty() => {
                    let is_named = |key: &&String| parameters.len() == 1 || fault.message.contains(&***key);
                    let place = fault.place.as_ref().map(|(code, line)| format!("see line {line} of {}", code.name));
                    let hints = [Some(fault.hint.clone()).filter(|hint| !hint.is_empty()), place];
                    let hint = hints.into_iter().flatten().collect::<Vec<_>>().join("; ");
                    let key = parameters.keys().find(is_named).cloned();
                    refused(ParameterError { key, problem: fault.message, hint })
                }
                OpenError::Code(fault) => located(&fault),
            }),
            Self::Lines(game) => {
                ParameterReader::new(parameters, &[]).finish().map_err(refused)?;
                Ok(game.clone())
            }
        }
    }

    /// Returns the texts in the game's file, which are in `language`.
    fn words(&self, path: &str, shown: &str, language: &str) -> GameWords {
        let text = match self {
            Self::Lua(file) => file.catalogue(),
            Self::Lines(_) => "",
        };
        let source = Source::new(format!("the texts of {shown}"), text);
        GameWords { game: path.to_owned(), language: language.to_owned(), is_original: true, source }
    }
}

impl<'a> GameCatalog<'a> {
    pub(super) fn read(root: &'a Path, games: &'a Games, files: &[FoundFile]) -> Result<Self, Diagnostics> {
        let mut findings = Diagnostics::new();
        let (mut lua, mut lines, mut translations) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
        for FoundFile { path, origin } in files.iter().filter(|file| is_code(file)) {
            let Some(source) = findings.keep(read_source(root, origin)) else { continue };
            if has_ending(path, LUA) {
                lua.insert(path.clone(), code_of(&source));
            } else if has_ending(path, LINES) {
                lines.insert(path.clone(), source);
            } else if has_ending(path, WORDS) {
                translations.push((path, source));
            }
        }
        let words = translations.iter().filter_map(|(path, source)| findings.keep(words(path, source, &lua))).collect();
        let files = GameFiles { lua: Arc::new(lua), lines };
        findings.into_result(Self { root, games, files, words, read: RefCell::default(), opened: RefCell::default() })
    }

    /// Returns the name in this catalog of a game that a page names. For a game in a file, this is the path of the file
    /// in the content folder.
    pub(super) fn name(page: &str, game: &str) -> String {
        if is_game(game) { links::path_of(page, game) } else { game.to_owned() }
    }

    /// Opens a game with these parameters. `refused` creates the finding if the game does not accept them.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such game, if it contains a mistake, or if it does not accept the parameters.
    pub(super) fn open(
        &self,
        name: &Located<String>,
        parameters: &Parameters,
        refused: impl Fn(ParameterError) -> Diagnostic,
    ) -> Result<Game, Diagnostics> {
        let path = &name.value;
        if !is_game(path) {
            return Ok(self.games.open(path, parameters).map_err(|error| match error {
                GameError::Parameters(error) => refused(error),
                GameError::Unknown(_) => {
                    let files: Vec<_> = self.files.paths().map(|path| name.way_to(path)).collect();
                    let known = self.games.names().chain(files.iter().map(String::as_str));
                    let meant = did_you_mean(path, known);
                    name.diagnostic(error.to_string())
                        .hint(format!("{meant} (to use a game from your own program, run that program)"))
                }
            })?);
        }
        let key = (path.clone(), parameters.clone());
        let mut opened = self.opened.borrow_mut();
        if let Some(game) = opened.get(&key) {
            return Ok(game.clone());
        }
        let mut read = self.read.borrow_mut();
        let file = read.entry(path.clone()).or_insert_with(|| {
            self.files.read(path).unwrap_or_else(|| Err(no_file(name, path, self.files.paths()).into()))
        });
        let game = file.as_ref().map_err(Clone::clone)?.open(parameters, refused)?;
        Ok(opened.entry(key).or_insert(game).clone())
    }

    /// Returns the texts of all games that were read from files. `language` is the language of the texts in those
    /// files.
    pub(super) fn words(&self, language: &str) -> Vec<GameWords> {
        let read = self.read.borrow();
        let translations = self.words.iter().filter(|words| read.contains_key(&words.game)).cloned();
        let files = read.iter().filter_map(|(path, file)| Some((path, file.as_ref().ok()?)));
        files.map(|(path, file)| file.words(path, &format!("{FOLDER}/{path}"), language)).chain(translations).collect()
    }
}

/// Reads a game and its texts from a file, to test the game without a site. Each of the `options` is `name=value`. If
/// the file is inside a site, the game can be a variant of any other Lua game of this site.
///
/// # Errors
///
/// Returns an error if there is no such file, if its code contains a mistake, or if it does not accept the options.
pub fn read_game(path: &Path, options: &[String]) -> Result<(Game, GameWords), Diagnostics> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let shown = path.display();
    if !is_game(&name) {
        let finding = Diagnostic::new(format!("{shown} is not a game file"));
        return Err(finding.hint("name a file that ends in `.lua` or `.jsonl`, such as content/dodgem.lua").into());
    }
    if path.exists() && !path.is_file() {
        let finding = Diagnostic::new(format!("{shown} is not a regular file"));
        return Err(finding.hint("name the file of a game").into());
    }
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let beside = real.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // A variant can name any file of its site.
    let site = beside.ancestors().find(|folder| folder.join(CONFIG_FILE).is_file());
    let folder = site.unwrap_or(beside);
    let is_meant = |entry: &DirEntry| (site.is_some() || entry.depth() == 1) && is_meant(entry);
    let (found, _) = SiteFolder { folder, name: "the folder", root: Path::new("") }.files(is_meant);
    let (mut lua, mut lines, mut key) = (BTreeMap::new(), BTreeMap::new(), name.clone());
    for FoundFile { path: other, origin } in found {
        let is_own = origin == real;
        if is_own {
            key.clone_from(&other);
        }
        let source = || read_source(Path::new(""), if is_own { path } else { &origin });
        if has_ending(&other, LUA) {
            lua.insert(other, code_of(&source()?));
        } else if is_own {
            lines.insert(other, source()?);
        }
    }
    let files = GameFiles { lua: Arc::new(lua), lines };
    let file = files.read(&key).unwrap_or_else(|| {
        let finding = Diagnostic::new(format!("there is no file {shown}"));
        Err(finding.hint(did_you_mean(&name, files.paths().collect::<Vec<_>>())).into())
    })?;
    let refused = |error: ParameterError| Diagnostic::new(error.to_string()).hint(error.hint);
    Ok((file.open(&read_options(options)?, refused)?, file.words(&key, &name, "en")))
}

fn read_options(options: &[String]) -> Result<Parameters, Diagnostic> {
    let mut parameters = Parameters::new();
    for option in options {
        let (key, value) = option.split_once('=').ok_or_else(|| {
            Diagnostic::new(format!("the option `{option}` has no value"))
                .hint("write a name and a value, such as `size=4`")
        })?;
        // A value that is not valid TOML is a string without quotes.
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

/// Reads a translation of a game, such as `dodgem.de.ftl`.
fn words(path: &str, source: &Source, code: &BTreeMap<String, Arc<Code>>) -> Result<GameWords, Diagnostic> {
    let no_language =
        |hint: &str| Diagnostic::new(format!("the file name of {} contains no language tag", source.name())).hint(hint);
    let Some((stem, language)) = path.strip_suffix(".ftl").and_then(|stem| stem.rsplit_once('.')) else {
        return Err(no_language(
            "add a language tag to the name, such as `dodgem.de.ftl` for the German texts of `dodgem.lua`",
        ));
    };
    check_tag(language).map_err(|error| no_language(error.advice().unwrap_or("name it like `dodgem.de.ftl`")))?;
    let game = format!("{stem}.lua");
    if !code.contains_key(&game) {
        let finding = Diagnostic::new(format!("the name of {} belongs to no game", source.name()));
        return Err(finding.hint(did_you_mean(&game, code.keys().map(String::as_str).collect::<Vec<_>>())));
    }
    Ok(GameWords { game, language: language.to_owned(), is_original: false, source: source.clone() })
}

/// Returns a fault in a game's code as a finding at its line.
pub fn located(fault: &Fault) -> Diagnostic {
    let told = Diagnostic::new(fault.message.clone());
    let told = if fault.hint.is_empty() { told } else { told.hint(&fault.hint) };
    let Some((code, line)) = &fault.place else { return told };
    let source = Source::new(&code.name, &*code.text);
    let start: usize = code.text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let text = code.text[start..].lines().next().unwrap_or_default();
    let indent = text.len() - text.trim_start().len();
    told.at(&source, start + indent..start + text.trim_end().len().max(indent))
}
