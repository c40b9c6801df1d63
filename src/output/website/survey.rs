//! The survey: renders every file once, finds out which differ from what the folder holds, and stages those.

use std::fs::File;
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

use rayon::prelude::*;

use super::Website;
use super::folders::Folders;
use super::last_folder::LastFolder;
use super::staging::{Batch, FolderLock, Staging};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::output::guard::{folder_in_the_way, in_the_way};
use crate::output::interrupt;
use crate::output::layout::Layout;
use crate::output::manifest::{Digest, Hasher};
use crate::output::open_folder::EntryKind;
use crate::output::order::Pool;
use crate::output::source::Source;
use crate::output::{CHUNK, FileId, Files, Observer};
use crate::plan::split;

/// What a survey found.
#[derive(Debug, Default)]
pub(super) struct Survey {
    /// The digest of each file of the site.
    pub(super) digests: Vec<Digest>,
    /// The files that are missing, in folders that exist, in their order.
    pub(super) new: Vec<FileId>,
    /// The files that differ, in their order.
    pub(super) different: Vec<FileId>,
    /// The paths of the files among the new ones in whose place there are folders that go.
    pub(super) in_their_place: Vec<String>,
    /// Whether files that differ are in the manifest.
    pub(super) replaces_known: bool,
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
    /// That folder of the website.
    last_folder: LastFolder,
    last_known: Option<usize>,
    new: Vec<FileId>,
    different: Vec<FileId>,
    in_their_place: Vec<String>,
    replaces_known: bool,
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
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    Missing,
    /// A folder that goes.
    Folder,
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
        Ok(Survey { digests, is_planned, has_other_contents, is_same: !differs, ..findings_of(workers)? })
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
            let go_on = interrupt::check().map_err(|interruption| (FileId(0), interruption));
            match go_on.and_then(|()| self.visit(FileId(number), folder, shared, worker)) {
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
            worker.batch.leave_folder();
            worker.folder = folder;
        }
        worker.path.clear();
        self.files.write_path(file, &mut worker.path);
        let source = self.files.source(file).map(Source::open).transpose();
        let source = source.map_err(|failure| (file, failure))?;
        match source.filter(Source::is_large) {
            Some(source) => self.visit_large(file, source, shared, worker).map_err(|failure| (file, failure)),
            None => self.visit_small(file, shared, worker),
        }
    }

    /// Visits a file whose bytes are rendered into memory.
    fn visit_small(
        &self,
        file: FileId,
        shared: &Shared<F::Scratch>,
        worker: &mut Worker<F::Scratch>,
    ) -> Result<Digest, (FileId, Diagnostic)> {
        self.files.render(file, &mut worker.scratch, worker.batch.buffer()).map_err(|failure| (file, failure))?;
        let digest = Digest::of(worker.batch.next());
        let known = self.know(file, digest, shared, worker);
        let found = self.look_at(known, digest, worker, |worker, there| is_same(there, worker.batch.next()));
        if !self.note(file, known, found, worker) || self.staging.is_none() {
            worker.batch.discard();
            return Ok(digest);
        }
        worker.batch.add(file, &worker.path);
        if worker.batch.is_full() || worker.batch.is_ready() && shared.locks[worker.folder].is_free() {
            self.stage(worker, &shared.locks)?;
        }
        Ok(digest)
    }

    /// Visits a copy of a large file, which is read a piece at a time. It holds what was read last: somebody may write
    /// into it meanwhile.
    fn visit_large(
        &self,
        file: FileId,
        mut source: Source,
        shared: &Shared<F::Scratch>,
        worker: &mut Worker<F::Scratch>,
    ) -> Result<Digest, Diagnostic> {
        let same_as = |digest| move |_: &Worker<F::Scratch>, there| Ok(Digest::read(there)? == digest);
        let known = self.website.manifest.find(&worker.path, &mut worker.last_known.clone());
        let last = known.and_then(|known| self.website.manifest.only_digest(known));
        if self.staging.is_none() || last.is_some_and(|last| last.length() == source.length()) {
            let digest = digest_of(&mut source, |_| Ok(()))?;
            let known = self.know(file, digest, shared, &mut *worker);
            let found = self.look_at(known, digest, worker, same_as(digest));
            if self.staging.is_none() || matches!(found, Ok(Found::Same) | Err(_)) {
                self.note(file, known, found, worker);
                return Ok(digest);
            }
            source.rewind()?;
        }
        let Some(staging) = self.staging else { unreachable!("without it nothing is copied") };
        let mut staged = staging.create(&worker.path)?;
        let digest = digest_of(&mut source, |bytes| {
            let fail = |error: &io::Error| Diagnostic::io("write", &self.website.folder.join(&worker.path), error);
            staged.write_all(bytes).map_err(|error| fail(&error))
        })?;
        let known = self.know(file, digest, shared, worker);
        let found = self.look_at(known, digest, worker, same_as(digest));
        if !self.note(file, known, found, worker) {
            staging.discard(&worker.path)?;
        }
        Ok(digest)
    }

    /// Returns the number in the manifest of the file that a worker visits, and notes what its contents differ from.
    fn know(
        &self,
        file: FileId,
        digest: Digest,
        shared: &Shared<F::Scratch>,
        worker: &mut Worker<F::Scratch>,
    ) -> Option<usize> {
        let known = self.website.manifest.find(&worker.path, &mut worker.last_known);
        if let Some(known) = known {
            shared.is_planned[known].store(true, Relaxed);
            worker.has_other_contents |= self.website.manifest.only_digest(known) != Some(digest);
        }
        worker.differs |= known != Some(file.index()) || worker.has_other_contents;
        known
    }

    /// Notes what stands in the place of a file. Returns whether the file is to be written.
    fn note(
        &self,
        file: FileId,
        known: Option<usize>,
        found: Result<Found, Diagnostic>,
        worker: &mut Worker<F::Scratch>,
    ) -> bool {
        match found {
            Ok(Found::Same) => return false,
            Ok(_) if self.folders.is_missing(worker.folder) => {}
            Ok(Found::Different) => {
                worker.different.push(file);
                worker.replaces_known |= known.is_some();
            }
            Ok(Found::Missing) => worker.new.push(file),
            Ok(Found::Folder) => {
                worker.new.push(file);
                worker.in_their_place.push(worker.path.clone());
            }
            Err(obstacle) => {
                worker.obstacles.push((file, obstacle));
                return false;
            }
        }
        true
    }

    /// Stages the batch of a thread.
    fn stage(&self, worker: &mut Worker<F::Scratch>, locks: &[FolderLock]) -> Result<(), (FileId, Diagnostic)> {
        match self.staging {
            Some(staging) => staging.write(&mut worker.batch, &locks[worker.folder]),
            None => Ok(()),
        }
    }

    /// Returns what stands in the place of the file that a worker visits. `is_same` compares a file of the same length.
    fn look_at(
        &self,
        known: Option<usize>,
        digest: Digest,
        worker: &mut Worker<F::Scratch>,
        is_same: impl Fn(&Worker<F::Scratch>, File) -> io::Result<bool>,
    ) -> Result<Found, Diagnostic> {
        if self.folders.is_missing(worker.folder) {
            return Ok(Found::Missing);
        }
        let website = self.website;
        let (folder, name) = split(&worker.path);
        let fail = |action: &str, error: &io::Error| Diagnostic::io(action, &website.folder.join(&worker.path), error);
        let opened = worker.last_folder.get(website, folder).map_err(|error| fail("open the folder of", &error))?;
        let Some(opened) = opened else { return Ok(Found::Missing) };
        let Some(entry) = opened.entry(name).map_err(|error| fail("look at", &error))? else {
            return Ok(Found::Missing);
        };
        if entry.is_folder() {
            let goes = website.may_go(opened, name, &worker.path, self.force);
            let path = website.folder.join(&worker.path);
            return if goes { Ok(Found::Folder) } else { Err(folder_in_the_way(&path)) };
        }
        if let Some(left) = known.and_then(|known| website.left(known, &entry)) {
            return Ok(if left == digest { Found::Same } else { Found::Different });
        }
        if entry.is_file() && entry.length == digest.length() {
            let there = opened.open_file(name).map_err(|error| fail("read", &error))?;
            if there.is_some_and(|there| is_same(worker, there).unwrap_or(false)) {
                return Ok(Found::Same);
            }
        }
        match entry.kind {
            EntryKind::File if known.is_some() => Ok(Found::Different),
            _ if self.force => Ok(Found::Different),
            EntryKind::Link => Err(in_the_way(&website.folder.join(&worker.path), "a link")),
            _ => Err(in_the_way(&website.folder.join(&worker.path), "a file")),
        }
    }
}

