//! Congratulations, which the best ends of an edition lead to.

use std::collections::BTreeSet;

use super::words::{Words, edition_link};
use crate::edition::{Context, Way};
use crate::page::{Closer, Destination, EditionId, Link, PageRef, PrizePage};

impl Words<'_> {
    /// Returns the page that congratulates on the best that can be had from an edition.
    pub(super) fn prize_page(&self, id: EditionId, closer: &dyn Closer) -> PrizePage {
        let edition = self.site.plan.edition(id);
        let context @ Context { game_title, ways, .. } = self.context(id);
        let star = edition.star();
        let group = ways.group.as_ref();
        let mut title = "Congratulations — ".to_owned();
        context.write_place(&mut title);
        let others = [&ways.onward, &ways.seat, &ways.level, &ways.board].into_iter().flatten();
        let mut known = BTreeSet::new();
        let others = others.filter(|way| known.insert(way.to));
        let way = |way: &Way| Link::to(way.to, &way.title, closer);
        PrizePage {
            kind: "prize",
            title,
            summary: star.done.to_owned(),
            text: star.left,
            board: star.board.close(closer),
            game: Link::to(PageRef::Section(edition.section), game_title, closer),
            group: group.map(|title| Link::at(closer.address(Destination::Group(id)), title)),
            edition: edition_link(edition, &ways.title, closer),
            home: self.home(closer),
            ways: others.map(way).collect(),
            frame: self.frame(PageRef::Prize(id), closer),
        }
    }
}
