//! The part of an update that changes the folder: what is staged is put in place, and remembered.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;

use rayon::prelude::*;

use super::digest::Digest;
use super::existing::Existing;
use super::manifest::{Finished, Lines};
use super::report::{Changes, How, InputDigest};
use super::staging::Staging;
use super::stale::Stale;
use super::survey::{Standing, Survey};
use crate::diagnostic::Diagnostic;
use crate::output::guard::{in_the_way, other_file_system};
use crate::output::interrupt;
use crate::output::open_folder::{OpenFolder, if_there};
use crate::output::paths::with_ancestors;
use crate::output::{CHUNK, FileId, Files, Observer};
use crate::plan::split;

/// An update whose files are all staged.
pub(super) struct Update<'a, F> {
    pub(super) existing: &'a Existing,
    pub(super) files: &'a F,
    pub(super) survey: &'a Survey,
    pub(super) stale: &'a Stale<'a>,
    pub(super) changes: &'a Changes,
    pub(super) staging: &'a Staging,
    pub(super) how: How,
}

impl<F: Files> Update<'_, F> {
    /// Makes the changes and remembers them.
    ///
    /// # Errors
    ///
    /// When something cannot be done. The folder is then as the steps before left it.
    pub(super) fn apply(&self, inputs: InputDigest, observer: &dyn Observer) -> Result<(), Diagnostic> {
        let Self { staging, changes, .. } = self;
        if !(changes.writes.is_empty() && changes.deletions.is_empty()) {
            staging.put_manifest(|file| self.write_all_contents(Lines::begin(file, None)?))?;
            observer.begin("Writing", changes.writes.len());
            let whole_folders = self.put_new_folders()?;
            // New files first, so that nothing leads there yet, then those that differ, which may lead there.
            self.put_files(Standing::Missing, &whole_folders, observer)?;
            self.put_files(Standing::Different, &whole_folders, observer)?;
            if !self.how.is_part {
                self.stale.delete(changes)?;
            }
        }
        // Whoever cannot read a file cannot know that it is stale: the next build looks again.
        let finished = Finished { inputs, files: self.survey.files.len() };
        let finished = Some(finished).filter(|_| changes.unreadable.is_empty());
        staging.put_manifest(|file| self.write_new_contents(Lines::begin(file, finished)?))
    }

    /// Writes a manifest that claims the old contents and the new ones.
    fn write_all_contents<W: io::Write>(&self, mut lines: Lines<W>) -> io::Result<()> {
        let old = &self.existing.manifest;
        (0..old.len()).try_for_each(|line| lines.add(old.digest(line), old.path(line)))?;
        self.for_each_file(|digest, path| {
            if old.digests(path).any(|known| known == digest) { Ok(()) } else { lines.add(digest, path) }
        })?;
        lines.end()
    }

    /// Writes a manifest that claims the new contents, and of the old ones those of files that stay.
    fn write_new_contents<W: io::Write>(&self, mut lines: Lines<W>) -> io::Result<()> {
        self.for_each_file(|digest, path| lines.add(digest, path))?;
        let old = &self.existing.manifest;
        let stale = (0..old.len()).filter(|&line| !self.survey.is_planned[line].load(Relaxed));
        for (line, path) in stale.map(|line| (line, old.path(line))) {
            if self.how.is_part || self.changes.unreadable.iter().any(|(unreadable, _)| unreadable == path) {
                lines.add(old.digest(line), path)?;
            }
        }
        lines.end()
    }

    fn for_each_file(&self, mut act: impl FnMut(Digest, &str) -> io::Result<()>) -> io::Result<()> {
        let mut path = String::new();
        for (number, file) in (0..).zip(&self.survey.files) {
            path.clear();
            self.files.write_path(FileId(number), &mut path);
            act(file.digest, &path)?;
        }
        Ok(())
    }

    /// Puts those folders in place that the website lacks, each with all that is staged in it. Returns them.
    fn put_new_folders(&self) -> Result<BTreeSet<&str>, Diagnostic> {
        let mut put = BTreeSet::new();
        // Folders come before those inside them.
        let all: BTreeSet<&str> = self.survey.folders.iter().flat_map(|folder| with_ancestors(folder)).collect();
        for folder in all {
            let is_there = if_there(self.staging.root().folder(folder));
            let is_there = is_there.map_err(|error| cannot_put(&self.existing.place(folder), &error))?.is_some();
            if !is_there && !lies_in(&put, folder) {
                Pair::open(self, split(folder).0)?.put(folder, Standing::Missing, self)?;
                put.insert(folder);
            }
        }
        Ok(put)
    }

    /// Puts those files in place that were found so, and that do not lie in a folder that was put as a whole.
    fn put_files(
        &self,
        standing: Standing,
        whole_folders: &BTreeSet<&str>,
        observer: &dyn Observer,
    ) -> Result<(), Diagnostic> {
        self.survey.files.par_chunks(CHUNK).enumerate().try_for_each(|(chunk, files)| {
            interrupt::check()?;
            let mut path = String::new();
            let mut opened: Option<(String, Pair)> = None;
            for (number, _) in (chunk * CHUNK..).zip(files).filter(|(_, file)| file.standing == standing) {
                observer.advance(1);
                path.clear();
                self.files.write_path(FileId(number as u32), &mut path);
                let folder = split(&path).0;
                if lies_in(whole_folders, folder) {
                    continue;
                }
                let pair = match opened.take() {
                    Some((opened, pair)) if opened == folder => pair,
                    _ => Pair::open(self, folder)?,
                };
                pair.put(&path, standing, self)?;
                opened = Some((folder.to_owned(), pair));
            }
            Ok(())
        })
    }
}

/// Returns whether a folder is one of some others, or lies in one.
fn lies_in(folders: &BTreeSet<&str>, folder: &str) -> bool {
    with_ancestors(folder).any(|folder| folders.contains(folder))
}

/// A folder of the website, and the one in which its files are staged.
struct Pair {
    staged: OpenFolder,
    placed: OpenFolder,
}

impl Pair {
    fn open<F>(update: &Update<'_, F>, path: &str) -> Result<Self, Diagnostic> {
        let Update { staging, existing, .. } = update;
        let open = || Ok(Self { staged: staging.tree().folder(path)?, placed: staging.root().folder(path)? });
        open().map_err(|error| cannot_put(&existing.place(path), &error))
    }

    /// Puts the file or the folder with a path where nothing may stand but what can go, or a file in the place of
    /// another.
    fn put<F>(&self, path: &str, standing: Standing, update: &Update<'_, F>) -> Result<(), Diagnostic> {
        let name = split(path).1;
        let put = match standing {
            Standing::Missing => match self.staged.move_to_new(name, &self.placed, name) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    let made = update.existing.make_room((&self.placed, name, path), update.how.force, true);
                    made.and_then(|_| self.staged.move_to_new(name, &self.placed, name))
                }
                put => put,
            },
            _ => self.staged.replace(name, &self.placed, name),
        };
        put.map_err(|error| cannot_put(&self.placed.path().join(name), &error))
    }
}

fn cannot_put(place: &Path, error: &io::Error) -> Diagnostic {
    match error.kind() {
        io::ErrorKind::AlreadyExists | io::ErrorKind::IsADirectory => {
            in_the_way(place, "something that has just appeared")
        }
        io::ErrorKind::CrossesDevices => other_file_system(place),
        _ => Diagnostic::io("write", place, error),
    }
}
