//! The website: a folder of files.
//!
//! The writer owns the files that it wrote and nothing else in the folder. What it promises:
//!
//! - every page on the disk is a whole page, old or new, after any kill or failure;
//! - only what the manifest lists is deleted, and only if nobody changed it;
//! - nothing is written outside of the folder, even if somebody swaps a folder for a link meanwhile: all work is done
//!   relative to opened folders;
//! - the next build finishes what one that was stopped left;
//! - a build with nothing to do asks for the size and time of each file, and for nothing else.
//!
//! In the website it has a folder `.pageturner`, with the `manifest` (its files with their digests, and what they were
//! made from), a `lock`, and `unfinished`, a tree like that of the website, for files that are not in place yet. An
//! update goes through these steps, and readers see something only of the fourth and fifth:
//!
//! 1. The folder is locked, and what a killed build left in `unfinished` is removed.
//! 2. Each file is rendered once. What differs from the folder goes into `unfinished`. A kill leaves the old site.
//! 3. A manifest that claims the old and the new contents, and says that it is unfinished, takes the old one's place.
//! 4. What is in `unfinished` is put in place: folders that are new as a whole, then new files, then files that differ.
//!    A kill leaves pages of both sites, and since new ones come first, no link that leads nowhere.
//! 5. Stale files are deleted, to which nothing leads any more, and folders that this leaves empty.
//! 6. A manifest of the new contents takes the place of the wider one, and `unfinished` is removed.
//!
//! Whatever fails (a full disk, a file of others that appears in the way) stops the update where it is, and is told.
//! There is no way back to the old site: the pages of both are whole, and the next build goes on. A build can be
//! repeated, so nothing waits for the disk; whether a power failure leaves whole pages is up to the file system.

mod digest;
mod existing;
mod manifest;
mod report;
mod staging;
mod stale;
mod survey;
mod update;

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

pub use self::existing::STATE_FOLDER;
use self::existing::{Existing, MANIFEST, open_state};
pub use self::report::{Changes, How, InputDigest, Report};
use self::staging::Staging;
use self::stale::Stale;
use self::survey::Surveyor;
use self::update::Update;
use super::guard::{absolute, refuse_dangerous, visible_entries, what_it_holds};
use super::open_folder::OpenFolder;
use super::{FileId, Files, Observer, Summary, paths};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::plan::split;

/// A folder that holds, or will hold, a website.
#[derive(Debug)]
pub struct Website {
    folder: PathBuf,
    /// The same, opened, if it exists.
    root: Option<OpenFolder>,
}

impl Website {
    /// Looks at a folder that may hold a website, and changes nothing. `root` is the site's own folder, and `sources`
    /// are the folders in it that the site is made from.
    ///
    /// # Errors
    ///
    /// When the folder is none in which a website may be written.
    pub fn open(folder: &Path, root: &Path, sources: &[&str]) -> Result<Self, Diagnostic> {
        let folder = absolute(folder)?;
        refuse_dangerous(&folder, root, sources)?;
        let root = match OpenFolder::open(&folder) {
            Ok(root) => Some(root),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(Diagnostic::io("open", &folder, &error)),
        };
        root.as_ref().map(open_state).transpose()?;
        Ok(Self { folder, root })
    }

    /// Returns the folder of the website.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns what an update from the same inputs would report, if it had nothing to do: the last build was finished
    /// and left every file as it is now. It opens no file for that: it looks at lengths and times.
    pub fn current(&self, inputs: InputDigest, how: How) -> Option<Summary> {
        const PART: usize = 256;
        let state = open_state(self.root.as_ref()?).ok()??;
        // Where there is a staging folder, a later build was killed; the next one is to tidy up.
        if state.entry(staging::FOLDER).ok()?.is_some() {
            return None;
        }
        let existing = self.existing(false).ok()?;
        let (finished, lines) = (existing.manifest.finished?, existing.manifest.len());
        let is_all = how.is_part || lines == finished.summary.files;
        let are_left = |part| are_left(&existing, part * PART..lines.min((part + 1) * PART)).unwrap_or(false);
        let is_current = finished.inputs == inputs && is_all && (0..lines.div_ceil(PART)).into_par_iter().all(are_left);
        is_current.then_some(finished.summary)
    }

