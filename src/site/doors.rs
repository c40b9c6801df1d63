//! The ways to play a game, as its page and the front page show them.

use std::collections::{BTreeSet, HashSet};

use super::words::{Group, Words, edition_link, group_title, lesson_link, start};
use crate::content::{EditionSpec, Heading, SeriesKind};
use crate::edition::Edition;
use crate::game::Player;
use crate::output::{address, graph};
use crate::page::{
    Begins, EditionEntry, EditionId, FileCard, GameCard, LevelRow, Link, LinkResolver, PageRef, SectionId, SeriesCard,
    VolumeRow,
};
use crate::plan::Section;

/// What an edition is called whose own name is that of a level, where nothing else says of what.
const AGAINST_COMPUTER: &str = "Against the computer";

/// An edition with what content says of it.
type Described<'a> = (&'a Edition, &'a EditionSpec);

/// The names of the parts of a page.
struct Names<'a> {
    of_text: &'a BTreeSet<String>,
    given: HashSet<String>,
}

impl Names<'_> {
    /// Returns a name for a part of the page: the one that is wanted, with a number where another part has it.
    fn give(&mut self, wanted: &str) -> String {
        let wanted = wanted.replace('/', "-");
        let numbered = (2..).map(|number| format!("{wanted}-{number}"));
        let mut candidates = [wanted.clone()].into_iter().chain(numbered);
        let free = candidates.find(|name| !self.of_text.contains(name) && !self.given.contains(name));
        let free = free.expect("numbers do not end");
        self.given.insert(free.clone());
        free
    }
}

impl<'a> Words<'a> {
    /// Returns a game as the front page shows it.
    pub(super) fn game_card(&self, section: &'a Section, resolver: &dyn LinkResolver) -> GameCard {
        let spec = self.site.spec(section.id);
        let groups = self.groups(section);
        let (group, (edition, described)) = self.first_to_play(section, &groups);
        let is_single_level = described.series.is_none() && is_level(described);
        let title = if is_single_level { AGAINST_COMPUTER } else { group_title(group).0 };
        GameCard {
            link: Link::to(PageRef::Section(section.id), &spec.title, resolver),
            summary: spec.summary.clone(),
            board: self.cover(section, resolver),
            lessons: self.lessons(section).map(|lesson| lesson_link(lesson, resolver)).collect(),
            play: edition_link(edition, title, resolver),
            ways: groups.iter().map(Vec::len).sum(),
        }
    }

    /// Returns the edition to begin with, and its group.
    fn first_to_play<'g>(&self, section: &Section, groups: &'g [Group<'a>]) -> (&'g Group<'a>, Described<'a>) {
        let all = groups.iter().flat_map(|group| group.iter().map(move |&described| (group, described)));
        let found = self.site.spec(section.id).first_to_play(&all, |(_, (_, spec))| spec);
        found.expect("a section has an edition")
    }

    /// Returns the ways to play a game as its page shows them: series, and between them the editions that follow each
    /// other, those of several levels apart from others.
    pub(super) fn series_cards(&self, section: &'a Section, resolver: &dyn LinkResolver) -> Vec<SeriesCard> {
        let of_text = &self.site.spec(section.id).body.ids;
        let mut names = Names { of_text, given: HashSet::new() };
        let groups = self.groups(section);
        let together = |one: &Group<'_>, next: &Group<'_>| {
            let [one, next] = [one[0].1, next[0].1];
            one.series.is_none() && next.series.is_none() && is_level(one) == is_level(next)
        };
        let has_stars = self.view.form.is_website();
        let cards =
            groups.chunk_by(together).map(|groups| series_card(&groups.concat(), &mut names, has_stars, resolver));
        cards.collect()
    }

    /// Returns the files that are offered of a game, of its series and of its editions.
    pub(super) fn file_cards(&self, section: &'a Section, resolver: &dyn LinkResolver) -> Vec<FileCard> {
        let whole = self.downloads(section.id, &[], resolver);
        let mut cards = vec![FileCard { title: self.site.spec(section.id).title.clone(), files: whole }];
        for group in self.groups(section) {
            let ids: Vec<_> = group.iter().map(|(edition, _)| edition.id).collect();
            let of_series = if ids.len() > 1 { self.downloads(section.id, &ids, resolver) } else { Vec::new() };
            cards.push(FileCard { title: group_title(&group).0.to_owned(), files: of_series });
            for (edition, spec) in group {
                let mut files = self.downloads(section.id, &[edition.id], resolver);
                let graph = spec.graph.then(|| resolver.link_to(&graph::path(edition), "")).flatten();
                files.extend(graph.map(|address| Link::at(address, graph::NAME)));
                cards.push(FileCard { title: edition.title().to_owned(), files });
            }
        }
        cards.retain(|card| !card.files.is_empty());
        cards
    }

