//! What the website has for other programs: search engines, feed readers, blogs, and hosts. All of it but pictures for
//! texts needs the address of the site. A file of the author stands in place of one of these.

use std::collections::HashSet;

use toml::value::Date;

use super::Site;
use super::pictures::PictureFormat;
use super::words::Words;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::edition::Edition;
use crate::files::alike;
use crate::output::address::{self, RootResolver};
use crate::output::embed::{self, Framed};
use crate::output::feed::{self, Feed};
use crate::output::sitemap::{self, robots};
use crate::page::{EditionId, PageId, PageRef};
use crate::picture::{self, PREVIEW_SIZE};

/// The file with the picture of a page, in the folder of the page.
const PREVIEW: &str = "preview.png";

/// The files of a theme in place of which an author can have others.
const ICONS: [&str; 2] = ["icon.png", "icon.svg"];

/// A file for other programs.
pub(super) struct PublishedFile {
    /// Its path on the website.
    pub(super) path: String,
    pub(super) what: Published,
}

/// What is in a file for other programs.
#[derive(Clone, Copy)]
pub(super) enum Published {
    /// The page for files that are not there.
    NotFound,
    Robots,
    Sitemap,
    Feed,
    /// The picture of a page, for links to it.
    Preview(PageRef),
    /// What oEmbed says of an edition.
    Oembed(EditionId),
    /// A picture of a position, for texts, as its place among those of the edition.
    Picture(EditionId, usize, PictureFormat),
}

impl Site {
    /// Plans the files for other programs, after those that need no base URL.
    pub(super) fn plan_published(&self, mut files: Vec<PublishedFile>) -> Vec<PublishedFile> {
        if !self.has_base_url() {
            return files;
        }
        let own: HashSet<String> = self.content.files.iter().map(|file| alike(&file.path)).collect();
        let mut add = |path: String, what| {
            if !own.contains(&alike(&path)) {
                files.push(PublishedFile { path, what });
            }
        };
        if !self.plan.articles().any(|article| self.is_not_found(PageRef::Article(article))) {
            add(address::ERROR_PAGE.to_owned(), Published::NotFound);
        }
        add(sitemap::ROBOTS_PATH.to_owned(), Published::Robots);
        add(sitemap::PATH.to_owned(), Published::Sitemap);
        if self.landings().any(|page| self.date(page).is_some()) {
            add(feed::PATH.to_owned(), Published::Feed);
        }
        for page in self.landings() {
            let has_own = match page {
                PageRef::Front => self.content.front.as_ref().is_some_and(|front| front.image.is_some()),
                PageRef::Section(section) => self.spec(section).image.is_some(),
                // Plain pages have the picture of the front page.
                PageRef::Article(_) => true,
                PageRef::Position(..) | PageRef::Star(_) | PageRef::Lesson(..) | PageRef::Puzzle(..) => false,
            };
            if let (Some(path), false) = (self.preview_path(page), has_own) {
                add(path, Published::Preview(page));
            }
            if let PageRef::Position(edition, _) = page {
                add(self.oembed_path(edition), Published::Oembed(edition));
            }
        }
        files
    }

    /// Returns the pages that people come to first, from elsewhere.
    fn landings(&self) -> impl Iterator<Item = PageRef> {
        let games = self.plan.sections().iter().flat_map(|section| {
            let editions = self.plan.editions_of(section).iter();
            let editions = editions.map(|edition| PageRef::Position(edition.id, PageId::FIRST));
            let lessons = self.plan.lessons_of(section).map(|lesson| PageRef::Lesson(lesson.id, PageId::FIRST));
            let collections = self.plan.collections_of(section);
            let puzzles = collections.map(|collection| PageRef::Puzzle(collection.id, PageId::FIRST));
            std::iter::once(PageRef::Section(section.id)).chain(editions).chain(lessons).chain(puzzles)
        });
        let articles = self.plan.articles().map(PageRef::Article).filter(|page| !self.is_not_found(*page));
        std::iter::once(PageRef::Front).chain(games).chain(articles)
    }

