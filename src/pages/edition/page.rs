//! The pages of an edition, with links that are not resolved yet.

use std::borrow::Cow;

use super::context::{Context, Neighbour, Neighbours};
use super::hints::Hints;
use super::mistakes::Missed;
use super::node::{Node, must_pass};
use super::nodes::{Kind, NodePage};
use super::phrases::{Phrases, did};
use super::{OpenedEdition, map};
use crate::content::words::Catalogue;
use crate::engine::game::{Junction, Message, Status};
use crate::engine::graph::{Choice, Positions, StateId, pieces};
use crate::engine::solve::GameValue;
use crate::pages::chapter::Leads;
use crate::pages::page::{BoardLink, Destination, End, Offer, OpenPage, PageId, PageRef, PageSlot, capitalized};

pub(super) struct StateView<'a> {
    pub(super) edition: OpenedEdition<'a>,
    pub(super) page: PageId,
    /// The page from which to start again.
    pub(super) first: PageId,
    pub(super) state: StateId,
    pub(super) choices: &'a [Choice],
    /// The index of the chosen piece among the pieces that can move in the position.
    pub(super) chosen: Option<usize>,
    pub(super) last: Option<&'a Node>,
    pub(super) hints: Option<&'a Hints>,
}

impl OpenedEdition<'_> {
    pub fn open_page(self, page: PageId, context: &Context<'_>, out: &mut OpenPage) {
        let (positions, kind) = (self.positions(), self.kind(page));
        let NodePage { node, chosen } = self.view(page);
        let state = self.nodes.state(node);
        let (choices, hints) = (&*positions.choices(state), (kind == Kind::Hint).then(|| Hints::of(self, node)));
        // Against the computer, a page mentions its replies. Between people, it mentions the last move, if only one
        // move leads there. In a puzzle, the reader made all moves.
        let last = match self.nodes.reader() {
            Some(_) => self.has_computer().then(|| self.nodes.node(node)),
            None => Node::by_only_move(state, self.game()).map(Cow::Owned),
        };
        let last = last.as_deref().filter(|_| chosen.is_none());
        let (first, hints) = (self.nodes.page(0, kind), hints.as_ref());
        let lead = |lead| PageRef::new(self.id, self.page_after(node, kind, lead));
        let shown = StateView { edition: self, page, first, state, choices, chosen, last, hints };
        shown.write(&lead, context, out);
        match out.flags.end {
            Some(_) => self.set_review(node, &shown, context, out),
            None => self.set_advice(node, &shown, context, out),
        }
        if context.form.is_website() && chosen.is_none() && node.index() < map::MOST {
            out.set_link(PageSlot::Map, Destination::OnMap(self.id, node.index()));
        }
        // An end has no hints to show. But if the first page is an end, its twin needs a link to it.
        let is_shown = |twin: &PageId| out.flags.end.is_none() || [page, *twin].contains(&PageId::FIRST);
        if let Some(twin) = self.twin(page).filter(|_| context.answers && chosen.is_none()).filter(is_shown) {
            let title = Message::key(if kind == Kind::Hint { "hide-hints" } else { "hints" });
            out.set_said_link(PageSlot::Twin, PageRef::new(self.id, twin), &title, self.catalogue());
        }
    }

    fn set_review(self, end: StateId, shown: &StateView<'_>, context: &Context<'_>, out: &mut OpenPage) {
        let missed = self.nodes.missed(end);
        let is_best = self.nodes.reader().is_some() && missed.is_none() && self.nodes.rank(end) >= 0;
        let told = match missed {
            Some(missed) => could_have(self, missed),
            None => pace(self, end, self.kind(shown.page) == Kind::Perfect),
        };
        shown.set_neighbours(is_best, context, out);
        if is_best && context.form.is_website() {
            let title = Message::key("take-star");
            out.set_said_link(PageSlot::Star, PageRef::new(self.id, PageId::STAR), &title, self.catalogue());
        }
        let has_row = context.answers && self.has_row(end);
        // A link to the start does not say where it went wrong.
        if let Some(missed) = missed.filter(|missed| has_row || missed.is_there() || missed.node != StateId::START) {
            let to = if has_row { end } else { missed.node };
            let page = || Destination::Page(PageRef::new(self.id, PageId::new(self.nodes.first_view(to))));
            out.set_link(PageSlot::Better, if context.answers { self.question(to, Kind::Plain) } else { page() });
            let title = if has_row || missed.is_there() { Message::key("where-wrong") } else { self.here(to) };
            out.say(PageSlot::Better, &title, self.catalogue());
        }
        out.set_text(PageSlot::Missed, |out| out.push_str(&told));
    }

    fn set_advice(self, node: StateId, shown: &StateView<'_>, context: &Context<'_>, out: &mut OpenPage) {
        let StateView { state, chosen, .. } = *shown;
        shown.set_neighbours(false, context, out);
        if context.answers && shown.hints.is_none() {
            out.set_link(PageSlot::Question, self.question(node, self.kind(shown.page)));
        }
        if self.kind(shown.page) == Kind::Perfect {
            let wasted = Message::key("none-wasted").with_number("moves", self.nodes.length(node).fewest);
            let parts = [self.positions().tally(state), wasted].into_iter().filter(|part| !part.is_empty());
            out.say(PageSlot::Tally, &Message::List(Junction::Semicolon, parts.collect()), self.catalogue());
        }
        if chosen.is_some() || !context.form.is_website() {
            return;
        }
        if let Status::Turn(player) = self.positions().status(state)
            && self.kind(shown.page) == Kind::Plain
            && context.around.is_canonical
            && !self.is_for_one()
        {
            out.set_link(PageSlot::Letter, Destination::Letter(PageRef::new(self.id, shown.page)));
            out.say(PageSlot::Letter, &self.phrases.about("send-to", player), self.catalogue());
        }
        if self.goes_round(node) {
            let title = Message::key("shake-hands");
            out.set_said_link(PageSlot::Star, PageRef::new(self.id, PageId::STAR), &title, self.catalogue());
            if shown.hints.is_none() {
                out.say(PageSlot::Reasoning, &Message::key("goes-round"), self.catalogue());
            }
        }
    }

    /// Returns the pages after the moves on a page and, if a piece is chosen, the page to return to. These pages follow
    /// from the rules alone, so tests compare the drawn board with these pages.
    pub fn leads(self, page: PageId) -> Leads {
        let NodePage { node, chosen } = self.view(page);
        let choices = self.positions().choices(self.nodes.state(node));
        let page_after = |lead| self.page_after(node, self.kind(page), lead);
        let leads = BoardLink::onward(&choices, chosen).map(page_after);
        (leads.collect(), chosen.map(|_| page_after(BoardLink::Back)))
    }

    /// Returns the page to which a link of a node leads. A link on a page with hints leads to a page with hints.
    pub(super) fn page_after(self, node: StateId, kind: Kind, lead: BoardLink) -> PageId {
        let nodes = self.nodes;
        match lead {
            BoardLink::Move(index) => {
                let next = nodes.graph().successors(node)[index];
                nodes.page(nodes.first_view(next), self.kind_after(node, kind, next))
            }
            BoardLink::Piece(piece) => nodes.page(nodes.first_view(node) + 1 + piece, kind),
            BoardLink::Back => nodes.page(nodes.first_view(node), kind),
        }
    }

    /// Returns the kind of the page after a move. Readers have still wasted no move if the move continues along a
    /// shortest path, and starts from the first position or from a page for readers who have wasted no move.
    fn kind_after(self, node: StateId, kind: Kind, next: StateId) -> Kind {
        let wasted_none = kind == Kind::Perfect || kind == Kind::Plain && node == StateId::START;
        let is_farther = || self.nodes.length(next).fewest > self.nodes.length(node).fewest;
        match kind {
            Kind::Hint => Kind::Hint,
            _ if self.spec.perfect && wasted_none && is_farther() => Kind::Perfect,
            _ => Kind::Plain,
        }
    }

    /// Returns whether the person may agree on a draw: play can go round in circles, and neither side can do better.
    fn goes_round(self, node: StateId) -> bool {
        let nodes = self.nodes;
        let is_endless = |node| nodes.verdict(node).value == GameValue::Endless;
        self.has_computer() && is_endless(StateId::START) && is_endless(node) && nodes.length(node).most.is_none()
    }
}

