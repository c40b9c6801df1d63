//! The pages of puzzles: the lists of collections, and what the pages of a puzzle say of the site around them.

use super::Site;
use super::words::Words;
use crate::content::SeriesKind;
use crate::page::{ArticlePage, CollectionId, LessonCard, Link, LinkResolver, OpenPage, PageCard, PageId, PageRef};
use crate::plan::{Section, Variant};
use crate::puzzle::{Collection, Context, Puzzle};
use crate::theme::Form;

impl Site {
    /// Returns the collections of puzzles of a section that a variant has. Only websites have them.
    pub(super) fn collections_in<'a>(
        &'a self,
        section: &'a Section,
        variant: &'a Variant,
        form: Form,
    ) -> impl Iterator<Item = &'a Collection> {
        let collections = self.plan.collections_of(section).filter(move |_| form.is_website());
        collections.filter(|collection| variant.has_collection(collection, &self.plan))
    }
}

impl Words<'_> {
    /// Writes a page of a puzzle into `out`, in place of what was there.
    pub(super) fn puzzle(&self, collection: CollectionId, page: PageId, out: &mut OpenPage) {
        let collection = self.site.plan.collection(collection);
        let context = Context {
            site_title: &self.site.content.config.title,
            game_title: &self.site.spec(collection.section).title,
            editions: self.site.plan.editions(),
            has_edition: &|edition| self.view.variant.has_edition(edition),
            canonical: self.site.has_base_url(),
        };
        collection.open_page(page, &context, out);
    }

    /// Returns the page that lists the puzzles of a collection.
    pub(super) fn list_of_puzzles(&self, id: CollectionId, resolver: &dyn LinkResolver) -> ArticlePage {
        let page = PageRef::Puzzle(id, PageId::FIRST);
        let collection = self.site.plan.collection(id);
        let game = PageRef::Section(collection.section);
        let card = |(number, puzzle): (usize, &Puzzle)| PageCard {
            link: Link::to(collection.first_page(number), &format!("Puzzle {}", number + 1), resolver),
            summary: self.difficulty(collection, puzzle),
            date: None,
            board: Some(puzzle.board().close(resolver)),
        };
        ArticlePage {
            title: format!("{} — {}", collection.title(), self.site.spec(collection.section).title),
            summary: collection.summary().to_owned(),
            date: None,
            contents: Vec::new(),
            body: String::new(),
            pages: collection.puzzles().iter().enumerate().map(card).collect(),
            puzzles: true,
            up: Some(Link::to(game, &self.site.spec(collection.section).title, resolver)),
            previous: None,
            next: None,
            home: self.home(resolver),
            menu: self.menu(resolver),
            variants: self.other_variants(page, resolver),
            frame: self.frame(page, resolver),
        }
    }

    /// Returns the collections of puzzles of a section, for its page.
    pub(super) fn collection_cards(&self, section: &Section, resolver: &dyn LinkResolver) -> Vec<LessonCard> {
        let shown = self.site.collections_in(section, &self.view.variant, self.view.form);
        let card = |collection: &Collection| LessonCard {
            link: Link::to(PageRef::Puzzle(collection.id, PageId::FIRST), collection.title(), resolver),
            summary: collection.summary().to_owned(),
        };
        shown.map(card).collect()
    }

    /// Returns what there is to find in a puzzle, on which of several boards, and how often chance finds it.
    fn difficulty(&self, collection: &Collection, puzzle: &Puzzle) -> String {
        let edition = self.site.edition_spec(self.site.plan.edition(puzzle.edition));
        let board = edition.series.as_ref().filter(|series| series.kind == SeriesKind::Board);
        let board = board.filter(|_| collection.editions.len() > 1);
        let board = board.map_or_else(String::new, |board| format!(" on {}", board.title));
        // The odds stay on one line.
        format!("{}{board}. Luck:\u{a0}1\u{a0}in\u{a0}{}.", puzzle.task(), grouped(puzzle.tries()))
    }
}

/// Returns a number with its thousands apart: `10,395`.
fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
