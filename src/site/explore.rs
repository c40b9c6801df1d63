//! Exploring the games that pages show, and checking what pages say of positions.

use std::collections::HashSet;

use rayon::prelude::*;

use super::open::split_cover;
use super::{EditionId, SectionId, Site};
use crate::content::{ArticleSpec, Body, Located};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::edition::Edition;
use crate::games::Game;
use crate::graph::ExploreError;
use crate::page::{CollectionId, LessonId, PageRef};

impl Site {
    /// Opens all editions, lessons and puzzles.
    pub(super) fn open_everything(&self) -> Result<(), Diagnostics> {
        self.open_editions()?;
        let mut findings = Diagnostics::new();
        for section in self.plan.sections() {
            findings.keep(self.check_cover(section.id));
        }
        for lesson in self.plan.lessons() {
            findings.keep(self.open_lesson(lesson.id));
        }
        let collections = self.plan.collections().par_iter();
        for opened in collections.map(|collection| self.open_collection(collection.id)).collect::<Vec<_>>() {
            findings.keep(opened);
        }
        findings.into_result(())
    }

    /// Explores the games that a page shows, and checks what it says of their positions.
    pub(super) fn explore_for(&self, page: PageRef) -> Result<(), Diagnostics> {
        let check = |body: &Body, image: Option<&Located<String>>| {
            // A part of a site has links to the rest of it.
            if self.is_part { Ok(()) } else { self.check_links_of(&[body], &Vec::from_iter(image)) }
        };
        let check_article = |article: &ArticleSpec| check(&article.body, article.image.as_ref());
        match page {
            PageRef::Front => self.content.front.as_ref().map_or(Ok(()), check_article),
            PageRef::Article(article) => check_article(&self.content.articles[article.index()]),
            PageRef::Section(section) => {
                self.open_promising(section);
                self.check_cover(section)?;
                let spec = self.spec(section);
                check(&spec.body, spec.image.as_ref())?;
                self.make_downloads(self.downloads_of_section(section))
            }
            PageRef::Position(edition, _) | PageRef::Star(edition) => {
                Ok(self.open_edition(self.plan.edition(edition))?)
            }
            PageRef::Puzzle(collection, _) => Ok(self.open_collection(collection)?),
            PageRef::Lesson(lesson, _) => {
                self.open_lesson(lesson)?;
                self.check_links_of(&self.plan.lesson(lesson).bodies().collect::<Vec<_>>(), &[])
            }
        }
    }

    /// Explores the games of all editions and plans their pages, several at once.
    fn open_editions(&self) -> Result<(), Diagnostics> {
        let editions = self.plan.editions();
        // The first edition of each game stands for all.
        let mut known: HashSet<&Game> = HashSet::new();
        let distinct: Vec<&Edition> =
            editions.iter().filter(|edition| known.insert(&self.edition_spec(edition).game)).collect();
        let opened: Vec<_> = distinct.par_iter().map(|edition| self.open_edition(edition)).collect();
        let mut findings = Diagnostics::new();
        for result in opened {
            findings.keep(result);
        }
        findings.into_result(())?;
        // What is left shares these games.
        let opened: Result<Vec<()>, Diagnostic> =
            editions.par_iter().map(|edition| self.open_edition(edition)).collect();
        Ok(opened.map(drop)?)
    }

    /// Opens the editions whose promises stand on the page of their game. One that cannot be opened promises nothing
    /// there, and its own pages say what is wrong.
    fn open_promising(&self, section: SectionId) {
        let editions = self.plan.editions_of(self.plan.section(section)).par_iter();
        editions.filter(|edition| edition.has_promise()).for_each(|edition| {
            edition.open().ok();
        });
    }

    /// Opens an edition, and that in which its positions can be explored, which has the same game.
    pub(super) fn open_edition(&self, edition: &Edition) -> Result<(), Diagnostic> {
        for view in &self.views {
            if let Some(explored) = view.ways[edition.id.index()].explored {
                self.open_alone(self.plan.edition(explored))?;
            }
        }
        self.open_alone(edition)
    }

    fn open_alone(&self, edition: &Edition) -> Result<(), Diagnostic> {
        edition.open().map_err(|error| {
            let hint = match error {
                ExploreError::TooManyStates { .. } => {
                    "choose smaller parameters, allow more positions with `max_positions` in content/site.toml, or let \
                     `pageturner serve` make its pages when they are asked for, with `on_demand = true`"
                }
                ExploreError::BrokenPromise { .. } => {
                    "this is a mistake in the code of the game: see what `Rules` and `Show` promise"
                }
                ExploreError::EndlessTurn { .. } => {
                    "give the computer another policy, or the game a rule that passes the turn on in the end"
                }
            };
            self.edition_spec(edition).name.diagnostic(error.to_string()).hint(hint)
        })
    }

    pub(super) fn open_lesson(&self, lesson: LessonId) -> Result<(), Diagnostics> {
        let lesson = self.plan.lesson(lesson);
        let edition = self.plan.edition(lesson.edition);
        self.open_edition(edition)?;
        lesson.open(edition, self.plan.editions())
    }

    pub(super) fn open_collection(&self, collection: CollectionId) -> Result<(), Diagnostic> {
        let collection = self.plan.collection(collection);
        for &edition in &collection.editions {
            self.open_edition(self.plan.edition(edition))?;
        }
        collection.open(self.plan.editions())
    }

    /// Checks that a game is pictured by a position.
    pub(super) fn check_cover(&self, section: SectionId) -> Result<(), Diagnostic> {
        let Some(cover) = &self.spec(section).cover else { return Ok(()) };
        let edition = self.plan.edition(self.covers[section.index()]);
        let (name, slug) = split_cover(&cover.value);
        edition.picture(Some(slug)).map(drop).map_err(|error| {
            let start = edition.start_slug();
            cover.diagnostic(error.to_string()).hint(format!("the start is `{name}/{start}`"))
        })
    }

    /// Returns the edition and the slug of the position that picture a game, if it is not the start.
    pub(super) fn cover(&self, section: SectionId) -> (EditionId, Option<&str>) {
        let slug = self.spec(section).cover.as_ref().map(|cover| split_cover(&cover.value).1);
        (self.covers[section.index()], slug)
    }
}
