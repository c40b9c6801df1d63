//! The plan: which pages a site has, and what each is called. It keeps numbers rather than strings: the name of a page
//! is made when somebody asks for it.
//!
//! A page stands in a folder under a name, both the same in every output: `nim/two-player` and `a-3-4-5`. What becomes
//! of the two, an address or a file of a book, is up to the output.

pub mod paths;
mod scripts;
mod stories;

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::pages::edition::{Edition, FIRST_NAME, MAP_NAME, OpenedEdition, STAR_NAME};
use crate::pages::page::{ArticleId, EditionId, PageId, PageRef, ScriptId, SectionId, StoryId};
pub use scripts::{PlannedScript, ScriptKind};
pub use stories::{PlannedStory, StoryPart};

const STARS_NAME: &str = "stars";

pub struct Section {
    pub id: SectionId,
    /// Its folder on the site, for example `nim`.
    pub folder: String,
    /// Its editions, which follow each other among those of the site.
    editions: Range<usize>,
}

/// One copy of the site, with a theme of its own. The first one is the site itself and has all of it.
pub struct Variant {
    /// The folder that it stands in, with the `/` after it; empty for the site itself.
    pub folder: String,
    pub title: String,
    /// Whether it has each of the editions, if not all.
    pub editions: Option<Vec<bool>>,
    /// The folders of the stories that it has, and of the collections of puzzles that it has whatever editions it has,
    /// as far as it has their games.
    pub collections: HashSet<String>,
}

/// Which pages a site has; at first the front page alone.
#[derive(Default)]
pub struct Plan {
    sections: Vec<Section>,
    editions: Vec<Edition>,
    /// The lessons, and then the collections of puzzles.
    scripts: Vec<PlannedScript>,
    stories: Vec<PlannedStory>,
    /// The name of each plain page, with its folder before it.
    articles: Vec<String>,
    /// The pages whose names are known before anything is opened, by their folders and names: plain pages, and the
    /// first page of each game, edition, lesson, collection of puzzles and story.
    known: HashMap<String, PageRef>,
    /// The page or the first page of each Markdown file of the content.
    sources: HashMap<String, PageRef>,
}

impl Plan {
    /// Adds the section of a game that the Markdown file `source` describes, with its editions. Their ids have to be
    /// the next ones.
    pub fn add_section(&mut self, source: &str, folder: &str, editions: Vec<Edition>) {
        let id = SectionId::new(self.sections.len());
        let range = self.editions.len()..self.editions.len() + editions.len();
        self.sources.insert(source.to_owned(), PageRef::Section(id));
        self.known.insert(inside(folder, FIRST_NAME), PageRef::Section(id));
        for edition in &editions {
            self.known.insert(inside(edition.folder(), FIRST_NAME), PageRef::start_of(edition.id));
            if edition.is_for_one() {
                self.known.insert(STARS_NAME.to_owned(), PageRef::Stars);
            }
        }
        self.editions.extend(editions);
        self.sections.push(Section { id, folder: folder.to_owned(), editions: range });
    }

    /// Adds a lesson or a collection of puzzles. Its id has to be the next one.
    pub fn add_script(&mut self, script: PlannedScript) {
        self.known.entry(inside(&script.folder, FIRST_NAME)).or_insert(script.first_page());
        self.scripts.push(script);
    }

    /// Adds a story. Its id has to be the next one.
    pub fn add_story(&mut self, story: PlannedStory) {
        let (page, folder) = (PageRef::Story(story.id), &story.spec.folder);
        self.sources.insert(story.spec.source.clone(), page);
        self.known.insert(inside(folder, FIRST_NAME), page);
        self.known.insert(inside(folder, MAP_NAME), PageRef::StoryMap(story.id));
        self.stories.push(story);
    }

    /// Adds a plain page that the Markdown file `source` describes.
    pub fn add_article(&mut self, source: &str, name: &str) {
        let id = ArticleId::new(self.articles.len());
        self.sources.insert(source.to_owned(), PageRef::Article(id));
        self.articles.push(name.to_owned());
        self.known.insert(name.to_owned(), PageRef::Article(id));
    }

    /// Says that the Markdown file `source` describes a page, and those that follow it.
    pub fn add_source(&mut self, source: &str, page: PageRef) {
        self.sources.insert(source.to_owned(), page);
    }

