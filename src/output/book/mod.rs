//! The book: pages as an EPUB. With one to a file links have no fragments, and every reader turns such a link into a
//! page; with many to a file the book is a tenth of the size.
//!
//! A book knows pages and their order, and nothing of what is on them. It is the same bytes at any number of threads
//! and on any day, and goes to its place as it is made: of its pages, a few chunks are in memory at a time.

mod address;
mod package;

use std::io::{self, Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

pub use self::address::{BookResolver, Folders};
pub use self::package::{Chapter, Outline, media_type};
use super::order::{Pool, in_order};
use super::{CHUNK, FileId, Files, Observer, Summary};
use crate::diagnostic::{Diagnostic, Diagnostics};

/// The files of a book that are no pages, in the order in which they come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// What tells that this is a book; it comes first and is not compressed, for programs that look no further.
    Type,
    /// Where the package is.
    Container,
    /// What the book is, and all of its files.
    Package,
    /// The picture that shows the book among others.
    CoverPicture,
    /// The page with that picture.
    Cover,
    /// The page with the title.
    Title,
    /// The contents, as a page.
    Contents,
    /// The contents for old readers.
    OldContents,
}

impl Part {
    /// All of them in their order.
    pub const ALL: [Self; 8] = [
        Self::Type,
        Self::Container,
        Self::Package,
        Self::CoverPicture,
        Self::Cover,
        Self::Title,
        Self::Contents,
        Self::OldContents,
    ];

    /// How many of them, at the beginning, are no files of the package.
    pub const OUTSIDE: usize = 3;

    /// Returns its path in the book.
    pub fn path(self) -> &'static str {
        match self {
            Self::Type => "mimetype",
            Self::Container => "META-INF/container.xml",
            Self::Package => package::PACKAGE,
            Self::CoverPicture => package::COVER_PICTURE,
            Self::Cover => package::COVER,
            Self::Title => "title.xhtml",
            Self::Contents => package::CONTENTS,
            Self::OldContents => package::OLD_CONTENTS,
        }
    }
}

/// What a thread uses again from chunk to chunk.
#[derive(Default)]
struct Worker<S> {
    scratch: S,
    path: String,
    bytes: Vec<u8>,
}

/// Writes the files of a book, of which the first is [`Part::Type`].
///
/// # Errors
///
/// When a file cannot be rendered, or when writing fails; what was written until then is no book.
pub fn write(files: &impl Files, out: impl Write + Send, observer: &dyn Observer) -> Result<Summary, Diagnostics> {
    let workers = Pool::new();
    let mut book = ZipWriter::new_stream(out).set_auto_large_file();
    let mut total = Summary::default();
    observer.begin("Writing", files.count());
    in_order(
        files.count().div_ceil(CHUNK),
        |chunk| workers.with(|worker| pack(files, chunk, worker)),
        |(part, summary)| {
            book.merge_archive(part).map_err(|error| cannot_write(&error.into()))?;
            total.files += summary.files;
            total.bytes += summary.bytes;
            observer.advance(summary.files);
            Ok(())
        },
    )?;
    let mut out = book.finish().map_err(|error| cannot_write(&error.into()))?;
    out.flush().map_err(|error| cannot_write(&error))?;
    Ok(total)
}

/// Some files of a book, compressed.
type Packed = (ZipArchive<Cursor<Vec<u8>>>, Summary);

/// Renders and compresses the files of a chunk.
fn pack<F: Files>(files: &F, chunk: usize, worker: &mut Worker<F::Scratch>) -> Result<Packed, Diagnostic> {
    let options = SimpleFileOptions::default().last_modified_time(DateTime::default()).unix_permissions(0o644);
    let mut part = ZipWriter::new(Cursor::new(Vec::new()));
    let mut summary = Summary::default();
    for file in (chunk * CHUNK..files.count().min((chunk + 1) * CHUNK)).map(|number| FileId(number as u32)) {
        worker.path.clear();
        files.write_path(file, &mut worker.path);
        worker.bytes.clear();
        files.render(file, &mut worker.scratch, &mut worker.bytes)?;
        let options = if file.index() == 0 {
            options.compression_method(CompressionMethod::Stored)
        } else {
            options.compression_method(CompressionMethod::Deflated).compression_level(Some(9))
        };
        let added = part.start_file(&*worker.path, options).map_err(io::Error::from);
        added.and_then(|()| part.write_all(&worker.bytes)).map_err(|error| cannot_write(&error))?;
        summary.files += 1;
        summary.bytes += worker.bytes.len() as u64;
    }
    let part = part.finish_into_readable().map_err(|error| cannot_write(&error.into()))?;
    Ok((part, summary))
}

fn cannot_write(error: &io::Error) -> Diagnostic {
    super::cannot_write("book", error)
}
