//! The survey: renders every file once, finds out which differ from what the folder holds, and stages those.

use std::fs;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

use rayon::prelude::*;

use super::Website;
use super::folders::Folders;
use super::staging::{Batch, FolderLock, PathBuffer, Staging};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::output::guard::in_the_way;
use crate::output::layout::Layout;
use crate::output::manifest::Digest;
use crate::output::order::Pool;
use crate::output::{CHUNK, FileId, Files, Observer};

/// What a survey found.
#[derive(Debug)]
pub(super) struct Survey {
    /// The digest of each file of the site.
    pub(super) digests: Vec<Digest>,
    /// The files that differ or are missing, in folders that exist, in their order.
    pub(super) singles: Vec<FileId>,
    /// For each file of the manifest whether the site still has it.
    pub(super) is_planned: Vec<bool>,
    /// Whether the manifest lists files of the site with contents that they do not have now.
    pub(super) has_other_contents: bool,
    /// Whether the manifest lists exactly the files of the site with exactly their contents, in their order.
    pub(super) is_same: bool,
}

/// What a survey looks at.
pub(super) struct Surveyor<'a, F> {
    pub(super) website: &'a Website,
    pub(super) files: &'a F,
    pub(super) layout: &'a Layout,
    pub(super) folders: &'a Folders,
    /// Whether files may be replaced that the writer did not write.
    pub(super) force: bool,
    /// Where files are put that differ; without it they are only counted.
    pub(super) staging: Option<&'a Staging<'a>>,
}

/// What the threads of a survey have in common.
struct Shared<S> {
    workers: Pool<Worker<S>>,
    /// The lock of each folder.
    locks: Vec<FolderLock>,
    is_planned: Vec<AtomicBool>,
    /// The lowest number of a file that failed. With the same templates most pages would fail in the same way, so one
    /// failure says enough, and files after it need not be tried.
    failed: AtomicU32,
}

/// What a thread of a survey uses again from file to file, and what it found.
#[derive(Default)]
struct Worker<S> {
    scratch: S,
    batch: Batch,
    /// The folder of the files of the batch.
    folder: usize,
    path: String,
    buffer: PathBuffer,
    last_known: Option<usize>,
    singles: Vec<FileId>,
    obstacles: Vec<(FileId, Diagnostic)>,
    failure: Option<(FileId, Diagnostic)>,
    has_other_contents: bool,
    differs: bool,
}

impl<S> Worker<S> {
    fn fail(&mut self, failure: (FileId, Diagnostic)) {
        self.batch.clear();
        self.failure = earlier(self.failure.take(), Some(failure));
    }
}

/// What stands where a file belongs.
enum Found {
    Missing,
    Same,
    Different,
}

