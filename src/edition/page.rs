//! The pages of an edition: what each shows, with open links.

use super::hints::Hints;
use super::nodes::{Node, Reply, View};
use super::words::Words;
use super::{Edition, Surroundings};
use crate::game::Target;
use crate::graph::{Choice, Positions, pieces};
use crate::page::{Destination, End, Lead, LinkSlot, Offer, OpenPage, PageId, PageRef, TextSlot};

/// What a page shows.
pub(super) struct Shown<'a> {
    pub(super) positions: &'a dyn Positions,
    pub(super) page: PageId,
    pub(super) node: Node,
    /// The piece that was chosen, as its place among those of the position.
    pub(super) chosen: Option<usize>,
    /// The move that led to it, where the page tells it.
    pub(super) last: Option<Reply>,
    /// What is told of the worth of its moves.
    pub(super) hints: Option<&'a Hints>,
    /// The name of the page, without that of the reply.
    pub(super) name: &'a str,
}

impl Edition {
    /// Writes a page into `out`, in place of what was there. Needs an opened edition.
    pub fn open_page(&self, page: PageId, around: &Surroundings<'_>, out: &mut OpenPage) {
        let (nodes, positions) = (self.nodes(), self.positions());
        let hint = self.is_hint(page);
        let View { node: number, chosen } = self.view(page);
        let node @ Node { state, reply } = nodes.node(number);
        let hints = hint.then(|| self.hints(state));
        let last = if chosen.is_some() { None } else { reply.or_else(|| self.only_move_to(state)) };
        let first_twin = if hint { nodes.view_count() } else { 0 };
        let lead = |lead| {
            let view = match lead {
                Lead::Move(index) => nodes.view_after(positions.graph().successors(state)[index]),
                Lead::Piece(piece) => nodes.first_view(number) + 1 + piece,
                Lead::Back => nodes.first_view(number),
            };
            // Who looks at hints goes on looking at them.
            PageRef::Position(self.id, PageId::new(first_twin + view))
        };
        let mut name = String::new();
        if page != PageId::FIRST {
            self.write_name(page, &mut name);
        }
        if let Some(reply) = reply {
            name = name.replacen(&format!("~{}", &positions.move_slugs(reply.before)[reply.index()]), "", 1);
        }
        let shown = Shown { positions, page, node, chosen, last, hints: hints.as_ref(), name: &name };
        self.write_page(&shown, &lead, around, out);
    }

    /// Writes what a page shows into `out`, in place of what was there. `lead` returns the page that a link leads to.
    pub(super) fn write_page(
        &self,
        shown: &Shown<'_>,
        lead: &dyn Fn(Lead) -> PageRef,
        around: &Surroundings<'_>,
        out: &mut OpenPage,
    ) {
        let Shown { positions, node: Node { state, .. }, chosen, last, hints, .. } = *shown;
        let worths = hints.map_or(&[][..], |hints| &hints.worths);
        let choices = positions.choices(state);
        let offer = Offer { choices: &choices, chosen, worths, page: lead };
        out.clear();
        (out.hint, out.part) = (hints.is_some(), None);
        (out.turn, out.end) = self.words.turn_and_end(positions.status(state));
        out.board.draw(positions, state, last.map(|last| last.before), Some(&offer));
        self.set_links(shown.page, around, out);
        self.set_words(shown, &choices, around, out);
    }

    /// Returns the pages that the moves on a page lead to, and the page before a piece was chosen, if one was. This is
    /// what the rules say, however a board is drawn: [`open_page`](Self::open_page) is held to it.
    pub fn leads(&self, page: PageId) -> (Vec<PageId>, Option<PageId>) {
        let View { node, chosen } = self.view(page);
        let state = self.nodes().node(node).state;
        let first_twin = if self.is_hint(page) { self.nodes().view_count() } else { 0 };
        let page_of = |view: usize| PageId::new(first_twin + view);
        let (choices, successors) = (self.positions().choices(state), self.positions().graph().successors(state));
        let pieces = pieces(&choices);
        let is_here = |choice: &Choice| match chosen {
            Some(piece) => choice.clicks.can_be_by(pieces[piece].at),
            None => choice.clicks.piece().is_none(),
        };
        let moves = choices.iter().zip(successors).filter(|(choice, _)| is_here(choice));
        let mut leads: Vec<_> = moves.map(|(_, &next)| page_of(self.nodes().view_after(next))).collect();
        let first = self.nodes().first_view(node);
        if chosen.is_some() {
            return (leads, Some(page_of(first)));
        }
        // What has no other way to be played begins with a piece.
        if leads.len() < choices.len() {
            leads.extend((1..=pieces.len()).map(|piece| page_of(first + piece)));
        }
        (leads, None)
    }

