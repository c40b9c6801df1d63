//! Pages of words, and what the others need to know of the site around them.

use super::{Game, Group, Origin, Site, Variant, graph_path};
use crate::content::{self, BoardBlock, Body, Located, PlainPage, Series, SeriesKind, encode, relative, root_of};
use crate::diagnostic::Diagnostic;
use crate::edition::Edition;
use crate::graph::StateId;
use crate::lesson::Lesson;
use crate::page::{
    ArticlePage, Board, Diagram, EditionCard, Frame, FrontPage, GameCard, GamePage, LessonCard, LessonPage, Link,
    PositionPage,
};

/// A page that is to be made: where it stands, and in which variant.
pub(super) struct Place<'a> {
    site: &'a Site,
    variant: &'a Variant,
    origin: Origin,
    /// Its path inside the variant, which is that of the same page of the site itself.
    path: &'a str,
}

impl<'a> Place<'a> {
    /// The page with this index among the files of the site.
    pub(super) fn new(site: &'a Site, index: usize) -> Self {
        let file = &site.files[index];
        let variant = &site.variants[file.variant];
        Self { site, variant, origin: file.origin, path: &file.path[variant.folder.len()..] }
    }

    pub(super) fn front_page(&self) -> Result<FrontPage, Diagnostic> {
        let config = &self.site.content.config;
        let front = self.site.content.front.as_ref();
        let games = self.site.games.iter().filter(|game| self.variant.has_game(game));
        Ok(FrontPage {
            title: config.title.clone(),
            tagline: config.tagline.clone(),
            body: front.map(|front| self.body(&front.body)).transpose()?.unwrap_or_default(),
            games: games.map(|game| self.game_card(game)).collect(),
            image: front.and_then(|front| self.image(front.image.as_ref())),
            articles: self.articles(),
            variants: self.other_variants(),
            frame: self.frame(),
        })
    }

    fn game_card(&self, game: &Game) -> GameCard {
        GameCard {
            link: game.link(),
            summary: game.page.summary.clone(),
            board: game.cover(),
            lessons: self.lessons(game).map(Lesson::link).collect(),
            editions: game.groups(self.variant).iter().map(|group| game.door(group)).collect(),
        }
    }

    pub(super) fn game_page(&self, game: &Game) -> Result<GamePage, Diagnostic> {
        let lesson = |lesson: &Lesson| LessonCard {
            link: Link { href: self.to(&lesson.link().href), ..lesson.link() },
            summary: lesson.summary().to_owned(),
        };
        Ok(GamePage {
            title: game.page.title.clone(),
            summary: game.page.summary.clone(),
            body: self.body(&game.page.body)?,
            board: game.cover(),
            lessons: self.lessons(game).map(lesson).collect(),
            editions: game.groups(self.variant).iter().map(|group| self.edition_card(group)).collect(),
            home: self.home(),
            image: self.image(game.page.image.as_ref()),
            articles: self.articles(),
            variants: self.other_variants(),
            frame: self.frame(),
        })
    }

    fn edition_card(&self, group: &Group<'_>) -> EditionCard {
        let link = |href: &str, title: String| Link { href: self.to(href), title };
        let (first, described) = group[0];
        let (title, summary, board) = match &described.series {
            None => (&first.title, &first.summary, None),
            Some(Series { title, summary, kind: SeriesKind::Books }) => (title, summary, None),
            Some(Series { title, summary, kind: SeriesKind::Board }) => {
                (title, summary, Some(Board::picture(first.positions(), StateId::START, None)))
            }
        };
        let graph_title = |described: &content::Edition| match &described.series {
            None => "graph.json".to_owned(),
            Some(_) => format!("{}: graph.json", described.door),
        };
        let graphs = group.iter().filter(|(_, described)| described.graph);
        EditionCard {
            title: title.clone(),
            summary: summary.clone(),
            board,
            doors: group.iter().map(|(edition, described)| link(&edition.path(0), described.door.clone())).collect(),
            graphs: graphs.map(|(edition, described)| link(&graph_path(edition), graph_title(described))).collect(),
        }
    }

    pub(super) fn position_page(&self, game: &Game, edition: &Edition, page: usize) -> PositionPage {
        let mut page = edition.page(page, self.frame(), &game.link());
        // The next book of a series need not be part of the variant.
        page.next.take_if(|_| edition.next.as_ref().is_some_and(|next| !self.has(&next.href)));
        page
    }

