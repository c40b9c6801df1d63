//! The website: a folder of files.
//!
//! The writer owns the files that it wrote and nothing else in the folder. A manifest lists them; it is written before
//! the first page changes and again after the last, so that a build which is stopped at any moment leaves only whole
//! pages, old or new, and the next build knows all of them. A file whose bytes would not change is not written, and a
//! file that is no longer part of the site is deleted, unless somebody changed it since.
//!
//! An update goes through these steps; only from the third on does it touch what readers see:
//!
//! 1. Everything is rendered once. What differs from the folder is written into a staging folder.
//! 2. The stamp of the last build is removed, and a manifest claims the old contents and the new ones.
//! 3. What was staged is put in place, new files first; if anything cannot be, all of it is taken back.
//! 4. Stale files are deleted, to which nothing leads any more.
//! 5. The manifest claims the new contents only. The stamp is written, by which the next build sees that all was done.
//!
//! All work is done relative to opened folders, so nothing outside is touched even if somebody swaps a folder for a
//! link meanwhile.

mod clean;
mod folders;
mod known;
mod last_folder;
mod place;
mod record;
mod remembered;
mod staging;
mod stale;
mod stamp;
mod survey;
mod update;

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use self::folders::Folders;
use self::last_folder::LastFolder;
pub use self::remembered::Remembered;
use self::staging::Staging;
use self::stale::Stale;
use self::stamp::Stamp;
use self::survey::{Survey, Surveyor};
use self::update::Update;
use super::guard::{absolute, refuse_dangerous, symbolic_link, visible_entries, what_it_holds};
use super::layout::Layout;
use super::manifest::{Digest, Flaw, Manifest, Witness};
use super::open_folder::{EntryKind, OpenFolder};
use super::{FileId, Files, Observer, Summary};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::plan::split;

/// The folder inside the website in which the writer keeps its manifest, its stamp, its lock and the pages it is about
/// to put in place.
pub const STATE_FOLDER: &str = super::manifest::STATE_FOLDER;

const MANIFEST: &str = "manifest";
const LOCK: &str = "lock";

/// What tells the inputs of a build from others: a hash of the program, the content, the themes and the flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputDigest(pub u128);

/// How an update is done.
#[derive(Clone, Copy, Debug, Default)]
pub struct How {
    /// Whether files may be replaced that the writer did not write.
    pub force: bool,
    /// Whether the update only finds out what would change.
    pub dry_run: bool,
}

/// What an update changed, or would change.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// The files to write, in their order.
    pub writes: Vec<FileId>,
    /// The paths of the files that are no longer part of the site.
    pub deletions: Vec<String>,
    /// The paths of files that are no longer part of the site but were changed by somebody, and stay.
    pub kept: Vec<String>,
    /// The paths of files that are no longer part of the site but cannot be read, and stay, with the reasons.
    pub unreadable: Vec<(String, String)>,
}

/// What an update did.
#[derive(Clone, Debug)]
pub struct Report {
    /// The folder of the website.
    pub folder: PathBuf,
    /// How many files the site has.
    pub files: usize,
    /// How many bytes they have together.
    pub bytes: u64,
    /// What was changed, or would be.
    pub changes: Changes,
}

/// A folder that holds, or will hold, a website.
#[derive(Debug)]
pub struct Website {
    folder: PathBuf,
    /// The same, opened, if it exists.
    root: Option<OpenFolder>,
    manifest: Manifest,
    /// What is wrong with the manifest.
    flaw: Option<Diagnostic>,
    /// Whether the manifest was written in this very folder. One that came with a copy, or from another machine, may
    /// name files of others.
    is_own: bool,
    /// The digest of the manifest as it is on the disk, if there is one.
    manifest_digest: Option<Digest>,
    /// The stamp of the last build, if that was finished and wrote this manifest.
    stamp: Option<Stamp>,
}

impl Website {
    /// Looks at a folder that may hold a website, and changes nothing. `root` is the site's own folder, and `sources`
    /// are the folders in it that the site is made from.
    ///
    /// # Errors
    ///
    /// When the folder is none in which a website may be written, or when its manifest cannot be read.
    pub fn open(folder: &Path, root: &Path, sources: &[&str]) -> Result<Self, Diagnostic> {
        let folder = absolute(folder)?;
        refuse_dangerous(&folder, root, sources)?;
        let root = match OpenFolder::open(&folder) {
            Ok(root) => Some(root),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(Diagnostic::io("open", &folder, &error)),
        };
        let state = root.as_ref().map(open_state).transpose()?.flatten();
        let mut website = Self {
            folder,
            root,
            manifest: Manifest::default(),
            flaw: None,
            is_own: true,
            manifest_digest: None,
            stamp: None,
        };
        if let Some(state) = state {
            website.remember(&state)?;
        }
        Ok(website)
    }

