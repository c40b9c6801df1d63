//! Scripts: sequences of positions, each with a move to find, and the pages that show these positions. An author writes
//! a lesson; the solver finds a collection of puzzles. Both are scripts.
//!
//! A step shows a position with all its legal moves. Some moves lead on to another step. Every other move leads to a
//! page that shows the result of the move and links back to the step. A step without moves is an end.
//!
//! The pages of the steps come first. After these pages, each step has a page for each piece that a player can choose
//! before moving it, and a page for each move that does not lead on. The name of such a page consists of the step, such
//! as `07`, and the piece or the move: `07~from-b2`, `07~not-b2`. The first page of a collection of puzzles lists the
//! puzzles.

pub(crate) mod lesson;
mod planned;
pub(crate) mod puzzle;

pub use planned::{OpenedScript, PlannedScript, ScriptKind};

use std::sync::Arc;

use indexmap::IndexMap;

use crate::engine::game::{Message, Players, Status};
use crate::engine::graph::StateId;
use crate::engine::solve::library::SolvedGame;
use crate::engine::solve::{GameValue, Verdict};
use crate::pages::chapter::{FIRST_NAME, Leads};
use crate::pages::edition::{Answer, BestMoves, Node, any_of, begun, did, few_of, on_page, play};
use crate::pages::page::{BoardLink, Destination, Offer, OpenBoard, PageId, PageRef};
use puzzle::Puzzle;

pub(crate) struct Step {
    pub(crate) name: String,
    pub(crate) game: Arc<SolvedGame>,
    /// The position, and the moves that its page mentions.
    pub(crate) node: Node,
    /// The position before the last move of either player, if the page shows what that move did.
    pub(crate) before: Option<StateId>,
    /// For each legal move, the step to which the move leads, or the author's reason why the move does not lead on (may
    /// be an empty string). The list is empty at an end.
    pub(crate) next: Vec<Result<usize, String>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum StepPage {
    /// The position with its moves, or the end.
    Position,
    /// A chosen piece, by the index of the piece among the pieces that can move in the position.
    Choice(usize),
    /// The result of a move that does not lead on, by the index of the move among the legal moves.
    Mistake(usize),
}

/// The pages of an opened script.
pub struct Script {
    pub(crate) steps: Vec<Step>,
    /// The puzzles, easy ones first; empty in a lesson.
    pub(crate) puzzles: Vec<Puzzle>,
    /// The name of each page by the step and the part that it shows, in the order of the pages, without the list.
    names: IndexMap<(usize, StepPage), String>,
    /// The page of the first step: 1 if the first page is a list, otherwise 0.
    first: usize,
}

impl Step {
    pub(crate) fn is_end(&self) -> bool {
        self.next.is_empty()
    }

    /// Returns the index of a move that leads on, and the step after this move.
    pub(crate) fn onward(&self) -> Option<(usize, usize)> {
        let mut moves = self.next.iter().enumerate();
        moves.find_map(|(index, next)| Some((index, *next.as_ref().ok()?)))
    }

    /// Returns the further pages of the step: for pieces to choose, and for moves that do not lead on.
    fn beside(&self) -> impl Iterator<Item = StepPage> {
        let pieces = if self.is_end() { 0 } else { self.game.positions.pieces(self.node.state).len() };
        let mistakes = (0..self.next.len()).filter(|&index| self.next[index].is_err());
        (0..pieces).map(StepPage::Choice).chain(mistakes.map(StepPage::Mistake))
    }

    pub(crate) fn page_count(&self) -> usize {
        1 + self.beside().count()
    }

    /// Returns the name of a page. In the name, `mistake` precedes a move that does not lead on.
    fn name_of(&self, page: StepPage, mistake: &str) -> String {
        let (Self { name, game, .. }, state) = (self, self.node.state);
        match page {
            StepPage::Position => name.clone(),
            StepPage::Choice(piece) => format!("{name}~from-{}", game.positions.pieces(state)[piece].slug),
            StepPage::Mistake(index) => format!("{name}~{mistake}{}", game.positions.move_slug(state, index)),
        }
    }

    pub(crate) fn after(&self, index: usize) -> StateId {
        self.game.positions.graph().successors(self.node.state)[index]
    }

    pub(crate) fn move_name(&self, index: usize) -> Message {
        let choices = self.game.positions.choices(self.node.state);
        choices[index].name_among(&choices)
    }

    pub(crate) fn done(&self, index: usize) -> Message {
        did("you-did", "you", vec![self.game.positions.past_tense(self.node.state, index)])
    }

    pub(crate) fn verdict_after(&self, index: usize) -> Verdict {
        self.game.solution().verdict(self.after(index))
    }

