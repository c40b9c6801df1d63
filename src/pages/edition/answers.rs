//! Answers, as at the back of a book of puzzles: the best result from each position and, behind one more link, the move
//! that gets this result.

use super::OpenedEdition;
use super::hints::{few_of, said_once, words, worths};
use super::mistakes::Mistake;
use super::nodes::{Kind, NodePage};
use crate::content::Answers;
use crate::engine::game::{Message, Status};
use crate::engine::graph::{Choice, Length, StateId};
use crate::engine::solve::{GameValue, Verdict};
use crate::pages::page::{
    ANSWERS_ON_A_PAGE, AnswerRow, BoardLink, Destination, Link, LinkResolver, PageId, PageRef, Worth, WorthKind,
    capitalized,
};

impl OpenedEdition<'_> {
    pub fn answer_pages(self) -> usize {
        count_pages(self.answered().len())
    }

    /// Returns the pages that have a row among the answers. All pages without hints have a row, except pages with a
    /// chosen piece and most ends. An end has a row only if it names several moves that could be the mistake.
    fn answered(&self) -> &[PageId] {
        let all = || (0..self.plain_page_count()).map(PageId::new);
        let has_row = |&page: &PageId| {
            self.spec.answers != Answers::Nowhere && {
                let NodePage { node, chosen } = self.view(page);
                let is_over = self.nodes.graph().successors(node).is_empty();
                chosen.is_none() && (!is_over || self.nodes.missed(node).is_some_and(|missed| missed.can_be_named()))
            }
        };
        self.nodes.answered.get_or_init(|| all().filter(has_row).collect())
    }

    pub(super) fn has_row(self, end: StateId) -> bool {
        self.answered().binary_search(&PageId::new(self.nodes.first_view(end))).is_ok()
    }

    pub(super) fn question(self, node: StateId, kind: Kind) -> Destination {
        let page = self.nodes.page(self.nodes.first_view(node), kind);
        Destination::Answer(self.id.into(), 2 * self.answered().partition_point(|&other| other < page))
    }

    pub fn answers(self, page: PageId, links: &dyn LinkResolver) -> Vec<AnswerRow> {
        on_page(page, self.answered().iter()).map(|(row, &page)| self.answer(row, page, links)).collect()
    }

    /// Returns the question and the answer about a position. At an end, the question asks which of several moves was
    /// the mistake.
    fn answer(self, row: usize, page: PageId, links: &dyn LinkResolver) -> AnswerRow {
        let (node, to) = (self.view(page).node, |page| PageRef::new(self.id, page));
        let say = |message: &Message| begun(self.catalogue().say(message));
        let (mistake, better) = self.last_better(node);
        let status = self.positions().status(self.nodes.state(node));
        let question = matches!(status, Status::Turn(_)).then(|| [self.question_about(node), self.reasoning(node)]);
        let said = question.iter().flatten().chain([&mistake]).filter(|message| !message.is_empty());
        let said: Vec<_> = said.map(say).collect();
        let page_of = |node| to(PageId::new(self.nodes.first_view(node)));
        let (answer, play) = self.best_moves(node, self.kind(page), links).unzip();
        AnswerRow {
            question: said.join(" "),
            better: better.iter().map(|(node, title)| Link::to(page_of(*node), &say(title), links)).collect(),
            answer: answer.unwrap_or_default(),
            play,
            ..AnswerRow::of(to(page), row, links)
        }
    }

    /// Returns the best moves in sentences, and the link to the position after one of these moves. Returns `None` at an
    /// end, or if the goal is out of reach.
    fn best_moves(self, node: StateId, kind: Kind, links: &dyn LinkResolver) -> Option<(String, Link)> {
        let (nodes, positions) = (self.nodes, self.positions());
        let say = |message: &Message| begun(self.catalogue().say(message));
        let Status::Turn(mover) = positions.status(nodes.state(node)) else { return None };
        let choices = positions.choices(nodes.state(node));
        let after = nodes.graph().successors(node).iter().map(|&next| nodes.verdict_after_move(next));
        let worths = worths(self, mover, after);
        // No move is best if the goal is out of reach.
        let best = worths.iter().position(|worth| worth.best)?;
        let alike = said_once(&worths);
        let names_one = alike.is_none() && worths.iter().filter(|worth| worth.best).count() == 1;
        let alike = alike.map(|alike| Message::key("between-people").with("worth", alike));
        let mut told = say(&alike.unwrap_or_else(|| best_moves(best, &worths, &choices)));
        if let Some(other) = later_win(&worths) {
            let message = Message::key("answer-also").with("choice", choices[other].name_among(&choices));
            told.extend([" ", &say(&message.with("worth", words(worths[other].kind, worths[other].number)))]);
        }
        let title = play(names_one, choices[best].name_among(&choices));
        let next = PageRef::new(self.id, self.page_after(node, kind, BoardLink::Move(best)));
        Some((told, Link::to(next, &say(&title), links)))
    }

    /// Returns the best result from a node, without the move.
    fn question_about(self, node: StateId) -> Message {
        let verdict = self.nodes.verdict(node);
        // Count the computer's moves of a loss, as the hints do.
        let winners = Verdict { distance: verdict.winner_moves, ..verdict };
        let best = self.phrases.for_person(winners, ["ask-win", "ask-draw", "ask-endless", "ask-loss"]);
        match verdict.value {
            _ if self.has_computer() => best,
            GameValue::Unsolvable => Message::key("ask-stuck"),
            GameValue::Win(_) if self.is_puzzle() => Message::key("ask-goal").with_number("moves", verdict.distance),
            _ => Message::key("ask-best").with("best", self.phrases.best_play(verdict)),
        }
    }

    /// Returns an explanation that leads to the best move, if the game has a theory. Theory does not explain a win that
    /// only a mistake of the computer makes possible.
    fn reasoning(self, node: StateId) -> Message {
        let has_one = !self.counts_on_mistakes(node);
        if has_one { self.positions().reasoning(self.nodes.state(node)) } else { Message::default() }
    }

    /// Returns what an answer says about the better result that was missed before a node: a sentence, which can be
    /// empty, and links to the last nodes that allowed this result. If one of several moves was the mistake, the titles
    /// name these moves.
    fn last_better(self, node: StateId) -> (Message, Vec<(StateId, Message)>) {
        let Some(missed) = self.nodes.missed(node) else { return Default::default() };
        if missed.is_there() {
            return (Message::default(), vec![(missed.node, self.here(missed.node))]);
        }
        let mistakes = self.mistakes(missed.mistakes);
        if !mistakes.is_empty() {
            return (Message::key("one-was-mistake"), mistakes);
        }
        let before = Some(missed.node).filter(|&node| node != StateId::START);
        (Message::key("too-many-mistakes"), before.map(|node| (node, self.here(node))).into_iter().collect())
    }

    /// Returns the nodes of mistakes, each with the names of the moves.
    fn mistakes(self, mistakes: &[Mistake]) -> Vec<(StateId, Message)> {
        let named = |mistakes: &[Mistake]| {
            let node = mistakes[0].node;
            let choices = self.positions().choices(self.nodes.state(node));
            let made: Vec<&Choice> = mistakes.iter().map(|mistake| &choices[mistake.by as usize]).collect();
            let (name, Length { fewest, most }) = (any_of(&made, &choices), self.nodes.length(node));
            let numbered = |name| Message::key("numbered-move").with_number("number", fewest + 1).with("move", name);
            (node, if most == Some(fewest) { numbered(name) } else { name })
        };
        Mistake::by_node(mistakes).map(named).collect()
    }

    /// Returns the best result at a node, as the title of a link.
    pub(super) fn here(self, node: StateId) -> Message {
        Message::key(match self.nodes.verdict(node).value {
            GameValue::Win(_) if self.is_puzzle() => "here-goal",
            GameValue::Win(_) => "here-win",
            GameValue::Draw => "here-draw",
            GameValue::Endless | GameValue::Unsolvable => "here-endless",
        })
    }
}

