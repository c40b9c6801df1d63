//! The pages of an edition: what each shows, with open links.

use super::hints::Hints;
use super::nodes::{Node, Reply, View};
use super::words::Words;
use super::{Description, Edition, Surroundings, Way};
use crate::game::Target;
use crate::graph::{Choice, Positions, StateId, pieces};
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
}

impl Edition {
    /// Writes a page into `out`, in place of what was there. Needs an opened edition.
    pub fn open_page(&self, page: PageId, around: &Surroundings<'_>, out: &mut OpenPage) {
        let (nodes, positions) = (self.nodes(), self.positions());
        let hint = self.is_hint(page);
        let View { node: number, chosen } = self.view(page);
        let node @ Node { state, reply } = nodes.node(number);
        let hints = hint.then(|| self.hints(number));
        let last = if chosen.is_some() { None } else { reply.or_else(|| self.only_move_to(state)) };
        let lead = |lead| PageRef::Position(self.id, self.page_after(number, hint, lead));
        let shown = Shown { positions, page, node, chosen, last, hints: hints.as_ref() };
        self.write_page(&shown, &lead, around, out);
        let fate = out.end.map(|_| self.fate(number)).unwrap_or_default();
        let is_success = fate.is_best || matches!(out.end, Some(End::Won | End::Solved));
        if page == PageId::FIRST || out.end.is_some() {
            set_ways(around, is_success, out);
        }
        let prize = match out.end {
            Some(_) => fate.is_best.then_some("Congratulations"),
            None => (chosen.is_none() && self.goes_round(number)).then_some("Shake hands"),
        };
        if let Some(title) = prize.filter(|_| around.is_website) {
            out.set_titled_link(LinkSlot::Prize, TextSlot::Prize, PageRef::Prize(self.id), title);
        }
        let better = fate.better.and_then(|better| self.way_to_better(better, around.explored));
        // To begin again is another link.
        if let Some((better, title)) = better.filter(|(better, _)| *better != self.first_page(hint)) {
            out.set_titled_link(LinkSlot::Better, TextSlot::Better, better, title);
        }
        out.set_text(TextSlot::Missed, |out| out.push_str(&fate.missed));
        if let Some(explored) = around.explored.filter(|_| out.end.is_none()) {
            let page = PageRef::Position(explored.id, explored.page_of(state, chosen));
            out.set_titled_link(LinkSlot::Explore, TextSlot::Explore, page, "Explore");
        }
    }

    /// Returns the page of a position, or of a piece chosen there, with hints if the edition has them. Nobody but
    /// people play it.
    pub(super) fn page_of(&self, state: StateId, chosen: Option<usize>) -> PageId {
        let view = self.nodes().view_after(state) + chosen.map_or(0, |piece| piece + 1);
        let page = PageId::new(view);
        self.twin(page).unwrap_or(page)
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
        let choices = self.positions().choices(self.nodes().node(node).state);
        let page_after = |lead| self.page_after(node, self.is_hint(page), lead);
        let leads = Lead::onward(&choices, chosen).into_iter().map(page_after);
        (leads.collect(), chosen.map(|_| page_after(Lead::Back)))
    }

    /// Returns the page that a link on those of a node leads to. Who looks at hints goes on looking at them.
    fn page_after(&self, node: usize, hint: bool, lead: Lead) -> PageId {
        let nodes = self.nodes();
        let view = match lead {
            Lead::Move(index) => nodes.view_after(self.positions().graph().successors(nodes.node(node).state)[index]),
            Lead::Piece(piece) => nodes.first_view(node) + 1 + piece,
            Lead::Back => nodes.first_view(node),
        };
        PageId::new(if hint { nodes.view_count() + view } else { view })
    }

    /// Returns the page to begin again on. Who looks at hints goes on looking at them.
    fn first_page(&self, hint: bool) -> PageRef {
        let page = self.twin(PageId::FIRST).filter(|_| hint).unwrap_or(PageId::FIRST);
        PageRef::Position(self.id, page)
    }

