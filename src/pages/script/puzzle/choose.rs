//! Choosing puzzles: which of the many positions with a win to find become the puzzles of a collection.
//!
//! The positions that content names come first; the program draws all other positions at random. A position qualifies
//! if the win takes a number of moves that content allows, and at most half of the moves keep the win as near. In games
//! for two players, some legal move must also throw the win away. Games for one player do not need such a move, because
//! moves can often be taken back. Of positions that are the same by symmetry, only one qualifies. The draw takes from
//! each game and each number of moves in turn, so that a collection contains puzzles of every game and of every number
//! of moves. The order of the draw is a hash of the seed and the position's slug.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};
use std::mem;
use std::ops::RangeInclusive;
use std::sync::Arc;

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::day::{Day, by_days};
use super::line::{Puzzle, moves_left};
use crate::content::{Located, PuzzlesSpec};
use crate::engine::game::{Players, Status};
use crate::engine::graph::StateId;
use crate::engine::solve::GameValue;
use crate::engine::solve::library::SolvedGame;
use crate::ground::diagnostic::{Diagnostic, Diagnostics};
use crate::pages::edition::OpenedEdition;
use crate::pages::page::EditionId;
use crate::pages::script::step::Step;

/// The maximum number of pages of a puzzle whose position the author names.
const MOST_PAGES_OF_NAMED: usize = 2000;

/// The maximum number of times that the program draws puzzles for all days, until the puzzles of each month go from
/// easy to hard.
const MOST_ROUNDS: usize = 12;

/// A position up to symmetry: the index of its game, and the slug of its canonical state.
type Key = (usize, String);

/// The positions that can become puzzles. The program compares positions by symmetry only when it draws a position,
/// because the comparison is costly.
struct Candidates<'a> {
    games: &'a [(EditionId, Arc<SolvedGame>)],
    /// The positions not drawn yet, by number of moves and game. The next position to draw is last.
    left: BTreeMap<(u32, usize), Vec<StateId>>,
    /// The drawn positions, from each number of moves and each game in turn, with their keys.
    drawn: Vec<(Key, StateId)>,
    classes: HashSet<Key>,
    /// The number of drawn positions that each search has looked at: first the search for any puzzles, then the search
    /// for puzzles that are not part of another puzzle. A search looks at each position once, because a position that
    /// it rejects stays rejected.
    searched: [usize; 2],
}

