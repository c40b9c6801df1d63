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
pub use self::package::{BookWords, Chapter, Outline, media_type};
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
    let mut total = 0;
    observer.begin("Writing", pages.count());
    let mut add = |part: Packed| {
        let Packed { zip, files } = part;
        zip.finish_into_readable()
            .and_then(|zip| book.merge_archive(zip))
            .map_err(|error| cannot_write(&error.into()))?;
        total += files;
        Ok::<_, Diagnostic>(files)
    };
    let mut own = Packed::new();
    for (path, bytes) in outline.files(pages) {
        own.add(&path, &bytes)?;
    }
    add(own)?;
    let make = |number, (scratch, bytes): &mut (F::Scratch, Vec<u8>)| {
        let mut part = Packed::new();
        for page in (0..pages.count() as u32).skip(number * CHUNK).take(CHUNK).map(FileId) {
            bytes.clear();
            pages.render(page, scratch, bytes)?;
            part.add(&pages.path(page), bytes)?;
        }
        Ok(part)
    };
    in_order(pages.count().div_ceil(CHUNK), make, |part| {
        observer.advance(add(part)?);
        Ok::<_, Diagnostic>(())
    })?;
    let mut out = book.finish().map_err(|error| cannot_write(&error.into()))?;
    out.flush().map_err(|error| cannot_write(&error))?;
    Ok(total)
}

struct Packed {
    zip: ZipWriter<Cursor<Vec<u8>>>,
    files: usize,
}

impl Packed {
    fn new() -> Self {
        Self { zip: ZipWriter::new(Cursor::new(Vec::new())), files: 0 }
    }

    fn add(&mut self, path: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        let options = SimpleFileOptions::default().last_modified_time(DateTime::default()).unix_permissions(0o644);
        // Some programs look only at the first bytes of a book.
        let options = if path == package::TYPE {
            options.compression_method(CompressionMethod::Stored)
        } else {
            options.compression_method(CompressionMethod::Deflated).compression_level(Some(6))
        };
        self.files += 1;
        let begun = self.zip.start_file(path, options).map_err(io::Error::from);
        begun.and_then(|()| self.zip.write_all(bytes)).map_err(|error| cannot_write(&error))
    }
}

fn cannot_write(error: &io::Error) -> Diagnostic {
    super::cannot_write("book", error)
}
