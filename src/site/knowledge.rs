//! What is known of a site whose files are proven: what each page is for, and where its moves lead.

use super::Site;
use super::basis::Basis;
use crate::check::{Knowledge, Lead};
use crate::output::address;
use crate::page::{PageId, PageRef};

impl Knowledge for Site {
    fn moves(&self, path: &str) -> Option<Vec<Lead>> {
        let Basis { plan, .. } = &self.basis;
        for variant in self.basis.views.iter().map(|view| &view.variant) {
            let page = path.strip_prefix(&variant.folder).and_then(|path| address::page_at(plan, path));
            let Some(page) = page.filter(|&page| variant.has(page, plan)) else { continue };
            let (moves, back) = match page {
                PageRef::Position(edition, page) => plan.edition(edition).leads(page),
                PageRef::Script(id, page) if page != PageId::FIRST && !plan.script(id).is_lesson() => {
                    plan.script(id).script().leads(page)
                }
                _ => return None,
            };
            let lead = |to: PageId, is_back| {
                let mut path = variant.folder.clone();
                address::write_path(plan, page.at(to.index()), &mut path);
                Lead { path, is_back }
            };
            let moves = moves.into_iter().map(|page| lead(page, false));
            return Some(moves.chain(back.map(|page| lead(page, true))).collect());
        }
        None
    }

    fn is_left_out(&self, path: &str) -> bool {
        // Whatever is offered of a game that is not here as a whole. Links to its text stay as they are written.
        let game = |path: &str| path.split('/').next().unwrap_or_default().trim_end_matches(".md").to_owned();
        let unpublished = &self.basis.unpublished;
        unpublished.is_part && unpublished.absent.iter().any(|folder| game(folder) == game(path))
    }

    fn may_have_scripts(&self) -> bool {
        let allowed = &self.basis.content.config.allowed;
        allowed.scripts_in_themes || allowed.raw_html
    }
}
