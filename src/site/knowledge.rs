//! What is known of a site whose files are proven: what each page is for, and where its moves lead.

use super::basis::Site;
use super::languages::Sites;
use crate::check::{Knowledge, Lead};
use crate::output::address;
use crate::page::{PageId, PageRef};

impl Knowledge for Sites {
    fn moves(&self, path: &str) -> Option<Vec<Lead>> {
        let (site, path) = self.at(path);
        let (view, page) = site.page_at(path)?;
        let (moves, back) = match page {
            PageRef::Position(edition, page) => site.plan.opened(edition).leads(page),
            PageRef::Script(id, page) if page != PageId::FIRST && !site.plan.script(id).is_lesson() => {
                site.plan.script(id).script().leads(page)
            }
            PageRef::Passage(id, page) => (site.plan.story(id).leads(page)?, None),
            _ => return None,
        };
        let lead = |to: PageId, is_back| {
            let path = address::path(&site.plan, page.at(to.index()));
            Lead { path: format!("{}{}{path}", site.folder, site.views[view].variant.folder), is_back }
        };
        let moves = moves.into_iter().map(|page| lead(page, false));
        Some(moves.chain(back.map(|page| lead(page, true))).collect())
    }

    fn is_left_out(&self, path: &str) -> bool {
        // Whatever is offered of a game that is not here as a whole. Links to its text stay as they are written.
        let game = |path: &str| path.split('/').next().unwrap_or_default().trim_end_matches(".md").to_owned();
        let (Site { unpublished, .. }, path) = self.at(path);
        unpublished.is_part && unpublished.absent.iter().any(|folder| game(folder) == game(path))
    }

    fn may_have_scripts(&self) -> bool {
        let allowed = &self.first().content.config.allowed;
        allowed.scripts_in_themes || allowed.raw_html
    }
}
