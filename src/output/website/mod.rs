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
//! In the website it has a folder `.pageturner`, with the `manifest` (its files, with their digests), the `stamp` (what
//! the last build was made from, and when), a `lock`, and `unfinished`, a tree like that of the website, for files that
//! are not in place yet. An update goes through these steps, and readers see something only of the fourth and fifth:
//!
//! 1. The folder is locked, and what a killed build left in `unfinished` is removed.
//! 2. Each file is rendered once. What differs from the folder goes into `unfinished`. A kill leaves the old site.
//! 3. The stamp is removed, and a manifest that claims the old and the new contents takes the old one's place.
//! 4. What is in `unfinished` is put in place: folders that are new as a whole, then new files, then files that differ.
//!    A kill leaves pages of both sites, and since new ones come first, no link that leads nowhere.
//! 5. Stale files are deleted, to which nothing leads any more, and folders that this leaves empty.
//! 6. A manifest of the new contents takes the place of the wider one, the stamp is written, and `unfinished` removed.
//!
//! Whatever fails (a full disk, a file of others that appears in the way) stops the update where it is, and is told.
//! There is no way back to the old site: the pages of both are whole, and the next build goes on. A build can be
//! repeated, so nothing waits for the disk; whether a power failure leaves whole pages is up to the file system.

mod digest;
mod existing;
mod folders;
mod manifest;
mod report;
mod staging;
mod stale;
mod stamp;
mod survey;
mod update;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;

use rayon::prelude::*;

pub use self::existing::STATE_FOLDER;
use self::existing::{Existing, MANIFEST, open_state};
use self::folders::Folders;
pub use self::report::{Changes, How, InputDigest, Report};
use self::staging::Staging;
use self::stale::Stale;
use self::stamp::Stamp;
use self::survey::{Standing, Surveyor};
use self::update::Update;
use super::guard::{absolute, refuse_dangerous, visible_entries, what_it_holds};
use super::layout::Layout;
use super::open_folder::OpenFolder;
use super::{FileId, Files, Observer, Summary};
use crate::diagnostic::{Diagnostic, Diagnostics};

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
        if Stamp::read(&state)?.inputs != inputs || state.entry(staging::FOLDER).ok()?.is_some() {
            return None;
        }
        let existing = self.existing(false).ok()?;
        let files = existing.stamp?.files;
        if !(how.is_part || existing.manifest.len() == files) {
            return None;
        }
        let parts = (0..files.div_ceil(PART)).into_par_iter().map(|part| {
            let lines: Vec<_> = (part * PART..files.min((part + 1) * PART)).collect();
            let mut by_folder =
                lines.chunk_by(|&one, &next| existing.manifest.folder(one) == existing.manifest.folder(next));
            by_folder.try_fold(0, |bytes, lines| Some(bytes + bytes_if_left(&existing, lines)?))
        });
        let bytes = parts.try_reduce(|| 0_u64, |one, other| Some(one + other))?;
        Some(Summary { files, bytes })
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
        let layout = Layout::of(files)?;
        if !how.force {
            self.check_not_foreign()?;
        }
        let staging = if how.dry_run { None } else { Some(self.begin()?) };
        let existing = self.existing(how.force)?;
        let folders = Folders::of(&existing, &layout, how.force)?;
        observer.begin("Rendering", files.count());
        let (force, staging) = (how.force, staging.as_ref());
        let surveyor = Surveyor { existing: &existing, files, layout: &layout, folders: &folders, force, staging };
        let survey = surveyor.survey(observer)?;
        let writes = (0..).map(FileId).zip(&survey.standings).filter(|(_, standing)| **standing != Standing::Same);
        let writes = writes.map(|(file, _)| file).collect();
        let mut changes = Changes { writes, ..Changes::default() };
        let mut stale = Stale::of(&existing, |line| !survey.is_planned[line].load(Relaxed));
        if how.is_part {
            changes.of_the_rest = stale.len();
        } else {
            stale.forget_renamed(&existing, files);
            stale.sort_out(&existing, &mut changes);
        }
        if let Some(staging) = staging {
            let (existing, layout, folders, survey, stale) = (&existing, &layout, &folders, &survey, &stale);
            let update = Update { existing, files, layout, folders, survey, stale, changes: &changes, staging, how };
            update.apply(inputs, observer).map_err(|failure| failure.hint_if_none(WHOLE))?;
        }
        let bytes = survey.digests.iter().map(|digest| digest.length).sum();
        Ok(Report { folder: self.folder.clone(), files: survey.digests.len(), bytes, changes })
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
        stale.sort_out(&existing, &mut changes);
        if let Some(staging) = staging {
            stale.delete(&existing)?;
            staging.remove_own(stamp::NAME)?;
            if changes.unreadable.is_empty() {
                staging.remove_own(MANIFEST)?;
            }
        }
        Ok(Some(changes))
    }

    /// Checks that the folder is empty where no build has written into it: a name that was mistyped is mostly that of a
    /// folder of something else.
    fn check_not_foreign(&self) -> Result<(), Diagnostic> {
        let Some(root) = &self.root else { return Ok(()) };
        let fail = |error: io::Error| Diagnostic::io("read", &self.folder, &error);
        let entries = visible_entries(root).map_err(fail)?;
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
        let root = staging.root().folder("");
        self.root = Some(root.map_err(|error| Diagnostic::io("open", &self.folder, &error))?);
        Ok(staging)
    }

    fn existing(&self, force: bool) -> Result<Existing, Diagnostic> {
        let root = self.root.as_ref().map(|root| root.folder("")).transpose();
        let root = root.map_err(|error| Diagnostic::io("open", &self.folder, &error))?;
        Existing::read(&self.folder, root, force)
    }
}

/// What holds for a website that could not be written to its end.
const WHOLE: &str = "every page in the folder is whole; build again to finish once the cause is gone";

/// Returns how many bytes the files of some lines in one folder have, if all of them are as the last build left them.
fn bytes_if_left(existing: &Existing, lines: &[usize]) -> Option<u64> {
    let (manifest, stamp) = (&existing.manifest, existing.stamp?);
    let folder = existing.folder(manifest.folder(*lines.first()?)).ok()??;
    let length = |&line: &usize| {
        let length = manifest.digest(line).length;
        let entry = folder.entry(manifest.name(line)).ok()??;
        stamp.covers(&entry, length).then_some(length)
    };
    lines.iter().map(length).sum()
}
