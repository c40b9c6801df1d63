//! The survey: makes every file once, finds out which differ from what the folder holds, and stages those.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rayon::prelude::*;

use super::digest::Digest;
use super::existing::Existing;
use super::staging::Staging;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::output::interrupt;
use crate::output::open_folder::OpenFolder;
use crate::output::order::Pool;
use crate::output::{CHUNK, FileId, Files, Observer, Summary};
use crate::plan::split;

/// A file of the site.
#[derive(Debug, Default)]
pub(super) struct Surveyed {
    pub(super) digest: Digest,
    /// Whether the folder holds it already.
    pub(super) is_same: bool,
    /// What is in its way.
    obstacle: Option<Box<Diagnostic>>,
}

/// What a survey found.
#[derive(Debug)]
pub(super) struct Survey {
    /// Each file of the site.
    pub(super) files: Vec<Surveyed>,
    /// For each line of the manifest whether the site has its file.
    is_planned: Vec<AtomicBool>,
}

/// What a survey looks at.
pub(super) struct Surveyor<'a, F> {
    pub(super) existing: &'a Existing,
    pub(super) files: &'a F,
    /// Where files are put that differ; without it they are only counted.
    pub(super) staging: Option<&'a Staging>,
}

/// What a thread uses again from file to file.
#[derive(Default)]
struct Worker<S> {
    scratch: S,
    path: String,
    bytes: Vec<u8>,
    folder: Option<Folder>,
}

/// The folder that files belong in.
struct Folder {
    path: String,
    /// The one in the website, if there is one.
    placed: Option<OpenFolder>,
    /// The one in which files are staged, if one was.
    staged: Option<OpenFolder>,
}

impl Survey {
    /// Returns how many files there are, and how many bytes they have together.
    pub(super) fn summary(&self) -> Summary {
        Summary { files: self.files.len(), bytes: self.files.iter().map(|file| file.digest.length).sum() }
    }

    /// Returns whether the site no longer has the file of a line of the manifest.
    pub(super) fn is_stale(&self, line: usize) -> bool {
        !self.is_planned[line].load(Relaxed)
    }
}

impl<F: Files> Surveyor<'_, F> {
    /// Makes every file once, compares, and stages.
    ///
    /// # Errors
    ///
    /// The first file that cannot be made or staged; if there is none, everything that stands in the way.
    pub(super) fn survey(&self, observer: &dyn Observer) -> Result<Survey, Diagnostics> {
        let is_planned: Vec<_> = (0..self.existing.manifest.len()).map(|_| AtomicBool::new(false)).collect();
        let mut files: Vec<_> = (0..self.files.count()).map(|_| Surveyed::default()).collect();
        let workers = Pool::<Worker<F::Scratch>>::new();
        let visited = files.par_chunks_mut(CHUNK).enumerate().map(|(chunk, files)| {
            interrupt::check().map_err(|failure| failure.hint("the folder is as it was"))?;
            let first = chunk * CHUNK;
            observer.advance(files.len());
            workers.with(|worker| {
                worker.folder = None;
                (first..).zip(files).try_for_each(|(number, file)| {
                    *file = self.visit(FileId(number as u32), worker)?;
                    self.existing.manifest.lines(&worker.path).for_each(|line| is_planned[line].store(true, Relaxed));
                    Ok::<(), Diagnostic>(())
                })
            })
        });
        // With the same templates most pages would fail in the same way: none is tried after the first failure.
        visited.find_first(Result::is_err).unwrap_or(Ok(()))?;
        let mut findings = Diagnostics::new();
        for obstacle in files.iter_mut().filter_map(|file| file.obstacle.take()) {
            findings.keep(Err::<(), _>(*obstacle));
        }
        findings.into_result(Survey { files, is_planned })
    }

    /// Makes a file, compares it with what stands in its place, and stages it if they differ.
    fn visit(&self, file: FileId, worker: &mut Worker<F::Scratch>) -> Result<Surveyed, Diagnostic> {
        worker.path.clear();
        self.files.write_path(file, &mut worker.path);
        let source = self.files.source(file);
        let digest = if let Some(source) = source {
            Digest::of_file(source)?
        } else {
            worker.bytes.clear();
            self.files.render(file, &mut worker.scratch, &mut worker.bytes)?;
            Digest::of(&worker.bytes)
        };
        match self.is_there(digest, worker) {
            Err(obstacle) => Ok(Surveyed { digest, is_same: true, obstacle: Some(Box::new(obstacle)) }),
            Ok(true) => Ok(Surveyed { digest, is_same: true, obstacle: None }),
            Ok(false) => Ok(Surveyed { digest: self.stage(digest, source, worker)?, is_same: false, obstacle: None }),
        }
    }

    /// Returns whether the file with the worker's path is there with this content.
    fn is_there(
        &self,
        digest: Digest,
        Worker { path, folder, .. }: &mut Worker<F::Scratch>,
    ) -> Result<bool, Diagnostic> {
        let parent = split(path).0;
        if folder.as_ref().is_none_or(|folder| folder.path != parent) {
            let placed = self.existing.folder_for_pages(parent)?;
            *folder = Some(Folder { path: parent.to_owned(), placed, staged: None });
        }
        let placed = folder.as_ref().and_then(|folder| folder.placed.as_ref());
        placed.map_or(Ok(false), |placed| self.existing.holds(placed, path, digest))
    }

    /// Writes the worker's file into the staging folder. Returns its content: while the file that it is a copy of is
    /// read, somebody may write into that.
    fn stage(
        &self,
        digest: Digest,
        source: Option<&Path>,
        worker: &mut Worker<F::Scratch>,
    ) -> Result<Digest, Diagnostic> {
        let (Some(staging), Some(folder)) = (self.staging, &mut worker.folder) else { return Ok(digest) };
        let name = split(&worker.path).1;
        let mut stage = || {
            if folder.staged.is_none() {
                folder.staged = Some(staging.tree().make_folder(&folder.path)?);
            }
            let staged = folder.staged.as_ref().ok_or(io::ErrorKind::NotFound)?;
            let mut file = staged.create_file(name)?;
            let Some(source) = source else { return file.write_all(&worker.bytes).map(|()| digest) };
            io::copy(&mut File::open(source)?, &mut file)?;
            staged.open_file(name)?.map(Digest::read).ok_or(io::ErrorKind::NotFound)?
        };
        stage().map_err(|error| {
            Diagnostic::io("write", &self.existing.place(&worker.path), &error)
                .hint("nothing was changed; build again once the cause is gone")
        })
    }
}
