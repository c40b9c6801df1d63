//! Proofs: goes through the files of a website and finds what is wrong.
//!
//! The plan of a site is proven whole. Its files are rendered into memory; where a folder is named, each is compared
//! with the file that lies there. A folder whose source is not at hand is gone through for links and scripts alone.
//! Each file is read once, by one of several threads, and of each only numbers are kept, so that memory does not grow
//! with what is written on the pages.

mod finding;
mod folder;
mod hosts;
mod page;
mod paths;
mod play;
mod proof;
mod subject;
mod totals;

use std::fs::File;

use rayon::prelude::*;

pub use self::finding::{Finding, Kind, Place};
pub use self::folder::Folder;
pub use self::hosts::{HOSTS, Host};
pub use self::proof::{Proof, Totals};
pub use self::subject::{Knowledge, Lead, Subject};

use self::page::FileReport;
use self::paths::{Paths, Resolver};
use crate::diagnostic::Diagnostic;
use crate::html::guard::FileKind;
use crate::output::{FileId, Files, Observer};

/// How many files a thread takes at a time.
const CHUNK: usize = 64;

/// Proves files, each of which is rendered once and forgotten.
pub fn prove(files: &impl Files, subject: &Subject<'_>, observer: &dyn Observer) -> Proof {
    let all = || (0..files.count() as u32).into_par_iter().with_min_len(CHUNK).map(FileId);
    let path = |file| {
        let mut path = String::new();
        files.write_path(file, &mut path);
        path
    };
    let paths = Paths::new(all().map(path).collect::<Vec<_>>().into_iter());
    assert_eq!(paths.count(), files.count(), "no two files have one path");
    let resolver = Resolver::new(&paths, subject);
    observer.begin("Checking", files.count());
    let reports = all().map_init(Default::default, |(scratch, bytes), file| {
        observer.advance(1);
        Vec::clear(bytes);
        let report = read(files, file, subject, &resolver, scratch, bytes);
        report.unwrap_or_else(|error| FileReport::unreadable(&error, paths.path(file)))
    });
    let reports: Vec<FileReport> = reports.collect();
    let (totals, later) = totals::check(&paths, subject, &reports);
    let unreadable = subject.unreadable.iter().map(|error| Finding::told(Kind::File, error));
    let found = unreadable.chain(reports.into_iter().flat_map(|report| report.findings)).chain(later);
    Proof::new(files, &paths, found, totals)
}

/// Reads a file, and compares it with what lies in the folder that is to hold it.
fn read<F: Files>(
    files: &F,
    file: FileId,
    subject: &Subject<'_>,
    resolver: &Resolver<'_>,
    scratch: &mut F::Scratch,
    bytes: &mut Vec<u8>,
) -> Result<FileReport, Diagnostic> {
    let path = resolver.paths.path(file);
    let (mut report, changed) = match files.source(file) {
        // A large one need not be in memory as a whole.
        Some(source) if FileKind::of(path) == FileKind::Other => {
            let fail = |error| Diagnostic::io("read", source, &error);
            let expected = File::open(source).map_err(fail)?;
            let bytes = expected.metadata().map_err(fail)?.len();
            (FileReport { bytes, ..FileReport::default() }, subject.built.map(|folder| folder.compare(path, expected)))
        }
        _ => {
            files.render(file, scratch, bytes)?;
            let report = FileReport::of_file(resolver, subject, file, bytes);
            (report, subject.built.map(|folder| folder.compare(path, &bytes[..])))
        }
    };
    report.findings.extend(changed.transpose()?.flatten().map(|finding| finding.of(path)));
    Ok(report)
}
