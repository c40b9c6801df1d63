//! Puzzles: the tables `puzzles` of a game's header.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use serde::Deserialize;
use toml::Spanned;

use super::computer::within;
use super::header::{located, title};
use super::{EditionSpec, Located, PuzzlesSpec, why_no_folder};
use crate::diagnostic::{Diagnostic, Diagnostics, Source, did_you_mean};

/// How many puzzles a collection can have, and how many moves one of them can take.
const MOST: u64 = 99;

/// A table of `puzzles`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPuzzles {
    /// The folder of the collection: lower-case letters, digits and hyphens.
    /// Example: `name = "puzzles"`
    name: Spanned<String>,
    /// Its name for readers.
    /// Example: `title = "Find the win"`
    #[serde(deserialize_with = "title")]
    title: String,
    /// One sentence about it.
    /// Example: `summary = "Two dozen, the easy ones first."`
    #[serde(default)]
    summary: String,
    /// The editions from whose games the positions are taken, whoever plays in them. On boards each is a board, `/` and
    /// an edition.
    /// Example: `editions = ["two-player"]`
    editions: Vec<Spanned<String>>,
    /// How many puzzles there are, from 1 to 99.
    /// Example: `count = 12`
    count: Spanned<i64>,
    /// The fewest and the most moves that the reader has to find in a puzzle, from 1 to 99.
    /// Example: `moves = [1, 4]`
    moves: Spanned<Vec<i64>>,
    /// The seed of what is left to chance: which positions are chosen, and which of its best replies the other side
    /// plays. Without it 0.
    /// Example: `seed = 7`
    #[serde(default)]
    seed: Option<Spanned<i64>>,
}

/// Returns the collections of puzzles of a game, whose editions are given.
pub(super) fn puzzles(
    raw: Vec<RawPuzzles>,
    editions: &[EditionSpec],
    source: &Source,
) -> Result<Vec<PuzzlesSpec>, Diagnostics> {
    let mut findings = Diagnostics::new();
    let mut names = HashSet::new();
    let mut collections = Vec::new();
    for raw in raw {
        collections.extend(findings.keep(raw.into_spec(editions, &mut names, source)));
    }
    findings.into_result(collections)
}

impl RawPuzzles {
    /// Returns a collection. Its name is added to those of the others.
    fn into_spec(
        self,
        known: &[EditionSpec],
        names: &mut HashSet<String>,
        source: &Source,
    ) -> Result<PuzzlesSpec, Diagnostics> {
        let mut findings = Diagnostics::new();
        let name = located(self.name, source);
        findings.keep(check_name(&name, names));
        if self.editions.is_empty() {
            let message = format!("the puzzles `{}` are taken from no edition", name.value);
            let hint = "name an edition of the game: `editions = [\"two-player\"]`";
            findings.push(name.diagnostic(message).hint(hint));
        }
        let mut editions = Vec::new();
        for edition in self.editions {
            editions.extend(findings.keep(find_edition(located(edition, source), known)));
        }
        let count = findings.keep(within(Some(&self.count), "count", 1..=MOST, source)).flatten();
        let seed = findings.keep(within(self.seed.as_ref(), "seed", 0..=i64::MAX.unsigned_abs(), source));
        let moves = findings.keep(range(&self.moves, source));
        let (count, moves) = (count.unwrap_or(1) as usize, moves.unwrap_or(1..=1));
        findings.into_result(PuzzlesSpec {
            name,
            title: self.title,
            summary: self.summary,
            editions,
            count: located(Spanned::new(self.count.span(), count), source),
            moves,
            seed: seed.flatten().unwrap_or(0),
        })
    }
}

/// Returns the edition that a collection names, if it is one of the `known`.
fn find_edition(name: Located<String>, known: &[EditionSpec]) -> Result<Located<String>, Diagnostic> {
    match known.iter().find(|edition| edition.name.value == name.value) {
        None => {
            let others = known.iter().map(|edition| edition.name.value.as_str());
            let message = format!("there is no edition `{}` to take puzzles from", name.value);
            Err(name.diagnostic(message).hint(did_you_mean(&name.value, others)))
        }
        Some(edition) if edition.on_demand => Err(name
            .diagnostic(format!("`{}` is on demand, and puzzles are found in games that are solved", name.value))
            .hint("name an edition whose positions can be explored")),
        Some(_) => Ok(name),
    }
}

/// Checks the name of a collection, which is its folder, and adds it to the names of the others.
fn check_name(name: &Located<String>, others: &mut HashSet<String>) -> Result<(), Diagnostic> {
    if let Some(hint) = why_no_folder(&name.value) {
        let message = format!("`{}` cannot be the name of puzzles, because it names their folder", name.value);
        return Err(name.diagnostic(message).hint(hint));
    }
    if !others.insert(name.value.clone()) {
        return Err(name
            .diagnostic(format!("there are two collections of puzzles with the name `{}`", name.value))
            .hint("give each collection of a game a name of its own"));
    }
    Ok(())
}

/// Returns the numbers of moves that puzzles may take.
fn range(moves: &Spanned<Vec<i64>>, source: &Source) -> Result<RangeInclusive<u32>, Diagnostic> {
    let numbers: Option<Vec<u32>> = moves.get_ref().iter().map(|&number| u32::try_from(number).ok()).collect();
    match numbers.as_deref() {
        Some(&[fewest, most]) if 1 <= fewest && fewest <= most && u64::from(most) <= MOST => Ok(fewest..=most),
        _ => Err(Diagnostic::new("`moves` are the fewest and the most moves of a puzzle")
            .at(source, moves.span())
            .hint(format!("write two numbers from 1 to {MOST}, such as `moves = [1, 4]`"))),
    }
}
