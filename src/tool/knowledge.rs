//! What is known of a site whose files are proven: what each page is for, and where its moves lead.

use crate::outputs::assembly::Sites;
use crate::pages::page::PageId;
use crate::tool::check::{Knowledge, Lead};

impl Knowledge for Sites {
    fn moves(&self, path: &str) -> Option<Vec<Lead>> {
        let (files, path) = self.at(path);
        let ((view, page), plan) = (files.page_at(path)?, &files.site.plan);
        let (moves, back) = plan.chapter(page.chapter).leads(page.page)?;
        let lead = |to: PageId, is_back| Lead { path: files.path(view, page.at(to)), is_back };
        let moves = moves.into_iter().map(|page| lead(page, false));
        Some(moves.chain(back.map(|page| lead(page, true))).collect())
    }

    fn is_left_out(&self, path: &str) -> bool {
        // Whatever is offered of a game that is not here as a whole. Links to its text stay as they are written.
        let game = |path: &str| path.split('/').next().unwrap_or_default().trim_end_matches(".md").to_owned();
        let (files, path) = self.at(path);
        let unpublished = &files.site.unpublished;
        unpublished.is_part && unpublished.absent.iter().any(|folder| game(folder) == game(path))
    }

    fn may_have_scripts(&self) -> bool {
        let allowed = &self.first().content.config.allowed;
        allowed.scripts_in_themes || allowed.raw_html
    }
}
