//! Editions: the pages of a playable version of a game, with their names and contents.
//!
//! If only people play, each position is a page. If a computer plays one side, each link includes the computer's
//! replies: usually one, or several if the computer moves again. Against a computer, a page shows a position together
//! with the replies that led to it. An edition contains only pages that play can reach. If players choose a piece
//! before they move it, each piece adds a page with the squares where it can go. A position can have a second page with
//! hints. In a game for one player, a position can also have a page for players who have wasted no move.
//!
//! The first call of [`Edition::open`] explores the edition's game.

mod answers;
mod context;
mod hints;
mod map;
mod mistakes;
mod node;
mod nodes;
mod opened;
mod page;
mod phrases;
mod star;

use std::sync::{Arc, OnceLock};

use crate::content::words::Catalogue;
use crate::content::{EditionSpec, Series};
use crate::engine::game::Scene;
use crate::engine::graph::ExploreError;
use crate::engine::solve::library::Library;
use crate::ground::diagnostic::Diagnostic;
use crate::pages::chapter::{Chapter, FIRST_NAME, Leads, Summary};
use crate::pages::page::{EditionId, OpenBoard, PageId, SectionId};
pub(crate) use answers::{any_of, begun, count_pages, on_page, play};
pub use context::{Context, Neighbour, Neighbours};
pub(crate) use hints::few_of;
pub(crate) use node::Node;
use nodes::Nodes;
pub(crate) use page::set_ending;
use phrases::Phrases;
pub(crate) use phrases::{did, goal_of};
pub(crate) use star::{best_end, odds};

/// A playable version of a game and its pages.
pub struct Edition {
    /// The index of the edition among the editions of the site.
    pub id: EditionId,
    /// The section of the edition's game.
    pub section: SectionId,
    folder: String,
    /// The settings of the edition, from the content.
    pub spec: EditionSpec,
    summary: Summary,
    phrases: Phrases,
    library: Arc<Library>,
    opened: OnceLock<Result<Nodes, ExploreError>>,
}

/// An edition with an explored game and planned pages.
#[derive(Clone, Copy)]
pub struct OpenedEdition<'a> {
    edition: &'a Edition,
    nodes: &'a Nodes,
}

impl Edition {
    /// Creates an edition without exploring its game.
    pub fn new(
        id: EditionId,
        section: SectionId,
        folder: String,
        spec: EditionSpec,
        library: Arc<Library>,
        catalogue: Arc<Catalogue>,
    ) -> Self {
        let phrases = Phrases::new(&spec.game, spec.computer.as_ref(), catalogue);
        let text = if spec.summary.is_empty() { &phrases.goal } else { &spec.summary };
        let summary = Summary::new(&spec.title, text, None, None, &[]);
        Self { id, section, folder, spec, summary, phrases, library, opened: OnceLock::new() }
    }

