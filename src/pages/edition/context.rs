//! The context of an edition: what stands around it on the site, and where its pages lead beside its moves.

use crate::pages::page::{Around, PageRef};
use crate::pages::theme::Form;

/// What the pages of an edition say of the site around them.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    pub around: Around<'a>,
    pub game_title: &'a str,
    pub neighbours: &'a Neighbours,
    /// Whether the answers are there and, if the edition has any, the twins with hints.
    pub answers: bool,
    /// What the pages are made for: only a website has pages that congratulate.
    pub form: Form,
}

impl Context<'_> {
    /// Returns where the edition stands: `Hard · The Windmill · Ataxx`.
    pub fn place(&self) -> String {
        let Neighbours { title, group, .. } = self.neighbours;
        let names = [Some(title), group.as_ref()].into_iter().flatten().map(String::as_str);
        names.chain([self.game_title]).collect::<Vec<_>>().join(" · ")
    }
}

/// Where an edition stands among the others of a site, and which of them its pages lead to.
#[derive(Clone, Debug, Default)]
pub struct Neighbours {
    /// The name of the edition beside that of its group.
    pub title: String,
    /// The name of the editions that it belongs to, such as that of their board; nothing where it stands alone.
    pub group: Option<String>,
    /// What to play after as much was got as can be.
    pub next_after_best: Option<Neighbour>,
    /// What to play after less.
    pub next_after_less: Option<Neighbour>,
    /// The same level with the other side to begin.
    pub seat: Option<Neighbour>,
    /// Another level: the next harder one, or below the hardest the next easier one.
    pub level: Option<Neighbour>,
    /// The same on the next board, or the next of a series.
    pub board: Option<Neighbour>,
}

/// A way to another edition, or to puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbour {
    /// The first page of the edition, or the list of the puzzles.
    pub to: PageRef,
    /// What one gets there, as a link says it: `Try Hard`.
    pub title: String,
}