    /// Sets the links that do not stand on the board, with their titles.
    fn set_links(&self, page: PageId, around: &Surroundings<'_>, out: &mut OpenPage) {
        let (is_hint, is_over) = (out.hint, out.end.is_some());
        let mut link = |slot, text, to, title: &str| out.set_titled_link(slot, text, to, title);
        link(LinkSlot::Game, TextSlot::Game, PageRef::Section(self.section), around.game_title);
        link(LinkSlot::Edition, TextSlot::Edition, self.first_page(is_hint), &around.ways.title);
        link(LinkSlot::Home, TextSlot::Home, PageRef::Front, around.site_title);
        // Nothing is left to be hinted at. Every page can be reached, also where the first one is an end.
        let is_shown = |twin: &PageId| !is_over || [page, *twin].contains(&PageId::FIRST);
        if let Some(twin) = self.twin(page).filter(|_| around.hints).filter(is_shown) {
            let title = if is_hint { "Hide hints" } else { "Hints" };
            link(LinkSlot::Twin, TextSlot::Twin, PageRef::Position(self.id, twin), title);
        }
        if let Some(group) = &around.ways.group {
            out.set_link(LinkSlot::Group, Destination::Group(self.id));
            out.set_text(TextSlot::Group, |out| out.push_str(group));
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
        let Shown { positions, node: Node { state, .. }, last, .. } = *shown;
        let end = out.end;
        out.set_text(TextSlot::SiteTitle, |out| out.push_str(around.site_title));
        // Who has chosen a piece, or can only pass, is told what to do.
        if shown.chosen.is_none() && !must_pass(choices) {
            out.set_text(TextSlot::Goal, |out| out.push_str(self.words.goal()));
        }
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
        let Description { best_play, hints, .. } = self.description;
        if best_play && !hints && around.is_website && shown.chosen.is_none() && end.is_none() {
            out.set_text(TextSlot::BestPlay, |out| self.write_best_play(state, choices, out));
        }
        out.set_text(TextSlot::Title, |out| {
            match shown.chosen {
                Some(chosen) => out.extend([&*pieces(choices)[chosen].label.short, " chosen"]),
                None => self.write_status(shown, choices, out),
            }
            out.push_str(" — ");
            around.write_place(out);
        });
    }

    /// Appends whose turn it is, what to do next where only that can be done, or how the game ended.
    fn write_status(&self, shown: &Shown<'_>, choices: &[Choice], out: &mut String) {
        let Shown { positions, node: Node { state, .. }, chosen, .. } = *shown;
        match (chosen, choices) {
            (Some(chosen), _) => Words::write_chosen(pieces(choices)[chosen], choices, out),
            (None, _) if must_pass(choices) => self.words.write_pass(positions, state, out),
            _ => self.words.write_status(positions, state, out),
        }
    }
}

/// Whether nothing can be done but to pass.
fn must_pass(choices: &[Choice]) -> bool {
    matches!(choices, [only] if only.clicks.at() == Target::Pass)
}

/// Sets the links to other editions, of which an end has one to go on with.
pub(super) fn set_ways(around: &Surroundings<'_>, is_success: bool, out: &mut OpenPage) {
    let ways = around.ways;
    let next = if is_success { &ways.onward } else { &ways.instead };
    let next = next.as_ref().filter(|_| out.end.is_some());
    let mut set = |link, text, way: &Way| {
        out.set_titled_link(link, text, way.to, &way.title);
    };
    if let Some(way) = next {
        set(LinkSlot::Next, TextSlot::Next, way);
    }
    let others = [
        (LinkSlot::Seat, TextSlot::Seat, &ways.seat),
        (LinkSlot::Level, TextSlot::Level, &ways.level),
        (LinkSlot::BoardOf, TextSlot::BoardOf, &ways.board),
    ];
    for (link, text, way) in others {
        if let Some(way) = way.as_ref().filter(|way| next.is_none_or(|next| next.to != way.to)) {
            set(link, text, way);
        }
    }
}
