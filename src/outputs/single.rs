//! The single file: all positions of an edition, or all passages of a story, in one HTML file. Positions with the same
//! player to move are grouped, and so are positions in which the game ended in the same way.

use std::cmp::Reverse;
use std::io::Write;

use indexmap::IndexMap;
use rayon::prelude::*;

use super::address::Published;
use super::{Observer, cannot_write, in_order};
use crate::ground::diagnostic::{Diagnostic, Diagnostics, MOST, first_of};
use crate::pages::edition::{Edition, OpenedEdition};
use crate::pages::page::{Destination, LinkResolver, OpenPage, PageId, PageRef, PageSlot, short_name};
use crate::pages::site::{Pages, Site, View};
use crate::pages::story::OpenedStory;

/// Returns the only edition of a view.
///
/// # Errors
///
/// Returns an error if the view contains no edition, or several.
pub(crate) fn only_edition<'a>(site: &'a Site, view: &View) -> Result<&'a Edition, Diagnostic> {
    let editions: Vec<_> = editions(site, view).collect();
    match editions[..] {
        [edition] => Ok(edition),
        [] => Err(Diagnostic::new("a single file needs an edition of a game")
            .hint("name a game, `/` and one of its editions")),
        _ => {
            let names: Vec<_> = editions.iter().map(|edition| format!("`{}`", edition.folder())).collect();
            let message = format!("a single file contains one edition, but {} are chosen", editions.len());
            Err(Diagnostic::new(message).hint(format!("choose one of these: {}", first_of(&names, MOST, ", "))))
        }
    }
}

fn editions<'a>(site: &'a Site, view: &View) -> impl Iterator<Item = &'a Edition> {
    site.plan.editions.iter().filter(|edition| view.variant.has_edition(edition.id))
}

pub struct SingleFile<'a> {
    pages: Pages<'a>,
    /// The first page of the edition, or the first passage of the story.
    first: PageRef,
    /// The pages, in their order in the file.
    order: Vec<PageId>,
    /// The number of each page's short name in the file.
    names: Vec<u32>,
    /// The text before each part, with the index in `order` at which the part begins. The last item is the text after
    /// the last part.
    around: Vec<(usize, String)>,
}

impl<'a> SingleFile<'a> {
    /// Returns the single file of a view with one edition or story.
    ///
    /// # Errors
    ///
    /// Returns an error if the view contains several editions or stories, or if the theme cannot render the text around
    /// the positions.
    pub(crate) fn new(site: &'a Site, view: &'a View) -> Result<Self, Diagnostic> {
        let pages = Pages { site, view };
        let mut stories = site.plan.stories.iter().filter(|story| view.variant.has_story(story));
        match (stories.next(), stories.next()) {
            (Some(story), None) if editions(site, view).next().is_none() => Self::of_story(pages, story.open()?),
            _ => Self::of_edition(pages, site.open_edition(only_edition(site, view)?.id)?),
        }
    }

    fn of_story(pages: Pages<'a>, story: OpenedStory<'_>) -> Result<Self, Diagnostic> {
        let count = story.page_count();
        let mut linked = vec![0; count];
        let leads = (0..count).filter_map(|page| story.leads(PageId::new(page)));
        leads.flatten().for_each(|page| linked[page.index()] += 1);
        // The first passage is last: a stylesheet can hide it once the reader has chosen another passage, which
        // precedes it.
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
        let plan = &self.pages.site.plan;
        let website = Published { plan, base_url: self.pages.site.base_url() };
        SingleResolver { website, folder: plan.folder(self.first), names: &self.names }
    }

    /// Returns the number of positions, or of passages and endings.
    pub fn page_count(&self) -> usize {
        self.order.len()
    }

    /// Writes the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the theme cannot render a position, or if writing fails.
    pub fn write(&self, mut out: impl Write + Send, observer: &dyn Observer) -> Result<(), Diagnostics> {
        // Each page with the text before it, then the text at the end.
        let pieces = self.order.len() + 1;
        observer.begin("Writing", pieces);
        let make = |piece, open: &mut OpenPage| self.render(piece, open);
        in_order(pieces, make, |bytes| {
            observer.advance(1);
            out.write_all(&bytes).map_err(|error| cannot_write("file", &error))
        })?;
        Ok(out.flush().map_err(|error| cannot_write("file", &error))?)
    }

