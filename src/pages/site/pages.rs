//! Pages: makes any page of a view.

use super::basis::{Site, View};
use super::words::Words;
use crate::ground::diagnostic::Diagnostic;
use crate::pages::edition::Context;
use crate::pages::page::{Around, EditionId, LinkResolver, OpenPage, PageId, PageRef, Playable};
use crate::pages::plan::ScriptKind;
use crate::pages::script::puzzle;

#[derive(Clone, Copy)]
pub(crate) struct Pages<'a> {
    pub(crate) site: &'a Site,
    pub(crate) view: &'a View,
}

impl<'a> Pages<'a> {
    pub(crate) fn words<'w>(self, links: &'w dyn LinkResolver) -> Words<'w>
    where
        'a: 'w,
    {
        Words { site: self.site, view: self.view, links }
    }

    /// Appends a page. One of play is written into `open`, which is used again from page to page.
    pub(crate) fn write(
        self,
        page: PageRef,
        resolver: &impl LinkResolver,
        open: &mut OpenPage,
        out: &mut Vec<u8>,
    ) -> Result<(), Diagnostic> {
        if self.open(page, self.languages(page, resolver), open) {
            return self.write_opened(page, resolver, open, out);
        }
        out.extend(self.page_of_words(page, resolver)?.into_bytes());
        Ok(())
    }

    /// Appends a page of the website, which for one of play its templates render directly. That takes long.
    pub(crate) fn write_directly(
        self,
        page: PageRef,
        resolver: &impl LinkResolver,
        out: &mut Vec<u8>,
    ) -> Result<(), Diagnostic> {
        let mut open = OpenPage::default();
        if self.beginning_on(page).is_some() || !self.open(page, self.languages(page, resolver), &mut open) {
            return self.write(page, resolver, &mut open, out);
        }
        out.extend(self.view.theme.render_directly(&open, resolver)?.into_bytes());
        Ok(())
    }

    /// Writes a page of play into `open`, in place of what was there. Returns whether the page is one.
    pub(super) fn open(self, page: PageRef, languages: u32, open: &mut OpenPage) -> bool {
        match page {
            PageRef::Position(edition, page) => self.open_position(edition, page, languages, open),
            PageRef::Script(script, page) if page != PageId::FIRST => {
                let script = self.site.plan.script(script);
                let ScriptKind::Puzzles(collection) = &script.kind else { return false };
                let edition = collection.puzzles()[collection.puzzle_of(page)].edition;
                let section = self.site.plan.edition(edition).section;
                let context = puzzle::Context {
                    around: self.around(languages),
                    section,
                    game_title: &self.site.spec(section).title,
                    explored: &|edition| self.view.variant.has_edition(edition).then(|| self.site.plan.opened(edition)),
                };
                collection.open_page(page, &context, open);
            }
            _ => return false,
        }
        true
    }

    pub(crate) fn open_position(self, edition: EditionId, page: PageId, languages: u32, open: &mut OpenPage) {
        self.site.plan.opened(edition).open_page(page, &self.context(edition, languages), open);
    }

    fn write_opened(
        self,
        page: PageRef,
        resolver: &impl LinkResolver,
        open: &OpenPage,
        out: &mut Vec<u8>,
    ) -> Result<(), Diagnostic> {
        let Some(playable) = self.beginning_on(page) else { return self.view.theme.fill(open, resolver, out) };
        out.extend(self.words(resolver).first_page((page, playable), open)?.into_bytes());
        Ok(())
    }

    /// Returns what begins on a page that tells more than others, since people come there from elsewhere.
    fn beginning_on(self, page: PageRef) -> Option<Playable> {
        let is_told = self.view.form.is_website() && self.site.base_url().is_some();
        self.site.beginning_on(page).filter(|_| is_told)
    }

    pub(crate) fn page_of_words(self, page: PageRef, links: &dyn LinkResolver) -> Result<String, Diagnostic> {
        let (theme, words) = (&self.view.theme, self.words(links));
        match page {
            PageRef::Front => theme.render(&words.front_page()?),
            PageRef::Section(section) => theme.render(&words.game_page(section)?),
            PageRef::Script(script, page) => {
                let script = self.site.plan.script(script);
                match &script.kind {
                    ScriptKind::Lesson(lesson) => words.lesson_page(script, lesson, page),
                    ScriptKind::Puzzles(collection) => match collection.calendar() {
                        Some(text) => theme.render(&words.calendar_page(script, collection, text)?),
                        None => theme.render(&words.list_of_puzzles(script, collection)),
                    },
                }
            }
            PageRef::Story(story) => theme.render(&words.story_page(self.site.plan.story(story))?),
            PageRef::Passage(story, page) => words.page_of_story(self.site.plan.story(story), page),
            PageRef::StoryMap(story) => theme.render_map(words.story_map(self.site.plan.story(story))),
            PageRef::Stars => theme.render(&words.stars_page()),
            PageRef::Map(edition) => theme.render_map(
                words.map_page(self.site.plan.opened(edition), &self.context(edition, self.languages(page, links))),
            ),
            PageRef::Position(edition, _) | PageRef::Star(edition) => theme.render(
                &words.star_page(self.site.plan.opened(edition), &self.context(edition, self.languages(page, links))),
            ),
            PageRef::Article(article) => theme.render(&words.article_page(article)?),
        }
    }

    fn context(self, edition: EditionId, languages: u32) -> Context<'a> {
        let neighbours = &self.view.neighbours[edition.index()];
        Context {
            around: self.around(languages),
            game_title: &self.site.game_of(edition).title,
            neighbours,
            explored: neighbours.explored.and_then(|explored| self.site.plan.edition(explored).opened()),
            hints: self.has_hints(edition),
            is_website: self.view.form.is_website(),
            anchors: self.view.form.shares_files(),
        }
    }

    fn around(self, languages: u32) -> Around<'a> {
        let is_canonical = self.site.base_url().is_some();
        Around { site_title: &self.site.content.config.title, is_canonical, languages }
    }

    /// Returns the other languages that have a page, or the first of those that it stands among, as bits.
    fn languages(self, page: PageRef, links: &dyn LinkResolver) -> u32 {
        let has_page = |&number: &usize| links.has_translation(number, page.first());
        (0..self.view.theme.languages.others.len()).filter(has_page).map(|number| 1 << number).sum()
    }

    pub(crate) fn page_count(self, edition: EditionId) -> usize {
        let known = self.site.plan.opened(edition);
        if self.has_hints(edition) { known.page_count() } else { known.plain_page_count() }
    }

    fn has_hints(self, edition: EditionId) -> bool {
        self.view.form.is_website() || self.site.edition_spec(self.site.plan.edition(edition)).hints_in_files
    }
}
