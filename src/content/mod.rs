//! Content: reads and checks the `content/` folder of a site.
//!
//! The header of a Markdown file decides what the file becomes: a game with its editions, a lesson (`lesson`), a story
//! (`story`), or otherwise an article. All other files are published unchanged. This layer finds every mistake that can
//! be found without playing a game, and reports all of them together.
//! Mistakes in the settings are reported alone, because the settings decide what pages can contain.

mod article;
mod body;
mod code;
mod config;
mod document;
mod editions;
mod files;
mod game;
mod levels;
mod links;
mod located;
mod markdown;
mod scripts;
mod story;
mod translation;
pub mod words;

use std::path::Path;

use self::files::{Images, check_picture, config_file, read_source};
use crate::content::words::{Catalogue, GameWords};
use crate::engine::games::Games;
use crate::ground::diagnostic::{Diagnostic, Diagnostics};
use crate::ground::files::{FoundFile, SiteFolder, check_published, shown};
use crate::ground::html::guard::{self, Allowed, FileKind};
use code::GameCatalog;
use document::{Document, TextRules};
use story::StoryFiles;

pub use self::files::{CONFIG_FILE, FOLDER};
pub use article::{ArticleSpec, CalendarKeys, Sort, WEEK};
pub(crate) use body::escaped;
pub use body::{BoardBlock, Body, Heading, Reference};
pub use code::{located as fault_diagnostic, read_game};
pub use config::{ColorsSpec, Config, MenuEntry, VariantSpec, check_base_url};
pub use editions::{Answers, Download, EditionKeys, EditionSpec, Series, SeriesKind};
pub use game::GameSpec;
pub use located::Located;
pub use scripts::{LessonSpec, PuzzlesSpec, StepSpec};
pub use story::StorySpec;
pub use translation::folder as language_folder;

#[derive(Debug, Default)]
pub struct Content {
    pub config: Config,
    /// The games in the order of the site.
    pub games: Vec<GameSpec>,
    /// The stories in the order of the site.
    pub stories: Vec<StorySpec>,
    /// The lessons in the order of their files.
    pub lessons: Vec<LessonSpec>,
    /// The articles by `order` and title, without the front page.
    pub articles: Vec<ArticleSpec>,
    pub calendars: Vec<ArticleSpec>,
    pub front: Option<ArticleSpec>,
    /// The files to publish unchanged.
    pub files: Vec<FoundFile>,
    /// The hidden files and folders that are not published, by the paths that messages show.
    pub left_out: Vec<String>,
    pub words: Vec<GameWords>,
}

impl Content {
    pub fn has_game(&self, name: &str) -> bool {
        self.games.iter().any(|game| game.game.value == name)
    }

    /// Sets the titles of editions for which authors give none.
    pub fn name_editions(&mut self, catalogue: &Catalogue) {
        self.games.iter_mut().flat_map(|game| &mut game.editions).for_each(|edition| edition.name(catalogue));
    }
}

/// The files of a site's content, its settings and its games, before the pages are read.
pub struct ContentFolder<'a> {
    root: &'a Path,
    /// The settings of the first language.
    pub config: Config,
    markdown: Vec<FoundFile>,
    copied: Vec<FoundFile>,
    /// The names of hidden files.
    left_out: Vec<String>,
    images: Images,
    stories: StoryFiles<'a>,
    games: GameCatalog<'a>,
}

impl<'a> ContentFolder<'a> {
    /// Opens the content of the site in the folder `root`.
    ///
    /// # Errors
    ///
    /// Returns all mistakes in the settings or in the files of games, each with its place.
    pub fn open(root: &'a Path, known: &'a Games) -> Result<Self, Diagnostics> {
        let folder = root.join(FOLDER);
        if !folder.is_dir() {
            let message = format!("this is not the folder of a site: the folder {} is missing", folder.display());
            let hint = "run this in the folder of a site, name that folder with --root, or create a site with \
                        `pageturner init NAME`";
            return Err(Diagnostic::new(message).hint(hint).into());
        }
        let (files, left_out) = SiteFolder { folder: &folder, name: "the content folder", root }.find()?;
        let is_markdown = |file: &FoundFile| Path::new(&file.path).extension().is_some_and(|ending| ending == "md");
        let (markdown, others) = files.into_iter().partition::<Vec<_>, _>(is_markdown);
        let (read, copied) =
            others.into_iter().partition::<Vec<_>, _>(|file| code::is_code(file) || story::is_story(file));
        // Read files only now that all of them are known to be regular files.
        let (config, games) = (config::read_config(root)?, GameCatalog::read(root, known, &read)?);
        let (images, stories) = (Images::among(&copied), StoryFiles::among(root, read));
        Ok(Self { root, config, markdown, copied, left_out, images, stories, games })
    }

