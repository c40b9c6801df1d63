//! The templates that pages are made from, and what each is given; a theme can have more, for these to include.

use serde::Serialize;

use crate::page::{
    ArticlePage, ChapterPage, Diagram, FrontPage, GamePage, LessonPage, PositionPage, SheetPage, StarPage,
};

/// The template of a position that shares a file with others.
pub(super) const LEAF: &str = "leaf.html";

/// A page that a template of its own renders.
pub trait Render: Serialize {
    /// The template.
    const TEMPLATE: &'static str;
}

/// A page as templates are given it.
#[derive(Serialize)]
pub(super) struct Given<'a, P> {
    /// What the page is: `position`, for example.
    kind: &'static str,
    #[serde(flatten)]
    page: &'a P,
}

impl<'a, P: Render> Given<'a, P> {
    pub(super) fn new(page: &'a P) -> Self {
        Self { kind: P::TEMPLATE.trim_end_matches(".html"), page }
    }
}

/// Which themes need a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    All,
    /// Those of books.
    Book,
    /// Those of files that many positions share.
    SharedFile,
}

/// Declares templates: the file, who needs it, and the page that it renders, if it renders one as a whole.
macro_rules! templates {
    ($($file:literal $need:ident $($page:ident)?,)+) => {
        pub(super) const TEMPLATES: &[(&str, Need)] = &[$(($file, Need::$need),)+];

        $($(impl Render for $page {
            const TEMPLATE: &'static str = $file;
        })?)+
    };
}

templates! {
    "article.html" All ArticlePage,
    "diagram.html" All Diagram,
    "front.html" All FrontPage,
    "game.html" All GamePage,
    "lesson.html" All LessonPage,
    "piece.html" All,
    "place.html" All,
    "position.html" All PositionPage,
    "row.html" All,
    "square.html" All,
    "star.html" All StarPage,
    "chapter.html" Book ChapterPage,
    "leaf.html" SharedFile,
    "sheet.html" SharedFile SheetPage,
}
