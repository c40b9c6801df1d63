//! Stars: the pages that congratulate on the best result of an edition.

use super::OpenedEdition;
use crate::engine::game::Message;
use crate::engine::graph::{Odds, StateId};
use crate::engine::solve::{GameValue, Verdict};
use crate::pages::page::OpenBoard;

impl OpenedEdition<'_> {
    /// Returns whether a reader can earn a star: for a win, a draw or endless play against the computer, or for a
    /// solution.
    pub fn has_star(self) -> bool {
        self.nodes.reader().is_some() && self.nodes.rank(StateId::START) >= 0
    }

    /// Returns the result that earns a star, and the length of a shortest path to it, as sentences. For a draw or
    /// endless play, the second sentence says that no result is better.
    pub fn star_told(self) -> [String; 2] {
        let Verdict { value, distance, .. } = self.nodes.verdict(StateId::START);
        let (done, left) = match value {
            GameValue::Win(_) if self.is_puzzle() => ("star-solved", "star-fewest"),
            GameValue::Win(_) => ("star-won", "star-fewest"),
            GameValue::Endless => ("star-endless", "star-circles"),
            GameValue::Draw | GameValue::Unsolvable => ("star-drawn", "star-draw"),
        };
        [done, left].map(|message| self.catalogue().say(&Message::key(message).with_number("moves", distance)))
    }
}

/// Returns the number of the reader's moves to the best possible result; `None` if that result is out of reach or is
/// endless play.
fn left_to_best(edition: OpenedEdition<'_>, node: StateId) -> Option<u32> {
    let (nodes, here) = (edition.nodes, edition.nodes.verdict(node));
    let has_end = matches!(here.value, GameValue::Win(_) | GameValue::Draw);
    (has_end && nodes.rank(node) == nodes.rank(StateId::START)).then_some(here.distance)
}

/// The minimum number of tries that a page mentions.
const FEWEST_TRIES: u128 = 10;

/// The number of moves in a random game, if play can go round in circles.
const MOST_MOVES: u32 = 100;

/// Returns how often uniformly random moves reach an end with the best result, in a sentence; `None` if they reach it
/// often or never.
pub(crate) fn odds(edition: OpenedEdition<'_>) -> Option<Message> {
    let (nodes, graph) = (edition.nodes, edition.nodes.graph());
    let is_end = |node| graph.successors(node).is_empty();
    let is_best = |node| is_end(node) && nodes.rank(node) == nodes.rank(StateId::START);
    // The odds within a number of moves, at first 0.
    let mut odds: Vec<Odds> =
        graph.states().map(|node| if is_best(node) { Odds::CERTAIN } else { Odds::NONE }).collect();
    for moves in 1..=MOST_MOVES {
        let with_one_more = |node| match graph.successors(node) {
            [] => odds[node.index()],
            next => Odds::before(next.iter().map(|next| odds[next.index()]), next.len()),
        };
        let more: Vec<Odds> = graph.states().map(with_one_more).collect();
        let is_known = more == odds;
        odds = more;
        if is_known || moves == MOST_MOVES {
            let tries = odds[0].tries()?;
            let message = Message::key(if is_known { "star-odds" } else { "star-odds-within" });
            let message = message.with_number("moves", moves).with("tries", edition.catalogue().grouped(tries));
            return (tries >= FEWEST_TRIES).then_some(message);
        }
    }
    None
}

/// Draws the quickest end with the best result. If that result is endless play, draws the start.
pub(crate) fn best_end(edition: OpenedEdition<'_>) -> OpenBoard {
    let nodes = edition.nodes;
    let (mut node, mut before) = (StateId::START, None);
    while let Some(left) = left_to_best(edition, node).filter(|&left| left > 0) {
        let mut next = nodes.graph().successors(node).iter().copied();
        before = Some(nodes.state(node));
        let nearer = next.find(|&next| left_to_best(edition, next) == Some(left - 1));
        node = nearer.expect("what is left of a shortest way gets less with one of the moves");
    }
    let end = nodes.node(node);
    let positions = edition.positions();
    let before = end.before(positions).or(before).map(|before| positions.scene(before));
    OpenBoard::picture(&positions.scene(end.state), before.as_ref(), edition.catalogue())
}