    /// Opens the edition. The first call explores the game and plans the pages.
    ///
    /// # Errors
    ///
    /// Returns an error if the game cannot be explored, a turn of the computer never ends, or a policy chooses an
    /// illegal move.
    pub fn open(&self) -> Result<OpenedEdition<'_>, ExploreError> {
        let nodes = if let Some(nodes) = self.opened.get() {
            nodes
        } else {
            let game = self.library.open(&self.spec.game)?;
            self.opened.get_or_init(|| Nodes::plan(game, self.spec.computer.as_ref(), self.spec.perfect))
        };
        Ok(OpenedEdition { edition: self, nodes: nodes.as_ref().map_err(Clone::clone)? })
    }

    /// Returns the opened edition, if `open` was called before.
    pub fn opened(&self) -> Option<OpenedEdition<'_>> {
        let nodes = self.opened.get()?.as_ref().ok()?;
        Some(OpenedEdition { edition: self, nodes })
    }

    pub fn catalogue(&self) -> &Arc<Catalogue> {
        &self.phrases.catalogue
    }

    /// Returns whether the reader plays alone: against the computer, or to solve a puzzle.
    pub fn is_for_one(&self) -> bool {
        self.phrases.is_for_one()
    }

    pub(crate) fn has_computer(&self) -> bool {
        self.spec.computer.is_some()
    }

    /// Returns the folder of the edition on the site, such as `nim/two-player`.
    pub fn folder(&self) -> &str {
        &self.folder
    }

    /// Returns the path of the file with the edition's graph.
    pub fn graph_path(&self) -> String {
        format!("{}/{GRAPH_NAME}", self.folder())
    }

    pub fn title(&self) -> &str {
        &self.spec.title
    }

    /// Draws the position with this slug; the start, if `slug` is `None` or names no position. The edition need not be
    /// open.
    pub fn picture(&self, slug: Option<&str>) -> OpenBoard {
        let scene = slug.and_then(|slug| self.scene(slug).ok()?).unwrap_or_else(|| self.spec.game.start_scene());
        OpenBoard::picture(&scene, None, self.catalogue())
    }

    /// Returns the position with this slug, if play of the game reaches one. The edition need not be open.
    ///
    /// # Errors
    ///
    /// Returns an error if the game cannot be explored.
    pub(crate) fn scene(&self, slug: &str) -> Result<Option<Scene>, ExploreError> {
        let game = self.library.open(&self.spec.game)?;
        Ok(game.positions.find(slug).map(|state| game.positions.scene(state)))
    }

    /// Returns the goal of the players, in sentences.
    pub fn goal(&self) -> &str {
        &self.phrases.goal
    }

    /// Returns the error for a position that an author names, and that this edition does not contain.
    pub fn no_position(&self, name: &str, editions: &[Self]) -> Diagnostic {
        // Every edition has a first page, so ignore its name. Search only editions that are already open.
        let has_name = |edition: OpenedEdition<'_>| name != FIRST_NAME && edition.page_named(name).is_some();
        let has = |edition: &&Self| edition.opened().is_some_and(has_name);
        let hint = match editions.iter().find(has) {
            Some(other) => format!("`{name}` is a position of `{}`", other.folder()),
            None => format!("the start of `{}` is `{}`", self.folder(), self.spec.game.start_slug()),
        };
        Diagnostic::new(format!("the edition `{}` has no position `{name}`", self.folder())).hint(hint)
    }
}

impl Chapter for Edition {
    fn folder(&self) -> &str {
        &self.folder
    }

    fn summary(&self) -> &Summary {
        &self.summary
    }

    fn starts(&self) -> &'static [PageId] {
        &[PageId::FIRST, PageId::STAR, PageId::MAP, PageId::ANSWERS]
    }

    fn count_from(&self, page: PageId) -> usize {
        match page {
            PageId::STAR => usize::from(self.open().is_ok_and(OpenedEdition::has_star)),
            PageId::MAP => 1,
            page if !page.is_beside() => self.open().map_or(1, OpenedEdition::page_count),
            page => self.open().map_or(0, |edition| edition.answer_pages().saturating_sub(page.answers_number())),
        }
    }

    fn write_name(&self, page: PageId, out: &mut String) {
        match page {
            PageId::FIRST => out.push_str(FIRST_NAME),
            PageId::STAR => out.push_str(STAR_NAME),
            PageId::MAP => out.push_str(MAP_NAME),
            page if page.is_beside() => page.write_answers_name(out),
            page => self.open().into_iter().for_each(|edition| edition.write_name(page, out)),
        }
    }

    fn page_named(&self, name: &str) -> Option<PageId> {
        let page = match name {
            STAR_NAME => PageId::STAR,
            MAP_NAME => PageId::MAP,
            name => match PageId::answers_named(name) {
                Some(page) => page,
                None => return self.open().ok()?.page_named(name),
            },
        };
        (self.open().is_ok() && self.count_from(page) > 0).then_some(page)
    }

    fn leads(&self, page: PageId) -> Option<Leads> {
        (!page.is_beside()).then(|| self.open().ok().map(|edition| edition.leads(page))).flatten()
    }
}

/// Returns the title and the summary of a series, or of a single edition.
pub(crate) fn group_title<'a>(group: &[&'a Edition]) -> (&'a str, &'a str) {
    let spec = &group[0].spec;
    match &spec.series {
        None => (&spec.title, &spec.summary),
        Some(Series { title, summary, .. }) => (title, summary),
    }
}

/// The name of the star page. Slugs cannot contain `~`.
pub const STAR_NAME: &str = "index~won";

/// The name of the map of an edition.
pub const MAP_NAME: &str = "index~map";

/// The name of the file with the graph of an edition.
pub const GRAPH_NAME: &str = "graph.json";
