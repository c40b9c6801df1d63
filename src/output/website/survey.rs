//! The survey: renders every file once, finds out which differ from what the folder holds, and stages those.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, Write};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::digest::Digest;
use super::existing::Existing;
use super::staging::Staging;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::output::guard::{folder_in_the_way, in_the_way};
use crate::output::interrupt;
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Standing {
    Missing,
    Different,
    #[default]
    Same,
}

/// A file of the site, and what stands where it belongs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Surveyed {
    pub(super) digest: Digest,
    pub(super) standing: Standing,
}

/// What a survey found.
#[derive(Debug)]
pub(super) struct Survey {
    /// Each file of the site.
    pub(super) files: Vec<Surveyed>,
    /// The folders that hold files.
    pub(super) folders: BTreeSet<String>,
    /// For each line of the manifest whether the site has its file.
    pub(super) is_planned: Vec<AtomicBool>,
}

/// What a survey looks at.
pub(super) struct Surveyor<'a, F> {
    existing: &'a Existing,
    files: &'a F,
    /// Whether files may be replaced that the writer did not write.
    force: bool,
    /// Where files are put that differ; without it they are only counted.
    staging: Option<&'a Staging>,
    is_planned: Vec<AtomicBool>,
    /// The folders that hold files.
    folders: Mutex<BTreeSet<String>>,
    /// What is in the way of files.
    obstacles: Mutex<BTreeMap<FileId, Diagnostic>>,
    /// What a thread holds while it creates files in a folder. The kernel locks a folder, too, while it creates a file
    /// in it: threads that only had that lock would wait for each other at each file. With this one, one thread creates
    /// some files while the others render. A folder has one of them, and some share one.
    locks: [Mutex<()>; 32],
}

/// What a thread uses again from file to file.
#[derive(Default)]
struct Worker<S> {
    scratch: S,
    path: String,
    /// The folder that the last file lies in, and what stands in its place.
    folder: String,
    opened: Option<OpenFolder>,
    /// The names of files of that folder that are to be staged together, and where their bytes are.
    batch: Vec<(String, Range<usize>)>,
    bytes: Vec<u8>,
}

impl<'a, F: Files> Surveyor<'a, F> {
    pub(super) fn new(existing: &'a Existing, files: &'a F, force: bool, staging: Option<&'a Staging>) -> Self {
        let is_planned = (0..existing.manifest.len()).map(|_| AtomicBool::new(false)).collect();
        let (folders, obstacles, locks) = Default::default();
        Self { existing, files, force, staging, is_planned, folders, obstacles, locks }
    }

    /// Renders every file once, compares, and stages.
    ///
    /// # Errors
    ///
    /// The first file that cannot be rendered or staged; if there is none, everything that stands in the way.
    pub(super) fn survey(self, observer: &dyn Observer) -> Result<Survey, Diagnostics> {
        let mut files = vec![Surveyed::default(); self.files.count()];
        let workers = Pool::<Worker<F::Scratch>>::new();
        let visited = files.par_chunks_mut(CHUNK).enumerate().map(|(chunk, files)| {
            let visited = workers.with(|worker| self.visit_chunk(chunk, files, worker));
            observer.advance(files.len());
            visited
        });
        // With the same templates most pages would fail in the same way: none is tried after the first failure.
        visited.find_first(Result::is_err).unwrap_or(Ok(()))?;
        let mut findings = Diagnostics::new();
        for obstacle in into_inner(self.obstacles).into_values() {
            findings.keep(Err::<(), _>(obstacle));
        }
        findings.into_result(Survey { files, folders: into_inner(self.folders), is_planned: self.is_planned })
    }

    fn visit_chunk(
        &self,
        chunk: usize,
        surveyed: &mut [Surveyed],
        worker: &mut Worker<F::Scratch>,
    ) -> Result<(), Diagnostic> {
        interrupt::check().map_err(|failure| failure.hint("the folder is as it was"))?;
        worker.batch.clear();
        worker.bytes.clear();
        let first = (chunk * CHUNK) as u32;
        for (number, surveyed) in (first..).zip(surveyed) {
            let file = FileId(number);
            worker.path.clear();
            self.files.write_path(file, &mut worker.path);
            if number == first || split(&worker.path).0 != worker.folder {
                self.stage(worker)?;
                self.enter(file, worker);
            }
            *surveyed = self.visit(file, worker)?;
            if worker.bytes.len() >= FULL {
                self.stage(worker)?;
            }
        }
        self.stage(worker)
    }

    /// Opens the folder of a file.
    fn enter(&self, file: FileId, worker: &mut Worker<F::Scratch>) {
        split(&worker.path).0.clone_into(&mut worker.folder);
        let opened = self.existing.folder_for_pages(&worker.folder, self.force);
        worker.opened = opened.unwrap_or_else(|obstacle| self.note(file, obstacle));
        lock(&self.folders).insert(worker.folder.clone());
    }

    /// Notes what is in the way of a file, which is then left out.
    fn note<T: Default>(&self, file: FileId, obstacle: Diagnostic) -> T {
        lock(&self.obstacles).insert(file, obstacle);
        T::default()
    }

