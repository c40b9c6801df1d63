//! The single file: many pages in one file of HTML.
//!
//! It is written in pieces, which are made in parallel and come in order; a few chunks of them are in memory at a time.

use std::io::{self, Write};

use super::address::{Published, short_name};
use super::order::{Pool, in_order};
use super::{CHUNK, Observer};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::page::{Destination, LinkResolver, PageRef};
use crate::plan::Plan;

/// Writes so many pieces one after the other. `render` appends the piece with a
/// number; it is given what a thread uses again from piece to piece.
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
    let workers = Pool::<S>::new();
    observer.begin("Writing", pieces);
    let make = |chunk: usize| {
        workers.with(|scratch| {
            let (mut bytes, range) = (Vec::new(), chunk * CHUNK..pieces.min((chunk + 1) * CHUNK));
            let count = range.len();
            range.into_iter().try_for_each(|piece| render(piece, scratch, &mut bytes))?;
            Ok((bytes, count))
        })
    };
    in_order(pieces.div_ceil(CHUNK), make, |(bytes, count)| {
        out.write_all(&bytes).map_err(|error| cannot_write(&error))?;
        observer.advance(count);
        Ok::<(), Diagnostic>(())
    })?;
    Ok(out.flush().map_err(|error| cannot_write(&error))?)
}

fn cannot_write(error: &io::Error) -> Diagnostic {
    super::cannot_write("file", error)
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

    /// Appends the name of a page of the file.
    fn write_anchor(&self, page: PageRef, out: &mut Vec<u8>) {
        out.extend(short_name(self.names[page.number()] as usize, CHARACTERS, CHARACTERS));
    }

    fn has_own(&self, page: PageRef) -> bool {
        self.website.plan.folder(page) == self.folder
    }
}

/// The characters of the names that pages have in a file: all that need no quotes and no escapes, neither in an `id`
/// nor in an address. w3m takes capitals and small letters for the same.
const CHARACTERS: &[u8; 52] = b"abcdefghijklmnopqrstuvwxyz0123456789!$()*+,-./:;?@_~";

impl LinkResolver for SingleResolver<'_> {
    fn resolve(&self, to: Destination, out: &mut Vec<u8>) {
        match to {
            Destination::Anchor(page) => self.write_anchor(page, out),
            Destination::Page(page) if self.has_own(page) => {
                out.push(b'#');
                self.write_anchor(page, out);
            }
            Destination::Page(page) | Destination::Canonical(page) => {
                let address = self.website.page(page);
                out.extend_from_slice(address.as_deref().unwrap_or("#").as_bytes());
            }
            Destination::Group(edition) => {
                let address = self.website.group(edition);
                out.extend_from_slice(address.as_deref().unwrap_or("#").as_bytes());
            }
            // It carries what it needs.
            Destination::ThemeFolder => {}
        }
    }

    fn has(&self, page: PageRef) -> bool {
        self.website.is_there() || self.has_own(page)
    }

    fn link_to(&self, path: &str, suffix: &str) -> Option<String> {
        // It has nothing but positions, which have no parts.
        self.website.link_to(path, suffix, |page| self.has_own(page).then(|| self.address(Destination::Page(page))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_pages_are_short_and_differ() {
        let name = |number| {
            let name: Vec<u8> = short_name(number, CHARACTERS, CHARACTERS).collect();
            assert!(!name.iter().any(u8::is_ascii_uppercase));
            name
        };
        let names: std::collections::BTreeSet<Vec<u8>> = (0..500_000).map(name).collect();
        assert_eq!(names.len(), 500_000);
        assert_eq!((name(51).len(), name(52).len()), (1, 2));
        assert_eq!((name(52 + 52 * 52 - 1).len(), name(52 + 52 * 52).len()), (2, 3));
    }
}
