//! Books: the games of a site, with their rules, their lessons and their editions, as one book.

use super::Site;
use super::words::Words;
use crate::diagnostic::Diagnostic;
use crate::edition::Edition;
use crate::output::book::{BookCloser, Chapter, Folders, Outline, Part, media_type};
use crate::output::{FileId, Files};
use crate::page::{OpenPage, PageId, PageRef};
use crate::plan::Section;
use crate::theme::Memo;

/// The variant of a site that a book is made of: the only one that a site has for it.
const VARIANT: usize = 0;

/// The stylesheet of a theme for books.
const STYLESHEET: &str = "style.css";

/// The files of a theme that a book has: those that its pages name.
const STYLESHEETS: &str = "text/css";

/// Pages of a book that follow each other.
struct Run {
    /// The number of the first of them among the pages of the book.
    first: usize,
    /// The first of them.
    page: PageRef,
}

/// The files of a book.
pub struct BookFiles<'a> {
    site: &'a Site,
    outline: Outline,
    folders: Folders<'a>,
    runs: Vec<Run>,
    pages: usize,
    /// The files of the theme that it has, as indices.
    theme_files: Vec<usize>,
}

impl Site {
    /// Returns the book of all games that the site is limited to, after it was loaded for a book.
    pub fn book(&self) -> BookFiles<'_> {
        let theme_files = self.themes[VARIANT].files().iter().enumerate();
        let theme_files = theme_files.filter(|(_, (path, _))| media_type(path) == Some(STYLESHEETS));
        let mut book = BookFiles {
            site: self,
            outline: self.outline(),
            folders: Folders::default(),
            runs: Vec::new(),
            pages: 0,
            theme_files: theme_files.map(|(index, _)| index).collect(),
        };
        for section in self.plan.sections() {
            book.add(PageRef::Section(section.id), 1);
            for lesson in self.plan.lessons_of(section) {
                book.add(PageRef::Lesson(lesson.id, PageId::FIRST), lesson.page_count());
            }
            for edition in self.plan.editions_of(section) {
                book.add(PageRef::Position(edition.id, PageId::FIRST), edition.page_count());
            }
        }
        book.outline.chapters = book.chapters();
        book
    }

    /// Returns what the book says of itself, but for its contents.
    fn outline(&self) -> Outline {
        let config = &self.content.config;
        let (editions, sections) = (self.plan.editions(), self.plan.sections());
        let folders: Vec<_> = editions.iter().map(Edition::folder).collect();
        let title = match (sections, editions) {
            ([section], [edition]) if !self.absent.is_empty() => {
                format!("{}: {}", self.spec(section.id).title, edition.title())
            }
            ([section], _) => self.spec(section.id).title.clone(),
            _ => config.title.clone(),
        };
        let description = match sections {
            [section] => self.spec(section.id).summary.clone(),
            _ => config.tagline.clone(),
        };
        Outline {
            title,
            author: config.author.clone(),
            description,
            language: config.language.clone(),
            subjects: vec!["Games"],
            identity: format!("{}\n{}", config.title, folders.join("\n")),
            chapters: Vec::new(),
        }
    }
}