    /// Sets the links that do not stand on the board, with their titles.
    fn set_links(&self, page: PageId, around: &Surroundings<'_>, out: &mut OpenPage) {
        let (is_hint, is_over) = (out.hint, out.end.is_some());
        // Who looks at hints begins again with hints.
        let first_page = self.twin(PageId::FIRST).filter(|_| is_hint).unwrap_or(PageId::FIRST);
        let first = PageRef::Position(self.id, first_page);
        let mut link = |slot, text, to, title: &str| {
            out.set_link(slot, Destination::Page(to));
            out.set_text(text, |out| out.push_str(title));
        };
        link(LinkSlot::Game, TextSlot::Game, PageRef::Section(self.section), around.game_title);
        link(LinkSlot::Edition, TextSlot::Edition, first, self.title());
        link(LinkSlot::Home, TextSlot::Home, PageRef::Front, around.site_title);
        if let (Some(next), Some(title)) = (self.next, around.next_title) {
            link(LinkSlot::Next, TextSlot::Next, PageRef::Position(next, PageId::FIRST), title);
        }
        // Nothing is left to be hinted at, but for who begins at an end.
        let is_shown = |twin: &PageId| !is_over || [page, *twin].contains(&PageId::FIRST);
        if let Some(twin) = self.twin(page).filter(is_shown) {
            let title = if is_hint { "Hide hints" } else { "Hints" };
            link(LinkSlot::Twin, TextSlot::Twin, PageRef::Position(self.id, twin), title);
        }
        out.set_link(LinkSlot::Root, Destination::ThemeFolder);
        if around.anchors {
            out.set_link(LinkSlot::Anchor, Destination::Anchor(PageRef::Position(self.id, page)));
        }
        out.unlisted = around.canonical && page != PageId::FIRST;
        if around.canonical {
            // Search engines are sent from the many positions of an edition to its first page.
            out.set_link(LinkSlot::Canonical, Destination::Canonical(PageRef::Position(self.id, PageId::FIRST)));
        }
    }

    /// Sets the texts that are no titles of links.
    fn set_words(&self, shown: &Shown<'_>, choices: &[Choice], around: &Surroundings<'_>, out: &mut OpenPage) {
        let Shown { positions, node: Node { state, reply }, last, .. } = *shown;
        let end = out.end;
        out.set_text(TextSlot::SiteTitle, |out| out.push_str(around.site_title));
        out.set_text(TextSlot::Goal, |out| out.push_str(self.words.goal()));
        let ending = if end.is_some() { positions.ending(state) } else { String::new() };
        if ending.is_empty() {
            out.set_text(TextSlot::Tally, |out| out.push_str(&positions.tally(state)));
        }
        out.set_text(TextSlot::Reason, |out| match end {
            Some(End::Draw) if ending.is_empty() => out.push_str("nobody wins"),
            _ => out.push_str(&ending),
        });
        out.set_text(TextSlot::Status, |out| self.write_status(shown, choices, out));
        if let Some(last) = last {
            let done = positions.done(last.before, last.index());
            out.set_text(TextSlot::News, |out| {
                self.words.write_doer(positions.status(last.before), out);
                out.extend([" ", &done, "."]);
            });
        }
        if let Some(hints) = shown.hints {
            out.set_text(TextSlot::Reasoning, |out| out.push_str(&hints.reasoning));
        }
        out.set_text(TextSlot::Title, |out| {
            if shown.page == PageId::FIRST {
                out.extend([around.game_title, " — ", self.title()]);
                return;
            }
            match shown.chosen {
                Some(chosen) => out.extend([&*pieces(choices)[chosen].label.short, " chosen"]),
                None => self.write_status(shown, choices, out),
            }
            if let Some(reply) = reply {
                out.extend([" after ", positions.move_slugs(reply.before)[reply.index()].as_str()]);
            }
            out.extend([" (", shown.name, ") — ", self.title(), ", ", around.game_title]);
        });
    }
    /// Appends whose turn it is, what to do next where only that can be done, or how the game ended.
    fn write_status(&self, shown: &Shown<'_>, choices: &[Choice], out: &mut String) {
        let Shown { positions, node: Node { state, .. }, chosen, .. } = *shown;
        match (chosen, choices) {
            (Some(chosen), _) => Words::write_chosen(pieces(choices)[chosen], choices, out),
            (None, [only]) if only.clicks.at() == Target::Pass => self.words.write_pass(positions, state, out),
            _ => self.words.write_status(positions, state, out),
        }
    }
}
