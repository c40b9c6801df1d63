//! An e-book, whoever made it: a zip, of which no more is unpacked at a time than one file of a size that books have.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive};

use super::package::Package;
use super::{Beforehand, Kind};
use crate::diagnostic::Diagnostic;
use crate::files::LONGEST_PATH;
use crate::output::{FileId, Files, megabytes};

/// How many bytes a file of a book may have. Readers stop at some ten million.
const LARGEST_FILE: u64 = 64 << 20;

/// How many bytes all files may have together.
const LARGEST_BOOK: u64 = 2 << 30;

/// How many files a book may have.
const MOST_FILES: usize = 1_000_000;

/// What the first file of a book is called, and what it says.
const TYPE_FILE: &str = "mimetype";
const MEDIA_TYPE: &[u8] = b"application/epub+zip";

/// The files of an e-book.
pub struct Book {
    archive: Mutex<ZipArchive<BufReader<File>>>,
    /// For each file its path and its number in the archive.
    files: Vec<(String, usize)>,
    package: Package,
}

impl Book {
    /// Opens an e-book. Returns it, and what is wrong with it as a whole.
    ///
    /// # Errors
    ///
    /// When it cannot be read, is no zip, or holds more than a book can.
    pub fn open(path: &Path) -> Result<(Self, Beforehand), Diagnostic> {
        let name = path.display();
        let file = File::open(path).map_err(|error| Diagnostic::io("open", path, &error))?;
        let is_file = file.metadata().is_ok_and(|metadata| metadata.is_file());
        if !is_file {
            let message = format!("{name} is no file");
            return Err(Diagnostic::new(message).hint("name an e-book, or the folder of a website with --dir"));
        }
        let no_zip = |error: ZipError| {
            Diagnostic::new(format!("{name} is no e-book: {error}")).hint("an e-book is a zip of files")
        };
        let mut archive = ZipArchive::new(BufReader::new(file)).map_err(no_zip)?;
        let mut findings = Beforehand::new();
        let (files, bytes) = list(&mut archive, &mut findings).map_err(no_zip)?;
        if bytes > LARGEST_BOOK || files.len() > MOST_FILES {
            let bytes = megabytes(bytes);
            let message = format!("{name} holds {} files that say they have {bytes} MB", files.len());
            let hint = format!(
                "a book holds at most {MOST_FILES} files and {} MB; a zip that claims more is none, or a trap",
                megabytes(LARGEST_BOOK)
            );
            return Err(Diagnostic::new(message).hint(hint));
        }
        let mut book = Self { archive: Mutex::new(archive), files, package: Package::default() };
        let first = book.find(TYPE_FILE).and_then(|file| book.text(file).ok());
        if first.is_some_and(|first| first.as_bytes() != MEDIA_TYPE) {
            let message = format!("`{TYPE_FILE}` does not say that this is an e-book");
            let hint = "it has to hold `application/epub+zip`, and not a byte more";
            findings.push((Kind::Package, Diagnostic::new(message).hint(hint)));
        }
        book.package = Package::read(&book, &mut findings);
        Ok((book, findings))
    }

    /// Returns what it says of itself.
    pub fn package(&self) -> &Package {
        &self.package
    }

    /// Returns the file at a path.
    pub(super) fn find(&self, path: &str) -> Option<FileId> {
        self.files.iter().position(|(known, _)| known == path).map(|file| FileId(file as u32))
    }

    /// Returns the paths of all files.
    pub(super) fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|(path, _)| path.as_str())
    }

    /// Returns a file of text.
    pub(super) fn text(&self, file: FileId) -> Result<String, Diagnostic> {
        let mut bytes = Vec::new();
        self.render(file, &mut (), &mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// Returns the paths and numbers of the files in an archive, and how many bytes they say they have; adds what is wrong
/// with their names and their order.
fn list(
    archive: &mut ZipArchive<BufReader<File>>,
    findings: &mut Beforehand,
) -> Result<(Vec<(String, usize)>, u64), ZipError> {
    let mut tell = |message: String, hint: &str| findings.push((Kind::Package, Diagnostic::new(message).hint(hint)));
    let (mut files, mut bytes) = (Vec::new(), 0_u64);
    let (mut known, mut has_doubles) = (HashSet::new(), archive.has_duplicate_names());
    for number in 0..archive.len() {
        let entry = archive.by_index_raw(number)?;
        let name = entry.name()?.into_owned();
        if number == 0 && (name != TYPE_FILE || entry.compression() != CompressionMethod::Stored) {
            let message = format!("the first file of the book is not `{TYPE_FILE}`, stored as it is");
            tell(message, "pack that file first and without compression, as the EPUB standard says");
        }
        bytes = bytes.saturating_add(entry.size());
        let leads_out = name.starts_with('/') || name.split(['/', '\\']).any(|part| part == "..");
        if leads_out || name.len() > LONGEST_PATH || name.contains('\0') {
            let shown: String = name.chars().take(80).collect();
            tell(format!("the name `{shown}` cannot be that of a file in a book"), "pack the book again");
        } else if entry.is_dir() {
            // Folders say nothing that the paths of files do not.
        } else if known.insert(name.clone()) {
            files.push((name, number));
        } else {
            has_doubles = true;
        }
    }
    if has_doubles {
        tell("two files of the book have one name".to_owned(), "pack the book again: readers find one of them");
    }
    Ok((files, bytes))
}

impl Files for Book {
    type Scratch = ();

    fn count(&self) -> usize {
        self.files.len()
    }

    fn write_path(&self, file: FileId, out: &mut String) {
        out.push_str(&self.files[file.index()].0);
    }

    fn render(&self, file: FileId, (): &mut (), out: &mut Vec<u8>) -> Result<(), Diagnostic> {
        let (path, number) = &self.files[file.index()];
        let unreadable =
            |why: &str| Diagnostic::new(format!("`{path}` cannot be unpacked: {why}")).hint("pack the book again");
        let mut archive = self.archive.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = archive.by_index(*number).map_err(|error| unreadable(&error.to_string()))?;
        // What a zip says of a size need not be so.
        let most = entry.size().min(LARGEST_FILE);
        let read = entry.take(most + 1).read_to_end(out).map_err(|error| unreadable(&error.to_string()))?;
        if read as u64 > most {
            let why = if most == LARGEST_FILE {
                format!("it has more than {} MB, which no reader takes", megabytes(LARGEST_FILE))
            } else {
                "it is longer than the book says".to_owned()
            };
            return Err(unreadable(&why));
        }
        Ok(())
    }
}
