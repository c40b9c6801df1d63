//! Games: Markdown files whose header names a game, with its editions and puzzles.

use serde::Deserialize;
use toml::Value;
use toml::value::Date;

use super::body::Body;
use super::code::GameCatalog;
use super::document::Document;
use super::editions::{BoardKeys, Download, EditionKeys, EditionSpec, ParameterKeys, books, check_perfect, parameter};
use super::levels;
use super::located::{Located, aliases, check_folder_names, day, entries, title};
use super::markdown::to_html;
use super::scripts::{PuzzlesSpec, check_puzzles};
use crate::engine::game::{ParameterError, Parameters};
use crate::engine::games::Game;
use crate::ground::diagnostic::{Diagnostics, did_you_mean};

/// The keys that only the headers of games can contain.
pub(super) const KEYS: [&str; 8] = ["game", "group", "editions", "boards", "parameters", "cover", "outputs", "puzzles"];

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameSpec {
    /// The name of the game.
    /// Example: `title = "Nim"`
    #[serde(deserialize_with = "title")]
    pub title: String,
    /// One sentence that makes players curious.
    /// Example: `summary = "Take as many as you like, but from one row."`
    pub summary: String,
    /// The image for previews of links to the page, as a path relative to the page's folder.
    /// Example: `image = "social.png"`
    pub image: Option<Located<String>>,
    /// The day on which the page was written, for the feed of the site.
    /// Example: `date = 2026-11-22`
    #[serde(default, deserialize_with = "day")]
    pub date: Option<Date>,
    /// The name of a built-in game, or a file of rules, as a path relative to the page's folder.
    /// Example: `game = "nim"`
    pub(super) game: Located<String>,
    /// The place of the game in lists: low numbers come first, and games with the same number are sorted by title.
    /// Example: `order = 10`
    #[serde(default)]
    pub(super) order: i64,
    /// The group of the game on the page of all games. Games without a group are also on the front page.
    /// Example: `group = "Puzzles"`
    pub group: Option<String>,
    /// The position in the game's picture: an edition, `/` and a position. The default is the start of the first
    /// edition.
    /// Example: `cover = "two-player/b-0-2"`
    pub cover: Option<Located<String>>,
    /// A picture to show instead of a position, as a path relative to the page's folder.
    /// Example: `picture = "social.png"`
    pub picture: Option<Located<String>>,
    /// The edition that the front page links to. The default is the first edition against the computer. If no edition
    /// is against the computer, the default is the first edition in the list.
    /// Example: `play = "two-player"`
    pub play: Option<Located<String>>,
    /// The parameters for all editions of the game.
    /// Example: `parameters = { rows = [1, 2] }`
    #[serde(default, deserialize_with = "entries")]
    parameters: ParameterKeys,
    /// If `true`, a build leaves the game out, except with `--drafts` or with `--only` and the name of the game.
    /// Example: `draft = true`
    #[serde(default)]
    draft: bool,
    /// Earlier addresses of the page, as paths from the root of the site. At each of these addresses, a small page
    /// redirects to this page.
    /// Example: `aliases = ["old-name", "2025/old/"]`
    #[serde(default, deserialize_with = "aliases")]
    pub aliases: Vec<String>,
    /// Boards for all editions, each a table `[[boards]]`. By default, the game has a single board.
    /// Example: `boards = [{ name = "small", title = "Small", parameters = { rows = [1, 2] } }]`
    #[serde(default)]
    pub(super) boards: Vec<BoardKeys>,
    /// Files to offer for download: `epub`, `compact-epub`.
    /// Example: `outputs = ["epub"]`
    #[serde(default, rename = "outputs", deserialize_with = "books")]
    pub downloads: Vec<Download>,
    /// The ways to play the game, at least one, each a table `[[editions]]`.
    /// Example: `editions = [{ name = "two-player", title = "Two players" }]`
    #[serde(rename = "editions")]
    pub(super) tables: Located<Vec<EditionKeys>>,
    /// Collections of puzzles from positions of the game, each a table `[[puzzles]]`.
    /// Example: `puzzles = [{ name = "a", title = "Win", editions = ["two-player"], count = 1, moves = [1, 2] }]`
    #[serde(default)]
    pub puzzles: Vec<PuzzlesSpec>,
    #[serde(skip)]
    pub source: String,
    /// The folder of the game on the site, such as `tic-tac-toe`.
    #[serde(skip)]
    pub folder: String,
    #[serde(skip)]
    pub editions: Vec<EditionSpec>,
    #[serde(skip)]
    pub body: Body,
}

impl GameSpec {
    /// Reads the page of a game and checks its editions. The texts come from `translation`, if given.
    pub(super) fn read(
        document: &Document<'_>,
        translation: Option<&Document<'_>>,
        games: &GameCatalog<'_>,
    ) -> Result<Self, Diagnostics> {
        let mut findings = Diagnostics::new();
        let body = findings.keep(to_html(translation.unwrap_or(document)));
        let Some(mut game) = findings.keep(document.header::<Self>()) else { return Err(findings) };
        (game.image, game.picture) = (document.image(game.image), document.image(game.picture));
        game.game.value = GameCatalog::name(&document.path, &game.game.value);
        (game.source, game.folder) = (document.path.clone(), document.name.clone());
        for edition in &mut game.tables.value {
            edition.draft |= game.draft;
        }
        if let Some(translation) = translation {
            findings.keep(game.translate(translation));
        }
        let has_tables = !game.tables.value.is_empty();
        game.tables.value = game.with_levels(games, &mut findings);
        let editions = findings.keep(game.specs(games)).unwrap_or_default();
        if !has_tables {
            let message = "a game needs at least one edition";
            let hint = "add a table `[[editions]]` with a `name` and a `title`";
            findings.push(game.tables.diagnostic(message).hint(hint));
        }
        if !editions.is_empty() {
            check_puzzles(&game.puzzles, &editions, &mut findings);
        }
        findings.into_result(Self { editions, body: body.unwrap_or_default(), ..game })
    }

