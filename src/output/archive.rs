//! The archive: the files of a site as one tar stream, plain or compressed.
//!
//! The same site is the same bytes at any number of threads and on any day: files come in their order, belong to
//! nobody, and have a fixed time. Each folder has an entry before its first file, since some programs that unpack
//! archives make no folders of their own accord, and others take the permissions of folders from there.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::mem;
use std::path::{Path, PathBuf};

use flate2::Crc;
use flate2::write::DeflateEncoder;
use rustc_hash::{FxHashMap, FxHashSet};
use tar::{Builder, EntryType, Header};

use super::order::in_order;
use super::paths::{self, with_ancestors};
use super::{CHUNK, FileId, Files, Observer, Summary};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::plan::split;

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

/// Writes the files of a site as an archive. A few chunks of files for each thread are in memory at a time.
///
/// # Errors
///
/// When a file cannot be rendered, or when writing fails; what was written until then is no archive.
pub fn write(
    files: &impl Files,
    form: Compression,
    out: impl Write + Send,
    observer: &dyn Observer,
) -> Result<Summary, Diagnostics> {
    let packer = Packer { files, form, folders: new_folders(files) };
    let mut writer = Writer { out, form, checksum: Crc::new() };
    if form == Compression::Gzip {
        writer.out.write_all(&GZIP).map_err(|error| cannot_write(&error))?;
    }
    let mut total = Summary::default();
    observer.begin("Writing", files.count());
    in_order(
        files.count().div_ceil(CHUNK),
        |chunk, worker| packer.pack(chunk, worker),
        |(parts, summary)| {
            total.files += summary.files;
            total.bytes += summary.bytes;
            observer.advance(summary.files);
            parts.into_iter().try_for_each(|part| writer.write(part))
        },
    )?;
    writer.end()?;
    Ok(total)
}

/// Returns the folders of a site that are to be made before each file, as entries name them.
fn new_folders(files: &impl Files) -> FxHashMap<usize, Vec<String>> {
    let (mut known, mut folders) = (FxHashSet::default(), FxHashMap::default());
    for number in 0..files.count() {
        let path = files.path(FileId(number as u32));
        let folder = split(&path).0;
        if !known.contains(folder) {
            let new = with_ancestors(folder).filter(|folder| known.insert((*folder).to_owned()));
            folders.insert(number, new.map(|folder| format!("{folder}/")).collect());
        }
    }
    folders
}

/// A part of the archive.
enum Part {
    /// Entries as they are written, with their checksum before compression.
    Packed(Vec<u8>, Crc),
    /// The rest of an entry with so many bytes: those of a file, which is read when its turn comes.
    Copied(PathBuf, u64),
}

/// Makes the parts of an archive.
struct Packer<'a, F> {
    files: &'a F,
    form: Compression,
    folders: FxHashMap<usize, Vec<String>>,
}

/// What a thread uses again from chunk to chunk: what it renders with, and the bytes of a file.
type Worker<F> = (<F as Files>::Scratch, Vec<u8>);

impl<F: Files> Packer<'_, F> {
    /// Renders the files of a chunk and returns their entries.
    fn pack(&self, chunk: usize, worker: &mut Worker<F>) -> Result<(Vec<Part>, Summary), Diagnostic> {
        let numbers = super::chunk(chunk, self.files.count());
        let (mut parts, mut summary) = (Vec::new(), Summary { files: numbers.len(), bytes: 0 });
        let mut tar = Builder::new(Vec::new());
        for number in numbers {
            for folder in self.folders.get(&number).into_iter().flatten() {
                append(&mut tar, folder, header(EntryType::Directory, 0o755, 0), &[])?;
            }
            let file = FileId(number as u32);
            let length = self.append_file(file, worker, &mut tar)?;
            summary.bytes += length;
            if let Some(source) = self.files.source(file) {
                parts.push(self.form.packed(mem::take(tar.get_mut())));
                parts.push(Part::Copied(source.to_owned(), length));
            }
        }
        parts.push(self.form.packed(mem::take(tar.get_mut())));
        Ok((parts, summary))
    }

    /// Appends the entry of a file, or the beginning of one that is copied. Returns the length of the file.
    fn append_file(
        &self,
        file: FileId,
        (scratch, bytes): &mut Worker<F>,
        tar: &mut Builder<Vec<u8>>,
    ) -> Result<u64, Diagnostic> {
        let path = self.files.path(file);
        paths::check(&path)?;
        bytes.clear();
        let length = if let Some(source) = self.files.source(file) {
            fs::metadata(source).map_err(|error| Diagnostic::io("read", source, &error))?.len()
        } else {
            self.files.render(file, scratch, bytes)?;
            bytes.len() as u64
        };
        append(tar, &path, header(EntryType::Regular, 0o644, length), bytes)?;
        Ok(length)
    }
}

