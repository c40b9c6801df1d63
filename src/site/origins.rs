//! Origins: what each file of the website is made from, and where it stands.

use crate::output::address;
use crate::page::{EditionId, PageRef, ScriptId};
use crate::plan::{Plan, Variant};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// A page, and all that follow it in its edition or its script.
    Pages(PageRef),
    Graph(EditionId),
    Download(usize),
    Copied(usize),
    Theme(usize),
    NotFound,
    Robots,
    Sitemap,
    Feed,
    Preview(PageRef),
    Oembed(Playable),
    /// A picture of a position, for texts, as its place among those of the edition.
    Picture(EditionId, usize, PictureFormat),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Playable {
    Edition(EditionId),
    Puzzle(ScriptId, usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFormat {
    /// As shapes, for any size.
    Svg,
    /// As pixels, so many from left to right.
    Png(u16),
}

/// How many pixels from left to right a PNG has where nobody says otherwise.
pub const PICTURE_WIDTH: u16 = 1200;

/// Files of one origin, which follow each other.
#[derive(Debug)]
pub(super) struct Segment {
    pub(super) view: usize,
    pub(super) origin: Origin,
    /// The path of the first one.
    pub(super) path: String,
}

impl Segment {
    pub(super) fn one(view: usize, variant: &Variant, origin: Origin, path: &str) -> Self {
        Self { view, origin, path: format!("{}{path}", variant.folder) }
    }

    pub(super) fn pages(view: usize, variant: &Variant, plan: &Plan, first: PageRef) -> Self {
        Self::one(view, variant, Origin::Pages(first), &address::path(plan, first))
    }

    /// Whether it is one file, no pages of an edition or a script.
    pub(super) fn stands_alone(&self) -> bool {
        match self.origin {
            Origin::Pages(page) => {
                matches!(page, PageRef::Front | PageRef::Section(_) | PageRef::Story(_) | PageRef::Article(_))
            }
            _ => true,
        }
    }
}
