//! Boards: a scene with its links, in the form that templates draw.

use std::collections::HashMap;

use serde::Serialize;

use crate::game::{Clicks, Grid, Heaps, Label, Pegs, Player, Scene, Square, Target};
use crate::graph::{Positions, StateId, pieces};

/// What stands on a board. `kind` says which board it is: `grid`, `pegs` or `heaps`.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Board {
    /// A board of squares.
    Grid {
        /// How many columns there are.
        columns: usize,
        /// Whether it is of a game whose boards have walls and many sizes.
        walled: bool,
        /// The rows from the top.
        rows: Vec<Vec<GridSquare>>,
        /// The move of passing, where that is all that can be done.
        pass: Option<MoveLink>,
    },
    /// Discs on pegs.
    Pegs {
        /// The names of the pegs from the left.
        names: Vec<char>,
        /// The levels from the top, each with one place for every peg.
        levels: Vec<Vec<PegPlace>>,
    },
    /// Rows of pieces.
    Heaps {
        /// The rows from the top.
        rows: Vec<HeapRow>,
    },
}

/// A square of a grid. What is false or empty is left out: there are many squares, and most have nothing to tell.
#[derive(Clone, Debug, Serialize)]
pub struct GridSquare {
    /// The mark on it, as text; empty when it is free.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub mark: String,
    /// Whether the mark is the second player's.
    #[serde(skip_serializing_if = "is_false")]
    pub second: bool,
    /// Whether a wall stands on it.
    #[serde(skip_serializing_if = "is_false")]
    pub wall: bool,
    /// Whether the square deserves attention, such as one of a winning line.
    #[serde(skip_serializing_if = "is_false")]
    pub emphasis: bool,
    /// What the last move did to it, where the page knows that move: `placed`, `turned`, `left`, or nothing.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub last: &'static str,
    /// The move of touching it, if that is one.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<MoveLink>,
}

/// A place on a peg.
#[derive(Clone, Debug, Serialize)]
pub struct PegPlace {
    /// The disc that lies there, or would after the move; 0 when the peg is bare.
    pub disc: u8,
    /// How wide that disc is, in percent of the widest that fits between two pegs.
    pub width: u32,
    /// The move of landing it here, if that is one.
    #[serde(rename = "move")]
    pub mv: Option<MoveLink>,
}

/// A row of pieces.
#[derive(Clone, Debug, Serialize)]
pub struct HeapRow {
    /// What players call the row: `top row`.
    pub name: String,
    /// The pieces that are left, each with the move of taking it and all before it.
    pub pieces: Vec<Piece>,
    /// How many pieces of it the last move took, where the page knows that move.
    pub taken: u8,
}

/// A piece of a row.
#[derive(Clone, Debug, Serialize)]
pub struct Piece {
    /// The move of taking it, if that is one.
    #[serde(rename = "move")]
    pub mv: Option<MoveLink>,
}

/// A link on a board: a legal move, a piece that can be chosen for one, or the way back from such a choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveLink {
    /// The page that it leads to.
    pub href: String,
    /// The visible text; it follows the mark where there is one.
    pub text: String,
    /// What the move is worth, on a page with hints, such as `draws, best`; else left out. Shown after the text.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub worth: String,
    /// Whether best play would make it, on a page with hints; else left out.
    #[serde(skip_serializing_if = "is_false")]
    pub best: bool,
    /// Whether it takes the choice of a piece back; else left out.
    #[serde(skip_serializing_if = "is_false")]
    pub back: bool,
    /// The whole phrase that names the move, for `aria-label`: the mark, the text and the worth as they are seen, and then more.
    pub label: String,
}

/// What a move is worth under best play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worth {
    /// In words, such as `wins in 3`.
    pub text: String,
    /// Whether no other move is worth more.
    pub best: bool,
    /// As a number to compare: more is better for whoever moves.
    pub score: i64,
}

