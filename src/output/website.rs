//! The website: a folder of files.
//!
//! The writer owns the files that it wrote and nothing else in the folder. A manifest lists them; it is written before the
//! first page changes and again after the last, so that a build which is stopped at any moment leaves only whole pages,
//! old or new, and the next build knows all of them. A file whose bytes would not change is not written, and a file that
//! is no longer part of the site is deleted, unless somebody changed it since.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

pub use super::manifest::Digest;
use super::manifest::{Manifest, stays_inside};
use crate::diagnostic::{Diagnostic, Diagnostics};

/// The folder inside the website in which the writer keeps its manifest, its lock and the pages it is about to put in
/// place.
pub const STATE_FOLDER: &str = ".pageturner";

const MANIFEST: &str = "manifest";
const LOCK: &str = "lock";
const UNFINISHED: &str = "unfinished";

/// A file of the site: where it stands, and what its bytes will be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its path from the website's folder, with `/` between the parts.
    pub path: String,
    /// Its contents.
    pub digest: Digest,
}

/// A folder that holds, or will hold, a website.
#[derive(Debug)]
pub struct Website {
    folder: PathBuf,
    manifest: Manifest,
}

/// What a build would change.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// The files to write, as indices into the site's entries.
    pub writes: Vec<usize>,
    /// The files that are no longer part of the site.
    pub deletions: Vec<String>,
    /// Files that are no longer part of the site but were changed by somebody, and stay.
    pub kept: Vec<String>,
}

