//! Books: the games of a site, with their rules, their lessons and their editions, as one book.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::words::{Group, Scratch, Words, group_title};
use super::{Site, View};
use crate::diagnostic::Diagnostic;
use crate::edition::Edition;
use crate::output::book::{BookResolver, Chapter, Folders, Outline, Part, media_type};
use crate::output::{FileId, Files};
use crate::page::{EditionId, PageId, PageRef};
use crate::picture;
use crate::plan::Section;

/// The stylesheet of a theme for books.
const STYLESHEET: &str = "style.css";

/// The files of a theme that a book has: those that its pages name.
const STYLESHEETS: &str = "text/css";

/// The name of the page about an edition, in its folder: no position has such a name.
const CHAPTER: &str = "~about";

/// How many bytes the positions in one file may have: some readers open no files above 260 KB, and what stands around
/// the positions needs room, too.
const LARGEST: usize = 250_000;

/// How many positions share a file at most. With more the book gets no smaller.
const MOST_IN_A_FILE: usize = 600;

/// Files of a book that follow each other.
#[derive(Clone, Copy)]
enum Run {
    /// A page, and those after it; with a number, so many of them in each file.
    Pages(PageRef, Option<usize>),
    /// What an edition is, or a series that begins with it.
    Chapter(EditionId),
}

/// The files of a book.
pub struct BookFiles<'a> {
    site: &'a Site,
    view: &'a View,
    outline: Outline,
    folders: Folders<'a>,
    /// The editions that share a chapter, by the first of them.
    groups: BTreeMap<EditionId, Group<'a>>,
    /// Its files with pages, each run with the number of its first one.
    runs: Vec<(usize, Run)>,
    /// How many files there are in these.
    count: usize,
    /// The files of the theme that it has, as indices.
    theme_files: Vec<usize>,
}

impl Site {
    /// Returns the book of all games that the site is limited to, after it was loaded for a book.
    ///
    /// # Errors
    ///
    /// When its positions cannot be rendered, which tells how many of them share a file.
    pub fn book(&self) -> Result<BookFiles<'_>, Diagnostic> {
        BookFiles::new(self, &self.views[0])
    }
}

impl<'a> BookFiles<'a> {
    /// Returns the book of all that a view has.
    pub(super) fn new(site: &'a Site, view: &'a View) -> Result<Self, Diagnostic> {
        let theme_files = view.theme.files().iter().enumerate();
        let theme_files = theme_files.filter(|(_, (path, _))| media_type(path) == Some(STYLESHEETS));
        let mut book = Self {
            site,
            view,
            outline: Outline::default(),
            folders: Folders::default(),
            groups: BTreeMap::new(),
            runs: Vec::new(),
            count: 0,
            theme_files: theme_files.map(|(index, _)| index).collect(),
        };
        let words = Words::new(site, view);
        for section in book.sections() {
            book.add_pages(PageRef::Section(section.id), 1)?;
            for lesson in words.lessons(section) {
                book.add_pages(PageRef::Lesson(lesson.id, PageId::FIRST), lesson.page_count())?;
            }
            for group in book.groups(section) {
                book.add(Run::Chapter(group[0].0.id), 1);
                for (edition, _) in &group {
                    book.add_pages(PageRef::Position(edition.id, PageId::FIRST), words.page_count(edition.id))?;
                }
                book.groups.insert(group[0].0.id, group);
            }
        }
        book.outline = book.outline();
        Ok(book)
    }