/// The links that a board is to have.
pub struct Offer<'a> {
    /// The piece that was chosen: then the links are the places where it can go.
    pub chosen: Option<Target>,
    /// What each legal move is worth, if that is to be shown; else empty.
    pub worths: &'a [Worth],
    /// The page that a link leads to.
    pub address: &'a dyn Fn(Lead) -> String,
}

/// What a link on a board leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lead {
    /// What comes of the legal move at this place among all of them.
    Move(usize),
    /// The places of the piece that stands here and has to be chosen first.
    Piece(Target),
    /// All moves again.
    Back,
}

impl Board {
    /// The board of a position with links on it. `before` is the position that the last move was made in, where the page is to
    /// show what that move did.
    pub fn new(positions: &dyn Positions, state: StateId, before: Option<StateId>, offer: &Offer<'_>) -> Self {
        Self::of(positions, state, before, links(positions, state, offer))
    }

    /// A board that is only looked at.
    pub fn picture(positions: &dyn Positions, state: StateId, before: Option<StateId>) -> Self {
        Self::of(positions, state, before, HashMap::new())
    }

    /// The links on it.
    pub fn links(&self) -> Box<dyn Iterator<Item = &MoveLink> + '_> {
        match self {
            Self::Grid { rows, pass, .. } => {
                Box::new(rows.iter().flatten().filter_map(|square| square.mv.as_ref()).chain(pass))
            }
            Self::Pegs { levels, .. } => Box::new(levels.iter().flatten().filter_map(|place| place.mv.as_ref())),
            Self::Heaps { rows } => {
                Box::new(rows.iter().flat_map(|row| &row.pieces).filter_map(|piece| piece.mv.as_ref()))
            }
        }
    }

    fn of(
        positions: &dyn Positions,
        state: StateId,
        before: Option<StateId>,
        mut links: HashMap<Target, MoveLink>,
    ) -> Self {
        match (positions.scene(state), before.map(|before| positions.scene(before))) {
            (Scene::Grid(grid), Some(Scene::Grid(before))) => Self::grid(&grid, &before.squares, &mut links),
            (Scene::Grid(grid), _) => Self::grid(&grid, &grid.squares, &mut links),
            (Scene::Pegs(pegs), _) => Self::pegs(&pegs, &mut links),
            (Scene::Heaps(heaps), Some(Scene::Heaps(before))) => Self::heaps(&heaps, &before, &mut links),
            (Scene::Heaps(heaps), _) => Self::heaps(&heaps, &heaps, &mut links),
        }
    }

    fn grid(grid: &Grid, before: &[Square], links: &mut HashMap<Target, MoveLink>) -> Self {
        let square = |(index, square): (usize, &Square)| {
            let (mark, second) = match square {
                Square::Empty | Square::Wall | Square::Hole | Square::Gap => (String::new(), false),
                Square::Mark(player, text) => (text.to_string(), *player == Player::Second),
            };
            let named = |link: MoveLink| match &*mark {
                "" => link,
                mark => MoveLink { label: format!("{mark} {}", link.label), ..link },
            };
            let mv = links.remove(&Target::Square(index)).map(named);
            GridSquare {
                mark,
                second,
                wall: *square == Square::Wall,
                emphasis: grid.emphasis.binary_search(&index).is_ok(),
                last: match (&before[index], square) {
                    (before, now) if before == now => "",
                    (_, Square::Empty | Square::Hole) => "left",
                    (Square::Empty | Square::Hole, _) => "placed",
                    _ => "turned",
                },
                mv,
            }
        };
        let squares: Vec<_> = grid.squares.iter().enumerate().map(square).collect();
        let rows = squares.chunks(grid.columns).map(<[GridSquare]>::to_vec).collect();
        Self::Grid { columns: grid.columns, walled: grid.walled, rows, pass: links.remove(&Target::Pass) }
    }

    /// Above the discs of a peg come the discs that can land there, the smallest on top. All of them differ, so the board
    /// needs no more levels than there are discs.
    fn pegs(pegs: &Pegs, links: &mut HashMap<Target, MoveLink>) -> Self {
        let place = |disc, mv| PegPlace { disc, width: width_of(disc, pegs.discs), mv };
        let column = |(peg, discs): (usize, &Vec<u8>)| {
            let lying = discs.iter().map(|&disc| place(disc, None));
            let landing: Vec<_> = (1..=pegs.discs)
                .rev()
                .filter_map(|disc| Some(place(disc, Some(links.remove(&Target::Landing { peg, disc })?))))
                .collect();
            lying.chain(landing).collect::<Vec<_>>()
        };
        let columns: Vec<_> = pegs.pegs.iter().enumerate().map(column).collect();
        let place_at = |column: &Vec<PegPlace>, level| column.get(level).cloned().unwrap_or(place(0, None));
        let levels = (0..usize::from(pegs.discs)).rev();
        Self::Pegs {
            names: ('A'..).take(columns.len()).collect(),
            levels: levels.map(|level| columns.iter().map(|column| place_at(column, level)).collect()).collect(),
        }
    }

    fn heaps(heaps: &Heaps, before: &Heaps, links: &mut HashMap<Target, MoveLink>) -> Self {
        let rows = heaps.rows.iter().zip(&before.rows).enumerate().map(|(row, (heap, before))| HeapRow {
            name: heap.name.clone(),
            pieces: (1..=heap.pieces).map(|piece| Piece { mv: links.remove(&Target::Piece { row, piece }) }).collect(),
            taken: before.pieces.saturating_sub(heap.pieces),
        });
        Self::Heaps { rows: rows.collect() }
    }
}