    /// Whether there is a page that shows all stars: where anybody can win one, and no author has a page of its name.
    pub fn has_stars(&self) -> bool {
        self.known.get(STARS_NAME) == Some(&PageRef::Stars)
    }

    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    pub fn editions(&self) -> &[Edition] {
        &self.editions
    }

    /// Returns all lessons in their order, and then all collections of puzzles.
    pub fn scripts(&self) -> &[PlannedScript] {
        &self.scripts
    }

    pub fn stories(&self) -> &[PlannedStory] {
        &self.stories
    }

    pub fn story(&self, id: StoryId) -> &PlannedStory {
        &self.stories[id.index()]
    }

    /// Returns the ids of the plain pages in their order.
    pub fn articles(&self) -> impl Iterator<Item = ArticleId> + use<> {
        (0..self.articles.len()).map(ArticleId::new)
    }

    /// Returns the plain page of a name, which has its folder before it.
    pub fn article_named(&self, name: &str) -> Option<ArticleId> {
        match self.known.get(name)? {
            PageRef::Article(id) => Some(*id),
            _ => None,
        }
    }

    pub fn section(&self, id: SectionId) -> &Section {
        &self.sections[id.index()]
    }

    pub fn edition(&self, id: EditionId) -> &Edition {
        &self.editions[id.index()]
    }

    pub fn opened(&self, id: EditionId) -> OpenedEdition<'_> {
        let edition = self.edition(id);
        edition.opened().unwrap_or_else(|| panic!("{} is asked for its pages before it is opened", edition.folder()))
    }

    pub fn script(&self, id: ScriptId) -> &PlannedScript {
        &self.scripts[id.index()]
    }

    pub fn editions_of(&self, section: &Section) -> &[Edition] {
        &self.editions[section.editions.clone()]
    }

    /// Returns the lessons of a section, and then its collections of puzzles.
    pub fn scripts_of(&self, section: &Section) -> impl Iterator<Item = &PlannedScript> {
        self.scripts.iter().filter(move |script| script.section == Some(section.id))
    }

    pub fn calendars(&self) -> impl Iterator<Item = &PlannedScript> {
        self.scripts.iter().filter(|script| script.section.is_none())
    }

    /// Returns how many pages there are from the first page of an edition, a lesson, a collection or a story, which is
    /// open, to its last one; of a page that stands alone 1, and none of congratulations that an edition does not have.
    pub fn page_count(&self, first: PageRef) -> usize {
        match first {
            PageRef::Position(edition, _) => self.opened(edition).page_count(),
            PageRef::Star(edition) => usize::from(self.opened(edition).has_star()),
            PageRef::Script(script, _) => self.script(script).script().page_count(),
            PageRef::Passage(story, _) => self.story(story).page_count(),
            PageRef::Stars => usize::from(self.has_stars()),
            _ => 1,
        }
    }

    /// Returns the folder that a page stands in, without a `/` at its end; empty for the site's own.
    pub fn folder(&self, page: PageRef) -> &str {
        match page {
            PageRef::Front | PageRef::Stars => "",
            PageRef::Section(section) => &self.section(section).folder,
            PageRef::Position(edition, _) | PageRef::Star(edition) | PageRef::Map(edition) => {
                self.edition(edition).folder()
            }
            PageRef::Script(script, _) => &self.script(script).folder,
            PageRef::Story(story) | PageRef::Passage(story, _) | PageRef::StoryMap(story) => {
                &self.story(story).spec.folder
            }
            PageRef::Article(article) => split(&self.articles[article.index()]).0,
        }
    }

    pub fn write_name(&self, page: PageRef, out: &mut String) {
        match page {
            PageRef::Front
            | PageRef::Section(_)
            | PageRef::Position(_, PageId::FIRST)
            | PageRef::Script(_, PageId::FIRST)
            | PageRef::Story(_) => out.push_str(FIRST_NAME),
            PageRef::Position(edition, page) => self.opened(edition).write_name(page, out),
            PageRef::Star(_) => out.push_str(STAR_NAME),
            PageRef::Map(_) | PageRef::StoryMap(_) => out.push_str(MAP_NAME),
            PageRef::Passage(story, page) => self.story(story).write_name(page, out),
            PageRef::Stars => out.push_str(STARS_NAME),
            PageRef::Script(script, page) => self.script(script).script().write_name(page, out),
            PageRef::Article(article) => out.push_str(split(&self.articles[article.index()]).1),
        }
    }

    /// Returns the page of a name in a folder, if the site has it. Opens the edition, the lesson or the puzzles of the
    /// folder where names of its pages are known only then; what cannot be opened has a first page alone.
    pub fn page_named(&self, folder: &str, name: &str) -> Option<PageRef> {
        if folder.is_empty() && name == FIRST_NAME {
            return Some(PageRef::Front);
        }
        let known = self.known.get(&inside(folder, name)).copied();
        match known {
            // A plain page hides none of those that stand in its folder.
            None | Some(PageRef::Article(_)) if name != FIRST_NAME => self.page_inside(folder, name).or(known),
            known => known,
        }
    }

    /// Returns the page of a name in the folder of an edition, a lesson or puzzles, if it is not the first.
    fn page_inside(&self, folder: &str, name: &str) -> Option<PageRef> {
        match self.first_page_in(folder)? {
            PageRef::Position(id, _) => {
                let edition = self.edition(id).open().ok()?;
                match name {
                    STAR_NAME => edition.has_star().then_some(PageRef::Star(id)),
                    MAP_NAME => Some(PageRef::Map(id)),
                    _ => Some(PageRef::Position(id, edition.page_named(name).ok()?)),
                }
            }
            PageRef::Script(id, _) => {
                let script = self.script(id);
                script.editions.iter().try_for_each(|&edition| self.edition(edition).open().map(drop)).ok()?;
                script.open(&self.editions).ok()?;
                Some(PageRef::Script(id, script.script().page_named(name)?))
            }
            PageRef::Story(id) => {
                let story = self.story(id);
                story.open().ok()?;
                story.page_named(name)
            }
            _ => None,
        }
    }

    /// Returns the page, or the first page, that a Markdown file of the content describes.
    pub fn page_of_source(&self, source: &str) -> Option<PageRef> {
        self.sources.get(source).copied()
    }

    /// Returns the first page in a folder: that of a game, an edition, a lesson or a collection of puzzles, or a plain
    /// one.
    pub fn first_page_in(&self, folder: &str) -> Option<PageRef> {
        self.known.get(&inside(folder, FIRST_NAME)).copied()
    }

    pub fn edition_in(&self, folder: &str) -> Option<&Edition> {
        match self.first_page_in(folder)? {
            PageRef::Position(edition, _) => Some(self.edition(edition)),
            _ => None,
        }
    }
}

