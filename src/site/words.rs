//! Pages of words, and what pages of play say of the site around them.

use super::doors::contents;
use super::{Site, View};
use crate::content::{BoardBlock, Body, EditionSpec, Reference, Series};
use crate::diagnostic::Diagnostic;
use crate::edition::{Context, Edition, PageOnDemand};
use crate::lesson::{Lesson, OpenLessonPage};
use crate::output::address;
use crate::page::{
    Board, ChapterPage, Destination, Diagram, EditionId, Frame, FrontPage, GamePage, LessonCard, LessonId, LessonPage,
    Link, LinkResolver, OpenBoard, OpenPage, PageId, PageRef, SectionId, SheetPage, SheetPart,
};
use crate::plan::Section;
use crate::theme::Memo;

/// Editions of one series, or a single one, each with what content says of it.
pub(super) type Group<'a> = Vec<(&'a Edition, &'a EditionSpec)>;

/// What makes the pages of a view.
#[derive(Clone, Copy)]
pub(super) struct Words<'a> {
    pub(super) site: &'a Site,
    pub(super) view: &'a View,
}

/// What a thread uses again from page to page of a view.
#[derive(Default)]
pub struct Scratch {
    page: OpenPage,
    memo: Memo,
}

/// Returns what a thread uses again for a view, whose number is given, among what it does for each of `views`.
pub(super) fn scratch_of(view: usize, views: usize, scratches: &mut Vec<Scratch>) -> &mut Scratch {
    scratches.resize_with(views, Scratch::default);
    &mut scratches[view]
}

impl<'a> Words<'a> {
    pub(super) fn new(site: &'a Site, view: &'a View) -> Self {
        Self { site, view }
    }

    /// Writes a page of play into `out`, in place of what was there.
    pub(super) fn position(&self, edition: EditionId, page: PageId, out: &mut OpenPage) {
        self.site.plan.edition(edition).open_page(page, &self.context(edition), out);
    }

    /// Appends a page of the website.
    pub(super) fn write(
        self,
        page: PageRef,
        resolver: &impl LinkResolver,
        scratch: &mut Scratch,
        out: &mut Vec<u8>,
    ) -> Result<(), Diagnostic> {
        let theme = &self.view.theme;
        let html = match page {
            PageRef::Position(edition, number) => {
                self.position(edition, number, &mut scratch.page);
                return self.write_opened(page, resolver, scratch, out);
            }
            PageRef::Puzzle(collection, number) if number != PageId::FIRST => {
                self.puzzle(collection, number, &mut scratch.page);
                return theme.fill(&mut scratch.memo, &scratch.page, resolver, out);
            }
            PageRef::Puzzle(collection, _) => theme.render(&self.list_of_puzzles(collection, resolver)),
            PageRef::Star(edition) => theme.render(&self.star_page(edition, resolver)),
            PageRef::Front => theme.render(&self.front_page(resolver)?),
            PageRef::Section(section) => theme.render(&self.game_page(section, resolver)?),
            PageRef::Lesson(lesson, page) => self.lesson_page(lesson, page, resolver),
            PageRef::Article(article) => match self.site.root_resolver().filter(|_| self.site.is_not_found(page)) {
                Some(resolver) => theme.render(&self.article_page(article, &resolver)?),
                None => theme.render(&self.article_page(article, resolver)?),
            },
        };
        out.extend_from_slice(html?.as_bytes());
        Ok(())
    }

    /// Appends a page that is made on demand.
    pub(super) fn write_on_demand(
        self,
        page: &PageOnDemand<'_>,
        resolver: &impl LinkResolver,
        scratch: &mut Scratch,
        out: &mut Vec<u8>,
    ) -> Result<(), Diagnostic> {
        page.open(&self.context(page.edition()), &mut scratch.page);
        self.write_opened(page.reference(), resolver, scratch, out)
    }

    /// Appends a page of play, which is opened.
    fn write_opened(
        self,
        page: PageRef,
        resolver: &impl LinkResolver,
        Scratch { page: open, memo }: &mut Scratch,
        out: &mut Vec<u8>,
    ) -> Result<(), Diagnostic> {
        match page {
            PageRef::Position(edition, _) if self.site.is_landing(page) => {
                out.extend_from_slice(self.first_page(edition, open, resolver)?.as_bytes());
                Ok(())
            }
            _ => self.view.theme.fill(memo, open, resolver, out),
        }
    }

