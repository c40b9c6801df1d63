//! Choosing puzzles: which of the many positions with a win to find become the puzzles of a collection.
//!
//! A position qualifies if its win takes a number of moves that content allows, if some legal move throws it away, and
//! if at most half of them keep it as near as it is: there has to be something to find. Of positions that are the same
//! by symmetry one is taken. What is left is drawn by lot, from each game and each number of moves in turn, so that a
//! collection has some of all. The lot of a position is a hash of the seed and its slug.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::line::{Puzzle, moves_left};
use crate::content::PuzzlesSpec;
use crate::game::Status;
use crate::graph::StateId;
use crate::library::SolvedGame;
use crate::page::EditionId;
use crate::script::Step;

/// How many pages a puzzle may have, so that one position does not take the room of many.
const MOST_PAGES: usize = 120;

/// A position of one of the games, as the slug of the state that stands for it by symmetry.
type Key = (usize, String);

/// A position that can become a puzzle.
struct Candidate {
    game: usize,
    state: StateId,
    /// How many moves it takes.
    moves: u32,
    lot: u64,
}

/// Returns the puzzles of a collection, the easy ones first: as many as content asks for, or all that there are.
pub(super) fn choose(spec: &PuzzlesSpec, games: Vec<(EditionId, Arc<SolvedGame>)>) -> Vec<(Puzzle, Vec<Step>)> {
    let mut distinct: Vec<(EditionId, Arc<SolvedGame>)> = Vec::new();
    for game in games {
        if !distinct.iter().any(|(_, known)| Arc::ptr_eq(known, &game.1)) {
            distinct.push(game);
        }
    }
    let mut draw = Draw { spec, games: &distinct, puzzles: Vec::new(), begun: HashSet::new(), met: HashSet::new() };
    let candidates = candidates(spec, &distinct);
    // First those that are no part of another, then, if they are too few, the others as well.
    draw.add(&candidates, true);
    draw.add(&candidates, false);
    let mut puzzles = draw.puzzles;
    puzzles.sort_by_cached_key(|(puzzle, _)| (Reverse(puzzle.odds), puzzle.moves, puzzle.edition, puzzle.slug()));
    puzzles
}

/// Returns the positions that qualify, one of each game and each number of moves in turn, by their lots.
fn candidates(spec: &PuzzlesSpec, games: &[(EditionId, Arc<SolvedGame>)]) -> Vec<Candidate> {
    let mut found = Vec::new();
    for (number, (_, game)) in games.iter().enumerate() {
        for state in game.positions.graph().states() {
            if let Some(moves) = moves_to_find(game, state).filter(|moves| spec.moves.contains(moves)) {
                let lot = xxh3_64_with_seed(game.positions.slug(state).as_bytes(), spec.seed);
                found.push(Candidate { game: number, state, moves, lot });
            }
        }
    }
    found.sort_by_key(|candidate| (candidate.lot, candidate.state));
    let mut classes: HashSet<Key> = HashSet::new();
    found
        .retain(|&Candidate { game, state, .. }| classes.insert((game, games[game].1.positions.canonical_slug(state))));
    let mut turns: HashMap<(u32, usize), usize> = HashMap::new();
    let in_turn = found.into_iter().map(|candidate| {
        let turn = turns.entry((candidate.moves, candidate.game)).or_default();
        *turn += 1;
        (*turn, candidate)
    });
    let mut in_turn: Vec<_> = in_turn.collect();
    in_turn.sort_by_key(|(turn, candidate)| (*turn, candidate.moves, candidate.game));
    in_turn.into_iter().map(|(_, candidate)| candidate).collect()
}

/// Returns how many moves the player to move has to find for a win, if the position qualifies.
fn moves_to_find(game: &SolvedGame, state: StateId) -> Option<u32> {
    let graph = game.positions.graph();
    let Status::Turn(player) = graph.status(state) else { return None };
    let left = moves_left(game, player, state)?;
    let after: Vec<_> = graph.successors(state).iter().map(|&next| moves_left(game, player, next)).collect();
    let kept = after.iter().filter(|&&after| after == Some(left - 1)).count();
    (after.contains(&None) && 2 * kept <= after.len()).then_some(left)
}

/// A collection that is being drawn.
struct Draw<'a> {
    spec: &'a PuzzlesSpec,
    games: &'a [(EditionId, Arc<SolvedGame>)],
    puzzles: Vec<(Puzzle, Vec<Step>)>,
    /// The positions in which puzzles begin.
    begun: HashSet<Key>,
    /// The positions that readers of puzzles meet.
    met: HashSet<Key>,
}

impl Draw<'_> {
    /// Adds puzzles from the candidates, until there are enough. Where they have to be `apart`, none begins in a
    /// position that comes up in another.
    fn add(&mut self, candidates: &[Candidate], apart: bool) {
        for &Candidate { game: number, state, .. } in candidates {
            if self.puzzles.len() == self.spec.count.value {
                return;
            }
            let (edition, game) = &self.games[number];
            let key = |state| (number, game.positions.canonical_slug(state));
            if self.begun.contains(&key(state)) || (apart && self.met.contains(&key(state))) {
                continue;
            }
            let found = Puzzle::from(*edition, game, state, self.spec.seed, MOST_PAGES);
            let Some((puzzle, steps)) = found else { continue };
            let met: Vec<Key> = steps.iter().map(|step| key(step.node.state)).collect();
            if apart && met.iter().any(|key| self.begun.contains(key)) {
                continue;
            }
            self.begun.insert(key(state));
            self.met.extend(met);
            self.puzzles.push((puzzle, steps));
        }
    }
}
