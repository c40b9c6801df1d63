//! Editions: the tables `editions` and `boards` of a game's header.

use std::ops::Deref;

use serde::{Deserialize, Deserializer};
use toml::Value;

use super::computer::ComputerKeys;
use super::located::{Located, Seed, entries, title, within};
use super::{folder_names, search};
use crate::diagnostic::{Diagnostic, Diagnostics, did_you_mean, refusal};
use crate::game::{Computer, Message, ParameterError, ParameterValue, Parameters, Player, Policy};
use crate::games::{Game, GameError, Games};
use crate::words::Catalogue;

/// A table of `editions`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a key that an author can write")]
pub struct EditionKeys {
    /// The folder of the edition: lower-case letters, digits and hyphens.
    /// Example: `name = "two-player"`
    pub name: Located<String>,
    /// Its name for readers.
    /// Example: `title = "Two players"`
    #[serde(deserialize_with = "title")]
    pub title: String,
    /// Which of several levels it is, by its name for readers. Of two editions of a level, each leaves the first move
    /// to another side; levels come in the order of their editions, the easy ones first.
    /// Example: `level = "Easy"`
    pub level: Option<String>,
    /// One sentence about it.
    /// Example: `summary = "For two at one screen."`
    #[serde(default)]
    pub summary: String,
    /// The parameters of its game, on top of those of the board and of all editions.
    /// Example: `parameters = { rows = [1, 2] }`
    #[serde(default, deserialize_with = "entries")]
    parameters: ParameterKeys,
    /// Who plays against the reader, with the keys below. Without it people play.
    /// Example: `computer = { policy = "perfect" }`
    #[serde(rename = "computer")]
    computer_keys: Option<Located<ComputerKeys>>,
    /// Whether each page has a second one that shows what every move is worth.
    /// Example: `hints = true`
    #[serde(default)]
    pub hints: bool,
    /// Whether its books and single files have its hints, too; they have unless this is `false`. Without hints they are
    /// half as large.
    /// Example: `hints_in_files = false`
    #[serde(default = "yes")]
    pub hints_in_files: bool,
    /// Whether each page of it that has no hints tells what best play comes to, folded away until somebody asks. It
    /// takes far less room than hints.
    /// Example: `best_play = true`
    #[serde(default)]
    pub best_play: bool,
    /// Whether its positions and moves are published as data, `graph.json`.
    /// Example: `graph = true`
    #[serde(default)]
    pub graph: bool,
    /// How many games of a series it is, from 2 to 99: the computer draws its moves anew in each. Without it there is
    /// one.
    /// Example: `volumes = 4`
    #[serde(default = "one", deserialize_with = "within::<_, _, 2, 99>")]
    volumes: u64,
    /// Files that it is offered as beside its pages: `epub`, `single`.
    /// Example: `outputs = ["epub", "single"]`
    #[serde(default, rename = "outputs")]
    pub downloads: Vec<Download>,
    /// Whether its pages are made by `pageturner serve` when they are asked for, and never written. It then has no
    /// limit of positions, and nothing that needs to know all of them.
    /// Example: `on_demand = true`
    #[serde(default)]
    pub on_demand: bool,
    /// Positions to be published as pictures, each as SVG and PNG beside the pages of the edition.
    /// Example: `pictures = ["a-1-2"]`
    #[serde(default)]
    pub pictures: Vec<Located<String>>,
    /// Whether it is left out unless the site is built with `--drafts`.
    /// Example: `draft = true`
    #[serde(default)]
    pub draft: bool,
}

fn yes() -> bool {
    true
}

fn one() -> u64 {
    1
}

/// A table of `boards`: every edition is played on each of them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BoardKeys {
    /// The folder of the board: lower-case letters, digits and hyphens.
    /// Example: `name = "small"`
    pub(super) name: Located<String>,
    /// Its name for readers.
    /// Example: `title = "Small"`
    #[serde(deserialize_with = "title")]
    pub(super) title: String,
    /// One sentence about it.
    /// Example: `summary = "Two rows."`
    #[serde(default)]
    pub(super) summary: String,
    /// The parameters of the game on this board, on top of those of all editions.
    /// Example: `parameters = { rows = [1, 2] }`
    #[serde(default, deserialize_with = "entries")]
    parameters: ParameterKeys,
    /// The editions that have hints on this board.
    /// Example: `hints = ["two-player"]`
    #[serde(default)]
    hints: Vec<Located<String>>,
    /// The seeds of the computers on this board by the names of their editions, instead of those that editions have.
    /// Example: `seeds = { easy = 7 }`
    #[serde(default, deserialize_with = "entries")]
    seeds: Vec<(Located<String>, Seed)>,
    /// Files that it is offered as beside its pages: `epub`.
    /// Example: `outputs = ["epub"]`
    #[serde(default, rename = "outputs", deserialize_with = "books")]
    downloads: Vec<Download>,
    /// Whether it is left out unless the site is built with `--drafts`.
    /// Example: `draft = true`
    #[serde(default)]
    draft: bool,
}

