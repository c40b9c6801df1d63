//! The archive: the files of a site as one tar stream, plain or compressed.
//!
//! The same site is the same bytes at any number of threads and on any day: files come in their order, belong to
//! nobody, and have a fixed time. Each folder has an entry before its first file, since some programs that unpack
//! archives make no folders of their own accord, and others take the permissions of folders from there.

mod entry;
mod gzip;

use std::io::{self, Write};

use rustc_hash::FxHashSet;

use self::entry::{END, append_file, append_folder, append_padding, begin_file};
use self::gzip::Gzip;
use super::layout::{Layout, with_ancestors};
use super::order::{Pool, in_order};
use super::source::Source;
use super::{CHUNK, FileId, Files, Observer, Summary};
use crate::diagnostic::{Diagnostic, Diagnostics};

/// Whether an archive is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// A plain tar.
    None,
    /// A tar in gzip.
    Gzip,
}

impl Compression {
    /// Returns the compression that the name of an archive asks for: `.tar` for none, `.tar.gz` and `.tgz` for gzip.
    pub fn of_name(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        let ends_in = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
        if ends_in(&[".tar.gz", ".tgz"]) {
            Some(Self::Gzip)
        } else if ends_in(&[".tar"]) {
            Some(Self::None)
        } else {
            None
        }
    }
}

/// A part of the archive: the entries of some files.
struct Part {
    pieces: Vec<Piece>,
    files: Summary,
}

/// What follows each other in a part.
enum Piece {
    /// Entries as they are written, and their checksum before compression.
    Packed { bytes: Vec<u8>, checksum: Option<flate2::Crc> },
    /// The bytes of a large file, which is read when its turn comes.
    Copy(Source),
}

/// What a thread uses again from part to part.
#[derive(Default)]
struct Worker<S> {
    scratch: S,
    path: String,
    bytes: Vec<u8>,
}

/// Writes the files of a site as an archive. A few chunks of files for each thread are in memory at a time.
///
/// # Errors
///
/// When a file cannot be rendered, or when writing fails; what was written until then is no archive.
pub fn write(
    files: &impl Files,
    form: Compression,
    mut out: impl Write + Send,
    observer: &dyn Observer,
) -> Result<Summary, Diagnostics> {
    let layout = Layout::of(files)?;
    let folders = new_folders(&layout);
    let packer = Packer { files, layout: &layout, folders: &folders, form, workers: Pool::new(), buffers: Pool::new() };
    let mut total = Summary::default();
    let mut writer = Writer { out: &mut out, gzip: (form == Compression::Gzip).then(Gzip::default) };
    observer.begin("Writing", files.count());
    if writer.gzip.is_some() {
        writer.put(&gzip::HEADER)?;
    }
    in_order(
        files.count().div_ceil(CHUNK),
        |chunk| packer.pack(chunk),
        |part| {
            total.files += part.files.files;
            total.bytes += part.files.bytes;
            observer.advance(part.files.files);
            for piece in part.pieces {
                if let Some(buffer) = writer.write(piece)? {
                    packer.buffers.put_back(buffer);
                }
            }
            Ok(())
        },
    )?;
    writer.end()?;
    out.flush().map_err(|error| cannot_write(&error))?;
    Ok(total)
}

/// Writes pieces one after the other.
struct Writer<W> {
    out: W,
    gzip: Option<Gzip>,
}

impl<W: Write> Writer<W> {
    /// Writes a piece, and returns the buffer that it was in.
    fn write(&mut self, piece: Piece) -> Result<Option<Vec<u8>>, Diagnostic> {
        match piece {
            Piece::Packed { bytes, checksum } => {
                if let (Some(gzip), Some(checksum)) = (&mut self.gzip, &checksum) {
                    gzip.add(checksum);
                }
                self.put(&bytes)?;
                Ok(Some(bytes))
            }
            Piece::Copy(mut source) => {
                while let Some(bytes) = source.next_piece()? {
                    self.put_entry(bytes)?;
                }
                Ok(None)
            }
        }
    }

