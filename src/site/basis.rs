//! The basis: what is known of a site before the first of its pages is made.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use toml::value::Date;

use super::downloads::DownloadFile;
use super::selection::{Unpublished, split_cover};
use crate::content::{Content, EditionSpec, GameSpec, Located, Series};
use crate::edition::{Edition, Neighbours};
use crate::output::address;
use crate::page::{ArticleId, EditionId, PageRef, SectionId};
use crate::plan::{Plan, PlannedScript, Section, Variant};
use crate::theme::{Form, Theme};

/// What is known of a site before its pages are made.
pub(super) struct Basis {
    /// The folder that it was read from.
    pub(super) root: PathBuf,
    pub(super) content: Content,
    /// What content describes and is no part of the site now.
    pub(super) unpublished: Unpublished,
    pub(super) plan: Plan,
    /// The site itself, and its copies.
    pub(super) views: Vec<View>,
    /// The plain pages that each one named `index` lists, by its name with its folder before it.
    pub(super) lists: HashMap<String, Vec<ArticleId>>,
    /// Whether the day is known on which any page was written.
    pub(super) has_dates: bool,
    /// What it offers beside its pages.
    pub(super) downloads: Vec<DownloadFile>,
}

/// Some of a site's pages, in one form.
pub(super) struct View {
    pub(super) form: Form,
    /// Which pages these are.
    pub(super) variant: Variant,
    /// What they look like.
    pub(super) theme: Arc<Theme>,
    /// For each edition of the site where its pages lead beside its moves.
    pub(super) neighbours: Vec<Neighbours>,
}

/// What is told of a page where another one, or another program, shows a link to it.
#[derive(Clone, Copy)]
pub(super) struct Summary<'a> {
    pub(super) title: &'a str,
    /// One sentence; may be empty.
    pub(super) text: &'a str,
    /// When it was written, as far as content says so.
    pub(super) date: Option<Date>,
    /// The picture that content names for it.
    pub(super) image: Option<&'a Located<String>>,
}

/// An edition with what content says of it.
pub(super) type Described<'a> = (&'a Edition, &'a EditionSpec);

/// Editions of one series, or a single one.
pub(super) type Group<'a> = Vec<Described<'a>>;

/// Returns the title of an edition or a series, and one sentence about it, which may be empty.
pub(super) fn group_title<'a>(group: &Group<'a>) -> (&'a str, &'a str) {
    let (first, spec) = group[0];
    match &spec.series {
        None => (first.title(), &first.description.summary),
        Some(Series { title, summary, .. }) => (title, summary),
    }
}

impl Basis {
    /// Returns what content says of the game of a section.
    pub(super) fn spec(&self, section: SectionId) -> &GameSpec {
        &self.content.games[section.index()]
    }

    /// Returns what content says of the game of an edition.
    pub(super) fn game_of(&self, edition: EditionId) -> &GameSpec {
        self.spec(self.plan.edition(edition).section)
    }

    /// Returns what content says of an edition.
    pub(super) fn edition_spec(&self, edition: &Edition) -> &EditionSpec {
        let first = self.plan.editions_of(self.plan.section(edition.section))[0].id;
        &self.spec(edition.section).editions[edition.id.index() - first.index()]
    }

