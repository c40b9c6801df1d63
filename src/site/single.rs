//! Single files: all positions of an edition in one file of HTML, those in which it is the same player's turn together,
//! and those in which the game is over.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::words::Words;
use super::{Site, View};
use crate::diagnostic::Diagnostic;
use crate::output::single::SingleCloser;
use crate::page::{EditionId, OpenPage, PageId, PageRef, TextSlot};
use crate::theme::Memo;

/// The pieces of a single file.
pub struct SingleFile<'a> {
    site: &'a Site,
    view: &'a View,
    edition: EditionId,
    /// The pages in their order in the file.
    pages: Vec<PageId>,
    /// The place of each page in it.
    places: Vec<u32>,
    /// What is said of each part, and the place where it begins; nothing where the game is over.
    parts: Vec<(String, usize)>,
    /// What stands before each part, and after the last one.
    around: Vec<String>,
}

/// What a thread uses again from piece to piece.
#[derive(Default)]
pub struct Scratch {
    page: OpenPage,
    memo: Memo,
}

impl Site {
    /// Returns the one edition that a site loaded for a single file is limited to.
    ///
    /// # Errors
    ///
    /// When there are several, or when the theme cannot render what stands around its positions.
    pub fn single_file(&self) -> Result<SingleFile<'_>, Diagnostic> {
        match self.plan.editions() {
            [edition] => SingleFile::new(self, &self.views[0], edition.id),
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
        let mut parts: Vec<(String, Vec<PageId>)> = Vec::new();
        let statuses = statuses(site, view, edition);
        for (page, status) in statuses.numbers.iter().enumerate() {
            let name = &statuses.names[*status as usize];
            match parts.iter_mut().find(|(known, _)| known == name) {
                Some((_, pages)) => pages.push(PageId::new(page)),
                None => parts.push((name.clone(), vec![PageId::new(page)])),
            }
        }
        let (mut pages, mut begins) = (Vec::new(), Vec::new());
        for (status, own) in parts {
            begins.push((status, pages.len()));
            pages.extend(own);
        }
        let mut places = vec![0; pages.len()];
        for (place, page) in pages.iter().enumerate() {
            places[page.index()] = place as u32;
        }
        let mut file = Self { site, view, edition, pages, places, parts: begins, around: Vec::new() };
        file.around = file.sheet()?;
        Ok(file)
    }

    /// Returns what stands around the parts.
    fn sheet(&self) -> Result<Vec<String>, Diagnostic> {
        let statuses: Vec<_> = self.parts.iter().map(|(status, _)| status.clone()).collect();
        let edition = self.site.plan.edition(self.edition);
        let title = format!("{} — {}", self.site.spec(edition.section).title, edition.title());
        Words::new(self.site, self.view).sheet((self.edition, PageId::FIRST), title, &statuses, &self.closer())
    }

    fn closer(&self) -> SingleCloser<'_> {
        let base_url = self.site.content.config.base_url.as_deref();
        SingleCloser::beside(PageRef::Position(self.edition, PageId::FIRST), &self.places, &self.site.plan, base_url)
    }

    /// Returns how many pieces there are: each page with what stands before it, and the end.
    pub fn count(&self) -> usize {
        self.pages.len() + 1
    }

    /// Appends a piece.
    ///
    /// # Errors
    ///
    /// When the theme cannot render it.
    pub fn render(&self, piece: usize, scratch: &mut Scratch, out: &mut Vec<u8>) -> Result<(), Diagnostic> {
        if let Some(part) = self.parts.iter().position(|&(_, begin)| begin == piece) {
            out.extend_from_slice(self.around[part].as_bytes());
        }
        let Some(&page) = self.pages.get(piece) else {
            out.extend_from_slice(self.around[self.parts.len()].as_bytes());
            return Ok(());
        };
        Words::new(self.site, self.view).position(self.edition, page, &mut scratch.page);
        self.view.theme.fill(&mut scratch.memo, &scratch.page, &self.closer(), out)
    }
}

/// What the pages of an edition say of whose turn it is: for each page the number of a text, which is empty where the
/// game is over.
struct Statuses {
    numbers: Vec<u32>,
    names: Vec<String>,
}

fn statuses(site: &Site, view: &View, edition: EditionId) -> Statuses {
    let known: Mutex<BTreeMap<String, u32>> = Mutex::default();
    let words = Words::new(site, view);
    let number = |open: &mut OpenPage, page: usize| {
        words.position(edition, PageId::new(page), open);
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        let next = known.len() as u32;
        let status = if open.end.is_some() { "" } else { open.text(TextSlot::Status) };
        match known.get(status) {
            Some(&number) => number,
            None => *known.entry(status.to_owned()).or_insert(next),
        }
    };
    let pages = 0..site.plan.edition(edition).page_count();
    let numbers = pages.into_par_iter().map_init(OpenPage::default, number).collect();
    let known = known.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut names = vec![String::new(); known.len()];
    for (name, number) in known {
        names[number as usize] = name;
    }
    Statuses { numbers, names }
}
