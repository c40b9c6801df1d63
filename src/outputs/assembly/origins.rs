//! Origins: what each file of the website is made from, and where it stands.

use crate::pages::page::{EditionId, PageRef, Playable};
use crate::pages::plan::{Plan, Variant, paths};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A page, and all that follow it in its edition or its script.
    Pages(PageRef),
    Graph(EditionId),
    Download(usize),
    Copied(usize),
    Theme(usize),
    /// The page at an earlier address of a page, by its place among those addresses.
    Alias(PageRef, usize),
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
pub enum PictureFormat {
    /// As shapes, for any size.
    Svg,
    /// As pixels. The number is the width.
    Png(u16),
}

/// The default width of a PNG, in pixels.
pub const PICTURE_WIDTH: u16 = 1200;

/// Files of one origin, which follow each other.
#[derive(Debug)]
pub(crate) struct Segment {
    pub(crate) view: usize,
    pub(crate) origin: Origin,
    /// The path of the first one.
    pub(crate) path: String,
}

impl Segment {
    pub(crate) fn one(view: usize, variant: &Variant, origin: Origin, path: &str) -> Self {
        Self { view, origin, path: format!("{}{path}", variant.folder) }
    }

    pub(crate) fn pages(view: usize, variant: &Variant, plan: &Plan, first: PageRef) -> Self {
        Self::one(view, variant, Origin::Pages(first), &paths::path(plan, first))
    }

    /// Returns what the file at this place among its own is made from.
    pub(super) fn origin_at(&self, place: usize) -> Origin {
        match self.origin {
            Origin::Pages(first) => Origin::Pages(first.after(place)),
            origin => origin,
        }
    }

    /// Whether it is one file, no pages of an edition or a script.
    pub(super) fn stands_alone(&self) -> bool {
        match self.origin {
            Origin::Pages(page) => page == PageRef::start_of(page.chapter) && !page.chapter.is_played(),
            _ => true,
        }
    }
}
