//! The part of an update that changes the folder: what is staged is put in place, and remembered.

use std::io;
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;

use rayon::prelude::*;

use super::digest::Digest;
use super::existing::{Existing, MANIFEST};
use super::folders::Folders;
use super::manifest::Lines;
use super::report::{Changes, How, InputDigest};
use super::staging::Staging;
use super::stale::Stale;
use super::stamp::{self, Stamp};
use super::survey::{Standing, Survey};
use crate::diagnostic::Diagnostic;
use crate::output::guard::{in_the_way, other_file_system};
use crate::output::interrupt;
use crate::output::layout::Layout;
use crate::output::open_folder::OpenFolder;
use crate::output::{CHUNK, FileId, Files, Observer};
use crate::plan::split;

/// An update whose files are all staged.
pub(super) struct Update<'a, F> {
    pub(super) existing: &'a Existing,
    pub(super) files: &'a F,
    pub(super) layout: &'a Layout,
    pub(super) folders: &'a Folders,
    pub(super) survey: &'a Survey,
    pub(super) stale: &'a Stale,
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
        let Self { staging, changes, survey, .. } = self;
        if !(changes.writes.is_empty() && changes.deletions.is_empty()) {
            staging.remove_own(stamp::NAME)?;
            staging.put_own(MANIFEST, |file| self.write_all_contents(Lines::begin(file)?))?;
            observer.begin("Writing", changes.writes.len());
            self.put(observer)?;
            if !self.how.is_part {
                self.stale.delete(self.existing)?;
            }
        }
        let manifest = staging.put_own(MANIFEST, |file| self.write_new_contents(Lines::begin(file)?))?;
        // Whoever cannot read a file cannot know that it is stale: the next build looks again.
        if changes.unreadable.is_empty() {
            let text = Stamp::text(inputs, manifest, survey.digests.len());
            staging.put_own(stamp::NAME, |mut file| io::Write::write_all(&mut file, text.as_bytes()))?;
        }
        Ok(())
    }

    /// Writes a manifest that claims the old contents and the new ones.
    fn write_all_contents<W: io::Write>(&self, mut lines: Lines<W>) -> io::Result<u64> {
        let old = &self.existing.manifest;
        (0..old.len()).try_for_each(|line| lines.add(old.digest(line), &old.path(line)))?;
        self.for_each_file(|digest, path| {
            if old.digests(path).any(|known| known == digest) { Ok(()) } else { lines.add(digest, path) }
        })?;
        lines.end()
    }

    /// Writes a manifest that claims the new contents, and of the old ones those of files that stay.
    fn write_new_contents<W: io::Write>(&self, mut lines: Lines<W>) -> io::Result<u64> {
        self.for_each_file(|digest, path| lines.add(digest, path))?;
        let old = &self.existing.manifest;
        let stale = (0..old.len()).filter(|&line| !self.survey.is_planned[line].load(Relaxed));
        for (line, path) in stale.map(|line| (line, old.path(line))) {
            if self.how.is_part || self.changes.unreadable.iter().any(|(unreadable, _)| *unreadable == path) {
                lines.add(old.digest(line), &path)?;
            }
        }
        lines.end()
    }

    fn for_each_file(&self, mut act: impl FnMut(Digest, &str) -> io::Result<()>) -> io::Result<()> {
        let mut path = String::new();
        for (number, digest) in (0..).zip(&self.survey.digests) {
            path.clear();
            self.files.write_path(FileId(number), &mut path);
            act(*digest, &path)?;
        }
        Ok(())
    }

    /// Puts what is staged in place: new folders and files first, so that nothing leads there yet, then the files that
    /// differ, which may lead there.
    fn put(&self, observer: &dyn Observer) -> Result<(), Diagnostic> {
        for path in self.folders.blocked().iter().chain(&self.survey.blocked) {
            self.make_room(path)?;
        }
        for folder in self.folders.topmost_missing() {
            let (parent, name) = split(folder);
            Pair::open(self, parent)?.put(name, Standing::Missing)?;
        }
        self.put_files(Standing::Missing, observer)?;
        self.put_files(Standing::Different, observer)
    }

    /// Removes what stands at a path, if it still may go.
    fn make_room(&self, path: &str) -> Result<(), Diagnostic> {
        let place = self.existing.place(path);
        let (folder, name) = split(path);
        let folder = self.staging.root().folder(folder);
        let removed = folder.and_then(|folder| self.existing.make_room((&folder, name, path), self.how.force, true));
        match removed {
            Ok(true) => Ok(()),
            Ok(false) => Err(in_the_way(&place, APPEARED)),
            Err(error) => Err(Diagnostic::io("delete", &place, &error)),
        }
    }

    /// Puts those files in place that were found so.
    fn put_files(&self, standing: Standing, observer: &dyn Observer) -> Result<(), Diagnostic> {
        let chunks = (0..self.survey.standings.len().div_ceil(CHUNK)).into_par_iter();
        chunks.try_for_each(|chunk| {
            interrupt::check()?;
            let mut path = String::new();
            for (folder, numbers) in self.layout.runs(self.layout.chunk(chunk, CHUNK)) {
                let files = numbers.filter(|&number| self.survey.standings[number as usize] == standing);
                let files: Vec<_> = files.map(FileId).collect();
                observer.advance(files.len());
                if files.is_empty() || self.folders.is_missing(folder) {
                    continue;
                }
                let pair = Pair::open(self, &self.layout.folders()[folder])?;
                for file in files {
                    path.clear();
                    self.files.write_path(file, &mut path);
                    pair.put(split(&path).1, standing)?;
                }
            }
            Ok(())
        })
    }
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

    /// Puts a file or a folder where nothing may stand, or a file in the place of another.
    fn put(&self, name: &str, standing: Standing) -> Result<(), Diagnostic> {
        let put = match standing {
            Standing::Missing => self.staged.move_to_new(name, &self.placed, name),
            _ => self.staged.replace(name, &self.placed, name),
        };
        put.map_err(|error| cannot_put(&self.placed.path().join(name), &error))
    }
}

const APPEARED: &str = "something that has just appeared";

fn cannot_put(place: &Path, error: &io::Error) -> Diagnostic {
    match error.kind() {
        io::ErrorKind::AlreadyExists | io::ErrorKind::IsADirectory => in_the_way(place, APPEARED),
        io::ErrorKind::CrossesDevices => other_file_system(place),
        _ => Diagnostic::io("write", place, error),
    }
}
