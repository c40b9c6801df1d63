//! What is known of a site whose files are proven: what each page is for, and where its moves lead.

use super::Site;
use crate::check::{Knowledge, Lead};
use crate::output::address;
use crate::page::{PageId, PageRef};
use crate::plan::Variant;

impl Site {
    /// Returns where the site is published, if it says so; the address ends with `/`.
    pub fn base_url(&self) -> Option<&str> {
        self.content.config.base_url.as_deref()
    }

    /// Returns where the links in the main part of a page in a copy of the site are to lead: to the pages after `moves`
    /// and to the one before a piece was chosen. `named` returns the name of each.
    fn leads(
        &self,
        variant: &Variant,
        (moves, back): (Vec<PageId>, Option<PageId>),
        named: impl Fn(PageId) -> PageRef,
    ) -> Vec<Lead> {
        let lead = |page, is_back| {
            let mut path = variant.folder.clone();
            address::write_path(&self.plan, named(page), &mut path);
            Lead { path, is_back }
        };
        let moves = moves.into_iter().map(|page| lead(page, false));
        moves.chain(back.map(|page| lead(page, true))).collect()
    }
}

impl Knowledge for Site {
    fn moves(&self, path: &str) -> Option<Vec<Lead>> {
        for variant in self.variants() {
            let page = path.strip_prefix(&variant.folder).and_then(|path| address::page_at(&self.plan, path));
            match page.filter(|&page| variant.has(page, &self.plan)) {
                Some(PageRef::Position(edition, page)) => {
                    let leads = self.plan.edition(edition).leads(page);
                    return Some(self.leads(variant, leads, |page| PageRef::Position(edition, page)));
                }
                Some(PageRef::Puzzle(id, page)) if page != PageId::FIRST => {
                    let leads = self.plan.collection(id).leads(page);
                    return Some(self.leads(variant, leads, |page| PageRef::Puzzle(id, page)));
                }
                Some(_) => return None,
                None => {}
            }
        }
        None
    }

    fn is_left_out(&self, path: &str) -> bool {
        // Whatever is offered of a game that is not here as a whole. Links to its text stay as they are written.
        let game = |path: &str| path.split('/').next().unwrap_or_default().trim_end_matches(".md").to_owned();
        self.is_part && self.absent.iter().any(|folder| game(folder) == game(path))
    }

    fn may_have_scripts(&self) -> bool {
        self.content.config.allowed.scripts_in_themes || self.content.config.allowed.raw_html
    }
}