/// Returns the digest of a file, and hands on its bytes a piece at a time.
fn digest_of(
    source: &mut Source,
    mut hand_on: impl FnMut(&[u8]) -> Result<(), Diagnostic>,
) -> Result<Digest, Diagnostic> {
    let mut hasher = Hasher::default();
    while let Some(bytes) = source.next_piece()? {
        hasher.update(bytes);
        hand_on(bytes)?;
    }
    Ok(hasher.digest())
}

/// Returns whether a file holds exactly these bytes.
fn is_same(mut file: File, mut bytes: &[u8]) -> io::Result<bool> {
    let mut buffer = [0; 1 << 14];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(bytes.is_empty()),
            count if bytes.get(..count) == Some(&buffer[..count]) => bytes = &bytes[count..],
            _ => return Ok(false),
        }
    }
}

/// Returns what all threads found, or what is wrong.
fn findings_of<S>(workers: Vec<Worker<S>>) -> Result<Survey, Diagnostics> {
    let mut survey = Survey::default();
    let mut obstacles = Vec::new();
    let mut failure = None;
    for worker in workers {
        survey.new.extend(worker.new);
        survey.different.extend(worker.different);
        survey.in_their_place.extend(worker.in_their_place);
        survey.replaces_known |= worker.replaces_known;
        obstacles.extend(worker.obstacles);
        failure = earlier(failure, worker.failure);
    }
    if let Some((_, failure)) = failure {
        return Err(failure.into());
    }
    survey.new.par_sort_unstable();
    survey.different.par_sort_unstable();
    survey.in_their_place.sort_unstable();
    obstacles.sort_by_key(|(file, _)| *file);
    let mut findings = Diagnostics::new();
    for (_, obstacle) in obstacles {
        findings.push(obstacle);
    }
    findings.into_result(survey)
}

/// Returns the failure of the file with the lower number.
fn earlier(one: Option<(FileId, Diagnostic)>, other: Option<(FileId, Diagnostic)>) -> Option<(FileId, Diagnostic)> {
    one.into_iter().chain(other).min_by_key(|(file, _)| *file)
}
