//! The pages of an edition: what each shows, with open links.

use std::borrow::Cow;

use super::context::{Context, Neighbour, Neighbours};
use super::hints::{Hints, write_best_play};
use super::node::Node;
use super::nodes::View;
use super::phrases::Phrases;
use super::review::Review;
use super::{Description, Edition};
use crate::game::Target;
use crate::graph::{Choice, Positions, StateId, pieces};
use crate::page::{Destination, End, Lead, Offer, OpenPage, PageId, PageRef, PageSlot};
use crate::solve::GameValue;

/// What a page shows.
pub(super) struct Shown<'a> {
    pub(super) edition: &'a Edition,
    pub(super) positions: &'a dyn Positions,
    pub(super) page: PageId,
    pub(super) state: StateId,
    /// The piece that was chosen, as its place among those of the position.
    pub(super) chosen: Option<usize>,
    /// The moves that led to it, where the page tells them.
    pub(super) last: Option<&'a Node>,
    /// What is told of the worth of its moves.
    pub(super) hints: Option<&'a Hints>,
}

impl Edition {
    /// Writes a page into `out`, in place of what was there. Needs an opened edition.
    pub fn open_page(&self, page: PageId, context: &Context<'_>, out: &mut OpenPage) {
        let (nodes, hint) = (self.nodes(), self.is_hint(page));
        let View { node, chosen } = self.view(page);
        let state = nodes.state(node);
        let hints = hint.then(|| Hints::of(self, node));
        let last = if self.has_computer() {
            Some(nodes.node(node))
        } else {
            Node::by_only_move(state, self.game()).map(Cow::Owned)
        };
        let last = last.as_deref().filter(|_| chosen.is_none());
        let lead = |lead| PageRef::Position(self.id, self.page_after(node, hint, lead));
        let positions = self.positions();
        let shown = Shown { edition: self, positions, page, state, chosen, last, hints: hints.as_ref() };
        shown.write(&lead, context, out);
        let review = out.flags.end.map(|_| Review::of(self, node, context.explored)).unwrap_or_default();
        let is_success = review.is_best || matches!(out.flags.end, Some(End::Won | End::Solved));
        if page == PageId::FIRST || out.flags.end.is_some() {
            set_neighbours(context, is_success, out);
        }
        let star = match out.flags.end {
            Some(_) => review.is_best.then_some("Congratulations"),
            None => (chosen.is_none() && self.goes_round(node)).then_some("Shake hands"),
        };
        if let Some(title) = star.filter(|_| context.is_website) {
            out.set_titled_link(PageSlot::Star, PageRef::Star(self.id), title);
        }
        // To begin again is another link.
        if let Some((better, title)) = review.better.filter(|(better, _)| *better != self.first_page(hint)) {
            out.set_titled_link(PageSlot::Better, better, title);
        }
        out.set_text(PageSlot::Missed, |out| out.push_str(&review.missed));
        if let Some(explored) = context.explored.filter(|_| out.flags.end.is_none()) {
            let page = PageRef::Position(explored.id, explored.page_of(state, chosen));
            out.set_titled_link(PageSlot::Explore, page, "Explore");
        }
    }

    /// Returns the page of a position, or of a piece chosen there, with hints if the edition has them. Nobody but
    /// people play it.
    pub(super) fn page_of(&self, state: StateId, chosen: Option<usize>) -> PageId {
        // Nodes are positions there.
        let page = PageId::new(self.nodes().first_view(state) + chosen.map_or(0, |piece| piece + 1));
        self.twin(page).unwrap_or(page)
    }

    /// Returns the pages that the moves on a page lead to, and the page before a piece was chosen, if one was. This is
    /// what the rules say, however a board is drawn: [`open_page`](Self::open_page) is held to it.
    pub fn leads(&self, page: PageId) -> (Vec<PageId>, Option<PageId>) {
        let View { node, chosen } = self.view(page);
        let choices = self.positions().choices(self.nodes().state(node));
        let page_after = |lead| self.page_after(node, self.is_hint(page), lead);
        let leads = Lead::onward(&choices, chosen).map(page_after);
        (leads.collect(), chosen.map(|_| page_after(Lead::Back)))
    }

