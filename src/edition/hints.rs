//! Hints: what an edition says of the worth of moves, where its pages tell it.

use super::Edition;
use crate::game::{Player, Players, Status};
use crate::graph::{Choice, StateId};
use crate::page::{Worth, WorthKind, push_capitalized};
use crate::policy;
use crate::solve::{GameValue, Verdict};

/// What a page with hints says of a position.
#[derive(Default)]
pub(super) struct Hints {
    /// What each legal move is worth; empty where all are worth the same.
    pub(super) worths: Vec<Worth>,
    /// What explains that, in sentences.
    pub(super) reasoning: String,
}

impl Edition {
    /// Returns what the legal moves of a node are worth, and why.
    pub(super) fn hints(&self, node: usize) -> Hints {
        let state = self.nodes().node(node).state;
        // Of a game that is over there is nothing to explain.
        let Status::Turn(mover) = self.positions().status(state) else { return Hints::default() };
        let verdicts = match self.prospects() {
            Some(prospects) => {
                let nodes = self.nodes();
                let value = |next| prospects.of(next).verdict_after_move(mover, nodes.node(next).reply.is_some());
                nodes.successors(node, self.positions().graph()).map(value).collect()
            }
            None => self.verdicts_after(state),
        };
        let worths = self.worths(mover, &verdicts);
        let is_of = |kinds: &[WorthKind]| worths.iter().any(|worth| kinds.contains(&worth.kind));
        let (alike, is_against_computer) = (said_once(mover, &worths, &verdicts), self.prospects().is_some());
        let mut sentences = Vec::new();
        match (&alike, is_against_computer) {
            (Some(alike), true) => sentences.push(format!("Against this computer {alike}.")),
            (Some(alike), false) => {
                let mut sentence = String::new();
                push_capitalized(alike, &mut sentence);
                sentences.push(sentence + ".");
            }
            (None, true) => {
                let mistakes = if self.counts_on_mistakes(node) == Some(true) { ", mistakes included" } else { "" };
                sentences.push(format!("Hints know how this computer replies{mistakes}."));
            }
            (None, false) => {}
        }
        if is_of(&[WorthKind::Win, WorthKind::Loss]) {
            sentences.push("Numbers count the winner’s moves.".to_owned());
        } else if alike.is_none() && is_of(&[WorthKind::On]) {
            sentences.push("Numbers count the moves that are left to the goal.".to_owned());
        }
        sentences.push(self.positions().reasoning(state));
        if is_of(&[WorthKind::Endless]) {
            let endless = if is_against_computer {
                "Endless: nobody gets more here than to go round in circles for ever."
            } else {
                "Endless: nobody can force an end, so with best play on both sides the game goes on and on."
            };
            sentences.push(endless.to_owned());
        }
        sentences.retain(|sentence| !sentence.is_empty());
        Hints { worths: if alike.is_some() { Vec::new() } else { worths }, reasoning: sentences.join(" ") }
    }

    /// Appends what best play comes to from a position, and the moves that it begins with: `X wins in 3. Best: b3 or e4
    /// to d2.` Nothing where the game is over.
    pub(super) fn write_best_play(&self, state: StateId, choices: &[Choice], out: &mut String) {
        let Status::Turn(mover) = self.positions().status(state) else { return };
        push_capitalized(&self.words.best_play(mover, self.verdict(state)), out);
        out.push('.');
        let worths = self.worths(mover, &self.verdicts_after(state));
        let best = choices.iter().zip(&worths).filter(|(_, worth)| worth.best);
        let names: Vec<String> = best.map(|(choice, _)| choice.name()).collect();
        match &names[..] {
            // No move is better than another.
            none_or_all if [0, choices.len()].contains(&none_or_all.len()) => {}
            [one] => out.extend([" Best: ", one, "."]),
            [one, two] => out.extend([" Best: ", one, " or ", two, "."]),
            [one, two, three] => out.extend([" Best: ", one, ", ", two, " or ", three, "."]),
            many => out.extend([" Best: ", &many.len().to_string(), " of ", &choices.len().to_string(), " moves."]),
        }
    }

    /// Returns the values of the positions that the legal moves lead to, in their order.
    fn verdicts_after(&self, state: StateId) -> Vec<Verdict> {
        self.positions().graph().successors(state).iter().map(|&next| self.verdict(next)).collect()
    }

    /// Returns what moves are worth that lead to positions of these values.
    fn worths(&self, mover: Player, verdicts: &[Verdict]) -> Vec<Worth> {
        let scores: Vec<i64> = verdicts.iter().map(|&verdict| policy::worth(mover, verdict)).collect();
        let most = scores.iter().max();
        let is_puzzle = *self.positions().players() == Players::One;
        let worth = |(&verdict, score): (&Verdict, &i64)| {
            let is_most = Some(score) == most;
            let kind = match verdict.value {
                GameValue::Win(_) if is_puzzle && is_most => WorthKind::On,
                GameValue::Win(_) if is_puzzle => WorthKind::Longer,
                GameValue::Win(winner) if winner == mover => WorthKind::Win,
                GameValue::Win(_) => WorthKind::Loss,
                GameValue::Draw => WorthKind::Draw,
                GameValue::Endless => WorthKind::Endless,
                GameValue::Unsolvable => WorthKind::Stuck,
            };
            // Where the goal is out of reach, no move is better than another.
            let best = is_most && kind != WorthKind::Stuck;
            Worth { text: self.words.worth(mover, verdict), kind, best, score: *score }
        };
        verdicts.iter().zip(&scores).map(worth).collect()
    }
}

/// Returns what is said of all moves of a player together where they are worth the same: `all nine moves draw`.
fn said_once(mover: Player, worths: &[Worth], verdicts: &[Verdict]) -> Option<String> {
    let kind = worths.first()?.kind;
    let number = |verdict: &Verdict| match kind {
        WorthKind::Win => verdict.moves_of_winner(mover.opponent()) + 1,
        WorthKind::Loss => verdict.moves_of_winner(mover.opponent()),
        _ => verdict.distance,
    };
    let numbers = || verdicts.iter().map(number);
    let (least, most) = (numbers().min()?, numbers().max()?);
    let has_numbers = matches!(kind, WorthKind::Win | WorthKind::Loss | WorthKind::On);
    if worths.iter().any(|worth| worth.kind != kind) || (has_numbers && least < most) {
        return None;
    }
    let (all, s) = all_moves(worths.len());
    Some(match kind {
        WorthKind::Win => format!("{all} win{s} in {most}"),
        WorthKind::Draw => format!("{all} draw{s}"),
        WorthKind::Loss if most == 0 => format!("{all} lose{s} now"),
        WorthKind::Loss => format!("{all} lose{s} in {most}"),
        WorthKind::Endless => format!("{all} lead{s} to play without an end"),
        WorthKind::On | WorthKind::Longer => match most {
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
