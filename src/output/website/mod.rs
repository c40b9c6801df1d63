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
//! 3. Stale files are deleted, and what was staged is put in place: a new folder by one rename, other files by one
//!    each.
//! 4. The manifest claims the new contents only. The stamp is written, by which the next build sees that all was done.

mod folders;
mod record;
mod staging;
mod stale;
mod stamp;
mod survey;

use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use self::folders::Folders;
use self::record::Record;
use self::staging::{PathBuffer, Staging};
use self::stamp::Stamp;
use self::survey::{Survey, Surveyor};
use super::guard::{absolute, refuse_dangerous, symbolic_link};
use super::layout::Layout;
use super::manifest::{Digest, Manifest};
use super::{FileId, Files, Observer, Summary};
use crate::diagnostic::{Diagnostic, Diagnostics};

/// The folder inside the website in which the writer keeps its manifest, its stamp, its lock and the pages it is about
/// to put in place.
pub const STATE_FOLDER: &str = super::manifest::STATE_FOLDER;

const MANIFEST: &str = "manifest";
const STAMP: &str = "stamp";

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
    manifest: Manifest,
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
        let state = folder.join(STATE_FOLDER);
        if state.is_symlink() {
            return Err(symbolic_link(&state));
        }
        let path = state.join(MANIFEST);
        let bytes = read_manifest(&path)?;
        let manifest_digest = bytes.as_deref().map(Digest::of);
        let stamp = Stamp::read(&state.join(STAMP)).filter(|stamp| Some(stamp.manifest) == manifest_digest);
        let manifest = bytes.map_or(Ok(Manifest::default()), Manifest::parse).map_err(|line| {
            Diagnostic::new(format!("line {line} of {} is not what this program wrote", path.display()))
                .hint("remove that file and build with --force; pages that are no longer part of the site then stay")
        })?;
        Ok(Self { folder, manifest, manifest_digest, stamp })
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
        // A later build was killed; the next one is to tidy up.
        if staging::folder_in(&self.state_folder()).exists() {
            return None;
        }
        let count = self.manifest.len();
        let parts = (0..count.div_ceil(PART)).into_par_iter().map(|part| {
            let mut buffer = PathBuffer::default();
            let mut path = String::new();
            (part * PART..count.min((part + 1) * PART)).try_fold(0, |bytes, file| {
                path.clear();
                self.manifest.write_path(file, &mut path);
                let metadata = fs::symlink_metadata(buffer.join(&self.folder, &path)).ok()?;
                let length = self.manifest.only_digest(file)?.length();
                stamp.covers(&metadata, length).then_some(bytes + length)
            })
        });
        let bytes = parts.try_reduce(|| 0_u64, |one, other| Some(one + other))?;
        Some(Summary { files: count, bytes })
    }

    /// Makes the folder hold these files, and remembers what they were made from. Each file is rendered once.
    ///
    /// # Errors
    ///
    /// When something stands in the way that the writer did not put there, when a file cannot be rendered, or when
    /// another build is at work in the folder: it is then as it was before. When a file cannot be written or deleted:
    /// every file in the folder is then whole, old or new, and the next build does the rest.
    pub fn update(
        self,
        files: &impl Files,
        inputs: InputDigest,
        how: How,
        observer: &dyn Observer,
    ) -> Result<Report, Diagnostics> {
        let layout = Layout::of(files)?;
        let folders = Folders::of(&self, &layout)?;
        let mut staging = if how.dry_run { None } else { Some(self.begin()?) };
        observer.begin("Rendering", files.count());
        let (website, force) = (&self, how.force);
        let surveyor =
            Surveyor { website, files, layout: &layout, folders: &folders, force, staging: staging.as_ref() };
        let survey = surveyor.survey(observer)?;
        let mut changes = Changes { writes: writes(&layout, &folders, &survey), ..Changes::default() };
        self.find_stale(files, &survey.is_planned, &mut changes);
        if let Some(staging) = &mut staging {
            let update = Update { website, files, layout: &layout, folders: &folders, survey: &survey };
            update.apply(staging, &changes, inputs, observer)?;
        }
        let bytes = survey.digests.iter().map(|digest| digest.length()).sum();
        Ok(Report { folder: self.folder.clone(), files: survey.digests.len(), bytes, changes })
    }

    /// Locks the folder, which nobody may have changed since it was opened.
    fn begin(&self) -> Result<Staging<'_>, Diagnostic> {
        let staging = Staging::begin(self)?;
        if digest_of_file(&self.state_folder().join(MANIFEST))? != self.manifest_digest {
            return Err(Diagnostic::new("another build has just changed this folder").hint("build again"));
        }
        Ok(staging)
    }

    fn state_folder(&self) -> PathBuf {
        self.folder.join(STATE_FOLDER)
    }

    /// Returns the contents of a file of the manifest, if it is as the last build left it by what its metadata says.
    fn left(&self, file: usize, metadata: &Metadata) -> Option<Digest> {
        let digest = self.manifest.only_digest(file)?;
        self.stamp.as_ref()?.covers(metadata, digest.length()).then_some(digest)
    }

    /// Returns whether a file holds what the writer wrote into it.
    fn is_unchanged(&self, path: &str) -> bool {
        let Some(file) = self.manifest.find(path, &mut None) else { return false };
        let bytes = fs::read(self.folder.join(path));
        bytes.is_ok_and(|bytes| self.manifest.digests(file).any(|known| known == Digest::of(&bytes)))
    }

    /// Returns whether a folder of this path goes when the writer's files in it go: it has some, and no others.
    fn becomes_empty(&self, folder: &str) -> bool {
        let owned = |path: &Path| {
            let path = path.strip_prefix(&self.folder).ok().and_then(Path::to_str);
            path.is_some_and(|path| self.is_unchanged(&path.replace('\\', "/")))
        };
        let entries = walkdir::WalkDir::new(self.folder.join(folder)).into_iter();
        let mut files =
            entries.filter(|entry| entry.as_ref().is_ok_and(|entry| !entry.file_type().is_dir())).peekable();
        files.peek().is_some() && files.all(|entry| entry.is_ok_and(|entry| owned(entry.path())))
    }
}

