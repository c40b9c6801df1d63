//! Steps: positions of a script, each with its legal moves.

use std::sync::Arc;

use crate::engine::game::{Message, Players, Status};
use crate::engine::graph::StateId;
use crate::engine::solve::library::SolvedGame;
use crate::engine::solve::{GameValue, Verdict};
use crate::pages::edition::{Node, did, few_of};

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
    pub(super) fn beside(&self) -> impl Iterator<Item = StepPage> {
        let pieces = if self.is_end() { 0 } else { self.game.positions.pieces(self.node.state).len() };
        let mistakes = (0..self.next.len()).filter(|&index| self.next[index].is_err());
        (0..pieces).map(StepPage::Choice).chain(mistakes.map(StepPage::Mistake))
    }

    pub(crate) fn page_count(&self) -> usize {
        1 + self.beside().count()
    }

    /// Returns the name of a page. In the name, `mistake` precedes a move that does not lead on.
    pub(super) fn name_of(&self, page: StepPage, mistake: &str) -> String {
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