    /// Makes the folder hold these files, and remembers what they were made from. Each file is rendered once.
    ///
    /// # Errors
    ///
    /// When something stands in the way that the writer did not put there, when a file cannot be rendered, or when
    /// another build is at work in the folder: it is then as it was before. When a file cannot be put in place or
    /// deleted: each is then a whole one, old or new, and the next build goes on.
    pub fn update(
        mut self,
        files: &impl Files,
        inputs: InputDigest,
        how: How,
        observer: &dyn Observer,
    ) -> Result<Report, Diagnostics> {
        paths::check_all(files)?;
        if !how.force {
            self.check_not_foreign()?;
        }
        let staging = if how.dry_run { None } else { Some(self.begin()?) };
        let existing = self.existing(how.force)?;
        observer.begin("Rendering", files.count());
        let survey = Surveyor { existing: &existing, files, staging: staging.as_ref() }.survey(observer)?;
        let writes = (0..).map(FileId).zip(&survey.files).filter(|(_, file)| !file.is_same);
        let writes = writes.map(|(file, _)| file).collect();
        let mut changes = Changes { writes, ..Changes::default() };
        let mut stale = Stale::of(&existing, |line| survey.is_stale(line));
        if how.is_part {
            changes.of_the_rest = stale.len();
        } else {
            stale.forget_renamed(files);
            stale.sort_out(&mut changes);
        }
        if let Some(staging) = &staging {
            let (existing, survey, stale) = (&existing, &survey, &stale);
            let update = Update { existing, files, survey, stale, changes: &changes, staging, how };
            update.apply(inputs, observer).map_err(|failure| failure.hint_if_none(WHOLE))?;
        }
        let Summary { files, bytes } = survey.summary();
        Ok(Report { folder: self.folder, files, bytes, changes })
    }

    /// Deletes all files that are as the last build left them, the folders that this leaves empty, and what the writer
    /// remembers of them. Returns nothing if no build wrote into the folder. With `dry_run` it only finds out what
    /// would go. The manifest goes last, so that a cleaning which is stopped is finished by the next one.
    ///
    /// # Errors
    ///
    /// When it is not known what the last build wrote here, when another build is at work in the folder, or when a file
    /// cannot be deleted; the next cleaning tries again.
    pub fn clean(mut self, dry_run: bool) -> Result<Option<Changes>, Diagnostics> {
        if self.root.as_ref().map(open_state).transpose()?.flatten().is_none() {
            return Ok(None);
        }
        self.existing(false)?;
        let staging = if dry_run { None } else { Some(self.begin()?) };
        let existing = self.existing(false)?;
        let stale = Stale::of(&existing, |_| true);
        let mut changes = Changes::default();
        stale.sort_out(&mut changes);
        if let Some(staging) = staging {
            stale.delete(&changes)?;
            if changes.unreadable.is_empty() {
                staging.remove_manifest()?;
            }
        }
        Ok(Some(changes))
    }

    /// Checks that the folder is empty where no build has written into it: a name that was mistyped is mostly that of a
    /// folder of something else.
    fn check_not_foreign(&self) -> Result<(), Diagnostic> {
        let Some(root) = &self.root else { return Ok(()) };
        let fail = |error: io::Error| Diagnostic::io("read", &self.folder, &error);
        let entries = visible_entries(root.names().map_err(fail)?);
        // A build writes its manifest before the first page, so that of one which has just begun is there, too.
        let manifest = open_state(root)?.map(|state| state.entry(MANIFEST)).transpose().map_err(fail)?.flatten();
        if entries.is_empty() || manifest.is_some() {
            return Ok(());
        }
        let message = format!("no build has written into {}, but {}", self.folder.display(), what_it_holds(&entries));
        Err(Diagnostic::new(message)
            .hint("choose another output folder, or build with --force once to put the website between these"))
    }

    /// Locks the folder, after it was made if it is missing.
    fn begin(&mut self) -> Result<Staging, Diagnostic> {
        let staging = Staging::begin(&self.folder)?;
        self.root = Some(staging.root().clone());
        Ok(staging)
    }

    fn existing(&self, force: bool) -> Result<Existing, Diagnostic> {
        Existing::read(&self.folder, self.root.clone(), force)
    }
}

/// What holds for a website that could not be written to its end.
const WHOLE: &str = "every page in the folder is whole; build again to finish once the cause is gone";

/// Returns whether the files of some lines are as the last build left them, if they are there.
fn are_left(existing: &Existing, lines: Range<usize>) -> Option<bool> {
    let mut opened: Option<(&str, OpenFolder)> = None;
    for line in lines {
        let (path, name) = split(existing.manifest.path(line));
        if opened.as_ref().is_none_or(|(opened, _)| *opened != path) {
            opened = Some((path, existing.folder(path).ok()??));
        }
        let entry = opened.as_ref()?.1.entry(name).ok()??;
        if !existing.is_left(&entry, existing.manifest.digest(line).length) {
            return Some(false);
        }
    }
    Some(true)
}
