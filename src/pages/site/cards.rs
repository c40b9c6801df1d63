//! Cards: games on the front page, and the ways to play on a game's page.

use std::collections::BTreeSet;

use super::builder::PageBuilder;
use crate::content::SeriesKind;
use crate::engine::game::{Message, Player};
use crate::pages::edition::{Edition, GRAPH_NAME, OpenedEdition, group_title};
use crate::pages::page::{
    Begins, Destination, EditionEntry, FileCard, GameCard, LevelRow, Link, PageId, PageRef, SeriesCard, StarsOfGame,
    VolumeRow,
};
use crate::pages::plan::Section;

impl PageBuilder<'_> {
    pub(crate) fn game_card(&self, section: &Section) -> GameCard {
        let spec = self.site.spec(section.id);
        GameCard {
            link: self.game_link(section.id),
            summary: spec.summary.clone(),
            group: spec.group.clone(),
            board: self.cover(section),
            picture: self.illustration(spec.picture.as_ref()),
            lessons: self.scripts(section).0.into_iter().map(|lesson| self.titled_link(lesson)).collect(),
            play: self.play_link(section),
            ways: self.view.editions(&self.site.plan, section).count(),
        }
    }

    /// Returns the link to the edition to begin with, with the title of the edition or of its series.
    pub(crate) fn play_link(&self, section: &Section) -> Link {
        let spec = self.site.spec(section.id);
        let groups = self.site.groups(section, self.view);
        let all = groups.iter().flat_map(|group| group.iter().map(move |&edition| (group, edition)));
        let first = spec.first_to_play(&all, |(_, edition)| &edition.spec);
        let (group, edition) = first.expect("a section has an edition");
        let is_single_level = edition.spec.series.is_none() && is_level(edition);
        // The edition's own name is only that of a level.
        let against_computer = self.say(&Message::key("against-the-computer"));
        let title = if is_single_level { &*against_computer } else { group_title(group).0 };
        self.edition_link(edition, title)
    }

    /// Returns, for each game, the editions that have a star.
    pub(crate) fn stars(&self) -> Vec<StarsOfGame> {
        let mut names = BTreeSet::new();
        let mut of_section = |section: &Section| {
            let mut series = self.series(section, &mut names, true);
            series.retain(|card| card.stars().next().is_some());
            StarsOfGame { link: self.game_link(section.id), series }
        };
        let games = self.view.sections(&self.site.plan).map(&mut of_section);
        games.filter(|game| !game.series.is_empty()).collect()
    }

    /// Returns the ways to play a game: the series and, between the series, runs of other editions. Levels form runs of
    /// their own. `names` contains the names that parts of the page already have. With `only_stars`, returns only the
    /// editions that have a star, without summaries.
    pub(crate) fn series(&self, section: &Section, names: &mut BTreeSet<String>, only_stars: bool) -> Vec<SeriesCard> {
        let is_one = |one: &Vec<&Edition>, next: &Vec<&Edition>| {
            let are_single = [one, next].iter().all(|group| group[0].spec.series.is_none());
            are_single && is_level(one[0]) == is_level(next[0])
        };
        let groups = self.site.groups(section, self.view);
        groups.chunk_by(is_one).map(|groups| self.series_card(&groups.concat(), names, only_stars)).collect()
    }

    fn series_card(&self, editions: &[&Edition], names: &mut BTreeSet<String>, only_stars: bool) -> SeriesCard {
        let series = editions[0].spec.series.as_ref();
        let told = series.filter(|_| !only_stars);
        let kind = series.map(|series| series.kind);
        let mut card = SeriesCard {
            id: series.map(|series| free_name(&series.name, names)).unwrap_or_default(),
            title: series.map(|series| series.title.clone()).unwrap_or_default(),
            summary: told.map(|series| series.summary.clone()).unwrap_or_default(),
            board: told
                .filter(|series| series.kind == SeriesKind::Board)
                .map(|_| editions[0].picture(None).close(self.links)),
            editions: Vec::new(),
            rings: false,
            levels: Vec::new(),
            volumes: Vec::new(),
        };
        let is_volume = kind == Some(SeriesKind::Volumes);
        for edition in editions {
            let mut entry = self.edition_entry(edition, free_name(&edition.spec.name.value, names));
            if only_stars && entry.star.is_none() {
                continue;
            }
            if only_stars {
                entry.summary.clear();
            }
            match (entry.begins, &edition.spec.level) {
                (Some(begins), _) if is_volume => add_volume(&mut card.volumes, begins, entry),
                (Some(begins), Some(level)) => add_level(&mut card.levels, level, begins, entry),
                _ => card.editions.push(entry),
            }
        }
        card.rings = card.editions.iter().any(|entry| entry.perfect.is_some());
        for row in &mut card.volumes {
            let promise = &row.editions[0].promise;
            if row.editions.iter().all(|entry| entry.promise == *promise) {
                row.promise.clone_from(promise);
            }
        }
        card
    }

    fn edition_entry(&self, edition: &Edition, id: String) -> EditionEntry {
        let spec = &edition.spec;
        let opened = edition.open().ok();
        let has_star = self.view.form.is_website() && opened.is_some_and(OpenedEdition::has_star);
        let perfect = opened.filter(|_| has_star).and_then(OpenedEdition::perfect_end);
        let address = |page| self.links.address(Destination::Page(page));
        EditionEntry {
            id,
            link: self.edition_link(edition, &spec.short_title),
            summary: if spec.volume > 0 { String::new() } else { spec.summary.clone() },
            number: spec.volume,
            level: spec.level.clone(),
            begins: spec.computer.as_ref().map(|computer| match computer.seat {
                Player::First => Begins::Computer,
                Player::Second => Begins::You,
            }),
            promise: opened.map(OpenedEdition::promise).unwrap_or_default(),
            star: has_star.then(|| address(PageRef::new(edition.id, PageId::STAR))),
            perfect: perfect.map(|page| address(PageRef::new(edition.id, page))),
        }
    }

    pub(crate) fn file_cards(&self, section: &Section) -> Vec<FileCard> {
        let of = PageRef::start_of(section.id);
        let card = |title: &str, files| FileCard { title: title.to_owned(), files };
        let mut cards = vec![card(&self.site.spec(section.id).title, self.links.downloads(of, &[]))];
        for group in self.site.groups(section, self.view) {
            let ids: Vec<_> = group.iter().map(|edition| edition.id).collect();
            if ids.len() > 1 {
                cards.push(card(group_title(&group).0, self.links.downloads(of, &ids)));
            }
            for edition in group {
                let mut files = self.links.downloads(of, &[edition.id]);
                let graph = edition.spec.graph.then(|| self.links.link_to(&edition.graph_path(), "")).flatten();
                files.extend(graph.map(|address| Link::at(address, GRAPH_NAME)));
                cards.push(card(edition.title(), files));
            }
        }
        cards.retain(|card| !card.files.is_empty());
        cards
    }
}

