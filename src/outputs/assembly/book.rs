//! Books: the rules, lessons, editions and stories of a site as one book.

use std::collections::HashMap;
use std::fs;
use std::io::Write;

use rayon::prelude::*;

use crate::engine::game::Message;
use crate::ground::diagnostic::{Diagnostic, Diagnostics};
use crate::outputs::book::{self, BookResolver, Chapter, Folders, Outline};
use crate::outputs::{FileId, FileRanges, Files, Observer};
use crate::pages::edition::{Edition, group_title};
use crate::pages::page::{ChapterId, EditionId, OpenPage, PageId, PageRef};
use crate::pages::picture::{self, Subject};
use crate::pages::plan::Section;
use crate::pages::script::PlannedScript;
use crate::pages::site::{Pages, Site, View, picture_of_story};
use crate::pages::story::{OpenedStory, Story};

const STYLESHEET: &str = ".css";

/// The name of the page about an edition, in the folder of the edition. No position has this name.
const CHAPTER: &str = "~about";

const COVER: &str = "cover.png";

const PICTURES: &str = "pictures";

/// The maximum number of bytes of positions in one file. Some reading systems open no files above 260 KB, and the text
/// around the positions needs space, too.
const LARGEST: usize = 250_000;

/// The maximum number of positions in one file. With more, the book would not be smaller.
const MOST_IN_A_FILE: usize = 600;

#[derive(Clone, Copy)]
enum Run {
    /// A page and the pages after it, with the number of pages per file; `None` means one.
    Pages(PageRef, Option<usize>),
    /// A page about an edition, or about the series that begins with this edition.
    Chapter(EditionId),
}

pub struct BookFiles<'a> {
    pages: Pages<'a>,
    stories: Vec<OpenedStory<'a>>,
    outline: Outline,
    folders: Folders<'a>,
    /// The paths in the book of the pictures of stories, by their paths on the site.
    pictures: HashMap<String, String>,
    runs: FileRanges<Run>,
}

impl<'a> BookFiles<'a> {
    /// Returns the book of a view of the site.
    ///
    /// # Errors
    ///
    /// Returns an error if a position cannot be rendered, or if a picture cannot be read. Positions are rendered to
    /// measure how many fit into a file.
    pub(crate) fn new(site: &'a Site, view: &'a View) -> Result<Self, Diagnostic> {
        let stories = site.plan.stories.iter().filter(|story| view.variant.has_story(story));
        let mut book = Self {
            pages: Pages { site, view },
            stories: stories.map(Story::open).collect::<Result<_, _>>()?,
            outline: Outline::default(),
            folders: Folders::default(),
            pictures: HashMap::new(),
            runs: FileRanges::new(),
        };
        let pictures = book.add_pictures()?;
        for section in book.sections() {
            book.add_pages(PageRef::start_of(section.id), 1)?;
            for lesson in book.lessons(section) {
                book.add_pages(lesson, site.plan.page_count(lesson))?;
            }
            for group in book.groups(section) {
                book.runs.push(Run::Chapter(group[0].id), 1);
                for edition in group {
                    let count = book.pages.count_pages(site.open_edition(edition.id)?);
                    book.add_pages(PageRef::start_of(edition.id), count)?;
                }
            }
        }
        for section in book.sections() {
            for lesson in book.lessons(section) {
                book.add_answers(lesson, site.plan.page_count(lesson.at(PageId::ANSWERS)));
            }
            for edition in book.groups(section).concat() {
                let pages = book.pages.answer_pages(site.open_edition(edition.id)?);
                book.add_answers(PageRef::start_of(edition.id), pages);
            }
        }
        for story in book.stories.clone() {
            book.add_pages(PageRef::start_of(story.id), 1)?;
            book.add_pages(story.passage(0), story.page_count())?;
        }
        book.outline = book.outline(pictures);
        Ok(book)
    }

    fn add_pictures(&mut self) -> Result<Vec<(String, Vec<u8>)>, Diagnostic> {
        let mut pictures = Vec::new();
        for picture in self.stories.clone().into_iter().flat_map(OpenedStory::pictures) {
            let files = &self.pages.site.content.files;
            let Some(file) = files.iter().find(|file| file.path == picture.value) else { continue };
            let ending = picture.value.rsplit('.').next().unwrap_or_default();
            let is_picture =
                book::media_type(&picture.value).is_some_and(|media_type| media_type.starts_with("image/"));
            if !is_picture || self.pictures.contains_key(&picture.value) {
                continue;
            }
            let path = format!("{PICTURES}/{}.{ending}", pictures.len());
            let bytes = fs::read(&file.origin).map_err(|error| Diagnostic::io("read", &file.origin, &error))?;
            pictures.push((path.clone(), bytes));
            self.pictures.insert(picture.value, path);
        }
        Ok(pictures)
    }