    /// Returns the languages of the site, the first language first.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&*self.config.language).chain(self.config.languages.iter().map(|tag| &*tag.value))
    }

    /// Reads the content in one of the languages.
    ///
    /// # Errors
    ///
    /// Returns all mistakes in the content, each with its place.
    pub fn read(&self, language: &str) -> Result<Content, Diagnostics> {
        let (root, first) = (self.root, &*self.config.language);
        let is_first = language == first;
        let config = if is_first { self.config.clone() } else { self.config.in_language(root, language)? };
        let rules = TextRules { raw_html: config.allowed.raw_html, is_english: is_english(language) };
        let open = |file: &FoundFile, path: &str| Document::open(root, &file.origin, path, rules, &self.images);
        let (mut pages, mut findings) = (Content::default(), Diagnostics::new());
        // Other languages link to the files of the first one, except those that are on every page.
        let is_settings =
            |path: &str| path == CONFIG_FILE || config.languages.iter().any(|tag| path == config_file(&tag.value));
        let is_published =
            |file: &&FoundFile| if is_first { !is_settings(&file.path) } else { config.is_on_every_page(&file.path) };
        let files: Vec<_> = self.copied.iter().filter(is_published).cloned().collect();
        for file in &files {
            findings.keep(check_copied(root, file, &config.allowed));
        }
        for file in &self.markdown {
            let split = translation::split(&file.path, &config.languages);
            let (path, tag) = split.unwrap_or_else(|| (file.path.clone(), first));
            if tag != language {
                continue;
            }
            let base = self.markdown.iter().find(|base| !is_first && base.path == path);
            let base = base.map(|base| open(base, &path)).transpose();
            if let Some((own, base)) = findings.keep(open(file, &path).and_then(|own| Ok((own, base?)))) {
                findings.keep(pages.read(&own, base.as_ref(), &self.games, &self.stories));
            }
        }
        let (left_out, words) = (self.left_out.clone(), self.games.words(first));
        findings.into_result(Content { config, files, left_out, words, ..pages.sorted() })
    }
}

pub fn is_english(language: &str) -> bool {
    language.split('-').next() == Some("en")
}

impl Content {
    /// Reads a page. `original` is the page that it translates, if any.
    fn read(
        &mut self,
        document: &Document<'_>,
        original: Option<&Document<'_>>,
        known: &GameCatalog<'_>,
        stories: &StoryFiles<'_>,
    ) -> Result<(), Diagnostics> {
        if document.has_key(&["story"]) {
            if let Some(place) = document.place_of_key("game") {
                let finding = Diagnostic::new("a page cannot have both `game` and `story`");
                let hint = "remove one of the two keys: a game and a story need separate pages";
                return Err(finding.at(&document.source, place).hint(hint).into());
            }
            self.stories.push(StorySpec::read(document, stories)?);
            return Ok(());
        }
        if let Some(original) = original.filter(|original| original.has_key(&["story"])) {
            let message =
                format!("{} translates the page of a story, but lacks the key `story`", document.source.name());
            let hint = format!("add `story = …` with the story in this language, as in {}", original.source.name());
            return Err(Diagnostic::new(message).hint(hint).into());
        }
        let whole = original.filter(|original| original.has_key(&game::KEYS)).unwrap_or(document);
        if whole.has_key(&game::KEYS) {
            self.games.push(GameSpec::read(whole, original.map(|_| document), known)?);
        } else if original.unwrap_or(document).has_key(&["lesson"]) {
            let lesson = LessonSpec::read(document)?;
            if let Some(original) = original {
                lesson.check_translation(&LessonSpec::read(original)?)?;
            }
            self.lessons.push(lesson);
        } else {
            let mut page = ArticleSpec::read(document)?;
            if let Some(original) = original {
                page.calendar = ArticleSpec::read(original)?.calendar;
            }
            match page {
                page if page.calendar.is_some() => self.calendars.push(page),
                page if page.name == "index" => self.front = Some(page),
                page => self.articles.push(page),
            }
        }
        Ok(())
    }

    fn sorted(mut self) -> Self {
        self.games.sort_by(|a, b| (a.order, &a.title).cmp(&(b.order, &b.title)));
        self.stories.sort_by(|a, b| (a.order, &a.title).cmp(&(b.order, &b.title)));
        self.articles.sort_by(|a, b| (a.order, &a.title, &a.name).cmp(&(b.order, &b.title, &b.name)));
        self
    }
}

/// Checks that a file can be published unchanged.
fn check_copied(root: &Path, file: &FoundFile, allowed: &Allowed) -> Result<(), Diagnostic> {
    check_ending(file)?;
    check_published(&file.path, &shown(&file.origin, root), &allowed.endings)?;
    check_picture(root, file)?;
    let kind = FileKind::of(&file.path);
    if allowed.raw_html || kind == FileKind::Other {
        return Ok(());
    }
    let source = read_source(root, &file.origin)?;
    guard::check(kind, source.text()).map_err(|breach| breach.diagnostic(&source))
}

/// Checks that a file is not Markdown with an unusual extension, which the program would not read.
fn check_ending(file: &FoundFile) -> Result<(), Diagnostic> {
    const OTHERS: [&str; 7] = ["md", "markdown", "mdown", "mkd", "mkdn", "mdwn", "mdtxt"];
    let Some((name, ending)) = file.path.rsplit_once('.') else { return Ok(()) };
    if !OTHERS.contains(&&*ending.to_ascii_lowercase()) {
        return Ok(());
    }
    let message =
        format!("{FOLDER}/{} looks like Markdown, but the program reads only files that end in `.md`", file.path);
    Err(Diagnostic::new(message).hint(format!("did you mean `{FOLDER}/{name}.md`?")))
}
