//! Stars: what the best ends of an edition lead to.

use super::OpenedEdition;
use crate::engine::game::Message;
use crate::engine::graph::{Odds, StateId};
use crate::engine::solve::{GameValue, Verdict};
use crate::pages::page::{OpenBoard, PageId};

pub struct Star {
    /// What was done, as a sentence.
    pub done: String,
    /// The next challenge, in sentences.
    pub left: String,
    /// How seldom moves made at random come to such an end, in a sentence; empty where they often do, or never.
    pub odds: String,
    /// An end that is the best, reached as soon as can be; where play goes round in circles, the first board.
    pub board: OpenBoard,
}

impl OpenedEdition<'_> {
    /// Whether there is anything to get: a win, a draw against who never loses, a game without an end, a solution.
    pub fn has_star(self) -> bool {
        self.nodes.reader().is_some() && self.nodes.rank(StateId::START) >= 0
    }

    /// Returns the page of the one end for who has wasted no move, if the edition tells it.
    pub fn perfect_end(self) -> Option<PageId> {
        let mut ends = self.nodes.perfect_ends();
        ends.next().filter(|_| ends.next().is_none())
    }

    pub fn star(self) -> Star {
        let Verdict { value, distance, .. } = self.nodes.verdict(StateId::START);
        let (done, left) = match value {
            GameValue::Win(_) if self.is_puzzle() => ("star-solved", "star-fewest"),
            GameValue::Win(_) => ("star-won", "star-fewest"),
            GameValue::Endless => ("star-endless", "star-circles"),
            GameValue::Draw | GameValue::Unsolvable => ("star-drawn", "star-draw"),
        };
        let say = |message| self.catalogue().say(&Message::key(message).with_number("moves", distance));
        let odds = odds(self).map(|message| self.catalogue().say(&message)).unwrap_or_default();
        Star { done: say(done), left: say(left), odds, board: best_end(self) }
    }
}

/// Returns how many of the reader's moves it takes from a node to the best possible result of the edition. Returns
/// nothing if that result is out of reach, or if it is a game without an end.
fn left_to_best(edition: OpenedEdition<'_>, node: StateId) -> Option<u32> {
    let (nodes, here) = (edition.nodes, edition.nodes.verdict(node));
    let has_end = matches!(here.value, GameValue::Win(_) | GameValue::Draw);
    (has_end && nodes.rank(node) == nodes.rank(StateId::START)).then_some(here.distance)
}

/// A smaller number of tries is not worth mentioning.
const FEWEST_TRIES: u128 = 10;

/// How many moves a game of random moves has at most, where play can go round in circles.
const MOST_MOVES: u32 = 100;

/// Returns how often moves made at random, one as likely as the other, reach an end with the best result.
fn odds(edition: OpenedEdition<'_>) -> Option<Message> {
    let (nodes, graph) = (edition.nodes, edition.nodes.graph());
    let is_end = |node| graph.successors(node).is_empty();
    let is_best = |node| is_end(node) && nodes.rank(node) == nodes.rank(StateId::START);
    // The odds with a limited number of moves left: at first none.
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

fn best_end(edition: OpenedEdition<'_>) -> OpenBoard {
    let nodes = edition.nodes;
    let (mut node, mut before) = (StateId::START, None);
    while let Some(left) = left_to_best(edition, node).filter(|&left| left > 0) {
        let mut next = nodes.graph().successors(node).iter().copied();
        before = Some(nodes.state(node));
        let nearer = next.find(|&next| left_to_best(edition, next) == Some(left - 1));
        node = nearer.expect("what is left of a shortest way gets less with one of the moves");
    }
    let end = nodes.node(node);
    OpenBoard::picture(edition.positions(), end.state, end.before(edition.positions()).or(before), edition.catalogue())
}
