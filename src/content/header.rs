//! Headers: the TOML at the top of each Markdown file.

use std::ops::Range;
use std::path::Path;

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use toml::value::Datetime;

use super::editions::{RawBoard, RawEdition, RawParameters, Shared, books, editions};
use super::images::Images;
use super::lesson::LessonHeader;
use super::links::LinkTarget;
use super::markdown::{self, Markup, SiteLink, Way};
use super::plain::PlainHeader;
use super::puzzles::{RawPuzzles, puzzles};
use super::structure::Flaw;
use super::{BoardBlock, Body, Download, GameSpec, Located, Reference, date, links, read_source};
use crate::diagnostic::{BLANK_TITLE, Diagnostic, Diagnostics, Source, did_you_mean};
use crate::files::{self, FoundFile};
use crate::games::{GameError, Games};
use crate::html::characters;

/// Reads a text that is not blank, because it will be a title or the only words of a link.
pub(super) fn title<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    let is_nothing = |c: char| c.is_whitespace() || files::is_invisible(c);
    if text.chars().all(is_nothing) { Err(D::Error::custom(BLANK_TITLE)) } else { Ok(text) }
}

/// A Markdown file whose text is not yet read.
pub(super) struct Document<'a> {
    /// The path of the Markdown file inside the content folder.
    pub(super) path: String,
    /// The same without its ending: the name of its page, or the folder of its pages.
    pub(super) name: String,
    /// The whole file.
    pub(super) source: Source,
    /// Where its text begins, after the header.
    pub(super) body_start: usize,
    /// Whether the text may have all of HTML.
    pub(super) raw_html: bool,
    /// The files that the text can show.
    pub(super) images: &'a Images,
}

/// What the header of a Markdown file describes.
pub(super) enum Header {
    Game(Box<GameHeader>),
    Lesson(LessonHeader),
    Plain(PlainHeader),
}