/// Parameters of a game as an author writes them.
pub(super) type ParameterKeys = Vec<(Located<String>, Value)>;

/// A form in which games are offered beside their pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Download {
    /// An e-book.
    Epub,
    /// One file with all positions of an edition.
    Single,
}

/// Reads the forms of what has several editions.
pub(super) fn books<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Download>, D::Error> {
    let downloads = Vec::deserialize(deserializer)?;
    if downloads.contains(&Download::Single) {
        return Err(refusal(SINGLE, "write it under an edition, or offer an `epub`"));
    }
    Ok(downloads)
}

const SINGLE: &str = "a single file has one edition, and here are several";

/// One playable version of a game: what its table says, and what comes of it.
#[derive(Clone, Debug)]
pub struct EditionSpec {
    keys: EditionKeys,
    /// Its name beside the others of its series.
    pub short_title: String,
    /// Which of several volumes it is, from 1; else 0.
    volume: u64,
    /// The game with the parameters of this edition.
    pub game: Game,
    /// The computer in one of the seats.
    pub computer: Option<Computer>,
    /// The series that the edition belongs to.
    pub series: Option<Series>,
}

impl Deref for EditionSpec {
    type Target = EditionKeys;

    fn deref(&self) -> &EditionKeys {
        &self.keys
    }
}

/// Editions that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    /// What begins the names of its editions, for example `solo` or `cross`.
    pub name: String,
    /// Its name for readers.
    pub title: String,
    /// One sentence about it.
    pub summary: String,
    /// The forms in which all of it is offered beside its pages.
    pub downloads: Vec<Download>,
    /// What makes them belong together.
    pub kind: SeriesKind,
}

/// What makes a series of editions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeriesKind {
    /// They differ only in what chance made of them, and in who begins, and are read one after the other.
    Volumes,
    /// They are played on the same board.
    Board,
}

/// The game of a page and the tables that make its editions.
pub(super) struct Tables<'a> {
    pub(super) games: &'a Games,
    pub(super) game: &'a Located<String>,
    pub(super) parameters: &'a ParameterKeys,
    pub(super) boards: &'a [BoardKeys],
    pub(super) editions: &'a [EditionKeys],
}