    pub(super) fn lesson_page(&self, game: &Game, lesson: &Lesson, page: usize) -> Result<LessonPage, Diagnostic> {
        let body = lesson.body(page).map(|body| self.body(body)).transpose()?;
        Ok(lesson.page(page, body.unwrap_or_default(), self.frame(), &game.link()))
    }

    pub(super) fn article_page(&self, article: &PlainPage) -> Result<ArticlePage, Diagnostic> {
        Ok(ArticlePage {
            title: article.title.clone(),
            summary: article.summary.clone(),
            body: self.body(&article.body)?,
            home: self.home(),
            image: self.image(article.image.as_ref()),
            articles: self.articles(),
            variants: self.other_variants(),
            frame: self.frame(),
        })
    }

    fn frame(&self) -> Frame {
        let config = &self.site.content.config;
        // Search engines are sent from the many positions of an edition to its first page, and from variants to the site itself.
        let canonical = |base: &String| match self.origin {
            Origin::Position(game, edition, _) => format!("{base}{}", self.site.games[game].editions[edition].path(0)),
            Origin::Lesson(game, lesson, _) => format!("{base}{}", self.site.games[game].lessons[lesson].path(0)),
            _ => format!("{base}{}", self.path),
        };
        Frame {
            site_title: config.title.clone(),
            language: config.language.clone(),
            root: root_of(self.path),
            canonical: config.base_url.as_ref().map(canonical),
        }
    }

    /// The absolute address of an image of the site.
    fn image(&self, image: Option<&Located<String>>) -> Option<String> {
        let base = self.site.content.config.base_url.as_ref()?;
        Some(format!("{base}{}", encode(&image?.value)))
    }

    /// A text as it goes into the page: the theme's HTML, with links from here, and a diagram in place of each board.
    fn body(&self, body: &Body) -> Result<String, Diagnostic> {
        let mut html = self.variant.theme.body(&body.with_links(|path| self.to(path)));
        for (number, block) in body.boards.iter().enumerate() {
            // A position of a game that the site is not limited to has no page now.
            let diagram = match self.site.find_board(block) {
                Ok((edition, page)) => self.variant.theme.render(&self.diagram(block, edition, page))?,
                Err(_) => String::new(),
            };
            html = html.replace(&content::board_mark(number), &diagram);
        }
        Ok(html)
    }

    /// A position, with its status for a caption where the author gave none.
    fn diagram(&self, block: &BoardBlock, edition: &Edition, page: usize) -> Diagram {
        let (board, status) = edition.diagram(page);
        let title = if block.caption.is_empty() { status } else { block.caption.clone() };
        Diagram { board, link: Link { href: self.to(&edition.path(page)), title } }
    }

    fn lessons<'g>(&self, game: &'g Game) -> impl Iterator<Item = &'g Lesson> {
        game.lessons.iter().filter(|lesson| self.variant.has_lesson(lesson))
    }

    fn home(&self) -> Link {
        Link { href: self.to("index.html"), title: self.site.content.config.title.clone() }
    }

    fn articles(&self) -> Vec<Link> {
        let link = |page: &PlainPage| Link { href: self.to(&page.path), title: page.title.clone() };
        self.site.content.pages.iter().map(link).collect()
    }

    /// The same page in the other variants that have it.
    fn other_variants(&self) -> Vec<Link> {
        let here = self.variant.path(self.path);
        let others = self.site.variants.iter().filter(|variant| variant.folder != self.variant.folder);
        others
            .map(|variant| (variant.path(self.path), &variant.title))
            .filter(|(copy, _)| self.site.has_file(copy))
            .map(|(copy, title)| Link { href: relative(&here, &copy), title: title.clone() })
            .collect()
    }

    /// Whether the variant has this page of the site.
    fn has(&self, path: &str) -> bool {
        self.variant.is_main() || self.site.has_file(&self.variant.path(path))
    }

    /// The way to a page of the site: to the variant's own copy if it has one, else to that of the site itself.
    fn to(&self, path: &str) -> String {
        if self.has(path) { relative(self.path, path) } else { relative(&self.variant.path(self.path), path) }
    }
}
