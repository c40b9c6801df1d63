//! Ways: which editions the pages of an edition lead to.
//!
//! An end has one way to go on with, whose rule is the first of these that there is an edition for:
//!
//! | the edition | after all that can be got | after less |
//! |---|---|---|
//! | a volume | the next volume | the next volume |
//! | of a level | the next harder level; then the other seat | the next easier level, then the other seat |
//! | played on one of several boards | the same on the next board | the same on the next board |
//! | from whose positions puzzles are taken | | the list of the puzzles |
//! | any | the next edition of the game, but none of the same series | the same |
//! | any | what the next game begins with | the same |
//!
//! After the hardest level the other seat follows only if it comes later.
//! Levels belong to one seat on one board. Only editions that a variant has are led to.

use super::Site;
use crate::content::{EditionSpec, GameSpec, Series, SeriesKind};
use crate::edition::{Way, Ways};
use crate::game::Player;
use crate::page::{EditionId, PageId, PageRef, SectionId};
use crate::plan::Variant;
use crate::theme::Form;

/// An edition among the others that a variant has.
#[derive(Clone, Copy)]
struct Sibling<'a> {
    id: EditionId,
    section: SectionId,
    game: &'a GameSpec,
    spec: &'a EditionSpec,
}

impl Site {
    /// Lets the editions lead to each other, in each variant to those that it has.
    pub(super) fn link_editions(&mut self) {
        let ways: Vec<_> = self.views.iter().map(|view| self.ways_of(&view.variant, view.form)).collect();
        for (view, ways) in self.views.iter_mut().zip(ways) {
            view.ways = ways;
        }
    }

    /// Returns for each edition where its pages lead in a variant.
    pub(super) fn ways_of(&self, variant: &Variant, form: Form) -> Vec<Ways> {
        let all: Vec<_> = self.plan.editions().iter().map(|edition| self.sibling(edition.id)).collect();
        let there: Vec<_> = all.iter().copied().filter(|edition| variant.has_edition(edition.id)).collect();
        all.iter().map(|edition| edition.ways(&there, self.puzzles_of(edition.id, variant, form), form)).collect()
    }

    /// Returns the way to the puzzles of an edition, if a variant has some.
    fn puzzles_of(&self, id: EditionId, variant: &Variant, form: Form) -> Option<Way> {
        let section = self.plan.section(self.plan.edition(id).section);
        let found = self.collections_in(section, variant, form).find(|found| found.editions.contains(&id))?;
        let title = format!("Puzzles: {}", found.title());
        Some(Way { to: PageRef::Puzzle(found.id, PageId::FIRST), title })
    }

    fn sibling(&self, id: EditionId) -> Sibling<'_> {
        let edition = self.plan.edition(id);
        let game = self.spec(edition.section);
        Sibling { id, section: edition.section, game, spec: self.edition_spec(edition) }
    }
}

impl<'a> Sibling<'a> {
    /// Returns where the pages of the edition lead, `all` being the editions that its variant has.
    fn ways(&self, all: &[Self], puzzles: Option<Way>, form: Form) -> Ways {
        let (harder, easier) = (self.harder(all), self.easier(all));
        let seat = self.other_seat(all);
        let level_up = harder.map(level_way).or_else(|| seat.filter(|seat| seat.id > self.id).map(seat_way));
        let level_down = easier.map(level_way).or_else(|| seat.map(seat_way));
        let volume = self.next_volume(all).map(|volume| next_way(volume, &volume.spec.short_title));
        let board = self.on_next_board(all).and_then(board_way);
        let beyond = || self.next_edition(all).or_else(|| self.next_game(all));
        let go_on = |level: Option<Way>| volume.clone().or(level).or_else(|| board.clone());
        Ways {
            title: self.title(all),
            group: self.spec.series.as_ref().map(|series| series.title.clone()),
            onward: go_on(level_up).or_else(beyond),
            instead: go_on(level_down).or(puzzles).or_else(beyond),
            seat: seat.map(seat_way),
            level: harder.or(easier).map(level_way),
            board: volume.or(board),
            explored: self.explored(all).filter(|_| form.is_website()),
        }
    }

    /// Returns its name beside that of its series.
    fn title(&self, all: &[Self]) -> String {
        match &self.spec.series {
            Some(Series { kind: SeriesKind::Volumes, .. }) => {
                let count = all.iter().filter(|other| self.is_of_series(other)).count();
                format!("{} of {count}", self.spec.short_title)
            }
            _ => self.spec.short_title.clone(),
        }
    }

    fn is_of_series(&self, other: &Self) -> bool {
        self.section == other.section && self.spec.series.is_some() && self.spec.series == other.spec.series
    }

    /// Whether both have the same game, with its parameters, in one series or none.
    fn is_on_board(&self, other: &Self) -> bool {
        self.section == other.section && self.spec.series == other.spec.series && self.spec.game == other.spec.game
    }

