//! Reviews: what an end is worth beside what could have been had.

use super::OpenedEdition;
use super::mistakes::Missed;
use super::phrases::did;
use crate::engine::game::Message;
use crate::engine::graph::StateId;
use crate::engine::solve::GameValue;

#[derive(Default)]
pub(super) struct Review<'a> {
    /// Whether as much was got as can be, and that is something.
    pub(super) is_best: bool,
    /// What could have been had, as a sentence; where nothing more could, how fast or how slow it was. It may be empty.
    pub(super) told: String,
    pub(super) missed: Option<Missed<'a>>,
}

impl<'a> Review<'a> {
    /// Reviews a game that reached an end of an edition. The review is empty where people play each other.
    /// `is_perfect` says whether the reader wasted no move, in a puzzle that mentions it.
    pub(super) fn of(edition: OpenedEdition<'a>, end: StateId, is_perfect: bool) -> Self {
        let nodes = edition.nodes;
        if nodes.reader().is_none() {
            return Self::default();
        }
        match nodes.missed(end) {
            Some(missed) => Self { is_best: false, told: could_have(edition, missed), missed: Some(missed) },
            None => Self { is_best: nodes.rank(end) >= 0, told: pace(edition, end, is_perfect), missed: None },
        }
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

fn could_have(edition: OpenedEdition<'_>, missed: Missed<'_>) -> String {
    let Missed { node, mistakes } = missed;
    let by = match mistakes {
        [mistake] => Some(mistake.by as usize),
        _ => None,
    };
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
    let made = by.map(|mv| edition.positions().past_tense(nodes.state(node), mv));
    let message = made.map_or(Message::key(alone), |made| did(by_move, "you", vec![made]));
    edition.catalogue().say(&message.with_number("moves", best.distance))
}
