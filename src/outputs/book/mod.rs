//! The book: pages as an EPUB. With one page per file, links have no fragments, so every reading system turns to the
//! linked page. With many pages per file, the book is a tenth of the size.
//!
//! The writer knows the order of pages, but not their contents. The bytes of a book do not depend on the number of
//! threads or on the date. The book is written directly to `out`, not to a temporary file.

mod address;
mod package;

use std::io::{self, Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

pub use self::address::{BookResolver, Folders};
pub use self::package::{Chapter, Outline, media_type};
use super::{CHUNK, FileId, Files, Observer, in_order};
use crate::ground::diagnostic::{Diagnostic, Diagnostics};

/// Writes a book with these pages, in reading order. Returns the number of files in it.
///
/// # Errors
///
/// Returns an error if a page cannot be rendered, or if writing fails; the output is then incomplete.
pub fn write<F: Files>(
    outline: &Outline,
    pages: &F,
    out: impl Write + Send,
    observer: &dyn Observer,
) -> Result<usize, Diagnostics> {
    let mut book = ZipWriter::new_stream(out).set_auto_large_file();
    let mut add = |part: Part| {
        let added = part.finish_into_readable().and_then(|part| book.merge_archive(part));
        added.map_err(|error| cannot_write(&error.into()))
    };
    observer.begin("Writing", pages.count());
    let (mut own, mut count) = (Part::new(Cursor::default()), pages.count());
    for (path, bytes) in outline.files(pages) {
        pack(&mut own, &path, &bytes)?;
        count += 1;
    }
    add(own)?;
    let make = |number, (scratch, bytes): &mut (F::Scratch, Vec<u8>)| {
        let mut part = Part::new(Cursor::default());
        for page in (0..pages.count() as u32).skip(number * CHUNK).take(CHUNK).map(FileId) {
            bytes.clear();
            pages.render(page, scratch, bytes)?;
            pack(&mut part, &pages.path(page), bytes)?;
            observer.advance(1);
        }
        Ok(part)
    };
    in_order(pages.count().div_ceil(CHUNK), make, add)?;
    let mut out = book.finish().map_err(|error| cannot_write(&error.into()))?;
    out.flush().map_err(|error| cannot_write(&error))?;
    Ok(count)
}

/// Some files of a book, compressed.
type Part = ZipWriter<Cursor<Vec<u8>>>;

fn pack(part: &mut Part, path: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
    let options = SimpleFileOptions::default().last_modified_time(DateTime::default()).unix_permissions(0o644);
    // Some programs look only at the first bytes of a book.
    let options = if path == package::TYPE {
        options.compression_method(CompressionMethod::Stored)
    } else {
        options.compression_method(CompressionMethod::Deflated).compression_level(Some(6))
    };
    let begun = part.start_file(path, options).map_err(io::Error::from);
    begun.and_then(|()| part.write_all(bytes)).map_err(|error| cannot_write(&error))
}

fn cannot_write(error: &io::Error) -> Diagnostic {
    super::cannot_write("book", error)
}