    /// Returns what the pages of an edition say of the site around them.
    pub(super) fn context(&self, edition: EditionId) -> Context<'a> {
        let config = &self.site.content.config;
        let ways = &self.view.ways[edition.index()];
        Context {
            site_title: &config.title,
            game_title: &self.site.spec(self.site.plan.edition(edition).section).title,
            ways,
            explored: ways.explored.map(|explored| self.site.plan.edition(explored)),
            hints: self.has_hints(edition),
            is_website: self.view.form.is_website(),
            canonical: config.base_url.is_some(),
            anchors: self.view.form.shares_files(),
        }
    }

    /// Returns how many pages of an edition there are. Needs an opened edition.
    pub(super) fn page_count(&self, edition: EditionId) -> usize {
        let known = self.site.plan.edition(edition);
        if self.has_hints(edition) { known.page_count() } else { known.plain_page_count() }
    }

    /// Whether an edition that has hints has them here.
    fn has_hints(&self, edition: EditionId) -> bool {
        self.view.form.is_website() || self.site.edition_spec(self.site.plan.edition(edition)).hints_in_files
    }

    /// Appends a page of play.
    pub(super) fn write_position(
        &self,
        (edition, page): (EditionId, PageId),
        resolver: &impl LinkResolver,
        Scratch { page: open, memo }: &mut Scratch,
        out: &mut Vec<u8>,
    ) -> Result<(), Diagnostic> {
        self.position(edition, page, open);
        self.view.theme.fill(memo, open, resolver, out)
    }

    pub(super) fn front_page(&self, resolver: &dyn LinkResolver) -> Result<FrontPage, Diagnostic> {
        let config = &self.site.content.config;
        let front = self.site.content.front.as_ref();
        let sections = self.site.plan.sections().iter().filter(|section| self.view.variant.has_section(section));
        Ok(FrontPage {
            title: config.title.clone(),
            tagline: config.tagline.clone(),
            body: front.map(|front| self.body(&front.body, resolver)).transpose()?.unwrap_or_default(),
            games: sections.map(|section| self.game_card(section, resolver)).collect(),
            menu: self.whole_menu(resolver),
            variants: self.other_variants(PageRef::Front, resolver),
            frame: self.frame(PageRef::Front, resolver),
        })
    }

    pub(super) fn game_page(&self, section: SectionId, resolver: &dyn LinkResolver) -> Result<GamePage, Diagnostic> {
        let page = PageRef::Section(section);
        let section = self.site.plan.section(section);
        let spec = self.site.spec(section.id);
        let lesson_card =
            |lesson: &Lesson| LessonCard { link: lesson_link(lesson, resolver), summary: lesson.summary().to_owned() };
        Ok(GamePage {
            title: spec.title.clone(),
            summary: spec.summary.clone(),
            body: self.body(&spec.body, resolver)?,
            board: self.cover(section, resolver),
            lessons: self.lessons(section).map(lesson_card).collect(),
            series: self.series_cards(section, resolver),
            puzzles: self.collection_cards(section, resolver),
            files: self.file_cards(section, resolver),
            contents: contents(&spec.body.headings),
            home: self.home(resolver),
            menu: self.menu(resolver),
            variants: self.other_variants(page, resolver),
            frame: self.frame(page, resolver),
        })
    }

    /// Returns a page of a lesson as HTML.
    pub(super) fn lesson_page(
        &self,
        lesson: LessonId,
        page: PageId,
        resolver: &dyn LinkResolver,
    ) -> Result<String, Diagnostic> {
        let page_ref = PageRef::Lesson(lesson, page);
        let lesson = self.site.plan.lesson(lesson);
        let edition = self.site.plan.edition(lesson.edition);
        let then = lesson.then().filter(|&then| self.view.variant.has_edition(then));
        let then = then.map_or(edition, |then| self.site.plan.edition(then));
        let game_title = &self.site.spec(edition.section).title;
        let OpenLessonPage { part, step, steps, back, body, remarks, board } = lesson.open_page(page);
        let mut name = String::new();
        lesson.write_name(page, &mut name);
        let html = self.view.theme.render(&LessonPage {
            title: format!("{} ({name}) — {game_title}", lesson.title()),
            lesson: lesson_link(lesson, resolver),
            edition: edition_link(then, then.title(), resolver),
            game: Link::to(PageRef::Section(edition.section), game_title, resolver),
            home: self.home(resolver),
            back: back.map(|(page, title)| Link::to(page, &title, resolver)),
            part,
            step,
            steps,
            body: body.map(|body| self.body(body, resolver)).transpose()?.unwrap_or_default(),
            remarks,
            board: board.close(resolver),
            frame: self.frame(page_ref, resolver),
        })?;
        check_moves(&html, &board, &address::path(&self.site.plan, page_ref), resolver)?;
        Ok(html)
    }

    /// Returns the page of a book that tells what an edition is, or a series of editions.
    pub(super) fn chapter_page(&self, group: &Group<'_>, resolver: &dyn LinkResolver) -> ChapterPage {
        let (edition, _) = group[0];
        let (title, summary) = group_title(group);
        let game = PageRef::Section(edition.section);
        ChapterPage {
            frame: self.frame(game, resolver),
            title: title.to_owned(),
            summary: summary.to_owned(),
            goal: edition.goal().to_owned(),
            board: start(edition).close(resolver),
            editions: group.iter().map(|(edition, spec)| edition_link(edition, &spec.short_title, resolver)).collect(),
            game: Link::to(game, &self.site.spec(edition.section).title, resolver),
            home: self.home(resolver),
        }
    }

    /// Returns the HTML around the positions of a file that has many, and begins with the one on `first`. Its parts,
    /// each with its status, stand between the pieces.
    pub(super) fn sheet(
        &self,
        (edition, first): (EditionId, PageId),
        title: String,
        statuses: &[String],
        resolver: &dyn LinkResolver,
    ) -> Result<Vec<String>, Diagnostic> {
        let edition = self.site.plan.edition(edition);
        let part = |status: &String| SheetPart { status: status.clone(), body: String::new() };
        self.view.theme.render_around(SheetPage {
            frame: self.frame(PageRef::Position(edition.id, PageId::FIRST), resolver),
            title,
            game_title: self.site.spec(edition.section).title.clone(),
            edition: edition_link(edition, edition.title(), resolver),
            goal: edition.goal().to_owned(),
            board: edition.diagram(first).0.close(resolver),
            parts: statuses.iter().map(part).collect(),
        })
    }

    pub(super) fn frame(&self, page: PageRef, resolver: &dyn LinkResolver) -> Frame {
        let config = &self.site.content.config;
        // Search engines are sent from the pages of a lesson to its first one, and from variants to the site itself.
        let first = match page {
            PageRef::Lesson(lesson, _) => PageRef::Lesson(lesson, PageId::FIRST),
            PageRef::Star(edition) => PageRef::Position(edition, PageId::FIRST),
            PageRef::Puzzle(collection, _) => PageRef::Puzzle(collection, PageId::FIRST),
            page => page,
        };
        let is_known = config.base_url.is_some();
        let is_missing = self.site.is_not_found(page);
        Frame {
            site_title: config.title.clone(),
            language: config.language.clone(),
            root: resolver.address(Destination::ThemeFolder),
            canonical: (is_known && !is_missing).then(|| resolver.address(Destination::Canonical(first))),
            anchor: None,
            unlisted: is_known && (is_missing || page != first),
            preview: self.preview(page),
        }
    }

    /// Returns a text as it goes into the page: the theme's HTML, with links from here, and a diagram in place of each
    /// board.
    pub(super) fn body(&self, body: &Body, resolver: &dyn LinkResolver) -> Result<String, Diagnostic> {
        let stretches = self.view.theme.text(body.stretches(|reference| refer(reference, resolver)));
        let mut html = String::new();
        for (number, stretch) in stretches.iter().enumerate() {
            html += stretch;
            // A position of a game that the site is not limited to has no page now.
            let board = body.boards.get(number);
            let board = board.and_then(|block| Some((block, self.site.board_page(&block.page.value)?)));
            if let Some((block, (edition, page))) = board {
                html += &self.view.theme.render(&diagram(block, edition, page, resolver))?;
            }
        }
        Ok(html)
    }

    /// Returns the editions of a section that the variant has, those of a series together.
    pub(super) fn groups(&self, section: &'a Section) -> Vec<Group<'a>> {
        let editions = self.site.plan.editions_of(section).iter().zip(&self.site.spec(section.id).editions);
        let editions: Group<'_> = editions.filter(|(edition, _)| self.view.variant.has_edition(edition.id)).collect();
        let together = |(_, one): &(&Edition, &EditionSpec), (_, next): &(&Edition, &EditionSpec)| {
            one.series.is_some() && one.series == next.series
        };
        editions.chunk_by(together).map(<[_]>::to_vec).collect()
    }

    /// Returns the edition and the slug of the position that picture a game: those that the whole site has, where the
    /// variant has an edition of that game with the same parameters, or else the start of its first edition.
    pub(super) fn pictured(&self, section: &'a Section) -> (&'a Edition, Option<&'a str>) {
        let (pictured, slug) = self.site.cover(section.id);
        let pictured = self.site.plan.edition(pictured);
        let game = |edition| &self.site.edition_spec(edition).game;
        let mut editions = self.groups(section).into_iter().flatten().map(|(edition, _)| edition).peekable();
        let first = editions.peek().copied().unwrap_or(pictured);
        if editions.any(|edition| game(edition) == game(pictured)) { (pictured, slug) } else { (first, None) }
    }

    pub(super) fn cover(&self, section: &'a Section, resolver: &dyn LinkResolver) -> Board {
        let (edition, slug) = self.pictured(section);
        // A mistake in it is told on the page of the game.
        edition.picture(slug).unwrap_or_else(|_| start(edition)).close(resolver)
    }

    pub(super) fn lessons(self, section: &'a Section) -> impl Iterator<Item = &'a Lesson> {
        self.site.plan.lessons_of(section).filter(move |lesson| self.view.variant.has_edition(lesson.edition))
    }

    pub(super) fn home(&self, resolver: &dyn LinkResolver) -> Link {
        Link::to(PageRef::Front, &self.site.content.config.title, resolver)
    }

    /// Returns the same page in the other variants that have it.
    pub(super) fn other_variants(&self, page: PageRef, resolver: &dyn LinkResolver) -> Vec<Link> {
        let others = self.site.variants().filter(|variant| variant.folder != self.view.variant.folder);
        others
            .filter(|variant| variant.has(page, &self.site.plan))
            .filter_map(|variant| Some(Link::at(resolver.link_to_copy(page, &variant.folder)?, &variant.title)))
            .collect()
    }
}

/// Returns the position in which an edition begins as a picture.
pub(super) fn start(edition: &Edition) -> OpenBoard {
    edition.picture(None).expect("every game has a start")
}

pub(super) fn edition_link(edition: &Edition, title: &str, resolver: &dyn LinkResolver) -> Link {
    Link::to(PageRef::Position(edition.id, PageId::FIRST), title, resolver)
}

pub(super) fn lesson_link(lesson: &Lesson, resolver: &dyn LinkResolver) -> Link {
    Link::to(PageRef::Lesson(lesson.id, PageId::FIRST), lesson.title(), resolver)
}

/// Returns the title of an edition or a series, and one sentence about it, which may be empty.
pub(super) fn group_title<'a>(group: &Group<'a>) -> (&'a str, &'a str) {
    let (first, spec) = group[0];
    match &spec.series {
        None => (first.title(), first.summary()),
        Some(Series { title, summary, .. }) => (title, summary),
    }
}