    fn render(&self, piece: usize, open: &mut OpenPage) -> Result<Vec<u8>, Diagnostic> {
        let mut bytes = Vec::new();
        // Each part contains a page, so no two begin at the same place.
        if let Ok(part) = self.around.binary_search_by_key(&piece, |(begin, _)| *begin) {
            bytes.extend_from_slice(self.around[part].1.as_bytes());
        }
        if let Some(&page) = self.order.get(piece) {
            self.pages.write(self.first.at(page), &self.resolver(), open, &mut bytes)?;
        }
        Ok(bytes)
    }
}

/// Returns the numbers of the pages' short names. `linked` is the number of links to each page. The page with the most
/// links gets the shortest name, because each link repeats it.
fn names(linked: &[usize]) -> Vec<u32> {
    let mut by_links: Vec<usize> = (0..linked.len()).collect();
    by_links.sort_by_key(|&page| Reverse(linked[page]));
    let mut names = vec![0; linked.len()];
    for (number, page) in by_links.into_iter().enumerate() {
        names[page] = number as u32;
    }
    names
}

/// Returns for each page of an edition its status, and the numbers of the pages after its moves.
fn survey(pages: Pages<'_>, edition: OpenedEdition<'_>) -> Vec<(String, Vec<usize>)> {
    let look = |open: &mut OpenPage, page: usize| {
        pages.open_position(edition, PageId::new(page), 0, open);
        let to = open.board.moves.iter().map(|mv| mv.to.number()).collect();
        (open.text(PageSlot::Status).to_owned(), to)
    };
    (0..pages.count_pages(edition)).into_par_iter().map_init(OpenPage::default, look).collect()
}

/// Resolves the links of the pages in a single file. On the website, these pages are in one folder.
struct SingleResolver<'a> {
    /// The website, for pages that the file does not contain.
    website: Published<'a>,
    folder: &'a str,
    names: &'a [u32],
}

impl SingleResolver<'_> {
    fn write_anchor(&self, page: PageRef, out: &mut String) {
        write_name(self.names[page.number()] as usize, out);
    }

    fn has_own(&self, page: PageRef) -> bool {
        self.website.plan.folder(page) == self.folder
    }
}

/// The characters of page names in a file: all that need no quotes and no escapes, in an `id` and in a URL. All letters
/// are lower-case, because w3m ignores the case.
const CHARACTERS: &[u8; 52] = b"abcdefghijklmnopqrstuvwxyz0123456789!$()*+,-./:;?@_~";

fn write_name(number: usize, out: &mut String) {
    out.extend(short_name(number, CHARACTERS, CHARACTERS));
}

/// The link to the top of the file, used if the site is not published.
const TOP: &str = "#";

impl LinkResolver for SingleResolver<'_> {
    fn resolve(&self, to: Destination, out: &mut String) {
        match to {
            Destination::Anchor(page) => self.write_anchor(page, out),
            Destination::Page(page) if self.has_own(page) => {
                out.push('#');
                self.write_anchor(page, out);
            }
            // The names of answers follow those of all pages.
            Destination::Answer(_, row) => {
                out.push('#');
                write_name(self.names.len() + row, out);
            }
            Destination::Page(page) | Destination::Canonical(page) => {
                out.push_str(self.website.page(page).as_deref().unwrap_or(TOP));
            }
            Destination::Group(edition) => {
                out.push_str(self.website.group(edition).as_deref().unwrap_or(TOP));
            }
            // The file contains its own styles and pictures.
            Destination::ThemeFolder
            | Destination::Day(..)
            | Destination::OnMap(..)
            | Destination::Letter(_)
            | Destination::Translation(..) => {}
        }
    }

    fn has(&self, page: PageRef) -> bool {
        self.website.base_url.is_some() || self.has_own(page)
    }

    fn image_at(&self, _path: &str) -> Option<String> {
        None
    }

    fn link_to(&self, path: &str, suffix: &str) -> Option<String> {
        // A page in the file has no parts, so its links have no suffix.
        self.website.link_to(path, suffix, |page| self.has_own(page).then(|| self.address(Destination::Page(page))))
    }
}
