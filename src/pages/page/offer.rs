//! Offers: the links of a board, before the board places them.

use super::board::WorthKind;
use super::reference::PageRef;
use crate::engine::graph::{Choice, pieces};

pub struct Offer<'a> {
    pub choices: &'a [Choice],
    /// The chosen piece, by its place among all. The links are then the squares where it can go.
    pub chosen: Option<usize>,
    /// The worth of each legal move, if the page shows it; else empty.
    pub worths: &'a [Worth],
    pub page: &'a dyn Fn(BoardLink) -> PageRef,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardLink {
    /// The result of the legal move at this place among all legal moves.
    Move(usize),
    /// The page of a chosen piece, by its place among the pieces that can be chosen.
    Piece(usize),
    /// Back to all moves.
    Back,
}

/// The worth of a move: under best play, or for a person against the computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worth {
    /// In words, such as `wins in 3`.
    pub text: String,
    pub kind: WorthKind,
    /// The number in these words; 0 without one.
    pub number: u32,
    /// Whether no other move is worth more.
    pub best: bool,
    /// A number to compare moves by: higher is better for the player who moves.
    pub score: usize,
}

impl BoardLink {
    /// The links of a page, except the link back from a chosen piece. They follow from the rules alone, so tests
    /// compare the drawn board with them.
    pub fn onward(choices: &[Choice], chosen: Option<usize>) -> impl Iterator<Item = Self> {
        let pieces = pieces(choices);
        let chosen = chosen.map(|chosen| pieces[chosen].at);
        let is_here = move |choice: &Choice| match chosen {
            Some(piece) => choice.clicks.can_be_by(piece),
            None => choice.clicks.piece().is_none(),
        };
        let moves = choices.iter().enumerate().filter(move |(_, choice)| is_here(choice));
        // Moves that start with a piece need a click on it first.
        let first = if chosen.is_none() { 0..pieces.len() } else { 0..0 };
        moves.map(|(index, _)| Self::Move(index)).chain(first.map(Self::Piece))
    }
}