impl BookFiles<'_> {
    fn add(&mut self, page: PageRef, count: usize) {
        self.folders.add(&self.site.plan, page);
        self.runs.push(Run { first: self.pages, page });
        self.pages += count;
    }

    /// Returns the contents: of a book of one game what belongs to it, of a book of several games each of them.
    fn chapters(&self) -> Vec<Chapter> {
        let sections = self.site.plan.sections();
        let rules = |section: &Section, title: &str| self.chapter(PageRef::Section(section.id), title);
        if let [section] = sections {
            return [rules(section, "How to play")].into_iter().chain(self.chapters_of(section)).collect();
        }
        let game = |section: &Section| {
            let title = &self.site.spec(section.id).title;
            Chapter { parts: self.chapters_of(section).collect(), ..rules(section, title) }
        };
        sections.iter().map(game).collect()
    }

    /// Returns the lessons of a section, and its editions, those of a series together.
    fn chapters_of<'b>(&'b self, section: &'b Section) -> impl Iterator<Item = Chapter> + 'b {
        let first_page = |edition: &Edition| PageRef::Position(edition.id, PageId::FIRST);
        let lessons = self.site.plan.lessons_of(section);
        let lessons = lessons.map(|lesson| self.chapter(PageRef::Lesson(lesson.id, PageId::FIRST), lesson.title()));
        let groups = Words::new(self.site, VARIANT).groups(section).into_iter().map(move |group| {
            let (first, spec) = group[0];
            let Some(series) = &spec.series else { return self.chapter(first_page(first), first.title()) };
            let parts = group.iter().map(|(edition, spec)| self.chapter(first_page(edition), &spec.short_title));
            Chapter { parts: parts.collect(), ..self.chapter(first_page(first), &series.title) }
        });
        lessons.chain(groups)
    }

    /// Returns the entry of a page in the contents.
    fn chapter(&self, page: PageRef, title: &str) -> Chapter {
        let mut path = String::new();
        self.folders.write_path(&self.site.plan, page, &mut path);
        Chapter { title: title.to_owned(), path, parts: Vec::new() }
    }

    /// Returns the page with this number.
    fn page(&self, number: usize) -> PageRef {
        let Run { first, page } = self.runs[self.runs.partition_point(|run| run.first <= number) - 1];
        let place = PageId::new(number - first);
        match page {
            PageRef::Position(edition, _) => PageRef::Position(edition, place),
            PageRef::Lesson(lesson, _) => PageRef::Lesson(lesson, place),
            page => page,
        }
    }

    /// Returns what a file is made from.
    fn origin(&self, FileId(number): FileId) -> Origin {
        let number = number as usize;
        let theme = Part::ALL.len();
        let pages = theme + self.theme_files.len();
        if number < theme {
            Origin::Part(Part::ALL[number])
        } else if number < pages {
            Origin::Theme(self.theme_files[number - theme])
        } else {
            Origin::Page(self.page(number - pages))
        }
    }

    fn paths(&self) -> impl Iterator<Item = String> {
        // The type, the container and the package are no files of the package.
        (3..self.count() as u32).map(|number| {
            let mut path = String::new();
            self.write_path(FileId(number), &mut path);
            path
        })
    }

    fn part(&self, part: Part) -> String {
        match part {
            Part::Type => "application/epub+zip".to_owned(),
            Part::Container => self.outline.container(),
            Part::Package => self.outline.package(self.paths()),
            Part::Contents => self.outline.contents(STYLESHEET),
            Part::OldContents => self.outline.old_contents(),
        }
    }

    /// Renders a page of words.
    fn words(&self, page: PageRef, closer: &BookCloser<'_>) -> Result<String, Diagnostic> {
        let theme = &self.site.themes[VARIANT];
        let words = Words::new(self.site, VARIANT);
        let (name, xhtml) = match page {
            PageRef::Section(section) => {
                (&*self.site.spec(section).source, theme.render(&words.game_page(section, closer)?)?)
            }
            PageRef::Lesson(lesson, page) => {
                (self.site.plan.lesson(lesson).title(), words.lesson_page(lesson, page, closer)?)
            }
            PageRef::Front | PageRef::Article(_) | PageRef::Position(..) => unreachable!("books have no such words"),
        };
        theme.check_xml(&format!("the page that a book has of {name}"), &xhtml)?;
        Ok(xhtml)
    }
}

/// What a file of a book is made from.
enum Origin {
    Part(Part),
    /// The file of the theme with this index.
    Theme(usize),
    Page(PageRef),
}

/// What a thread uses again from file to file.
#[derive(Default)]
pub struct Scratch {
    page: OpenPage,
    memo: Memo,
}

impl Files for BookFiles<'_> {
    type Scratch = Scratch;

    fn count(&self) -> usize {
        Part::ALL.len() + self.theme_files.len() + self.pages
    }

    fn write_path(&self, file: FileId, out: &mut String) {
        match self.origin(file) {
            Origin::Part(part) => out.push_str(part.path()),
            Origin::Theme(file) => out.push_str(&self.site.themes[VARIANT].files()[file].0),
            Origin::Page(page) => self.folders.write_path(&self.site.plan, page, out),
        }
    }

    fn render(&self, file: FileId, scratch: &mut Scratch, out: &mut Vec<u8>) -> Result<(), Diagnostic> {
        let theme = &self.site.themes[VARIANT];
        let page = match self.origin(file) {
            Origin::Part(part) => {
                out.extend_from_slice(self.part(part).as_bytes());
                return Ok(());
            }
            Origin::Theme(file) => {
                out.extend_from_slice(&theme.files()[file].1);
                return Ok(());
            }
            Origin::Page(page) => page,
        };
        let base_url = self.site.content.config.base_url.as_deref();
        let closer = BookCloser::beside(page, &self.site.plan, &self.folders, base_url);
        if let PageRef::Position(edition, page) = page {
            Words::new(self.site, VARIANT).position(edition, page, &mut scratch.page);
            return theme.fill(&mut scratch.memo, &scratch.page, &closer, out);
        }
        out.extend_from_slice(self.words(page, &closer)?.as_bytes());
        Ok(())
    }
}
