//! The book: pages as an EPUB. With one to a file links have no fragments, and every reader turns such a link into a
//! page; with many to a file the book is a tenth of the size.
//!
//! A book knows pages and their order, and nothing of what is on them. It is the same bytes at any number of threads
//! and on any day, and goes to its place as it is made.

mod address;
mod package;

use std::io::{self, Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

pub use self::address::{BookResolver, Folders};
pub use self::package::{Chapter, Outline};
use super::order::in_order;
use super::{FileId, Files, Observer, Summary};
use crate::diagnostic::{Diagnostic, Diagnostics};

/// Writes a book with these pages, which are in the order in which they are read.
///
/// # Errors
///
/// When a page cannot be rendered, or when writing fails; what was written until then is no book.
pub fn write<F: Files>(
    outline: &Outline,
    pages: &F,
    out: impl Write + Send,
    observer: &dyn Observer,
) -> Result<Summary, Diagnostics> {
    let mut book = ZipWriter::new_stream(out).set_auto_large_file();
    let mut total = Summary::default();
    observer.begin("Writing", pages.count());
    let mut add = |file: Packed| {
        book.merge_archive(file.zip).map_err(|error| cannot_write(&error.into()))?;
        total.files += 1;
        total.bytes += file.length;
        Ok::<(), Diagnostic>(())
    };
    for (path, bytes) in outline.files(pages) {
        add(Packed::new(&path, &bytes)?)?;
    }
    let make = |page, (scratch, bytes): &mut (F::Scratch, Vec<u8>)| {
        let mut path = String::new();
        pages.write_path(FileId(page as u32), &mut path);
        bytes.clear();
        pages.render(FileId(page as u32), scratch, bytes)?;
        Packed::new(&path, bytes)
    };
    in_order(pages.count(), make, |page| {
        observer.advance(1);
        add(page)
    })?;
    let mut out = book.finish().map_err(|error| cannot_write(&error.into()))?;
    out.flush().map_err(|error| cannot_write(&error))?;
    Ok(total)
}

/// A file of a book, compressed.
struct Packed {
    zip: ZipArchive<Cursor<Vec<u8>>>,
    /// How many bytes it has.
    length: u64,
}

impl Packed {
    fn new(path: &str, bytes: &[u8]) -> Result<Self, Diagnostic> {
        let options = SimpleFileOptions::default().last_modified_time(DateTime::default()).unix_permissions(0o644);
        // For programs that look no further than at the first bytes.
        let options = if path == package::TYPE {
            options.compression_method(CompressionMethod::Stored)
        } else {
            options.compression_method(CompressionMethod::Deflated).compression_level(Some(9))
        };
        let pack = || {
            let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
            zip.start_file(path, options)?;
            zip.write_all(bytes)?;
            zip.finish_into_readable()
        };
        let zip = pack().map_err(|error| cannot_write(&error.into()))?;
        Ok(Self { zip, length: bytes.len() as u64 })
    }
}

fn cannot_write(error: &io::Error) -> Diagnostic {
    super::cannot_write("book", error)
}
