//! The website: a folder of files.
//!
//! The writer owns the files that it wrote, and nothing else in the folder. The writer guarantees:
//!
//! - Every page on the disk is complete, old or new, after any kill or failure.
//! - It deletes only files that the manifest lists, and only if they are unchanged.
//! - It writes nothing outside of the folder, even if a folder is replaced with a link meanwhile: all work is relative
//!   to opened folders.
//! - The next build completes a build that was stopped.
//! - A build with nothing to do reads only the size and time of each file.
//!
//! The website contains a folder `.pageturner`. The `manifest` in this folder lists the files with their digests, and
//! identifies the build's inputs. This folder also contains a `lock`, and a folder `unfinished` for files that are not
//! in place yet, with a tree like that of the website. An update takes these steps. Only steps 4 and 5 change what
//! readers see:
//!
//! 1. Lock the folder, and remove the files that a killed build left in `unfinished`.
//! 2. Render each file once. Files that differ from the folder go into `unfinished`. A kill during this step leaves the
//!    old site.
//! 3. Replace the manifest with one that lists the old and the new contents, and is marked as unfinished.
//! 4. Put the files in `unfinished` in place: completely new folders, then new files, then files that differ. A kill
//!    during this step leaves pages of both sites. Because new files come first, every link leads to a page.
//! 5. Delete stale files, to which no page links any more, and then folders that are empty.
//! 6. Replace the manifest with one that lists only the new contents, and remove `unfinished`.
//!
//! A failure (such as a full disk, or a foreign file that appears where a page belongs) stops the update at once, and
//! is reported. The update does not restore the old site: the pages of both sites are complete, and the next build
//! completes the update. A build can be repeated, so it does not wait for the disk. After a power failure, some pages
//! may be incomplete, depending on the file system.

mod changes;
mod manifest;
mod previous;
mod staging;
mod stale;
mod survey;
mod update;

use std::path::{Path, PathBuf};

use rayon::prelude::*;

use self::manifest::Line;
use self::previous::PreviousBuild;
use self::staging::Staging;
use self::survey::Surveyor;
use self::update::Update;
use super::disk::guard::{absolute, refuse_dangerous};
use super::{FileId, Files, Observer, Summary};
use crate::ground::diagnostic::{Diagnostic, Diagnostics};
use crate::pages::plan::{paths, split};

pub use self::changes::{Changes, InputDigest, Report, UpdateOptions};
pub use self::previous::STATE_FOLDER;

#[derive(Debug)]
pub struct Website {
    /// The folder, without symbolic links and `..`.
    pub folder: PathBuf,
}

impl Website {
    /// Checks a folder for a website, and changes nothing. `root` is the site's folder, and `sources` are the site's
    /// folders with sources.
    ///
    /// # Errors
    ///
    /// Returns an error if a website must not be written into the folder.
    pub fn open(folder: &Path, root: &Path, sources: &[&str]) -> Result<Self, Diagnostic> {
        let folder = absolute(folder)?;
        refuse_dangerous(&folder, root, sources)?;
        Ok(Self { folder })
    }

    /// Returns the summary of the folder if an update with the same inputs would change nothing: the last build was
    /// complete, and every file is unchanged since. Reads only lengths and times.
    pub fn current(&self, inputs: InputDigest, options: UpdateOptions) -> Option<Summary> {
        let previous = PreviousBuild::read(&self.folder, false).ok()?;
        // If there is a staging folder, a later build was killed, and the next one has to clean up.
        let is_tidy = previous.state.as_ref()?.entry(staging::FOLDER).ok()?.is_none();
        let lines = &previous.manifest.lines;
        let is_same_folder = |one: &Line, other: &Line| split(&one.path).0 == split(&other.path).0;
        let are_left = |lines: &[Line]| {
            let Ok(Some(folder)) = previous.folder(split(&lines[0].path).0) else { return false };
            let is_left = |line: &Line| {
                let entry = folder.entry(split(&line.path).1);
                entry.is_ok_and(|entry| entry.is_some_and(|entry| previous.is_left(&entry, line)))
            };
            lines.iter().all(is_left)
        };
        let folders = lines.par_chunks(256).flat_map_iter(|lines| lines.chunk_by(is_same_folder));
        let is_current = is_tidy && previous.manifest.made_from == options.made_from(inputs) && folders.all(are_left);
        is_current.then(|| Summary::of(lines.iter().map(|line| (paths::is_page(&line.path), line.digest.length))))
    }

    /// Updates the folder to contain these files, and records their inputs. Renders each file once.
    ///
    /// # Errors
    ///
    /// Returns an error if a foreign file is in the way, if a file cannot be rendered, or if another build is running.
    /// In these cases, the website is unchanged. Also returns an error if a file cannot be put in place or deleted. In
    /// this case, each page is complete, and the next build continues the update.
    pub fn update(
        self,
        files: &impl Files,
        inputs: InputDigest,
        options: UpdateOptions,
        observer: &dyn Observer,
    ) -> Result<Report, Diagnostics> {
        if !options.force {
            PreviousBuild::open(&self.folder)?.check_not_foreign()?;
        }
        let staging = if options.dry_run { None } else { Some(Staging::begin(&self.folder)?) };
        let previous = PreviousBuild::read(&self.folder, options.force)?;
        observer.begin("Rendering", files.count());
        let planned = Surveyor { previous: &previous, files, staging: staging.as_ref() }.survey(observer)?;
        let writes = (0..).map(FileId).zip(&planned).filter(|(_, file)| file.differs);
        let mut changes = Changes { writes: writes.map(|(file, _)| file).collect(), ..Changes::default() };
        if options.is_part {
            changes.of_the_rest = previous.stale_paths().len();
        } else {
            previous.sort_out_stale(&mut changes);
        }
        if let Some(staging) = &staging {
            let update = Update { previous: &previous, files, planned: &planned, changes: &changes, staging };
            update.apply(&options.made_from(inputs), observer)?;
        }
        let summary = Summary::of(planned.iter().map(|file| (file.is_page, file.digest.length)));
        Ok(Report { folder: self.folder, summary, changes })
    }

    /// Deletes all unchanged files of the last build, then folders that are empty, and finally the manifest. Because
    /// the manifest is deleted last, the next cleaning completes a cleaning that was stopped. Returns `None` if no
    /// build wrote into the folder. With `dry_run`, only finds these files.
    ///
    /// # Errors
    ///
    /// Returns an error if the manifest is not valid, if another build is running, or if a file cannot be deleted.
    pub fn clean(self, dry_run: bool) -> Result<Option<Changes>, Diagnostics> {
        if PreviousBuild::open(&self.folder)?.state.is_none() {
            return Ok(None);
        }
        let staging = if dry_run { None } else { Some(Staging::begin(&self.folder)?) };
        let previous = PreviousBuild::read(&self.folder, false)?;
        let mut changes = Changes::default();
        previous.sort_out_stale(&mut changes);
        if let Some(staging) = staging {
            previous.delete_stale(&changes)?;
            if changes.unreadable.is_empty() {
                staging.remove_manifest()?;
            }
        }
        Ok(Some(changes))
    }
}