    /// Whether a page is the first one of an edition on a site whose address is known: people come there from
    /// elsewhere, so it tells more than others.
    pub(super) fn is_landing(&self, page: PageRef) -> bool {
        page.number() == 0 && self.has_base_url() && matches!(page, PageRef::Position(..))
    }

    /// Whether a page is the one that an author wrote for files that are not there.
    pub(super) fn is_not_found(&self, page: PageRef) -> bool {
        matches!(page, PageRef::Article(id) if self.content.articles[id.index()].name == address::NOT_FOUND)
    }

    /// Returns the resolver of the links of a page that is shown at any address of the site.
    pub(super) fn root_resolver(&self) -> Option<RootResolver<'_>> {
        Some(RootResolver::new(&self.plan, self.content.config.base_url.as_deref()?))
    }

    /// Returns which file of the author stands in place of an icon of the theme, as an index.
    pub(super) fn own_icon(&self, path: &str) -> Option<usize> {
        ICONS.contains(&path).then(|| self.content.files.iter().position(|file| file.path == path))?
    }

    /// Returns the absolute address of a path on the website, if it is published.
    pub(super) fn published_address(&self, path: &str) -> Option<String> {
        Some(format!("{}{}", self.content.config.base_url.as_ref()?, address::encode(path)))
    }

    /// Whether there is a file at a path of the website, for other programs or of the author.
    pub(super) fn has_published(&self, path: &str) -> bool {
        let own = self.content.files.iter().map(|file| &file.path);
        self.published.iter().map(|file| &file.path).chain(own).any(|known| known == path)
    }

    /// Returns the path of the picture that is drawn of a page. A site without games has nothing to draw.
    pub(super) fn preview_path(&self, page: PageRef) -> Option<String> {
        let folder = match page {
            PageRef::Article(_) => self.plan.folder(PageRef::Front),
            page => self.plan.folder(page),
        };
        let slash = if folder.is_empty() { "" } else { "/" };
        (!self.plan.sections().is_empty()).then(|| format!("{folder}{slash}{PREVIEW}"))
    }

    /// Returns the path of what oEmbed says of an edition.
    pub(super) fn oembed_path(&self, edition: EditionId) -> String {
        format!("{}/{}", self.plan.edition(edition).folder(), embed::FILE)
    }

    /// Returns how an edition is shown on pages of others, if it is known where it is published.
    pub(super) fn framed(&self, edition: &Edition) -> Option<Framed<'_>> {
        let page = PageRef::Position(edition.id, PageId::FIRST);
        let picture = self.preview_path(page).and_then(|path| self.published_address(&path));
        Some(Framed {
            address: self.page_address(page)?,
            title: format!("{} — {}", self.spec(edition.section).title, edition.title()),
            site_title: &self.content.config.title,
            base_url: self.content.config.base_url.as_deref()?,
            picture: picture.map(|address| (address, PREVIEW_SIZE)),
        })
    }

    /// Opens what a file for other programs shows.
    pub(super) fn open_published(&self, file: &PublishedFile) -> Result<(), Diagnostics> {
        match file.what {
            Published::Preview(page @ (PageRef::Position(..) | PageRef::Lesson(..))) => self.explore_for(page),
            Published::Picture(edition, ..) => {
                self.explore_for(PageRef::Position(edition, PageId::FIRST))?;
                self.check_pictures(std::slice::from_ref(self.plan.edition(edition)))
            }
            _ => Ok(()),
        }
    }

    /// Returns the bytes of a file for other programs.
    pub(super) fn publish(&self, file: &PublishedFile) -> Result<Vec<u8>, Diagnostic> {
        let base_url = self.content.config.base_url.as_deref().unwrap_or_default();
        let text = match file.what {
            Published::NotFound => {
                let words = Words::new(self, &self.views[0]);
                words.not_found_page(&RootResolver::new(&self.plan, base_url))?
            }
            Published::Robots => robots(base_url),
            Published::Sitemap => self.sitemap(),
            Published::Feed => self.feed(),
            Published::Preview(page) => return Ok(self.draw_preview(page)),
            Published::Picture(edition, number, format) => return Ok(self.draw_asked(edition, number, format)),
            Published::Oembed(edition) => {
                let framed = self.framed(self.plan.edition(edition));
                framed.map(|framed| framed.oembed()).unwrap_or_default()
            }
        };
        Ok(text.into_bytes())
    }

    fn sitemap(&self) -> String {
        let entry = |page| {
            let date = self.date(page).map(|date| date.to_string());
            Some(sitemap::Entry { address: self.page_address(page)?, date })
        };
        sitemap::sitemap(&self.landings().filter_map(entry).collect::<Vec<_>>())
    }

    fn feed(&self) -> String {
        let config = &self.content.config;
        let entry = |page| {
            let date = self.date(page)?.to_string();
            let (title, summary) = self.words_of(page);
            Some(feed::Entry { title, summary, address: self.page_address(page)?, date })
        };
        feed::feed(Feed {
            title: &config.title,
            subtitle: &config.tagline,
            author: config.author.as_deref().unwrap_or(&config.title),
            language: &config.language,
            base_url: config.base_url.as_deref().unwrap_or_default(),
            entries: self.landings().filter_map(entry).collect(),
        })
    }

    /// Returns when a page was written, as far as content says so.
    fn date(&self, page: PageRef) -> Option<Date> {
        match page {
            PageRef::Front => self.content.front.as_ref()?.date,
            PageRef::Section(section) => self.spec(section).date,
            PageRef::Lesson(lesson, _) => self.plan.lesson(lesson).date(),
            PageRef::Article(article) => self.content.articles[article.index()].date,
            PageRef::Position(..) | PageRef::Star(_) | PageRef::Puzzle(..) => None,
        }
    }

    /// Returns the title of a page, and one sentence about it, which may be empty.
    pub(super) fn words_of(&self, page: PageRef) -> (&str, &str) {
        match page {
            PageRef::Front => (&self.content.config.title, &self.content.config.tagline),
            PageRef::Section(section) => (&self.spec(section).title, &self.spec(section).summary),
            PageRef::Lesson(lesson, _) => (self.plan.lesson(lesson).title(), self.plan.lesson(lesson).summary()),
            PageRef::Puzzle(collection, _) => {
                let collection = self.plan.collection(collection);
                (collection.title(), collection.summary())
            }
            PageRef::Article(article) => {
                let article = &self.content.articles[article.index()];
                (&article.title, &article.summary)
            }
            PageRef::Position(edition, _) | PageRef::Star(edition) => {
                let edition = self.plan.edition(edition);
                (edition.title(), if edition.summary().is_empty() { edition.goal() } else { edition.summary() })
            }
        }
    }

    fn page_address(&self, page: PageRef) -> Option<String> {
        self.published_address(&address::path(&self.plan, page))
    }

    /// Returns the picture of a page: the position that it begins with, beside what it is called.
    fn draw_preview(&self, page: PageRef) -> Vec<u8> {
        let cover = |section: usize| {
            let (edition, slug) = self.cover(self.plan.sections()[section].id);
            self.plan.edition(edition).picture(slug).unwrap_or_default()
        };
        let game = |edition: EditionId| &*self.spec(self.plan.edition(edition).section).title;
        let title = self.words_of(page).0;
        match page {
            PageRef::Front | PageRef::Article(_) | PageRef::Star(_) => picture::preview(&cover(0), title, ""),
            PageRef::Section(section) => picture::preview(&cover(section.index()), title, ""),
            PageRef::Puzzle(collection, _) => {
                let section = self.plan.collection(collection).section;
                picture::preview(&cover(section.index()), &self.spec(section).title, title)
            }
            PageRef::Position(id, first) => {
                let edition = self.plan.edition(id);
                let start =
                    if edition.is_on_demand() { edition.picture(None).ok() } else { Some(edition.diagram(first).0) };
                picture::preview(&start.unwrap_or_default(), game(id), title)
            }
            PageRef::Lesson(id, first) => {
                let lesson = self.plan.lesson(id);
                picture::preview(&lesson.open_page(first).board, title, game(lesson.edition))
            }
        }
    }
}
