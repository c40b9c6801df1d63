//! Pages of positions: first with links to resolve ([`OpenPage`]), then in the form for templates ([`PositionPage`]).

use std::collections::BTreeMap;

use serde::Serialize;

use super::board::{Board, BoardShape};
use super::frame::{Frame, Link, translations};
use super::links::{Destination, LinkResolver};
use super::open_board::{OpenBoard, Span, capitalized};
use super::reference::{PageRef, SectionId};
use crate::content::words::Catalogue;
use crate::engine::game::Message;

/// One position of an edition or a puzzle. Each link on the board makes a legal move, chooses a piece to move, or
/// cancels this choice.
#[derive(Clone, Debug, Serialize)]
pub struct PositionPage {
    /// The fields of every page.
    pub frame: Frame,
    #[serde(flatten)]
    flags: PageFlags,
    /// True if the game is over or the puzzle is solved.
    pub over: bool,
    /// The board, with the moves as links.
    pub board: Board,
    /// The HTML of an iframe with the page, for readers to copy. Set on the first page of an edition or a puzzle, in
    /// the main variant of a site with a base URL.
    pub embed: Option<String>,
    #[serde(flatten)]
    slots: BTreeMap<&'static str, SlotContent>,
}

/// The properties of a page that templates can test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct PageFlags {
    /// True if the page has hints: the worth of the moves.
    pub hint: bool,
    /// The player whose turn it is; in a game for one player, `first`. Nothing if the game is over, or after a wrong
    /// move in a puzzle.
    pub turn: Option<Seat>,
    /// How play ended; nothing while play continues.
    #[serde(rename = "outcome")]
    pub end: Option<End>,
    /// In a puzzle, the kind of the page. On all pages of puzzles, the field `group` links to the list of puzzles, and
    /// `edition` links to the first page of the puzzle. The title of `edition` is the number or the day of the puzzle:
    /// `Puzzle 5 of 24`.
    pub part: Option<ScriptPart>,
    /// True if search engines should ignore the page.
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
        /// A field that differs from page to page of play: a text, a link, or a link with its title as text.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum PageSlot { $($(#[doc = $doc])* $slot,)+ }

        impl PageSlot {
            /// All slots, in order.
            pub const ALL: &[Self] = &[$(Self::$slot,)+];

            /// The field name and the form of each slot, in the order of `ALL`.
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
    /// The status, and the names of the edition and the game, for `<title>`: `Your move — Hard, it begins · The
    /// Windmill · Ataxx`. For headings, use the links below.
    Title = "title": Text,
    /// The game's page; its title is the game's name.
    Game = "game": Link,
    /// The part of the game's page that lists the edition's series, for example all editions on one board. The title of
    /// the link is the name of the series.
    Group = "group": OptionalLink,
    /// The edition's first page; its title is the edition's name within its series. On a page with hints, the link
    /// leads to the first page with hints.
    Edition = "edition": Link,
    /// The front page.
    Home = "home": Link,
    /// At an end, what to play next: another edition, or puzzles. In a collection of puzzles, the next puzzle; once the
    /// last puzzle is solved, the game's page. In a calendar, the puzzle of the day before; once the puzzle is solved,
    /// the game's page.
    Next = "next": OptionalLink,
    /// On the first page and at an end, the same level with the other side to move first, unless `next` links to it.
    Seat = "seat": OptionalLink,
    /// On the first page and at an end, the next harder level. At the hardest level, the next easier level, except
    /// after a win or the best possible result.
    Level = "level": OptionalLink,
    /// On the first page and at an end, the same edition on the next board or the next volume, unless `next` links to
    /// it. In a calendar, once the puzzle is solved, the puzzle of the day after.
    BoardOf = "board_of": OptionalLink,
    /// In a puzzle, after a wrong move, the same position in an edition without a computer, with hints if that edition
    /// has hints. Once the puzzle is solved, the first position of the puzzle in that edition.
    Explore = "explore": OptionalLink,
    /// An e-mail with the address of the page, for the player who moves next. Set if two people play on a website with
    /// a base URL, while play continues, on pages without hints. In a calendar, once the puzzle is solved, an e-mail
    /// with the news that the day is solved.
    Letter = "letter": OptionalLink,
    /// While play continues, the position's question on the page of answers; its title is empty. Nothing in puzzles, on
    /// pages with hints, and in outputs that the edition's key `answers` excludes.
    Question = "question": OptionalLink,
    /// At an end, the question about the last position that allowed a better result. If this position depends on the
    /// path, the link leads to the question about the end, which lists the possible mistakes. If there are too many
    /// mistakes to list, the link leads to the question about the last position on all paths that allowed a better
    /// result. In outputs without answers, the link leads to the position instead of the question.
    Better = "better": OptionalLink,
    /// On a website, the page of the star, if the reader has the best possible result: at an end, or where play goes
    /// round in circles.
    Star = "star": OptionalLink,
    /// On a website, the dot of the position on the edition's map; its title is empty. Nothing with a chosen piece or
    /// in a puzzle.
    Map = "map": OptionalLink,
    /// While play continues, the same position with hints. On a page with hints, the same position without hints.
    /// Nothing with a chosen piece.
    Twin = "twin": OptionalLink,
    /// In a puzzle that is not solved yet, the answer to this position on the page of answers.
    Answer = "answer": OptionalLink,
    /// In a puzzle, after a wrong move, the position before that move.
    Back = "back": OptionalLink,
    /// On a page with hints, sentences that explain the worth of the moves; may be empty. On a page without hints, set
    /// only if play against the computer goes round in circles and neither side can do better.
    Reasoning = "reasoning": Text,
    /// The last moves, as a sentence: `The computer took a2.` If two people play, set only if a single move leads to
    /// the position: `X took a2.` In a puzzle, also praise. Empty with a chosen piece.
    News = "news": Text,
    /// Whose turn it is, or how the game ended, without a full stop: `X to move`. In a puzzle, the task. With a chosen
    /// piece, the squares where the piece can go.
    Status = "status": Text,
    /// Why the game ended, as a phrase to print after a colon: `the top row`. Empty while play continues, or if the
    /// result needs no explanation.
    Reason = "reason": Text,
    /// At an end, a sentence that names the better result that was possible. If no better result was possible, the
    /// sentence says how fast the reader won, or how long a loss took; may be empty. In a puzzle, the cost of a wrong
    /// move. At the end of a puzzle in a calendar, a sentence that says that the day is solved.
    Missed = "missed": Text,
    /// The score of each side, without a full stop: `X has 3, O has 6`; may be empty. In an edition with the key
    /// `perfect`, the text also contains the number of moves so far, until the player wastes a move.
    Tally = "tally": Text,
    /// The goal of the players, in sentences; may be empty, for example with a chosen piece.
    Goal = "goal": Text,
}