/// Appends an entry. The rest of its last block is filled.
fn append(tar: &mut Builder<Vec<u8>>, path: &str, mut header: Header, bytes: &[u8]) -> Result<(), Diagnostic> {
    tar.append_data(&mut header, path, bytes).map_err(|error| cannot_write(&error))
}

impl Compression {
    /// Returns a part with these bytes. Each is compressed by itself and ends on a whole byte, so that one after the
    /// other they are the one stream that every program reads.
    fn packed(self, bytes: Vec<u8>) -> Part {
        let mut checksum = Crc::new();
        if self == Self::None {
            return Part::Packed(bytes, checksum);
        }
        checksum.update(&bytes);
        let mut encoder = DeflateEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(&bytes).and_then(|()| encoder.flush()).expect("writing to memory succeeds");
        Part::Packed(mem::take(encoder.get_mut()), checksum)
    }
}

/// Writes parts one after the other.
struct Writer<W> {
    out: W,
    form: Compression,
    /// That of all that was compressed, and how much that was.
    checksum: Crc,
}

impl<W: Write> Writer<W> {
    fn write(&mut self, part: Part) -> Result<(), Diagnostic> {
        match part {
            Part::Packed(bytes, checksum) => {
                self.checksum.combine(&checksum);
                self.out.write_all(&bytes).map_err(|error| cannot_write(&error))
            }
            Part::Copied(source, length) => self.copy(&source, length),
        }
    }

    /// Writes the file of an entry with so many bytes, a piece at a time. Somebody may write into it by now.
    fn copy(&mut self, source: &Path, length: u64) -> Result<(), Diagnostic> {
        const PIECE: u64 = 1 << 18;
        let fail = |error| Diagnostic::io("read", source, &error);
        let mut file = File::open(source).map_err(fail)?.take(length);
        let mut bytes = Vec::new();
        while file.by_ref().take(PIECE).read_to_end(&mut bytes).map_err(fail)? > 0 {
            self.write(self.form.packed(mem::take(&mut bytes)))?;
        }
        if file.limit() > 0 {
            let error = io::Error::other(format!("{} became shorter while it was read", source.display()));
            return Err(cannot_write(&error));
        }
        let rest = length.next_multiple_of(BLOCK) - length;
        self.write(self.form.packed(vec![0; rest as usize]))
    }

    /// Writes the two empty blocks that end an archive, and what ends the compressed stream: a last part that is empty.
    fn end(mut self) -> Result<(), Diagnostic> {
        self.write(self.form.packed(vec![0; 2 * BLOCK as usize]))?;
        let end = match self.form {
            Compression::None => Vec::new(),
            Compression::Gzip => {
                [&[3, 0][..], &self.checksum.sum().to_le_bytes(), &self.checksum.amount().to_le_bytes()].concat()
            }
        };
        self.out.write_all(&end).and_then(|()| self.out.flush()).map_err(|error| cannot_write(&error))
    }
}

/// The time of everything in an archive, in seconds from 1970: the beginning of 1980, before which ZIP has no times. Of
/// earlier ones tar warns that they are implausible.
const TIME: u64 = 315_532_800;

/// The header of a compressed stream: deflated, no name, no time, written by no particular system.
const GZIP: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];

/// What the bytes of an entry are filled up to.
const BLOCK: u64 = 512;

/// Returns the header of an entry without its path.
fn header(kind: EntryType, mode: u32, length: u64) -> Header {
    let mut header = Header::new_gnu();
    header.set_entry_type(kind);
    header.set_mode(mode);
    header.set_uid(0);
    header.set_gid(0);
    header.set_mtime(TIME);
    header.set_size(length);
    header
}

fn cannot_write(error: &io::Error) -> Diagnostic {
    super::cannot_write("archive", error)
}
