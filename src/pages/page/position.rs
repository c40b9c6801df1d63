//! Positions: pages with open links, and the form for templates.

use std::collections::BTreeMap;

use serde::Serialize;

use super::board::{Board, BoardShape};
use super::frame::{Frame, Languages, Link};
use super::links::{Destination, LinkResolver};
use super::open_board::{OpenBoard, Span, capitalized};
use super::reference::{PageRef, SectionId};
use crate::content::words::Catalogue;
use crate::engine::game::Message;

/// One position in one edition. The links of its board are the legal moves.
#[derive(Clone, Debug, Serialize)]
pub struct PositionPage {
    /// The fields of every page.
    pub frame: Frame,
    #[serde(flatten)]
    flags: PageFlags,
    /// Whether the game is over.
    pub over: bool,
    /// The board with the moves on it.
    pub board: Board,
    /// The HTML of an iframe that embeds the page, for readers to copy. Set on the first page of an edition or a
    /// puzzle, if the site has a base URL.
    pub embed: Option<String>,
    #[serde(flatten)]
    slots: BTreeMap<&'static str, SlotContent>,
}

/// The properties of a page that templates can test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct PageFlags {
    /// Whether the moves show their values.
    pub hint: bool,
    /// Whose turn it is, while play continues; in a puzzle always `first`.
    pub turn: Option<Seat>,
    /// How the game ended, if it is over.
    #[serde(rename = "outcome")]
    pub end: Option<End>,
    /// The kind of the page, if it belongs to a puzzle. Then `group` links to the list of puzzles. `edition` links to
    /// the first page of this puzzle, and the title of that link is the number of the puzzle: `Puzzle 5 of 24`.
    pub part: Option<ScriptPart>,
    /// Whether search engines should not list the page.
    #[serde(skip)]
    pub unlisted: bool,
}

#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum SlotContent {
    Text(String),
    Link(Option<Link>),
}

/// The form in which templates get a slot.
#[derive(Clone, Copy)]
enum SlotForm {
    /// A text.
    Text,
    /// A link on every page.
    Link,
    /// A link on some pages.
    OptionalLink,
    /// A text or an address in the frame.
    InFrame,
}

macro_rules! slots {
    ($($(#[doc = $doc:literal])* $slot:ident = $field:literal: $form:ident,)+) => {
        /// What differs from page to page of play: a text, a link, or a link with its title as text.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum PageSlot { $($(#[doc = $doc])* $slot,)+ }

        impl PageSlot {
            /// All of them, in order.
            pub const ALL: &[Self] = &[$(Self::$slot,)+];

            /// The field name and form of each, in the same order.
            const FIELDS: &[(&str, SlotForm)] = &[$(($field, SlotForm::$form),)+];
        }
    };
}

slots! {
    /// The name of the site.
    SiteTitle = "site_title": InFrame,
    /// The path to the folder with the theme's files.
    Root = "root": InFrame,
    /// The canonical URL, for search engines.
    Canonical = "canonical": InFrame,
    /// The `id` of the page in its file.
    Anchor = "anchor": InFrame,
    /// A title with the status and the place, such as `Your move — Hard, it begins · The Windmill · Ataxx`, for
    /// `<title>`. Make headings from the names below.
    Title = "title": Text,
    /// The game's page; its title is the game's name.
    Game = "game": Link,
    /// The part of the game's page that lists the edition and related ones, such as those on the same board; its title
    /// is their common name.
    Group = "group": OptionalLink,
    /// The edition's first page, with hints if this page has them; its title is the edition's name within its group.
    Edition = "edition": Link,
    /// The front page.
    Home = "home": Link,
    /// At an end, the first page of what to play next: another edition, or the next of a series. In a puzzle the next
    /// one, even before it is solved; in a calendar the one of the day before or, once it is solved, the game's page.
    Next = "next": OptionalLink,
    /// On the first page and at an end, the first page of the same level with the other side to move first.
    Seat = "seat": OptionalLink,
    /// On the first page and at an end, the first page of another level, a harder one if there is one.
    Level = "level": OptionalLink,
    /// On the first page and at an end, the first page of the same edition on another board, or the next of a series;
    /// in a calendar, once a day is solved, the day before.
    BoardOf = "board_of": OptionalLink,
    /// In a puzzle, the page with the same position in an edition without a computer, with hints if there are any.
    Explore = "explore": OptionalLink,
    /// If people play each other and the site has a base URL, while play continues: a letter to the player who moves
    /// next, with the address of the page. In a calendar, once a day is solved: a letter that says so.
    Letter = "letter": OptionalLink,
    /// While play continues, the row of the position among the answers of its edition; the title is empty. Omitted on
    /// pages with hints, and in outputs that the edition's key `answers` excludes.
    Question = "question": OptionalLink,
    /// At an end, the row, among the answers, of the last position that still allows a better result. If paths to the
    /// end have different such positions, the row of the end itself, which names the moves, one of which was the
    /// mistake. Without answers, or if those moves are too many, the last such position on all paths.
    Better = "better": OptionalLink,
    /// If the player has the best possible result, the page that congratulates: at an end, or where play goes round in
    /// circles.
    Star = "star": OptionalLink,
    /// The place of the position on the map of its edition, on websites, unless a piece is chosen; the title is empty.
    Map = "map": OptionalLink,
    /// While play continues, the page of the same board with hints, or without them.
    Twin = "twin": OptionalLink,
    /// In a puzzle, after a move that does not lead on, the page after one that does; its title is the name of that
    /// move.
    Answer = "answer": OptionalLink,
    /// In a puzzle, after a move that does not lead on, the position before it.
    Back = "back": OptionalLink,
    /// An explanation of the position's value, in sentences; empty if the game has no theory. On pages without hints,
    /// set only if play goes round in circles and neither side can get more.
    Reasoning = "reasoning": Text,
    /// The last moves, as a sentence: `The computer took a2.` In an edition for people only, set only if a single move
    /// leads to the position: `X took a2.`
    News = "news": Text,
    /// Whose turn it is, or how the game ended, without a full stop: `X to move`.
    Status = "status": Text,
    /// How the game ended, as a phrase that follows a colon: `the top row`. Empty while play continues, or if the
    /// result needs no explanation.
    Reason = "reason": Text,
    /// At an end, the better result that was possible, as a sentence; empty if there was none.
    Missed = "missed": Text,
    /// The score of each side, without a full stop: `X has 3, O has 6`; empty if the game has no score.
    Tally = "tally": Text,
    /// The goal of the players, in sentences.
    Goal = "goal": Text,
}

/// One of two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// The player who moves first; in a puzzle the only player.
    First,
    /// The other.
    Second,
}

/// The kind of a page of a lesson or a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ScriptPart {
    /// A position with a move to find; in a puzzle also the places where a chosen piece can go.
    Step,
    /// In a lesson, the places where a chosen piece can go.
    Choice,
    /// The result of a wrong move. In a puzzle, `news` contains the move, and `missed` its cost.
    Mistake,
    /// The end.
    End,
}

