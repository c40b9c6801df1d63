//! Editions: the tables `editions` and `boards` of a game's header, and the computer players of editions.

use std::ops::Deref;

use serde::{Deserialize, Deserializer};
use toml::Value;

use super::located::{Located, Within, entries, title, within};
use super::words::Catalogue;
use crate::engine::game::{BUILT_IN_POLICIES, Computer, Message, ParameterValue, Player, Players, Policy};
use crate::engine::games::Game;
use crate::ground::diagnostic::{Diagnostic, did_you_mean, refusal};

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a key that an author can write")]
pub struct EditionKeys {
    /// The folder of the edition: lower-case letters, digits and hyphens.
    /// Example: `name = "two-player"`
    pub name: Located<String>,
    /// The name of the edition for readers.
    /// Example: `title = "Two players"`
    #[serde(deserialize_with = "title")]
    pub title: String,
    /// The name of the edition's level, if the game has several levels. A level can have two editions, which differ in
    /// who moves first. List the editions from the easiest level to the hardest.
    /// Example: `level = "Easy"`
    pub level: Option<String>,
    /// One sentence about the edition.
    /// Example: `summary = "For two at one screen."`
    #[serde(default)]
    pub summary: String,
    /// The parameters of the game in this edition. They override the parameters of the board and the parameters
    /// that are set for all editions.
    /// Example: `parameters = { rows = [1, 2] }`
    #[serde(default, deserialize_with = "entries")]
    pub(super) parameters: ParameterKeys,
    /// A file of levels next to the page. Each level becomes an edition with its own title, and with a name such as
    /// `store-1`: the name of this edition and a number. The rows of the level become the first parameter of the game
    /// that takes a list of strings.
    /// Example: `levels = "warehouse.xsb"`
    pub(super) levels: Option<Located<String>>,
    /// The computer player, a table `[editions.computer]`. If it is not set, people play both sides, or solve the
    /// puzzle.
    /// Example: `computer = { level = "easy" }`
    #[serde(rename = "computer")]
    pub(super) computer_keys: Option<Located<ComputerKeys>>,
    /// If `true`, each page gets a second page, which shows the value of every move.
    /// Example: `hints = true`
    #[serde(default)]
    pub hints: bool,
    /// Where to publish the answers and hints of the edition: `everywhere` (the default), only on the `website`, or
    /// `nowhere`. Without answers, e-books and single files have half the size or less.
    /// Example: `answers = "website"`
    #[serde(default)]
    pub answers: Answers,
    /// If `true`, pages show the number of moves so far, until the player wastes a move. Each position on a shortest
    /// path to the goal gets one more page. Only games for one player can use this key.
    /// Example: `perfect = true`
    #[serde(default)]
    pub perfect: bool,
    /// If `true`, builds publish the positions and moves of the edition as data, in `graph.json`.
    /// Example: `graph = true`
    #[serde(default)]
    pub graph: bool,
    /// The number of games in a series, from 2 to 99. In each game, the computer makes different random choices. By
    /// default, the edition is a single game.
    /// Example: `volumes = 4`
    pub(super) volumes: Option<Within<u64, 2, 99>>,
    /// Files to offer for download: `epub`, `compact-epub`, `single`.
    /// Example: `outputs = ["epub", "single"]`
    #[serde(default, rename = "outputs")]
    pub downloads: Vec<Download>,
    /// Positions to publish as pictures, each as SVG and PNG, in addition to the pages of the edition.
    /// Example: `pictures = ["a-1-2"]`
    #[serde(default)]
    pub pictures: Vec<Located<String>>,
    /// If `true`, a build leaves the edition out, except with `--drafts` or with `--only` and the name of the edition
    /// or of its board.
    /// Example: `draft = true`
    #[serde(default)]
    pub draft: bool,
}

/// A table of `boards`. Each edition is published for each board.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BoardKeys {
    /// The folder of the board: lower-case letters, digits and hyphens.
    /// Example: `name = "small"`
    pub(super) name: Located<String>,
    /// The name of the board for readers.
    /// Example: `title = "Small"`
    #[serde(deserialize_with = "title")]
    pub(super) title: String,
    /// One sentence about the board.
    /// Example: `summary = "Two rows."`
    #[serde(default)]
    pub(super) summary: String,
    /// The parameters of the game on this board. They override the parameters that are set for all editions.
    /// Example: `parameters = { rows = [1, 2] }`
    #[serde(default, deserialize_with = "entries")]
    pub(super) parameters: ParameterKeys,
    /// The editions that have hints on this board.
    /// Example: `hints = ["two-player"]`
    #[serde(default)]
    pub(super) hints: Vec<Located<String>>,
    /// The editions that are drafts on this board.
    /// Example: `drafts = ["two-player"]`
    #[serde(default)]
    pub(super) drafts: Vec<Located<String>>,
    /// The seeds of the computer players on this board, by edition. These seeds override the seeds of the editions.
    /// Example: `seeds = { easy = 7 }`
    #[serde(default, deserialize_with = "entries")]
    pub(super) seeds: Vec<(Located<String>, Within<u64, 0, { i64::MAX }>)>,
    /// Files to offer for download: `epub`, `compact-epub`.
    /// Example: `outputs = ["epub"]`
    #[serde(default, rename = "outputs", deserialize_with = "books")]
    downloads: Vec<Download>,
    /// If `true`, a build leaves the board out, except with `--drafts` or with `--only` and the name of the board.
    /// Example: `draft = true`
    #[serde(default)]
    draft: bool,
}

