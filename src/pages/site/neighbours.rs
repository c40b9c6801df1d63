//! Neighbours: the editions that the pages of an edition link to.
//!
//! An end has one link to what comes next: the first entry in this table that exists.
//!
//! | the edition | after the best result | after a worse result |
//! |---|---|---|
//! | a volume | the next volume | the next volume |
//! | a level | the next harder level, then the other seat | the next easier level, then the other seat |
//! | on one of several boards | the same edition on the next board | the same edition on the next board |
//! | with puzzles from its positions | | the list of the puzzles |
//! | any | the next edition of the game that is not in the same series | the same link |
//! | any | the first edition of the next game | the same link |
//!
//! The other seat is the same level with the other side to move first. After the hardest level, the other seat follows
//! only if content lists it later. Levels belong to one seat on one board. Links lead only to editions of the same
//! variant.

use std::ops::Deref;

use crate::content::words::Catalogue;
use crate::content::{Content, GameSpec, Series, SeriesKind};
use crate::engine::game::{Message, Player};
use crate::pages::edition::{Edition, Neighbour, Neighbours, group_title};
use crate::pages::page::PageRef;
use crate::pages::plan::{Plan, Variant};
use crate::pages::theme::Form;

#[derive(Clone, Copy)]
struct Sibling<'a> {
    catalogue: &'a Catalogue,
    game: &'a GameSpec,
    edition: &'a Edition,
}

impl Deref for Sibling<'_> {
    type Target = Edition;

    fn deref(&self) -> &Edition {
        self.edition
    }
}

pub(crate) fn neighbours<'a>(
    content: &'a Content,
    plan: &'a Plan,
    variant: &Variant,
    form: Form,
    catalogue: &'a Catalogue,
) -> Vec<Neighbours> {
    let sibling = |edition: &'a Edition| Sibling { catalogue, game: &content.games[edition.section.index()], edition };
    let all: Vec<_> = plan.editions.iter().map(sibling).collect();
    let there: Vec<_> = all.iter().copied().filter(|edition| variant.has_edition(edition.id)).collect();
    let puzzles = |edition: &Sibling<'_>| {
        let mut collections = plan
            .scripts_of(plan.section(edition.section))
            .filter(|found| !found.is_lesson() && found.editions.contains(&edition.id));
        let found = collections.find(|found| form.is_website() && variant.has_script(found, plan))?;
        let title = Message::key("puzzles").with("title", found.summary.title.clone());
        Some(Neighbour { to: found.first_page(), title: catalogue.say(&title) })
    };
    all.iter().map(|edition| edition.neighbours(&there, puzzles(edition))).collect()
}

impl<'a> Sibling<'a> {
    fn neighbours(&self, all: &[Self], puzzles: Option<Neighbour>) -> Neighbours {
        let later = |is_it: &dyn Fn(&Self) -> bool| all.iter().find(|other| other.id > self.id && is_it(other));
        let harder = later(&|other| self.is_other_level(other));
        let easier = all.iter().rfind(|other| other.id < self.id && self.is_other_level(other));
        let seat = all.iter().find(|other| self.is_other_seat(other));
        let level_up = harder.map(Self::as_level).or_else(|| seat.filter(|seat| seat.id > self.id).map(Self::as_seat));
        let level_down = easier.map(Self::as_level).or_else(|| seat.map(Self::as_seat));
        let volume = later(&|other| self.is_volume() && self.is_of_series(other));
        let volume = volume.map(|volume| volume.as_next(&volume.spec.short_title));
        let board = later(&|other| self.is_on_other_board(other)).and_then(Self::as_board);
        let beyond = || {
            let edition = later(&|other| other.section == self.section && !self.is_of_series(other));
            // Readers enter a series by its first edition, with the title of the series.
            edition.map(|next| next.as_next(group_title(&[next.edition]).0)).or_else(|| self.next_game(all))
        };
        let go_on = |level: Option<Neighbour>| volume.clone().or(level).or_else(|| board.clone());
        Neighbours {
            title: self.title_among(all),
            group: self.spec.series.as_ref().map(|series| series.title.clone()),
            next_after_best: go_on(level_up).or_else(beyond),
            next_after_less: go_on(level_down).or(puzzles).or_else(beyond),
            seat: seat.map(Self::as_seat),
            level: harder.or(easier).map(Self::as_level),
            board: volume.or(board),
        }
    }

