//! The survey: makes every file once, compares it with the file in the folder, and stages it if it differs.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::manifest::Digest;
use super::previous::PreviousBuild;
use super::staging::Staging;
use crate::ground::diagnostic::{Diagnostic, Diagnostics};
use crate::outputs::disk::guard::check_path;
use crate::outputs::disk::open_folder::OpenFolder;
use crate::outputs::{CHUNK, FileId, Files, Observer};
use crate::pages::plan::{paths, split};

#[derive(Debug, Default)]
pub(super) struct PlannedFile {
    pub(super) digest: Digest,
    pub(super) is_page: bool,
    pub(super) differs: bool,
}

pub(super) struct Surveyor<'a, F> {
    pub(super) previous: &'a PreviousBuild,
    pub(super) files: &'a F,
    /// The place for files that differ; `None` if the survey only counts them.
    pub(super) staging: Option<&'a Staging>,
}

#[derive(Default)]
struct Worker<S> {
    scratch: S,
    path: String,
    bytes: Vec<u8>,
    folder: Option<Folder>,
}

struct Folder {
    path: String,
    placed: Option<OpenFolder>,
    staged: Option<OpenFolder>,
}

impl<F: Files> Surveyor<'_, F> {
    /// Makes and compares every file, and stages the files that differ. Records in the manifest which files the site
    /// contains.
    ///
    /// # Errors
    ///
    /// Returns the first failure to make or stage a file. If there is no failure, returns everything that is in the
    /// way.
    pub(super) fn survey(&self, observer: &dyn Observer) -> Result<Vec<PlannedFile>, Diagnostics> {
        let mut files: Vec<_> = (0..self.files.count()).map(|_| PlannedFile::default()).collect();
        let obstacles = Mutex::new(BTreeMap::new());
        let visited = files.par_chunks_mut(CHUNK).enumerate().map_init(Worker::default, |worker, (chunk, files)| {
            observer.advance(files.len());
            for (number, file) in (chunk * CHUNK..).zip(files) {
                let (planned, obstacle) = self.visit(FileId(number as u32), worker)?;
                *file = planned;
                if let Some(obstacle) = obstacle {
                    obstacles.lock().unwrap_or_else(PoisonError::into_inner).insert(number, obstacle);
                }
            }
            Ok::<(), Diagnostic>(())
        });
        // With the same templates, most pages would fail in the same way, so the first failure ends the survey.
        visited.find_first(Result::is_err).unwrap_or(Ok(()))?;
        let obstacles = obstacles.into_inner().unwrap_or_else(PoisonError::into_inner);
        obstacles.into_values().collect::<Diagnostics>().into_result(files)
    }

    /// Makes a file, and stages it if it differs. Returns the obstacle at its path, if any.
    fn visit(
        &self,
        file: FileId,
        worker: &mut Worker<F::Scratch>,
    ) -> Result<(PlannedFile, Option<Diagnostic>), Diagnostic> {
        worker.path = self.files.path(file);
        let source = self.files.source(file);
        let digest = if let Some(source) = source {
            Digest::of_file(source)?
        } else {
            worker.bytes.clear();
            self.files.render(file, &mut worker.scratch, &mut worker.bytes)?;
            Digest::of(&worker.bytes)
        };
        let is_page = paths::is_page(&worker.path);
        let unchanged = PlannedFile { digest, is_page, differs: false };
        match self.is_there(digest, worker) {
            Err(obstacle) => Ok((unchanged, Some(obstacle))),
            Ok(true) => Ok((unchanged, None)),
            Ok(false) => {
                Ok((PlannedFile { digest: self.stage(digest, source, worker)?, differs: true, is_page }, None))
            }
        }
    }

    fn is_there(&self, digest: Digest, worker: &mut Worker<F::Scratch>) -> Result<bool, Diagnostic> {
        let Worker { path, folder, .. } = worker;
        check_path(path)?;
        let parent = split(path).0;
        if folder.as_ref().is_none_or(|folder| folder.path != parent) {
            let placed = self.previous.folder_for_pages(parent)?;
            *folder = Some(Folder { path: parent.to_owned(), placed, staged: None });
        }
        let placed = folder.as_ref().and_then(|folder| folder.placed.as_ref());
        let is_there = placed.map_or(Ok(false), |placed| self.previous.holds(placed, path, digest))?;
        self.previous.manifest.plan(path, is_there);
        Ok(is_there)
    }

    /// Writes the worker's file into the staging folder. Returns the digest of what was written: if the file is a copy,
    /// its source may change while it is read.
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
                folder.staged = Some(staging.tree.make_folder(&folder.path)?);
            }
            let staged = folder.staged.as_ref().ok_or(io::ErrorKind::NotFound)?;
            let mut file = staged.create_file(name)?;
            let Some(source) = source else { return file.write_all(&worker.bytes).map(|()| digest) };
            io::copy(&mut File::open(source)?, &mut file)?;
            staged.open_file(name)?.map(Digest::read).ok_or(io::ErrorKind::NotFound)?
        };
        stage().map_err(|error| {
            Diagnostic::io("write", &self.previous.place(&worker.path), &error)
                .hint("fix the cause and build again; this build changed nothing")
        })
    }
}
