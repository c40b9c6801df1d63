//! The pages of an edition: what each shows, with open links.

use super::nodes::{Node, View};
use super::{Edition, Surroundings};
use crate::game::Status;
use crate::graph::{Choice, Positions, StateId, pieces};
use crate::page::{Destination, Lead, LinkSlot, Offer, OpenPage, PageId, PageRef, TextSlot, Worth};
use crate::policy;
use crate::solve::{GameValue, Verdict};

/// What a page shows.
pub(super) struct Shown<'a> {
    pub(super) positions: &'a dyn Positions,
    pub(super) page: PageId,
    pub(super) node: Node,
    /// The piece that was chosen, as its place among those of the position.
    pub(super) chosen: Option<usize>,
    pub(super) hint: bool,
    pub(super) worths: &'a [Worth],
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
        let worths = if hint { self.worths(state) } else { Vec::new() };
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
        let shown = Shown { positions, page, node, chosen, hint, worths: &worths, name: &name };
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
        let Shown { positions, node: Node { state, reply }, chosen, worths, .. } = *shown;
        let choices = positions.choices(state);
        let offer = Offer { choices: &choices, chosen, worths, page: lead };
        out.clear();
        (out.hint, out.part) = (shown.hint, None);
        (out.turn, out.end) = self.words.turn_and_end(positions.status(state));
        out.board.draw(positions, state, reply.map(|reply| reply.before), Some(&offer));
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
        let first = PageRef::Position(self.id, PageId::FIRST);
        let is_hint = out.hint;
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
        if let Some(twin) = self.twin(page) {
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
            out.set_link(LinkSlot::Canonical, Destination::Canonical(first));
        }
    }

    /// Sets the texts that are no titles of links.
    fn set_words(&self, shown: &Shown<'_>, choices: &[Choice], around: &Surroundings<'_>, out: &mut OpenPage) {
        let Shown { positions, node: Node { state, reply }, chosen, .. } = *shown;
        out.set_text(TextSlot::SiteTitle, |out| out.push_str(around.site_title));
        out.set_text(TextSlot::Goal, |out| out.push_str(self.words.goal()));
        out.set_text(TextSlot::Tally, |out| out.push_str(&positions.tally(state)));
        let status = |out: &mut String| {
            self.words.write_status(positions, state, out);
            if let Some(chosen) = chosen {
                out.push_str(": choose a square for ");
                out.push_str(&pieces(choices)[chosen].label.short);
            }
        };
        out.set_text(TextSlot::Status, status);
        if let Some(reply) = reply {
            let done = positions.done(reply.before, reply.index());
            out.set_text(TextSlot::News, |out| out.extend(["The computer ", &done, "."]));
        }
        if shown.hint {
            out.set_text(TextSlot::Reasoning, |out| out.push_str(&self.reasoning(state)));
        }
        out.set_text(TextSlot::Title, |out| {
            if shown.page == PageId::FIRST {
                out.extend([around.game_title, " — ", self.title()]);
                return;
            }
            status(out);
            if let Some(reply) = reply {
                out.extend([" after ", positions.move_slugs(reply.before)[reply.index()].as_str()]);
            }
            out.extend([" (", shown.name, ") — ", self.title(), ", ", around.game_title]);
        });
    }

    /// Returns what each legal move of a position is worth.
    fn worths(&self, state: StateId) -> Vec<Worth> {
        let graph = self.positions().graph();
        let Status::Turn(mover) = graph.status(state) else { return Vec::new() };
        let verdicts: Vec<_> = graph.successors(state).iter().map(|&next| self.verdict(next)).collect();
        let scores: Vec<i64> = verdicts.iter().map(|&verdict| policy::worth(mover, verdict)).collect();
        let most = scores.iter().max();
        let worth = |(&verdict, score): (&Verdict, &i64)| Worth {
            text: self.words.worth(mover, verdict),
            // Where the goal is out of reach, no move is better than another.
            best: Some(score) == most && verdict.value != GameValue::Unsolvable,
            score: *score,
        };
        verdicts.iter().zip(&scores).map(worth).collect()
    }

    /// Returns what explains the worths of a position's moves.
    fn reasoning(&self, state: StateId) -> String {
        let successors = self.positions().graph().successors(state);
        let endless = successors.iter().any(|&next| self.verdict(next).value == GameValue::Endless);
        match self.positions().reasoning(state) {
            known if !endless => known,
            known => format!(
                "{known} Endless: nobody can force an end, so with best play on both sides the game goes on and on."
            ),
        }
    }
}