    /// Returns the editions of a section that a variant has, those of a series together.
    pub(super) fn groups(&self, section: &Section, variant: &Variant) -> Vec<Group<'_>> {
        let editions = self.plan.editions_of(section).iter().zip(&self.spec(section.id).editions);
        let editions: Group<'_> = editions.filter(|(edition, _)| variant.has_edition(edition.id)).collect();
        let is_one =
            |(_, one): &Described<'_>, (_, next): &Described<'_>| one.series.is_some() && one.series == next.series;
        editions.chunk_by(is_one).map(<[_]>::to_vec).collect()
    }

    /// Returns the edition and the slug of the position that picture a game; without a slug it is the start.
    pub(super) fn cover(&self, section: SectionId) -> (&Edition, Option<&str>) {
        let (spec, editions) = (self.spec(section), self.plan.editions_of(self.plan.section(section)));
        let Some(cover) = &spec.cover else { return (&editions[0], None) };
        let (name, slug) = split_cover(&cover.value);
        let place = spec.editions.iter().position(|edition| edition.name.value == name);
        (&editions[place.expect("it was checked")], Some(slug))
    }

    /// Returns the position that pictures a game in a variant: that of the site, where it has an edition of that
    /// game with the same parameters, or else the start of its first edition.
    pub(super) fn cover_in(&self, variant: &Variant, section: &Section) -> (&Edition, Option<&str>) {
        let (pictured, slug) = self.cover(section.id);
        let game = |edition| &self.edition_spec(edition).game;
        let mut editions = self.plan.editions_of(section).iter().filter(|edition| variant.has_edition(edition.id));
        let first = editions.clone().next().unwrap_or(pictured);
        if editions.any(|edition| game(edition) == game(pictured)) { (pictured, slug) } else { (first, None) }
    }

    /// Returns where the site is published, if it says so; the address ends with `/`.
    pub(super) fn base_url(&self) -> Option<&str> {
        self.content.config.base_url.as_deref()
    }

    /// Returns the absolute address of a path on the website, if it is published.
    pub(super) fn published_address(&self, path: &str) -> Option<String> {
        Some(format!("{}{}", self.base_url()?, address::encode(path)))
    }

    /// Returns the absolute address of a page, if it is published.
    pub(super) fn page_address(&self, page: PageRef) -> Option<String> {
        self.published_address(&address::path(&self.plan, page))
    }

    /// Whether a page is the one that an author wrote for files that are not there.
    pub(super) fn is_not_found(&self, page: PageRef) -> bool {
        matches!(page, PageRef::Article(id) if self.content.articles[id.index()].name == address::NOT_FOUND)
    }

    /// Returns what is told of a page.
    pub(super) fn summary(&self, page: PageRef) -> Summary<'_> {
        let Content { config, front, articles, .. } = &self.content;
        let front = front.as_ref();
        let plain = |title, text| Summary { title, text, date: None, image: None };
        match page {
            PageRef::Front => Summary {
                date: front.and_then(|front| front.date),
                image: front.and_then(|front| front.image.as_ref()),
                ..plain(&config.title, &config.tagline)
            },
            PageRef::Section(section) => {
                let GameSpec { title, summary, date, image, .. } = self.spec(section);
                Summary { title, text: summary, date: *date, image: image.as_ref() }
            }
            PageRef::Article(article) => {
                let article = &articles[article.index()];
                let image = article.image.as_ref();
                Summary { title: &article.title, text: &article.summary, date: article.date, image }
            }
            PageRef::Script(script, _) => {
                let PlannedScript { title, summary, date, .. } = self.plan.script(script);
                Summary { date: *date, ..plain(title, summary) }
            }
            PageRef::Position(edition, _) | PageRef::Star(edition) => {
                let edition = self.plan.edition(edition);
                let summary = &*edition.description.summary;
                plain(edition.title(), if summary.is_empty() { edition.goal() } else { summary })
            }
        }
    }

    /// Returns the pages that people come to first, from elsewhere.
    pub(super) fn landings(&self) -> impl Iterator<Item = PageRef> {
        let games = self.plan.sections().iter().flat_map(|section| {
            let editions = self.plan.editions_of(section).iter().map(|edition| PageRef::start_of(edition.id));
            let scripts = self.plan.scripts_of(section).map(PlannedScript::first_page);
            [PageRef::Section(section.id)].into_iter().chain(editions).chain(scripts)
        });
        let articles = self.plan.articles().map(PageRef::Article).filter(|page| !self.is_not_found(*page));
        [PageRef::Front].into_iter().chain(games).chain(articles)
    }

    /// Whether a page is the first one of an edition on a site whose address is known: people come there from
    /// elsewhere, so it tells more than others.
    pub(super) fn is_landing(&self, page: PageRef) -> bool {
        page.number() == 0 && self.base_url().is_some() && matches!(page, PageRef::Position(..))
    }
}