impl Tables<'_> {
    /// Returns the editions of a game, on each of its boards if it has several.
    pub(super) fn specs(&self) -> Result<Vec<EditionSpec>, Diagnostics> {
        let mut findings = Diagnostics::new();
        let mut editions: Vec<EditionSpec> = Vec::new();
        for board in self.boards {
            self.check_board(board, &mut findings);
        }
        let boards: Vec<_> = if self.boards.is_empty() { vec![None] } else { self.boards.iter().map(Some).collect() };
        for board in &boards {
            for edition in self.editions {
                for spec in findings.keep(self.specs_of(edition, *board)).into_iter().flatten() {
                    findings.keep(check_on_demand(&spec));
                    editions.push(spec);
                }
            }
        }
        let names = editions.iter().map(|edition| &edition.name);
        findings.keep(folder_names::check(["an edition", "editions"], true, names));
        for edition in self.editions {
            let is_hinted = |board: &BoardKeys| board.hints.iter().any(|name| name.value == edition.name.value);
            if !edition.hints_in_files && !edition.hints && !self.boards.iter().any(is_hinted) {
                let message = "this edition has no hints, neither on its pages nor in files";
                let hint = "add `hints = true`, or remove `hints_in_files`";
                findings.push(edition.name.diagnostic(message).hint(hint));
            }
        }
        findings.into_result(editions)
    }

    /// Checks what a board says of editions by their names, and that it splits no series.
    fn check_board(&self, board: &BoardKeys, findings: &mut Diagnostics) {
        let find = |name: &Located<String>| self.editions.iter().find(|edition| edition.name.value == name.value);
        let names = || self.editions.iter().map(|edition| edition.name.value.as_str());
        let seeded = || board.seeds.iter().map(|(name, _)| name);
        for name in board.hints.iter().chain(seeded()).filter(|name| find(name).is_none()) {
            let unknown = name.diagnostic(format!("the game has no edition `{}`", name.value));
            findings.push(unknown.hint(did_you_mean(&name.value, names())));
        }
        for name in seeded() {
            if find(name).is_some_and(|edition| edition.computer_keys.is_none()) {
                let message = format!("the edition `{}` has no computer to have a seed", name.value);
                findings.push(name.diagnostic(message).hint("remove it, or give the edition a `computer`"));
            }
        }
        for edition in self.editions.iter().filter(|edition| edition.volumes > 1) {
            let message = "a series of volumes cannot be played on several boards";
            let hint = "give the series a page of its own, with its board under `parameters`";
            findings.keep(Err::<(), _>(edition.name.diagnostic(message).hint(hint)));
        }
    }

    /// Returns an edition on a board, or all of its series.
    fn specs_of(&self, edition: &EditionKeys, board: Option<&BoardKeys>) -> Result<Vec<EditionSpec>, Diagnostic> {
        let short_title = edition.title.clone();
        let game = self.game_of(edition, board)?;
        let keys = board.map_or_else(|| edition.clone(), |board| board.with(edition));
        let computer = keys.computer_keys.as_ref().map(|computer| computer.computer(&game)).transpose()?;
        let series = board.map(BoardKeys::series);
        let spec = EditionSpec { keys, short_title, volume: 0, game, computer, series };
        if edition.volumes > 1 { spec.volumes() } else { Ok(vec![spec]) }
    }

    /// Returns the game of an edition: its parameters on top of those of the board, on top of those that all editions
    /// share.
    fn game_of(&self, edition: &EditionKeys, board: Option<&BoardKeys>) -> Result<Game, Diagnostic> {
        let of_board = board.map_or(&[][..], |board| &board.parameters);
        let given = || self.parameters.iter().chain(of_board).chain(&edition.parameters);
        let parameters: Parameters = given().map(|(key, value)| (key.value.clone(), parameter(value))).collect();
        self.games.open(&self.game.value, &parameters).map_err(|error| {
            let told = Diagnostic::new(error.to_string());
            let GameError::Parameters(ParameterError { key, hint, .. }) = error else {
                return self.game.locate(told).hint(did_you_mean(&self.game.value, self.games.names()));
            };
            let of_key = given().rfind(|(given, _)| key.as_ref() == Some(&given.value));
            let name = board.map_or(&edition.name, |board| &board.name);
            of_key.map_or(name, |(key, _)| key).locate(told.hint(hint))
        })
    }
}

fn parameter(value: &Value) -> ParameterValue {
    match value {
        Value::Integer(number) => ParameterValue::Integer(*number),
        Value::Boolean(flag) => ParameterValue::Flag(*flag),
        Value::String(text) => ParameterValue::Text(text.clone()),
        Value::Array(items) => ParameterValue::List(items.iter().map(parameter).collect()),
        Value::Float(_) => ParameterValue::Other("number with a fraction"),
        Value::Datetime(_) => ParameterValue::Other("date"),
        Value::Table(_) => ParameterValue::Other("table"),
    }
}

impl BoardKeys {
    /// Returns an edition as it is played on this board.
    fn with(&self, edition: &EditionKeys) -> EditionKeys {
        let Self { name, hints, seeds, draft, .. } = self;
        let mut computer_keys = edition.computer_keys.clone();
        let seed = seeds.iter().find(|(name, _)| name.value == edition.name.value);
        if let (Some(computer), Some((_, seed))) = (&mut computer_keys, seed) {
            computer.value.seed = seed.0;
        }
        EditionKeys {
            name: name.with(format!("{}/{}", name.value, edition.name.value)),
            computer_keys,
            hints: edition.hints || hints.iter().any(|hinted| hinted.value == edition.name.value),
            draft: edition.draft || *draft,
            ..edition.clone()
        }
    }

    fn series(&self) -> Series {
        let Self { name, title, summary, downloads, .. } = self.clone();
        Series { name: name.value, title, summary, downloads, kind: SeriesKind::Board }
    }
}