    /// Returns the page that a link on those of a node leads to. Who looks at hints goes on looking at them.
    fn page_after(&self, node: StateId, hint: bool, lead: Lead) -> PageId {
        let nodes = self.nodes();
        let view = match lead {
            Lead::Move(index) => nodes.first_view(nodes.graph().successors(node)[index]),
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

    /// Whether a person can call it a day at a node: play has gone round in a circle and can go on, and nobody can get
    /// more.
    fn goes_round(&self, node: StateId) -> bool {
        let nodes = self.nodes();
        let is_endless = |node| nodes.verdict(node).value == GameValue::Endless;
        is_endless(StateId::START) && is_endless(node) && nodes.is_after_cycle(node)
    }
}

impl Shown<'_> {
    /// Writes what is shown into `out`, in place of what was there. `lead` returns the page that a link leads to.
    pub(super) fn write(&self, lead: &dyn Fn(Lead) -> PageRef, context: &Context<'_>, out: &mut OpenPage) {
        let Self { edition, positions, state, chosen, last, hints, .. } = *self;
        let worths = hints.map_or(&[][..], |hints| &hints.worths);
        let choices = positions.choices(state);
        let offer = Offer { choices: &choices, chosen, worths, page: lead };
        let page = PageRef::Position(edition.id, self.page);
        out.begin(page, context.site_title, (edition.section, context.game_title), context.canonical);
        out.flags.hint = hints.is_some();
        (out.flags.turn, out.flags.end) = edition.phrases.turn_and_end(positions.status(state));
        out.board.draw(positions, state, last.and_then(Node::before), Some(&offer));
        self.set_links(context, out);
        self.set_words(&choices, context, out);
    }

    /// Sets the links that do not stand on the board, with their titles.
    fn set_links(&self, context: &Context<'_>, out: &mut OpenPage) {
        let Self { edition, page, .. } = *self;
        let (is_hint, is_over) = (out.flags.hint, out.flags.end.is_some());
        let mut link = |slot, to, title: &str| out.set_titled_link(slot, to, title);
        link(PageSlot::Edition, edition.first_page(is_hint), &context.neighbours.title);
        // Nothing is left to be hinted at. Every page can be reached, also where the first one is an end.
        let is_shown = |twin: &PageId| !is_over || [page, *twin].contains(&PageId::FIRST);
        if let Some(twin) = edition.twin(page).filter(|_| context.hints).filter(is_shown) {
            let title = if is_hint { "Hide hints" } else { "Hints" };
            link(PageSlot::Twin, PageRef::Position(edition.id, twin), title);
        }
        if let Some(group) = &context.neighbours.group {
            out.set_link(PageSlot::Group, Destination::Group(edition.id));
            out.set_text(PageSlot::Group, |out| out.push_str(group));
        }
        if context.anchors {
            out.set_link(PageSlot::Anchor, Destination::Anchor(PageRef::Position(edition.id, page)));
        }
    }

    /// Sets the texts that are no titles of links.
    fn set_words(&self, choices: &[Choice], context: &Context<'_>, out: &mut OpenPage) {
        let Self { edition, positions, state, chosen, last, hints, .. } = *self;
        let end = out.flags.end;
        // Who has chosen a piece, or can only pass, is told what to do.
        if chosen.is_none() && !must_pass(choices) {
            out.set_text(PageSlot::Goal, |out| out.push_str(edition.phrases.goal()));
        }
        let ending = if end.is_some() { positions.ending(state) } else { String::new() };
        if ending.is_empty() {
            out.set_text(PageSlot::Tally, |out| out.push_str(&positions.tally(state)));
        }
        out.set_text(PageSlot::Reason, |out| match end {
            Some(End::Draw) if ending.is_empty() => out.push_str("nobody wins"),
            _ => out.push_str(&ending),
        });
        out.set_text(PageSlot::Status, |out| self.write_status(choices, out));
        if let Some((last, before)) = last.and_then(|last| Some((last, last.before()?))) {
            let done = last.done(positions);
            out.set_text(PageSlot::News, |out| {
                edition.phrases.write_doer(positions.status(before), out);
                out.extend([" ", &done, "."]);
            });
        }
        if let Some(hints) = hints {
            out.set_text(PageSlot::Reasoning, |out| out.push_str(&hints.reasoning));
        }
        let Description { best_play, hints, .. } = edition.description;
        if best_play && !hints && context.is_website && chosen.is_none() && end.is_none() {
            out.set_text(PageSlot::BestPlay, |out| write_best_play(edition, state, choices, out));
        }
        out.set_text(PageSlot::Title, |out| {
            match chosen {
                Some(chosen) => out.extend([&*pieces(choices)[chosen].label.short, " chosen"]),
                None => self.write_status(choices, out),
            }
            out.push_str(" — ");
            context.write_place(out);
        });
    }

    /// Appends whose turn it is, what to do next where only that can be done, or how the game ended.
    fn write_status(&self, choices: &[Choice], out: &mut String) {
        let Self { edition, positions, state, chosen, .. } = *self;
        match (chosen, choices) {
            (Some(chosen), _) => Phrases::write_chosen(pieces(choices)[chosen], choices, out),
            (None, _) if must_pass(choices) => edition.phrases.write_pass(positions, state, out),
            _ => edition.phrases.write_status(positions, state, out),
        }
    }
}

/// Whether nothing can be done but to pass.
fn must_pass(choices: &[Choice]) -> bool {
    matches!(choices, [only] if only.clicks.at() == Target::Pass)
}

/// Sets the links to other editions, of which an end has one to go on with.
pub(super) fn set_neighbours(context: &Context<'_>, is_success: bool, out: &mut OpenPage) {
    let Neighbours { onward, instead, seat, level, board, .. } = context.neighbours;
    let next = if is_success { onward } else { instead };
    let next = next.as_ref().filter(|_| out.flags.end.is_some());
    let is_other = |other: &&Neighbour| next.is_none_or(|next| next.to != other.to);
    let others = [(PageSlot::Seat, seat), (PageSlot::Level, level), (PageSlot::BoardOf, board)];
    let others = others.into_iter().filter_map(|(slot, other)| Some((slot, other.as_ref().filter(is_other)?)));
    for (slot, Neighbour { to, title }) in next.map(|next| (PageSlot::Next, next)).into_iter().chain(others) {
        out.set_titled_link(slot, *to, title);
    }
}
