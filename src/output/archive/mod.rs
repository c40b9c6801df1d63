//! The archive: the files of a site as one tar stream, plain or compressed.
//!
//! The same site is the same bytes at any number of threads and on any day: files come in their order, belong to
//! nobody, and have a fixed time. Each folder has an entry before its first file, since some programs that unpack
//! archives make no folders of their own accord, and others take the permissions of folders from there.

mod entry;
mod gzip;

use std::io::{self, Write};

use rustc_hash::FxHashSet;

use self::entry::{END, append_file, append_folder};
use self::gzip::Gzip;
use super::layout::{Layout, with_ancestors};
use super::order::{Pool, in_order};
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
    /// The entries as they are written.
    bytes: Vec<u8>,
    /// The checksum of the entries before compression.
    checksum: Option<flate2::Crc>,
    files: Summary,
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
    let mut gzip = (form == Compression::Gzip).then(Gzip::default);
    let mut put = |bytes: &[u8]| out.write_all(bytes).map_err(|error| cannot_write(&error));
    observer.begin("Writing", files.count());
    if gzip.is_some() {
        put(&gzip::HEADER)?;
    }
    in_order(
        files.count().div_ceil(CHUNK),
        |chunk| packer.pack(chunk),
        |part| {
            if let (Some(gzip), Some(checksum)) = (&mut gzip, &part.checksum) {
                gzip.add(checksum);
            }
            total.files += part.files.files;
            total.bytes += part.files.bytes;
            observer.advance(part.files.files);
            put(&part.bytes)?;
            packer.buffers.put_back(part.bytes);
            Ok(())
        },
    )?;
    match gzip {
        Some(gzip) => put(&gzip.end(&END))?,
        None => put(&END)?,
    }
    out.flush().map_err(|error| cannot_write(&error))?;
    Ok(total)
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
        let mut bytes = self.buffers.take();
        bytes.clear();
        let files = self.workers.with(|worker| self.append(chunk, worker, &mut bytes))?;
        if self.form == Compression::None {
            return Ok(Part { bytes, checksum: None, files });
        }
        let (compressed, checksum) = gzip::compress(&bytes);
        self.buffers.put_back(bytes);
        Ok(Part { bytes: compressed, checksum: Some(checksum), files })
    }

    /// Appends the entries of a chunk.
    fn append(&self, chunk: usize, worker: &mut Worker<F::Scratch>, out: &mut Vec<u8>) -> Result<Summary, Diagnostic> {
        let numbers = self.layout.chunk(chunk, CHUNK);
        let mut summary = Summary::default();
        let begin = self.folders.partition_point(|(first, _)| *first < numbers.start);
        let mut folders = self.folders[begin..].iter().peekable();
        for number in numbers {
            while let Some((_, folder)) = folders.next_if(|(first, _)| *first == number) {
                append_folder(folder, out);
            }
            worker.path.clear();
            self.files.write_path(FileId(number), &mut worker.path);
            worker.bytes.clear();
            self.files.render(FileId(number), &mut worker.scratch, &mut worker.bytes)?;
            append_file(&worker.path, &worker.bytes, out);
            summary.files += 1;
            summary.bytes += worker.bytes.len() as u64;
        }
        Ok(summary)
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