    /// Reads the manifest and the stamp.
    fn remember(&mut self, state: &OpenFolder) -> Result<(), Diagnostic> {
        let path = state.path().join(MANIFEST);
        let Some(bytes) = read_manifest(state).map_err(|error| Diagnostic::io("read", &path, &error))? else {
            return Ok(());
        };
        let digest = Digest::of(&bytes);
        self.manifest_digest = Some(digest);
        match Manifest::parse(bytes) {
            Ok(manifest) => {
                let witness = state.open_file(LOCK).ok().flatten().and_then(|lock| Witness::of(&lock));
                self.is_own = witness.is_some_and(|witness| manifest.is_sealed_by(&witness));
                if !self.is_own && manifest.names_a_file_twice() {
                    self.flaw = Some(describe(Flaw::Twice, &path));
                } else {
                    self.manifest = manifest;
                }
            }
            Err(flaw) => self.flaw = Some(describe(flaw, &path)),
        }
        self.stamp = Stamp::read(state).filter(|stamp| self.is_own && stamp.manifest == digest);
        Ok(())
    }

    /// Returns the folder of the website.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns what the folder holds, if the last build was finished, was made from the same inputs, and left every
    /// file as it is now. It opens no file for that: it looks at lengths and times.
    pub fn current(&self, inputs: InputDigest) -> Option<Summary> {
        const PART: usize = 256;
        let stamp = self.stamp.as_ref().filter(|stamp| stamp.inputs == inputs)?;
        let state = self.opened(STATE_FOLDER).ok()?;
        // A later build was killed; the next one is to tidy up.
        if state.entry(staging::FOLDER).ok()?.is_some() {
            return None;
        }
        let count = self.manifest.len();
        let parts = (0..count.div_ceil(PART)).into_par_iter().map(|part| {
            let mut folder = LastFolder::default();
            let mut path = String::new();
            (part * PART..count.min((part + 1) * PART)).try_fold(0, |bytes, file| {
                path.clear();
                self.manifest.write_path(file, &mut path);
                let (parent, name) = split(&path);
                let entry = folder.get(self, parent).ok()??.entry(name).ok()??;
                let length = self.manifest.only_digest(file)?.length();
                stamp.covers(&entry, length).then_some(bytes + length)
            })
        });
        let bytes = parts.try_reduce(|| 0_u64, |one, other| Some(one + other))?;
        Some(Summary { files: count, bytes })
    }

    /// Makes the folder hold these files, and remembers what they were made from. Each file is rendered once.
    ///
    /// # Errors
    ///
    /// When something stands in the way that the writer did not put there, when a file cannot be rendered or written,
    /// or when another build is at work in the folder: it is then as it was before. When a stale file cannot be
    /// deleted: nothing leads there, and the next build tries again.
    pub fn update(
        mut self,
        files: &impl Files,
        inputs: InputDigest,
        how: How,
        observer: &dyn Observer,
    ) -> Result<Report, Diagnostics> {
        let layout = Layout::of(files)?;
        if let Some(flaw) = self.flaw.take_if(|_| !how.force) {
            return Err(flaw.into());
        }
        if !how.force {
            self.check_not_foreign()?;
        }
        let made = if how.dry_run { Vec::new() } else { self.make_folder()? };
        let mut staging = if how.dry_run { None } else { Some(self.begin(made)?) };
        let folders = Folders::of(&self, &layout, how.force)?;
        observer.begin("Rendering", files.count());
        let (website, force) = (&self, how.force);
        let surveyor =
            Surveyor { website, files, layout: &layout, folders: &folders, force, staging: staging.as_ref() };
        let mut survey = surveyor.survey(observer)?;
        let mut changes = Changes { writes: writes(&layout, &folders, &survey), ..Changes::default() };
        let stale = Stale::find(website, files, &survey.is_planned, &mut changes);
        if !(self.is_own || how.force) && (survey.replaces_known || !changes.deletions.is_empty()) {
            return Err(from_elsewhere(&self.folder).into());
        }
        survey.is_same &= self.is_own && changes.unreadable.is_empty();
        if let Some(staging) = &mut staging {
            let (layout, folders, survey, stale) = (&layout, &folders, &survey, &stale);
            let update = Update { website, files, layout, folders, survey, stale, force };
            update.apply(staging, &changes, inputs, observer)?;
        }
        let bytes = survey.digests.iter().map(|digest| digest.length()).sum();
        Ok(Report { folder: self.folder.clone(), files: survey.digests.len(), bytes, changes })
    }