/// The files to write: those in folders that are missing, and the single ones.
fn writes(layout: &Layout, folders: &Folders, survey: &Survey) -> Vec<FileId> {
    let missing = layout.runs(0..survey.digests.len() as u32).filter(|(folder, _)| folders.is_missing(*folder));
    let mut writes: Vec<FileId> = missing.flat_map(|(_, numbers)| numbers.map(FileId)).collect();
    writes.extend(&survey.singles);
    writes.par_sort_unstable();
    writes
}

/// An update whose files are all staged.
struct Update<'a, F> {
    website: &'a Website,
    files: &'a F,
    layout: &'a Layout,
    folders: &'a Folders,
    survey: &'a Survey,
}

impl<F: Files> Update<'_, F> {
    /// Makes the changes and records them.
    fn apply(
        &self,
        staging: &mut Staging<'_>,
        changes: &Changes,
        inputs: InputDigest,
        observer: &dyn Observer,
    ) -> Result<(), Diagnostic> {
        let state = self.website.state_folder();
        let (manifest, stamp) = (state.join(MANIFEST), state.join(STAMP));
        staging.keep_folders();
        let mut digest = self.website.manifest_digest.filter(|_| self.survey.is_same);
        if digest.is_none() || !changes.writes.is_empty() {
            Stamp::remove(&stamp).map_err(|error| Diagnostic::io("delete", &stamp, &error))?;
            let is_more = self.survey.has_other_contents || self.survey.is_planned.contains(&false);
            if is_more || digest.is_none() {
                let claimed = self.record(staging, &manifest, is_more)?;
                digest = (!is_more).then_some(claimed);
            }
            self.put(staging, changes, observer)?;
        }
        let digest = match digest {
            Some(digest) => digest,
            None => self.record(staging, &manifest, false)?,
        };
        staging.put_own(&stamp, |file| file.write_all(Stamp::text(inputs, digest).as_bytes()))
    }

    /// Writes the manifest, with or without what the old one claims, and returns its digest.
    fn record(&self, staging: &Staging<'_>, path: &Path, with_old: bool) -> Result<Digest, Diagnostic> {
        let old = with_old.then_some((&self.website.manifest, &*self.survey.is_planned));
        let record = Record { files: self.files, layout: self.layout, digests: &self.survey.digests, old };
        let mut digest = Digest::default();
        staging.put_own(path, |file| {
            digest = record.write(file)?;
            // The next build trusts the manifest, so it has to be on the disk before it takes the old one's place.
            file.sync_all()
        })?;
        Ok(digest)
    }

    /// Deletes what is stale and puts in place what was staged.
    fn put(&self, staging: &Staging<'_>, changes: &Changes, observer: &dyn Observer) -> Result<(), Diagnostic> {
        observer.begin("Writing", changes.writes.len());
        self.website.delete(&changes.deletions)?;
        for folder in self.folders.topmost_missing() {
            staging.put(folder)?;
        }
        observer.advance(changes.writes.len() - self.survey.singles.len());
        // Deleting the last file of a folder deleted the folder, too.
        let mut with_singles = vec![false; self.layout.folders().len()];
        for &FileId(number) in &self.survey.singles {
            for (folder, _) in self.layout.runs(number..number + 1) {
                with_singles[folder] = true;
            }
        }
        for (folder, _) in self.layout.folders().iter().zip(with_singles).filter(|(_, has_singles)| *has_singles) {
            let path = self.website.folder.join(&**folder);
            fs::create_dir_all(&path).map_err(|error| Diagnostic::io("create", &path, &error))?;
        }
        self.survey.singles.par_iter().with_min_len(16).try_for_each_init(String::new, |path, &file| {
            path.clear();
            self.files.write_path(file, path);
            staging.put(path)?;
            observer.advance(1);
            Ok(())
        })
    }
}

/// Returns the digest of a file, if there is one, without having all of it in memory.
fn digest_of_file(path: &Path) -> Result<Option<Digest>, Diagnostic> {
    let digest = File::open(path).and_then(Digest::read);
    match digest {
        Ok(digest) => Ok(Some(digest)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Diagnostic::io("read", path, &error)),
    }
}

/// Returns the bytes of a manifest, if there is one.
fn read_manifest(path: &Path) -> Result<Option<Vec<u8>>, Diagnostic> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Diagnostic::io("read", path, &error)),
    }
}
