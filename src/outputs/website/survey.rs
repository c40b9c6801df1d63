//! The survey: makes every file once, compares it with the file in the folder, and stages it if it differs.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

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
    /// The obstacle at the path of the file, if any.
    obstacle: Option<Box<Diagnostic>>,
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
    bytes: Vec<u8>,
    folder: Folder,
}

/// The folder of the last file.
#[derive(Default)]
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
        let worker = || Worker {
            folder: Folder { placed: self.previous.root.clone(), ..Folder::default() },
            ..Worker::default()
        };
        let visited = files.par_chunks_mut(CHUNK).enumerate().map_init(worker, |worker, (chunk, files)| {
            observer.advance(files.len());
            (chunk * CHUNK..).zip(files).try_for_each(|(number, file)| {
                *file = self.visit(FileId(number as u32), worker)?;
                Ok::<_, Diagnostic>(())
            })
        });
        // With the same templates, most pages would fail in the same way, so the first failure ends the survey.
        visited.find_first(Result::is_err).unwrap_or(Ok(()))?;
        let obstacles = files.iter_mut().filter_map(|file| file.obstacle.take().map(|obstacle| *obstacle));
        obstacles.collect::<Diagnostics>().into_result(files)
    }

    /// Makes a file, and stages it if it differs.
    fn visit(&self, file: FileId, worker: &mut Worker<F::Scratch>) -> Result<PlannedFile, Diagnostic> {
        let (path, source) = (self.files.path(file), self.files.source(file));
        let Worker { scratch, bytes, folder } = worker;
        let digest = if let Some(source) = source {
            Digest::of_file(source)?
        } else {
            bytes.clear();
            self.files.render(file, scratch, bytes)?;
            Digest::of(bytes)
        };
        let planned = PlannedFile { digest, is_page: paths::is_page(&path), ..PlannedFile::default() };
        Ok(match self.is_there(&path, digest, folder) {
            Err(obstacle) => PlannedFile { obstacle: Some(obstacle.into()), ..planned },
            Ok(true) => planned,
            Ok(false) => {
                let copied = self.staging.map_or(Ok(None), |staging| stage(&path, source, bytes, folder, staging));
                let copied = copied.map_err(|error| {
                    Diagnostic::io("write", &self.previous.place(&path), &error)
                        .hint("fix the cause and build again; this build changed nothing")
                })?;
                PlannedFile { digest: copied.unwrap_or(digest), differs: true, ..planned }
            }
        })
    }

    fn is_there(&self, path: &str, digest: Digest, folder: &mut Folder) -> Result<bool, Diagnostic> {
        check_path(path)?;
        let parent = split(path).0;
        if folder.path != parent {
            let placed = self.previous.folder_for_pages(parent)?;
            *folder = Folder { path: parent.to_owned(), placed, staged: None };
        }
        let is_there = folder.placed.as_ref().map_or(Ok(false), |placed| self.previous.holds(placed, path, digest))?;
        self.previous.manifest.plan(path, is_there);
        Ok(is_there)
    }
}

/// Writes a file into the staging folder: a copy of `source`, or these bytes. Returns the digest of a copy: its source
/// may have changed since the program read it.
fn stage(
    path: &str,
    source: Option<&Path>,
    bytes: &[u8],
    folder: &mut Folder,
    staging: &Staging,
) -> io::Result<Option<Digest>> {
    let staged = match &folder.staged {
        Some(staged) => staged,
        None => folder.staged.insert(staging.tree.make_folder(&folder.path)?),
    };
    let name = split(path).1;
    let mut file = staged.create_file(name)?;
    let Some(source) = source else { return file.write_all(bytes).map(|()| None) };
    io::copy(&mut File::open(source)?, &mut file)?;
    staged.open_file(name)?.map(Digest::read).ok_or(io::ErrorKind::NotFound)?.map(Some)
}
