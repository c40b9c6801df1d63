//! Editions: the tables `editions` and `boards` of a game's header.

use std::collections::{BTreeMap, HashSet};

use serde::Deserialize;
use toml::Spanned;

use super::computer::{self, RawComputer};
use super::header::{located, title};
use super::{Download, EditionSpec, Located, Series, SeriesKind, search, why_no_folder};
use crate::diagnostic::{Diagnostic, Diagnostics, Source, did_you_mean};
use crate::game::{Computer, ParameterError, ParameterValue, Parameters, Player, Policy};
use crate::games::{Game, GameError, Games};

/// A table of `editions`.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a key that an author can write")]
pub(super) struct RawEdition {
    /// The folder of the edition: lower-case letters, digits and hyphens.
    /// Example: `name = "two-player"`
    name: Spanned<String>,
    /// Its name for readers.
    /// Example: `title = "Two players"`
    #[serde(deserialize_with = "title")]
    title: String,
    /// Which of several levels it is, by its name for readers. Of two editions of a level, each leaves the first move
    /// to another side; levels come in the order of their editions, the easy ones first.
    /// Example: `level = "Easy"`
    #[serde(default)]
    level: Option<String>,
    /// One sentence about it.
    /// Example: `summary = "For two at one screen."`
    #[serde(default)]
    summary: String,
    /// The parameters of its game, on top of those of the board and of all editions.
    /// Example: `parameters = { rows = [1, 2] }`
    #[serde(default)]
    parameters: RawParameters,
    /// Who plays against the reader, with the keys below. Without it people play.
    /// Example: `computer = { policy = "perfect" }`
    #[serde(default)]
    computer: Option<Spanned<RawComputer>>,
    /// Whether each page has a twin that shows what every move is worth.
    /// Example: `hints = true`
    #[serde(default)]
    hints: bool,
    /// Whether its books and single files have its hints, too; they have unless this is `false`. Without hints they are
    /// half as large.
    /// Example: `hints_in_files = false`
    hints_in_files: Option<Spanned<bool>>,
    /// Whether each page of it that has no twin with hints tells what best play comes to, folded away until somebody
    /// asks. It takes far less room than hints.
    /// Example: `best_play = true`
    #[serde(default)]
    best_play: bool,
    /// Whether its positions and moves are published as data, `graph.json`.
    /// Example: `graph = true`
    #[serde(default)]
    graph: bool,
    /// How many games of a series it is, from 2 to 99: the computer draws its moves anew in each. Without it there is
    /// one.
    /// Example: `volumes = 4`
    #[serde(default)]
    volumes: Option<Spanned<i64>>,
    /// Files that it is offered as beside its pages: `epub`, `single`.
    /// Example: `outputs = ["epub", "single"]`
    #[serde(default)]
    outputs: Vec<Spanned<Download>>,
    /// Whether its pages are made by `pageturner serve` when they are asked for, and never written. It then has no
    /// limit of positions, and nothing that needs to know all of them.
    /// Example: `on_demand = true`
    #[serde(default)]
    on_demand: bool,
    /// Positions to be published as pictures, each as SVG and PNG beside the pages of the edition.
    /// Example: `pictures = ["a-1-2"]`
    #[serde(default)]
    pictures: Vec<Spanned<String>>,
    /// Whether it is left out unless the site is built with `--drafts`.
    /// Example: `draft = true`
    #[serde(default)]
    draft: bool,
}

/// A table of `boards`: every edition is played on each of them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawBoard {
    /// The folder of the board: lower-case letters, digits and hyphens.
    /// Example: `name = "small"`
    name: Spanned<String>,
    /// Its name for readers.
    /// Example: `title = "Small"`
    #[serde(deserialize_with = "title")]
    title: String,
    /// One sentence about it.
    /// Example: `summary = "Two rows."`
    #[serde(default)]
    summary: String,
    /// The parameters of the game on this board, on top of those of all editions.
    /// Example: `parameters = { rows = [1, 2] }`
    #[serde(default)]
    parameters: RawParameters,
    /// The editions that have hints on this board.
    /// Example: `hints = ["two-player"]`
    #[serde(default)]
    hints: Vec<Spanned<String>>,
    /// The seeds of the computers on this board by the names of their editions, instead of those that editions have.
    /// Example: `seeds = { easy = 7 }`
    #[serde(default)]
    seeds: BTreeMap<Spanned<String>, Spanned<i64>>,
    /// Files that it is offered as beside its pages: `epub`.
    /// Example: `outputs = ["epub"]`
    #[serde(default)]
    outputs: Vec<Spanned<Download>>,
    /// Whether it is left out unless the site is built with `--drafts`.
    /// Example: `draft = true`
    #[serde(default)]
    draft: bool,
}

