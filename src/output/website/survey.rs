//! The survey: renders every file once, finds out which differ from what the folder holds, and stages those.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;

use super::digest::{Digest, Hasher};
use super::existing::Existing;
use super::folders::Folders;
use super::staging::Staging;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::output::guard::{folder_in_the_way, in_the_way};
use crate::output::interrupt;
use crate::output::layout::Layout;
use crate::output::open_folder::{EntryKind, OpenFolder};
use crate::output::order::Pool;
use crate::output::source::Source;
use crate::output::{CHUNK, FileId, Files, Observer};
use crate::plan::split;

/// How many files all threads have open at a time. Some systems allow 256.
const MOST_OPEN_FILES: usize = 128;

/// How many rendered bytes wait to be staged at most.
const FULL: usize = 1 << 18;

/// What stands where a file belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    Missing,
    Different,
    Same,
}

/// What a survey found.
#[derive(Debug)]
pub(super) struct Survey {
    /// The digest of each file of the site.
    pub(super) digests: Vec<Digest>,
    /// What stands in the place of each file of the site.
    pub(super) standings: Vec<Standing>,
    /// The paths of missing files in whose place there are folders that go.
    pub(super) blocked: Vec<String>,
    /// For each line of the manifest whether the site has its file.
    pub(super) is_planned: Vec<AtomicBool>,
}

/// What a survey looks at.
pub(super) struct Surveyor<'a, F> {
    pub(super) existing: &'a Existing,
    pub(super) files: &'a F,
    pub(super) layout: &'a Layout,
    pub(super) folders: &'a Folders,
    /// Whether files may be replaced that the writer did not write.
    pub(super) force: bool,
    /// Where files are put that differ; without it they are only counted.
    pub(super) staging: Option<&'a Staging>,
}

/// What the threads of a survey find together.
struct Found {
    is_planned: Vec<AtomicBool>,
    blocked: Mutex<Vec<String>>,
    /// What is in the way of files.
    obstacles: Mutex<BTreeMap<FileId, Diagnostic>>,
    /// Which files could not be rendered or staged. With the same templates most pages would fail in the same way, so
    /// the first failure says enough, and files after it need not be tried.
    failures: Mutex<BTreeMap<FileId, Diagnostic>>,
    /// What a thread holds while it creates files in a folder. The kernel locks a folder, too, while it creates a file
    /// in it: threads that only had that lock would wait for each other at each file. With this one, one thread creates
    /// some files while the others render.
    locks: Vec<Mutex<()>>,
}

/// What a thread uses again from file to file.
#[derive(Default)]
struct Worker<S> {
    scratch: S,
    path: String,
    /// Files of one folder that are to be staged together, and their bytes.
    batch: Vec<Rendered>,
    bytes: Vec<u8>,
}

struct Rendered {
    file: FileId,
    name: String,
    bytes: Range<usize>,
}

