//! The book: pages as an EPUB. With one to a file links have no fragments, and every reader turns such a link into a
//! page; with many to a file the book is a tenth of the size.
//!
//! A book knows pages and their order, and nothing of what is on them. It is the same bytes at any number of threads
//! and on any day, and goes to its place as it is made: of its pages, a few chunks are in memory at a time.

mod address;
mod package;

use std::io::{self, Cursor, Write};

use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

pub use self::address::{BookResolver, Folders};
pub use self::package::{Chapter, Outline};
use super::order::{Pool, in_order};
use super::{CHUNK, FileId, Files, Observer, Summary};
use crate::diagnostic::{Diagnostic, Diagnostics};

/// What a thread uses again from chunk to chunk.
#[derive(Default)]
struct Worker<S> {
    scratch: S,
    path: String,
    bytes: Vec<u8>,
}

/// Writes a book with these pages, which are in the order in which they are read.
///
/// # Errors
///
/// When a page cannot be rendered, or when writing fails; what was written until then is no book.
pub fn write(
    outline: &Outline,
    pages: &impl Files,
    out: impl Write + Send,
    observer: &dyn Observer,
) -> Result<Summary, Diagnostics> {
    let workers = Pool::new();
    let mut book = ZipWriter::new_stream(out).set_auto_large_file();
    let mut total = Summary::default();
    observer.begin("Writing", pages.count());
    let mut add = |part: Packed| {
        book.merge_archive(part.zip.finish_into_readable()?)?;
        total.files += part.summary.files;
        total.bytes += part.summary.bytes;
        Ok(())
    };
    let mut own = Packed::new();
    for (path, bytes) in outline.files(pages) {
        own.add(&path, &bytes).map_err(|error| cannot_write(&error))?;
    }
    add(own).map_err(|error: ZipError| cannot_write(&error.into()))?;
    in_order(
        pages.count().div_ceil(CHUNK),
        |chunk| workers.with(|worker| pack(pages, chunk, worker)),
        |part| {
            let files = part.summary.files;
            add(part).map_err(|error| cannot_write(&error.into()))?;
            observer.advance(files);
            Ok(())
        },
    )?;
    let mut out = book.finish().map_err(|error| cannot_write(&error.into()))?;
    out.flush().map_err(|error| cannot_write(&error))?;
    Ok(total)
}

/// Some files of a book, compressed.
struct Packed {
    zip: ZipWriter<Cursor<Vec<u8>>>,
    summary: Summary,
}

impl Packed {
    fn new() -> Self {
        Self { zip: ZipWriter::new(Cursor::new(Vec::new())), summary: Summary::default() }
    }

    fn add(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        let options = SimpleFileOptions::default().last_modified_time(DateTime::default()).unix_permissions(0o644);
        // For programs that look no further than at the first bytes.
        let options = if path == package::TYPE {
            options.compression_method(CompressionMethod::Stored)
        } else {
            options.compression_method(CompressionMethod::Deflated).compression_level(Some(9))
        };
        self.zip.start_file(path, options)?;
        self.summary.files += 1;
        self.summary.bytes += bytes.len() as u64;
        self.zip.write_all(bytes)
    }
}

/// Renders and compresses the pages of a chunk.
fn pack<F: Files>(pages: &F, chunk: usize, worker: &mut Worker<F::Scratch>) -> Result<Packed, Diagnostic> {
    let mut part = Packed::new();
    for file in (chunk * CHUNK..pages.count().min((chunk + 1) * CHUNK)).map(|number| FileId(number as u32)) {
        worker.path.clear();
        pages.write_path(file, &mut worker.path);
        worker.bytes.clear();
        pages.render(file, &mut worker.scratch, &mut worker.bytes)?;
        part.add(&worker.path, &worker.bytes).map_err(|error| cannot_write(&error))?;
    }
    Ok(part)
}

fn cannot_write(error: &io::Error) -> Diagnostic {
    super::cannot_write("book", error)
}