    /// Returns the files that are offered with exactly these editions of a game; with none of it with all.
    fn downloads(&self, section: SectionId, editions: &[EditionId], resolver: &dyn LinkResolver) -> Vec<Link> {
        if !self.view.form.is_website() {
            return Vec::new();
        }
        let files = self.site.downloads_of(section, editions);
        files.filter_map(|file| Some(Link::at(resolver.link_to(&file.path, "")?, &file.title()))).collect()
    }
}

/// Returns the headings of a text as links to them.
pub(super) fn contents(headings: &[Heading]) -> Vec<Link> {
    let link = |Heading { id, title }: &Heading| Link::at(format!("#{}", address::encode(id)), title);
    headings.iter().filter(|heading| !heading.title.trim().is_empty()).map(link).collect()
}

/// Whether an edition is one of several levels against the computer.
fn is_level(spec: &EditionSpec) -> bool {
    spec.level.is_some() && spec.computer.is_some()
}

/// Returns a series, or editions that follow each other.
fn series_card(
    editions: &[Described<'_>],
    names: &mut Names<'_>,
    has_stars: bool,
    resolver: &dyn LinkResolver,
) -> SeriesCard {
    let (first, spec) = editions[0];
    let series = spec.series.as_ref();
    let kind = series.map(|series| series.kind);
    let star_of = |edition: &Edition| {
        let is_there = edition.is_open() && edition.has_star();
        is_there.then(|| Link::to(PageRef::Star(edition.id), "Prize", resolver))
    };
    let mut card = SeriesCard {
        id: series.map_or_else(String::new, |series| names.give(&series.name)),
        title: series.map_or_else(String::new, |series| series.title.clone()),
        summary: series.map_or_else(String::new, |series| series.summary.clone()),
        board: (kind == Some(SeriesKind::Board)).then(|| start(first).close(resolver)),
        editions: Vec::new(),
        levels: Vec::new(),
        volumes: Vec::new(),
    };
    for (place, &(edition, spec)) in editions.iter().enumerate() {
        let is_volume = kind == Some(SeriesKind::Volumes);
        let entry = EditionEntry {
            id: names.give(&spec.name.value),
            link: edition_link(edition, &spec.short_title, resolver),
            summary: if is_volume { String::new() } else { spec.summary.clone() },
            number: if is_volume { place + 1 } else { 0 },
            level: spec.level.clone(),
            begins: spec.computer.as_ref().map(|computer| match computer.seat {
                Player::First => Begins::Computer,
                Player::Second => Begins::You,
            }),
            promise: edition.promise(),
            star: star_of(edition).filter(|_| has_stars),
        };
        match (entry.begins, &spec.level) {
            (Some(begins), _) if is_volume => add_volume(&mut card.volumes, begins, entry),
            (Some(begins), Some(level)) => add_level(&mut card.levels, level, begins, entry),
            _ => card.editions.push(entry),
        }
    }
    for row in &mut card.volumes {
        row.promise = common_promise(&row.editions);
    }
    card
}

/// Adds a volume to those in which the same side begins.
fn add_volume(rows: &mut Vec<VolumeRow>, begins: Begins, entry: EditionEntry) {
    match rows.iter_mut().find(|row| row.begins == begins) {
        Some(row) => row.editions.push(entry),
        None => rows.push(VolumeRow { begins, promise: String::new(), editions: vec![entry] }),
    }
}

/// Returns what all editions promise alike; nothing if they differ.
fn common_promise(editions: &[EditionEntry]) -> String {
    let promise = &editions[0].promise;
    if editions.iter().all(|entry| entry.promise == *promise) { promise.clone() } else { String::new() }
}

/// Adds an edition to the row of its level that has room for it.
fn add_level(rows: &mut Vec<LevelRow>, level: &str, begins: Begins, entry: EditionEntry) {
    let cell = |row: &LevelRow| match begins {
        Begins::You => row.you.is_none(),
        Begins::Computer => row.computer.is_none(),
    };
    let place = rows.iter().position(|row| row.title == level && cell(row)).unwrap_or_else(|| {
        rows.push(LevelRow { title: level.to_owned(), you: None, computer: None });
        rows.len() - 1
    });
    match begins {
        Begins::You => rows[place].you = Some(entry),
        Begins::Computer => rows[place].computer = Some(entry),
    }
}
