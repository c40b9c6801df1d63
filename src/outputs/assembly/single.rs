//! Single files: all positions of an edition in one file of HTML, those in which it is the same player's turn together,
//! and those that ended in the same way; or all passages of a story.

use std::cmp::Reverse;
use std::io::Write;

use indexmap::IndexMap;
use rayon::prelude::*;

use crate::ground::diagnostic::{Diagnostic, Diagnostics, MOST, first_of};
use crate::outputs::Observer;
use crate::outputs::single::{self, SingleResolver};
use crate::pages::edition::{Edition, OpenedEdition};
use crate::pages::page::{OpenPage, PageId, PageRef, PageSlot};
use crate::pages::site::{Pages, Site, View};
use crate::pages::story::OpenedStory;

pub(crate) fn only_edition<'a>(site: &'a Site, view: &View) -> Result<&'a Edition, Diagnostic> {
    let editions = site.plan.editions().iter().filter(|edition| view.variant.has_edition(edition.id));
    let editions: Vec<_> = editions.collect();
    if let [edition] = editions[..] {
        return Ok(edition);
    }
    if editions.is_empty() {
        let finding = Diagnostic::new("this is no edition of a game");
        return Err(finding.hint("name a game, `/` and one of its editions"));
    }
    let names: Vec<_> = editions.iter().map(|edition| format!("`{}`", edition.folder())).collect();
    let hint = format!("choose one of {}", first_of(&names, MOST, ", "));
    Err(Diagnostic::new(format!("a single file has one edition, and these are {}", editions.len())).hint(hint))
}

pub struct SingleFile<'a> {
    pages: Pages<'a>,
    /// The first page of the edition, or the first passage.
    first: PageRef,
    /// The pages in their order in the file.
    order: Vec<PageId>,
    /// The number of the name that each page has in it.
    names: Vec<u32>,
    /// What stands before each part with the place where it begins, and after the last one.
    around: Vec<(usize, String)>,
}

impl<'a> SingleFile<'a> {
    /// Returns the file of the one edition, or the one story, that a view has.
    ///
    /// # Errors
    ///
    /// When there are several, or when the theme cannot render what stands around its positions.
    pub(crate) fn new(site: &'a Site, view: &'a View) -> Result<Self, Diagnostic> {
        let pages = Pages { site, view };
        let editions = site.plan.editions().iter().filter(|edition| view.variant.has_edition(edition.id));
        let mut stories = site.plan.stories().iter().filter(|story| view.variant.has_story(story));
        match (stories.next(), stories.next()) {
            (Some(story), None) if editions.count() == 0 => Self::of_story(pages, story.open()?),
            _ => Self::of_edition(pages, site.open_edition(only_edition(site, view)?.id)?),
        }
    }

    fn of_story(pages: Pages<'a>, story: OpenedStory<'_>) -> Result<Self, Diagnostic> {
        let count = story.page_count();
        let mut linked = vec![0; count];
        let leads = (0..count).filter_map(|page| story.leads(PageId::new(page)));
        leads.flatten().for_each(|page| linked[page.index()] += 1);
        // The first passage stands at the end: a stylesheet can hide it once another one is chosen before it.
        let order = (1..count).chain([0]).map(PageId::new).collect();
        let mut file = Self { pages, first: story.passage(0), order, names: names(&linked), around: Vec::new() };
        let around = pages.builder(&file.resolver()).story_file(story, 0)?;
        file.around = [0, count].into_iter().zip(around).collect();
        Ok(file)
    }

    fn of_edition(pages: Pages<'a>, edition: OpenedEdition<'_>) -> Result<Self, Diagnostic> {
        let mut parts: IndexMap<String, Vec<PageId>> = IndexMap::new();
        let mut linked = vec![0_usize; pages.count_pages(edition)];
        for (page, (status, to)) in survey(pages, edition).into_iter().enumerate() {
            for page in to {
                linked[page] += 1;
            }
            parts.entry(status).or_default().push(PageId::new(page));
        }
        let (first, names) = (PageRef::start_of(edition.id), names(&linked));
        let mut file = Self { pages, first, order: Vec::new(), names, around: Vec::new() };
        let (statuses, parts): (_, Vec<_>) = parts.into_iter().unzip();
        let site = pages.site;
        let title = site.title_at(&site.game_of(edition.id).title, edition.title());
        let (resolver, answers) = (file.resolver(), pages.answer_pages(edition));
        let around = pages.builder(&resolver).sheet(edition, PageId::FIRST, title, statuses, answers)?;
        for (text, pages) in around.into_iter().zip(parts.into_iter().chain([Vec::new()])) {
            file.around.push((file.order.len(), text));
            file.order.extend(pages);
        }
        Ok(file)
    }

    fn resolver(&self) -> SingleResolver<'_> {
        let site = self.pages.site;
        SingleResolver::beside(self.first, &self.names, &site.plan, site.base_url())
    }

    /// Returns how many positions, or passages and endings, there are.
    pub fn page_count(&self) -> usize {
        self.order.len()
    }

    /// Writes the file.
    ///
    /// # Errors
    ///
    /// When the theme cannot render a position, or when writing fails.
    pub fn write(&self, out: impl Write + Send, observer: &dyn Observer) -> Result<(), Diagnostics> {
        // Each page with what stands before it, and the end.
        let pieces = self.order.len() + 1;
        single::write(pieces, |piece, open, bytes| self.render(piece, open, bytes), out, observer)
    }

    fn render(&self, piece: usize, open: &mut OpenPage, out: &mut Vec<u8>) -> Result<(), Diagnostic> {
        // Each part has a page, so no two begin at the same place.
        if let Ok(part) = self.around.binary_search_by_key(&piece, |(begin, _)| *begin) {
            out.extend_from_slice(self.around[part].1.as_bytes());
        }
        let Some(&page) = self.order.get(piece) else { return Ok(()) };
        self.pages.write(self.first.at(page), &self.resolver(), open, out)
    }
}

/// Returns the numbers that name the pages. `linked` counts the links to each page. The page with the most links gets
/// the shortest name, since each link repeats the name.
fn names(linked: &[usize]) -> Vec<u32> {
    let mut by_links: Vec<usize> = (0..linked.len()).collect();
    by_links.sort_by_key(|&page| Reverse(linked[page]));
    let mut names = vec![0; linked.len()];
    for (number, page) in by_links.into_iter().enumerate() {
        names[page] = number as u32;
    }
    names
}

/// Returns what each page of an edition says of whose turn it is, and the numbers of the pages that its moves lead to.
fn survey(pages: Pages<'_>, edition: OpenedEdition<'_>) -> Vec<(String, Vec<usize>)> {
    let look = |open: &mut OpenPage, page: usize| {
        pages.open_position(edition, PageId::new(page), 0, open);
        let to = open.board.moves.iter().map(|mv| mv.to.number()).collect();
        (open.text(PageSlot::Status).to_owned(), to)
    };
    (0..pages.count_pages(edition)).into_par_iter().map_init(OpenPage::default, look).collect()
}