/// One of two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// The player who moves first; in a game for one player, the only player.
    First,
    /// The other player.
    Second,
}

/// The kind of a page of a lesson or a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ScriptPart {
    /// A position with a move to find. In a puzzle, this includes positions with a chosen piece.
    Step,
    /// In a lesson, the places where a chosen piece can go.
    Choice,
    /// The position after a wrong move. In a puzzle, `news` contains the move, and `missed` contains the cost of the
    /// move.
    Mistake,
    /// The end of the lesson or the puzzle.
    End,
}

/// How play ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// A player won; against the computer and in a puzzle, this player is the reader.
    Won,
    /// The computer won.
    Lost,
    /// The game ended in a draw.
    Draw,
    /// The reader reached the goal of a game for one player.
    Solved,
    /// In a game for one player, the reader cannot move and has not reached the goal.
    Stuck,
}

/// The shape of a page: everything but its texts, its links and the cells of its board. A theme renders each shape
/// once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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

/// A page with open links. The program reuses the value for the next page.
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

/// The values that all pages of an edition, a lesson or a collection of puzzles share.
#[derive(Clone, Copy)]
pub struct Around<'a> {
    pub site_title: &'a str,
    /// True if pages contain their canonical URL.
    pub is_canonical: bool,
    /// The other languages that have the pages: one bit each.
    pub languages: u32,
}

impl Around<'_> {
    /// Returns the values for a page that play only passes through, such as the page of a chosen piece. Such a page has
    /// no links to other languages.
    #[must_use]
    pub fn in_passing(self) -> Self {
        Self { languages: 0, ..self }
    }
}

impl OpenPage {
    /// Starts the next page, except its board, with the values that all pages share. The canonical URL is the URL of
    /// the chapter's first page.
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

    /// Sets a text to a message. The text begins with a capital letter, except [`PageSlot::Reason`], which is a phrase.
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
        PageShape { flags: self.flags, board: self.board.shape.clone(), texts, links, languages: self.languages }
    }

    /// Returns the page for templates.
    pub fn close(&self, catalogue: &Catalogue, resolver: &dyn LinkResolver) -> PositionPage {
        let text = |slot| self.text(slot).to_owned();
        let address = |to: Option<Destination>| to.map(|to| resolver.address(to)).unwrap_or_default();
        let link = |slot| address(self.link(slot));
        let translation = |number| address(self.translation(number));
        self.shape().page(catalogue, text, link, translation, self.board.close(resolver))
    }
}

impl PageShape {
    /// Returns a page of this shape for templates. `translation` returns the address of the page in another language.
    pub fn page(
        &self,
        catalogue: &Catalogue,
        text: impl Fn(PageSlot) -> String,
        link: impl Fn(PageSlot) -> String,
        translation: impl Fn(usize) -> String,
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
                language: catalogue.language().to_owned(),
                translations: translations(catalogue, |number| {
                    (self.languages >> number & 1 == 1).then(|| translation(number))
                }),
                preview: None,
            },
            flags: self.flags,
            over: self.flags.end.is_some(),
            board,
            embed: None,
            slots: slots.collect(),
        }
    }
}
