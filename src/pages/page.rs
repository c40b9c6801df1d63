//! Pages: the input of templates.
//!
//! A template gets one value named `page`, which is one of the structs below: `front.html` gets a [`FrontPage`],
//! `position.html` a [`PositionPage`], and so on. The field `kind` of `page` names the template. `diagram.html` gets a
//! [`Diagram`], which becomes a part of a text. If many positions share a file, `leaf.html` gets each position, and
//! `sheet.html` gets the [`SheetPage`] around the positions. All addresses are relative to the page. All texts are
//! plain, and templates escape them. The exceptions are `body`, which is HTML, and `dots`, which is SVG.
//!
//! The program makes each page of a position as an [`OpenPage`]. The links of an open page refer to pages ([`PageRef`])
//! until an output resolves these links to addresses.

mod board;
mod editions;
mod frame;
mod links;
mod open_board;
mod open_map;
mod position;
mod reference;
mod story;
mod text_pages;

pub use board::{
    Board, BoardShape, Cell, CellKind, CellOrMark, CellShape, Gone, GridSquare, HeapRow, Last, Lines, MoveLink,
    MoveShape, PegPlace, Reach, SceneShape, SquareKind, WorthKind,
};
pub use editions::{Begins, EditionEntry, FileCard, GameCard, LevelRow, SeriesCard, VolumeRow};
pub use frame::{Frame, Link, Preview, SLOTS, SidePage, Slot, TextPage, Translation, translations};
pub use links::{ANSWERS_ON_A_PAGE, Destination, LinkResolver, dot_name, short_name};
pub(crate) use open_board::capitalized;
pub use open_board::{BoardLink, Offer, OpenBoard, OpenCell, OpenMove, Span, Worth};
pub use open_map::{Dot, OpenLayer, OpenMap};
pub use position::{Around, End, OpenPage, PageFlags, PageShape, PageSlot, PositionPage, ScriptPart, Seat};
pub use reference::{ArticleId, ChapterId, EditionId, PageId, PageRef, Playable, ScriptId, SectionId, StoryId};
pub use story::{
    EndingPage, Illustration, PassagePage, ProseLine, ProseLink, StoryCard, StoryEnd, StoryFilePage, StoryPage,
};
pub use text_pages::{
    AnswerRow, AnswersPage, ArticlePage, CalendarPage, ChapterPage, DayLink, Diagram, FrontPage, GamePage, GamesPage,
    GroupOfGames, LessonPage, MapKind, MapLayer, MapPage, MapRow, Month, PageCard, PuzzleCard, PuzzleGroup, SheetPage,
    SheetPart, StarPage, StarsOfGame, StarsPage,
};