impl StateView<'_> {
    /// Replaces the contents of `out` with this page. `lead` returns the page for a link.
    pub(super) fn write(&self, lead: &dyn Fn(BoardLink) -> PageRef, context: &Context<'_>, out: &mut OpenPage) {
        let Self { edition, state, choices, chosen, last, hints, .. } = *self;
        let positions = edition.positions();
        let worths = hints.map_or(&[][..], |hints| &hints.worths);
        let offer = Offer { choices, chosen, worths, page: lead };
        let page = PageRef::new(edition.id, self.page);
        let around = if chosen.is_some() { context.around.in_passing() } else { context.around };
        out.begin(page, &around, (edition.section, context.game_title));
        out.flags.hint = hints.is_some();
        (out.flags.turn, out.flags.end) = edition.phrases.turn_and_end(positions.status(state));
        let before = last.and_then(|last| last.before(positions)).map(|before| positions.scene(before));
        out.board.draw(&positions.scene(state), before.as_ref(), Some(&offer), edition.catalogue());
        self.set_links(context, out);
        self.set_words(context, out);
    }

    fn set_links(&self, context: &Context<'_>, out: &mut OpenPage) {
        let Self { edition, page, first, .. } = *self;
        out.set_titled_link(PageSlot::Edition, PageRef::new(edition.id, first), &context.neighbours.title);
        if let Some(group) = &context.neighbours.group {
            out.set_link(PageSlot::Group, Destination::Group(edition.id));
            out.set_text(PageSlot::Group, |out| out.push_str(group));
        }
        if context.form.shares_files() {
            out.set_link(PageSlot::Anchor, Destination::Anchor(PageRef::new(edition.id, page)));
        }
    }

    fn set_words(&self, context: &Context<'_>, out: &mut OpenPage) {
        let Self { edition, state, choices, chosen, last, hints, .. } = *self;
        let positions = edition.positions();
        // With a chosen piece, or if the reader can only pass, the status says what to do.
        if chosen.is_none() && !must_pass(choices) {
            out.set_text(PageSlot::Goal, |out| out.push_str(edition.goal()));
        }
        set_ending(positions, state, edition.catalogue(), out);
        let status = capitalized(edition.catalogue().say(&self.status()));
        out.set_text(PageSlot::Status, |out| out.push_str(&status));
        if let Some(last) = last {
            out.say(PageSlot::News, &edition.phrases.news(last, positions), edition.catalogue());
        }
        if let Some(hints) = hints {
            out.set_text(PageSlot::Reasoning, |out| out.push_str(&hints.reasoning));
        }
        let title = match chosen {
            Some(chosen) => Message::key("chosen").with("piece", pieces(choices)[chosen].label.short.clone()),
            None => edition.phrases.title(status.into(), last, positions),
        };
        let title = Message::key("title-at").with("title", title).with("place", context.place());
        out.say(PageSlot::Title, &title, edition.catalogue());
    }

    fn status(&self) -> Message {
        let Self { edition, state, choices, chosen, .. } = *self;
        let positions = edition.positions();
        match (chosen, choices) {
            (Some(chosen), _) => Phrases::chosen(pieces(choices)[chosen], choices),
            (None, _) if must_pass(choices) => edition.phrases.pass(positions, state),
            _ => edition.phrases.status(positions, state),
        }
    }

    /// On first pages and at ends, sets the links to other editions. Only ends link to the next edition.
    pub(super) fn set_neighbours(&self, is_best: bool, context: &Context<'_>, out: &mut OpenPage) {
        let end = out.flags.end;
        if self.page != PageId::FIRST && end.is_none() {
            return;
        }
        let is_success = is_best || matches!(end, Some(End::Won | End::Solved));
        let Neighbours { next_after_best, next_after_less, seat, level, board, .. } = context.neighbours;
        let next = if is_success { next_after_best } else { next_after_less };
        let next = next.as_ref().filter(|_| end.is_some());
        // After a win, do not offer an easier level; after a loss, no harder one.
        let is_harder = |level: &&Neighbour| level.to > PageRef::start_of(self.edition.id);
        let level = level.as_ref().filter(|level| match end {
            Some(End::Lost) => !is_harder(level),
            _ => !is_success || is_harder(level),
        });
        let others = [(PageSlot::Seat, seat.as_ref()), (PageSlot::Level, level), (PageSlot::BoardOf, board.as_ref())];
        let others = others.into_iter().filter(|(_, other)| other.map(|way| way.to) != next.map(|way| way.to));
        for (slot, way) in [(PageSlot::Next, next)].into_iter().chain(others) {
            if let Some(Neighbour { to, title }) = way {
                out.set_titled_link(slot, *to, title);
            }
        }
    }
}

