//! Phrases: what an edition says of its positions.

use crate::game::{Computer, Outcome, Piece, Player, Players, Status};
use crate::graph::{Choice, Positions, StateId};
use crate::page::{End, Seat};
use crate::solve::{GameValue, Verdict};

/// What an edition says, as far as it is the same on all of its pages.
pub(super) struct Phrases {
    players: Players,
    computer: Option<Player>,
    goal: String,
}

impl Phrases {
    pub(super) fn new(positions: &dyn Positions, computer: Option<&Computer>) -> Self {
        let players = positions.players().clone();
        let goal = goal_of(positions, computer.map(|computer| computer.seat.opponent()));
        Self { players, computer: computer.map(|computer| computer.seat), goal }
    }

    /// Returns what the players are trying to do, and which of them the reader is.
    pub(super) fn goal(&self) -> &str {
        &self.goal
    }

    /// Appends whose turn it is, or how the game ended.
    pub(super) fn write_status(&self, positions: &dyn Positions, state: StateId, out: &mut String) {
        match positions.status(state) {
            Status::Turn(_) if self.players == Players::One || self.computer.is_some() => out.push_str("Your move"),
            Status::Turn(player) => out.extend([self.players.name(player), " to move"]),
            Status::Over(Outcome::Win(player)) => match self.computer {
                None => out.extend([self.players.name(player), " wins"]),
                Some(seat) if seat == player => out.push_str("You lose"),
                Some(_) => out.push_str("You win"),
            },
            Status::Over(Outcome::Draw) => out.push_str("A draw"),
            Status::Over(Outcome::Solved) => out.push_str("Solved"),
            Status::Over(Outcome::Stuck) => out.push_str("Stuck"),
        }
    }

    /// Appends that the player to move has to pass.
    pub(super) fn write_pass(&self, positions: &dyn Positions, state: StateId, out: &mut String) {
        match positions.status(state) {
            Status::Turn(player) if self.players != Players::One && self.computer.is_none() => {
                out.extend([self.players.name(player), " cannot move and has to pass"]);
            }
            _ => out.push_str("You cannot move and have to pass"),
        }
    }

    /// Appends where the chosen piece can go: `b2 chosen: a2 is a clone, d2 and d4 are jumps; touch b2 to cancel`.
    pub(super) fn write_chosen(piece: &Piece, choices: &[Choice], out: &mut String) {
        let name = &*piece.label.short;
        let offered: Vec<_> = choices.iter().filter(|choice| choice.clicks.can_be_by(piece.at)).collect();
        let mut kinds: Vec<_> = offered.iter().map(|choice| choice.kind).collect();
        kinds.dedup();
        out.extend([name, " chosen: "]);
        for (number, kind) in kinds.into_iter().enumerate() {
            let of_kind = offered.iter().filter(|choice| choice.kind == kind);
            let names: Vec<_> = of_kind.map(|choice| &*choice.label.short).collect();
            out.push_str(if number > 0 { ", " } else { "" });
            match &names[..] {
                [one] => out.extend([one, " is a ", kind]),
                [rest @ .., last] if rest.len() < 3 => {
                    out.extend([&rest.join(", "), " and ", last, " are ", kind, "s"]);
                }
                many => out.extend([&many.len().to_string(), " places are ", kind, "s"]),
            }
        }
        out.extend(["; touch ", name, " to cancel"]);
    }

    /// Appends who did something, at the beginning of a sentence.
    pub(super) fn write_doer(&self, status: Status, out: &mut String) {
        match status {
            Status::Turn(player) if self.computer == Some(player) => out.push_str("The computer"),
            Status::Turn(player) if self.players != Players::One => out.push_str(self.players.name(player)),
            _ => out.push_str("You"),
        }
    }

    /// Returns whose turn it is, or how play ended, as templates ask for it.
    pub(super) fn turn_and_end(&self, status: Status) -> (Option<Seat>, Option<End>) {
        match status {
            Status::Turn(player) => (Some(player.pick(Seat::First, Seat::Second)), None),
            Status::Over(outcome) => (
                None,
                Some(match outcome {
                    Outcome::Win(player) if self.computer == Some(player) => End::Lost,
                    Outcome::Win(_) => End::Won,
                    Outcome::Draw => End::Draw,
                    Outcome::Solved => End::Solved,
                    Outcome::Stuck => End::Stuck,
                }),
            ),
        }
    }

    /// Returns what comes of best play from a position of this value, in words such as `Player A wins in 4`.
    pub(super) fn best_play(&self, verdict: Verdict) -> String {
        match verdict.value {
            GameValue::Win(_) if self.players == Players::One => format!("solved in {}", verdict.distance),
            GameValue::Win(player) => format!("{} wins in {}", self.players.name(player), verdict.winner_moves),
            GameValue::Draw => "a draw".to_owned(),
            GameValue::Endless => "endless".to_owned(),
            GameValue::Unsolvable => "cannot be solved".to_owned(),
        }
    }

    /// Returns what a person can hope for against the computer, in words that stand in the list of editions; empty
    /// without one.
    pub(super) fn promise(&self, Verdict { value, distance, .. }: Verdict) -> String {
        match (self.computer, value) {
            (None, _) => String::new(),
            (Some(seat), GameValue::Win(winner)) if winner != seat => format!("can be won in {distance}"),
            (_, GameValue::Draw) => "a draw is a triumph".to_owned(),
            (_, GameValue::Endless) => "can be held for ever".to_owned(),
            _ => "survive as long as you can".to_owned(),
        }
    }

    /// Returns what a person can get against the computer, in the words of a list; empty without one.
    pub(super) fn best_for_person(&self, Verdict { value, distance, .. }: Verdict) -> String {
        match (self.computer, value) {
            (None, _) => String::new(),
            (Some(seat), GameValue::Win(winner)) if winner != seat => format!("a win in {distance}"),
            (_, GameValue::Draw) => format!("a draw in {distance}"),
            (_, GameValue::Endless) => "endless".to_owned(),
            _ => "neither".to_owned(),
        }
    }
}

/// Returns what the players are trying to do, after which of them the reader is, where it is one alone.
pub(crate) fn goal_of(positions: &dyn Positions, reader: Option<Player>) -> String {
    match reader {
        Some(player) => format!("You are {}. {}", positions.players().name(player), positions.goal()),
        None => positions.goal(),
    }
}

/// Returns a number of moves in words, such as `3 moves`.
pub(crate) fn moves(count: u32) -> String {
    if count == 1 { "1 move".to_owned() } else { format!("{count} moves") }
}
