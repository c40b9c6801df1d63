//! The expected contents of an edition's pages, from the table.

use pageturner::game::{Outcome, Player, Players, Scene, Square, Status, Target};

use super::table::{Move, State, done, rest, text};
use super::walk::{ALONE, Leads, Offer, Spot, Walk};
use crate::oracle::{Value, Values};
use crate::reading::{Link, one_line};

impl<'a> Walk<'a> {
    /// Returns whether a link has the words of an offer.
    pub(super) fn is_of(&self, link: &Link, offer: &Offer) -> bool {
        let Offer { mark, short, rest, worth, .. } = offer;
        let is_plain = self.published.look.name == "plain";
        let join = |worth: &str| one_line(&[mark, " ", short, worth].concat());
        let worth = match (worth.is_empty(), is_plain) {
            (true, _) => String::new(),
            (false, true) => format!(", {worth}"),
            (false, false) => format!(" {worth}"),
        };
        // The label begins with the visible text.
        let seen = if worth.is_empty() { [mark, " ", short].concat() } else { join(&worth) };
        // A comma separates the visible text from the rest.
        let pause = if !worth.is_empty() && rest.starts_with(' ') { "," } else { "" };
        let label = one_line(&format!("{seen}{pause}{rest}"));
        one_line(&link.text) == join(&worth)
            && (is_plain || link.label.as_deref().map(one_line).is_some_and(|known| known == label))
    }

    /// Returns the expected status of a page, without a full stop at its end.
    pub(super) fn status(&self, spot: &Spot) -> String {
        let State { status, tally, .. } = &self.table.states[spot.state];
        let name = |player| match (&self.table.players, player) {
            (Players::One, _) => "",
            (Players::Two(first, _), Player::First) => text(first),
            (Players::Two(_, second), Player::Second) => text(second),
        };
        let seat = self.edition.computer.as_ref().map(|computer| computer.seat);
        let (replies, has_passed) = &spot.replies;
        let replies: Vec<_> = replies.iter().map(|reply| done(reply)).collect();
        let news = match seat {
            _ if spot.chosen.is_some() => String::new(),
            _ if !replies.is_empty() && *has_passed => format!("{ALONE}{}. ", spot.names.join(", ")),
            _ if !replies.is_empty() => format!("The computer {}. ", replies.join(", then ")),
            Some(_) if *has_passed => format!("You {}. ", spot.names.join(", then ")),
            Some(_) if spot.state > 0 && matches!(status, Status::Turn(_)) => "Once more. ".to_owned(),
            Some(_) => String::new(),
            // In a puzzle, the reader made the last move.
            None => match self.only_move_to(spot.state) {
                Some((Status::Turn(player), mv)) if self.table.players != Players::One => {
                    format!("{} {}. ", name(player), done(&mv.slug))
                }
                _ => String::new(),
            },
        };
        let moves = &self.table.states[spot.state].moves;
        let has_to_pass = self.table.states[spot.state].has_to_pass();
        let mut words = match (*status, seat) {
            (Status::Turn(player), None) if has_to_pass && self.table.players != Players::One => {
                format!("{} cannot move and has to pass", name(player))
            }
            (Status::Turn(_), _) if has_to_pass => "You cannot move and have to pass".to_owned(),
            (Status::Turn(_), Some(_)) => "Your move".to_owned(),
            (Status::Turn(_), None) if self.table.players == Players::One => "Your move".to_owned(),
            (Status::Turn(player), None) => format!("{} to move", name(player)),
            (Status::Over(Outcome::Win(player)), None) => format!("{} wins", name(player)),
            (Status::Over(Outcome::Win(player)), Some(seat)) if seat == player => "You lose".to_owned(),
            (Status::Over(Outcome::Win(_)), Some(_)) => "You win".to_owned(),
            (Status::Over(Outcome::Draw), _) => "A draw: nobody wins".to_owned(),
            (Status::Over(Outcome::Solved), _) => "Solved".to_owned(),
            (Status::Over(Outcome::Stuck), _) => "Stuck".to_owned(),
        };
        if let Some(chosen) = spot.chosen {
            let pieces = self.table.states[spot.state].moves.iter().filter_map(|mv| mv.clicks.piece.as_ref());
            let piece = text(&pieces.into_iter().find(|piece| piece.at == chosen).expect("a piece").label.short);
            let by_it = moves.iter().filter(|mv| mv.clicks.can_be_by(chosen));
            let places = match by_it.map(|mv| text(&mv.label.short)).collect::<Vec<_>>()[..] {
                [one] => format!("{one} is a move"),
                [one, two] => format!("{one} and {two} are moves"),
                [one, two, three] => format!("{one}, {two} and {three} are moves"),
                ref many => format!("{} places are moves", many.len()),
            };
            words = format!("{piece} chosen: {places}; touch {piece} to cancel");
        }
        let tally = if tally.is_empty() { String::new() } else { format!(". {}", as_sentence(tally)) };
        format!("{}{}{tally}", as_sentence(&news), as_sentence(&words))
    }