    /// Writes bytes of an entry, which are compressed here if they have to be.
    fn put_entry(&mut self, bytes: &[u8]) -> Result<(), Diagnostic> {
        let Some(gzip) = &mut self.gzip else { return self.put(bytes) };
        let (compressed, checksum) = gzip::compress(bytes);
        gzip.add(&checksum);
        self.put(&compressed)
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), Diagnostic> {
        self.out.write_all(bytes).map_err(|error| cannot_write(&error))
    }

    fn end(mut self) -> Result<(), Diagnostic> {
        let end = self.gzip.take().map_or_else(|| END.to_vec(), |gzip| gzip.end(&END));
        self.put(&end)
    }
}

/// Makes the parts of an archive.
struct Packer<'a, F: Files> {
    files: &'a F,
    layout: &'a Layout,
    /// The folders, each with the first file in it or below it, in the order of these.
    folders: &'a [(u32, String)],
    form: Compression,
    workers: Pool<Worker<F::Scratch>>,
    /// Buffers of parts that were written.
    buffers: Pool<Vec<u8>>,
}

impl<F: Files> Packer<'_, F> {
    /// Renders the files of a chunk and packs them.
    fn pack(&self, chunk: usize) -> Result<Part, Diagnostic> {
        let mut part = Part { pieces: Vec::new(), files: Summary::default() };
        let rest = self.workers.with(|worker| self.append(chunk, worker, &mut part))?;
        part.pieces.push(self.packed(rest));
        Ok(part)
    }

    /// Returns entries as they are written.
    fn packed(&self, bytes: Vec<u8>) -> Piece {
        if self.form == Compression::None {
            return Piece::Packed { bytes, checksum: None };
        }
        let (compressed, checksum) = gzip::compress(&bytes);
        self.buffers.put_back(bytes);
        Piece::Packed { bytes: compressed, checksum: Some(checksum) }
    }

    /// Returns an empty buffer.
    fn buffer(&self) -> Vec<u8> {
        let mut buffer = self.buffers.take();
        buffer.clear();
        buffer
    }

    /// Adds the entries of a chunk to a part, but for those after the last large file: these are returned.
    fn append(&self, chunk: usize, worker: &mut Worker<F::Scratch>, part: &mut Part) -> Result<Vec<u8>, Diagnostic> {
        let numbers = self.layout.chunk(chunk, CHUNK);
        let mut out = self.buffer();
        let begin = self.folders.partition_point(|(first, _)| *first < numbers.start);
        let mut folders = self.folders[begin..].iter().peekable();
        for number in numbers {
            while let Some((_, folder)) = folders.next_if(|(first, _)| *first == number) {
                append_folder(folder, &mut out);
            }
            worker.path.clear();
            self.files.write_path(FileId(number), &mut worker.path);
            part.files.files += 1;
            let source = self.files.source(FileId(number)).map(Source::open).transpose()?;
            if let Some(source) = source.filter(Source::is_large) {
                let length = source.length();
                part.files.bytes += length;
                begin_file(&worker.path, length, &mut out);
                part.pieces.push(self.packed(std::mem::replace(&mut out, self.buffer())));
                part.pieces.push(Piece::Copy(source));
                append_padding(length, &mut out);
                continue;
            }
            worker.bytes.clear();
            self.files.render(FileId(number), &mut worker.scratch, &mut worker.bytes)?;
            append_file(&worker.path, &worker.bytes, &mut out);
            part.files.bytes += worker.bytes.len() as u64;
        }
        Ok(out)
    }
}

/// Returns the folders of a site, each with the first file in it or below it, in the order of these.
fn new_folders(layout: &Layout) -> Vec<(u32, String)> {
    let mut seen = FxHashSet::default();
    let mut folders = Vec::new();
    for (folder, numbers) in layout.runs(0..u32::MAX) {
        for folder in with_ancestors(&layout.folders()[folder]) {
            if seen.insert(folder) {
                folders.push((numbers.start, folder.to_owned()));
            }
        }
    }
    folders
}

fn cannot_write(error: &io::Error) -> Diagnostic {
    super::cannot_write("archive", error)
}