/// Returns the number of pages for the answers to this many positions.
pub(crate) fn count_pages(positions: usize) -> usize {
    (2 * positions).div_ceil(ANSWERS_ON_A_PAGE)
}

/// Returns the positions on a page of answers, each with the row of its question.
pub(crate) fn on_page<T>(page: PageId, positions: impl Iterator<Item = T>) -> impl Iterator<Item = (usize, T)> {
    let positions_on_each = ANSWERS_ON_A_PAGE / 2;
    (0..).step_by(2).zip(positions).skip(page.answers_number() * positions_on_each).take(positions_on_each)
}

/// Capitalizes a sentence, unless it starts with a one-letter name or a square.
pub(crate) fn begun(sentence: String) -> String {
    if sentence.chars().nth(1).is_some_and(char::is_alphabetic) { capitalized(sentence) } else { sentence }
}

/// Returns a message with all best moves and their worth.
fn best_moves(best: usize, worths: &[Worth], choices: &[Choice]) -> Message {
    let all: Vec<_> = choices.iter().zip(worths).filter(|(_, worth)| worth.best).map(|(choice, _)| choice).collect();
    let Worth { kind, number, .. } = worths[best];
    let message = Message::key(if kind == WorthKind::On { "answer-to-goal" } else { "answer" });
    message.with("choices", any_of(&all, choices)).with("worth", words(kind, number)).with_number("moves", number)
}

/// Returns the title of the link to a move. The title names the move, unless the answer contains only this move.
pub(crate) fn play(alone: bool, name: Message) -> Message {
    if alone { Message::key("play") } else { Message::key("play-move").with("move", name) }
}

/// Returns a message with some of the legal moves. If there are many, the message contains one of these moves, and the
/// number of the other moves.
pub(crate) fn any_of(some: &[&Choice], choices: &[Choice]) -> Message {
    few_of(some.iter().copied(), choices).unwrap_or_else(|| {
        let first = some[0].name_among(choices);
        Message::key("answer-some").with("choice", first).with_number("count", some.len() - 1)
    })
}

/// Returns the best of the moves that also win, but later.
fn later_win(worths: &[Worth]) -> Option<usize> {
    let is_one = |&index: &usize| !worths[index].best && worths[index].kind == WorthKind::Win;
    (0..worths.len()).rev().filter(is_one).max_by_key(|&index| worths[index].score)
}