/// Returns the address of what a text refers to.
fn refer(Reference { path, suffix, image }: &Reference, resolver: &dyn LinkResolver) -> Option<String> {
    if image.is_some() { resolver.image_at(&path.value) } else { resolver.link_to(&path.value, suffix) }
}

/// Returns a position in a text, with its status for a caption where the author gave none.
fn diagram(block: &BoardBlock, edition: &Edition, page: PageId, resolver: &dyn LinkResolver) -> Diagram {
    let (board, status) = edition.diagram(page);
    let title = if block.caption.is_empty() { &status } else { &block.caption };
    let page = PageRef::Position(edition.id, page);
    let link = if resolver.has(page) { Link::to(page, title, resolver) } else { Link::at(String::new(), title) };
    Diagram { board: board.close(resolver), link }
}

/// Checks that a theme put all moves of a board onto a page, which stands at `path`.
pub(super) fn check_moves(
    html: &str,
    board: &OpenBoard,
    path: &str,
    resolver: &dyn LinkResolver,
) -> Result<(), Diagnostic> {
    let is_there =
        |address: &str| html.match_indices(address).any(|(start, _)| html[..start].ends_with(['=', '"', '\'']));
    for mv in &board.moves {
        let address = resolver.address(Destination::Page(mv.to));
        if !is_there(&address) {
            let label = board.text(mv.label);
            let message =
                format!("the theme shows no link to {address} on the page {path}: the move {label:?} is missing");
            return Err(Diagnostic::new(message)
                .hint("every link of `page.board` has to be on the page; the theme `classic` draws them all"));
        }
    }
    Ok(())
}