pub(super) type ParameterKeys = Vec<(Located<String>, Value)>;

/// The outputs that contain an edition's answers and hints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answers {
    #[default]
    Everywhere,
    Website,
    Nowhere,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Download {
    /// An e-book with one position in each file.
    Epub,
    /// An e-book with many positions in each file, a tenth of the size.
    CompactEpub,
    /// One file that contains all positions of an edition.
    Single,
}

pub(super) fn books<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Download>, D::Error> {
    let downloads = Vec::deserialize(deserializer)?;
    if downloads.contains(&Download::Single) {
        return Err(refusal(SINGLE, "move `single` into the table of an edition, or use `epub`"));
    }
    Ok(downloads)
}

const SINGLE: &str = "a `single` file contains only one edition";

/// One playable version of a game: its table in the header, and the values that follow from the table.
#[derive(Clone, Debug)]
pub struct EditionSpec {
    pub keys: EditionKeys,
    /// The title of the edition within its series.
    pub short_title: String,
    /// The number of the volume, from 1; 0 if the edition is not a volume.
    pub volume: u64,
    pub game: Game,
    pub computer: Option<Computer>,
    pub series: Option<Series>,
}

impl Deref for EditionSpec {
    type Target = EditionKeys;

    fn deref(&self) -> &EditionKeys {
        &self.keys
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    /// The common prefix of its editions' names, such as `solo` or `cross`.
    pub name: String,
    pub title: String,
    pub summary: String,
    pub downloads: Vec<Download>,
    pub kind: SeriesKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeriesKind {
    /// Volumes, in order. Volumes differ only in the random choices and in who moves first.
    Volumes,
    /// The editions on one board.
    Board,
}

impl BoardKeys {
    pub(super) fn with(&self, edition: &EditionKeys) -> EditionKeys {
        let Self { name, hints, drafts, seeds, draft, .. } = self;
        let names_it = |names: &[Located<String>]| names.iter().any(|name| name.value == edition.name.value);
        let mut computer_keys = edition.computer_keys.clone();
        let seed = seeds.iter().find(|(name, _)| name.value == edition.name.value);
        if let (Some(computer), Some((_, seed))) = (&mut computer_keys, seed) {
            computer.value.seed = seed.0;
        }
        EditionKeys {
            name: name.with(format!("{}/{}", name.value, edition.name.value)),
            computer_keys,
            hints: (edition.hints || names_it(hints)) && edition.answers != Answers::Nowhere,
            draft: edition.draft || *draft || names_it(drafts),
            ..edition.clone()
        }
    }

    pub(super) fn series(&self) -> Series {
        let Self { name, title, summary, downloads, .. } = self.clone();
        Series { name: name.value, title, summary, downloads, kind: SeriesKind::Board }
    }
}

impl EditionSpec {
    /// Creates an edition from a title, a game and a computer player, for games without a page.
    pub fn new(title: &str, game: Game, computer: Option<Computer>) -> Self {
        let keys = EditionKeys { title: title.to_owned(), ..EditionKeys::default() };
        Self { keys, short_title: title.to_owned(), volume: 0, game, computer, series: None }
    }

    /// Sets the title of an edition on a board, and the title and the summary of a volume, in the language of the
    /// catalogue.
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

    /// Returns the volumes of a series. In the first half of the volumes, the reader moves first. In the second half,
    /// the computer moves first, with a random move.
    pub(super) fn volumes(self) -> Result<Vec<Self>, Diagnostic> {
        let EditionKeys { name, title, summary, downloads, volumes, .. } = self.keys.clone();
        let Some(computer) = &self.computer else {
            let message = "an edition with `volumes` needs a computer to play against";
            return Err(name.diagnostic(message).hint("add `computer = …`"));
        };
        if downloads.contains(&Download::Single) {
            return Err(name.diagnostic(SINGLE).hint("use `epub` instead"));
        }
        let series = Series { name: name.value.clone(), title, summary, downloads, kind: SeriesKind::Volumes };
        let volumes = volumes.map_or(1, |volumes| volumes.0);
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

pub(super) fn check_perfect(edition: &EditionSpec) -> Result<(), Diagnostic> {
    if !edition.perfect || edition.game.players() == Players::One {
        return Ok(());
    }
    let message = "`perfect` applies only to puzzles, and this game has two players";
    Err(edition.name.diagnostic(message).hint("remove `perfect`"))
}

pub(super) fn parameter(value: &Value) -> ParameterValue {
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

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ComputerKeys {
    /// The computer's seat: `first` or `second`. The default is `second`.
    /// Example: `plays = "first"`
    plays: Option<Player>,
    /// How well the computer plays: `easy`, `medium` or `hard`. The keys `policy`, `depth` and `blunder` override parts
    /// of the level.
    /// Example: `level = "easy"`
    level: Option<Level>,
    /// How the computer chooses moves: `perfect`, `negamax`, `greedy`, `random`, or a policy of the game. Required if
    /// `level` is not set.
    /// Example: `policy = "perfect"`
    policy: Option<Located<String>>,
    /// The number of moves that `negamax` looks ahead, from 1 to 6. Each further move takes several times as long. The
    /// default is 2, or 1 if `level` is `easy`.
    /// Example: `depth = 3`
    depth: Option<Within<u8, 1, 6>>,
    /// The percentage of moves that the computer makes at random. The default is 80 for the level `easy`, 25 for
    /// `medium`, and 0 otherwise.
    /// Example: `blunder = 20`
    blunder: Option<Within<u8, 0, 100>>,
    /// `random` makes the computer's first move random. By default, the computer chooses its first move like any other
    /// move.
    /// Example: `opening = "random"`
    opening: Option<Opening>,
    /// The seed of the computer's random choices.
    /// Example: `seed = 7`
    #[serde(default, deserialize_with = "within::<_, _, 0, { i64::MAX }>")]
    pub(super) seed: u64,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Level {
    Easy,
    Medium,
    Hard,
}

impl Level {
    /// Returns the policy, and the percentage of moves that the computer makes at random.
    fn policy(self, depth: Option<u8>) -> (Policy, u8) {
        match self {
            Self::Easy => (Policy::Negamax { depth: depth.unwrap_or(1) }, 80),
            Self::Medium => (Policy::Negamax { depth: depth.unwrap_or(2) }, 25),
            Self::Hard => (Policy::Perfect, 0),
        }
    }
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Opening {
    Random,
}

impl Located<ComputerKeys> {
    pub(super) fn computer(&self, game: &Game) -> Result<Computer, Diagnostic> {
        let ComputerKeys { plays, level, ref policy, depth, blunder, opening, seed } = self.value;
        if game.players() == Players::One {
            let refused = self.diagnostic("a puzzle has one player, so it cannot have a `computer`");
            return Err(refused.hint("remove the table `computer`"));
        }
        let depth = depth.map(|depth| depth.0);
        let of_level = level.map(|level| level.policy(depth));
        let usual_blunder = of_level.as_ref().map_or(0, |(_, blunder)| *blunder);
        let policy = match (policy, of_level) {
            (Some(named), _) => named_policy(named, depth, game)?,
            (None, Some((policy, _))) => policy,
            (None, None) => {
                let refused = self.diagnostic("`computer` needs a `level` or a `policy`");
                return Err(refused.hint("add `level = \"easy\"`, `\"medium\"` or `\"hard\"`, or a `policy`"));
            }
        };
        let blunder = blunder.map_or(usual_blunder, |blunder| blunder.0);
        let seat = plays.unwrap_or(Player::Second);
        Ok(Computer { seat, policy, blunder, random_opening: opening.is_some(), seed })
    }
}

fn named_policy(named: &Located<String>, depth: Option<u8>, game: &Game) -> Result<Policy, Diagnostic> {
    Ok(match named.value.as_str() {
        "perfect" => Policy::Perfect,
        "negamax" => Policy::Negamax { depth: depth.unwrap_or(2) },
        "greedy" => Policy::Negamax { depth: 1 },
        "random" => Policy::Random,
        name if game.policies().iter().any(|policy| policy.name == name) => Policy::Named(name.to_owned()),
        unknown => {
            let known = BUILT_IN_POLICIES.iter().chain(game.policies()).map(|policy| &*policy.name);
            let hint = did_you_mean(unknown, known);
            return Err(named.diagnostic(format!("unknown policy `{unknown}`")).hint(hint));
        }
    })
}