    /// Checks that the folder is empty where no build has written into it: a name that was mistyped is mostly that of a
    /// folder of something else.
    fn check_not_foreign(&self) -> Result<(), Diagnostic> {
        let Some(root) = self.root.as_ref().filter(|_| self.manifest_digest.is_none()) else { return Ok(()) };
        let entries = visible_entries(root).map_err(|error| Diagnostic::io("read", &self.folder, &error))?;
        if entries.is_empty() {
            return Ok(());
        }
        // A build writes its manifest before the first page, so one that has begun meanwhile is seen.
        let state = open_state(root)?.map(|state| digest_of_manifest(&state));
        if state.is_some_and(|manifest| !matches!(manifest, Ok(None))) {
            return Err(has_just_changed());
        }
        let message = format!("no build has written into {}, but {}", self.folder.display(), what_it_holds(&entries));
        Err(Diagnostic::new(message)
            .hint("choose another output folder, or build with --force once to put the website between these"))
    }

    /// Makes the folder of the website, and returns the folders that were missing, the outermost first.
    fn make_folder(&mut self) -> Result<Vec<PathBuf>, Diagnostic> {
        if self.root.is_some() {
            return Ok(Vec::new());
        }
        let missing = self.folder.ancestors().take_while(|folder| !folder.exists());
        let mut missing: Vec<_> = missing.map(Path::to_owned).collect();
        missing.reverse();
        let fail = |error: &io::Error| Diagnostic::io("create", &self.folder, error);
        fs::create_dir_all(&self.folder).map_err(|error| fail(&error))?;
        self.root = Some(OpenFolder::open(&self.folder).map_err(|error| fail(&error))?);
        Ok(missing)
    }

    /// Locks the folder, which nobody may have changed since it was opened.
    fn begin(&self, made: Vec<PathBuf>) -> Result<Staging<'_>, Diagnostic> {
        let staging = Staging::begin(self, made)?;
        let state = self.opened(STATE_FOLDER).and_then(|state| digest_of_manifest(&state));
        let digest = state.map_err(|error| Diagnostic::io("read", &self.folder.join(STATE_FOLDER), &error))?;
        if digest == self.manifest_digest { Ok(staging) } else { Err(has_just_changed()) }
    }
}

/// Returns the files to write: those in folders that are missing, and the single ones.
fn writes(layout: &Layout, folders: &Folders, survey: &Survey) -> Vec<FileId> {
    let missing = layout.runs(0..survey.digests.len() as u32).filter(|(folder, _)| folders.is_missing(*folder));
    let mut writes: Vec<FileId> = missing.flat_map(|(_, numbers)| numbers.map(FileId)).collect();
    writes.extend(survey.new.iter().chain(&survey.different));
    writes.par_sort_unstable();
    writes
}

/// Opens the writer's own folder in that of the website, if there is one.
fn open_state(root: &OpenFolder) -> Result<Option<OpenFolder>, Diagnostic> {
    let path = root.path().join(STATE_FOLDER);
    let fail = |error| Diagnostic::io("open", &path, &error);
    match root.entry(STATE_FOLDER).map_err(fail)?.map(|entry| entry.kind) {
        None => Ok(None),
        Some(EntryKind::Folder) => root.inner(STATE_FOLDER).map(Some).map_err(fail),
        Some(EntryKind::Link) => Err(symbolic_link(&path)),
        Some(_) => {
            Err(Diagnostic::new(format!("{} is not a folder", path.display())).hint("remove it, and build again"))
        }
    }
}

/// Returns the digest of the manifest, if there is one, without having all of it in memory.
fn digest_of_manifest(state: &OpenFolder) -> io::Result<Option<Digest>> {
    state.open_file(MANIFEST)?.map(Digest::read).transpose()
}

/// Returns the bytes of the manifest, if there is one.
fn read_manifest(state: &OpenFolder) -> io::Result<Option<Vec<u8>>> {
    let Some(mut file) = state.open_file(MANIFEST)? else { return Ok(None) };
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

/// Returns what is to be told of a manifest that this program cannot use.
fn describe(flaw: Flaw, path: &Path) -> Diagnostic {
    let path = path.display();
    let message = match flaw {
        Flaw::Line(line) => format!("line {line} of {path} is not what this program wrote"),
        Flaw::CutOff => format!("{path} was cut off"),
        Flaw::Twice => format!("{path} is not what this program wrote: it names a file twice"),
        Flaw::Newer => {
            let message = format!("{path} was written by a newer version of this program");
            return Diagnostic::new(message).hint("use that version, or choose another output folder");
        }
        Flaw::Older => format!("{path} was written by an older version of this program"),
    };
    Diagnostic::new(message)
        .hint("build with --force, as if it were not there; what is no longer part of the site then stays")
}

/// Returns what is to be told of a folder whose manifest was not written in it.
fn from_elsewhere(folder: &Path) -> Diagnostic {
    let message = format!(
        "what {} holds was built elsewhere, on another machine or before it was copied, and would change",
        folder.display()
    );
    Diagnostic::new(message).hint("build with --force once, if nothing else in it bears the name of a page")
}

/// Returns what is to be told of a folder that is not as it was when this build began.
fn has_just_changed() -> Diagnostic {
    Diagnostic::new("another build has just changed this folder").hint("build again")
}
