//! Hints: the worth of moves, on pages that show it.

use super::OpenedEdition;
use crate::engine::game::{Junction, Message, Player, Status};
use crate::engine::graph::{Choice, StateId};
use crate::engine::solve::{GameValue, Verdict};
use crate::pages::page::{Worth, WorthKind, capitalized};

#[derive(Default)]
pub(super) struct Hints {
    /// The worth of each legal move; empty if all moves are worth the same.
    pub(super) worths: Vec<Worth>,
    pub(super) reasoning: String,
}

impl Hints {
    pub(super) fn of(edition: OpenedEdition<'_>, node: StateId) -> Self {
        let (nodes, positions) = (edition.nodes, edition.positions());
        let state = nodes.state(node);
        // At an end, there is nothing to explain.
        let Status::Turn(mover) = positions.status(state) else { return Self::default() };
        let is_against_computer = edition.has_computer();
        let next = nodes.graph().successors(node).iter();
        let mut worths = worths(edition, mover, next.map(|&next| nodes.verdict_after_move(next)));
        let is_of = |kinds: &[WorthKind]| worths.iter().any(|worth| kinds.contains(&worth.kind));
        let alike = said_once(&worths);
        let how = match (&alike, is_against_computer) {
            (Some(alike), true) => Message::key("against-computer").with("worth", alike.clone()),
            (Some(alike), false) => Message::key("between-people").with("worth", alike.clone()),
            (None, true) if edition.counts_on_mistakes(node) => Message::key("hints-know-mistakes"),
            (None, true) => Message::key("hints-know"),
            (None, false) if edition.is_puzzle() => Message::default(),
            (None, false) => Message::key("hints-expect"),
        };
        let numbers = match &alike {
            _ if is_of(&[WorthKind::Win, WorthKind::Loss]) => Message::key("numbers-of-winner"),
            None if is_of(&[WorthKind::On]) => Message::key("numbers-to-goal"),
            _ => Message::default(),
        };
        let endless = match is_against_computer {
            _ if !is_of(&[WorthKind::Endless]) => Message::default(),
            true => Message::key("endless-computer"),
            false => Message::key("endless-people"),
        };
        let sentences = [how, numbers, positions.reasoning(state), endless];
        let sentences = sentences.iter().filter(|sentence| !sentence.is_empty());
        let reasoning: Vec<_> = sentences.map(|sentence| capitalized(edition.catalogue().say(sentence))).collect();
        if alike.is_some() {
            worths.clear();
        }
        for worth in &mut worths {
            worth.text = edition.catalogue().say(&words(worth.kind, worth.number));
        }
        Self { worths, reasoning: reasoning.join(" ") }
    }
}

const MOST_TOLD: usize = 3;

/// Returns a message with some of the legal moves: `b3 or e4 to d2`; `None` if there are many moves.
pub(crate) fn few_of<'a>(some: impl IntoIterator<Item = &'a Choice>, choices: &[Choice]) -> Option<Message> {
    let some: Vec<_> = some.into_iter().collect();
    let names = || some.iter().map(|choice| choice.name_among(choices)).collect();
    (some.len() <= MOST_TOLD).then(|| Message::List(Junction::Or, names()))
}

/// Returns the worth of each move of `mover`. `after` contains the verdict on the position after each move. The texts
/// in the result are still empty.
pub(super) fn worths(edition: OpenedEdition<'_>, mover: Player, after: impl Iterator<Item = Verdict>) -> Vec<Worth> {
    let after: Vec<_> = after.map(|verdict| (verdict, verdict.worth(mover))).collect();
    let most = after.iter().map(|&(_, worth)| worth).max();
    let is_puzzle = edition.is_puzzle();
    let worth = |&(verdict, worth): &(Verdict, _)| {
        let is_most = Some(worth) == most;
        let (kind, number) = match verdict.value {
            GameValue::Win(_) if is_puzzle && is_most => (WorthKind::On, verdict.distance),
            GameValue::Win(_) if is_puzzle => (WorthKind::Longer, verdict.distance),
            GameValue::Win(winner) if winner == mover => (WorthKind::Win, verdict.winner_moves + 1),
            GameValue::Win(_) => (WorthKind::Loss, verdict.winner_moves),
            GameValue::Draw => (WorthKind::Draw, 0),
            GameValue::Endless => (WorthKind::Endless, 0),
            GameValue::Unsolvable => (WorthKind::Stuck, 0),
        };
        // If the goal is out of reach, no move is better than another.
        let best = is_most && kind != WorthKind::Stuck;
        let score = after.iter().filter(|&&(_, other)| other < worth).count();
        Worth { text: String::new(), kind, number, best, score }
    };
    after.iter().map(worth).collect()
}

/// Returns the key of the message for the worth of one move, and the key for moves that are all worth the same.
/// `number` counts the winner's moves, or the moves to the goal.
fn keys(kind: WorthKind, number: u32) -> (&'static str, &'static str) {
    match kind {
        WorthKind::Win => ("worth-win", "all-win"),
        // The move itself ends the game.
        WorthKind::Loss if number == 0 => ("worth-loss-now", "all-lose-now"),
        WorthKind::Loss => ("worth-loss", "all-lose"),
        WorthKind::Draw => ("worth-draw", "all-draw"),
        WorthKind::Endless => ("worth-endless", "all-endless"),
        WorthKind::On | WorthKind::Longer if number == 0 => ("worth-left", "all-reach"),
        WorthKind::On | WorthKind::Longer => ("worth-left", "all-leave"),
        WorthKind::Stuck => ("worth-stuck", "all-stuck"),
    }
}

pub(super) fn words(kind: WorthKind, number: u32) -> Message {
    Message::key(keys(kind, number).0).with_number("moves", number)
}

/// Returns one sentence for all moves, such as `all nine moves draw`, if all moves are worth the same.
pub(super) fn said_once(worths: &[Worth]) -> Option<Message> {
    let &Worth { kind, number, .. } = worths.first()?;
    if worths.iter().any(|worth| (worth.kind, worth.number) != (kind, number)) {
        return None;
    }
    let message = Message::key(keys(kind, number).1);
    Some(message.with_number("count", worths.len()).with_number("moves", number))
}
