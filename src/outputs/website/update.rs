//! The last part of an update, which changes the folder: puts staged files in place, and writes the manifest.

use std::io;
use std::path::Path;

use rayon::prelude::*;

use super::changes::Changes;
use super::manifest::{Digest, Line, UNFINISHED};
use super::previous::PreviousBuild;
use super::staging::Staging;
use super::survey::PlannedFile;
use crate::ground::diagnostic::Diagnostic;
use crate::outputs::disk::guard::{in_the_way, other_file_system};
use crate::outputs::disk::open_folder::{EntryKind, OpenFolder};
use crate::outputs::{FileId, Files, Observer};

pub(super) struct Update<'a, F> {
    pub(super) previous: &'a PreviousBuild,
    pub(super) files: &'a F,
    pub(super) planned: &'a [PlannedFile],
    pub(super) changes: &'a Changes,
    pub(super) staging: &'a Staging,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// New files, which no page links to yet.
    New,
    /// Files that differ. Changed files can link to new files.
    Changed,
}

impl<F: Files> Update<'_, F> {
    /// Makes the changes, and writes the manifest.
    ///
    /// # Errors
    ///
    /// Returns an error if a step fails. The folder is then as the previous steps left it.
    pub(super) fn apply(&self, made_from: &str, observer: &dyn Observer) -> Result<(), Diagnostic> {
        let Self { staging, changes, .. } = self;
        if !(changes.writes.is_empty() && changes.deletions.is_empty()) {
            let old_and_new = self.old_lines(|_| true).chain(self.new_lines(|file| file.differs));
            staging.put_manifest(UNFINISHED, old_and_new)?;
            observer.begin("Writing", changes.writes.len());
            for step in [Step::New, Step::Changed] {
                self.put_all(&staging.tree, &staging.root, "", step)?;
            }
            self.previous.delete_stale(changes)?;
        }
        // An unreadable file may be stale. The next build tries again.
        let made_from = if changes.unreadable.is_empty() { made_from } else { UNFINISHED };
        let staying = self.old_lines(|line| line.is_stale() && self.stays(line));
        staging.put_manifest(made_from, self.new_lines(|_| true).chain(staying))
    }

    fn stays(&self, line: &Line) -> bool {
        let Changes { unreadable, of_the_rest, .. } = self.changes;
        *of_the_rest > 0 || unreadable.iter().any(|(path, _)| *path == line.path)
    }

    fn old_lines(&self, are_meant: impl Fn(&Line) -> bool) -> impl Iterator<Item = (Digest, String)> {
        let lines = self.previous.manifest.lines.iter().filter(move |line| are_meant(line));
        lines.map(|line| (line.digest, line.path.clone()))
    }

    fn new_lines(&self, are_meant: impl Fn(&PlannedFile) -> bool) -> impl Iterator<Item = (Digest, String)> {
        let files = (0..).map(FileId).zip(self.planned).filter(move |(_, file)| are_meant(file));
        files.map(|(number, file)| (file.digest, self.files.path(number)))
    }

    fn put_all(&self, staged: &OpenFolder, placed: &OpenFolder, path: &str, step: Step) -> Result<(), Diagnostic> {
        let names = staged.names().map_err(|error| cannot_put(&self.previous.place(path), &error))?;
        names.par_iter().filter_map(|name| name.to_str()).try_for_each(|name| {
            let path = if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") };
            match self.put(staged, placed, &path, name, step) {
                Ok(None) => Ok(()),
                Ok(Some((staged, placed))) => self.put_all(&staged, &placed, &path, step),
                Err(error) => Err(cannot_put(&self.previous.place(&path), &error)),
            }
        })
    }

    /// Puts a file or a whole new folder in place. If folders of this name are both staged and in place, returns the
    /// two folders.
    fn put(
        &self,
        staged: &OpenFolder,
        placed: &OpenFolder,
        path: &str,
        name: &str,
        step: Step,
    ) -> io::Result<Option<(OpenFolder, OpenFolder)>> {
        if step == Step::New {
            match staged.move_to_new(name, placed) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                moved => return moved.map(|()| None),
            }
        }
        let kind = |folder: &OpenFolder| Ok::<_, io::Error>(folder.entry(name)?.map(|entry| entry.kind));
        match (kind(staged)?, kind(placed)?) {
            (Some(EntryKind::Folder), Some(EntryKind::Folder)) => {
                Ok(Some((staged.folder(name)?, placed.folder(name)?)))
            }
            (_, None | Some(EntryKind::Folder)) | (Some(EntryKind::Folder), _) => {
                self.previous.make_room(placed, path, self.previous.force, true)?;
                staged.move_to_new(name, placed).map(|()| None)
            }
            _ if step == Step::Changed => staged.replace(name, placed, name).map(|()| None),
            (_, Some(kind)) if self.previous.is_replaceable(path, kind) => Ok(None),
            _ => Err(io::ErrorKind::AlreadyExists.into()),
        }
    }
}

fn cannot_put(place: &Path, error: &io::Error) -> Diagnostic {
    match error.kind() {
        io::ErrorKind::AlreadyExists | io::ErrorKind::IsADirectory => in_the_way(place, "a new file or folder"),
        io::ErrorKind::CrossesDevices => other_file_system(place),
        _ => Diagnostic::io("write", place, error),
    }
}