    fn sections(&self) -> Vec<&'a Section> {
        self.site.plan.sections().iter().filter(|section| self.view.variant.has_section(section)).collect()
    }

    fn groups(&self, section: &'a Section) -> Vec<Group<'a>> {
        Words::new(self.site, self.view).groups(section)
    }

    fn add_pages(&mut self, first: PageRef, pages: usize) -> Result<(), Diagnostic> {
        let plan = &self.site.plan;
        let per_file = match first {
            PageRef::Position(edition, _) if self.view.form.shares_files() => {
                // With a page to a file addresses are as long as they can be.
                self.folders.add(plan, first, Some(1));
                let longest = self.longest(edition)?;
                Some((LARGEST / longest.max(1)).clamp(1, MOST_IN_A_FILE))
            }
            _ => None,
        };
        self.folders.add(plan, first, per_file);
        self.add(Run::Pages(first, per_file), pages.div_ceil(per_file.unwrap_or(1)));
        Ok(())
    }

    fn add(&mut self, run: Run, files: usize) {
        self.runs.push((self.count, run));
        self.count += files;
    }

    /// Returns how many bytes the longest page of an edition has.
    fn longest(&self, edition: EditionId) -> Result<usize, Diagnostic> {
        let words = Words::new(self.site, self.view);
        let pages = 0..words.page_count(edition);
        let measured = pages.into_par_iter().map_init(<(Scratch, Vec<u8>)>::default, |(scratch, bytes), page| {
            let page = PageId::new(page);
            bytes.clear();
            words.write_position((edition, page), &self.resolver(PageRef::Position(edition, page)), scratch, bytes)?;
            Ok(bytes.len())
        });
        measured.try_reduce(|| 0, |one, other| Ok(one.max(other)))
    }

    /// Returns what the book says of itself.
    fn outline(&self) -> Outline {
        let config = &self.site.content.config;
        let sections = self.sections();
        let (mut title, mut description) = (config.title.clone(), config.tagline.clone());
        if let [section] = &sections[..] {
            let spec = self.site.spec(section.id);
            (title, description) = (spec.title.clone(), spec.summary.clone());
            let has = |edition: &Edition| self.view.variant.has_edition(edition.id);
            let inside = format!("{}/", section.folder);
            let is_whole = self.site.plan.editions_of(section).iter().all(has)
                && !self.site.absent.range(inside.clone()..).next().is_some_and(|edition| edition.starts_with(&inside));
            if let ([group], false) = (&self.groups(section)[..], is_whole) {
                let (name, summary) = group_title(group);
                (title, description) = (format!("{title}: {name}"), summary.to_owned());
            }
        }
        let editions = sections.iter().flat_map(|section| self.groups(section)).flatten();
        let folders: Vec<_> = editions.map(|(edition, _)| edition.folder()).collect();
        Outline {
            title,
            author: config.author.clone(),
            description,
            language: config.language.clone(),
            subjects: vec!["Games"],
            identity: format!("{}\n{}", config.title, folders.join("\n")),
            chapters: self.chapters(&sections),
        }
    }

    /// Returns the contents: of a book of one game what belongs to it, of a book of several games each of them.
    fn chapters(&self, sections: &[&'a Section]) -> Vec<Chapter> {
        let rules = |section: &Section, title: &str| self.chapter(PageRef::Section(section.id), title);
        if let &[section] = sections {
            return [rules(section, "How to play")].into_iter().chain(self.chapters_of(section)).collect();
        }
        let game = |section: &&'a Section| {
            let title = &self.site.spec(section.id).title;
            Chapter { parts: self.chapters_of(section).collect(), ..rules(section, title) }
        };
        sections.iter().map(game).collect()
    }

    /// Returns the lessons of a section, and its editions, those of a series together.
    fn chapters_of(&self, section: &'a Section) -> impl Iterator<Item = Chapter> {
        let first_page = |edition: &Edition| PageRef::Position(edition.id, PageId::FIRST);
        let lessons = Words::new(self.site, self.view).lessons(section);
        let lessons = lessons.map(|lesson| self.chapter(PageRef::Lesson(lesson.id, PageId::FIRST), lesson.title()));
        let groups = self.groups(section).into_iter().map(move |group| {
            let of_series = group.iter().filter(|(_, spec)| spec.series.is_some());
            let parts = of_series.map(|(edition, spec)| self.chapter(first_page(edition), &spec.short_title)).collect();
            let path = self.path_of(Run::Chapter(group[0].0.id));
            Chapter { title: group_title(&group).0.to_owned(), path, parts }
        });
        lessons.chain(groups)
    }

    /// Returns the entry of a page in the contents.
    fn chapter(&self, page: PageRef, title: &str) -> Chapter {
        Chapter { title: title.to_owned(), path: self.path_of(Run::Pages(page, None)), parts: Vec::new() }
    }

    fn path_of(&self, run: Run) -> String {
        let mut path = String::new();
        self.write_path_of(run, &mut path);
        path
    }

    fn write_path_of(&self, run: Run, out: &mut String) {
        let plan = &self.site.plan;
        match run {
            Run::Pages(first, _) => self.folders.write_path(plan, first, out),
            Run::Chapter(edition) => {
                self.folders.write_path_beside(plan, PageRef::Position(edition, PageId::FIRST), CHAPTER, out);
            }
        }
    }

    /// Returns the run that begins with the file of this number among those with pages.
    fn run_from(&self, number: usize) -> Run {
        let (first, run) = self.runs[self.runs.partition_point(|&(first, _)| first <= number) - 1];
        let place = |per_file: Option<usize>| PageId::new((number - first) * per_file.unwrap_or(1));
        match run {
            Run::Pages(PageRef::Position(edition, _), per_file) => {
                Run::Pages(PageRef::Position(edition, place(per_file)), per_file)
            }
            Run::Pages(PageRef::Lesson(lesson, _), per_file) => {
                Run::Pages(PageRef::Lesson(lesson, place(per_file)), per_file)
            }
            run => run,
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
            Origin::Page(self.run_from(number - pages))
        }
    }

    fn paths(&self) -> impl Iterator<Item = String> {
        (Part::OUTSIDE as u32..self.count() as u32).map(|number| {
            let mut path = String::new();
            self.write_path(FileId(number), &mut path);
            path
        })
    }

    fn part(&self, part: Part) -> Vec<u8> {
        let text = match part {
            Part::Type => "application/epub+zip".to_owned(),
            Part::Container => self.outline.container(),
            Part::Package => self.outline.package(self.paths()),
            Part::CoverPicture => return self.cover(),
            Part::Cover => self.outline.cover(STYLESHEET),
            Part::Title => self.outline.title_page(STYLESHEET),
            Part::Contents => self.outline.contents(STYLESHEET),
            Part::OldContents => self.outline.old_contents(),
        };
        text.into_bytes()
    }

    /// Returns the picture of the cover: the position that pictures the game on the site, unless the book has another
    /// game of its kind alone, such as one on another board.
    fn cover(&self) -> Vec<u8> {
        let section = self.sections()[0];
        let (edition, slug) = Words::new(self.site, self.view).pictured(section);
        let board = edition.picture(slug).expect("the cover was checked");
        picture::cover(&board, &self.outline.title, self.outline.author.as_deref().unwrap_or_default())
    }

    /// Returns what closes the links of a file that begins with this page.
    fn resolver(&self, page: PageRef) -> BookResolver<'_> {
        BookResolver::beside(page, &self.site.plan, &self.folders, self.site.content.config.base_url.as_deref())
    }

    /// Appends a file with positions, of which `first` is the first: so many, or that one alone.
    fn positions(
        &self,
        (edition, first): (EditionId, PageId),
        per_file: Option<usize>,
        scratch: &mut Scratch,
        out: &mut Vec<u8>,
    ) -> Result<(), Diagnostic> {
        let words = Words::new(self.site, self.view);
        let resolver = self.resolver(PageRef::Position(edition, first));
        let Some(per_file) = per_file else {
            return words.write_position((edition, first), &resolver, scratch, out);
        };
        let known = self.site.plan.edition(edition);
        let pages = first.index()..words.page_count(edition).min(first.index() + per_file);
        let game_title = &self.site.spec(known.section).title;
        let title = format!("{} — {game_title} ({})", known.title(), first.index() / per_file + 1);
        let around = words.sheet((edition, first), title, &[String::new()], &resolver)?;
        let [before, after] = &around[..] else { unreachable!("there is one part") };
        out.extend_from_slice(before.as_bytes());
        for page in pages {
            words.write_position((edition, PageId::new(page)), &resolver, scratch, out)?;
        }
        out.extend_from_slice(after.as_bytes());
        Ok(())
    }

    /// Renders a page of words.
    fn words(&self, run: Run) -> Result<String, Diagnostic> {
        let theme = &self.view.theme;
        let words = Words::new(self.site, self.view);
        let (name, xhtml) = match run {
            Run::Pages(page @ PageRef::Section(section), _) => {
                let page = words.game_page(section, &self.resolver(page))?;
                (&*self.site.spec(section).source, theme.render(&page)?)
            }
            Run::Pages(page @ PageRef::Lesson(lesson, number), _) => {
                let xhtml = words.lesson_page(lesson, number, &self.resolver(page))?;
                (self.site.plan.lesson(lesson).title(), xhtml)
            }
            Run::Chapter(edition) => {
                let page = PageRef::Position(edition, PageId::FIRST);
                let xhtml = theme.render(&words.chapter_page(&self.groups[&edition], &self.resolver(page).alone()))?;
                (self.site.plan.edition(edition).title(), xhtml)
            }
            Run::Pages(
                PageRef::Front | PageRef::Article(_) | PageRef::Star(_) | PageRef::Position(..) | PageRef::Puzzle(..),
                _,
            ) => {
                unreachable!("books have no such words")
            }
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
    /// The first page of a run, and those that share its file.
    Page(Run),
}

impl Files for BookFiles<'_> {
    type Scratch = Scratch;

    fn count(&self) -> usize {
        Part::ALL.len() + self.theme_files.len() + self.count
    }

    fn write_path(&self, file: FileId, out: &mut String) {
        match self.origin(file) {
            Origin::Part(part) => out.push_str(part.path()),
            Origin::Theme(file) => out.push_str(&self.view.theme.files()[file].0),
            Origin::Page(run) => self.write_path_of(run, out),
        }
    }

    fn render(&self, file: FileId, scratch: &mut Scratch, out: &mut Vec<u8>) -> Result<(), Diagnostic> {
        match self.origin(file) {
            Origin::Part(part) => out.extend_from_slice(&self.part(part)),
            Origin::Theme(file) => out.extend_from_slice(&self.view.theme.files()[file].1),
            Origin::Page(Run::Pages(PageRef::Position(edition, page), per_file)) => {
                return self.positions((edition, page), per_file, scratch, out);
            }
            Origin::Page(run) => out.extend_from_slice(self.words(run)?.as_bytes()),
        }
        Ok(())
    }
}
