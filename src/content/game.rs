//! Games: Markdown files whose header names a game, with its editions and puzzles.

use serde::Deserialize;
use toml::value::Date;

use super::body::Body;
use super::document::Document;
use super::editions::{BoardKeys, Download, EditionKeys, EditionSpec, ParameterKeys, Tables, books};
use super::located::{Located, day, entries, title};
use super::markdown::to_html;
use super::puzzles::{PuzzlesSpec, check_puzzles};
use crate::diagnostic::Diagnostics;
use crate::games::Games;

/// The keys that only the headers of games have.
pub(super) const KEYS: [&str; 7] = ["game", "editions", "boards", "parameters", "cover", "outputs", "puzzles"];

/// One game: the words about it and its editions.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameSpec {
    /// The name of the game for readers.
    /// Example: `title = "Nim"`
    #[serde(deserialize_with = "title")]
    pub title: String,
    /// One sentence that makes one want to play.
    /// Example: `summary = "Take as many as you like, but from one row."`
    pub summary: String,
    /// An image for whoever links to the page: a file, named from the folder of the page.
    /// Example: `image = "social.png"`
    pub image: Option<Located<String>>,
    /// The day it was written, for the feed of the site.
    /// Example: `date = 2026-11-22`
    #[serde(default, deserialize_with = "day")]
    pub date: Option<Date>,
    /// Which game it is.
    /// Example: `game = "nim"`
    game: Located<String>,
    /// The place of the game among others: low numbers come first, and games with the same number by their titles.
    /// Example: `order = 10`
    #[serde(default)]
    pub(super) order: i64,
    /// The position that pictures the game: the name of an edition, `/` and a position. Without it the start of the
    /// first edition.
    /// Example: `cover = "two-player/b-0-2"`
    pub cover: Option<Located<String>>,
    /// The edition to begin with, by its name: the front page leads to it. Without it that is the first against the
    /// computer, or the first of all.
    /// Example: `play = "two-player"`
    pub play: Option<Located<String>>,
    /// What all editions of the game have in common.
    /// Example: `parameters = { rows = [1, 2] }`
    #[serde(default, deserialize_with = "entries")]
    parameters: ParameterKeys,
    /// Whether the game is left out unless the site is built with `--drafts`.
    /// Example: `draft = true`
    #[serde(default)]
    draft: bool,
    /// Boards that each edition is played on, each a table `[[boards]]`. Without them there is one.
    /// Example: `boards = [{ name = "small", title = "Small", parameters = { rows = [1, 2] } }]`
    #[serde(default)]
    pub(super) boards: Vec<BoardKeys>,
    /// Files that the game is offered as beside its pages: `epub`.
    /// Example: `outputs = ["epub"]`
    #[serde(default, rename = "outputs", deserialize_with = "books")]
    pub downloads: Vec<Download>,
    /// The ways to play it, each a table `[[editions]]`. There is at least one.
    /// Example: `editions = [{ name = "two-player", title = "Two players" }]`
    #[serde(rename = "editions")]
    pub(super) tables: Located<Vec<EditionKeys>>,
    /// Collections of puzzles from its positions, each a table `[[puzzles]]`.
    /// Example: `puzzles = [{ name = "a", title = "Win", editions = ["two-player"], count = 1, moves = [1, 2] }]`
    #[serde(default)]
    pub puzzles: Vec<PuzzlesSpec>,
    /// Its Markdown file, by its path inside the content folder.
    #[serde(skip)]
    pub source: String,
    /// The folder of the game on the site, for example `tic-tac-toe`.
    #[serde(skip)]
    pub folder: String,
    /// The editions that its tables make.
    #[serde(skip)]
    pub editions: Vec<EditionSpec>,
    /// Rules and story.
    #[serde(skip)]
    pub body: Body,
}

impl GameSpec {
    /// Reads the page of a game, with the words of its translation if there is one, and checks its editions.
    pub(super) fn read(
        document: &Document<'_>,
        translation: Option<&Document<'_>>,
        games: &Games,
    ) -> Result<Self, Diagnostics> {
        let mut findings = Diagnostics::new();
        let body = findings.keep(to_html(translation.unwrap_or(document)));
        let Some(mut game) = findings.keep(document.header::<Self>()) else { return Err(findings) };
        game.image = document.image(game.image);
        (game.source, game.folder) = (document.path.clone(), document.name.clone());
        for edition in &mut game.tables.value {
            edition.draft |= game.draft;
        }
        if let Some(translation) = translation {
            findings.keep(game.translate(translation));
        }
        let Self { game: name, tables, .. } = &game;
        let (parameters, boards) = (&game.parameters, &game.boards);
        let tables_of_all = Tables { games, game: name, parameters, boards, editions: &tables.value };
        let editions = findings.keep(tables_of_all.specs()).unwrap_or_default();
        if tables.value.is_empty() {
            let message = "a game needs at least one edition";
            let hint = "add a table `[[editions]]` with a `name` and a `title`";
            findings.push(tables.diagnostic(message).hint(hint));
        }
        if !editions.is_empty() {
            findings.keep(check_puzzles(&game.puzzles, &editions));
        }
        findings.into_result(Self { editions, body: body.unwrap_or_default(), ..game })
    }

    /// Returns the folder of one of its editions on the site.
    pub fn folder_of(&self, edition: &EditionSpec) -> String {
        self.folder_named(&edition.name)
    }

    /// Returns the folder on the site of what has this name below the game's.
    pub fn folder_named(&self, name: &Located<String>) -> String {
        format!("{}/{}", self.folder, name.value)
    }

    /// Returns which of some of its editions to begin with: the one that the game names, else the first against the
    /// computer, or the first of all. `spec` returns what content says of one.
    pub fn first_to_play<'a, T>(
        &self,
        editions: &(impl Iterator<Item = T> + Clone),
        spec: impl Fn(&T) -> &'a EditionSpec,
    ) -> Option<T> {
        let named = self.play.as_ref().map(|name| &name.value);
        let is_named = |edition: &T| Some(&spec(edition).name.value) == named;
        let has_computer = |edition: &T| spec(edition).computer.is_some();
        let all = || editions.clone();
        all().find(is_named).or_else(|| all().find(has_computer)).or_else(|| all().next())
    }

    /// Whether a series of its editions has this name, or one of them, in which hyphens join the names of folders.
    pub fn has_group(&self, name: &str) -> bool {
        let group = |edition: &EditionSpec| {
            let is_series = edition.series.as_ref().is_some_and(|series| series.name == name);
            is_series || edition.name.value.replace('/', "-") == name
        };
        self.editions.iter().any(group)
    }
}