/// Returns the puzzles of a collection, easy ones first. A drawn puzzle has at most `most` pages.
///
/// # Errors
///
/// Returns every mistake in the positions that content names, or an error if content requests more puzzles than exist.
pub(super) fn choose(
    spec: &PuzzlesSpec,
    editions: &[OpenedEdition<'_>],
    most: usize,
) -> Result<Vec<(Puzzle, Vec<Step>)>, Diagnostics> {
    let games = games_of(editions);
    let mut draw = Draw::new(spec.seed, most, &games);
    let mut findings = Diagnostics::new();
    for position in &spec.positions {
        findings.keep(draw.add_named(position, editions[0]));
    }
    if let (Some(count), Some(moves)) = (&spec.count, &spec.moves) {
        let named = draw.puzzles.len();
        let mut candidates = Candidates::new(moves, spec.seed, &games, |_| true);
        draw.add_until(named + count.value, &mut candidates);
        let hint = "change `moves`, add editions, or reduce `count`; or name positions yourself in `positions`";
        findings.keep(check_count(draw.puzzles.len() - named, count, hint));
    }
    let mut puzzles = draw.puzzles;
    puzzles.sort_by_cached_key(|(puzzle, _)| {
        (Reverse(puzzle.odds), puzzle.moves, puzzle.edition, puzzle.slug().to_owned())
    });
    findings.into_result(puzzles)
}

/// Returns the puzzles of a calendar, one per day. Each has at most `most` pages.
///
/// # Errors
///
/// Returns an error if a column has fewer puzzles than days, or if the puzzles are too hard for months that go from
/// easy to hard.
pub(super) fn choose_for_days(
    spec: &PuzzlesSpec,
    editions: &[OpenedEdition<'_>],
    most: usize,
) -> Result<Vec<(Puzzle, Vec<Step>)>, Diagnostics> {
    let games = games_of(editions);
    let moves = spec.moves.as_ref().expect("a calendar says how many moves its puzzles take");
    let mut draw = Draw::new(spec.seed, most, &games);
    let (mut rest, mut columns, mut findings) = (editions, Vec::new(), Diagnostics::new());
    for (number, column) in spec.columns.iter().enumerate() {
        let (own, others) = rest.split_at(column.value);
        rest = others;
        let days = Day::all().filter(|day| day.column() % spec.columns.len() == number).count();
        let is_own = |game: &Arc<SolvedGame>| own.iter().any(|edition| Arc::ptr_eq(edition.game(), game));
        let mut candidates = Candidates::new(moves, spec.seed, &games, is_own);
        draw.add_until(days, &mut candidates);
        let pool = mem::take(&mut draw.puzzles);
        let hint = "allow other `moves`, or add editions of other games or with other parameters";
        findings.keep(check_count(pool.len(), &column.with(days), hint));
        columns.push((candidates, days, pool));
    }
    findings.into_result(())?;
    let mut rounds = 2..=MOST_ROUNDS;
    let chosen = loop {
        let pools = columns.iter().map(|(.., pool)| pool.iter().map(|(puzzle, _)| puzzle.odds).collect());
        match (by_days(pools.collect()), rounds.next()) {
            (Ok(chosen), _) => break chosen,
            (Err(number), None) => {
                let message = format!(
                    "the puzzles of a month must go from easy to hard, but those of column {} are too hard",
                    number + 1
                );
                let hint = "add editions to this column, or to columns that are too easy";
                return Err(spec.columns[number].diagnostic(message).hint(hint).into());
            }
            (Err(_), Some(round)) => {
                for (candidates, days, pool) in &mut columns {
                    draw.puzzles = mem::take(pool);
                    draw.add_until(round * *days, candidates);
                    *pool = mem::take(&mut draw.puzzles);
                }
            }
        }
    };
    let mut pools: Vec<Vec<_>> = columns.into_iter().map(|(.., pool)| pool.into_iter().map(Some).collect()).collect();
    Ok(chosen.into_iter().map(|(pool, place)| pools[pool][place].take().expect("each is chosen once")).collect())
}

/// Returns the games of editions without repetition, each with its first edition.
fn games_of(editions: &[OpenedEdition<'_>]) -> Vec<(EditionId, Arc<SolvedGame>)> {
    let mut games: Vec<(EditionId, Arc<SolvedGame>)> = Vec::new();
    for edition in editions {
        if !games.iter().any(|(_, known)| Arc::ptr_eq(known, edition.game())) {
            games.push((edition.id, Arc::clone(edition.game())));
        }
    }
    games
}

fn check_count(found: usize, wanted: &Located<usize>, hint: &str) -> Result<(), Diagnostic> {
    if found >= wanted.value {
        return Ok(());
    }
    let message = format!("the editions contain too few puzzles: {found}, but the page needs {}", wanted.value);
    Err(wanted.diagnostic(message).hint(hint))
}

impl<'a> Candidates<'a> {
    fn new(
        allowed: &RangeInclusive<u32>,
        seed: u64,
        games: &'a [(EditionId, Arc<SolvedGame>)],
        is_asked: impl Fn(&Arc<SolvedGame>) -> bool,
    ) -> Self {
        let mut left: BTreeMap<(u32, usize), Vec<StateId>> = BTreeMap::new();
        for (number, (_, game)) in games.iter().enumerate().filter(|(_, (_, game))| is_asked(game)) {
            for state in game.positions.graph().states() {
                if let Some(moves) = moves_to_find(game, state).filter(|moves| allowed.contains(moves)) {
                    left.entry((moves, number)).or_default().push(state);
                }
            }
        }
        for (&(_, game), states) in &mut left {
            let lot = |state| xxh3_64_with_seed(games[game].1.positions.slug(state).as_bytes(), seed);
            states.sort_by_cached_key(|&state| Reverse((lot(state), state)));
        }
        Self { games, left, drawn: Vec::new(), classes: HashSet::new(), searched: [0; 2] }
    }

    /// Returns the next position for a search, with its key. `apart` means the search for puzzles that are not part of
    /// another puzzle.
    fn next(&mut self, apart: bool) -> Option<(Key, StateId)> {
        let number = &mut self.searched[usize::from(apart)];
        while self.drawn.len() <= *number && !self.left.is_empty() {
            self.left.retain(|&(_, game), states| {
                let positions = &self.games[game].1.positions;
                let keyed = |state| ((game, positions.canonical_slug(state)), state);
                let mut states = std::iter::from_fn(|| states.pop()).map(keyed);
                let next = states.find(|(key, _)| self.classes.insert(key.clone()));
                let is_some = next.is_some();
                self.drawn.extend(next);
                is_some
            });
        }
        let next = self.drawn.get(*number).cloned();
        *number += usize::from(next.is_some());
        next
    }
}

/// Returns the number of moves to a win for the player to move, if the position qualifies.
fn moves_to_find(game: &SolvedGame, state: StateId) -> Option<u32> {
    let graph = game.positions.graph();
    let Status::Turn(player) = graph.status(state) else { return None };
    let left = moves_left(game, player, state)?;
    let after: Vec<_> = graph.successors(state).iter().map(|&next| moves_left(game, player, next)).collect();
    let kept = after.iter().filter(|&&after| after == Some(left - 1)).count();
    let can_fail = *game.positions.players() == Players::One || after.contains(&None);
    (can_fail && 2 * kept <= after.len()).then_some(left)
}

fn nothing_to_find(game: &SolvedGame, state: StateId) -> Option<&'static str> {
    let graph = game.positions.graph();
    let Status::Turn(player) = graph.status(state) else { return Some("the game is over") };
    match game.solution().verdict(state).value {
        GameValue::Win(winner) if winner == player => {
            let left = moves_left(game, player, state)?;
            let keeps = |&next: &StateId| moves_left(game, player, next) == Some(left - 1);
            graph.successors(state).iter().all(keeps).then_some("every legal move wins equally fast")
        }
        GameValue::Win(_) => Some("the opponent can force a win"),
        GameValue::Draw => Some("best play leads to a draw"),
        GameValue::Endless => Some("best play never ends"),
        GameValue::Unsolvable => Some("the goal is out of reach"),
    }
}

struct Draw<'a> {
    seed: u64,
    /// The maximum number of pages of a drawn puzzle.
    most: usize,
    games: &'a [(EditionId, Arc<SolvedGame>)],
    puzzles: Vec<(Puzzle, Vec<Step>)>,
    begun: HashSet<Key>,
    /// The positions inside the puzzles.
    met: HashSet<Key>,
}

impl<'a> Draw<'a> {
    fn new(seed: u64, most: usize, games: &'a [(EditionId, Arc<SolvedGame>)]) -> Self {
        Self { seed, most, games, puzzles: Vec::new(), begun: HashSet::new(), met: HashSet::new() }
    }

    /// Adds puzzles until there are `wanted`: first puzzles that are not part of another puzzle, then any puzzles.
    fn add_until(&mut self, wanted: usize, candidates: &mut Candidates<'_>) {
        self.add(candidates, wanted, true);
        self.add(candidates, wanted, false);
    }

    /// Adds the puzzle for a position that content names. `first` is the first edition of the collection.
    ///
    /// # Errors
    ///
    /// Returns an error if no game contains the position, or if the position has nothing to find.
    fn add_named(&mut self, named: &Located<String>, first: OpenedEdition<'_>) -> Result<(), Diagnostic> {
        let slug = &named.value;
        let found = self.games.iter().map(|(_, game)| game.positions.find(slug)).enumerate();
        let mut found = found.filter_map(|(game, state)| Some((game, state?)));
        let Some((number, state)) = found.next() else {
            return Err(named.locate(first.no_position(slug, &[])));
        };
        let game = &self.games[number].1;
        if let Some(why) = nothing_to_find(game, state) {
            let hint = "name a position where the player to move has both a winning move and a move that does not win, \
                        or wins later; the hints on a position's page show which moves win";
            return Err(named.diagnostic(format!("`{slug}` contains no win to find: {why}")).hint(hint));
        }
        let key = (number, game.positions.canonical_slug(state));
        if !self.begun.insert(key.clone()) {
            let hint = "remove it: positions that are mirrored, or have the sides swapped, count as the same puzzle";
            return Err(named.diagnostic(format!("the puzzle `{slug}` occurs twice")).hint(hint));
        }
        let Some((puzzle, steps, met)) = self.puzzle_from(&key, state, MOST_PAGES_OF_NAMED) else {
            let message = format!("the puzzle `{slug}` would have more than {MOST_PAGES_OF_NAMED} pages");
            return Err(named.diagnostic(message).hint("name a position closer to the end of the game"));
        };
        self.met.extend(met);
        self.puzzles.push((puzzle, steps));
        Ok(())
    }

    /// Adds puzzles until there are `wanted`. With `apart`, no puzzle starts from a position inside another puzzle.
    fn add(&mut self, candidates: &mut Candidates<'_>, wanted: usize, apart: bool) {
        loop {
            let missing = wanted.saturating_sub(self.puzzles.len());
            let batch: Vec<_> = std::iter::from_fn(|| candidates.next(apart)).take(missing).collect();
            if batch.is_empty() {
                return;
            }
            let try_one = |(key, state): &(Key, StateId)| {
                self.is_free(key, apart).then(|| self.puzzle_from(key, *state, self.most)).flatten()
            };
            let found: Vec<_> = batch.par_iter().map(try_one).collect();
            for (found, (key, _)) in found.into_iter().zip(batch) {
                let Some((puzzle, steps, met)) = found else { continue };
                // An earlier puzzle of the batch can contain the same positions.
                if !self.is_free(&key, apart) || apart && met.iter().any(|key| self.begun.contains(key)) {
                    continue;
                }
                self.begun.insert(key);
                self.met.extend(met);
                self.puzzles.push((puzzle, steps));
            }
        }
    }

    fn is_free(&self, key: &Key, apart: bool) -> bool {
        !(self.begun.contains(key) || apart && self.met.contains(key))
    }

    /// Returns the puzzle that starts from a position, with the keys of the positions inside. Returns `None` if the
    /// puzzle would have more than `most` pages.
    fn puzzle_from(&self, key: &Key, state: StateId, most: usize) -> Option<(Puzzle, Vec<Step>, Vec<Key>)> {
        let (edition, game) = &self.games[key.0];
        let (puzzle, steps) = Puzzle::from(*edition, game, state, self.seed, most)?;
        let met = steps.iter().map(|step| (key.0, game.positions.canonical_slug(step.node.state))).collect();
        Some((puzzle, steps, met))
    }
}
