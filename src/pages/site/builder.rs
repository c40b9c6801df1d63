//! The builder of text pages: the fields that they share, and texts in the form for a page.

use super::site::{Site, View};
use crate::content::{BoardBlock, Body, Heading, MenuEntry, Reference};
use crate::engine::game::Message;
use crate::ground::diagnostic::Diagnostic;
use crate::ground::html::address::encode;
use crate::pages::chapter::FIRST_NAME;
use crate::pages::edition::{Edition, OpenedEdition};
use crate::pages::page::{
    Board, Destination, Diagram, Frame, Link, LinkResolver, OpenBoard, PageId, PageRef, SectionId, SidePage, TextPage,
    Translation, translations,
};
use crate::pages::plan::{Section, paths};

/// The maximum number of articles that every page lists. If the site has more articles, only the front page lists them.
/// Without this limit, the number of links would grow with the square of the number of pages.
const MOST_LISTED: usize = 24;

/// Builds the text pages of a view, which is a variant of the site. Links are relative to one page.
#[derive(Clone, Copy)]
pub(crate) struct PageBuilder<'a> {
    pub(crate) site: &'a Site,
    pub(crate) view: &'a View,
    pub(crate) links: &'a dyn LinkResolver,
}

impl PageBuilder<'_> {
    pub(crate) fn say(&self, message: &Message) -> String {
        self.site.catalogue.say(message)
    }

    pub(crate) fn link(&self, page: PageRef, title: &str) -> Link {
        Link::to(page, title, self.links)
    }

    pub(crate) fn home(&self) -> Link {
        self.link(PageRef::FRONT, &self.site.content.config.title)
    }

    pub(crate) fn game_link(&self, section: SectionId) -> Link {
        self.link(PageRef::start_of(section), &self.site.spec(section).title)
    }

    pub(crate) fn edition_link(&self, edition: &Edition, title: &str) -> Link {
        self.link(PageRef::start_of(edition.id), title)
    }

    pub(crate) fn titled_link(&self, page: PageRef) -> Link {
        self.link(page, &self.site.summary(page).title)
    }

    pub(crate) fn frame(&self, page: PageRef) -> Frame {
        let config = &self.site.content.config;
        // The canonical URL of a lesson's page is that of the lesson's first page. The canonical URL of a page in a
        // variant is that of the same page in the main variant.
        let first = page.first();
        let is_known = config.base_url.is_some();
        let is_missing = self.site.is_not_found(page);
        Frame {
            site_title: config.title.clone(),
            language: config.language.clone(),
            translations: self.translations(page),
            root: self.links.address(Destination::ThemeFolder),
            canonical: (is_known && !is_missing).then(|| self.links.address(Destination::Canonical(first))),
            anchor: None,
            unlisted: is_known && (is_missing || page != first),
            preview: self.links.preview(page),
        }
    }

    /// Returns the links to a page in the other languages. Only websites have such links.
    fn translations(&self, page: PageRef) -> Vec<Translation> {
        let way = |number| {
            let is_there = self.links.has_translation(number, page);
            is_there.then(|| self.links.address(Destination::Translation(number, page)))
        };
        translations(&self.site.catalogue, way)
    }

    pub(crate) fn text_page(&self, page: PageRef, title: &str) -> TextPage {
        TextPage {
            frame: self.frame(page),
            title: title.to_owned(),
            home: self.home(),
            menu: self.menu(),
            variants: self.other_variants(page),
        }
    }

    /// Returns the shared fields of a page about a game or a story, without the links to its parts. The title consists
    /// of two texts: what the page shows, and where it belongs.
    pub(crate) fn side_page(&self, page: PageRef, title: (&str, &str), game: Link) -> SidePage {
        let title = self.site.title_at(title.0, title.1);
        SidePage { frame: self.frame(page), title, home: self.home(), game, group: None, edition: None }
    }

    fn menu(&self) -> Vec<Link> {
        let is_long = self.site.content.config.menu.is_none() && self.site.content.articles.len() > MOST_LISTED;
        if self.view.form.is_website() && is_long {
            return vec![self.link(PageRef::FRONT, &self.say(&Message::key("all-pages")))];
        }
        self.whole_menu()
    }

    pub(crate) fn whole_menu(&self) -> Vec<Link> {
        if !self.view.form.is_website() {
            return Vec::new();
        }
        if let Some(menu) = &self.site.content.config.menu {
            return menu.iter().filter_map(|entry| self.menu_link(&entry.value)).collect();
        }
        let articles = self.site.plan.articles.iter().map(|article| PageRef::start_of(article.id));
        articles.filter(|&page| !self.site.is_not_found(page)).map(|page| self.titled_link(page)).collect()
    }

    fn menu_link(&self, MenuEntry { title, url, reference, .. }: &MenuEntry) -> Option<Link> {
        let Some(page) = reference else { return Some(Link::at(url.as_ref()?.value.clone(), title)) };
        // A build of a part of the site omits menu entries whose page is missing.
        let is_there = !self.site.unpublished.is_part || self.links.leads_somewhere(&page.path.value);
        let address = self.links.link_to(&page.path.value, &page.suffix).filter(|_| is_there)?;
        Some(Link::at(address, title))
    }

    pub(crate) fn other_variants(&self, page: PageRef) -> Vec<Link> {
        let variants = self.site.views.iter().map(|view| &view.variant);
        let others = variants.filter(|variant| variant.folder != self.view.variant.folder);
        others
            .filter(|variant| variant.has(page, &self.site.plan))
            .filter_map(|variant| Some(Link::at(self.links.link_to_copy(page, &variant.folder)?, &variant.title)))
            .collect()
    }

    /// Returns a text in the form for the page: HTML with links relative to the page, and with diagrams of the boards
    /// in the text.
    pub(crate) fn body(&self, body: &Body) -> Result<String, Diagnostic> {
        let address = |Reference { path, suffix, image }: &Reference| match image {
            Some(_) => self.links.image_at(&path.value),
            None => self.links.link_to(&path.value, suffix),
        };
        let mut html = String::new();
        for (number, stretch) in body.stretches(address).iter().enumerate() {
            html += stretch;
            // A build of a part of the site may lack the position.
            let board = body.boards.get(number);
            let board = board.and_then(|block| Some((block, board_page(self.site, &block.page.value)?)));
            if let Some((block, (edition, page))) = board {
                html += &self.view.theme.render_part(&self.diagram(block, edition, page))?;
            }
        }
        Ok(html)
    }

    /// Returns a position in a text. The caption is the author's caption or, without one, the status of the position.
    fn diagram(&self, block: &BoardBlock, edition: OpenedEdition<'_>, page: PageId) -> Diagram {
        let (board, status) = edition.diagram(page);
        let title = if block.caption.is_empty() { &status } else { &block.caption };
        let page = PageRef::new(edition.id, page);
        let link = if self.links.has(page) { self.link(page, title) } else { Link::at(String::new(), title) };
        Diagram { board: board.close(self.links), link }
    }

    pub(crate) fn cover(&self, section: &Section) -> Board {
        let (edition, slug) = self.site.cover_in(self.view, section);
        // The game's own page reports mistakes in the cover.
        edition.picture(slug).close(self.links)
    }

    /// Returns the lessons of a section, and its collections of puzzles. Only websites have puzzles.
    pub(crate) fn scripts(&self, section: &Section) -> (Vec<PageRef>, Vec<PageRef>) {
        let (mut lessons, mut puzzles) = (Vec::new(), Vec::new());
        for script in self.view.scripts(&self.site.plan, section) {
            if script.is_lesson() {
                lessons.push(script.first_page());
            } else if self.view.form.is_website() {
                puzzles.push(script.first_page());
            }
        }
        (lessons, puzzles)
    }

    pub(crate) fn check_moves(&self, html: &str, board: &OpenBoard, page: PageRef) -> Result<(), Diagnostic> {
        let is_there =
            |address: &str| html.match_indices(address).any(|(start, _)| html[..start].ends_with(['=', '"', '\'']));
        let address = |to| self.links.address(Destination::Page(to));
        let Some(missing) = board.moves.iter().find(|mv| !is_there(&address(mv.to))) else { return Ok(()) };
        let (label, address) = (board.text(missing.texts[2]), address(missing.to));
        let path = paths::path(&self.site.plan, page);
        let message = format!("on the page {path}, the theme shows no link to {address}, the move {label:?}");
        Err(Diagnostic::new(message).hint("print every link of `page.board`, as the theme `classic` does"))
    }
}

pub(crate) fn contents(headings: &[Heading]) -> Vec<Link> {
    let link = |Heading { id, title }: &Heading| Link::at(format!("#{}", encode(id)), title);
    headings.iter().filter(|heading| !heading.title.trim().is_empty()).map(link).collect()
}

/// Finds the edition and the page that a board in a text names by a path.
pub(crate) fn board_page<'a>(site: &'a Site, path: &str) -> Option<(OpenedEdition<'a>, PageId)> {
    let path = paths::file_at(path);
    let path = paths::without_ending(&path);
    let whole = site.plan.edition_in(path).map(|edition| (edition, FIRST_NAME));
    let (edition, name) = whole.or_else(|| {
        let (folder, name) = path.rsplit_once('/')?;
        Some((site.plan.edition_in(folder)?, name))
    })?;
    let edition = edition.open().ok()?;
    Some((edition, edition.page_named(name)?))
}
