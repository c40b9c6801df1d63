//! The templates that pages are made from, and what each is given; a theme can have more, for these to include.

use serde::Serialize;

use super::form::Form;
use crate::pages::page::{
    ArticlePage, CalendarPage, ChapterPage, Diagram, EndingPage, FrontPage, GamePage, LessonPage, MapPage, PassagePage,
    PositionPage, SheetPage, StarPage, StarsPage, StoryFilePage, StoryPage,
};

/// The template of a position that shares a file with others.
pub(super) const LEAF: &str = "leaf.html";

/// A page that a template of its own renders.
pub trait Render: Serialize {
    /// The template.
    const TEMPLATE: &'static str;
}

#[derive(Serialize)]
pub(super) struct TemplateInput<'a, P> {
    /// What the page is: `position`, for example.
    kind: &'static str,
    #[serde(flatten)]
    page: &'a P,
}

impl<'a, P: Render> TemplateInput<'a, P> {
    pub(super) fn new(page: &'a P) -> Self {
        Self { kind: P::TEMPLATE.trim_end_matches(".html"), page }
    }
}

pub(super) fn template_of_positions(form: Form) -> &'static str {
    if form.shares_files() { LEAF } else { PositionPage::TEMPLATE }
}

/// Declares templates by the forms that need them: the file, and the page that it renders, if it renders one whole.
macro_rules! templates {
    ($($needs:expr => { $($file:literal $($page:ident)?,)+ })+) => {
        /// The templates, and whether a theme that is made for a form needs each.
        pub(super) const TEMPLATES: &[(&str, fn(Form) -> bool)] = &[$($(($file, $needs),)+)+];

        $($($(impl Render for $page {
            const TEMPLATE: &'static str = $file;
        })?)+)+
    };
}

templates! {
    |_| true => {
        "article.html" ArticlePage,
        "diagram.html" Diagram,
        "ending.html" EndingPage,
        "front.html" FrontPage,
        "game.html" GamePage,
        "lesson.html" LessonPage,
        "line.html",
        "passage.html" PassagePage,
        "piece.html",
        "place.html",
        "position.html" PositionPage,
        "row.html",
        "square.html",
        "star.html" StarPage,
        "story.html" StoryPage,
        "word.html",
    }
    Form::is_website => {
        "calendar.html" CalendarPage,
        "map.html" MapPage,
        "stars.html" StarsPage,
    }
    |form| !form.is_website() => {
        "storyfile.html" StoryFilePage,
    }
    Form::is_book => {
        "chapter.html" ChapterPage,
    }
    Form::shares_files => {
        "leaf.html",
        "sheet.html" SheetPage,
    }
}
