//! Offers: the links of a board, before the program places them on the board.

use super::board::WorthKind;
use super::reference::PageRef;
use crate::engine::graph::{Choice, pieces};

pub struct Offer<'a> {
    pub choices: &'a [Choice],
    /// The index of the chosen piece among the pieces that can move. If a piece is chosen, the links are the squares
    /// where this piece can go.
    pub chosen: Option<usize>,
    /// The worth of each legal move; empty if the page does not show the worth of moves.
    pub worths: &'a [Worth],
    pub page: &'a dyn Fn(BoardLink) -> PageRef,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardLink {
    /// The result of the legal move with this index.
    Move(usize),
    /// The page of a chosen piece, by the index of the piece among the pieces that can move.
    Piece(usize),
    /// The page with all moves, without a chosen piece.
    Back,
}

/// The worth of a move: its result under best play, or the best result for a person against the computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The worth in words, such as `wins in 3`.
    pub text: String,
    pub kind: WorthKind,
    /// The number in `text`; 0 if the text contains none.
    pub number: u32,
    /// True if this is a best move.
    pub best: bool,
    /// A number for comparing moves: higher is better for the player to move.
    pub score: usize,
}

impl BoardLink {
    /// Returns the links of a page, except the link that cancels the choice of a piece. The links follow from the rules
    /// alone, so tests compare the drawn board with these links.
    pub fn onward(choices: &[Choice], chosen: Option<usize>) -> impl Iterator<Item = Self> {
        let pieces = pieces(choices);
        let chosen = chosen.map(|chosen| pieces[chosen].at);
        let is_here = move |choice: &Choice| match chosen {
            Some(piece) => choice.clicks.can_be_by(piece),
            None => choice.clicks.piece.is_none(),
        };
        let moves = choices.iter().enumerate().filter(move |(_, choice)| is_here(choice));
        // A move of a piece requires choosing the piece first.
        let first = if chosen.is_none() { 0..pieces.len() } else { 0..0 };
        moves.map(|(index, _)| Self::Move(index)).chain(first.map(Self::Piece))
    }
}