impl EditionSpec {
    /// Gives it the names that authors leave to the program, in the words of a catalogue: on a board, and as a volume.
    pub(super) fn name(&mut self, catalogue: &Catalogue) {
        let Some(series) = &self.series else { return };
        if series.kind == SeriesKind::Board {
            let title = Message::key("title-and-part").with("title", series.title.clone());
            self.keys.title = catalogue.say(&title.with("part", self.short_title.clone()));
        } else {
            let you_begin = self.computer.as_ref().is_some_and(|computer| computer.seat == Player::Second);
            self.keys.title = catalogue.say(&Message::key("volume").with_number("number", self.volume));
            self.short_title.clone_from(&self.keys.title);
            let begins = if you_begin { "you-begin-volume" } else { "computer-begins-volume" };
            self.keys.summary = catalogue.say(&Message::key(begins));
        }
    }

    /// Returns the games of a series: in the first half of them the reader begins, in the second the computer, whose
    /// first move is then left to chance.
    fn volumes(self) -> Result<Vec<Self>, Diagnostic> {
        let EditionKeys { name, title, summary, downloads, volumes, .. } = self.keys.clone();
        let Some(computer) = &self.computer else {
            let message = "a series of volumes needs a computer to play against";
            return Err(name.diagnostic(message).hint("add `computer = …`"));
        };
        if downloads.contains(&Download::Single) {
            return Err(name.diagnostic(SINGLE).hint("offer an `epub`"));
        }
        let series = Series { name: name.value.clone(), title, summary, downloads, kind: SeriesKind::Volumes };
        let volume = |number: u64| {
            let seat = if number <= volumes.div_ceil(2) { Player::Second } else { Player::First };
            let seed = computer.seed.wrapping_add(number);
            let keys = EditionKeys {
                name: name.with(format!("{}-{number:02}", name.value)),
                level: None,
                downloads: Vec::new(),
                ..self.keys.clone()
            };
            Self {
                keys,
                volume: number,
                computer: Some(Computer { seat, seed, random_opening: true, ..computer.clone() }),
                series: Some(series.clone()),
                ..self.clone()
            }
        };
        Ok((1..=volumes).map(volume).collect())
    }
}

/// Checks that an edition on demand asks for nothing that has to know all positions of the game.
fn check_on_demand(edition: &EditionSpec) -> Result<(), Diagnostic> {
    if !edition.on_demand {
        return Ok(());
    }
    let policy = edition.computer.as_ref().map(|computer| &computer.policy);
    let (what, hint) = match policy {
        _ if edition.hints => ("hints", "remove `hints`"),
        _ if edition.best_play => ("best play", "remove `best_play`"),
        _ if edition.graph => ("a graph", "remove `graph`"),
        _ if !edition.pictures.is_empty() => ("pictures", "remove `pictures`"),
        _ if !edition.downloads.is_empty() => ("downloads", "remove `outputs`"),
        Some(Policy::Perfect) => ("a perfect player", "choose another `policy`, such as `negamax`"),
        Some(&Policy::Negamax { depth }) => return check_search(edition, depth),
        _ => return Ok(()),
    };
    let message = format!("{what} cannot be had on demand: the positions of the game are not explored");
    Err(edition.name.diagnostic(message).hint(format!("{hint}, or explore the game without `on_demand`")))
}

/// How many positions a search may look at for whose end a reader waits.
const MOST_POSITIONS: u64 = 1_000_000;

/// Checks that a search for the computer's moves takes no longer than a reader waits.
fn check_search(edition: &EditionSpec, depth: u8) -> Result<(), Diagnostic> {
    let positions = |depth| search::positions(&edition.game, depth);
    if positions(depth) <= MOST_POSITIONS {
        return Ok(());
    }
    let millions = positions(depth) / MOST_POSITIONS;
    let message = format!(
        "a `depth` of {depth} takes too long for pages that are made on demand: about {millions} million positions are \
         looked at for each"
    );
    let hint = match (1..depth).rev().find(|&depth| positions(depth) <= MOST_POSITIONS) {
        Some(depth) => format!("look at most {depth} moves ahead"),
        None => "choose another `policy`, or smaller parameters".to_owned(),
    };
    Err(edition.name.diagnostic(message).hint(hint))
}
