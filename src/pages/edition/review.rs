//! Reviews: how good the result of a game was, and how fast the reader got it.

use super::OpenedEdition;
use super::mistakes::Missed;
use super::phrases::did;
use crate::engine::game::Message;
use crate::engine::graph::StateId;
use crate::engine::solve::GameValue;

/// How fast the reader got the best possible result, or how long a loss took. Different ways lead to an end, so the
/// sentence holds for all of them.
pub(super) fn pace(edition: OpenedEdition<'_>, end: StateId, is_perfect: bool) -> String {
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

pub(super) fn could_have(edition: OpenedEdition<'_>, missed: Missed<'_>) -> String {
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
        // Every puzzle has a solution, so this would say nothing.
        return String::new();
    }
    let made = by.map(|mv| edition.positions().past_tense(nodes.state(node), mv));
    let message = made.map_or(Message::key(alone), |made| did(by_move, "you", vec![made]));
    edition.catalogue().say(&message.with_number("moves", best.distance))
}
