//! Open pages: what a page of play shows, with links that no output has closed yet.

use super::board::Board;
use super::open_board::{OpenBoard, Span};
use super::reference::{Closer, Destination, PageRef};
use super::shape::{BoardShape, Parts};
use super::{End, Frame, Link, PositionPage, PuzzlePart, Seat, Slot};

/// Declares the slots of a page of play.
macro_rules! slots {
    ($(#[$doc:meta])* $name:ident: $($slot:ident,)+) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "the fields of `PositionPage` have these names")]
        pub enum $name { $($slot,)+ }

        impl $name {
            /// All of them in their order.
            pub const ALL: &[Self] = &[$(Self::$slot,)+];
        }
    };
}

slots! {
    /// The texts of a page of play; links have their titles among them.
    TextSlot: SiteTitle, Title, Game, Group, Edition, Home, Next, Seat, Level, BoardOf, Explore, Better, Prize, Twin,
    Back, Reasoning, News, Status, Reason, Missed, Tally, Goal, BestPlay,
}

slots! {
    /// The links of a page of play that do not stand on its board.
    LinkSlot: Root, Canonical, Anchor, Game, Group, Edition, Home, Next, Seat, Level, BoardOf, Explore, Better, Prize,
    Twin, Back,
}

/// What tells pages of play apart, but for their texts, their links and what stands on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PageShape {
    /// Whether the moves say what they are worth.
    pub hint: bool,
    /// Whose turn it is, if play goes on.
    pub turn: Option<Seat>,
    /// How play ended, if it did.
    pub end: Option<End>,
    /// What the page is, if it belongs to a puzzle.
    pub part: Option<PuzzlePart>,
    /// Whether search engines are not to list the page.
    pub unlisted: bool,
    /// The board without its parts.
    pub board: BoardShape,
    /// Which texts are there: a bit for each slot.
    texts: u32,
    /// Which links are there: a bit for each slot.
    links: u32,
}

/// A page of play whose links are open. It is used again from page to page.
#[derive(Clone, Debug, Default)]
pub struct OpenPage {
    /// Whether the moves say what they are worth.
    pub hint: bool,
    /// Whose turn it is, if play goes on.
    pub turn: Option<Seat>,
    /// How play ended, if it did.
    pub end: Option<End>,
    /// What the page is, if it belongs to a puzzle.
    pub part: Option<PuzzlePart>,
    /// Whether search engines are not to list the page.
    pub unlisted: bool,
    /// The board with the moves on it.
    pub board: OpenBoard,
    texts: [Span; TextSlot::ALL.len()],
    links: [Option<Destination>; LinkSlot::ALL.len()],
    words: String,
}

impl OpenPage {
    /// Removes all texts and links but those of the board.
    pub fn clear(&mut self) {
        self.words.clear();
        self.texts = Default::default();
        self.links = Default::default();
    }

    /// Sets a text to what `write` appends.
    pub fn set_text(&mut self, slot: TextSlot, write: impl FnOnce(&mut String)) {
        self.texts[slot as usize] = Span::write(&mut self.words, write);
    }

    /// Sets a link.
    pub fn set_link(&mut self, slot: LinkSlot, to: Destination) {
        self.links[slot as usize] = Some(to);
    }

    /// Sets a link to a page, and its title.
    pub fn set_titled_link(&mut self, link: LinkSlot, text: TextSlot, to: PageRef, title: &str) {
        self.set_link(link, Destination::Page(to));
        self.set_text(text, |out| out.push_str(title));
    }

    /// Returns a text; empty where it was not set.
    pub fn text(&self, slot: TextSlot) -> &str {
        self.texts[slot as usize].of(&self.words)
    }

    /// Returns what a link leads to, if it was set.
    pub fn link(&self, slot: LinkSlot) -> Option<Destination> {
        self.links[slot as usize]
    }

