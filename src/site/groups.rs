//! Groups: the editions of a game that belong together.

use crate::content::{Content, EditionSpec, Series};
use crate::edition::Edition;
use crate::plan::{Plan, Section, Variant};

/// An edition with what content says of it.
pub(super) type Described<'a> = (&'a Edition, &'a EditionSpec);

/// Editions of one series, or a single one.
pub(super) type Group<'a> = Vec<Described<'a>>;

/// Returns the editions of a section that a variant has, those of a series together.
pub(super) fn groups<'a>(content: &'a Content, plan: &'a Plan, section: &Section, variant: &Variant) -> Vec<Group<'a>> {
    let editions = plan.editions_of(section).iter().zip(&content.games[section.id.index()].editions);
    let editions: Group<'_> = editions.filter(|(edition, _)| variant.has_edition(edition.id)).collect();
    let is_one =
        |(_, one): &Described<'_>, (_, next): &Described<'_>| one.series.is_some() && one.series == next.series;
    editions.chunk_by(is_one).map(<[_]>::to_vec).collect()
}

/// Returns the title of an edition or a series, and one sentence about it, which may be empty.
pub(super) fn group_title<'a>(group: &Group<'a>) -> (&'a str, &'a str) {
    let (first, spec) = group[0];
    match &spec.series {
        None => (first.title(), &first.description.summary),
        Some(Series { title, summary, .. }) => (title, summary),
    }
}