impl<F: Files> Surveyor<'_, F> {
    /// Renders every file once, compares, and stages.
    ///
    /// # Errors
    ///
    /// The first file that cannot be rendered or staged; if there is none, everything that stands in the way.
    pub(super) fn survey(&self, observer: &dyn Observer) -> Result<Survey, Diagnostics> {
        let found = Found {
            is_planned: (0..self.existing.manifest.len()).map(|_| AtomicBool::new(false)).collect(),
            blocked: Mutex::default(),
            obstacles: Mutex::default(),
            failures: Mutex::default(),
            locks: self.layout.folders().iter().map(|_| Mutex::default()).collect(),
        };
        let count = self.files.count();
        let (mut digests, mut standings) = (vec![Digest::default(); count], vec![Standing::Same; count]);
        let workers = Pool::<Worker<F::Scratch>>::new();
        let chunks = digests.par_chunks_mut(CHUNK).zip(standings.par_chunks_mut(CHUNK)).enumerate();
        chunks.for_each(|(chunk, (digests, standings))| {
            let visited = workers.with(|worker| self.visit_chunk(chunk, digests, standings, worker, &found));
            if let Err((file, failure)) = visited {
                lock(&found.failures).insert(file, failure);
            }
            observer.advance(digests.len());
        });
        let Found { is_planned, blocked, obstacles, failures, .. } = found;
        let first_failure = into_inner(failures).into_values().next();
        first_failure.map_or(Ok(()), |failure| Err(Diagnostics::from(failure)))?;
        let mut findings = Diagnostics::new();
        for obstacle in into_inner(obstacles).into_values() {
            findings.push(obstacle);
        }
        findings.into_result(Survey { digests, standings, blocked: into_inner(blocked), is_planned })
    }

    fn visit_chunk(
        &self,
        chunk: usize,
        digests: &mut [Digest],
        standings: &mut [Standing],
        worker: &mut Worker<F::Scratch>,
        found: &Found,
    ) -> Result<(), (FileId, Diagnostic)> {
        let numbers = self.layout.chunk(chunk, CHUNK);
        if lock(&found.failures).keys().next().is_some_and(|first| first.0 < numbers.start) {
            return Ok(());
        }
        interrupt::check().map_err(|failure| (FileId(0), failure.hint("the folder is as it was")))?;
        worker.batch.clear();
        worker.bytes.clear();
        let mut results = digests.iter_mut().zip(standings);
        for (folder, numbers) in self.layout.runs(numbers) {
            let path = &self.layout.folders()[folder];
            let opened = if self.folders.is_missing(folder) { Ok(None) } else { self.existing.folder(path) };
            let place = || self.existing.place(path);
            let opened = opened.map_err(|error| (FileId(numbers.start), Diagnostic::io("open", &place(), &error)))?;
            for (file, (digest, standing)) in numbers.map(FileId).zip(&mut results) {
                let visited = self.visit(file, opened.as_ref(), worker, found);
                (*digest, *standing) = visited.map_err(|failure| (file, failure))?;
                if worker.bytes.len() >= FULL {
                    self.stage(folder, worker, found)?;
                }
            }
            self.stage(folder, worker, found)?;
        }
        Ok(())
    }

    /// Renders a file and compares it with what stands in its place in its folder, if that exists.
    fn visit(
        &self,
        file: FileId,
        folder: Option<&OpenFolder>,
        worker: &mut Worker<F::Scratch>,
        found: &Found,
    ) -> Result<(Digest, Standing), Diagnostic> {
        worker.path.clear();
        self.files.write_path(file, &mut worker.path);
        let source = self.files.source(file).map(Source::open).transpose()?;
        if let Some(source) = source.filter(Source::is_large) {
            return self.visit_large(file, folder, source, &worker.path, found);
        }
        let begin = worker.bytes.len();
        self.files.render(file, &mut worker.scratch, &mut worker.bytes)?;
        let digest = Digest::of(&worker.bytes[begin..]);
        let standing = self.look_at(file, folder, &worker.path, digest, found);
        if standing == Standing::Same || self.staging.is_none() {
            worker.bytes.truncate(begin);
        } else {
            let name = split(&worker.path).1.to_owned();
            worker.batch.push(Rendered { file, name, bytes: begin..worker.bytes.len() });
        }
        Ok((digest, standing))
    }

    /// Visits a copy of a large file, which is read a piece at a time, twice if it differs. It holds what was read
    /// last: somebody may write into it meanwhile.
    fn visit_large(
        &self,
        file: FileId,
        folder: Option<&OpenFolder>,
        mut source: Source,
        path: &str,
        found: &Found,
    ) -> Result<(Digest, Standing), Diagnostic> {
        let digest = copy(&mut source, |_| Ok(()))?;
        let standing = self.look_at(file, folder, path, digest, found);
        let Some(staging) = self.staging.filter(|_| standing != Standing::Same) else { return Ok((digest, standing)) };
        let fail = |error: io::Error| self.cannot_write(path, &error);
        let (parent, name) = split(path);
        let mut staged = staging.tree().make_folder(parent).and_then(|to| to.create_file(name)).map_err(fail)?;
        source.rewind()?;
        Ok((copy(&mut source, |bytes| staged.write_all(bytes).map_err(fail))?, standing))
    }

    /// Returns what stands in the place of a file. Where that may not be replaced, it is noted, and the file left out.
    fn look_at(
        &self,
        file: FileId,
        folder: Option<&OpenFolder>,
        path: &str,
        digest: Digest,
        found: &Found,
    ) -> Standing {
        self.existing.manifest.lines(path).for_each(|line| found.is_planned[line].store(true, Relaxed));
        let Some(folder) = folder else { return Standing::Missing };
        self.compare(folder, path, digest, found).unwrap_or_else(|obstacle| {
            lock(&found.obstacles).insert(file, obstacle);
            Standing::Same
        })
    }

    fn compare(&self, folder: &OpenFolder, path: &str, digest: Digest, found: &Found) -> Result<Standing, Diagnostic> {
        let existing = self.existing;
        let (_, name) = split(path);
        let fail = |error: io::Error| Diagnostic::io("read", &existing.place(path), &error);
        let Some(entry) = folder.entry(name).map_err(fail)? else { return Ok(Standing::Missing) };
        if entry.kind == EntryKind::Folder {
            if !existing.make_room((folder, name, path), self.force, false).map_err(fail)? {
                return Err(folder_in_the_way(&existing.place(path)));
            }
            lock(&found.blocked).push(path.to_owned());
            return Ok(Standing::Missing);
        }
        let is_same = match existing.left(path, &entry) {
            Some(left) => left == digest,
            None if entry.kind == EntryKind::File && entry.length == digest.length => {
                let there = folder.open_file(name).map_err(fail)?;
                there.map(Digest::read).transpose().map_err(fail)? == Some(digest)
            }
            None => false,
        };
        let is_known = entry.kind == EntryKind::File && existing.manifest.lines(path).next().is_some();
        match entry.kind {
            _ if is_same => Ok(Standing::Same),
            _ if is_known || self.force => Ok(Standing::Different),
            EntryKind::Link => Err(in_the_way(&existing.place(path), "a link")),
            _ => Err(in_the_way(&existing.place(path), "a file")),
        }
    }

    /// Writes the batch of a thread into the staging folder.
    fn stage(&self, folder: usize, worker: &mut Worker<F::Scratch>, found: &Found) -> Result<(), (FileId, Diagnostic)> {
        let (Some(staging), Some(first)) = (self.staging, worker.batch.first()) else { return Ok(()) };
        let parent = &self.layout.folders()[folder];
        let fail = |file: &Rendered, error: &io::Error| {
            (file.file, self.cannot_write(&format!("{parent}/{}", file.name), error))
        };
        let to = staging.tree().make_folder(parent).map_err(|error| fail(first, &error))?;
        let at_once = (MOST_OPEN_FILES / rayon::current_num_threads()).clamp(1, CHUNK);
        for files in worker.batch.chunks(at_once) {
            let created: Vec<io::Result<File>> = {
                let _creating = lock(&found.locks[folder]);
                files.iter().map(|file| to.create_file(&file.name)).collect()
            };
            for (file, created) in files.iter().zip(created) {
                let written = created.and_then(|mut created| created.write_all(&worker.bytes[file.bytes.clone()]));
                written.map_err(|error| fail(file, &error))?;
            }
        }
        worker.batch.clear();
        worker.bytes.clear();
        Ok(())
    }

    fn cannot_write(&self, path: &str, error: &io::Error) -> Diagnostic {
        Diagnostic::io("write", &self.existing.place(path.trim_start_matches('/')), error)
            .hint("nothing was changed; build again once the cause is gone")
    }
}

/// Returns the digest of a file, and hands on its bytes a piece at a time.
fn copy(source: &mut Source, mut hand_on: impl FnMut(&[u8]) -> Result<(), Diagnostic>) -> Result<Digest, Diagnostic> {
    let mut hasher = Hasher::default();
    while let Some(bytes) = source.next_piece()? {
        hasher.update(bytes);
        hand_on(bytes)?;
    }
    Ok(hasher.digest())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn into_inner<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}
