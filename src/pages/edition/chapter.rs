//! The edition as a chapter: its positions, star, map and answers.

use super::{Edition, MAP_NAME, OpenedEdition, STAR_NAME};
use crate::pages::chapter::{Chapter, FIRST_NAME, Leads, Summary};
use crate::pages::page::PageId;

impl Chapter for Edition {
    fn folder(&self) -> &str {
        &self.folder
    }

    fn summary(&self) -> &Summary {
        &self.summary
    }

    fn starts(&self) -> &'static [PageId] {
        &[PageId::FIRST, PageId::STAR, PageId::MAP, PageId::ANSWERS]
    }

    fn page_count(&self) -> usize {
        self.open().map_or(1, OpenedEdition::page_count)
    }

    fn count_beside(&self, page: PageId) -> usize {
        match page {
            PageId::STAR => usize::from(self.open().is_ok_and(OpenedEdition::has_star)),
            PageId::MAP => 1,
            page => self.open().map_or(0, |edition| edition.answer_pages().saturating_sub(page.answers_number())),
        }
    }

    fn write_name(&self, page: PageId, out: &mut String) {
        match page {
            PageId::FIRST => out.push_str(FIRST_NAME),
            PageId::STAR => out.push_str(STAR_NAME),
            PageId::MAP => out.push_str(MAP_NAME),
            page if page.is_beside() => page.write_answers_name(out),
            page => self.open().into_iter().for_each(|edition| edition.write_name(page, out)),
        }
    }

    fn page_named(&self, name: &str) -> Option<PageId> {
        let page = match name {
            STAR_NAME => PageId::STAR,
            MAP_NAME => PageId::MAP,
            name => match PageId::answers_named(name) {
                Some(page) => page,
                None => return self.open().ok()?.page_named(name).ok(),
            },
        };
        (self.open().is_ok() && self.count_beside(page) > 0).then_some(page)
    }

    fn leads(&self, page: PageId) -> Option<Leads> {
        (!page.is_beside()).then(|| self.open().ok().map(|edition| edition.leads(page))).flatten()
    }
}