    /// Returns what tells this page from others, but for its texts, links and the parts of its board.
    pub fn shape(&self) -> PageShape {
        let bit = |number: usize, is_there: bool| u32::from(is_there) << number;
        let texts = self.texts.iter().enumerate().map(|(number, text)| bit(number, !text.is_empty())).sum();
        let links: u32 = self.links.iter().enumerate().map(|(number, link)| bit(number, link.is_some())).sum();
        let Self { hint, turn, end, part, unlisted, .. } = *self;
        PageShape { hint, turn, end, part, unlisted, board: self.board.shape, texts, links }
    }

    /// Returns the page as templates are given it, its links closed.
    pub fn close(&self, language: &str, closer: &dyn Closer) -> PositionPage {
        let text = |slot| self.text(slot).to_owned();
        let link = |slot| self.link(slot).map(|to| closer.address(to)).unwrap_or_default();
        self.shape().page(language, text, link, self.board.close(closer))
    }
}

impl PageShape {
    /// Whether the only move is to pass.
    pub fn has_pass(&self) -> bool {
        matches!(self.board, BoardShape::Grid { pass: Some(_), .. })
    }

    /// Returns a page of this shape with marks in place of texts and links, as templates are given it.
    pub fn with_marks(
        &self,
        language: &str,
        text: impl Fn(TextSlot) -> Slot,
        link: impl Fn(LinkSlot) -> Slot,
        parts: &impl Parts,
    ) -> PositionPage {
        self.page(language, text, link, self.board.board(parts))
    }

    /// Returns a page of this shape.
    fn page(
        &self,
        language: &str,
        text: impl Fn(TextSlot) -> Slot,
        link: impl Fn(LinkSlot) -> Slot,
        board: Board,
    ) -> PositionPage {
        let text = |slot| if self.texts >> slot as u8 & 1 == 1 { text(slot) } else { String::new() };
        let address = |slot| (self.links >> slot as u8 & 1 == 1).then(|| link(slot));
        let optional = |slot, title| address(slot).map(|href| Link { href, title: text(title) });
        let required = |slot, title| Link { href: link(slot), title: text(title) };
        PositionPage {
            kind: "position",
            frame: Frame {
                site_title: text(TextSlot::SiteTitle),
                language: language.to_owned(),
                root: link(LinkSlot::Root),
                canonical: address(LinkSlot::Canonical),
                anchor: address(LinkSlot::Anchor),
                unlisted: self.unlisted,
                preview: None,
            },
            title: text(TextSlot::Title),
            game: required(LinkSlot::Game, TextSlot::Game),
            group: optional(LinkSlot::Group, TextSlot::Group),
            edition: required(LinkSlot::Edition, TextSlot::Edition),
            home: required(LinkSlot::Home, TextSlot::Home),
            next: optional(LinkSlot::Next, TextSlot::Next),
            seat: optional(LinkSlot::Seat, TextSlot::Seat),
            level: optional(LinkSlot::Level, TextSlot::Level),
            board_of: optional(LinkSlot::BoardOf, TextSlot::BoardOf),
            explore: optional(LinkSlot::Explore, TextSlot::Explore),
            better: optional(LinkSlot::Better, TextSlot::Better),
            prize: optional(LinkSlot::Prize, TextSlot::Prize),
            twin: optional(LinkSlot::Twin, TextSlot::Twin),
            part: self.part,
            back: optional(LinkSlot::Back, TextSlot::Back),
            hint: self.hint,
            reasoning: text(TextSlot::Reasoning),
            best_play: text(TextSlot::BestPlay),
            news: text(TextSlot::News),
            status: text(TextSlot::Status),
            reason: text(TextSlot::Reason),
            missed: text(TextSlot::Missed),
            tally: text(TextSlot::Tally),
            goal: text(TextSlot::Goal),
            over: self.end.is_some(),
            turn: self.turn,
            outcome: self.end,
            board,
            embed: None,
        }
    }
}
