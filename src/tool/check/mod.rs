//! The checker: reads the files of a website and finds its mistakes.
//!
//! For a site, the check is complete: the checker renders the files into memory, and knows what they should contain.
//! With a folder, it also compares each file with the file in that folder. For a folder without its source, the checker
//! checks only links and scripts. Each file is read once, and only numbers are kept, so memory does not grow with the
//! length of pages.

mod finding;
mod page;
mod paths;
mod proof;
mod subject;

use rayon::prelude::*;

pub use self::finding::{Finding, Kind};
pub use self::proof::{Proof, Totals};
pub use self::subject::{Folder, Subject};

use self::page::FileReport;
use self::paths::{Paths, Resolver};
use crate::ground::diagnostic::Diagnostic;
use crate::outputs::{CHUNK, FileId, Files, Observer};

/// Checks files. Renders each of them once.
pub fn prove<F: Files>(files: &F, subject: &Subject<'_>, observer: &dyn Observer) -> Proof {
    let all = || (0..files.count() as u32).into_par_iter().with_min_len(CHUNK).map(FileId);
    let paths = Paths::new(all().map(|file| files.path(file)).collect::<Vec<_>>().into_iter());
    assert_eq!(paths.count(), files.count(), "no two files have one path");
    let resolver = Resolver::new(&paths, subject);
    // A page of a site that cannot be rendered has a mistake in its template.
    let unreadable = if subject.site.is_some() { Kind::Content } else { Kind::File };
    observer.begin("Checking", files.count());
    let reports = all().map_init(F::Scratch::default, |scratch, file| {
        observer.advance(1);
        let mut report = read(files, file, &resolver, scratch).unwrap_or_else(|error| FileReport {
            findings: vec![Finding::from_diagnostic(unreadable, error)],
            ..FileReport::default()
        });
        for finding in &mut report.findings {
            finding.file.get_or_insert_with(|| paths.path(file).to_owned());
        }
        report
    });
    let mut reports: Vec<FileReport> = reports.collect();
    let not_files = subject.folder.into_iter().flat_map(|folder| folder.unreadable.iter().cloned());
    let mut found: Vec<_> = not_files.map(|error| Finding::from_diagnostic(Kind::File, error)).collect();
    found.extend(reports.iter_mut().flat_map(|report| std::mem::take(&mut report.findings)));
    Proof::new(files, &resolver, &reports, found)
}

fn read<F: Files>(
    files: &F,
    file: FileId,
    resolver: &Resolver<'_>,
    scratch: &mut F::Scratch,
) -> Result<FileReport, Diagnostic> {
    let mut bytes = Vec::new();
    files.render(file, scratch, &mut bytes)?;
    let mut report = FileReport::of_file(resolver, file, &bytes);
    if let Subject { site: Some(_), folder: Some(folder), .. } = resolver.subject {
        report.findings.extend(folder.compare(resolver.paths.path(file), &bytes)?);
    }
    Ok(report)
}
