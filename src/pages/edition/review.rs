//! Reviews: what an end is worth beside what could have been had.

use super::OpenedEdition;
use super::mistakes::Better;
use super::phrases::did;
use crate::engine::game::Message;
use crate::engine::graph::StateId;
use crate::engine::solve::GameValue;

#[derive(Default)]
pub(super) struct Review {
    /// Whether as much was got as can be, and that is something.
    pub(super) is_best: bool,
    /// What could have been had, as a sentence; where nothing more could, how fast or how slow it was. It may be empty.
    pub(super) missed: String,
    /// The last node from which more could be had, on all ways to the end.
    pub(super) better: Option<Better>,
}

impl Review {
    /// Reviews a game that reached an end of an edition. The review is empty where people play each other.
    /// `is_perfect` says whether the reader wasted no move, in a puzzle that mentions it.
    pub(super) fn of(edition: OpenedEdition<'_>, end: StateId, is_perfect: bool) -> Self {
        let nodes = edition.nodes;
        if nodes.reader().is_none() {
            return Self::default();
        }
        let rank = nodes.rank(end);
        if rank == nodes.rank(StateId::START) {
            return Self { is_best: rank >= 0, missed: pace(edition, end, is_perfect), ..Self::default() };
        }
        let better = nodes.mistakes().before(end);
        Self { is_best: false, missed: could_have(edition, better), better: Some(better) }
    }
}

/// Returns how fast as much was got against the computer as can be, or how slowly nothing, in a sentence. Different
/// ways lead to an end, so it is said as far as it holds for all of them.
fn pace(edition: OpenedEdition<'_>, end: StateId, is_perfect: bool) -> String {
    let nodes = edition.nodes;
    let (best, length) = (nodes.verdict(StateId::START), nodes.length(end));
    let is_exact = length.most == Some(length.fewest);
    let message = match (best.value, nodes.rank(StateId::START)) {
        (GameValue::Win(_), _) if edition.spec.perfect => {
            let message = Message::key(if is_perfect { "perfect-way" } else { "shortest-way" });
            message.with_number("moves", best.distance).with_number("least", best.distance + 1)
        }
        _ if edition.is_puzzle() => return String::new(),
        (GameValue::Win(_), 2) if length.fewest > best.distance => {
            Message::key("faster").with_number("moves", best.distance)
        }
        (GameValue::Win(_), 2) if is_exact => Message::key("fastest"),
        (GameValue::Win(_), -1) => {
            let message = Message::key(if is_exact { "lasted" } else { "lasted-at-least" });
            message.with_number("moves", length.fewest).with_number("most", best.distance)
        }
        _ => return String::new(),
    };
    edition.catalogue().say(&message)
}

fn could_have(edition: OpenedEdition<'_>, better: Better) -> String {
    let Better { node, by, .. } = better;
    let nodes = edition.nodes;
    let best = nodes.verdict(node);
    let (alone, by_move) = match best.value {
        GameValue::Win(_) if edition.is_puzzle() => ("missed-solution", "missed-solution-by"),
        GameValue::Win(_) => ("missed-win", "missed-win-by"),
        GameValue::Endless => ("missed-endless", "missed-endless-by"),
        GameValue::Draw | GameValue::Unsolvable => ("missed-draw", "missed-draw-by"),
    };
    if edition.is_puzzle() && node == StateId::START && by.is_none() {
        // Every puzzle can be solved from the beginning.
        return String::new();
    }
    let made = by.map(|mv| edition.positions().past_tense(nodes.state(node), mv as usize));
    let message = made.map_or(Message::key(alone), |made| did(by_move, "you", vec![made]));
    edition.catalogue().say(&message.with_number("moves", best.distance))
}
