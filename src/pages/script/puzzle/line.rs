//! The line of a puzzle: every position after moves that keep the win, each after the other side's reply.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::content::words::Catalogue;
use crate::engine::game::{Computer, Message, Player, Policy, Status};
use crate::engine::graph::{Odds, StateId};
use crate::engine::solve::GameValue;
use crate::engine::solve::library::SolvedGame;
use crate::engine::solve::policy::Chooser;
use crate::pages::edition::{Node, OpenedEdition};
use crate::pages::page::{EditionId, OpenBoard};
use crate::pages::script::step::Step;

pub(crate) struct Puzzle {
    pub edition: EditionId,
    game: Arc<SolvedGame>,
    pub(super) start: StateId,
    pub(super) player: Player,
    /// The number of the reader's moves to the win.
    pub moves: u32,
    /// The odds that random moves solve the puzzle.
    pub(super) odds: Odds,
    /// In a calendar, the name of the puzzle's edition, if the edition's goal differs from the goal of the game's first
    /// edition.
    pub rules: Option<String>,
    /// The index of the puzzle's first step in the script of the collection.
    pub first: usize,
}

/// Returns the number of a player's own moves to a win that the player can force.
pub(super) fn moves_left(game: &SolvedGame, player: Player, state: StateId) -> Option<u32> {
    let verdict = game.solution().verdict(state);
    (verdict.value == GameValue::Win(player)).then_some(verdict.winner_moves)
}

impl Puzzle {
    /// Returns the puzzle from a position that the player to move can win, and its steps: all positions to which
    /// winning moves lead, ordered by the moves left. The steps have no names yet. Returns `None` if the puzzle takes
    /// more than `most` pages.
    pub(super) fn from(
        edition: EditionId,
        game: &Arc<SolvedGame>,
        start: StateId,
        seed: u64,
        most: usize,
    ) -> Option<(Self, Vec<Step>)> {
        let (positions, graph) = (&*game.positions, game.positions.graph());
        let Status::Turn(player) = graph.status(start) else { return None };
        // The other side resists as long as it can.
        let seat = player.opponent();
        let computer = Computer { seat, policy: Policy::Perfect, blunder: 0, random_opening: false, seed };
        let chooser = Chooser::new(&computer, positions, Some(game.solution()));
        let step =
            |node: Node, before| Step { name: String::new(), game: Arc::clone(game), node, before, next: Vec::new() };
        let mut steps = vec![step(Node::at(start), None)];
        let mut known: FxHashMap<String, usize> = FxHashMap::default();
        let (mut at, mut pages) = (0, 0);
        while let Some(state) = steps.get(at).map(|step| step.node.state) {
            let left = moves_left(game, player, state)?;
            for &after in graph.successors(state) {
                if moves_left(game, player, after) != left.checked_sub(1) {
                    steps[at].next.push(Err(String::new()));
                    continue;
                }
                // Passing counts as a move of the puzzle.
                let node = Node::after(after, &chooser, false);
                let node = node.expect("who resists to the end comes nearer to it");
                let before = Some(node.before(positions).unwrap_or(state));
                let place = *known.entry(node.name(positions)).or_insert(steps.len());
                match steps.get_mut(place) {
                    Some(known) => known.before = known.before.filter(|_| known.before == before),
                    None => steps.push(step(node, before)),
                }
                steps[at].next.push(Ok(place));
            }
            // Only an end shows what the reader's last move did.
            if !steps[at].is_end() {
                steps[at].before = steps[at].node.before(positions);
            }
            pages += steps[at].page_count();
            if pages > most {
                return None;
            }
            at += 1;
        }
        let (moves, odds) = (moves_left(game, player, start)?, odds(&steps));
        Some((Self { edition, game: Arc::clone(game), start, player, moves, odds, rules: None, first: 0 }, steps))
    }

    /// Stores the name of the puzzle's edition, if the goal differs from the goal of the game's first edition.
    pub(super) fn name_rules(&mut self, editions: &[OpenedEdition<'_>]) {
        let Some(own) = editions.iter().find(|edition| edition.id == self.edition) else { return };
        let first = editions.iter().find(|edition| edition.section == own.section);
        let is_other = first.is_some_and(|first| first.positions().goal() != own.positions().goal());
        self.rules = is_other.then(|| own.title().to_owned());
    }

    pub(super) fn slug(&self) -> &str {
        self.game.positions.slug(self.start)
    }

    /// Returns the average number of tries until random moves solve the puzzle.
    pub(crate) fn tries(&self) -> u128 {
        self.odds.tries().unwrap_or(u128::MAX)
    }

    pub(crate) fn board(&self, catalogue: &Catalogue) -> OpenBoard {
        OpenBoard::picture(&self.game.positions.scene(self.start), None, catalogue)
    }

    /// Returns the task, such as `Win in 2 as X`.
    pub(crate) fn task(&self) -> Message {
        let message = match self.game.positions.players().name(self.player) {
            None => Message::key("puzzle-solve"),
            Some(player) => Message::key("puzzle-win").with("player", player.clone()),
        };
        message.with_number("moves", self.moves)
    }
}

/// Returns the odds that random moves go all the way from the first step. Moves lead only to later steps.
fn odds(steps: &[Step]) -> Odds {
    let mut odds = vec![Odds::CERTAIN; steps.len()];
    for (place, step) in steps.iter().enumerate().rev().filter(|(_, step)| !step.is_end()) {
        let kept = step.next.iter().flatten().map(|&next| odds[next]);
        odds[place] = Odds::before(kept, step.next.len());
    }
    odds[0]
}
