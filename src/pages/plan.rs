//! The plan: the pages of a site and their names. The plan stores numbers instead of strings, and creates the name of a
//! page when an output needs it.
//!
//! The folder and the name of a page are the same in every output: `nim/two-player` and `a-3-4-5`. From the folder and
//! the name, each output makes an address or, in a book, a file name.

pub mod paths;

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

pub use crate::pages::chapter::split;
use crate::pages::chapter::{Chapter, FIRST_NAME, Summary};
use crate::pages::edition::Edition;
use crate::pages::page::{ArticleId, ChapterId, EditionId, PageId, PageRef, ScriptId, SectionId, StoryId};
use crate::pages::script::{PlannedScript, ScriptKind};
use crate::pages::story::Story;

const STARS_NAME: &str = "stars";
const GAMES_NAME: &str = "games";

/// The front page, the page of all stars, and the page of all games.
#[derive(Default)]
pub struct Front {
    pub summary: Summary,
    /// True if the site has the page of all stars: there are stars to win, and no article has the name of this page.
    pub has_stars: bool,
    /// True if the site has the page of all games: some game is in a group, and no article has the name of this page.
    pub has_games: bool,
}

/// The page of a game: its rules and its editions.
pub struct Section {
    pub id: SectionId,
    /// The folder of the game on the site, for example `nim`.
    pub folder: String,
    pub summary: Summary,
    /// The editions of the game, as a range of indices among the editions of the site.
    editions: Range<usize>,
}

/// An article: a page of text.
pub struct Article {
    pub id: ArticleId,
    /// The folder and the name of the article.
    pub name: String,
    pub summary: Summary,
}

/// A copy of the site with its own theme. The first variant is the main variant.
pub struct Variant {
    /// The folder of the variant, with a `/` at its end; empty for the main variant.
    pub folder: String,
    pub title: String,
    /// For each edition, whether the variant contains it; `None` means all.
    pub editions: Option<Vec<bool>>,
    /// The folders of the variant's stories, and of the puzzles that the variant contains even without their editions.
    pub collections: HashSet<String>,
}

/// The pages of a site; at first only the front page.
#[derive(Default)]
pub struct Plan {
    pub front: Front,
    pub sections: Vec<Section>,
    pub editions: Arc<Vec<Edition>>,
    /// The lessons, then the collections of puzzles.
    pub scripts: Vec<PlannedScript>,
    pub stories: Vec<Story>,
    pub articles: Vec<Article>,
    /// The pages whose paths are known before a chapter is opened: the articles, and the first pages of all other
    /// chapters.
    known: HashMap<String, PageRef>,
    /// The page that each Markdown file of the content describes.
    sources: HashMap<String, PageRef>,
}

impl Plan {
    /// Adds a game that the Markdown file `source` describes. The ids of its editions continue the ids of the previous
    /// game. All games come before the scripts.
    pub fn add_game(
        &mut self,
        source: &str,
        folder: String,
        summary: Summary,
        is_in_group: bool,
        editions: Vec<Edition>,
    ) {
        let id = SectionId::new(self.sections.len());
        self.add_source(source, PageRef::start_of(id));
        self.known.insert(inside(&folder, FIRST_NAME), PageRef::start_of(id));
        for edition in &editions {
            self.known.insert(inside(edition.folder(), FIRST_NAME), PageRef::start_of(edition.id));
        }
        if editions.iter().any(Edition::is_for_one) {
            self.known.insert(STARS_NAME.to_owned(), PageRef::STARS);
            self.front.has_stars = true;
        }
        if is_in_group {
            self.known.insert(GAMES_NAME.to_owned(), PageRef::GAMES);
            self.front.has_games = true;
        }
        let all = Arc::get_mut(&mut self.editions).expect("no script shares the editions yet");
        self.sections.push(Section { id, folder, summary, editions: all.len()..all.len() + editions.len() });
        all.extend(editions);
    }

    /// Sets the summary of the front page, and the Markdown file that describes it.
    pub fn set_front(&mut self, summary: Summary, source: Option<&str>) {
        self.front.summary = summary;
        if let Some(source) = source {
            self.add_source(source, PageRef::FRONT);
        }
    }