/// How play ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// A player won; against the computer, the person did.
    Won,
    /// The computer won.
    Lost,
    /// The game ended in a draw.
    Draw,
    /// The goal of the puzzle is reached.
    Solved,
    /// The goal of the puzzle is not reached, and no move is left.
    Stuck,
}

/// The shape of a page: everything but its texts, its links and the cells of its board. A theme renders each shape
/// once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PageShape {
    flags: PageFlags,
    /// The board without its cells.
    pub board: BoardShape,
    /// The texts that the page has: one bit per slot.
    texts: u32,
    /// The links that the page has: one bit per slot.
    links: u32,
    /// The other languages that have the page: one bit each.
    languages: u32,
}

/// A page with open links. The program reuses it for the next page.
#[derive(Clone, Debug, Default)]
pub struct OpenPage {
    pub flags: PageFlags,
    pub board: OpenBoard,
    texts: [Span; PageSlot::ALL.len()],
    links: [Option<Destination>; PageSlot::ALL.len()],
    words: String,
    /// The other languages that have the page: one bit each.
    languages: u32,
    page: Option<PageRef>,
}

/// What all pages of an edition or a script share.
#[derive(Clone, Copy)]
pub struct Around<'a> {
    pub site_title: &'a str,
    /// Whether pages name their canonical address.
    pub is_canonical: bool,
    /// The other languages that have the pages: one bit each.
    pub languages: u32,
}

impl Around<'_> {
    /// For pages that play only passes through, such as that of a chosen piece, to which other languages do not link.
    #[must_use]
    pub fn in_passing(self) -> Self {
        Self { languages: 0, ..self }
    }
}

impl OpenPage {
    /// Starts the next page, except its board, with what all pages share. The canonical URL is that of the first page
    /// of its chapter.
    pub fn begin(&mut self, page: PageRef, around: &Around<'_>, game: (SectionId, &str)) {
        let Around { site_title, is_canonical, languages } = *around;
        let first = page.first();
        self.flags = PageFlags { unlisted: is_canonical && page != first, ..PageFlags::default() };
        self.words.clear();
        self.page = Some(page);
        self.languages = languages;
        (self.texts, self.links) = Default::default();
        self.set_text(PageSlot::SiteTitle, |out| out.push_str(site_title));
        self.set_titled_link(PageSlot::Home, PageRef::FRONT, site_title);
        self.set_titled_link(PageSlot::Game, PageRef::start_of(game.0), game.1);
        self.set_link(PageSlot::Root, Destination::ThemeFolder);
        if is_canonical {
            self.set_link(PageSlot::Canonical, Destination::Canonical(first));
        }
    }

