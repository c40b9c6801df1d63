//! Pages: writes any page of a view, which is a variant of the site.

use super::builder::PageBuilder;
use super::site::{Site, View};
use crate::content::Answers;
use crate::ground::diagnostic::Diagnostic;
use crate::ground::html::walk::{Part, walk};
use crate::pages::edition::{Context, OpenedEdition};
use crate::pages::page::{Around, ChapterId, EditionId, LinkResolver, OpenPage, PageId, PageRef, Playable};
use crate::pages::script::{ScriptKind, puzzle};

/// The attributes whose values readers see or hear.
const LABELS: [&str; 4] = ["alt", "aria-label", "content", "title"];

#[derive(Clone, Copy)]
pub(crate) struct Pages<'a> {
    pub(crate) site: &'a Site,
    pub(crate) view: &'a View,
}

impl<'a> Pages<'a> {
    pub(crate) fn builder<'w>(self, links: &'w dyn LinkResolver) -> PageBuilder<'w>
    where
        'a: 'w,
    {
        PageBuilder { site: self.site, view: self.view, links }
    }

    /// Appends a page. Positions are written through `open`, which the next page reuses.
    pub(crate) fn write(
        self,
        page: PageRef,
        resolver: &impl LinkResolver,
        open: &mut OpenPage,
        out: &mut Vec<u8>,
    ) -> Result<(), Diagnostic> {
        let start = out.len();
        if self.open(page, self.languages(page, resolver), open)? {
            match self.beginning_on(page) {
                None => self.view.theme.fill(open, resolver, out)?,
                Some(playable) => out.extend(self.builder(resolver).first_page((page, playable), open)?.into_bytes()),
            }
        } else {
            out.extend(self.page_of_words(page, resolver)?.into_bytes());
        }
        self.replace_words(page, start, out);
        Ok(())
    }

    /// Replaces the theme's words in the texts and labels of a page of a game.
    fn replace_words(self, page: PageRef, start: usize, out: &mut Vec<u8>) {
        let words = &self.view.theme.words;
        if words.is_empty() || matches!(page.chapter, ChapterId::Story(_) | ChapterId::Article(_)) {
            return;
        }
        let html = String::from_utf8_lossy(&out.split_off(start)).into_owned();
        let (mut texts, mut done) = (Vec::new(), 0);
        walk(&html, |part| match part {
            Part::Text(_, range) => texts.push(range),
            Part::Start(tag) => {
                let labels = tag.attributes.iter().filter(|attribute| LABELS.contains(&&*attribute.name));
                texts.extend(labels.map(|label| label.range.clone()));
            }
            _ => {}
        });
        for text in texts {
            out.extend(html[done..text.start].bytes());
            for part in html[text.clone()].split_inclusive(|c: char| !c.is_alphabetic()) {
                let word = part.trim_end_matches(|c: char| !c.is_alphabetic());
                out.extend(words.get(word).map_or(word, String::as_str).bytes());
                out.extend(part[word.len()..].bytes());
            }
            done = text.end;
        }
        out.extend(html[done..].bytes());
    }

    /// Appends a page of the website. Renders positions directly, without patterns, which is slow.
    pub(crate) fn write_directly(
        self,
        page: PageRef,
        resolver: &impl LinkResolver,
        out: &mut Vec<u8>,
    ) -> Result<(), Diagnostic> {
        let (mut open, start) = (OpenPage::default(), out.len());
        if self.beginning_on(page).is_some() || !self.open(page, self.languages(page, resolver), &mut open)? {
            return self.write(page, resolver, &mut open, out);
        }
        out.extend(self.view.theme.render_directly(&open, resolver)?.into_bytes());
        self.replace_words(page, start, out);
        Ok(())
    }

    /// If the page shows a position, writes it into `open`, and returns true. `languages` has one bit for each language
    /// that has the page.
    pub(super) fn open(self, page: PageRef, languages: u32, open: &mut OpenPage) -> Result<bool, Diagnostic> {
        match page.chapter {
            ChapterId::Edition(id) if !page.page.is_beside() => {
                self.open_position(self.site.open_edition(id)?, page.page, languages, open);
            }
            ChapterId::Script(id) if page.page.is_later() => {
                let Some(puzzles) = self.site.plan.script(id).open_puzzles()? else { return Ok(false) };
                let edition = puzzles.puzzle_on(page.page).edition;
                let section = self.site.plan.edition(edition).section;
                let context = puzzle::Context {
                    around: self.around(languages),
                    section,
                    game_title: &self.site.spec(section).title,
                    has_edition: &|edition| self.view.variant.has_edition(edition),
                };
                puzzles.open_page(page.page, &context, open);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    pub(crate) fn open_position(self, edition: OpenedEdition<'_>, page: PageId, languages: u32, open: &mut OpenPage) {
        edition.open_page(page, &self.context(edition.id, languages), open);
    }

    /// Returns the edition or the puzzle that begins on a page, if other sites can link to the page with a preview.
    fn beginning_on(self, page: PageRef) -> Option<Playable> {
        let is_told = self.view.form.is_website() && self.site.base_url().is_some();
        self.site.beginning_on(page).filter(|_| is_told)
    }

    pub(crate) fn page_of_words(self, page: PageRef, links: &dyn LinkResolver) -> Result<String, Diagnostic> {
        let (theme, builder) = (&self.view.theme, self.builder(links));
        let plan = &self.site.plan;
        self.site.open(page)?;
        match page.chapter {
            ChapterId::Front if page == PageRef::STARS => theme.render(&builder.stars_page()),
            ChapterId::Front if page == PageRef::GAMES => theme.render(&builder.games_page()),
            ChapterId::Front => theme.render(&builder.front_page()?),
            ChapterId::Section(id) => theme.render(&builder.game_page(plan.section(id))?),
            ChapterId::Edition(id) => {
                let (edition, context) = (self.site.open_edition(id)?, self.context(id, self.languages(page, links)));
                match page.page {
                    PageId::MAP => theme.render_map(builder.map_page(edition, &context)),
                    PageId::STAR => theme.render(&builder.star_page(edition, &context)),
                    answers => theme.render(&builder.answers_page(edition, answers, &context)),
                }
            }
            ChapterId::Script(id) => {
                let script = plan.script(id).open()?;
                match &script.kind {
                    _ if page.page.is_beside() => theme.render(&builder.answers_to_script(script, page.page)),
                    ScriptKind::Lesson(lesson, then) => builder.lesson_page(script, (lesson, *then), page.page),
                    ScriptKind::Puzzles(_, Some(text)) => theme.render(&builder.calendar_page(script, text)?),
                    ScriptKind::Puzzles(_, None) => theme.render(&builder.list_of_puzzles(script)),
                }
            }
            ChapterId::Story(id) => {
                let story = plan.story(id).open()?;
                match page.page {
                    PageId::ABOUT => theme.render(&builder.story_page(story)?),
                    PageId::MAP => theme.render_map(builder.story_map(story)),
                    inside => builder.page_of_story(story, inside),
                }
            }
            ChapterId::Article(id) => theme.render(&builder.article_page(id)?),
        }
    }

    fn context(self, edition: EditionId, languages: u32) -> Context<'a> {
        let neighbours = &self.view.neighbours[edition.index()];
        Context {
            around: self.around(languages),
            game_title: &self.site.game_of(edition).title,
            neighbours,
            answers: self.has_answers(edition),
            form: self.view.form,
        }
    }

    fn around(self, languages: u32) -> Around<'a> {
        let is_canonical = self.site.base_url().is_some();
        Around { site_title: &self.site.content.config.title, is_canonical, languages }
    }

    /// Returns the other languages that have a page, or the first page of its chapter, as bits.
    fn languages(self, page: PageRef, links: &dyn LinkResolver) -> u32 {
        let has_page = |&number: &usize| links.has_translation(number, page.first());
        (0..self.site.catalogue.others.len()).filter(has_page).map(|number| 1 << number).sum()
    }

    pub(crate) fn count_pages(self, edition: OpenedEdition<'_>) -> usize {
        if self.has_answers(edition.id) { edition.page_count() } else { edition.plain_page_count() }
    }

    pub(crate) fn answer_pages(self, edition: OpenedEdition<'_>) -> usize {
        if self.has_answers(edition.id) { edition.answer_pages() } else { 0 }
    }

    fn has_answers(self, edition: EditionId) -> bool {
        match self.site.plan.edition(edition).spec.answers {
            Answers::Everywhere => true,
            Answers::Website => self.view.form.is_website(),
            Answers::Nowhere => false,
        }
    }
}