impl Variant {
    pub fn main(title: &str) -> Self {
        Self { folder: String::new(), title: title.to_owned(), editions: None, collections: HashSet::new() }
    }

    pub fn is_main(&self) -> bool {
        self.folder.is_empty()
    }

    pub fn has_edition(&self, edition: EditionId) -> bool {
        self.editions.as_ref().is_none_or(|editions| editions[edition.index()])
    }

    pub fn has_section(&self, section: &Section) -> bool {
        section.editions.clone().any(|edition| self.has_edition(EditionId::new(edition)))
    }

    /// Whether it has a script: a lesson comes with its game, puzzles come with the editions whose positions they show,
    /// or by their name.
    pub fn has_script(&self, script: &PlannedScript, plan: &Plan) -> bool {
        let has_game = |&section: &SectionId| self.has_section(plan.section(section));
        script.is_lesson() && script.section.iter().all(has_game)
            || script.editions.iter().all(|&edition| self.has_edition(edition))
            || (self.collections.contains(&script.folder) && script.section.iter().all(has_game))
    }

    pub fn has_story(&self, story: &PlannedStory) -> bool {
        self.collections.contains(&story.spec.folder) || self.is_main() && self.editions.is_none()
    }

    pub fn has(&self, page: PageRef, plan: &Plan) -> bool {
        match page {
            PageRef::Front | PageRef::Stars | PageRef::Article(_) => true,
            PageRef::Section(section) => self.has_section(plan.section(section)),
            PageRef::Position(edition, _) | PageRef::Star(edition) | PageRef::Map(edition) => self.has_edition(edition),
            PageRef::Script(script, _) => self.has_script(plan.script(script), plan),
            PageRef::Story(story) | PageRef::Passage(story, _) | PageRef::StoryMap(story) => {
                self.has_story(plan.story(story))
            }
        }
    }
}

fn inside(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

pub fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}