    /// Returns the expected links on the board of a page.
    pub(super) fn offers(&self, spot: &Spot) -> Vec<Offer> {
        let state = &self.table.states[spot.state];
        let offer = |mv: &Move| Offer {
            mark: mark_at(&state.scene, mv.clicks.at),
            short: text(&mv.label.short).to_owned(),
            rest: rest(&mv.label).to_owned(),
            worth: if spot.hint { self.worth(state, mv) } else { String::new() },
            leads: Leads::After(mv.to),
        };
        if let Some(chosen) = spot.chosen {
            let back = Offer {
                mark: mark_at(&state.scene, chosen),
                short: "back".to_owned(),
                rest: ", to all moves".to_owned(),
                worth: String::new(),
                leads: Leads::To(Spot { chosen: None, ..spot.clone() }),
            };
            let by_it = state.moves.iter().filter(|mv| mv.clicks.can_be_by(chosen));
            return by_it.map(offer).chain([back]).collect();
        }
        let at_once = state.moves.iter().filter(|mv| mv.clicks.piece.is_none()).map(offer);
        let pieces = state.pieces().into_iter().map(|place| {
            let by_it =
                || state.moves.iter().filter(|mv| mv.clicks.piece.as_ref().is_some_and(|piece| piece.at == place));
            let label =
                by_it().find_map(|mv| mv.clicks.piece.as_ref()).map(|piece| piece.label.clone()).expect("a piece");
            let Status::Turn(mover) = state.status else { unreachable!("there are moves") };
            let best = by_it()
                .min_by_key(|mv| self.hint_values().wish(mover, self.after_passes(mv.to)))
                .expect("a move of the piece");
            Offer {
                mark: mark_at(&state.scene, place),
                short: text(&label.short).to_owned(),
                rest: rest(&label).to_owned(),
                worth: if spot.hint { self.worth(state, best) } else { String::new() },
                leads: Leads::To(Spot { chosen: Some(place), ..spot.clone() }),
            }
        });
        at_once.chain(pieces).collect()
    }

    /// Returns the only move that leads to a state, and whose it is.
    pub(super) fn only_move_to(&self, state: usize) -> Option<(Status, &'a Move)> {
        let states = &self.table.states;
        let moves = self
            .table
            .reached()
            .into_iter()
            .flat_map(|at| states[at].moves.iter().map(move |mv| (states[at].status, mv)));
        let mut to_it = moves.filter(|(_, mv)| mv.to == state);
        let first = to_it.next().filter(|_| state != 0)?;
        if to_it.next().is_none() { Some(first) } else { None }
    }

    /// Returns the expected hint for a move; empty if all moves are worth the same.
    pub(super) fn worth(&self, state: &State, mv: &Move) -> String {
        let words: Vec<_> = state.moves.iter().map(|mv| self.words_of_worth(state, mv)).collect();
        if words.iter().all(|other| *other == words[0]) { String::new() } else { self.words_of_worth(state, mv) }
    }

    pub(super) fn hint_values(&self) -> &Values {
        self.hinted.as_ref().unwrap_or(self.values)
    }

    pub(super) fn words_of_worth(&self, state: &State, mv: &Move) -> String {
        let Status::Turn(mover) = state.status else { unreachable!("a move is made while play goes on") };
        let value = self.hint_values().value(self.after_passes(mv.to));
        match value {
            Value::Win(_, (needed, _)) if self.table.players == Players::One => format!("{needed} left"),
            Value::Win(winner, (needed, _)) if winner == mover => format!("wins in {}", 1 + needed),
            Value::Win(_, (0, _)) => "loses now".to_owned(),
            Value::Win(_, (needed, _)) => format!("loses in {needed}"),
            Value::Draw(_) => "draws".to_owned(),
            Value::Endless => "endless".to_owned(),
            Value::Unsolvable => "stuck".to_owned(),
        }
    }
}

fn mark_at(scene: &Scene, place: Target) -> String {
    match (scene, place) {
        (Scene::Grid(grid), Target::Square(index)) => match &grid.squares[index] {
            Square::Mark(_, mark) => mark.to_string(),
            _ => String::new(),
        },
        _ => String::new(),
    }
}

/// Returns a text with a capital letter at its beginning, unless it begins with the name of a square.
fn as_sentence(text: &str) -> String {
    match text.as_bytes() {
        [first, second, ..] if first.is_ascii_lowercase() && !second.is_ascii_digit() => {
            text[..1].to_uppercase() + &text[1..]
        }
        _ => text.to_owned(),
    }
}
