//! The folder of a website as a build finds it.

use std::io;
use std::path::{Path, PathBuf};

use super::digest::Digest;
use super::manifest::Manifest;
use crate::diagnostic::Diagnostic;
use crate::output::guard::{in_the_way, other_file_system, symbolic_link};
use crate::output::open_folder::{Entry, EntryKind, OpenFolder, Time, if_there};
use crate::output::paths::with_ancestors;
use crate::plan::split;

/// The folder inside the website in which the writer keeps its manifest, its lock and the pages it is about to put in
/// place.
pub const STATE_FOLDER: &str = ".pageturner";

/// The name of the manifest in the writer's own folder.
pub(super) const MANIFEST: &str = "manifest";

/// The folder of a website, and what the last build wrote into it.
#[derive(Debug)]
pub(super) struct Existing {
    path: PathBuf,
    /// The folder, if it exists.
    root: Option<OpenFolder>,
    /// The file system that it lies on: nothing can be moved to another one.
    device: Option<u64>,
    pub(super) manifest: Manifest,
    /// When the manifest was written. A build that is finished does so last of all, so a file with a later time was
    /// changed since. Times have the steps of the file system, some milliseconds on many: a change in the very step of
    /// the manifest that keeps the length of a file is not seen.
    written: Option<Time>,
}

impl Existing {
    /// Reads what is remembered. With `force` a manifest that cannot be used counts as none.
    ///
    /// # Errors
    ///
    /// When it cannot be read, or is not what this program wrote.
    pub(super) fn read(path: &Path, root: Option<OpenFolder>, force: bool) -> Result<Self, Diagnostic> {
        let state = root.as_ref().map(open_state).transpose()?.flatten();
        let manifest = match state.as_ref().map(read_manifest).transpose() {
            Err(_) if force => Manifest::default(),
            manifest => manifest?.flatten().unwrap_or_default(),
        };
        let written = state.as_ref().and_then(|state| state.entry(MANIFEST).ok()?).map(|entry| entry.changed);
        let device = root.as_ref().and_then(|root| root.entry(".").ok()?).map(|entry| entry.device);
        Ok(Self { path: path.to_owned(), root, device, manifest, written })
    }

    /// Returns where a path of the website is, for messages.
    pub(super) fn place(&self, path: &str) -> PathBuf {
        self.path.join(path)
    }

    /// Opens a folder of the website, if there is one.
    pub(super) fn folder(&self, path: &str) -> io::Result<Option<OpenFolder>> {
        self.root.as_ref().map_or(Ok(None), |root| if_there(root.folder(path)))
    }

    /// Opens a folder of the website for pages. Returns nothing if there is none, but can be one.
    ///
    /// # Errors
    ///
    /// When something else stands in its place, or in that of a folder that it lies in.
    pub(super) fn folder_for_pages(&self, path: &str, force: bool) -> Result<Option<OpenFolder>, Diagnostic> {
        let Some(mut folder) = self.root.clone() else { return Ok(None) };
        for path in with_ancestors(path) {
            let (_, name) = split(path);
            let fail = |error| Diagnostic::io("look at", &self.place(path), &error);
            let Some(entry) = folder.entry(name).map_err(fail)? else { return Ok(None) };
            match entry.kind {
                EntryKind::Folder if self.device != Some(entry.device) => {
                    return Err(other_file_system(&self.place(path)));
                }
                EntryKind::Folder => folder = folder.folder(name).map_err(fail)?,
                EntryKind::Link => return Err(symbolic_link(&self.place(path))),
                _ if self.make_room((&folder, name, path), force, false).map_err(fail)? => return Ok(None),
                _ => return Err(in_the_way(&self.place(path), "a file")),
            }
        }
        Ok(Some(folder))
    }

