//! Stars: what the best ends of an edition lead to.

use super::OpenedEdition;
use super::phrases::moves;
use crate::graph::StateId;
use crate::page::OpenBoard;
use crate::solve::{GameValue, Verdict};

/// What is said to whoever got the best that can be had from an edition.
pub struct Star {
    /// What was done, as a sentence.
    pub done: &'static str,
    /// What is left to be done, in sentences.
    pub left: String,
    /// An end that is the best, reached as soon as can be; where play goes round in circles, the first board.
    pub board: OpenBoard,
}

impl OpenedEdition<'_> {
    /// Whether there is anything to get: a win, a draw against who never loses, a game without an end, a solution.
    pub fn has_star(self) -> bool {
        self.nodes.reader().is_some() && self.nodes.rank(StateId::START) >= 0
    }

    /// Returns what is said to whoever got the best that can be had.
    pub fn star(self) -> Star {
        let Verdict { value, distance, .. } = self.nodes.verdict(StateId::START);
        let (done, left) = match value {
            GameValue::Win(_) => {
                let done = if self.is_puzzle() { "You solved it!" } else { "You beat the computer!" };
                (done, format!("Here it is done in {}, and no way takes fewer.", moves(distance)))
            }
            GameValue::Endless => {
                let left = "The game goes round in circles, and more than that nobody gets here, whoever plays.";
                ("You and the computer shake hands!", left.to_owned())
            }
            GameValue::Draw | GameValue::Unsolvable => {
                let left = "More than a draw nobody gets here, whoever plays. This is one way to get it.";
                ("You held the computer to a draw!", left.to_owned())
            }
        };
        Star { done, left, board: best_end(self) }
    }
}

/// Returns how many of the reader's moves it takes from a node to get the best that can be had from the beginning;
/// nothing where it cannot be had any more, and where it has no end.
fn left_to_best(edition: OpenedEdition<'_>, node: StateId) -> Option<u32> {
    let (nodes, here) = (edition.nodes, edition.nodes.verdict(node));
    let has_end = matches!(here.value, GameValue::Win(_) | GameValue::Draw);
    (has_end && nodes.rank(node) == nodes.rank(StateId::START)).then_some(here.distance)
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
    OpenBoard::picture(edition.positions(), end.state, end.before().or(before))
}