    /// Sets a text to what `write` appends.
    pub fn set_text(&mut self, slot: PageSlot, write: impl FnOnce(&mut String)) {
        self.texts[slot as usize] = Span::write(&mut self.words, write);
    }

    /// Sets a text to a message, with a capital letter at its beginning unless it is a phrase.
    pub fn say(&mut self, slot: PageSlot, message: &Message, catalogue: &Catalogue) {
        let said = catalogue.say(message);
        let said = if matches!(slot, PageSlot::Reason) { said } else { capitalized(said) };
        self.set_text(slot, |out| out.push_str(&said));
    }

    pub fn set_link(&mut self, slot: PageSlot, to: Destination) {
        self.links[slot as usize] = Some(to);
    }

    pub fn set_titled_link(&mut self, slot: PageSlot, to: PageRef, title: &str) {
        self.set_link(slot, Destination::Page(to));
        self.set_text(slot, |out| out.push_str(title));
    }

    pub fn set_said_link(&mut self, slot: PageSlot, to: PageRef, title: &Message, catalogue: &Catalogue) {
        self.set_link(slot, Destination::Page(to));
        self.say(slot, title, catalogue);
    }

    /// Returns a text; empty if it was not set.
    pub fn text(&self, slot: PageSlot) -> &str {
        self.texts[slot as usize].of(&self.words)
    }

    pub fn link(&self, slot: PageSlot) -> Option<Destination> {
        self.links[slot as usize]
    }

    pub fn translation(&self, number: usize) -> Option<Destination> {
        Some(Destination::Translation(number, self.page?))
    }

    pub fn shape(&self) -> PageShape {
        let bit = |number: usize, is_there: bool| u32::from(is_there) << number;
        let texts = self.texts.iter().enumerate().map(|(number, text)| bit(number, !text.is_empty())).sum();
        let links = self.links.iter().enumerate().map(|(number, link)| bit(number, link.is_some())).sum();
        PageShape { flags: self.flags, board: self.board.shape, texts, links, languages: self.languages }
    }

    /// Returns the page for templates.
    pub fn close(&self, languages: &Languages, resolver: &dyn LinkResolver) -> PositionPage {
        let text = |slot| self.text(slot).to_owned();
        let address = |to: Option<Destination>| to.map(|to| resolver.address(to)).unwrap_or_default();
        let frame = Frame {
            language: languages.own.clone(),
            translations: languages
                .translations(|number| self.shape().has_translation(number).then(|| address(self.translation(number)))),
            ..Frame::default()
        };
        self.shape().page(frame, text, |slot| address(self.link(slot)), self.board.close(resolver))
    }
}

impl PageShape {
    pub fn has_translation(&self, number: usize) -> bool {
        self.languages >> number & 1 == 1
    }

    /// Returns a page of this shape for templates. `frame` contains its language and translations.
    pub fn page(
        &self,
        frame: Frame,
        text: impl Fn(PageSlot) -> String,
        link: impl Fn(PageSlot) -> String,
        board: Board,
    ) -> PositionPage {
        let text = |slot| if self.texts >> slot as u8 & 1 == 1 { text(slot) } else { String::new() };
        let link = |slot| (self.links >> slot as u8 & 1 == 1).then(|| link(slot));
        let content = |slot, form| match form {
            SlotForm::InFrame => None,
            SlotForm::Text => Some(SlotContent::Text(text(slot))),
            SlotForm::Link | SlotForm::OptionalLink => {
                Some(SlotContent::Link(link(slot).map(|href| Link { href, title: text(slot) })))
            }
        };
        let fields = PageSlot::ALL.iter().zip(PageSlot::FIELDS);
        let slots = fields.filter_map(|(&slot, &(field, form))| Some((field, content(slot, form)?)));
        PositionPage {
            frame: Frame {
                site_title: text(PageSlot::SiteTitle),
                root: link(PageSlot::Root).unwrap_or_default(),
                canonical: link(PageSlot::Canonical),
                anchor: link(PageSlot::Anchor),
                unlisted: self.flags.unlisted,
                ..frame
            },
            flags: self.flags,
            over: self.flags.end.is_some(),
            board,
            embed: None,
            slots: slots.collect(),
        }
    }
}