    /// Returns whether the last build was finished and left something as it is, by what its metadata says: a file into
    /// which it wrote so many bytes.
    pub(super) fn is_left(&self, entry: &Entry, length: u64) -> bool {
        let is_older = self.written.is_some_and(|written| entry.changed <= written);
        self.manifest.finished.is_some() && is_older && entry.kind == EntryKind::File && entry.length == length
    }

    /// Returns the content of a file, if the last build left it as it is.
    pub(super) fn left(&self, path: &str, entry: &Entry) -> Option<Digest> {
        self.manifest.digests(path).next().filter(|digest| self.is_left(entry, digest.length))
    }

    /// Returns whether what stands under a name in a folder holds what the writer wrote into the file with this path.
    pub(super) fn is_own(&self, folder: &OpenFolder, name: &str, path: &str, entry: &Entry) -> io::Result<bool> {
        if self.left(path, entry).is_some() {
            return Ok(true);
        }
        let is_possible = self.manifest.digests(path).any(|known| known.length == entry.length);
        if entry.kind != EntryKind::File || !is_possible {
            return Ok(false);
        }
        let Some(bytes) = folder.open_file(name)? else { return Ok(false) };
        let digest = Digest::read(bytes)?;
        Ok(self.manifest.digests(path).any(|known| known == digest))
    }

    /// Returns whether what stands under a name in a folder may make room for something else, and removes it if that
    /// is asked for. `path` is its path on the website.
    ///
    /// A file may that the writer wrote, or anything that is no folder with force; a folder, if each file in it is one
    /// that the writer wrote, and each folder in it is one where it had files, or any with force.
    pub(super) fn make_room(&self, at: (&OpenFolder, &str, &str), force: bool, remove: bool) -> io::Result<bool> {
        let (folder, name, path) = at;
        let Some(entry) = folder.entry(name)? else { return Ok(true) };
        if entry.kind == EntryKind::Folder {
            return self.empty(at, force, remove);
        }
        let may_go = force || self.is_own(folder, name, path, &entry)?;
        if may_go && remove {
            folder.remove_file(name)?;
        }
        Ok(may_go)
    }

    fn empty(&self, (folder, name, path): (&OpenFolder, &str, &str), force: bool, remove: bool) -> io::Result<bool> {
        let inner = folder.folder(name)?;
        let names = inner.names()?;
        let mut may_go = force || !names.is_empty() || self.manifest.has_below(path);
        for name in names {
            let Some(name) = name.to_str() else { return Ok(false) };
            let path = format!("{path}/{name}");
            let is_folder = inner.entry(name)?.is_some_and(|entry| entry.kind == EntryKind::Folder);
            // Not even force empties a folder.
            may_go = may_go && self.make_room((&inner, name, &path), force && is_folder, remove)?;
        }
        if may_go && remove {
            folder.remove_folder(name)?;
        }
        Ok(may_go)
    }
}

/// Opens the writer's own folder in that of the website, if there is one.
pub(super) fn open_state(root: &OpenFolder) -> Result<Option<OpenFolder>, Diagnostic> {
    let path = root.path().join(STATE_FOLDER);
    let fail = |error| Diagnostic::io("open", &path, &error);
    match root.entry(STATE_FOLDER).map_err(fail)?.map(|entry| entry.kind) {
        None => Ok(None),
        Some(EntryKind::Folder) => root.folder(STATE_FOLDER).map(Some).map_err(fail),
        Some(EntryKind::Link) => Err(symbolic_link(&path)),
        Some(_) => {
            Err(Diagnostic::new(format!("{} is not a folder", path.display())).hint("remove it, and build again"))
        }
    }
}

/// Reads the manifest in the writer's own folder, if there is one.
fn read_manifest(state: &OpenFolder) -> Result<Option<Manifest>, Diagnostic> {
    let path = state.path().join(MANIFEST);
    let file = state.open_file(MANIFEST).map_err(|error| Diagnostic::io("read", &path, &error))?;
    file.map(|file| Manifest::read(file, &path)).transpose()
}