/// What all editions of a game have in common.
pub(super) struct Shared<'a> {
    pub(super) games: &'a Games,
    pub(super) game: Spanned<String>,
    pub(super) parameters: RawParameters,
    pub(super) draft: bool,
}

pub(super) type RawParameters = BTreeMap<Spanned<String>, Spanned<toml::Value>>;

/// Returns the editions of a game, on each of its boards if it has several.
pub(super) fn editions(
    raw: &[RawEdition],
    boards: Vec<RawBoard>,
    shared: &Shared<'_>,
    source: &Source,
) -> Result<Vec<EditionSpec>, Diagnostics> {
    let mut findings = Diagnostics::new();
    let mut editions: Vec<EditionSpec> = Vec::new();
    if !boards.is_empty() {
        for volumes in raw.iter().filter_map(|edition| edition.volumes.as_ref()) {
            findings.push(
                Diagnostic::new("a series of volumes cannot be played on several boards")
                    .at(source, volumes.span())
                    .hint("give the series a page of its own, with its board under `parameters`"),
            );
        }
    }
    let boards: Vec<_> = if boards.is_empty() { vec![None] } else { boards.into_iter().map(Some).collect() };
    let on_boards: HashSet<&str> = raw.iter().map(|edition| edition.name.get_ref().as_str()).collect();
    let mut names = HashSet::new();
    for board in &boards {
        if let Some(board) = board {
            board.check_hints(raw, &on_boards, source, &mut findings);
            board.check_seeds(raw, source, &mut findings);
        }
        findings.keep(board.as_ref().map_or(Ok(Vec::new()), |board| books(&board.outputs, "a board", source)));
        let hinted = board.iter().flat_map(|board| &board.hints).map(|name| name.get_ref().as_str());
        let hinted: HashSet<&str> = hinted.collect();
        for edition in raw {
            let seeded = board.as_ref().map_or_else(|| edition.clone(), |board| board.seeded(edition));
            let made =
                any_game(shared, board.as_ref(), edition, source).and_then(|game| seeded.into_editions(&game, source));
            for edition in findings.keep(made).into_iter().flatten() {
                let edition = EditionSpec { draft: edition.draft || shared.draft, ..edition };
                let edition = match board {
                    Some(board) => board.edition(edition, &hinted, source),
                    None => edition,
                };
                findings.keep(check_on_demand(&edition));
                editions.extend(findings.keep(check_name(edition, &mut names)));
            }
        }
    }
    for edition in raw {
        check_hints_in_files(edition, boards.iter().flatten(), source, &mut findings);
    }
    findings.into_result(editions)
}

/// Checks that an edition that says whether its files have hints has some, on one of the boards at least.
fn check_hints_in_files<'a>(
    edition: &RawEdition,
    mut boards: impl Iterator<Item = &'a RawBoard>,
    source: &Source,
    findings: &mut Diagnostics,
) {
    let Some(in_files) = &edition.hints_in_files else { return };
    let is_it = |name: &Spanned<String>| name.get_ref() == edition.name.get_ref();
    if !edition.hints && !boards.any(|board| board.hints.iter().any(is_it)) {
        findings.push(
            Diagnostic::new(format!(
                "the edition `{}` has no hints, neither on its pages nor in files",
                edition.name.get_ref()
            ))
            .at(source, in_files.span())
            .hint("add `hints = true`, or remove `hints_in_files`"),
        );
    }
}

