//! Congratulations, which the best ends of an edition lead to.

use std::collections::BTreeSet;

use super::words::{Words, edition_link};
use crate::edition::{Context, Way};
use crate::page::{Destination, EditionId, Link, LinkResolver, PageRef, StarPage};

impl Words<'_> {
    /// Returns the page that congratulates on the best that can be had from an edition.
    pub(super) fn star_page(&self, id: EditionId, resolver: &dyn LinkResolver) -> StarPage {
        let edition = self.site.plan.edition(id);
        let context @ Context { game_title, ways, .. } = self.context(id);
        let star = edition.star();
        let group = ways.group.as_ref();
        let mut title = "Congratulations — ".to_owned();
        context.write_place(&mut title);
        let others = [&ways.onward, &ways.seat, &ways.level, &ways.board].into_iter().flatten();
        let mut known = BTreeSet::new();
        let others = others.filter(|way| known.insert(way.to));
        let way = |way: &Way| Link::to(way.to, &way.title, resolver);
        StarPage {
            title,
            summary: star.done.to_owned(),
            text: star.left,
            board: star.board.close(resolver),
            game: Link::to(PageRef::Section(edition.section), game_title, resolver),
            group: group.map(|title| Link::at(resolver.address(Destination::Group(id)), title)),
            edition: edition_link(edition, &ways.title, resolver),
            home: self.home(resolver),
            ways: others.map(way).collect(),
            frame: self.frame(PageRef::Star(id), resolver),
        }
    }
}
