//! Answers: for each position what can be got from it, and behind one more link by which move, as at the back of a
//! book of puzzles.

use super::OpenedEdition;
use super::hints::{few_of, said_once, words, worths};
use super::nodes::Kind;
use crate::engine::game::{Message, Status};
use crate::engine::graph::{Choice, StateId};
use crate::engine::solve::{GameValue, Verdict};
use crate::pages::page::{ANSWERS_ON_A_PAGE, BoardLink, Destination, PageId, PageRef, Worth, WorthKind, capitalized};

/// The answer to a position that is not the end of a game.
pub struct Answer {
    /// The row of the question; the answer has the next one.
    pub row: usize,
    /// What can be got from it, in a sentence.
    pub question: String,
    /// The last position from which more could be had, if there was one, and the title of the link to it.
    pub better: Option<(PageRef, String)>,
    /// The moves that get it, in sentences; empty where none leads to the goal any more.
    pub answer: String,
    /// The position after the best move, and the title of the link to it.
    pub play: (PageRef, String),
    /// The position.
    pub page: PageRef,
}

impl OpenedEdition<'_> {
    pub fn answer_pages(self) -> usize {
        count_pages(self.nodes.to_answer().len())
    }

    /// Returns the link to the question about a node in which play goes on.
    pub(super) fn question(self, node: StateId, kind: Kind) -> Destination {
        let page = self.nodes.page(self.nodes.first_view(node), kind);
        Destination::Answer(self.id.into(), 2 * self.nodes.to_answer().partition_point(|&other| other < page))
    }

    pub fn answers(self, page: PageId) -> Vec<Answer> {
        on_page(page, self.nodes.to_answer().iter()).map(|(row, &page)| self.answer(row, page)).collect()
    }

    fn answer(self, row: usize, page: PageId) -> Answer {
        let (nodes, positions) = (self.nodes, self.positions());
        let (node, kind) = (self.view(page).node, self.kind(page));
        let say = |message: &Message| begun(self.catalogue().say(message));
        let choices = positions.choices(nodes.state(node));
        let Status::Turn(mover) = positions.status(nodes.state(node)) else { unreachable!("play goes on there") };
        let after = nodes.graph().successors(node).iter().map(|&next| nodes.verdict_after_move(next));
        let worths = worths(self, mover, after);
        // Where no move leads to the goal any more, none is best.
        let best = worths.iter().position(|worth| worth.best);
        let alike = said_once(&worths);
        let names_one = alike.is_none() && worths.iter().filter(|worth| worth.best).count() == 1;
        let alike = alike.map(|alike| Message::key("between-people").with("worth", alike));
        let told = |best| say(&alike.unwrap_or_else(|| best_moves(best, &worths, &choices)));
        let mut answer = best.map(told).unwrap_or_default();
        if let Some(other) = later_win(&worths) {
            let message = Message::key("answer-also").with("choice", choices[other].name_among(&choices));
            answer.extend([" ", &say(&message.with("worth", words(worths[other].kind, worths[other].number)))]);
        }
        let best = best.unwrap_or(0);
        let to = |page| PageRef::new(self.id, page);
        let title = play(names_one, choices[best].name_among(&choices));
        Answer {
            row,
            question: say(&self.question_about(node)),
            better: self.last_better(node).map(|(page, title)| (to(page), say(&title))),
            answer,
            play: (to(self.page_after(node, kind, BoardLink::Move(best))), say(&title)),
            page: to(page),
        }
    }

    /// Returns what can be got from a node, without how.
    fn question_about(self, node: StateId) -> Message {
        let verdict = self.nodes.verdict(node);
        // A loss counts the moves of the computer, as moves that lose do.
        let winners = Verdict { distance: verdict.winner_moves, ..verdict };
        let best = self.phrases.for_person(winners, ["ask-win", "ask-draw", "ask-endless", "ask-loss"]);
        match verdict.value {
            _ if self.has_computer() => best,
            GameValue::Unsolvable => Message::key("ask-stuck"),
            GameValue::Win(_) if self.is_puzzle() => Message::key("ask-goal").with_number("moves", verdict.distance),
            _ => Message::key("ask-best").with("best", self.phrases.best_play(verdict)),
        }
    }

    /// Returns the page of the last node from which more could be had than from one, and what, as the title of a link.
    fn last_better(self, node: StateId) -> Option<(PageId, Message)> {
        let nodes = self.nodes;
        nodes.reader().filter(|_| nodes.rank(node) < nodes.rank(StateId::START))?;
        let better = nodes.mistakes().before(node).node;
        Some((PageId::new(nodes.first_view(better)), self.here(better)))
    }

    /// Returns what could be had at a node, as the title of a link to it.
    pub(super) fn here(self, node: StateId) -> Message {
        Message::key(match self.nodes.verdict(node).value {
            GameValue::Win(_) if self.is_puzzle() => "here-goal",
            GameValue::Win(_) => "here-win",
            GameValue::Draw => "here-draw",
            GameValue::Endless | GameValue::Unsolvable => "here-endless",
        })
    }
}

/// Returns how many pages the answers to a number of positions take.
pub(crate) fn count_pages(positions: usize) -> usize {
    (2 * positions).div_ceil(ANSWERS_ON_A_PAGE)
}

/// Returns the positions whose answers are on a page, each with the row of its question.
pub(crate) fn on_page<T>(page: PageId, positions: impl Iterator<Item = T>) -> impl Iterator<Item = (usize, T)> {
    let positions_on_each = ANSWERS_ON_A_PAGE / 2;
    (0..).step_by(2).zip(positions).skip(page.answers_number() * positions_on_each).take(positions_on_each)
}

/// Returns a sentence with a capital letter first, unless it begins with a name of one letter, or of a square.
pub(crate) fn begun(sentence: String) -> String {
    if sentence.chars().nth(1).is_some_and(char::is_alphabetic) { capitalized(sentence) } else { sentence }
}

/// Names the moves that are worth as much as the best, and says how much.
fn best_moves(best: usize, worths: &[Worth], choices: &[Choice]) -> Message {
    let all: Vec<_> = choices.iter().zip(worths).filter(|(_, worth)| worth.best).map(|(choice, _)| choice).collect();
    let Worth { kind, number, .. } = worths[best];
    let message = Message::key(if kind == WorthKind::On { "answer-to-goal" } else { "answer" });
    message.with("choices", any_of(&all, choices)).with("worth", words(kind, number)).with_number("moves", number)
}

/// Returns the title of the link to the position after a move, with its name unless it is `alone` in the answer.
pub(crate) fn play(alone: bool, name: Message) -> Message {
    if alone { Message::key("play") } else { Message::key("play-move").with("move", name) }
}

/// Names some of the legal moves, any of which will do, or one of them and how many others there are.
pub(crate) fn any_of(some: &[&Choice], choices: &[Choice]) -> Message {
    few_of(some.iter().copied(), choices).unwrap_or_else(|| {
        let first = some[0].name_among(choices);
        Message::key("answer-some").with("choice", first).with_number("count", some.len() - 1)
    })
}

/// Returns the best of the moves that win, too, but later than the best one.
fn later_win(worths: &[Worth]) -> Option<usize> {
    let is_one = |&index: &usize| !worths[index].best && worths[index].kind == WorthKind::Win;
    (0..worths.len()).rev().filter(is_one).max_by_key(|&index| worths[index].score)
}