    /// Returns the cost of a move that does not lead on, compared with a move that leads on, in sentences; empty if the
    /// move is no worse.
    pub(crate) fn cost(&self, index: usize) -> Vec<Message> {
        let cost = self.cost_alone(index);
        let answer = cost.as_ref().filter(|_| *self.game.positions.players() != Players::One);
        let answer = answer.and_then(|_| self.best_answer(index));
        cost.into_iter().chain(answer).collect()
    }

    fn cost_alone(&self, index: usize) -> Option<Message> {
        let players = self.game.positions.players();
        let Status::Turn(mover) = self.game.positions.status(self.node.state) else { return None };
        let made = self.verdict_after(index);
        let right = self.verdict_after(self.onward()?.0);
        let message = match (made.value, right.value) {
            (GameValue::Win(_), GameValue::Win(_))
                if *players == Players::One && made.winner_moves > right.winner_moves =>
            {
                let key = if right.winner_moves == 0 { "cost-still" } else { "cost-longer" };
                Message::key(key).with_number("moves", made.winner_moves).with_number("fewest", right.winner_moves)
            }
            (GameValue::Win(winner), other) if winner != mover && other != made.value => {
                let key = if made.distance == 0 { "cost-lost" } else { "cost-loses" };
                let winner = players.name(winner).cloned().unwrap_or_default();
                Message::key(key).with("player", winner).with_number("moves", made.winner_moves)
            }
            (GameValue::Draw, GameValue::Win(_)) if made.distance == 0 => Message::key("cost-drawn"),
            (GameValue::Draw, GameValue::Win(_)) => Message::key("cost-draw"),
            (GameValue::Unsolvable, GameValue::Win(_)) => Message::key("cost-unsolvable"),
            (GameValue::Endless, GameValue::Win(_)) => Message::key("cost-endless"),
            _ => return None,
        };
        Some(message)
    }

    /// Returns the best reply to a move that does not lead on, in a sentence. Returns `None` if the reader moves again,
    /// if too many replies are equally good, or if the reply has the name of a move to find.
    fn best_answer(&self, index: usize) -> Option<Message> {
        let (positions, after) = (&self.game.positions, self.after(index));
        let Status::Turn(other) = positions.status(after) else { return None };
        if positions.status(self.node.state) == Status::Turn(other) {
            return None;
        }
        let next = positions.graph().successors(after);
        let worth = |state: &StateId| self.game.solution().verdict(*state).worth(other);
        let most = next.iter().map(worth).max();
        let choices = positions.choices(after);
        let best = |(_, next): &(usize, &StateId)| Some(worth(next)) == most;
        let best: Vec<usize> = next.iter().enumerate().filter(best).map(|(place, _)| place).collect();
        let to_find: Vec<_> = (0..self.next.len()).filter(|&index| self.next[index].is_ok()).collect();
        let slug = |state, index: &usize| positions.move_slug(state, *index);
        let own = positions.choices(self.node.state);
        let gives_away = |found: &usize, reply: &usize| {
            slug(after, reply) == slug(self.node.state, found) || choices[*reply].name() == own[*found].name()
        };
        if to_find.iter().any(|found| best.iter().any(|reply| gives_away(found, reply))) {
            return None;
        }
        let replies = few_of(best.into_iter().map(|place| &choices[place]), &choices)?;
        let player = positions.players().name(other).cloned().unwrap_or_default();
        Some(Message::key("best-answer").with("player", player).with("choices", replies))
    }
}

impl Script {
    /// Creates a lesson or, if there are puzzles, a collection of them, whose first page is a list. In the name of a
    /// page of puzzles, `not-` precedes a move that does not lead on.
    fn new(steps: Vec<Step>, puzzles: Vec<Puzzle>) -> Self {
        let has_list = !puzzles.is_empty();
        let mistake = if has_list { "not-" } else { "" };
        let positions = (0..steps.len()).map(|step| (step, StepPage::Position));
        let beside = steps.iter().enumerate().flat_map(|(number, step)| step.beside().map(move |page| (number, page)));
        let name = |(step, page): (usize, StepPage)| ((step, page), steps[step].name_of(page, mistake));
        let mut names: IndexMap<_, _> = positions.chain(beside).map(name).collect();
        if !has_list {
            FIRST_NAME.clone_into(&mut names[0]);
        }
        Self { steps, puzzles, names, first: usize::from(has_list) }
    }

    pub(crate) fn position_count(&self) -> usize {
        self.steps.iter().filter(|step| !step.is_end()).count()
    }

    pub(crate) fn move_count(&self) -> usize {
        self.steps.iter().map(|step| step.next.len()).sum()
    }

