//! Putting what is staged in place: all of it, or nothing.
//!
//! New folders and files come first, so that nothing leads there yet, then the files that differ, which may lead there.
//! Each step can be taken back, and all are when one fails. What stood in a file's place is in the staging folder until
//! the update is done.

use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rayon::prelude::*;

use super::Website;
use super::staging::Staging;
use super::update::Update;
use crate::diagnostic::Diagnostic;
use crate::output::guard::{in_the_way, other_file_system};
use crate::output::interrupt;
use crate::output::open_folder::OpenFolder;
use crate::output::{FileId, Files, Observer};
use crate::plan::split;

/// How many files a thread puts in place at a time.
const CHUNK: usize = 64;

/// An update that is being put in place.
pub(super) struct Placing<'a, F> {
    update: &'a Update<'a, F>,
    staging: &'a Staging<'a>,
    /// What was moved as a whole, in its order.
    moved: Mutex<Vec<Moved>>,
    /// For each of the new files and then each of those that differ whether it is in place.
    is_placed: Vec<AtomicBool>,
}

/// Something that was moved as a whole.
enum Moved {
    /// What stood at this path, and had to make room, is in the staging folder under this number.
    Aside { path: String, number: usize },
    /// The folder of this path is new.
    NewFolder(String),
}

impl<'a, F: Files> Placing<'a, F> {
    /// Puts everything in place.
    ///
    /// # Errors
    ///
    /// When something cannot be. The website is then as it was.
    pub(super) fn put(
        update: &'a Update<'a, F>,
        staging: &'a Staging<'a>,
        observer: &dyn Observer,
    ) -> Result<(), Diagnostic> {
        let count = update.survey.new.len() + update.survey.different.len();
        let is_placed = (0..count).map(|_| AtomicBool::new(false)).collect();
        let placing = Self { update, staging, moved: Mutex::default(), is_placed };
        placing.put_all(observer).map_err(|failure| match placing.take_back() {
            Ok(()) => failure.hint_if_none("nothing was changed; build again once the cause is gone"),
            Err(_) => failure.hint_if_none("every page in the folder is whole; build again once the cause is gone"),
        })
    }

    fn put_all(&self, observer: &dyn Observer) -> Result<(), Diagnostic> {
        let Update { folders, survey, .. } = self.update;
        for path in folders.in_their_place().iter().chain(&survey.in_their_place) {
            self.set_aside(path)?;
        }
        for folder in folders.topmost_missing() {
            self.put_folder(folder)?;
        }
        observer.advance(self.update.files_in_new_folders());
        let (is_new, is_different) = self.is_placed.split_at(survey.new.len());
        self.put_files(&survey.new, is_new, observer, Pair::put_new)?;
        self.put_files(&survey.different, is_different, observer, |pair, name| {
            pair.put_instead(name, self.update.force)
        })
    }

    /// Moves what stands at a path into the staging folder, if it may go.
    fn set_aside(&self, path: &str) -> Result<(), Diagnostic> {
        let website = self.update.website;
        let place = website.folder.join(path);
        let fail = |error: &io::Error| cannot_put(&place, error);
        let (folder, name) = split(path);
        let from = website.opened(folder).map_err(|error| fail(&error))?;
        let mut moved = self.moved.lock().expect("no thread panics while it moves");
        let number = moved.len();
        let aside = self.staging.aside();
        from.move_to_new(name, aside, &number.to_string()).map_err(|error| fail(&error))?;
        moved.push(Moved::Aside { path: path.to_owned(), number });
        // Only now can nobody change it any more by its path.
        if website.may_go(aside, &number.to_string(), path, self.update.force) {
            Ok(())
        } else {
            Err(in_the_way(&place, "something that has just appeared"))
        }
    }

    fn put_folder(&self, path: &str) -> Result<(), Diagnostic> {
        let website = self.update.website;
        let (parent, name) = split(path);
        let pair = Pair::open(self.staging, website, parent)?;
        pair.put_new(name)?;
        self.moved.lock().expect("no thread panics while it moves").push(Moved::NewFolder(path.to_owned()));
        Ok(())
    }

    fn put_files(
        &self,
        files: &[FileId],
        is_placed: &[AtomicBool],
        observer: &dyn Observer,
        put: impl Fn(&Pair, &str) -> Result<(), Diagnostic> + Sync,
    ) -> Result<(), Diagnostic> {
        files.par_chunks(CHUNK).zip(is_placed.par_chunks(CHUNK)).try_for_each(|(files, is_placed)| {
            interrupt::check()?;
            self.for_each_in_its_folder(files, |place, pair, name| {
                put(pair, name)?;
                is_placed[place].store(true, Relaxed);
                Ok(())
            })?;
            observer.advance(files.len());
            Ok(())
        })
    }