    fn seat(&self) -> Option<Player> {
        self.spec.computer.as_ref().map(|computer| computer.seat)
    }

    /// Whether both are levels of one board and seat.
    fn is_other_level(&self, other: &Self) -> bool {
        let levels = (&self.spec.level, &other.spec.level);
        let differ = matches!(levels, (Some(own), Some(level)) if own != level);
        differ && self.seat() == other.seat() && self.is_on_board(other)
    }

    fn harder(&self, all: &[Self]) -> Option<Self> {
        all.iter().find(|other| other.id > self.id && self.is_other_level(other)).copied()
    }

    fn easier(&self, all: &[Self]) -> Option<Self> {
        all.iter().rfind(|other| other.id < self.id && self.is_other_level(other)).copied()
    }

    /// Returns the same level with the other side to begin.
    fn other_seat(&self, all: &[Self]) -> Option<Self> {
        let opposite = self.seat()?.opponent();
        let level = self.spec.level.as_ref()?;
        let is_it = |other: &&Self| {
            other.seat() == Some(opposite) && other.spec.level.as_ref() == Some(level) && self.is_on_board(other)
        };
        all.iter().find(is_it).copied()
    }

    fn next_volume(&self, all: &[Self]) -> Option<Self> {
        let is_volume = self.spec.series.as_ref().is_some_and(|series| series.kind == SeriesKind::Volumes);
        all.iter().find(|other| is_volume && other.id > self.id && self.is_of_series(other)).copied()
    }

    /// Returns the edition of the same name on the next board.
    fn on_next_board(&self, all: &[Self]) -> Option<Self> {
        let own = self.name_on_board()?;
        let is_it = |other: &&Self| {
            other.id > self.id
                && other.section == self.section
                && !self.is_of_series(other)
                && other.name_on_board() == Some(own)
        };
        all.iter().find(is_it).copied()
    }

    /// Returns its name without that of its board.
    fn name_on_board(&self) -> Option<&'a str> {
        let board = self.spec.series.as_ref().filter(|series| series.kind == SeriesKind::Board)?;
        self.spec.name.value.strip_prefix(&*board.name)
    }

    /// Returns the way to the next edition of the game.
    fn next_edition(&self, all: &[Self]) -> Option<Way> {
        let is_it = |other: &&Self| other.id > self.id && other.section == self.section && !self.is_of_series(other);
        let next = all.iter().find(is_it)?;
        Some(match &next.spec.series {
            // A series is met by its first edition, and called by its own name.
            Some(series) => next_way(*next, &series.title),
            None => next_way(*next, &next.spec.title),
        })
    }

    /// Returns the way to the edition to begin the next game with, after the last game the first one.
    fn next_game(&self, all: &[Self]) -> Option<Way> {
        let next = all.iter().find(|other| other.section > self.section);
        let next = next.or_else(|| all.first().filter(|first| first.section != self.section))?;
        let of_game = all.iter().filter(|other| other.section == next.section);
        let first = next.game.first_to_play(&of_game, |other| other.spec)?;
        Some(Way { to: first_page(*first), title: format!("Next game: {}", first.game.title) })
    }

    /// Returns the edition in which its positions can be explored: the same game between people, with hints if there is
    /// such a one.
    fn explored(&self, all: &[Self]) -> Option<EditionId> {
        let is_open = |spec: &EditionSpec| spec.computer.is_none() && !spec.on_demand;
        let same = all.iter().filter(|other| other.section == self.section && other.spec.game == self.spec.game);
        let is_met = self.spec.computer.is_some() && !self.spec.on_demand;
        let found = same.filter(|other| is_met && is_open(other.spec)).min_by_key(|other| !other.spec.hints);
        found.map(|other| other.id)
    }
}

fn first_page(edition: Sibling<'_>) -> PageRef {
    PageRef::Position(edition.id, PageId::FIRST)
}

fn level_way(edition: Sibling<'_>) -> Way {
    Way { to: first_page(edition), title: format!("Try {}", edition.spec.level.as_deref().unwrap_or_default()) }
}

fn seat_way(edition: Sibling<'_>) -> Way {
    let title = if edition.seat() == Some(Player::First) { "Let it begin" } else { "You begin" };
    Way { to: first_page(edition), title: title.to_owned() }
}

fn board_way(edition: Sibling<'_>) -> Option<Way> {
    let board = &edition.spec.series.as_ref()?.title;
    let title = match board.strip_prefix("The ") {
        Some(name) => format!("On the {name}"),
        None => format!("On {board}"),
    };
    Some(Way { to: first_page(edition), title })
}

fn next_way(edition: Sibling<'_>, title: &str) -> Way {
    Way { to: first_page(edition), title: format!("Next: {title}") }
}
