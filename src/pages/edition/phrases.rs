//! Phrases: what an edition says about its positions.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::node::Node;
use crate::content::words::Catalogue;
use crate::engine::game::{Computer, Grid, Junction, Message, Name, Outcome, Piece, Player, Players, Scene, Status};
use crate::engine::games::Game;
use crate::engine::graph::{Choice, Positions, StateId};
use crate::engine::solve::{GameValue, Verdict};
use crate::pages::page::{End, Seat, capitalized};

/// The words that are the same on all pages of an edition.
pub(super) struct Phrases {
    pub(super) catalogue: Arc<Catalogue>,
    players: Players,
    computer: Option<Player>,
    pub(super) goal: String,
}

impl Phrases {
    pub(super) fn new(game: &Game, computer: Option<&Computer>, catalogue: Arc<Catalogue>) -> Self {
        let players = game.players();
        let reader = computer.map(|computer| computer.seat.opponent());
        let start = game.start_scene();
        let goal = capitalized(catalogue.say(&goal_of(&players, game.goal(), &start, reader)));
        Self { catalogue, players, computer: computer.map(|computer| computer.seat), goal }
    }

    pub(super) fn about(&self, message: &'static str, player: Player) -> Message {
        Message::key(message).with("player", self.name(player))
    }

    fn name(&self, player: Player) -> Message {
        self.players.name(player).cloned().unwrap_or_default()
    }

    pub(super) fn status(&self, positions: &dyn Positions, state: StateId) -> Message {
        match positions.status(state) {
            Status::Turn(_) if self.is_for_one() => Message::key("your-move"),
            Status::Turn(player) => self.about("to-move", player),
            Status::Over(Outcome::Win(player)) => match self.computer {
                None => self.about("wins", player),
                Some(seat) if seat == player => Message::key("you-lose"),
                Some(_) => Message::key("you-win"),
            },
            Status::Over(Outcome::Draw) => Message::key("drawn"),
            Status::Over(Outcome::Solved) => Message::key("solved"),
            Status::Over(Outcome::Stuck) => Message::key("stuck"),
        }
    }

    pub(super) fn is_for_one(&self) -> bool {
        self.players == Players::One || self.computer.is_some()
    }

    pub(super) fn pass(&self, positions: &dyn Positions, state: StateId) -> Message {
        match positions.status(state) {
            Status::Turn(player) if !self.is_for_one() => self.about("passes", player),
            _ => Message::key("you-pass"),
        }
    }

    /// Returns a message with the squares where a chosen piece can go: `b2 chosen: a2 is a clone, d2 and d4 are jumps;
    /// touch b2 to cancel`.
    pub(super) fn chosen(piece: &Piece, choices: &[Choice]) -> Message {
        let offered: Vec<_> = choices.iter().filter(|choice| choice.clicks.can_be_by(piece.at)).collect();
        let mut kinds: Vec<_> = offered.iter().map(|choice| &choice.kind).collect();
        kinds.dedup();
        let places = |kind: &Message| {
            let of_kind = offered.iter().filter(|choice| choice.kind == *kind);
            let names: Vec<_> = of_kind.map(|choice| choice.label.short.clone()).collect();
            let count = names.len();
            let places = match count {
                ..4 => Message::List(Junction::And, names),
                _ => Message::key("places").with_number("count", count),
            };
            kind.clone().with("places", places).with_number("count", count)
        };
        let kinds = kinds.into_iter().map(places).collect();
        Message::key("chosen-where")
            .with("piece", piece.label.short.clone())
            .with("kinds", Message::List(Junction::Comma, kinds))
    }

    /// Returns the moves that led to a node. If the reader moved between replies of the computer, the reader's moves
    /// were passes. Without replies, the reader moves again.
    pub(super) fn news(&self, node: &Node, positions: &dyn Positions) -> Message {
        let done = node.done(positions);
        let Some(&(Status::Turn(player), _)) = done.first() else {
            let goes_on = node.state != StateId::START && matches!(positions.status(node.state), Status::Turn(_));
            return if goes_on && self.computer.is_some() { Message::key("you-again") } else { Message::default() };
        };
        let (replies, others) = self.replies_and_others(done);
        match (replies.is_empty(), others.is_empty()) {
            (false, true) => did("computer-did", "computer", replies),
            (false, false) => {
                let (names, _) = self.replies_and_others(node.names(positions));
                Message::key("computer-did-alone").with("moves", Message::List(Junction::Comma, names))
            }
            _ if self.is_for_one() => did("you-did", "you", others),
            _ => did("player-did", "player", others).with("player", self.name(player)),
        }
    }