/// Returns how fast the reader got the best possible result, or how long a loss took. Different paths can lead to the
/// same end, so the sentence is true for all of these paths.
fn pace(edition: OpenedEdition<'_>, end: StateId, is_perfect: bool) -> String {
    let nodes = edition.nodes;
    let (best, length) = (nodes.verdict(StateId::START), nodes.length(end));
    let is_exact = length.most == Some(length.fewest);
    let message = match (best.value, nodes.rank(StateId::START)) {
        (GameValue::Win(_), _) if edition.spec.perfect => {
            let message = Message::key(if is_perfect { "perfect-way" } else { "shortest-way" });
            message.with_number("moves", best.distance).with_number("least", best.distance + 1)
        }
        _ if edition.is_puzzle() => return String::new(),
        (GameValue::Win(_), 2) if length.fewest > best.distance => {
            Message::key("faster").with_number("moves", best.distance)
        }
        (GameValue::Win(_), 2) if is_exact => Message::key("fastest"),
        (GameValue::Win(_), -1) => {
            let message = Message::key(if is_exact { "lasted" } else { "lasted-at-least" });
            message.with_number("moves", length.fewest).with_number("most", best.distance)
        }
        _ => return String::new(),
    };
    edition.catalogue().say(&message)
}

fn could_have(edition: OpenedEdition<'_>, missed: Missed<'_>) -> String {
    let Missed { node, mistakes } = missed;
    let by = match mistakes {
        [mistake] => Some(mistake.by as usize),
        _ => None,
    };
    let nodes = edition.nodes;
    let best = nodes.verdict(node);
    let (alone, by_move) = match best.value {
        GameValue::Win(_) if edition.is_puzzle() => ("missed-solution", "missed-solution-by"),
        GameValue::Win(_) => ("missed-win", "missed-win-by"),
        GameValue::Endless => ("missed-endless", "missed-endless-by"),
        GameValue::Draw | GameValue::Unsolvable => ("missed-draw", "missed-draw-by"),
    };
    if edition.is_puzzle() && node == StateId::START && by.is_none() {
        // Every puzzle has a solution, so the sentence would add nothing.
        return String::new();
    }
    let made = by.map(|mv| edition.positions().past_tense(nodes.state(node), mv));
    let message = made.map_or(Message::key(alone), |made| did(by_move, "you", vec![made]));
    edition.catalogue().say(&message.with_number("moves", best.distance))
}

/// Sets the tally and, at an end, the reason.
pub(crate) fn set_ending(positions: &dyn Positions, state: StateId, catalogue: &Catalogue, out: &mut OpenPage) {
    let mut ending = Message::default();
    if out.flags.end.is_some() {
        ending = positions.ending(state);
    }
    if ending.is_empty() {
        out.say(PageSlot::Tally, &positions.tally(state), catalogue);
        if out.flags.end == Some(End::Draw) {
            ending = Message::key("nobody-wins");
        }
    }
    out.say(PageSlot::Reason, &ending, catalogue);
}