    /// Calls `act` with the place of each file in the list, the folders that it is staged in and belongs to, and its
    /// name in both.
    fn for_each_in_its_folder(
        &self,
        files: &[FileId],
        mut act: impl FnMut(usize, &Pair, &str) -> Result<(), Diagnostic>,
    ) -> Result<(), Diagnostic> {
        let mut path = String::new();
        let mut opened: Option<(String, Pair)> = None;
        for (place, &file) in files.iter().enumerate() {
            path.clear();
            self.update.files.write_path(file, &mut path);
            let (folder, name) = split(&path);
            if opened.as_ref().is_none_or(|(known, _)| known != folder) {
                let pair = Pair::open(self.staging, self.update.website, folder)?;
                opened = Some((folder.to_owned(), pair));
            }
            if let Some((_, pair)) = &opened {
                act(place, pair, name)?;
            }
        }
        Ok(())
    }

    /// Takes back what was put in place, the last step first.
    fn take_back(&self) -> Result<(), Diagnostic> {
        let survey = self.update.survey;
        let (is_new, is_different) = self.is_placed.split_at(survey.new.len());
        let mut result = self.take_back_files(&survey.different, is_different, Pair::exchange);
        result = result.and(self.take_back_files(&survey.new, is_new, Pair::take));
        for moved in self.moved.lock().expect("no thread panics while it moves").drain(..).rev() {
            result = result.and(self.take_back_moved(&moved));
        }
        result
    }

    fn take_back_files(
        &self,
        files: &[FileId],
        is_placed: &[AtomicBool],
        take: impl Fn(&Pair, &str) -> Result<(), Diagnostic>,
    ) -> Result<(), Diagnostic> {
        self.for_each_in_its_folder(
            files,
            |place, pair, name| {
                if is_placed[place].load(Relaxed) { take(pair, name) } else { Ok(()) }
            },
        )
    }

    fn take_back_moved(&self, moved: &Moved) -> Result<(), Diagnostic> {
        let website = self.update.website;
        match moved {
            Moved::NewFolder(path) => {
                let (parent, name) = split(path);
                Pair::open(self.staging, website, parent)?.take(name)
            }
            Moved::Aside { path, number } => {
                let (folder, name) = split(path);
                let back = website.opened(folder);
                let back = back.and_then(|to| self.staging.aside().move_to_new(&number.to_string(), &to, name));
                back.map_err(|error| cannot_put(&website.folder.join(path), &error))
            }
        }
    }
}

/// A folder of the website, and the one in which its files are staged.
struct Pair {
    staged: OpenFolder,
    placed: OpenFolder,
}

impl Pair {
    fn open(staging: &Staging<'_>, website: &Website, path: &str) -> Result<Self, Diagnostic> {
        let open = || Ok(Self { staged: staging.tree().folder(path)?, placed: website.opened(path)? });
        open().map_err(|error| cannot_put(&website.folder.join(path), &error))
    }

    /// Puts a file or a folder where nothing may stand.
    fn put_new(&self, name: &str) -> Result<(), Diagnostic> {
        self.done(name, self.staged.move_to_new(name, &self.placed, name))
    }

    /// Puts a file in the place of another; with force of anything but a folder.
    fn put_instead(&self, name: &str, force: bool) -> Result<(), Diagnostic> {
        match self.staged.exchange(name, &self.placed, name) {
            // Somebody has just removed it.
            Err(error) if error.kind() == ErrorKind::NotFound => return self.put_new(name),
            exchanged => self.done(name, exchanged)?,
        }
        let replaced = self.staged.entry(name).ok().flatten();
        if replaced.is_some_and(|replaced| replaced.is_file() || force && !replaced.is_folder()) {
            return Ok(());
        }
        self.exchange(name)?;
        Err(in_the_way(&self.placed.path().join(name), "something that has just appeared"))
    }

    fn exchange(&self, name: &str) -> Result<(), Diagnostic> {
        self.done(name, self.staged.exchange(name, &self.placed, name))
    }

    /// Takes a file or a folder back that was new.
    fn take(&self, name: &str) -> Result<(), Diagnostic> {
        self.done(name, self.placed.move_to_new(name, &self.staged, name))
    }

    fn done(&self, name: &str, result: io::Result<()>) -> Result<(), Diagnostic> {
        result.map_err(|error| cannot_put(&self.placed.path().join(name), &error))
    }
}

fn cannot_put(place: &Path, error: &io::Error) -> Diagnostic {
    match error.kind() {
        ErrorKind::AlreadyExists => in_the_way(place, "something that has just appeared"),
        ErrorKind::CrossesDevices => other_file_system(place),
        _ => Diagnostic::io("write", place, error),
    }
}