    /// Returns the title of a page with this status. The title also names the replies of the computer.
    pub(super) fn title(&self, status: Message, node: Option<&Node>, positions: &dyn Positions) -> Message {
        let Some(node) = node.filter(|_| self.computer.is_some()) else { return status };
        let (replies, _) = self.replies_and_others(node.names(positions));
        if replies.is_empty() {
            return status;
        }
        Message::key("title-after").with("moves", Message::List(Junction::Comma, replies)).with("title", status)
    }

    fn replies_and_others(&self, said: Vec<(Status, Message)>) -> (Vec<Message>, Vec<Message>) {
        let is_computers = |status| self.computer.map(Status::Turn) == Some(status);
        let (replies, others): (Vec<_>, Vec<_>) = said.into_iter().partition(|&(status, _)| is_computers(status));
        let said = |moves: Vec<(Status, Message)>| moves.into_iter().map(|(_, said)| said).collect();
        (said(replies), said(others))
    }

    pub(super) fn turn_and_end(&self, status: Status) -> (Option<Seat>, Option<End>) {
        let end = match status {
            Status::Turn(player) => return (Some(player.pick(Seat::First, Seat::Second)), None),
            Status::Over(Outcome::Win(player)) if self.computer == Some(player) => End::Lost,
            Status::Over(Outcome::Win(_)) => End::Won,
            Status::Over(Outcome::Draw) => End::Draw,
            Status::Over(Outcome::Solved) => End::Solved,
            Status::Over(Outcome::Stuck) => End::Stuck,
        };
        (None, Some(end))
    }

    /// Returns the result of best play, such as `Player A wins in 4`.
    pub(super) fn best_play(&self, verdict: Verdict) -> Message {
        match verdict.value {
            GameValue::Win(_) if self.players == Players::One => {
                Message::key("best-solved").with_number("moves", verdict.distance)
            }
            GameValue::Win(player) => self.about("best-wins", player).with_number("moves", verdict.winner_moves),
            GameValue::Draw => Message::key("best-draw"),
            GameValue::Endless => Message::key("best-endless"),
            GameValue::Unsolvable => Message::key("best-unsolvable"),
        }
    }

    /// Returns the best result of a person against the computer, as one of these messages: for a win, a draw, endless
    /// play or a loss. Empty if no computer plays.
    pub(super) fn for_person(
        &self,
        Verdict { value, distance, .. }: Verdict,
        [win, draw, endless, loss]: [&'static str; 4],
    ) -> Message {
        let message = match (self.computer, value) {
            (None, _) => return Message::default(),
            (Some(seat), GameValue::Win(winner)) if winner != seat => win,
            (_, GameValue::Draw) => draw,
            (_, GameValue::Endless) => endless,
            _ => loss,
        };
        Message::key(message).with_number("moves", distance)
    }
}

/// Returns a message about the moves of a player. `who` is the player as messages get it: `you`, `computer` or
/// `player`.
pub(crate) fn did(message: &'static str, who: &'static str, moves: Vec<Message>) -> Message {
    let moves = moves.into_iter().map(|done| done.with("who", who)).collect();
    Message::key(message).with("done", Message::List(Junction::Then, moves))
}

/// Returns the goal of the players. If the reader plays alone, the message starts with the reader's side and the mark
/// of that side.
pub(crate) fn goal_of(players: &Players, goal: Message, start: &Scene, reader: Option<Player>) -> Message {
    let Scene::Grid(grid) = start else { return goal };
    let name = |player| players.name(player).map(|name| with_sign(name.clone(), player, grid));
    if let Some(player) = reader.and_then(name) {
        return Message::key("you-are").with("player", player).with("goal", goal);
    }
    goal
}

/// Returns the name of a player. If all pieces of the player look alike at the start, adds their mark to the name: `Red
/// (x)`. If the name is the mark, returns only the name.
fn with_sign(name: Message, player: Player, start: &Grid) -> Message {
    let marks_of =
        |player| -> BTreeSet<&Name> { start.squares.iter().filter_map(|square| square.mark_of(player)).collect() };
    let (own, others) = (Vec::from_iter(marks_of(player)), marks_of(player.opponent()));
    match own[..] {
        [mark] if !others.is_empty() && name != Message::from(mark.clone()) => {
            Message::key("with-sign").with("player", name).with("sign", mark.clone())
        }
        _ => name,
    }
}