    /// Returns the game's tables of editions. If a table names a file of levels, one table per level replaces this
    /// table.
    fn with_levels(&self, games: &GameCatalog<'_>, findings: &mut Diagnostics) -> Vec<EditionKeys> {
        let tables = self.tables.value.iter();
        if tables.clone().all(|edition| edition.levels.is_none()) {
            return tables.cloned().collect();
        }
        let game = games
            .open(&self.game, &parameters(self.parameters.iter()), |error| self.game.diagnostic(error.to_string()));
        let Some(game) = findings.keep(game) else { return Vec::new() };
        let each = tables.map(|edition| levels::editions(edition, (games.root, &self.source), game.options()));
        each.filter_map(|editions| findings.keep(editions)).flatten().collect()
    }

    fn specs(&self, games: &GameCatalog<'_>) -> Result<Vec<EditionSpec>, Diagnostics> {
        let mut findings = Diagnostics::new();
        let mut editions: Vec<EditionSpec> = Vec::new();
        for board in &self.boards {
            self.check_board(board, &mut findings);
        }
        let boards: Vec<_> = if self.boards.is_empty() { vec![None] } else { self.boards.iter().map(Some).collect() };
        for board in &boards {
            for edition in &self.tables.value {
                for spec in findings.keep(self.specs_of(edition, *board, games)).into_iter().flatten() {
                    findings.keep(check_perfect(&spec));
                    editions.push(spec);
                }
            }
        }
        let names = editions.iter().map(|edition| &edition.name);
        check_folder_names(["an edition", "editions"], true, names, &mut findings);
        findings.into_result(editions)
    }

    /// Checks the names of editions in a board, and that none of them is a series of volumes.
    fn check_board(&self, board: &BoardKeys, findings: &mut Diagnostics) {
        let find = |name: &Located<String>| self.tables.value.iter().find(|edition| edition.name.value == name.value);
        let names = || self.tables.value.iter().map(|edition| edition.name.value.as_str());
        let seeded = || board.seeds.iter().map(|(name, _)| name);
        for name in board.hints.iter().chain(&board.drafts).chain(seeded()).filter(|name| find(name).is_none()) {
            let unknown = name.diagnostic(format!("the game has no edition `{}`", name.value));
            findings.push(unknown.hint(did_you_mean(&name.value, names())));
        }
        for name in seeded() {
            if find(name).is_some_and(|edition| edition.computer_keys.is_none()) {
                let message = format!("the edition `{}` has no computer, so it cannot have a seed", name.value);
                findings.push(name.diagnostic(message).hint("remove the seed, or add a `computer` to the edition"));
            }
        }
        for edition in self.tables.value.iter().filter(|edition| edition.volumes.is_some()) {
            let message = "an edition cannot have both `volumes` and several boards";
            let hint = "move this edition to a page of its own, and set its board in `parameters`";
            findings.keep(Err::<(), _>(edition.name.diagnostic(message).hint(hint)));
        }
    }

    fn specs_of(
        &self,
        edition: &EditionKeys,
        board: Option<&BoardKeys>,
        games: &GameCatalog<'_>,
    ) -> Result<Vec<EditionSpec>, Diagnostics> {
        let short_title = edition.title.clone();
        let game = self.game_of(edition, board, games)?;
        let keys = board.map_or_else(|| edition.clone(), |board| board.with(edition));
        let computer = keys.computer_keys.as_ref().map(|computer| computer.computer(&game)).transpose()?;
        let series = board.map(BoardKeys::series);
        let spec = EditionSpec { keys, short_title, volume: 0, game, computer, series };
        Ok(if edition.volumes.is_some() { spec.volumes()? } else { vec![spec] })
    }

    /// Opens the game of an edition. The edition's parameters override those of the board, which override those that
    /// are set for all editions.
    fn game_of(
        &self,
        edition: &EditionKeys,
        board: Option<&BoardKeys>,
        games: &GameCatalog<'_>,
    ) -> Result<Game, Diagnostics> {
        let of_board = board.map_or(&[][..], |board| &board.parameters);
        let given = || self.parameters.iter().chain(of_board).chain(&edition.parameters);
        games.open(&self.game, &parameters(given()), |ParameterError { key, problem, hint }| {
            let of_key = given().rfind(|(given, _)| key.as_ref() == Some(&given.value));
            let name = board.map_or(&edition.name, |board| &board.name);
            of_key.map_or(name, |(key, _)| key).diagnostic(problem).hint(hint)
        })
    }

    /// Returns the folder of an edition or a collection of puzzles.
    pub fn folder_named(&self, name: &Located<String>) -> String {
        format!("{}/{}", self.folder, name.value)
    }

    /// Returns the edition to begin with: the edition that the key `play` names, if any; otherwise, the first edition
    /// against the computer. If there is no such edition either, returns the first edition.
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

    /// Returns whether a series or an edition has this name, in which hyphens replace `/`.
    pub fn has_group(&self, name: &str) -> bool {
        let group = |edition: &EditionSpec| {
            let is_series = edition.series.as_ref().is_some_and(|series| series.name == name);
            is_series || edition.name.value.replace('/', "-") == name
        };
        self.editions.iter().any(group)
    }
}

fn parameters<'a>(given: impl Iterator<Item = &'a (Located<String>, Value)>) -> Parameters {
    given.map(|(key, value)| (key.value.clone(), parameter(value))).collect()
}
