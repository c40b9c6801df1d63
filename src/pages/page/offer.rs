//! What a board offers: the links that it is to have, before they have places on it.

use super::board::WorthKind;
use super::reference::PageRef;
use crate::engine::graph::{Choice, pieces};

pub struct Offer<'a> {
    pub choices: &'a [Choice],
    /// The piece that was chosen, at this place among all: then the links are the places where it can go.
    pub chosen: Option<usize>,
    /// What each legal move is worth, if moves are to show it; else empty.
    pub worths: &'a [Worth],
    pub page: &'a dyn Fn(BoardLink) -> PageRef,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardLink {
    /// The result of the legal move at this place among all legal moves.
    Move(usize),
    /// The places of the piece at this place among those that have to be chosen first.
    Piece(usize),
    /// All moves again.
    Back,
}

/// What a move is worth: under best play, or for a person against the computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worth {
    /// In words, such as `wins in 3`.
    pub text: String,
    pub kind: WorthKind,
    /// The number in these words; 0 without one.
    pub number: u32,
    /// Whether no other move is worth more.
    pub best: bool,
    /// As a number to compare: more is better for the player who moves.
    pub score: usize,
}

impl BoardLink {
    /// Returns what can be done on a page that has these legal moves, the piece at the place `chosen` being chosen if
    /// one is; the way back from that is apart. This is what the rules say, however a board is drawn.
    pub fn onward(choices: &[Choice], chosen: Option<usize>) -> impl Iterator<Item = Self> {
        let pieces = pieces(choices);
        let chosen = chosen.map(|chosen| pieces[chosen].at);
        let is_here = move |choice: &Choice| match chosen {
            Some(piece) => choice.clicks.can_be_by(piece),
            None => choice.clicks.piece().is_none(),
        };
        let moves = choices.iter().enumerate().filter(move |(_, choice)| is_here(choice));
        // What has no other way to be played begins with a piece.
        let first = if chosen.is_none() { 0..pieces.len() } else { 0..0 };
        moves.map(|(index, _)| Self::Move(index)).chain(first.map(Self::Piece))
    }
}
