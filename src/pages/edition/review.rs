//! Reviews: what an end is worth beside what could have been had.

use super::OpenedEdition;
use super::hints::few_of;
use super::mistakes::Better;
use super::phrases::did;
use crate::engine::game::Message;
use crate::engine::graph::StateId;
use crate::engine::solve::GameValue;
use crate::pages::page::{PageId, PageRef};

#[derive(Default)]
pub(super) struct Review {
    /// Whether as much was got as can be, and that is something.
    pub(super) is_best: bool,
    /// What could have been had, as a sentence; where nothing more could, how fast or how slow it was. It may be empty.
    pub(super) missed: String,
    pub(super) better: Option<(PageRef, Message)>,
}

impl Review {
    /// Reviews a game that reached an end of an edition. The review is empty where people play each other.
    /// `is_perfect` says whether the reader wasted no move, in a puzzle that mentions it. `explored` is the edition
    /// in which readers can explore positions.
    pub(super) fn of(
        edition: OpenedEdition<'_>,
        end: StateId,
        is_perfect: bool,
        explored: Option<OpenedEdition<'_>>,
    ) -> Self {
        let nodes = edition.nodes;
        if nodes.reader().is_none() {
            return Self::default();
        }
        let rank = nodes.rank(end);
        if rank == nodes.rank(StateId::START) {
            return Self { is_best: rank >= 0, missed: pace(edition, end, is_perfect), ..Self::default() };
        }
        let better = nodes.mistakes().before(end);
        Self { is_best: false, missed: could_have(edition, better), better: way_to(better, edition, explored) }
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
            Message::key(if is_perfect { "perfect-way" } else { "shortest-way" }).with_number("moves", best.distance)
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
    let said = [message.with_number("moves", best.distance), better_moves(edition, better)];
    let said = said.iter().filter(|message| !message.is_empty()).map(|message| edition.catalogue().say(message));
    said.collect::<Vec<_>>().join(" ")
}

/// Returns which moves would not have given away what was, where no page with hints tells it.
fn better_moves(edition: OpenedEdition<'_>, Better { node, is_mistake, .. }: Better) -> Message {
    if !is_mistake || edition.spec.hints {
        return Message::default();
    }
    let nodes = edition.nodes;
    let choices = edition.positions().choices(nodes.state(node));
    let keeps = |next: StateId| nodes.rank(next) == nodes.rank(node);
    let after = nodes.graph().successors(node);
    let better = choices.iter().zip(after).filter(|&(_, &next)| keeps(next)).map(|(choice, _)| choice);
    let told = few_of(better, &choices).map(|choices| Message::key("better-moves").with("choices", choices));
    told.unwrap_or_default()
}

/// Returns the page of a better node, with hints if there are any, and the title of a link to it. Nothing if it is the
/// first page without them.
fn way_to(
    better: Better,
    edition: OpenedEdition<'_>,
    explored: Option<OpenedEdition<'_>>,
) -> Option<(PageRef, Message)> {
    let Better { node, is_mistake, .. } = better;
    let page = PageId::new(edition.nodes.first_view(node));
    let begins_again = node == StateId::START && !is_mistake;
    let title = Message::key(if begins_again { "again-with-hints" } else { "where-wrong" });
    match (edition.twin(page), explored) {
        (Some(twin), _) => Some((PageRef::new(edition.id, twin), title)),
        (None, _) if node != StateId::START => Some((PageRef::new(edition.id, page), title)),
        // Hints there are about best play, which may get less than can be had from a computer that makes mistakes.
        (None, Some(explored)) if explored.spec.hints && !edition.counts_on_mistakes(node) => {
            let page = explored.page_of(edition.nodes.state(node));
            // The opponent does not reply there.
            Some((PageRef::new(explored.id, page), Message::key("explore-beginning")))
        }
        _ => None,
    }
}