    /// Adds a lesson or a collection of puzzles about editions.
    pub fn add_script(
        &mut self,
        section: Option<SectionId>,
        editions: Vec<EditionId>,
        folder: String,
        summary: Summary,
        kind: ScriptKind,
    ) -> PageRef {
        let (id, all_editions) = (ScriptId::new(self.scripts.len()), Arc::clone(&self.editions));
        self.known.entry(inside(&folder, FIRST_NAME)).or_insert(PageRef::start_of(id));
        let opened = OnceLock::new();
        self.scripts.push(PlannedScript { id, section, editions, all_editions, folder, summary, kind, opened });
        PageRef::start_of(id)
    }

    /// Adds a story. The id of the story must be the next story id.
    pub fn add_story(&mut self, story: Story) {
        let page = PageRef::start_of(story.id);
        self.add_source(&story.spec.source, page);
        self.known.insert(inside(&story.spec.folder, FIRST_NAME), page);
        self.stories.push(story);
    }

    /// Adds an article that the Markdown file `source` describes.
    pub fn add_article(&mut self, source: &str, name: &str, summary: Summary) {
        let id = ArticleId::new(self.articles.len());
        self.add_source(source, PageRef::start_of(id));
        self.articles.push(Article { id, name: name.to_owned(), summary });
        // An article with the name of the page of all stars, or of all games, replaces that page.
        self.front.has_stars &= name != STARS_NAME;
        self.front.has_games &= name != GAMES_NAME;
        self.known.insert(name.to_owned(), PageRef::start_of(id));
    }

    /// Records that the Markdown file `source` describes a page.
    pub fn add_source(&mut self, source: &str, page: PageRef) {
        self.sources.insert(source.to_owned(), page);
    }

    pub fn section(&self, id: SectionId) -> &Section {
        &self.sections[id.index()]
    }

    pub fn edition(&self, id: EditionId) -> &Edition {
        &self.editions[id.index()]
    }

    pub fn script(&self, id: ScriptId) -> &PlannedScript {
        &self.scripts[id.index()]
    }

    pub fn story(&self, id: StoryId) -> &Story {
        &self.stories[id.index()]
    }

    pub fn article(&self, id: ArticleId) -> &Article {
        &self.articles[id.index()]
    }

    pub fn chapter(&self, id: ChapterId) -> &dyn Chapter {
        match id {
            ChapterId::Front => &self.front,
            ChapterId::Section(id) => self.section(id),
            ChapterId::Edition(id) => self.edition(id),
            ChapterId::Script(id) => self.script(id),
            ChapterId::Story(id) => self.story(id),
            ChapterId::Article(id) => self.article(id),
        }
    }

    /// Returns all chapters: the front page, each game with its editions, lessons and puzzles, the stories, the
    /// calendars and the articles.
    pub fn chapters(&self) -> impl Iterator<Item = ChapterId> {
        let games = self.sections.iter().flat_map(|section| {
            let editions = self.editions_of(section).iter().map(|edition| edition.id.into());
            let scripts = self.scripts_of(section).map(|script| script.id.into());
            [ChapterId::Section(section.id)].into_iter().chain(editions).chain(scripts)
        });
        let stories = self.stories.iter().map(|story| story.id.into());
        let calendars = self.calendars().map(|script| script.id.into());
        let articles = self.articles.iter().map(|article| article.id.into());
        [ChapterId::Front].into_iter().chain(games).chain(stories).chain(calendars).chain(articles)
    }

    /// Finds an article by its folder and name.
    pub fn article_named(&self, name: &str) -> Option<ArticleId> {
        match self.known.get(name)?.chapter {
            ChapterId::Article(id) => Some(id),
            _ => None,
        }
    }

    pub fn editions_of(&self, section: &Section) -> &[Edition] {
        &self.editions[section.editions.clone()]
    }

    /// Returns the lessons of a section, then its collections of puzzles.
    pub fn scripts_of(&self, section: &Section) -> impl Iterator<Item = &PlannedScript> {
        self.scripts.iter().filter(move |script| script.section == Some(section.id))
    }

    pub fn calendars(&self) -> impl Iterator<Item = &PlannedScript> {
        self.scripts.iter().filter(|script| script.section.is_none())
    }

    /// Returns the number of pages of a chapter from `first` on, in the chapter's sequence or outside of it.
    pub fn page_count(&self, first: PageRef) -> usize {
        self.chapter(first.chapter).count_from(first.page)
    }