impl Website {
    /// Looks at a folder that may hold a website, and changes nothing. `root` is the site's own folder, and `sources` are
    /// the folders in it that the site is made from.
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
        Ok(Self { manifest: read_manifest(&state)?, folder })
    }

    /// The folder of the website.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Finds what has to change so that the folder holds these files. With `force`, files that the writer did not write
    /// may be replaced.
    ///
    /// # Errors
    ///
    /// When something stands in the way that the writer did not put there.
    pub fn compare(&self, entries: &[Entry], force: bool) -> Result<Changes, Diagnostics> {
        let planned: BTreeSet<&str> = entries.iter().map(|entry| entry.path.as_str()).collect();
        let mut findings = Diagnostics::new();
        for path in planned.iter().filter(|path| !stays_inside(path) || path.split('/').next() == Some(STATE_FOLDER)) {
            findings.push(
                Diagnostic::new(format!("`{}` cannot be a file of a website", path.escape_debug()))
                    .hint("rename the file that it is made from"),
            );
        }
        let stale = self.manifest.files.keys().filter(|path| !planned.contains(path.as_str()));
        for folder in folders_of(planned.iter().copied().chain(stale.clone().map(String::as_str))) {
            findings.keep(self.check_folder(folder));
        }
        findings.into_result(())?;

        let found: Vec<_> = entries.par_iter().map(|entry| self.look_at(entry, force)).collect();
        let mut findings = Diagnostics::new();
        let mut changes = Changes::default();
        for (index, found) in found.into_iter().enumerate() {
            match findings.keep(found) {
                Some(Found::Missing | Found::Different) => changes.writes.push(index),
                Some(Found::Same) | None => {}
            }
        }
        let by_case: BTreeMap<String, &str> = planned.iter().map(|path| (path.to_lowercase(), *path)).collect();
        for path in stale {
            // Where letters differ only in case, many systems have one file for both names.
            if by_case.get(&path.to_lowercase()).is_some_and(|planned| self.is_same_file(path, planned)) {
                continue;
            }
            match fs::symlink_metadata(self.folder.join(path)) {
                Err(_) => {}
                Ok(metadata) if metadata.is_file() && self.is_unchanged(path) => changes.deletions.push(path.clone()),
                Ok(_) => changes.kept.push(path.clone()),
            }
        }
        findings.into_result(changes)
    }

    /// Makes the changes. `bytes_of` gives the contents of the entry with an index; `done` is called after each file.
    ///
    /// # Errors
    ///
    /// When another build is at work in the folder, or a file cannot be rendered, written or deleted. Every file in the
    /// folder is then whole, old or new, and the next build does the rest.
    pub fn apply<'a>(
        self,
        entries: &[Entry],
        changes: &Changes,
        bytes_of: impl Fn(usize) -> Result<Cow<'a, [u8]>, Diagnostic> + Sync,
        done: impl Fn() + Sync,
    ) -> Result<(), Diagnostic> {
        let finished = Manifest {
            files: entries.iter().map(|entry| (entry.path.clone(), BTreeSet::from([entry.digest]))).collect(),
        };
        if finished == self.manifest && changes.writes.is_empty() {
            return Ok(());
        }
        let state = self.folder.join(STATE_FOLDER);
        fs::create_dir_all(&state).map_err(|error| Diagnostic::io("create", &state, &error))?;
        let _lock = lock(&state)?;
        if read_manifest(&state)? != self.manifest {
            return Err(Diagnostic::new("another build has just changed this folder").hint("build again"));
        }
        let unfinished = Unfinished::begin(&state)?;
        let mut claimed = self.manifest.clone();
        for entry in entries {
            claimed.add(&entry.path, entry.digest);
        }
        if claimed != self.manifest {
            unfinished.put(&state.join(MANIFEST), claimed.to_text().as_bytes())?;
        }
        self.delete(&changes.deletions)?;
        for folder in folders_of(changes.writes.iter().map(|&index| entries[index].path.as_str())) {
            let path = self.folder.join(folder);
            fs::create_dir_all(&path).map_err(|error| Diagnostic::io("create", &path, &error))?;
        }
        changes.writes.par_iter().try_for_each(|&index| {
            unfinished.put(&self.folder.join(&entries[index].path), &bytes_of(index)?)?;
            done();
            Ok(())
        })?;
        unfinished.put(&state.join(MANIFEST), finished.to_text().as_bytes())?;
        unfinished.end()
    }

    fn look_at(&self, entry: &Entry, force: bool) -> Result<Found, Diagnostic> {
        let path = self.folder.join(&entry.path);
        let metadata = match fs::symlink_metadata(&path) {
            Ok(metadata) => metadata,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Found::Missing),
            // Where a file has to become a folder, `check_folder` has seen to it.
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => return Ok(Found::Missing),
            Err(error) => return Err(Diagnostic::io("look at", &path, &error)),
        };
        if metadata.is_dir() {
            return if self.becomes_empty(&entry.path) {
                Ok(Found::Missing)
            } else {
                Err(in_the_way(&path, "a folder"))
            };
        }
        if metadata.is_file() && metadata.len() == entry.digest.length() {
            let bytes = fs::read(&path).map_err(|error| Diagnostic::io("read", &path, &error))?;
            if Digest::of(&bytes) == entry.digest {
                return Ok(Found::Same);
            }
        }
        let owned = metadata.is_file() && self.manifest.owns(&entry.path);
        if owned || force { Ok(Found::Different) } else { Err(in_the_way(&path, "a file")) }
    }

    /// A folder of the site may be missing or a folder; a file in its place has to be one that will be deleted.
    fn check_folder(&self, folder: &str) -> Result<(), Diagnostic> {
        let path = self.folder.join(folder);
        match fs::symlink_metadata(&path) {
            Ok(metadata) if metadata.is_symlink() => Err(symbolic_link(&path)),
            Ok(metadata) if metadata.is_file() && !self.is_unchanged(folder) => Err(in_the_way(&path, "a file")),
            _ => Ok(()),
        }
    }

    /// Whether a folder of this path goes when the writer's files in it go: it has some, and no others.
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

    fn is_same_file(&self, one: &str, two: &str) -> bool {
        let found = |path| fs::canonicalize(self.folder.join(path)).ok();
        found(one).is_some() && found(one) == found(two)
    }

    /// Whether a file holds what the writer wrote into it.
    fn is_unchanged(&self, path: &str) -> bool {
        let bytes = fs::read(self.folder.join(path));
        bytes.is_ok_and(|bytes| self.manifest.files.get(path).is_some_and(|known| known.contains(&Digest::of(&bytes))))
    }

    /// Deletes files, and the folders that this leaves empty.
    fn delete(&self, paths: &[String]) -> Result<(), Diagnostic> {
        for path in paths {
            let path = self.folder.join(path);
            match fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(Diagnostic::io("delete", &path, &error));
                }
                _ => {}
            }
        }
        // Folders inside others come later in their order, so they are tried first. One that is not empty stays.
        for folder in folders_of(paths.iter().map(String::as_str)).into_iter().rev() {
            let _ = fs::remove_dir(self.folder.join(folder));
        }
        Ok(())
    }
}

/// The place where files are made before they are put in place whole: a folder for each thread, since threads that create
/// files in one folder wait for each other.
struct Unfinished(PathBuf);

impl Unfinished {
    fn begin(state: &Path) -> Result<Self, Diagnostic> {
        let unfinished = Self(state.join(UNFINISHED));
        // A build that was killed leaves what it had in hand.
        unfinished.remove()?;
        for thread in 0..rayon::current_num_threads() {
            let folder = unfinished.0.join(thread.to_string());
            fs::create_dir_all(&folder).map_err(|error| Diagnostic::io("create", &folder, &error))?;
        }
        Ok(unfinished)
    }