impl Document<'_> {
    /// Returns a part of the text as HTML.
    ///
    /// # Errors
    ///
    /// What is wrong with the text.
    pub(super) fn body(&self, part: Range<usize>) -> Result<Body, Diagnostics> {
        let in_file = |range: Range<usize>| range.start + part.start..range.end + part.start;
        let located = |value, range| Located { value, source: self.source.clone(), range: in_file(range) };
        let (mut links, mut boards) = (Vec::new(), Vec::new());
        let markup = markdown::to_html(
            &self.source.text()[part.clone()],
            self.raw_html,
            |link, way, range| {
                let LinkTarget { path, suffix } = links::resolve(&self.path, link)?;
                let (image, size) = match way {
                    Way::Link => (None, None),
                    Way::Image(words) => (Some(words.to_owned()), self.images.size(&path)),
                };
                links.push(Reference { path: located(path, range), suffix, image });
                Some(SiteLink { number: links.len() - 1, size })
            },
            |lines, range| {
                let (address, caption) = lines.trim().split_once('\n').unwrap_or((lines.trim(), ""));
                let page = links::resolve(&self.path, address.trim());
                let page = page.map(|target| target.path).unwrap_or_default();
                let blank = if address.is_empty() { 0 } else { lines.len() - lines.trim_start().len() };
                let start = range.start + blank;
                boards.push(BoardBlock {
                    page: located(page, start..start + address.trim_end().len()),
                    caption: caption.split_whitespace().collect::<Vec<_>>().join(" "),
                });
            },
        );
        let mut findings = Diagnostics::new();
        match markup {
            Ok(Markup { pieces, has_links, ids, headings, step }) => {
                let step = step.map(in_file);
                return Ok(Body { pieces, links, ids, headings, boards, has_links, step });
            }
            Err(flaws) => {
                for Flaw { range, message, hint } in flaws {
                    findings.push(Diagnostic::new(message).at(&self.source, in_file(range)).hint(hint));
                }
            }
        }
        Err(findings)
    }

    /// Returns the path on the site of an image that a header names from the file's own folder.
    pub(super) fn image(&self, named: Option<Spanned<String>>) -> Option<Located<String>> {
        let named = located(named?, &self.source);
        let target = links::resolve(&self.path, &named.value);
        // What is no path of the site stays as it is, and is reported when no file of that name is found.
        let value = target.map_or(named.value.clone(), |target| target.path);
        Some(Located { value, ..named })
    }

    /// Returns all of the text as HTML, of a page that is no lesson.
    pub(super) fn whole_body(&self) -> Result<Body, Diagnostics> {
        let body = self.body(self.body_start..self.source.text().len())?;
        match &body.step {
            None => Ok(body),
            Some(place) => Err(Diagnostic::new("a block `step` stands in lessons, and this page is none")
                .at(&self.source, place.clone())
                .hint("a lesson names the edition that it teaches in its header: `lesson = \"GAME/EDITION\"`")
                .into()),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawGameHeader {
    /// The name of the game for readers.
    /// Example: `title = "Nim"`
    #[serde(deserialize_with = "title")]
    title: String,
    /// One sentence that makes one want to play.
    /// Example: `summary = "Take as many as you like, but from one row."`
    summary: String,
    /// An image for whoever links to the page: a file, named from the folder of the page.
    /// Example: `image = "social.png"`
    image: Option<Spanned<String>>,
    /// The day it was written, for the feed of the site.
    /// Example: `date = 2026-11-22`
    date: Option<Spanned<Datetime>>,
    /// Which game it is.
    /// Example: `game = "nim"`
    game: Spanned<String>,
    /// The place of the game among others: low numbers come first, and games with the same number by their titles.
    /// Example: `order = 10`
    #[serde(default)]
    order: i64,
    /// The position that pictures the game: the name of an edition, `/` and a position. Without it the start of the
    /// first edition.
    /// Example: `cover = "two-player/b-0-2"`
    #[serde(default)]
    cover: Option<Spanned<String>>,
    /// The edition to begin with, by its name: the front page leads to it. Without it that is the first against the
    /// computer, or the first of all.
    /// Example: `play = "two-player"`
    #[serde(default)]
    play: Option<Spanned<String>>,
    /// What all editions of the game have in common.
    /// Example: `parameters = { rows = [1, 2] }`
    #[serde(default)]
    parameters: RawParameters,
    /// Whether the game is left out unless the site is built with `--drafts`.
    /// Example: `draft = true`
    #[serde(default)]
    draft: bool,
    /// Boards that each edition is played on, each a table `[[boards]]`. Without them there is one.
    /// Example: `boards = [{ name = "small", title = "Small", parameters = { rows = [1, 2] } }]`
    #[serde(default)]
    boards: Vec<RawBoard>,
    /// Files that the game is offered as beside its pages: `epub`.
    /// Example: `outputs = ["epub"]`
    #[serde(default)]
    outputs: Vec<Spanned<Download>>,
    /// The ways to play it, each a table `[[editions]]`. There is at least one.
    /// Example: `editions = [{ name = "two-player", title = "Two players" }]`
    editions: Spanned<Vec<RawEdition>>,
    /// Collections of puzzles from its positions, each a table `[[puzzles]]`.
    /// Example: `puzzles = [{ name = "a", title = "Win", editions = ["two-player"], count = 1, moves = [1, 2] }]`
    #[serde(default)]
    puzzles: Vec<RawPuzzles>,
}

/// The header of a game's page, and the file for pointing into.
pub(super) struct GameHeader {
    raw: RawGameHeader,
    source: Source,
}

const FENCE: &str = "+++";

/// What headers of other programs stand between.
const YAML_FENCE: &str = "---";

/// Reads a Markdown file and the header that it has to begin with.
pub(super) fn read_document<'a>(
    root: &Path,
    file: &FoundFile,
    raw_html: bool,
    images: &'a Images,
) -> Result<(Document<'a>, Header), Diagnostics> {
    let source = read_source(root, &file.origin)?;
    let name = file.path.strip_suffix(".md").unwrap_or(&file.path).to_owned();
    check_name(&name, &source)?;
    let (header, body_start) = split_header(&source)?;
    let text = toml_part(&source, header.clone());
    let text = text.as_str();
    // The text has blanks in place of what stands before the header, so it counts from the beginning of the file.
    let fail = |error: toml::de::Error| Diagnostic::toml(&error, &source, &(0..header.end));
    let table = DeTable::parse(text).map_err(fail)?;
    check_characters(table.get_ref(), &source, 0)?;
    let has = |names: &[&str]| table.get_ref().keys().any(|key| names.contains(&&**key.get_ref()));
    let header = if has(&["game", "editions", "boards", "parameters", "cover", "outputs", "puzzles"]) {
        let raw = read(text, &source, &header)?;
        Header::Game(Box::new(GameHeader { raw, source: source.clone() }))
    } else if has(&["lesson"]) {
        Header::Lesson(read(text, &source, &header)?)
    } else {
        Header::Plain(read(text, &source, &header)?)
    };
    Ok((Document { path: file.path.clone(), name, source, body_start, raw_html, images }, header))
}

/// Reads a header of one kind.
fn read<T: DeserializeOwned>(text: &str, source: &Source, header: &Range<usize>) -> Result<T, Diagnostic> {
    toml::from_str(text).map_err(|error| Diagnostic::toml_of::<T>(&error, source, &(0..header.end)))
}

/// Returns a part of a file that is TOML, with blanks in place of all before it, so that ranges in it are ranges in
/// the file.
fn toml_part(source: &Source, part: Range<usize>) -> String {
    format!("{}\n{}", " ".repeat(part.start.saturating_sub(1)), &source.text()[part])
}

/// Checks that all texts of a table are texts, also those that are written with escapes. The table begins at `start` in
/// the source.
pub(super) fn check_characters(table: &DeTable<'_>, source: &Source, start: usize) -> Result<(), Diagnostics> {
    let in_source = |range: Range<usize>| range.start + start..range.end + start;
    let mut findings = Diagnostics::new();
    let mut values = Vec::new();
    for (key, value) in table {
        findings.keep(characters::check(key.get_ref(), source, in_source(key.span())));
        values.push(value);
    }
    while let Some(value) = values.pop() {
        match value.get_ref() {
            DeValue::String(text) => {
                findings.keep(characters::check(text, source, in_source(value.span())));
            }
            DeValue::Array(items) => values.extend(items),
            DeValue::Table(table) => {
                findings.keep(check_characters(table, source, start));
            }
            _ => {}
        }
    }
    findings.into_result(())
}

/// Checks the name of a file. It becomes a part of an address, so it has to be fit for one on every host.
fn check_name(name: &str, source: &Source) -> Result<(), Diagnostic> {
    let fit = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    if name.chars().all(fit) {
        return Ok(());
    }
    Err(Diagnostic::new(format!("the name of {} does not make an address that works everywhere", source.name()))
        .hint("name it with the letters a to z, digits, `-`, `_` and `.`"))
}

/// Returns the range of the header's text, and where the body begins.
fn split_header(source: &Source) -> Result<(Range<usize>, usize), Diagnostic> {
    let text = source.text();
    let is_fence = |line: &str| line.trim_end() == FENCE;
    let mut lines = text.split_inclusive('\n');
    let Some(first) = lines.next().filter(|line| is_fence(line)) else {
        let first_line = text.lines().next().unwrap_or("").len();
        if text[..first_line].trim_end() == YAML_FENCE {
            return Err(Diagnostic::new("headers are TOML between lines `+++`, and this one looks like YAML")
                .at(source, 0..first_line)
                .hint("write `+++` in place of both lines `---`, and `title = \"…\"` in place of `title: …`"));
        }
        return Err(Diagnostic::new("a page begins with a header, and this one does not")
            .at(source, 0..first_line)
            .hint("begin the file with a line `+++`, the title as `title = \"…\"`, and another line `+++`"));
    };
    let start = first.len();
    let mut end = start;
    for line in lines {
        if is_fence(line) {
            return Ok((start..end, end + line.len()));
        }
        end += line.len();
    }
    Err(Diagnostic::new("the header does not close")
        .at(source, 0..FENCE.len())
        .hint("end the header with a line `+++`"))
}

impl GameHeader {
    /// Returns the page of the game, its editions checked.
    pub(super) fn into_spec(
        self: Box<Self>,
        document: &Document<'_>,
        body: Body,
        games: &Games,
    ) -> Result<GameSpec, Diagnostics> {
        let Self { raw, source } = *self;
        if !games.names().any(|name| name == raw.game.get_ref()) {
            let unknown = GameError::Unknown(raw.game.get_ref().clone());
            let hint = did_you_mean(raw.game.get_ref(), games.names());
            return Err(Diagnostic::new(unknown.to_string()).at(&source, raw.game.span()).hint(hint).into());
        }
        let editions_span = raw.editions.span();
        let shared = Shared { games, game: raw.game, parameters: raw.parameters, draft: raw.draft };
        let mut findings = Diagnostics::new();
        let editions = findings.keep(editions(raw.editions.get_ref(), raw.boards, &shared, &source));
        if editions.as_ref().is_some_and(Vec::is_empty) {
            findings.push(
                Diagnostic::new("a game needs at least one edition")
                    .at(&source, editions_span)
                    .hint("add a table `[[editions]]` with a `name` and a `title`"),
            );
        }
        let puzzles = editions.as_ref().and_then(|editions| findings.keep(puzzles(raw.puzzles, editions, &source)));
        let (editions, puzzles) = (editions.unwrap_or_default(), puzzles.unwrap_or_default());
        let downloads = findings.keep(books(&raw.outputs, "a game", &source)).unwrap_or_default();
        let date = findings.keep(date::day(raw.date, &source)).flatten();
        let cover = raw.cover.map(|cover| located(cover, &source));
        findings.into_result(GameSpec {
            source: document.path.clone(),
            folder: document.name.clone(),
            title: raw.title,
            summary: raw.summary,
            image: document.image(raw.image),
            cover,
            play: raw.play.map(|play| located(play, &source)),
            editions,
            puzzles,
            downloads,
            body,
            date,
            order: raw.order,
        })
    }
}

pub(super) fn located<T>(spanned: Spanned<T>, source: &Source) -> Located<T> {
    let range = spanned.span();
    Located { value: spanned.into_inner(), source: source.clone(), range }
}
