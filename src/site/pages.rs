//! Pages: makes any page of a view.

use super::basis::{Basis, View};
use super::words::Words;
use crate::diagnostic::Diagnostic;
use crate::edition::{Context, PageOnDemand};
use crate::output::address::FolderResolver;
use crate::page::{EditionId, LinkResolver, OpenPage, PageId, PageRef};
use crate::plan::{PlannedScript, ScriptKind};
use crate::puzzle;

/// What makes the pages of a view.
#[derive(Clone, Copy)]
pub(super) struct Pages<'a> {
    pub(super) site: &'a Basis,
    pub(super) view: &'a View,
}

impl<'a> Pages<'a> {
    /// Returns what closes the links of pages of the website that stand beside one.
    pub(super) fn resolver(self, page: PageRef) -> FolderResolver<'a> {
        FolderResolver::beside(page, &self.view.variant, &self.site.plan, self.site.base_url())
    }

    /// Returns what makes pages of words with these links.
    pub(super) fn words(self, links: &'a dyn LinkResolver) -> Words<'a> {
        Words { site: self.site, view: self.view, links }
    }

    /// Appends a page of the website. A page of play is written into `open`, which is used again from page to page.
    pub(super) fn write(
        self,
        page: PageRef,
        resolver: &impl LinkResolver,
        open: &mut OpenPage,
        out: &mut Vec<u8>,
    ) -> Result<(), Diagnostic> {
        if self.open(page, open) {
            return self.write_opened(page, resolver, open, out);
        }
        out.extend_from_slice(self.page_of_words(page, resolver)?.as_bytes());
        Ok(())
    }

    /// Appends a page that is made on demand.
    pub(super) fn write_on_demand(self, page: &PageOnDemand<'_>, out: &mut Vec<u8>) -> Result<(), Diagnostic> {
        let mut open = OpenPage::default();
        page.open(&self.context(page.edition.id), &mut open);
        self.write_opened(page.reference(), &self.resolver(page.reference()).of(page), &open, out)
    }

    /// Appends a page of the website, which for one of play its templates render directly.
    pub(super) fn write_directly(self, page: PageRef, out: &mut Vec<u8>) -> Result<(), Diagnostic> {
        let (mut open, resolver) = (OpenPage::default(), self.resolver(page));
        if self.site.is_landing(page) || !self.open(page, &mut open) {
            return self.write(page, &resolver, &mut open, out);
        }
        out.extend_from_slice(self.view.theme.render_directly(&open, &resolver)?.as_bytes());
        Ok(())
    }

    /// Writes a page of play into `open`, in place of what was there. Returns whether the page is one.
    fn open(self, page: PageRef, open: &mut OpenPage) -> bool {
        match page {
            PageRef::Position(edition, page) => self.open_position(edition, page, open),
            PageRef::Script(script, page) if page != PageId::FIRST => {
                return self.open_puzzle(self.site.plan.script(script), page, open);
            }
            _ => return false,
        }
        true
    }

    /// Writes a page of an edition into `open`, in place of what was there.
    pub(super) fn open_position(self, edition: EditionId, page: PageId, open: &mut OpenPage) {
        self.site.plan.edition(edition).open_page(page, &self.context(edition), open);
    }

    /// Writes a page of a puzzle into `open`, in place of what was there. Returns whether the script is one of puzzles.
    fn open_puzzle(self, script: &PlannedScript, page: PageId, open: &mut OpenPage) -> bool {
        let ScriptKind::Puzzles(collection) = &script.kind else { return false };
        let context = puzzle::Context {
            site_title: &self.site.content.config.title,
            game_title: &self.site.spec(script.section).title,
            editions: self.site.plan.editions(),
            has_edition: &|edition| self.view.variant.has_edition(edition),
            canonical: self.site.base_url().is_some(),
        };
        collection.open_page(page, &context, open);
        true
    }

    /// Appends a page of play, which is opened.
    fn write_opened(
        self,
        page: PageRef,
        resolver: &impl LinkResolver,
        open: &OpenPage,
        out: &mut Vec<u8>,
    ) -> Result<(), Diagnostic> {
        match page {
            PageRef::Position(edition, _) if self.site.is_landing(page) => {
                let words = Words { site: self.site, view: self.view, links: resolver };
                out.extend_from_slice(words.first_page(self.site.plan.edition(edition), open)?.as_bytes());
                Ok(())
            }
            _ => self.view.theme.fill(open, resolver, out),
        }
    }

    /// Returns a page that is no page of play.
    pub(super) fn page_of_words(self, page: PageRef, links: &dyn LinkResolver) -> Result<String, Diagnostic> {
        let (theme, words) = (&self.view.theme, Words { site: self.site, view: self.view, links });
        match page {
            PageRef::Front => theme.render(&words.front_page()?),
            PageRef::Section(section) => theme.render(&words.game_page(section)?),
            PageRef::Script(script, page) => {
                let script = self.site.plan.script(script);
                match &script.kind {
                    ScriptKind::Lesson(lesson) => words.lesson_page(script, lesson, page),
                    ScriptKind::Puzzles(collection) => theme.render(&words.list_of_puzzles(script, collection)),
                }
            }
            PageRef::Position(edition, _) | PageRef::Star(edition) => {
                theme.render(&words.star_page(self.site.plan.edition(edition), &self.context(edition)))
            }
            PageRef::Article(article) => match self.site.base_url().filter(|_| self.site.is_not_found(page)) {
                Some(base_url) => {
                    let links = &FolderResolver::anywhere(&self.site.views[0].variant, &self.site.plan, base_url);
                    theme.render(&Words { links, ..words }.article_page(article)?)
                }
                None => theme.render(&words.article_page(article)?),
            },
        }
    }

    /// Returns what the pages of an edition say of the site around them.
    fn context(self, edition: EditionId) -> Context<'a> {
        let config = &self.site.content.config;
        let neighbours = &self.view.neighbours[edition.index()];
        Context {
            site_title: &config.title,
            game_title: &self.site.game_of(edition).title,
            neighbours,
            explored: neighbours.explored.map(|explored| self.site.plan.edition(explored)),
            hints: self.has_hints(edition),
            is_website: self.view.form.is_website(),
            canonical: config.base_url.is_some(),
            anchors: self.view.form.shares_files(),
        }
    }

    /// Returns how many pages of an edition there are. Needs an opened edition.
    pub(super) fn page_count(self, edition: EditionId) -> usize {
        let known = self.site.plan.edition(edition);
        if self.has_hints(edition) { known.page_count() } else { known.plain_page_count() }
    }

    /// Whether an edition that has hints has them here.
    fn has_hints(self, edition: EditionId) -> bool {
        self.view.form.is_website() || self.site.edition_spec(self.site.plan.edition(edition)).hints_in_files
    }

    /// Appends a page of an edition, without what the website has more of it.
    pub(super) fn write_position(
        self,
        (edition, page): (EditionId, PageId),
        resolver: &impl LinkResolver,
        open: &mut OpenPage,
        out: &mut Vec<u8>,
    ) -> Result<(), Diagnostic> {
        self.open_position(edition, page, open);
        self.view.theme.fill(open, resolver, out)
    }
}