    fn title_among(&self, all: &[Self]) -> String {
        let title = &self.spec.short_title;
        if !self.is_volume() {
            return title.clone();
        }
        let all = all.iter().filter(|other| self.is_of_series(other)).count();
        self.catalogue.say(&Message::key("volume-of").with("volume", title.clone()).with_number("all", all))
    }

    fn is_volume(&self) -> bool {
        self.spec.series.as_ref().is_some_and(|series| series.kind == SeriesKind::Volumes)
    }

    fn is_of_series(&self, other: &Self) -> bool {
        self.section == other.section && self.spec.series.is_some() && self.spec.series == other.spec.series
    }

    /// Returns whether both editions have the same game and parameters, and are in the same series or in none.
    fn is_on_board(&self, other: &Self) -> bool {
        self.section == other.section && self.spec.series == other.spec.series && self.spec.game == other.spec.game
    }

    fn seat(&self) -> Option<Player> {
        self.spec.computer.as_ref().map(|computer| computer.seat)
    }

    fn is_other_level(&self, other: &Self) -> bool {
        let levels = (&self.spec.level, &other.spec.level);
        let differ = matches!(levels, (Some(own), Some(level)) if own != level);
        differ && self.seat() == other.seat() && self.is_on_board(other)
    }

    /// Returns whether `other` is the same level with the other side to move first.
    fn is_other_seat(&self, other: &Self) -> bool {
        let is_level = self.spec.level.is_some() && self.spec.level == other.spec.level;
        let opposite = self.seat().map(Player::opponent);
        is_level && opposite.is_some() && other.seat() == opposite && self.is_on_board(other)
    }

    fn is_on_other_board(&self, other: &Self) -> bool {
        let own = self.name_on_board();
        own.is_some() && own == other.name_on_board() && other.section == self.section && !self.is_of_series(other)
    }

    fn name_on_board(&self) -> Option<&'a str> {
        let board = self.edition.spec.series.as_ref().filter(|series| series.kind == SeriesKind::Board)?;
        self.edition.spec.name.value.strip_prefix(&*board.name)
    }

    /// Returns the link to the edition with which to begin the next game. After the last game, the next game is the
    /// first game.
    fn next_game(&self, all: &[Self]) -> Option<Neighbour> {
        let next = all.iter().find(|other| other.section > self.section);
        let next = next.or_else(|| all.first().filter(|first| first.section != self.section))?;
        let of_game = all.iter().filter(|other| other.section == next.section);
        let first = next.game.first_to_play(&of_game, |other| &other.edition.spec)?;
        Some(first.by(&Message::key("next-game").with("game", first.game.title.clone())))
    }

    fn by(&self, title: &Message) -> Neighbour {
        Neighbour { to: PageRef::start_of(self.id), title: self.catalogue.say(title) }
    }

    fn as_level(&self) -> Neighbour {
        self.by(&Message::key("try-level").with("level", self.spec.level.clone().unwrap_or_default()))
    }

    fn as_seat(&self) -> Neighbour {
        self.by(&Message::key(if self.seat() == Some(Player::First) { "let-it-begin" } else { "you-begin" }))
    }

    fn as_board(&self) -> Option<Neighbour> {
        let Series { title, .. } = self.spec.series.as_ref()?;
        Some(self.by(&Message::key("next-board").with("board", title.clone())))
    }

    fn as_next(&self, title: &str) -> Neighbour {
        self.by(&Message::key("next").with("title", title.to_owned()))
    }
}