    /// Returns the folder of a page, without a `/` at its end; empty for the root of the site.
    pub fn folder(&self, page: PageRef) -> &str {
        self.chapter(page.chapter).folder()
    }

    pub fn write_name(&self, page: PageRef, out: &mut String) {
        self.chapter(page.chapter).write_name(page.page, out);
    }

    /// Finds a page by its folder and name. Opens the chapter if its page names are not known yet.
    pub fn page_named(&self, folder: &str, name: &str) -> Option<PageRef> {
        if folder.is_empty() && name == FIRST_NAME {
            return Some(PageRef::FRONT);
        }
        let known = self.known.get(&inside(folder, name)).copied();
        let is_article = known.is_none_or(|page| page.chapter.is_article());
        // An article does not hide a page of the chapter in the same folder.
        if is_article && name != FIRST_NAME { self.page_inside(folder, name).or(known) } else { known }
    }

    fn page_inside(&self, folder: &str, name: &str) -> Option<PageRef> {
        let first = self.first_page_in(folder)?;
        Some(first.at(self.chapter(first.chapter).page_named(name)?))
    }

    /// Returns the page that a Markdown file of the content describes.
    pub fn page_of_source(&self, source: &str) -> Option<PageRef> {
        self.sources.get(source).copied()
    }

    /// Returns the Markdown file that describes a chapter.
    pub fn source_of(&self, chapter: ChapterId) -> Option<&str> {
        self.sources.iter().filter(|(_, page)| page.chapter == chapter).map(|(path, _)| &**path).min()
    }

    /// Returns the first page of the chapter in a folder, or the article that serves as its index.
    pub fn first_page_in(&self, folder: &str) -> Option<PageRef> {
        self.known.get(&inside(folder, FIRST_NAME)).copied()
    }

    pub fn edition_in(&self, folder: &str) -> Option<&Edition> {
        match self.first_page_in(folder)?.chapter {
            ChapterId::Edition(edition) => Some(self.edition(edition)),
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

    /// Returns whether the variant contains a script. The variant contains a lesson if it contains the lesson's game.
    /// It contains puzzles if it contains their editions, or if its settings name the puzzles.
    pub fn has_script(&self, script: &PlannedScript, plan: &Plan) -> bool {
        let has_game = |&section: &SectionId| self.has_section(plan.section(section));
        script.is_lesson() && script.section.iter().all(has_game)
            || script.editions.iter().all(|&edition| self.has_edition(edition))
            || (self.collections.contains(&script.folder) && script.section.iter().all(has_game))
    }

    pub fn has_story(&self, story: &Story) -> bool {
        self.collections.contains(&story.spec.folder)
    }

    pub fn has(&self, page: PageRef, plan: &Plan) -> bool {
        match page.chapter {
            ChapterId::Front | ChapterId::Article(_) => true,
            ChapterId::Section(section) => self.has_section(plan.section(section)),
            ChapterId::Edition(edition) => self.has_edition(edition),
            ChapterId::Script(script) => self.has_script(plan.script(script), plan),
            ChapterId::Story(story) => self.has_story(plan.story(story)),
        }
    }
}

fn inside(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

impl Chapter for Front {
    fn folder(&self) -> &'static str {
        ""
    }

    fn summary(&self) -> &Summary {
        &self.summary
    }

    fn starts(&self) -> &'static [PageId] {
        &[PageId::FIRST, PageId::STAR, PageId::MAP]
    }

    fn count_from(&self, page: PageId) -> usize {
        usize::from(match page {
            PageId::STAR => self.has_stars,
            PageId::MAP => self.has_games,
            page => !page.is_beside(),
        })
    }

    fn write_name(&self, page: PageId, out: &mut String) {
        out.push_str(match page {
            PageId::STAR => STARS_NAME,
            PageId::MAP => GAMES_NAME,
            _ => FIRST_NAME,
        });
    }
}

impl Chapter for Section {
    fn folder(&self) -> &str {
        &self.folder
    }

    fn summary(&self) -> &Summary {
        &self.summary
    }
}

impl Chapter for Article {
    fn folder(&self) -> &str {
        split(&self.name).0
    }

    fn summary(&self) -> &Summary {
        &self.summary
    }

    fn write_name(&self, _page: PageId, out: &mut String) {
        out.push_str(split(&self.name).1);
    }
}