/// Returns whether an edition is one of several levels against the computer.
fn is_level(edition: &Edition) -> bool {
    edition.spec.level.is_some() && edition.spec.computer.is_some()
}

/// Returns a free name for a part of the page: `wanted`, or `wanted` with a number.
fn free_name(wanted: &str, given: &mut BTreeSet<String>) -> String {
    let wanted = wanted.replace('/', "-");
    let numbered = (2..).map(|number| format!("{wanted}-{number}"));
    let mut names = std::iter::once(wanted.clone()).chain(numbered);
    names.find(|name| given.insert(name.clone())).expect("numbers do not end")
}

fn add_volume(rows: &mut Vec<VolumeRow>, begins: Begins, entry: EditionEntry) {
    match rows.iter_mut().find(|row| row.begins == begins) {
        Some(row) => row.editions.push(entry),
        None => rows.push(VolumeRow { begins, promise: String::new(), editions: vec![entry] }),
    }
}

/// Adds an edition to the first row of its level in which the place for the same first player is free.
fn add_level(rows: &mut Vec<LevelRow>, level: &str, begins: Begins, entry: EditionEntry) {
    let place = rows.iter_mut().position(|row| row.title == level && seat(row, begins).is_none());
    let place = place.unwrap_or_else(|| {
        rows.push(LevelRow { title: level.to_owned(), you: None, computer: None });
        rows.len() - 1
    });
    *seat(&mut rows[place], begins) = Some(entry);
}

fn seat(row: &mut LevelRow, begins: Begins) -> &mut Option<EditionEntry> {
    match begins {
        Begins::You => &mut row.you,
        Begins::Computer => &mut row.computer,
    }
}
