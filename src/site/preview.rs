//! What pages tell the programs that show links to them, and how an edition is shown in a frame elsewhere.

use super::words::{Words, check_moves};
use crate::content::Located;
use crate::diagnostic::Diagnostic;
use crate::output::{address, feed};
use crate::page::{ArticlePage, EditionId, Frame, Link, LinkResolver, OpenPage, PageId, PageRef, Preview};
use crate::plan::Section;

/// What the page for files that are not there says, and what stands above it.
const NOT_FOUND_TITLE: &str = "Page not found";
const NOT_FOUND_TEXT: &str =
    "There is no page at this address. It may have moved, or the address may be misspelt. These are here:";

impl Words<'_> {
    /// Returns what a page tells whoever links to it; nothing of one inside of an edition or a lesson, and where nobody
    /// knows the address of the site.
    pub(super) fn preview(&self, page: PageRef) -> Option<Preview> {
        let site = self.site;
        site.content.config.base_url.as_ref().filter(|_| self.view.form.is_website())?;
        if page.number() > 0 || site.is_not_found(page) || matches!(page, PageRef::Star(_)) {
            return None;
        }
        let own = self.own_image(page);
        let drawn = site.preview_path(page).filter(|_| own.is_none());
        let framed = match page {
            PageRef::Position(edition, _) if self.view.variant.is_main() => Some(edition),
            _ => None,
        };
        Some(Preview {
            summary: site.words_of(page).1.to_owned(),
            drawn: drawn.is_some(),
            image: own.map(|own| own.value.clone()).or(drawn).and_then(|path| site.published_address(&path)),
            oembed: framed.and_then(|edition| site.published_address(&site.oembed_path(edition))),
            feed: site.has_published(feed::PATH).then(|| site.published_address(feed::PATH)).flatten(),
        })
    }

    /// Returns the image that content names for a page. A plain page without any has that of the site.
    fn own_image(&self, page: PageRef) -> Option<&Located<String>> {
        let content = &self.site.content;
        let of_site = || content.front.as_ref().and_then(|front| front.image.as_ref());
        match page {
            PageRef::Front => of_site(),
            PageRef::Section(section) => self.site.spec(section).image.as_ref(),
            PageRef::Article(article) => content.articles[article.index()].image.as_ref().or_else(of_site),
            PageRef::Position(..) | PageRef::Star(_) | PageRef::Lesson(..) | PageRef::Puzzle(..) => None,
        }
    }

    /// Returns the first page of an edition, which is opened: with what it tells whoever links to it. There are few
    /// of them, so they need no patterns.
    pub(super) fn first_page(
        &self,
        edition: EditionId,
        open: &OpenPage,
        resolver: &dyn LinkResolver,
    ) -> Result<String, Diagnostic> {
        let page = PageRef::Position(edition, PageId::FIRST);
        let mut whole = open.close(&self.site.content.config.language, resolver);
        whole.frame.preview = self.preview(page);
        if self.view.variant.is_main() {
            whole.embed = self.site.framed(self.site.plan.edition(edition)).map(|framed| framed.line());
        }
        let html = self.view.theme.render(&whole)?;
        check_moves(&html, &open.board, &address::path(&self.site.plan, page), resolver)?;
        Ok(html)
    }

    /// Returns the page that hosts show in place of a file that is not there.
    pub(super) fn not_found_page(&self, resolver: &dyn LinkResolver) -> Result<String, Diagnostic> {
        let site = self.site;
        let game = |section: &Section| Link::to(PageRef::Section(section.id), &site.spec(section.id).title, resolver);
        let games = site.plan.sections().iter().map(game);
        let frame = self.frame(PageRef::Front, resolver);
        self.view.theme.render(&ArticlePage {
            title: NOT_FOUND_TITLE.to_owned(),
            summary: String::new(),
            date: None,
            body: format!("<p>{NOT_FOUND_TEXT}"),
            contents: Vec::new(),
            pages: Vec::new(),
            puzzles: false,
            up: None,
            previous: None,
            next: None,
            home: self.home(resolver),
            menu: games.chain(self.menu(resolver)).collect(),
            variants: Vec::new(),
            frame: Frame { canonical: None, unlisted: true, preview: None, ..frame },
        })
    }
}