impl RawBoard {
    /// Returns an edition played on this board, with hints if it is one of the `hinted`.
    fn edition(&self, edition: EditionSpec, hinted: &HashSet<&str>, source: &Source) -> EditionSpec {
        let has_hints = hinted.contains(&*edition.name.value);
        let name = located(self.name.clone(), source);
        let name_of_board = name.value.clone();
        EditionSpec {
            name: Located { value: format!("{}/{}", name.value, edition.name.value), ..name },
            title: format!("{}: {}", self.title, edition.title),
            hints: edition.hints || has_hints,
            draft: edition.draft || self.draft,
            series: Some(Series {
                name: name_of_board,
                title: self.title.clone(),
                summary: self.summary.clone(),
                downloads: self.outputs.iter().map(|form| *form.get_ref()).collect(),
                kind: SeriesKind::Board,
            }),
            ..edition
        }
    }

    /// Returns an edition whose computer has the seed of this board, if there is one for it.
    fn seeded(&self, edition: &RawEdition) -> RawEdition {
        let mut edition = edition.clone();
        if let (Some(seed), Some(computer)) = (self.seeds.get(edition.name.get_ref().as_str()), &mut edition.computer) {
            computer.as_mut().seed = Some(seed.clone());
        }
        edition
    }

    /// Checks that seeds are for editions with a computer.
    fn check_seeds(&self, all: &[RawEdition], source: &Source, findings: &mut Diagnostics) {
        for name in self.seeds.keys() {
            let edition = all.iter().find(|edition| edition.name.get_ref() == name.get_ref());
            let wrong = |message: String| Diagnostic::new(message).at(source, name.span());
            match edition.map(|edition| edition.computer.is_some()) {
                Some(true) => {}
                Some(false) => findings.push(
                    wrong(format!("the edition `{}` has no computer to have a seed", name.get_ref()))
                        .hint("remove it, or give the edition a `computer`"),
                ),
                None => find_no_edition(name, "a seed", all, source, findings),
            }
        }
    }

    /// Checks that the editions that are to have hints are some of all, whose names are `known`.
    fn check_hints(&self, all: &[RawEdition], known: &HashSet<&str>, source: &Source, findings: &mut Diagnostics) {
        for hint in self.hints.iter().filter(|hint| !known.contains(hint.get_ref().as_str())) {
            find_no_edition(hint, "hints", all, source, findings);
        }
    }
}

/// Notes that a name is that of no edition, which was to have something on a board.
fn find_no_edition(
    name: &Spanned<String>,
    what: &str,
    all: &[RawEdition],
    source: &Source,
    findings: &mut Diagnostics,
) {
    let message = format!("there is no edition `{}` to have {what}", name.get_ref());
    let unknown = Diagnostic::new(message).at(source, name.span());
    let names = all.iter().map(|edition| edition.name.get_ref().as_str());
    let is_untold = findings.is_more_than_told();
    findings.push(if is_untold { unknown } else { unknown.hint(did_you_mean(name.get_ref(), names)) });
}

impl RawEdition {
    /// Returns the edition, or all of its series.
    fn into_editions(self, game: &Game, source: &Source) -> Result<Vec<EditionSpec>, Diagnostic> {
        let computer = self.computer.as_ref().map(|computer| computer::computer(computer, game, source)).transpose()?;
        let volumes = computer::within(self.volumes.as_ref(), "volumes", 2..=99, source)?;
        let hints_in_files = self.hints_in_files.is_none_or(Spanned::into_inner);
        let name = located(self.name, source);
        let pictures: Vec<_> = self.pictures.into_iter().map(|named| located(named, source)).collect();
        let Some(volumes) = volumes else {
            let Self { title, level, summary, hints, best_play, graph, on_demand, draft, outputs, .. } = self;
            return Ok(vec![EditionSpec {
                name,
                short_title: title.clone(),
                title,
                level,
                summary,
                game: game.clone(),
                computer,
                hints,
                hints_in_files,
                best_play,
                graph,
                on_demand,
                draft,
                downloads: outputs.into_iter().map(Spanned::into_inner).collect(),
                pictures,
                series: None,
            }]);
        };
        let Some(computer) = computer else {
            return Err(name
                .diagnostic("a series of volumes needs a computer to play against")
                .hint("add `computer = …`"));
        };
        let series = Series {
            name: name.value.clone(),
            title: self.title,
            summary: self.summary,
            downloads: books(&self.outputs, "a series", source)?,
            kind: SeriesKind::Volumes,
        };
        let volume = |number: u64| {
            // In the first half the reader begins, in the second the computer, whose first move is then left to chance.
            let (seat, who) = if number <= volumes.div_ceil(2) {
                (Player::Second, "You begin.")
            } else {
                (Player::First, "The computer begins.")
            };
            let seed = computer.seed.wrapping_add(number);
            EditionSpec {
                name: Located { value: format!("{}-{number:02}", name.value), ..name.clone() },
                title: format!("Game {number}"),
                short_title: format!("Game {number}"),
                level: None,
                summary: who.to_owned(),
                game: game.clone(),
                computer: Some(Computer { seat, seed, random_opening: true, ..computer.clone() }),
                hints: self.hints,
                hints_in_files,
                best_play: self.best_play,
                graph: self.graph,
                on_demand: self.on_demand,
                draft: self.draft,
                downloads: Vec::new(),
                pictures: pictures.clone(),
                series: Some(series.clone()),
            }
        };
        Ok((1..=volumes).map(volume).collect())
    }
}