/// The links of a position by the places that they stand on.
fn links(positions: &dyn Positions, state: StateId, offer: &Offer<'_>) -> HashMap<Target, MoveLink> {
    let choices = positions.choices(state);
    let link = |lead, label: &Label, worth: Option<&Worth>| {
        let (worth, best) = match worth {
            None => (String::new(), false),
            Some(Worth { text, best: false, .. }) => (text.clone(), false),
            Some(Worth { text, best: true, .. }) => (format!("{text}, best"), true),
        };
        let gap = if worth.is_empty() { "" } else { " " };
        let phrase = format!("{}{gap}{worth}{}", label.short, label.rest);
        let href = (offer.address)(lead);
        MoveLink { href, text: label.short.clone(), worth, best, back: lead == Lead::Back, label: phrase }
    };
    let is_offered = |clicks: &Clicks| match offer.chosen {
        Some(piece) => clicks.can_be_by(piece),
        None => clicks.piece().is_none(),
    };
    let moves = choices.iter().enumerate().filter(|(_, choice)| is_offered(&choice.clicks));
    let mut links: HashMap<_, _> = moves
        .map(|(place, choice)| (choice.clicks.at(), link(Lead::Move(place), &choice.label, offer.worths.get(place))))
        .collect();
    if let Some(piece) = offer.chosen {
        links.insert(piece, link(Lead::Back, &Label::new("back", ", to all moves"), None));
        return links;
    }
    for piece in pieces(&choices) {
        // Choosing a piece is worth as much as the best that it can then do.
        let worths = choices.iter().zip(offer.worths).filter(|(choice, _)| choice.clicks.piece() == Some(piece));
        let worth = worths.map(|(_, worth)| worth).max_by_key(|worth| worth.score);
        links.insert(piece.at, link(Lead::Piece(piece.at), &piece.label, worth));
    }
    links
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// From the smallest disc, which still has room for a few letters, to the largest in equal steps.
fn width_of(disc: u8, discs: u8) -> u32 {
    const SMALLEST: u32 = 44;
    const LARGEST: u32 = 100;
    let steps = u32::from(discs).saturating_sub(1).max(1);
    LARGEST - (LARGEST - SMALLEST) * u32::from(discs - disc.max(1)) / steps
}
