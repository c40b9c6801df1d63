//! Hints: what an edition says of the worth of moves, where its pages tell it.

use super::OpenedEdition;
use crate::game::{Player, Status};
use crate::graph::{Choice, StateId};
use crate::page::{Worth, WorthKind, push_capitalized};
use crate::solve::{GameValue, Verdict};

/// What a page with hints says of a position.
#[derive(Default)]
pub(super) struct Hints {
    /// What each legal move is worth; empty where all are worth the same.
    pub(super) worths: Vec<Worth>,
    /// What explains that, in sentences.
    pub(super) reasoning: String,
}

impl Hints {
    /// Returns what the legal moves of a node are worth, and why: under best play, or against the computer.
    pub(super) fn of(edition: OpenedEdition<'_>, node: StateId) -> Self {
        let (nodes, positions) = (edition.nodes, edition.positions());
        let state = nodes.state(node);
        // Of a game that is over there is nothing to explain.
        let Status::Turn(mover) = positions.status(state) else { return Self::default() };
        let is_against_computer = edition.has_computer();
        let next = nodes.graph().successors(node).iter();
        let worths = worths(edition, mover, next.map(|&next| nodes.verdict_after_move(next)));
        let is_of = |kinds: &[WorthKind]| worths.iter().any(|worth| kinds.contains(&worth.kind));
        let alike = said_once(&worths);
        let how = match (&alike, is_against_computer) {
            (Some(alike), true) => format!("Against this computer {alike}."),
            (Some(alike), false) => capitalized(alike) + ".",
            (None, true) if edition.counts_on_mistakes(node) => {
                "Hints know how this computer replies, mistakes included.".to_owned()
            }
            (None, true) => "Hints know how this computer replies.".to_owned(),
            (None, false) => String::new(),
        };
        let numbers = match &alike {
            _ if is_of(&[WorthKind::Win, WorthKind::Loss]) => "Numbers count the winner’s moves.",
            None if is_of(&[WorthKind::On]) => "Numbers count the moves that are left to the goal.",
            _ => "",
        };
        let endless = match is_against_computer {
            _ if !is_of(&[WorthKind::Endless]) => "",
            true => "Endless: nobody gets more here than to go round in circles for ever.",
            false => "Endless: nobody can force an end, so with best play on both sides the game goes on and on.",
        };
        let theory = positions.reasoning(state);
        let mut sentences = vec![&*how, numbers, &*theory, endless];
        sentences.retain(|sentence| !sentence.is_empty());
        Self { worths: if alike.is_some() { Vec::new() } else { worths }, reasoning: sentences.join(" ") }
    }
}

/// Appends what best play comes to from a position, and the moves that it begins with: `X wins in 3. Best: b3 or e4 to
/// d2.` Nothing where the game is over.
pub(super) fn write_best_play(edition: OpenedEdition<'_>, state: StateId, choices: &[Choice], out: &mut String) {
    let positions = edition.positions();
    let Status::Turn(mover) = positions.status(state) else { return };
    push_capitalized(&edition.phrases.best_play(edition.verdict(state)), out);
    out.push('.');
    let next = positions.graph().successors(state).iter();
    let worths = worths(edition, mover, next.map(|&next| edition.verdict(next)));
    let best = choices.iter().zip(&worths).filter(|(_, worth)| worth.best);
    let names: Vec<String> = best.map(|(choice, _)| choice.name()).collect();
    match &names[..] {
        // No move is better than another.
        none_or_all if [0, choices.len()].contains(&none_or_all.len()) => {}
        [one] => out.extend([" Best: ", one, "."]),
        [rest @ .., last] if rest.len() < 3 => out.extend([" Best: ", &rest.join(", "), " or ", last, "."]),
        many => out.extend([" Best: ", &many.len().to_string(), " of ", &choices.len().to_string(), " moves."]),
    }
}

fn capitalized(text: &str) -> String {
    let mut capitalized = String::new();
    push_capitalized(text, &mut capitalized);
    capitalized
}

/// Returns what moves are worth that lead to positions of these values.
fn worths(edition: OpenedEdition<'_>, mover: Player, after: impl Iterator<Item = Verdict>) -> Vec<Worth> {
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
        // Where the goal is out of reach, no move is better than another.
        let best = is_most && kind != WorthKind::Stuck;
        let score = after.iter().filter(|&&(_, other)| other < worth).count();
        Worth { text: words(kind, number), kind, number, best, score }
    };
    after.iter().map(worth).collect()
}

/// Returns what a move is worth in words; the number is that of the winner's moves, or of those that are left.
fn words(kind: WorthKind, number: u32) -> String {
    match kind {
        WorthKind::Win => format!("wins in {number}"),
        // Who made the last move has lost by it.
        WorthKind::Loss if number == 0 => "loses now".to_owned(),
        WorthKind::Loss => format!("loses in {number}"),
        WorthKind::Draw => "draws".to_owned(),
        WorthKind::Endless => "endless".to_owned(),
        WorthKind::On | WorthKind::Longer => format!("{number} left"),
        WorthKind::Stuck => "stuck".to_owned(),
    }
}

/// Returns what is said of all moves of a player together where they are worth the same: `all nine moves draw`.
fn said_once(worths: &[Worth]) -> Option<String> {
    let &Worth { kind, number, .. } = worths.first()?;
    if worths.iter().any(|worth| (worth.kind, worth.number) != (kind, number)) {
        return None;
    }
    let (all, s) = all_moves(worths.len());
    Some(match kind {
        WorthKind::Win => format!("{all} win{s} in {number}"),
        WorthKind::Draw => format!("{all} draw{s}"),
        WorthKind::Loss if number == 0 => format!("{all} lose{s} now"),
        WorthKind::Loss => format!("{all} lose{s} in {number}"),
        WorthKind::Endless => format!("{all} lead{s} to play without an end"),
        WorthKind::On | WorthKind::Longer => match number {
            0 => format!("{all} reach{} the goal", if s.is_empty() { "" } else { "es" }),
            1 => format!("{all} leave{s} one move to the goal"),
            more => format!("{all} leave{s} {more} moves to the goal"),
        },
        WorthKind::Stuck => "no move leads to the goal any more".to_owned(),
    })
}

/// Returns what so many moves are called together, and how their verb ends.
fn all_moves(count: usize) -> (String, &'static str) {
    const NUMBERS: [&str; 7] = ["three", "four", "five", "six", "seven", "eight", "nine"];
    match (count, count.checked_sub(3).and_then(|place| NUMBERS.get(place))) {
        (1, _) => ("the only move".to_owned(), "s"),
        (2, _) => ("both moves".to_owned(), ""),
        (_, Some(number)) => (format!("all {number} moves"), ""),
        (_, None) => ("every move".to_owned(), "s"),
    }
}
