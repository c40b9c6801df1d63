//! Closing boards: what templates are given, made of an open board and an output's addresses.

use super::board::{Cell, GridSquare, HeapRow, MoveLink, PegPlace, Piece};
use super::open_board::{OpenBoard, OpenCell, OpenMove};
use super::reference::{Destination, LinkResolver};
use super::shape::{CellShape, MoveShape, Parts, WorthKind};

/// A board with the parts that were drawn, its links closed.
pub(super) struct Closed<'a> {
    pub(super) board: &'a OpenBoard,
    pub(super) resolver: &'a dyn LinkResolver,
}

impl Closed<'_> {
    fn text(&self, cell: &OpenCell) -> String {
        self.board.text(cell.text).to_owned()
    }

    fn link(&self, cell: &OpenCell) -> Option<MoveLink> {
        cell.shape.mv().map(|_| self.move_link(cell.link))
    }

    fn move_link(&self, link: u32) -> MoveLink {
        let OpenMove { to, text, worth, label, shape } = self.board.moves[link as usize];
        let owned = |span| self.board.text(span).to_owned();
        MoveLink {
            href: self.resolver.address(Destination::Page(to)),
            text: owned(text),
            worth: owned(worth),
            kind: shape.worth.map_or("", WorthKind::name),
            best: shape.best,
            back: shape.back,
            label: owned(label),
        }
    }
}

impl Parts for Closed<'_> {
    fn pass(&self, _: MoveShape) -> MoveLink {
        self.move_link(self.board.pass)
    }

    fn square(&self, index: usize) -> Cell<GridSquare> {
        let cell = &self.board.cells[index];
        let name = self.board.text(cell.name).to_owned();
        Cell::Whole(cell.shape.square(self.text(cell), name, self.link(cell)))
    }

    fn place(&self, index: usize) -> Cell<PegPlace> {
        let cell = &self.board.cells[index];
        Cell::Whole(cell.shape.place(self.link(cell)))
    }

    fn row(&self, index: usize) -> Cell<HeapRow> {
        let row = &self.board.cells[index];
        let CellShape::Row { pieces, .. } = row.shape else { unreachable!("boards of rows begin with their rows") };
        let first = row.first_piece as usize;
        let pieces = self.board.cells[first..first + usize::from(pieces)].iter();
        let pieces = pieces.map(|piece| Cell::Whole(Piece { mv: self.link(piece) }));
        Cell::Whole(row.shape.row(self.text(row), pieces.collect()))
    }
}
