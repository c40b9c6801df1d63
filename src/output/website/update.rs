//! The part of an update that changes the folder: what is staged is put in place, and remembered.

use std::io;
use std::path::Path;

use rayon::prelude::*;

use super::digest::Digest;
use super::existing::Existing;
use super::manifest::{Finished, Lines};
use super::report::{Changes, How, InputDigest};
use super::staging::Staging;
use super::stale::Stale;
use super::survey::Survey;
use crate::diagnostic::Diagnostic;
use crate::output::guard::{in_the_way, other_file_system};
use crate::output::interrupt;
use crate::output::open_folder::{EntryKind, OpenFolder};
use crate::output::{FileId, Files, Observer};

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

/// What of the staged files is put in place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// Those that are new: nothing leads there yet.
    New,
    /// Those that differ, which may lead to new ones.
    Changed,
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
            for step in [Step::New, Step::Changed] {
                self.put_all(staging.tree(), staging.root(), "", step)?;
            }
            if !self.how.is_part {
                self.stale.delete(changes)?;
            }
        }
        // Whoever cannot read a file cannot know that it is stale: the next build looks again.
        let finished = Finished { inputs, summary: self.survey.summary() };
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
        for line in (0..old.len()).filter(|&line| self.survey.is_stale(line)) {
            let path = old.path(line);
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

    /// Puts what is staged in a folder into the one at the same path of the website.
    fn put_all(&self, staged: &OpenFolder, placed: &OpenFolder, path: &str, step: Step) -> Result<(), Diagnostic> {
        let names = staged.names().map_err(|error| cannot_put(staged.path(), &error))?;
        names.par_iter().filter_map(|name| name.to_str()).try_for_each(|name| {
            interrupt::check()?;
            let path = if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") };
            match self.put(staged, placed, &path, name, step) {
                Ok(None) => Ok(()),
                Ok(Some((staged, placed))) => self.put_all(&staged, &placed, &path, step),
                Err(error) => Err(cannot_put(&self.existing.place(&path), &error)),
            }
        })
    }

    /// Puts a file in place, or a folder that is new as a whole. Returns the folders of a name that has one on both
    /// sides.
    fn put(
        &self,
        staged: &OpenFolder,
        placed: &OpenFolder,
        path: &str,
        name: &str,
        step: Step,
    ) -> io::Result<Option<(OpenFolder, OpenFolder)>> {
        let kind = |folder: &OpenFolder| Ok::<_, io::Error>(folder.entry(name)?.map(|entry| entry.kind));
        if step == Step::New {
            match staged.move_to_new(name, placed) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                moved => return moved.map(|()| None),
            }
        }
        match (kind(staged)?, kind(placed)?) {
            (Some(EntryKind::Folder), Some(EntryKind::Folder)) => {
                Ok(Some((staged.folder(name)?, placed.folder(name)?)))
            }
            (_, None | Some(EntryKind::Folder)) | (Some(EntryKind::Folder), _) => {
                self.existing.make_room(placed, path)?;
                staged.move_to_new(name, placed).map(|()| None)
            }
            _ if step == Step::Changed => staged.replace(name, placed, name).map(|()| None),
            (_, Some(kind)) if self.existing.is_replaceable(path, kind) => Ok(None),
            _ => Err(io::ErrorKind::AlreadyExists.into()),
        }
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