impl<F: Files> Surveyor<'_, F> {
    /// Renders every file once, compares, and stages.
    ///
    /// # Errors
    ///
    /// The first file that cannot be rendered or staged; if there is none, everything that stands in the way.
    pub(super) fn survey(&self, observer: &dyn Observer) -> Result<Survey, Diagnostics> {
        let known = self.website.manifest.len();
        let shared = Shared {
            workers: Pool::<Worker<F::Scratch>>::new(),
            locks: self.layout.folders().iter().map(|_| FolderLock::default()).collect(),
            is_planned: (0..known).map(|_| AtomicBool::new(false)).collect(),
            failed: AtomicU32::new(u32::MAX),
        };
        let mut digests = vec![Digest::default(); self.files.count()];
        digests.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, digests)| {
            shared.workers.with(|worker| self.visit_chunk(chunk, digests, &shared, worker));
            observer.advance(digests.len());
        });
        let Shared { workers, locks, is_planned, .. } = shared;
        let mut workers = workers.into_inner();
        workers
            .par_iter_mut()
            .for_each(|worker| self.stage(worker, &locks).unwrap_or_else(|failure| worker.fail(failure)));
        let is_planned: Vec<_> = is_planned.into_iter().map(AtomicBool::into_inner).collect();
        let has_other_contents = workers.iter().any(|worker| worker.has_other_contents);
        let differs = workers.iter().any(|worker| worker.differs) || known != digests.len();
        Ok(Survey { digests, singles: findings_of(workers)?, is_planned, has_other_contents, is_same: !differs })
    }

    fn visit_chunk(
        &self,
        chunk: usize,
        digests: &mut [Digest],
        shared: &Shared<F::Scratch>,
        worker: &mut Worker<F::Scratch>,
    ) {
        let numbers = self.layout.chunk(chunk, CHUNK);
        for (folder, number) in
            self.layout.runs(numbers).flat_map(|(folder, numbers)| numbers.map(move |n| (folder, n)))
        {
            if number > shared.failed.load(Relaxed) {
                return;
            }
            match self.visit(FileId(number), folder, shared, worker) {
                Ok(digest) => digests[number as usize % CHUNK] = digest,
                Err(failure) => {
                    shared.failed.fetch_min(failure.0.0, Relaxed);
                    return worker.fail(failure);
                }
            }
        }
    }

    fn visit(
        &self,
        file: FileId,
        folder: usize,
        shared: &Shared<F::Scratch>,
        worker: &mut Worker<F::Scratch>,
    ) -> Result<Digest, (FileId, Diagnostic)> {
        if folder != worker.folder {
            self.stage(worker, &shared.locks)?;
            worker.folder = folder;
        }
        self.files.render(file, &mut worker.scratch, worker.batch.buffer()).map_err(|failure| (file, failure))?;
        worker.path.clear();
        self.files.write_path(file, &mut worker.path);
        let digest = Digest::of(worker.batch.next());
        let known = self.website.manifest.find(&worker.path, &mut worker.last_known);
        if let Some(known) = known {
            shared.is_planned[known].store(true, Relaxed);
            worker.has_other_contents |= self.website.manifest.only_digest(known) != Some(digest);
        }
        worker.differs |= known != Some(file.index()) || worker.has_other_contents;
        let is_folder_missing = self.folders.is_missing(folder);
        let found = if is_folder_missing { Ok(Found::Missing) } else { self.look_at(known, digest, worker) };
        let is_to_write = matches!(found, Ok(Found::Missing | Found::Different));
        if is_to_write && !is_folder_missing {
            worker.singles.push(file);
        }
        worker.obstacles.extend(found.err().map(|obstacle| (file, obstacle)));
        if !is_to_write || self.staging.is_none() {
            worker.batch.discard();
            return Ok(digest);
        }
        worker.batch.add(file, &worker.path);
        if worker.batch.is_full() || worker.batch.is_ready() && shared.locks[folder].is_free() {
            self.stage(worker, &shared.locks)?;
        }
        Ok(digest)
    }

    /// Stages the batch of a thread.
    fn stage(&self, worker: &mut Worker<F::Scratch>, locks: &[FolderLock]) -> Result<(), (FileId, Diagnostic)> {
        match self.staging {
            Some(staging) => staging.write(&mut worker.batch, &locks[worker.folder]),
            None => Ok(()),
        }
    }

    fn look_at(
        &self,
        known: Option<usize>,
        digest: Digest,
        worker: &mut Worker<F::Scratch>,
    ) -> Result<Found, Diagnostic> {
        let website = self.website;
        let path = worker.buffer.join(&website.folder, &worker.path);
        let metadata = match fs::symlink_metadata(path) {
            Ok(metadata) => metadata,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Found::Missing),
            // Where a file has to become a folder, the check of the folders has seen to it.
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => return Ok(Found::Missing),
            Err(error) => return Err(Diagnostic::io("look at", path, &error)),
        };
        if metadata.is_dir() {
            let goes = website.becomes_empty(&worker.path);
            return if goes { Ok(Found::Missing) } else { Err(in_the_way(path, "a folder")) };
        }
        if let Some(left) = known.and_then(|known| website.left(known, &metadata)) {
            return Ok(if left == digest { Found::Same } else { Found::Different });
        }
        if metadata.is_file() && metadata.len() == digest.length() {
            let bytes = fs::read(path).map_err(|error| Diagnostic::io("read", path, &error))?;
            if bytes == worker.batch.next() {
                return Ok(Found::Same);
            }
        }
        let is_ours = metadata.is_file() && known.is_some();
        if is_ours || self.force { Ok(Found::Different) } else { Err(in_the_way(path, "a file")) }
    }
}

/// Returns what all threads found, or what is wrong.
fn findings_of<S>(workers: Vec<Worker<S>>) -> Result<Vec<FileId>, Diagnostics> {
    let mut singles = Vec::new();
    let mut obstacles = Vec::new();
    let mut failure = None;
    for worker in workers {
        singles.extend(worker.singles);
        obstacles.extend(worker.obstacles);
        failure = earlier(failure, worker.failure);
    }
    if let Some((_, failure)) = failure {
        return Err(failure.into());
    }
    singles.par_sort_unstable();
    obstacles.sort_by_key(|(file, _)| *file);
    let mut findings = Diagnostics::new();
    for (_, obstacle) in obstacles {
        findings.push(obstacle);
    }
    findings.into_result(singles)
}

/// Returns the failure of the file with the lower number.
fn earlier(one: Option<(FileId, Diagnostic)>, other: Option<(FileId, Diagnostic)>) -> Option<(FileId, Diagnostic)> {
    one.into_iter().chain(other).min_by_key(|(file, _)| *file)
}
