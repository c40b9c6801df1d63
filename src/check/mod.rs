//! Proofs: goes through the files of a website and finds what is wrong.
//!
//! The plan of a site is proven whole. Its files are rendered into memory; where a folder is named, each is compared
//! with the file that lies there. A folder whose source is not at hand is gone through for links and scripts alone.
//! Each file is read once, by one of several threads, and of each only numbers are kept, so that memory does not grow
//! with what is written on the pages.

mod fault;
mod folder;
mod hosts;
mod page;
mod paths;
mod play;
mod proof;
mod subject;
mod totals;

use std::fs::{self, File};

use rayon::prelude::*;

pub use self::fault::Kind;
pub use self::folder::Folder;
pub use self::hosts::{HOSTS, Host};
pub use self::proof::{Finding, Place, Proof, Totals};
pub use self::subject::{Knowledge, Lead, Subject};

use self::fault::{Fault, Faults};
use self::page::FileReport;
use self::paths::{Paths, Resolver};
use crate::diagnostic::Diagnostic;
use crate::html::guard::{FileKind, check_file};
use crate::output::{FileId, Files, Observer};

/// How many bytes a file may have to be read for links.
const LARGEST: u64 = 256 << 20;

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
        report.unwrap_or_else(|error| FileReport::of_fault(Fault::told(Kind::File, &error).of(file)))
    });
    let reports: Vec<FileReport> = reports.collect();
    let mut faults = Faults::default();
    faults.extend(subject.unreadable.iter().map(|error| Fault::told(Kind::File, error)));
    let (totals, later) = totals::check(&paths, subject, &reports);
    faults.fault_count += reports.iter().map(|report| report.untold).sum::<usize>();
    faults.extend(reports.into_iter().flat_map(|report| report.faults));
    faults.extend(later);
    proof::tell(files, &paths, faults, totals)
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
    let (path, kind) = (resolver.paths.path(file), resolver.paths.kind(file));
    let mut report = FileReport::default();
    let changed = match files.source(file) {
        Some(source) if kind == FileKind::Other || is_large(source)? => {
            let fail = |error| Diagnostic::io("read", source, &error);
            report.bytes = fs::metadata(source).map_err(fail)?.len();
            let expected = File::open(source).map_err(fail)?;
            subject.built.map(|folder| folder.compare(path, expected))
        }
        _ => {
            files.render(file, scratch, bytes)?;
            report = page::read(resolver, subject, file, bytes);
            if kind == FileKind::Xml && !subject.may_have_scripts() && report.faults.is_empty() {
                let breach = check_file(path, &String::from_utf8_lossy(bytes)).err();
                report.faults.extend(breach.map(|breach| Fault::breach(breach).of(file)));
            }
            subject.built.map(|folder| folder.compare(path, &bytes[..]))
        }
    };
    report.faults.extend(changed.transpose()?.flatten().map(|fault| fault.of(file)));
    Ok(report)
}

fn is_large(source: &std::path::Path) -> Result<bool, Diagnostic> {
    let metadata = fs::metadata(source).map_err(|error| Diagnostic::io("read", source, &error))?;
    Ok(metadata.len() > LARGEST)
}