    /// Puts a file in place: whoever reads it finds the old bytes or the new ones.
    fn put(&self, path: &Path, bytes: &[u8]) -> Result<(), Diagnostic> {
        let thread = rayon::current_thread_index().unwrap_or(0);
        let unfinished = self.0.join(thread.to_string()).join("file");
        let write = || {
            let mut file = File::create(&unfinished)?;
            file.write_all(bytes)?;
            // The next build trusts the manifest, so it has to be on the disk before it takes the old one's place.
            if path.ends_with(MANIFEST) { file.sync_all() } else { Ok(()) }
        };
        write().and_then(|()| fs::rename(&unfinished, path)).map_err(|error| {
            Diagnostic::io("write", path, &error)
                .hint("every page in the folder is whole; build again to finish once the cause is gone")
        })
    }

    fn end(self) -> Result<(), Diagnostic> {
        self.remove()
    }

    fn remove(&self) -> Result<(), Diagnostic> {
        match fs::remove_dir_all(&self.0) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Diagnostic::io("delete", &self.0, &error)),
            _ => Ok(()),
        }
    }
}

/// What stands where an entry belongs.
enum Found {
    Missing,
    Same,
    Different,
}

fn read_manifest(state: &Path) -> Result<Manifest, Diagnostic> {
    let path = state.join(MANIFEST);
    match fs::read_to_string(&path) {
        Ok(text) => Manifest::parse(&text).map_err(|line| {
            Diagnostic::new(format!("line {line} of {} is not what this program wrote", path.display()))
                .hint("remove that file and build with --force; pages that are no longer part of the site then stay")
        }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Manifest::default()),
        Err(error) => Err(Diagnostic::io("read", &path, &error)),
    }
}

fn symbolic_link(path: &Path) -> Diagnostic {
    let message = format!("{} is a symbolic link, and pages written through it would end up elsewhere", path.display());
    Diagnostic::new(message).hint("replace the link by a folder, or choose another output folder")
}

fn in_the_way(path: &Path, what: &str) -> Diagnostic {
    Diagnostic::new(format!("{what} that this program did not write is in the way: {}", path.display()))
        .hint("move it elsewhere, choose another output folder, or replace files of others with --force")
}

/// All folders of some paths, from the outermost in.
fn folders_of<'a>(paths: impl Iterator<Item = &'a str>) -> BTreeSet<&'a str> {
    let mut folders = BTreeSet::new();
    for path in paths {
        let mut end = path.len();
        while let Some(slash) = path[..end].rfind('/') {
            if !folders.insert(&path[..slash]) {
                break;
            }
            end = slash;
        }
    }
    folders
}

fn lock(state: &Path) -> Result<File, Diagnostic> {
    let path = state.join(LOCK);
    let file = File::create(&path).map_err(|error| Diagnostic::io("create", &path, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(Diagnostic::new("another build is writing into this folder").hint("wait until it is done"))
        }
        Err(TryLockError::Error(error)) => Err(Diagnostic::io("lock", &path, &error)),
    }
}

/// A path without links and `..`, of which the last parts may not exist yet.
fn absolute(path: &Path) -> Result<PathBuf, Diagnostic> {
    let fail = |error: &io::Error| Diagnostic::io("find", path, error);
    let path = std::path::absolute(path).map_err(|error| fail(&error))?;
    let mut missing = Vec::new();
    let mut existing = path.as_path();
    loop {
        match fs::canonicalize(existing) {
            Ok(found) => return Ok(missing.iter().rev().fold(found, |path, part| path.join(part))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => match (existing.parent(), existing.file_name()) {
                (Some(parent), Some(name)) => {
                    missing.push(name);
                    existing = parent;
                }
                _ => return Err(fail(&error).hint("name the output folder without `..`")),
            },
            Err(error) => return Err(fail(&error)),
        }
    }
}

/// Turns away folders in which a website would end up among files that matter.
fn refuse_dangerous(folder: &Path, root: &Path, sources: &[&str]) -> Result<(), Diagnostic> {
    let root = absolute(root)?;
    let refuse = |what: &str| {
        Err(Diagnostic::new(format!("{} {what}, so no website is written there", folder.display()))
            .hint("choose a folder of its own, such as `public`"))
    };
    if folder.exists() && !folder.is_dir() {
        return refuse("is not a folder");
    }
    if folder == root {
        return refuse("is the folder of the site itself");
    }
    if root.starts_with(folder) {
        return refuse("holds the folder of the site");
    }
    if sources.iter().any(|source| absolute(&root.join(source)).is_ok_and(|source| folder.starts_with(source))) {
        return refuse("holds what the site is made from");
    }
    if folder.iter().any(|part| part == ".git") {
        return refuse("belongs to git");
    }
    if let Some(home) = std::env::home_dir().and_then(|home| fs::canonicalize(home).ok())
        && home.starts_with(folder)
    {
        return refuse(if home == folder { "is your home folder" } else { "holds your home folder" });
    }
    Ok(())
}