    /// Renders a file and compares it with what stands in its place.
    fn visit(&self, file: FileId, worker: &mut Worker<F::Scratch>) -> Result<Surveyed, Diagnostic> {
        let source = self.files.source(file).map(Source::open).transpose()?;
        if let Some(source) = source.filter(Source::is_large) {
            return self.visit_large(file, worker.opened.as_ref(), source, &worker.path);
        }
        let begin = worker.bytes.len();
        self.files.render(file, &mut worker.scratch, &mut worker.bytes)?;
        let digest = Digest::of(&worker.bytes[begin..]);
        let standing = self.look_at(file, worker.opened.as_ref(), &worker.path, digest);
        if standing == Standing::Same || self.staging.is_none() {
            worker.bytes.truncate(begin);
        } else {
            worker.batch.push((split(&worker.path).1.to_owned(), begin..worker.bytes.len()));
        }
        Ok(Surveyed { digest, standing })
    }

    /// Visits a copy of a large file, which is never in memory as a whole. Somebody may write into the file meanwhile:
    /// what counts is what was staged.
    fn visit_large(
        &self,
        file: FileId,
        folder: Option<&OpenFolder>,
        mut source: Source,
        path: &str,
    ) -> Result<Surveyed, Diagnostic> {
        let digest = Digest::read(&mut source).map_err(|error| source.describe(&error))?;
        let standing = self.look_at(file, folder, path, digest);
        let Some(staging) = self.staging.filter(|_| standing != Standing::Same) else {
            return Ok(Surveyed { digest, standing });
        };
        source.rewind()?;
        let (parent, name) = split(path);
        let mut stage = || {
            let parent = staging.tree().make_folder(parent)?;
            io::copy(&mut source, &mut parent.create_file(name)?)?;
            parent.open_file(name)?.map(Digest::read).ok_or(io::ErrorKind::NotFound)?
        };
        Ok(Surveyed { digest: stage().map_err(|error| self.cannot_write(path, &error))?, standing })
    }

    /// Returns what stands in the place of a file. Where that may not be replaced, it is noted.
    fn look_at(&self, file: FileId, folder: Option<&OpenFolder>, path: &str, digest: Digest) -> Standing {
        self.existing.manifest.lines(path).for_each(|line| self.is_planned[line].store(true, Relaxed));
        let Some(folder) = folder else { return Standing::Missing };
        self.compare(folder, path, digest).unwrap_or_else(|obstacle| self.note(file, obstacle))
    }

    fn compare(&self, folder: &OpenFolder, path: &str, digest: Digest) -> Result<Standing, Diagnostic> {
        let existing = self.existing;
        let (_, name) = split(path);
        let fail = |error: io::Error| Diagnostic::io("read", &existing.place(path), &error);
        let Some(entry) = folder.entry(name).map_err(fail)? else { return Ok(Standing::Missing) };
        let is_same = match existing.left(path, &entry) {
            Some(left) => left == digest,
            None if entry.kind == EntryKind::File && entry.length == digest.length => {
                let there = folder.open_file(name).map_err(fail)?;
                there.map(Digest::read).transpose().map_err(fail)? == Some(digest)
            }
            None => false,
        };
        let is_known = existing.manifest.lines(path).next().is_some();
        match entry.kind {
            EntryKind::Folder if existing.make_room((folder, name, path), self.force, false).map_err(fail)? => {
                Ok(Standing::Missing)
            }
            EntryKind::Folder => Err(folder_in_the_way(&existing.place(path))),
            _ if is_same => Ok(Standing::Same),
            _ if self.force => Ok(Standing::Different),
            EntryKind::File if is_known => Ok(Standing::Different),
            EntryKind::Link => Err(in_the_way(&existing.place(path), "a link")),
            _ => Err(in_the_way(&existing.place(path), "a file")),
        }
    }

    /// Writes the batch of a thread into the staging folder.
    fn stage(&self, worker: &mut Worker<F::Scratch>) -> Result<(), Diagnostic> {
        let Some(staging) = self.staging.filter(|_| !worker.batch.is_empty()) else { return Ok(()) };
        let parent = &*worker.folder;
        let to = staging.tree().make_folder(parent).map_err(|error| self.cannot_write(parent, &error))?;
        let at_once = (MOST_OPEN_FILES / rayon::current_num_threads()).clamp(1, CHUNK);
        let of_folder = &self.locks[xxh3_64(parent.as_bytes()) as usize % self.locks.len()];
        for files in worker.batch.chunks(at_once) {
            let created: Vec<io::Result<File>> = {
                let _creating = lock(of_folder);
                files.iter().map(|(name, _)| to.create_file(name)).collect()
            };
            for ((name, bytes), created) in files.iter().zip(created) {
                let written = created.and_then(|mut created| created.write_all(&worker.bytes[bytes.clone()]));
                written.map_err(|error| self.cannot_write(&format!("{parent}/{name}"), &error))?;
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

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn into_inner<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}
