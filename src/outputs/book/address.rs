//! Addresses in a book. Folders have short names, because each name is written twice for each file. In a compact book,
//! many pages of a folder share a file, and each page has a short name in that file.

use std::collections::HashMap;

use super::package::CONTENTS;
use crate::outputs::address::Published;
use crate::pages::page::{ANSWERS_ON_A_PAGE, Destination, LinkResolver, PageId, PageRef, dot_name};
use crate::pages::plan::Plan;

const ENDING: &str = ".xhtml";

const UP: &str = "../";

#[derive(Clone, Debug)]
struct Folder {
    name: String,
    /// The number of pages in the book.
    pages: usize,
    /// The number of pages with answers.
    answers: usize,
    /// How many pages share a file. `None` means one file per page, which has the same name as on the website.
    per_file: Option<usize>,
}

/// The folders of a book, by their folders on the site.
#[derive(Clone, Debug, Default)]
pub struct Folders<'a>(HashMap<&'a str, Folder>);

impl<'a> Folders<'a> {
    /// Adds or updates the folder of a page. The folder contains `pages` pages, beginning with `first`. `per_file`
    /// pages share a file; `None` means one file per page.
    pub fn add(&mut self, plan: &'a Plan, first: PageRef, pages: usize, per_file: Option<usize>) {
        let name = self.0.len().to_string();
        let folder = self.0.entry(plan.folder(first)).or_insert(Folder { name, pages, answers: 0, per_file: None });
        (folder.pages, folder.per_file) = (pages, per_file);
    }

    /// Adds pages with answers to the folder of an edition.
    pub fn add_answers(&mut self, plan: &'a Plan, first: PageRef, pages: usize) {
        self.0.entry(plan.folder(first)).and_modify(|folder| folder.answers = pages);
    }

    fn has(&self, plan: &Plan, page: PageRef) -> bool {
        // A book contains no stars and no maps, and usually no hints.
        let is_in = |folder: &Folder| match page.page {
            PageId::ABOUT => true,
            beside if beside.is_beside() => beside.answers_number() < folder.answers,
            page => page.index() < folder.pages,
        };
        page == PageRef::FRONT || self.0.get(plan.folder(page)).is_some_and(is_in)
    }

    /// Returns the path of the file that contains a page. For the front page, returns the path of the table of
    /// contents.
    pub fn path(&self, plan: &Plan, page: PageRef) -> String {
        if page == PageRef::FRONT {
            return CONTENTS.to_owned();
        }
        let folder = &self.0[plan.folder(page)];
        let mut path = format!("{}/", folder.name);
        folder.write_file(plan, page, &mut path);
        path
    }

    /// Returns the path of another file in the folder of a page.
    pub fn path_beside(&self, plan: &Plan, page: PageRef, name: &str) -> String {
        format!("{}/{name}{ENDING}", self.0[plan.folder(page)].name)
    }
}

impl Folder {
    /// Returns the number of the file that a page shares with others, and its index in that file.
    fn place(&self, page: PageRef) -> Option<(usize, usize)> {
        let per_file = self.per_file.filter(|_| !page.page.is_beside());
        per_file.map(|count| (page.number() / count, page.number() % count))
    }

    fn write_file(&self, plan: &Plan, page: PageRef, out: &mut String) {
        match self.place(page) {
            Some((file, _)) => out.push_str(&file.to_string()),
            None => plan.write_name(page, out),
        }
        out.push_str(ENDING);
    }
}

/// Resolves the links of the pages in one file of a book, or in one folder whose files contain one page each.
pub struct BookResolver<'a> {
    plan: &'a Plan,
    folders: &'a Folders<'a>,
    /// The paths of pictures in the book, by their paths on the site.
    pictures: &'a HashMap<String, String>,
    /// The website, for pages that the book does not contain.
    website: Published<'a>,
    folder: &'a str,
    /// The number of the file, if several pages share it.
    file: Option<usize>,
}

impl<'a> BookResolver<'a> {
    /// Returns the resolver for the pages in the folder of `page`.
    pub fn beside(
        page: PageRef,
        plan: &'a Plan,
        folders: &'a Folders<'a>,
        pictures: &'a HashMap<String, String>,
        base_url: Option<&'a str>,
    ) -> Self {
        let folder = plan.folder(page);
        let file = folders.0[folder].place(page).map(|(file, _)| file);
        Self { plan, folders, pictures, website: Published { plan, base_url }, folder, file }
    }

    /// Appends the URL of a page on the website, or the address of the table of contents if the site is not published.
    fn write_outside(&self, page: PageRef, out: &mut String) {
        match self.website.page(page) {
            Some(address) => out.push_str(&address),
            None => out.extend([UP, CONTENTS]),
        }
    }

    fn write_address(&self, page: PageRef, out: &mut String) {
        if !self.folders.has(self.plan, page) {
            return self.write_outside(page, out);
        }
        let folder = self.plan.folder(page);
        let place = self.folders.0.get(folder).and_then(|folder| folder.place(page));
        let is_beside = folder == self.folder;
        let is_here = is_beside && self.file.is_some() && place.map(|(file, _)| file) == self.file;
        if !is_beside {
            out.extend([UP, &self.folders.path(self.plan, page)]);
        } else if !is_here {
            self.folders.0[folder].write_file(self.plan, page, out);
        }
        // A link from another file to the first page of a file needs no fragment.
        if let Some((_, place)) = place.filter(|(_, place)| is_here || *place > 0) {
            out.push('#');
            out.extend(dot_name(place));
        }
    }
}

impl LinkResolver for BookResolver<'_> {
    fn resolve(&self, to: Destination, out: &mut String) {
        match to {
            Destination::Page(page) => self.write_address(page, out),
            // Pages in a book contain no parts.
            Destination::Group(edition) => {
                self.write_address(PageRef::start_of(self.plan.edition(edition).section), out);
            }
            Destination::Canonical(page) => self.write_outside(page, out),
            Destination::ThemeFolder => out.push_str(UP),
            Destination::Answer(chapter, row) => {
                self.write_address(PageRef::new(chapter, PageId::answers(row / ANSWERS_ON_A_PAGE)), out);
                out.push('#');
                out.extend(dot_name(row % ANSWERS_ON_A_PAGE));
            }
            // Only websites contain calendars.
            Destination::Day(..) | Destination::OnMap(..) | Destination::Letter(_) | Destination::Translation(..) => {}
            Destination::Anchor(page) => {
                if let Some((_, place)) = self.folders.0[self.folder].place(page) {
                    out.extend(dot_name(place));
                }
            }
        }
    }

    fn has(&self, page: PageRef) -> bool {
        self.website.base_url.is_some() || self.folders.has(self.plan, page)
    }

    fn link_to(&self, path: &str, suffix: &str) -> Option<String> {
        let own = |page| {
            // The contents replace the front page, and contain none of its parts.
            let suffix = if page == PageRef::FRONT { "" } else { suffix };
            self.folders.has(self.plan, page).then(|| self.address(Destination::Page(page)) + suffix)
        };
        self.website.link_to(path, suffix, own)
    }

    fn image_at(&self, path: &str) -> Option<String> {
        self.pictures.get(path).map(|path| [UP, path].concat())
    }
}
