//! Addresses in a book: pages stand in folders of short names, since each name is written twice for each page.

use std::cell::RefCell;
use std::collections::HashMap;

use super::package::CONTENTS;
use crate::output::address;
use crate::page::{Closer, Destination, PageRef};
use crate::plan::Plan;

/// What the names of pages end with.
const ENDING: &str = ".xhtml";

/// The way from a page to the root of the book.
const UP: &str = "../";

/// The folders of a book: for each folder of the site that has pages in it, the name that it has there.
#[derive(Clone, Debug, Default)]
pub struct Folders<'a>(HashMap<&'a str, String>);

impl<'a> Folders<'a> {
    /// Adds the folder of a page, if it is not there.
    pub fn add(&mut self, plan: &'a Plan, page: PageRef) {
        let name = self.0.len().to_string();
        self.0.entry(plan.folder(page)).or_insert(name);
    }

    /// Returns whether the book has a page.
    fn has(&self, plan: &Plan, page: PageRef) -> bool {
        page == PageRef::Front || self.0.contains_key(plan.folder(page))
    }

    /// Appends the path of a page of the book; the front page is the contents.
    pub fn write_path(&self, plan: &Plan, page: PageRef, out: &mut String) {
        if page == PageRef::Front {
            return out.push_str(CONTENTS);
        }
        out.push_str(&self.0[plan.folder(page)]);
        out.push('/');
        plan.write_name(page, out);
        out.push_str(ENDING);
    }
}

/// Closes the links of the pages in one folder of a book.
pub struct BookCloser<'a> {
    plan: &'a Plan,
    folders: &'a Folders<'a>,
    /// Where the website is published, which has what the book does not.
    base_url: Option<&'a str>,
    /// The folder of the site whose pages are made.
    folder: &'a str,
    path: RefCell<String>,
}

impl<'a> BookCloser<'a> {
    /// Returns what closes links of pages that stand beside `page`.
    pub fn beside(page: PageRef, plan: &'a Plan, folders: &'a Folders<'a>, base_url: Option<&'a str>) -> Self {
        Self { plan, folders, base_url, folder: plan.folder(page), path: RefCell::default() }
    }

    /// Returns the address of a path on the website, if that is published.
    fn on_website(&self, path: &str) -> Option<String> {
        Some(format!("{}{}", self.base_url?, address::encode(path)))
    }
}

impl Closer for BookCloser<'_> {
    fn close(&self, to: Destination, out: &mut Vec<u8>) {
        let mut path = self.path.borrow_mut();
        path.clear();
        match to {
            Destination::Page(page) if page != PageRef::Front && self.plan.folder(page) == self.folder => {
                self.plan.write_name(page, &mut path);
                path.push_str(ENDING);
            }
            Destination::Page(page) if self.folders.has(self.plan, page) => {
                path.push_str(UP);
                self.folders.write_path(self.plan, page, &mut path);
            }
            Destination::Page(page) | Destination::Canonical(page) => {
                let address = self.on_website(&address::path(self.plan, page));
                path.push_str(&address.unwrap_or_else(|| format!("{UP}{CONTENTS}")));
            }
            Destination::ThemeFolder => path.push_str(UP),
        }
        out.extend_from_slice(path.as_bytes());
    }

    fn link_to(&self, path: &str) -> Option<String> {
        match address::page_referred_to(self.plan, path) {
            Some(page) if self.folders.has(self.plan, page) => Some(self.address(Destination::Page(page))),
            Some(page) => self.on_website(&address::path(self.plan, page)),
            None => self.on_website(&address::file_at(path)),
        }
    }

    fn link_to_copy(&self, _: PageRef, _: &str) -> Option<String> {
        None
    }
}
