//! Single files: all positions of an edition in one file of HTML, those in which it is the same player's turn together,
//! and those that ended in the same way.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::words::{Scratch, Words};
use super::{Site, View};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::output::Observer;
use crate::output::single::{self, SingleResolver};
use crate::page::{EditionId, OpenPage, PageId, PageRef, PageSlot};

/// The pieces of a single file.
pub struct SingleFile<'a> {
    site: &'a Site,
    view: &'a View,
    edition: EditionId,
    /// The pages in their order in the file.
    pages: Vec<PageId>,
    /// The number of the name that each page has in it.
    names: Vec<u32>,
    /// What is said of each part, and the place where it begins.
    parts: Vec<(String, usize)>,
    /// What stands before each part, and after the last one.
    around: Vec<String>,
}

impl Site {
    /// Returns the one edition that a site loaded for a single file is limited to.
    ///
    /// # Errors
    ///
    /// When there are several, or when the theme cannot render what stands around its positions.
    pub fn single_file(&self) -> Result<SingleFile<'_>, Diagnostic> {
        let view = &self.views[0];
        let editions = self.plan.editions().iter().filter(|edition| view.variant.has_edition(edition.id));
        match &editions.collect::<Vec<_>>()[..] {
            [edition] => SingleFile::new(self, view, edition.id),
            editions => {
                const SHOWN: usize = 8;
                let names = editions.iter().take(SHOWN).map(|edition| format!("`{}`", edition.folder()));
                let more = if editions.len() > SHOWN { " …" } else { "" };
                let hint = format!("choose one of {}{more}", names.collect::<Vec<_>>().join(", "));
                let message = format!("a single file has one edition, and these are {}", editions.len());
                Err(Diagnostic::new(message).hint(hint))
            }
        }
    }
}

impl<'a> SingleFile<'a> {
    pub(super) fn new(site: &'a Site, view: &'a View, edition: EditionId) -> Result<Self, Diagnostic> {
        let Survey { statuses, texts, mut linked } = survey(site, view, edition);
        let mut parts: Vec<(u32, Vec<PageId>)> = Vec::new();
        for (page, status) in statuses.into_iter().enumerate() {
            match parts.iter_mut().find(|(known, _)| *known == status) {
                Some((_, pages)) => pages.push(PageId::new(page)),
                None => parts.push((status, vec![PageId::new(page)])),
            }
        }
        let (mut pages, mut begins) = (Vec::new(), Vec::new());
        for (status, own) in parts {
            begins.push((texts[status as usize].clone(), pages.len()));
            pages.extend(own);
        }
        // Each name is written as often as links lead to it, and once more.
        let mut by_links: Vec<u32> = (0..pages.len() as u32).collect();
        by_links.sort_by_key(|&page| Reverse(*linked[page as usize].get_mut()));
        let mut names = vec![0; pages.len()];
        for (number, page) in by_links.into_iter().enumerate() {
            names[page as usize] = number as u32;
        }
        let mut file = Self { site, view, edition, pages, names, parts: begins, around: Vec::new() };
        file.around = file.sheet()?;
        Ok(file)
    }

    /// Returns what stands around the parts.
    fn sheet(&self) -> Result<Vec<String>, Diagnostic> {
        let statuses: Vec<_> = self.parts.iter().map(|(status, _)| status.clone()).collect();
        let edition = self.site.plan.edition(self.edition);
        let title = format!("{} — {}", self.site.spec(edition.section).title, edition.title());
        Words::new(self.site, self.view).sheet((self.edition, PageId::FIRST), title, &statuses, &self.resolver())
    }

    fn resolver(&self) -> SingleResolver<'_> {
        let base_url = self.site.content.config.base_url.as_deref();
        SingleResolver::beside(PageRef::Position(self.edition, PageId::FIRST), &self.names, &self.site.plan, base_url)
    }

    /// Returns how many positions there are.
    pub fn positions(&self) -> usize {
        self.pages.len()
    }

    /// Writes the file.
    ///
    /// # Errors
    ///
    /// When the theme cannot render a position, or when writing fails.
    pub fn write(&self, out: impl Write + Send, observer: &dyn Observer) -> Result<(), Diagnostics> {
        // Each page with what stands before it, and the end.
        let pieces = self.pages.len() + 1;
        single::write(pieces, |piece, scratch, bytes| self.render(piece, scratch, bytes), out, observer)
    }

    /// Appends a piece.
    fn render(&self, piece: usize, scratch: &mut Scratch, out: &mut Vec<u8>) -> Result<(), Diagnostic> {
        if let Some(part) = self.parts.iter().position(|&(_, begin)| begin == piece) {
            out.extend_from_slice(self.around[part].as_bytes());
        }
        let Some(&page) = self.pages.get(piece) else {
            out.extend_from_slice(self.around[self.parts.len()].as_bytes());
            return Ok(());
        };
        Words::new(self.site, self.view).write_position((self.edition, page), &self.resolver(), scratch, out)
    }
}

/// What is to be known of all pages of an edition before the first is written.
struct Survey {
    /// What each page says of whose turn it is, as the number of a text.
    statuses: Vec<u32>,
    texts: Vec<String>,
    /// How many links lead to each page.
    linked: Vec<AtomicU32>,
}

fn survey(site: &Site, view: &View, edition: EditionId) -> Survey {
    let words = Words::new(site, view);
    let pages = 0..words.page_count(edition);
    let linked: Vec<_> = pages.clone().map(|_| AtomicU32::new(0)).collect();
    let known: Mutex<BTreeMap<String, u32>> = Mutex::default();
    let look = |open: &mut OpenPage, page: usize| {
        words.position(edition, PageId::new(page), open);
        for mv in &open.board.moves {
            linked[mv.to.number()].fetch_add(1, Ordering::Relaxed);
        }
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        let (status, next) = (open.text(PageSlot::Status), known.len() as u32);
        match known.get(status) {
            Some(&number) => number,
            None => *known.entry(status.to_owned()).or_insert(next),
        }
    };
    let statuses = pages.into_par_iter().map_init(OpenPage::default, look).collect();
    let known = known.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut texts = vec![String::new(); known.len()];
    for (text, number) in known {
        texts[number as usize] = text;
    }
    Survey { statuses, texts, linked }
}
