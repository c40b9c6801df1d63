//! The archive: the files of a site as one tar stream, plain or compressed.
//!
//! The same site is the same bytes at any number of threads and on any day: files come in their order, belong to
//! nobody, and have a fixed time. Each folder has an entry before its first file, since some programs that unpack
//! archives make no folders of their own accord, and others take the permissions of folders from there.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::PathBuf;

use flate2::GzBuilder;
use rustc_hash::FxHashSet;
use tar::{Builder, EntryType, Header};

use super::order::{Pool, in_order};
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
    let mut out = BufWriter::with_capacity(1 << 16, out);
    let total = match form {
        Compression::None => write_tar(files, &mut out, observer)?,
        Compression::Gzip => {
            let mut gzip = GzBuilder::new().write(&mut out, flate2::Compression::default());
            let total = write_tar(files, &mut gzip, observer)?;
            gzip.finish().map_err(|error| cannot_write(&error))?;
            total
        }
    };
    out.flush().map_err(|error| cannot_write(&error))?;
    Ok(total)
}

fn write_tar(files: &impl Files, out: impl Write + Send, observer: &dyn Observer) -> Result<Summary, Diagnostics> {
    let scratches = Pool::new();
    let mut tar = Tar { builder: Builder::new(out), folders: FxHashSet::default() };
    let mut total = Summary::default();
    observer.begin("Writing", files.count());
    in_order(
        files.count().div_ceil(CHUNK),
        |chunk| scratches.with(|scratch| render(files, chunk, scratch)),
        |entries: Vec<Entry>| {
            observer.advance(entries.len());
            for entry in entries {
                total.files += 1;
                total.bytes += tar.append(entry)?;
            }
            Ok::<(), Diagnostic>(())
        },
    )?;
    tar.builder.into_inner().map_err(|error| cannot_write(&error))?;
    Ok(total)
}

/// A file of the archive.
struct Entry {
    path: String,
    content: Content,
}

enum Content {
    Made(Vec<u8>),
    /// A copy of a file, which is read when its turn comes.
    Copied(PathBuf),
}

/// Renders the files of a chunk.
fn render<F: Files>(files: &F, chunk: usize, scratch: &mut F::Scratch) -> Result<Vec<Entry>, Diagnostic> {
    let numbers = chunk * CHUNK..files.count().min((chunk + 1) * CHUNK);
    let entry = |number| {
        let file = FileId(number as u32);
        let mut path = String::new();
        files.write_path(file, &mut path);
        paths::check(&path)?;
        if let Some(source) = files.source(file) {
            return Ok(Entry { path, content: Content::Copied(source.to_owned()) });
        }
        let mut bytes = Vec::new();
        files.render(file, scratch, &mut bytes)?;
        Ok(Entry { path, content: Content::Made(bytes) })
    };
    numbers.map(entry).collect()
}

/// A tar in the making.
struct Tar<W: Write> {
    builder: Builder<W>,
    /// The folders that have an entry.
    folders: FxHashSet<String>,
}

impl<W: Write> Tar<W> {
    /// Appends a file after its folders, and returns how many bytes it has.
    fn append(&mut self, Entry { path, content }: Entry) -> Result<u64, Diagnostic> {
        let folder = split(&path).0;
        if !self.folders.contains(folder) {
            for folder in with_ancestors(folder) {
                if self.folders.insert(folder.to_owned()) {
                    self.append_entry(&format!("{folder}/"), header(EntryType::Directory, 0o755, 0), io::empty())?;
                }
            }
        }
        match content {
            Content::Made(bytes) => self.append_file(&path, bytes.len() as u64, &*bytes),
            Content::Copied(source) => {
                let open = || File::open(&source).and_then(|file| Ok((file.metadata()?.len(), file)));
                let (length, file) = open().map_err(|error| Diagnostic::io("read", &source, &error))?;
                self.append_file(&path, length, file)
            }
        }
    }

    /// Appends a file with so many bytes: somebody may write into one while it is read.
    fn append_file(&mut self, path: &str, length: u64, bytes: impl Read) -> Result<u64, Diagnostic> {
        let mut bytes = bytes.take(length);
        self.append_entry(path, header(EntryType::Regular, 0o644, length), &mut bytes)?;
        if bytes.limit() > 0 {
            return Err(cannot_write(&io::Error::other(format!("{path} became shorter while it was read"))));
        }
        Ok(length)
    }

    /// Appends an entry. The rest of its blocks is filled.
    fn append_entry(&mut self, path: &str, mut header: Header, bytes: impl Read) -> Result<(), Diagnostic> {
        self.builder.append_data(&mut header, path, bytes).map_err(|error| cannot_write(&error))
    }
}

/// The time of everything in an archive, in seconds from 1970: the beginning of 1980, before which ZIP has no times. Of
/// earlier ones tar warns that they are implausible.
const TIME: u64 = 315_532_800;

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
