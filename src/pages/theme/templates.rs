//! The forms of output, the templates of pages, and the input of these templates. A theme can contain further templates
//! for inclusion.

use serde::{Deserialize, Serialize};

use crate::ground::html::guard::FileKind;
use crate::pages::page::{
    AnswersPage, ArticlePage, CalendarPage, ChapterPage, Diagram, EndingPage, FrontPage, GamePage, GamesPage,
    LessonPage, MapPage, PassagePage, PositionPage, SheetPage, StarPage, StarsPage, StoryFilePage, StoryPage,
};

/// The default theme.
pub const DEFAULT: &str = "classic";

/// The form of an output. Themes list the first three as their outputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// A website, minified.
    #[default]
    Website,
    /// An e-book with one position per file.
    Book,
    /// One file with all positions of an edition.
    #[serde(rename = "single")]
    SingleFile,
    /// An e-book with many positions per file.
    #[serde(skip)]
    CompactBook,
}

impl Form {
    pub fn is_website(self) -> bool {
        self == Self::Website
    }

    pub(super) fn is_book(self) -> bool {
        self.output() == Self::Book
    }

    /// Returns the syntax of the pages in this form. In a title, browsers read tags as text, but e-readers read them as
    /// tags.
    pub(super) fn file_kind(self) -> FileKind {
        if self.is_book() { FileKind::Xml } else { FileKind::Html }
    }

    pub fn shares_files(self) -> bool {
        matches!(self, Self::CompactBook | Self::SingleFile)
    }

    pub fn default_theme(self) -> &'static str {
        match self {
            Self::Website => DEFAULT,
            Self::Book | Self::CompactBook => "book",
            Self::SingleFile => "single",
        }
    }

    /// Returns the form that a theme for this form lists in `outputs`.
    pub(super) fn output(self) -> Self {
        if self == Self::CompactBook { Self::Book } else { self }
    }

    pub(super) fn published_as(self) -> &'static str {
        match self.output() {
            Self::Book => "books",
            Self::SingleFile => "single files",
            _ => "websites",
        }
    }
}

/// The template of a position that shares a file with others.
pub(super) const LEAF: &str = "leaf.html";

/// A page with its own template.
pub trait Render: Serialize {
    /// The template.
    const TEMPLATE: &'static str;
}

#[derive(Serialize)]
pub(super) struct TemplateInput<'a, P> {
    /// The kind of the page, such as `position`.
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

/// Declares templates by the forms that need them: the file, and the page that it renders, if any.
macro_rules! templates {
    ($($needs:expr => { $($file:literal $($page:ident)?,)+ })+) => {
        /// The templates, each with a function that returns whether a form needs it.
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
        "games.html" GamesPage,
    }
    |form| form != Form::SingleFile => {
        "answers.html" AnswersPage,
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