/// Returns the forms of what has several editions, which `what` is for messages.
pub(super) fn books(outputs: &[Spanned<Download>], what: &str, source: &Source) -> Result<Vec<Download>, Diagnostic> {
    match outputs.iter().find(|form| *form.get_ref() == Download::Single) {
        None => Ok(outputs.iter().map(|form| *form.get_ref()).collect()),
        Some(single) => Err(Diagnostic::new(format!("a single file has one edition, and {what} can have several"))
            .at(source, single.span())
            .hint("write it under an edition, or offer an `epub`")),
    }
}

/// Checks the name of an edition, and adds it to the names of the others. It is its folder, so it has to stay inside
/// the game's folder and be the only one there.
fn check_name(edition: EditionSpec, others: &mut HashSet<String>) -> Result<EditionSpec, Diagnostic> {
    let name = &edition.name;
    if let Some(hint) = name.value.split('/').find_map(why_no_folder) {
        let nested = if name.value.contains('/') { ", with `/` between the names of nested folders" } else { "" };
        return Err(name
            .diagnostic(format!("`{}` cannot be the name of an edition, because it names its folder", name.value))
            .hint(hint + nested));
    }
    if !others.insert(name.value.clone()) {
        return Err(name
            .diagnostic(format!("there are two editions with the name `{}`", name.value))
            .hint("give each edition of a game a name of its own"));
    }
    Ok(edition)
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

/// Returns the game of an edition: its parameters on top of those of the board, on top of those that all editions
/// share.
fn any_game(
    shared: &Shared<'_>,
    board: Option<&RawBoard>,
    edition: &RawEdition,
    source: &Source,
) -> Result<Game, Diagnostic> {
    let name = &shared.game;
    let of_board = board.map(|board| &board.parameters);
    let given: Vec<_> =
        [Some(&shared.parameters), of_board, Some(&edition.parameters)].into_iter().flatten().flatten().collect();
    let parameters: Parameters =
        given.iter().map(|(key, value)| (key.get_ref().clone(), parameter(value.get_ref()))).collect();
    shared.games.open(name.get_ref(), &parameters).map_err(|error| {
        let diagnostic = Diagnostic::new(error.to_string());
        let GameError::Parameters(ParameterError { key, hint, .. }) = error else {
            return diagnostic.at(source, name.span());
        };
        let at_fault = given.iter().rev().find(|(given, _)| key.as_ref() == Some(given.get_ref()));
        let span =
            at_fault.map_or_else(|| board.map_or(&edition.name, |board| &board.name).span(), |(key, _)| key.span());
        diagnostic.at(source, span).hint(hint)
    })
}

fn parameter(value: &toml::Value) -> ParameterValue {
    match value {
        toml::Value::Integer(number) => ParameterValue::Integer(*number),
        toml::Value::Boolean(flag) => ParameterValue::Flag(*flag),
        toml::Value::String(text) => ParameterValue::Text(text.clone()),
        toml::Value::Array(items) => ParameterValue::List(items.iter().map(parameter).collect()),
        toml::Value::Float(_) => ParameterValue::Other("number with a fraction"),
        toml::Value::Datetime(_) => ParameterValue::Other("date"),
        toml::Value::Table(_) => ParameterValue::Other("table"),
    }
}
