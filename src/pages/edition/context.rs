//! The context of an edition: the site around it, and the other editions that its pages link to.

use crate::pages::page::{Around, PageRef};
use crate::pages::theme::Form;

/// The parts of the site that an edition's pages mention.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    pub around: Around<'a>,
    pub game_title: &'a str,
    pub neighbours: &'a Neighbours,
    /// True if the output contains the answers and the pages with hints.
    pub answers: bool,
    /// The form of the output. Star pages and maps exist only on websites.
    pub form: Form,
}

impl Context<'_> {
    /// Returns the names of the edition, its group and its game: `Hard · The Windmill · Ataxx`.
    pub fn place(&self) -> String {
        let Neighbours { title, group, .. } = self.neighbours;
        let names = [Some(title), group.as_ref()].into_iter().flatten().map(String::as_str);
        names.chain([self.game_title]).collect::<Vec<_>>().join(" · ")
    }
}

/// The neighbours of an edition: the other editions that its pages link to.
#[derive(Clone, Debug, Default)]
pub struct Neighbours {
    /// The name of the edition within its group.
    pub title: String,
    /// If the edition is in a group, the name of the group, such as `The Windmill`.
    pub group: Option<String>,
    /// What comes next after the best possible result.
    pub next_after_best: Option<Neighbour>,
    /// What comes next after a worse result.
    pub next_after_less: Option<Neighbour>,
    /// The same level, but with the other side to move first.
    pub seat: Option<Neighbour>,
    /// The next harder level or, for the hardest level, the next easier level.
    pub level: Option<Neighbour>,
    /// The same edition on the next board, or the next volume.
    pub board: Option<Neighbour>,
}

/// A link to another edition, or to puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbour {
    /// The first page of the edition, or the list of the puzzles.
    pub to: PageRef,
    /// The title of the link: `Try Hard`.
    pub title: String,
}