    pub(crate) fn page_count(&self) -> usize {
        self.first + self.names.len()
    }

    /// Returns the step and the part that a page shows. The page must not be the list.
    pub(crate) fn part(&self, page: PageId) -> (usize, StepPage) {
        let shown = page.index().checked_sub(self.first).and_then(|place| self.names.get_index(place));
        *shown.expect("a page of a step").0
    }

    pub(crate) fn page(&self, step: usize, part: StepPage) -> PageId {
        PageId::new(self.first + self.names.get_index_of(&(step, part)).expect("a part of a step"))
    }

    pub(crate) fn page_named(&self, name: &str) -> Option<PageId> {
        if name == FIRST_NAME {
            return Some(PageId::FIRST);
        }
        self.names.values().position(|known| known == name).map(|place| PageId::new(self.first + place))
    }

    pub(crate) fn write_name(&self, page: PageId, out: &mut String) {
        let place = page.index().checked_sub(self.first);
        out.push_str(place.map_or(FIRST_NAME, |place| &self.names[place]));
    }

    /// Returns the pages after the moves on a page and, if a piece is chosen, the page to return to.
    pub(crate) fn leads(&self, page: PageId) -> Leads {
        let (step, part) = self.part(page);
        let shown = &self.steps[step];
        let chosen = match part {
            StepPage::Choice(piece) => Some(piece),
            StepPage::Position if !shown.is_end() => None,
            StepPage::Position | StepPage::Mistake(_) => return (Vec::new(), None),
        };
        let choices = shown.game.positions.choices(shown.node.state);
        let leads = BoardLink::onward(&choices, chosen).map(|lead| self.page_after(step, lead));
        (leads.collect(), chosen.map(|_| self.page(step, StepPage::Position)))
    }

    fn page_after(&self, step: usize, lead: BoardLink) -> PageId {
        match lead {
            BoardLink::Move(index) => match self.steps[step].next[index] {
                Ok(next) => self.page(next, StepPage::Position),
                Err(_) => self.page(step, StepPage::Mistake(index)),
            },
            BoardLink::Piece(piece) => self.page(step, StepPage::Choice(piece)),
            BoardLink::Back => self.page(step, StepPage::Position),
        }
    }
}

impl OpenedScript<'_> {
    /// Returns the answers on a page, without questions.
    pub(crate) fn answers(self, page: PageId) -> Vec<Answer> {
        let page_of = |step| PageRef::new(self.id, self.script.page(step, StepPage::Position));
        let answer = |(row, (number, step)): (usize, (usize, &Step))| {
            let (found, next) = step.onward()?;
            let choices = step.game.positions.choices(step.node.state);
            let right = choices.iter().zip(&step.next).filter(|(_, next)| next.is_ok());
            let right: Vec<_> = right.map(|(choice, _)| choice).collect();
            let place = if self.is_lesson() { self.step_of(number) } else { self.title_of(self.puzzle_with(number)) };
            let told = Message::key("answer-at").with("place", place).with("choices", any_of(&right, &choices));
            let title = play(right.len() == 1, step.move_name(found));
            Some(Answer {
                row,
                question: String::new(),
                better: Vec::new(),
                moves: Some(BestMoves {
                    told: begun(self.catalogue().say(&told)),
                    play: (page_of(next), self.catalogue().say(&title)),
                }),
                page: page_of(number),
            })
        };
        on_page(page, self.script.steps.iter().enumerate()).filter_map(answer).collect()
    }

    pub(crate) fn answer_to(self, step: usize) -> Destination {
        Destination::Answer(self.id.into(), 2 * step + 1)
    }

    /// Draws the board of a page.
    pub(crate) fn draw(self, page: PageId, board: &mut OpenBoard) {
        let (step, part) = self.script.part(page);
        let shown @ Step { game, node, before, .. } = &self.script.steps[step];
        let positions = &*game.positions;
        let (state, before, chosen) = match part {
            StepPage::Mistake(index) => (shown.after(index), Some(node.state), None),
            StepPage::Position => (node.state, *before, None),
            StepPage::Choice(piece) => (node.state, *before, Some(piece)),
        };
        let has_moves = !shown.is_end() && !matches!(part, StepPage::Mistake(_));
        let choices = positions.choices(node.state);
        let lead = |lead| PageRef::new(self.id, self.script.page_after(step, lead));
        let offer = has_moves.then_some(Offer { choices: &choices, chosen, worths: &[], page: &lead });
        let before = before.map(|before| positions.scene(before));
        board.draw(&positions.scene(state), before.as_ref(), offer.as_ref(), self.catalogue());
    }
}