    /// Writes the book to `out`. Returns the number of files in it.
    ///
    /// # Errors
    ///
    /// Returns an error if a page cannot be rendered, or if writing fails.
    pub fn write(&self, out: impl Write + Send, observer: &dyn Observer) -> Result<usize, Diagnostics> {
        book::write(&self.outline, self, out, observer)
    }

    fn sections(&self) -> Vec<&'a Section> {
        let Pages { site, view } = self.pages;
        view.sections(&site.plan).collect()
    }

    fn groups(&self, section: &Section) -> Vec<Vec<&'a Edition>> {
        self.pages.site.groups(section, self.pages.view)
    }

    fn lessons(&self, section: &Section) -> Vec<PageRef> {
        let Pages { site, view } = self.pages;
        let lessons = view.scripts(&site.plan, section).filter(|script| script.is_lesson());
        lessons.map(PlannedScript::first_page).collect()
    }

    fn add_pages(&mut self, first: PageRef, pages: usize) -> Result<(), Diagnostic> {
        let plan = &self.pages.site.plan;
        let per_file = if self.shares_file(first) {
            // With one page per file, addresses are longest.
            self.folders.add(plan, first, pages, Some(1));
            Some((LARGEST / self.longest(first, pages)?.max(1)).clamp(1, MOST_IN_A_FILE))
        } else {
            None
        };
        self.folders.add(plan, first, pages, per_file);
        self.runs.push(Run::Pages(first, per_file), pages.div_ceil(per_file.unwrap_or(1)));
        Ok(())
    }

    fn add_answers(&mut self, first: PageRef, pages: usize) {
        let first = PageRef::new(first.chapter, PageId::ANSWERS);
        self.folders.add_answers(&self.pages.site.plan, first, pages);
        self.runs.push(Run::Pages(first, None), pages);
    }

    /// Returns whether a page shares a file with the pages after it. Positions do in compact books; the passages of a
    /// story always do.
    fn shares_file(&self, page: PageRef) -> bool {
        match page.chapter {
            ChapterId::Edition(_) => self.pages.view.form.shares_files(),
            ChapterId::Story(_) => page.page != PageId::ABOUT,
            _ => false,
        }
    }

    fn longest(&self, first: PageRef, pages: usize) -> Result<usize, Diagnostic> {
        let pages = (0..pages).into_par_iter().map(|number| first.after(number));
        let measured = pages.map_init(<(OpenPage, Vec<u8>)>::default, |(open, bytes), page| {
            bytes.clear();
            self.pages.write(page, &self.resolver(page), open, bytes)?;
            Ok(bytes.len())
        });
        measured.try_reduce(|| 0, |one, other| Ok(one.max(other)))
    }

    fn outline(&self, mut pictures: Vec<(String, Vec<u8>)>) -> Outline {
        let site = self.pages.site;
        let config = &site.content.config;
        let sections = self.sections();
        let stories = &self.stories;
        let (title, description) = match (&sections[..], self.only_story()) {
            ([section], _) if stories.is_empty() => self.title_of_game(section),
            (_, Some(story)) => (story.spec.title.clone(), story.spec.summary.clone()),
            _ => (config.title.clone(), config.tagline.clone()),
        };
        let (subject, accessibility) = match sections[..] {
            [] => ("book-subject-story", "book-accessibility-story"),
            _ => ("book-subject", "book-accessibility"),
        };
        let editions = sections.iter().flat_map(|section| self.groups(section)).flatten();
        let stories_of = stories.iter().map(|story| &*story.spec.folder);
        let folders: Vec<_> = editions.map(Edition::folder).chain(stories_of).collect();
        let cover = self.only_story().and_then(|story| self.pictures.get(&story.spec.cover.as_ref()?.value));
        // Most reading systems do not show SVG covers.
        let cover = cover.filter(|path| book::media_type(path) != Some("image/svg+xml"));
        let cover = pictures.iter().position(|(path, _)| Some(path) == cover);
        let cover = cover.map(|number| pictures.swap_remove(number));
        let stylesheets = self.pages.view.theme.files.iter().filter(|(path, _)| path.ends_with(STYLESHEET));
        Outline {
            author: self.author(),
            description,
            language: config.language.clone(),
            is_right_to_left: site.catalogue.is_right_to_left(),
            subject: site.catalogue.say(&Message::key(subject)),
            cover_page: site.catalogue.say(&Message::key("book-cover-page")),
            cover_text: site.catalogue.say(&Message::key("book-cover").with("title", title.clone())),
            contents: site.catalogue.say(&Message::key("book-contents")),
            accessibility: site.catalogue.say(&Message::key(accessibility)),
            identity: format!("{}\n{}", config.title, folders.join("\n")),
            chapters: self.chapters(&sections, stories),
            cover: cover.unwrap_or_else(|| (COVER.to_owned(), self.cover(&title))),
            files: stylesheets.cloned().chain(pictures).collect(),
            title,
        }
    }

    /// Returns the title and the summary of a book about one game. If the book contains only one series or edition of
    /// the game, the title also names this part, and the summary is that of the part.
    fn title_of_game(&self, section: &Section) -> (String, String) {
        let Pages { site, view } = self.pages;
        let spec = site.spec(section.id);
        let inside = format!("{}/", section.folder);
        let is_whole = site.plan.editions_of(section).iter().all(|edition| view.variant.has_edition(edition.id))
            && !site.unpublished.absent.iter().any(|edition| edition.starts_with(&inside));
        match &self.groups(section)[..] {
            [group] if !is_whole => {
                let (name, summary) = group_title(group);
                let title = Message::key("title-and-part").with("title", spec.title.clone());
                (site.catalogue.say(&title.with("part", name.to_owned())), summary.to_owned())
            }
            _ => (spec.title.clone(), spec.summary.clone()),
        }
    }

    /// Returns the table of contents. A book about one game lists the parts of the game; any other book lists its games
    /// and stories.
    fn chapters(&self, sections: &[&Section], stories: &[OpenedStory<'_>]) -> Vec<Chapter> {
        let rules = |section: &Section, title: &str| self.chapter(title, PageRef::start_of(section.id));
        let story = |story: &OpenedStory<'_>| self.chapter(&story.spec.title, PageRef::start_of(story.id));
        if let (&[section], []) = (sections, stories) {
            let how = self.pages.site.catalogue.say(&Message::key("how-to-play"));
            return [rules(section, &how)].into_iter().chain(self.chapters_of(section)).collect();
        }
        let game = |section: &&Section| {
            let title = &self.pages.site.spec(section.id).title;
            Chapter { parts: self.chapters_of(section).collect(), ..rules(section, title) }
        };
        sections.iter().map(game).chain(stories.iter().map(story)).collect()
    }

    fn chapters_of(&self, section: &Section) -> impl Iterator<Item = Chapter> {
        let lessons = self.lessons(section).into_iter();
        let lessons = lessons.map(|lesson| self.chapter(&self.pages.site.summary(lesson).title, lesson));
        let groups = self.groups(section).into_iter().map(move |group| {
            let of_series = group.iter().filter(|edition| edition.spec.series.is_some());
            let part = |own: &&Edition| self.chapter(&own.spec.short_title, PageRef::start_of(own.id));
            let path = self.path_of(Run::Chapter(group[0].id));
            Chapter { title: group_title(&group).0.to_owned(), path, parts: of_series.map(part).collect() }
        });
        lessons.chain(groups)
    }

    fn chapter(&self, title: &str, page: PageRef) -> Chapter {
        Chapter { title: title.to_owned(), path: self.path_of(Run::Pages(page, None)), parts: Vec::new() }
    }

    fn path_of(&self, run: Run) -> String {
        let plan = &self.pages.site.plan;
        match run {
            Run::Pages(first, _) => self.folders.path(plan, first),
            Run::Chapter(edition) => self.folders.path_beside(plan, PageRef::start_of(edition), CHAPTER),
        }
    }

    fn run_from(&self, file: FileId) -> Run {
        match self.runs.at(file) {
            (&Run::Pages(first, per_file), place) => Run::Pages(first.after(place * per_file.unwrap_or(1)), per_file),
            (&chapter @ Run::Chapter(_), _) => chapter,
        }
    }

    /// Returns the picture of the cover: the board that represents the game on the site. If no edition in the book has
    /// the parameters of that board, the cover shows the start of the first edition.
    fn cover(&self, title: &str) -> Vec<u8> {
        let Pages { site, view } = self.pages;
        let author = self.author().unwrap_or_default();
        let Some(section) = self.sections().first().copied() else {
            let dots = self.stories.first().map(|story| picture_of_story(story.layout)).unwrap_or_default();
            return picture::cover(&Subject::Map(&dots), title, &author);
        };
        let (edition, slug) = site.cover_in(view, section);
        let board = edition.picture(slug);
        picture::cover(&Subject::Board(&board), title, &author)
    }

    /// If the book contains only a story, returns the author of the story, if it names one. Otherwise, returns the
    /// author of the site.
    fn author(&self) -> Option<String> {
        let own = self.only_story().and_then(|story| story.spec.author.clone());
        own.or_else(|| self.pages.site.content.config.author.clone())
    }

    /// Returns the story, if the book contains only one story and no game.
    fn only_story(&self) -> Option<&OpenedStory<'a>> {
        self.stories.first().filter(|_| self.stories.len() == 1 && self.sections().is_empty())
    }

    fn resolver(&self, page: PageRef) -> BookResolver<'_> {
        let site = self.pages.site;
        BookResolver::beside(page, &site.plan, &self.folders, &self.pictures, site.base_url())
    }

    /// Appends a file with `per_file` positions or passages, beginning with the page `first`.
    fn shared_file(
        &self,
        first: PageRef,
        per_file: usize,
        open: &mut OpenPage,
        out: &mut Vec<u8>,
    ) -> Result<(), Diagnostic> {
        let resolver = self.resolver(first);
        let (site, builder) = (self.pages.site, self.pages.builder(&resolver));
        let number = first.number() / per_file;
        let (around, count) = match first.chapter {
            ChapterId::Story(id) => {
                let story = site.plan.story(id).open()?;
                (builder.story_file(story, number)?, story.page_count())
            }
            ChapterId::Edition(id) => {
                let edition = site.open_edition(id)?;
                let game = &site.game_of(edition.id).title;
                let title = site.title_at(edition.title(), &format!("{game} ({})", number + 1));
                (builder.sheet(edition, first.page, title, vec![String::new()], 0)?, self.pages.count_pages(edition))
            }
            _ => return self.pages.write(first, &resolver, open, out),
        };
        // A shared file consists of one part.
        let (before, after) = (around.first().map_or("", String::as_str), around.last().map_or("", String::as_str));
        out.extend_from_slice(before.as_bytes());
        for page in 0..per_file.min(count - first.number()) {
            self.pages.write(first.after(page), &resolver, open, out)?;
        }
        out.extend_from_slice(after.as_bytes());
        Ok(())
    }

    fn page_of_words(&self, page: PageRef) -> Result<String, Diagnostic> {
        let Pages { site, view } = self.pages;
        let name = match page.chapter {
            ChapterId::Section(section) => &site.spec(section).source,
            ChapterId::Story(story) => &site.plan.story(story).spec.source,
            _ => &site.summary(page).title,
        };
        let xhtml = self.pages.page_of_words(page, &self.resolver(page))?;
        view.theme.check_xml(&format!("the book's page about {name}"), &xhtml)?;
        Ok(xhtml)
    }

    /// Returns the page about an edition, or about the series that begins with this edition.
    fn chapter_page(&self, id: EditionId) -> Result<String, Diagnostic> {
        let Pages { site, view } = self.pages;
        let edition = site.plan.edition(id);
        let mut groups = self.groups(site.plan.section(edition.section)).into_iter();
        let group = groups.find(|group| group[0].id == id).expect("a chapter has a group");
        let resolver = self.resolver(PageRef::new(id, PageId::ABOUT));
        let xhtml = view.theme.render(&self.pages.builder(&resolver).chapter_page(&group))?;
        view.theme.check_xml(&format!("the book's page about {}", edition.title()), &xhtml)?;
        Ok(xhtml)
    }
}

impl Files for BookFiles<'_> {
    type Scratch = OpenPage;

    fn count(&self) -> usize {
        self.runs.count()
    }

    fn path(&self, file: FileId) -> String {
        self.path_of(self.run_from(file))
    }

    fn render(&self, file: FileId, open: &mut OpenPage, out: &mut Vec<u8>) -> Result<(), Diagnostic> {
        match self.run_from(file) {
            Run::Pages(first, Some(per_file)) => return self.shared_file(first, per_file, open, out),
            Run::Pages(page, None) if matches!(page.chapter, ChapterId::Edition(_)) => {
                return self.pages.write(page, &self.resolver(page), open, out);
            }
            Run::Pages(page, None) => out.extend_from_slice(self.page_of_words(page)?.as_bytes()),
            Run::Chapter(edition) => out.extend_from_slice(self.chapter_page(edition)?.as_bytes()),
        }
        Ok(())
    }
}
