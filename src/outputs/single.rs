//! The single file: many pages in one file of HTML.
//!
//! It is written in pieces, which are made in parallel and come in order.

use std::io::Write;

use super::address::Published;
use super::{Observer, cannot_write, in_order};
use crate::ground::diagnostic::{Diagnostic, Diagnostics};
use crate::pages::page::{Destination, LinkResolver, PageRef, short_name};
use crate::pages::plan::Plan;

/// Writes pieces one after the other. `render` appends the piece with a number; each thread reuses its scratch value
/// from piece to piece.
///
/// # Errors
///
/// When a piece cannot be rendered, or when writing fails.
pub fn write<S: Default + Send>(
    pieces: usize,
    render: impl Fn(usize, &mut S, &mut Vec<u8>) -> Result<(), Diagnostic> + Sync,
    mut out: impl Write + Send,
    observer: &dyn Observer,
) -> Result<(), Diagnostics> {
    observer.begin("Writing", pieces);
    let make = |piece, scratch: &mut S| {
        let mut bytes = Vec::new();
        render(piece, scratch, &mut bytes).map(|()| bytes)
    };
    in_order(pieces, make, |bytes| {
        observer.advance(1);
        out.write_all(&bytes).map_err(|error| cannot_write("file", &error))
    })?;
    Ok(out.flush().map_err(|error| cannot_write("file", &error))?)
}

/// Resolves the links of the pages in a single file, which are those of one folder of the website.
pub struct SingleResolver<'a> {
    /// The website, which has what the file does not.
    website: Published<'a>,
    folder: &'a str,
    /// The number of the name that each page has in the file.
    names: &'a [u32],
}

impl<'a> SingleResolver<'a> {
    /// Returns the resolver of the links of a file with the pages that stand beside `page`. `names` has for each of
    /// them the number of its name: those with low numbers are short.
    pub fn beside(page: PageRef, names: &'a [u32], plan: &'a Plan, base_url: Option<&'a str>) -> Self {
        Self { website: Published { plan, base_url }, folder: plan.folder(page), names }
    }

    fn write_anchor(&self, page: PageRef, out: &mut String) {
        write_name(self.names[page.number()] as usize, out);
    }

    fn has_own(&self, page: PageRef) -> bool {
        self.website.plan.folder(page) == self.folder
    }
}

/// The characters of the names that pages have in a file: all that need no quotes and no escapes, neither in an `id`
/// nor in an address. w3m takes capitals and small letters for the same.
const CHARACTERS: &[u8; 52] = b"abcdefghijklmnopqrstuvwxyz0123456789!$()*+,-./:;?@_~";

fn write_name(number: usize, out: &mut String) {
    out.extend(short_name(number, CHARACTERS, CHARACTERS));
}

/// The link to the top of the file, where there is no website to refer to.
const TOP: &str = "#";

impl LinkResolver for SingleResolver<'_> {
    fn resolve(&self, to: Destination, out: &mut String) {
        match to {
            Destination::Anchor(page) => self.write_anchor(page, out),
            Destination::Page(page) if self.has_own(page) => {
                out.push('#');
                self.write_anchor(page, out);
            }
            // Answers are named after all pages.
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
            // It carries what it needs.
            Destination::ThemeFolder
            | Destination::OnMap(..)
            | Destination::Letter(_)
            | Destination::Translation(..) => {}
        }
    }

    fn has(&self, page: PageRef) -> bool {
        self.website.is_there() || self.has_own(page)
    }

    fn image_at(&self, _path: &str) -> Option<String> {
        None
    }

    fn link_to(&self, path: &str, suffix: &str) -> Option<String> {
        // It has nothing but positions, which have no parts.
        self.website.link_to(path, suffix, |page| self.has_own(page).then(|| self.address(Destination::Page(page))))
    }
}
