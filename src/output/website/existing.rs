//! The folder of a website as a build finds it.

use std::io;
use std::iter;
use std::path::{Path, PathBuf};

use super::digest::Digest;
use super::manifest::Manifest;
use crate::diagnostic::Diagnostic;
use crate::output::guard::{folder_in_the_way, in_the_way, other_file_system, symbolic_link};
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
    /// Whether what others put into the folder may be replaced.
    pub(super) force: bool,
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
        Ok(Self { path: path.to_owned(), root, device, manifest, written, force })
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
    pub(super) fn folder_for_pages(&self, path: &str) -> Result<Option<OpenFolder>, Diagnostic> {
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
                _ if self.can_make_room(&folder, path).map_err(fail)? => return Ok(None),
                _ => return Err(in_the_way(&self.place(path), "a file")),
            }
        }
        Ok(Some(folder))
    }

    /// Returns whether a folder holds a file with this content under its path on the website.
    ///
    /// # Errors
    ///
    /// When something else is there that must not be replaced by such a file.
    pub(super) fn holds(&self, folder: &OpenFolder, path: &str, digest: Digest) -> Result<bool, Diagnostic> {
        let fail = |error: io::Error| Diagnostic::io("read", &self.place(path), &error);
        let Some(entry) = folder.entry(split(path).1).map_err(fail)? else { return Ok(false) };
        if entry.kind == EntryKind::Folder {
            let can_go = self.can_make_room(folder, path).map_err(fail)?;
            return if can_go { Ok(false) } else { Err(folder_in_the_way(&self.place(path))) };
        }
        if self.is_one_of(folder, path, &entry, iter::once(digest)).map_err(fail)? {
            return Ok(true);
        }
        match entry.kind {
            kind if self.is_replaceable(path, kind) => Ok(false),
            EntryKind::Link => Err(in_the_way(&self.place(path), "a link")),
            _ => Err(in_the_way(&self.place(path), "a file")),
        }
    }

    /// Returns whether what stands at a path and is no folder may be replaced by a file: a generated page may that
    /// somebody changed.
    pub(super) fn is_replaceable(&self, path: &str, kind: EntryKind) -> bool {
        self.force || kind == EntryKind::File && !self.manifest.lines(path).is_empty()
    }

    /// Returns whether the last build was finished and left something as it is, by what its metadata says: a file into
    /// which it wrote so many bytes.
    pub(super) fn is_left(&self, entry: &Entry, length: u64) -> bool {
        let is_older = self.written.is_some_and(|written| entry.changed <= written);
        self.manifest.finished.is_some() && is_older && entry.kind == EntryKind::File && entry.length == length
    }

    /// Returns whether what stands at a path of the website holds what the writer wrote there.
    pub(super) fn is_own(&self, folder: &OpenFolder, path: &str, entry: &Entry) -> io::Result<bool> {
        self.is_one_of(folder, path, entry, self.manifest.digests(path))
    }

    /// Returns whether what stands at a path is a file with one of some contents. It is read only where the last build
    /// cannot tell.
    fn is_one_of(
        &self,
        folder: &OpenFolder,
        path: &str,
        entry: &Entry,
        contents: impl Iterator<Item = Digest>,
    ) -> io::Result<bool> {
        let mut possible = contents.filter(|content| content.length == entry.length).peekable();
        if entry.kind != EntryKind::File || possible.peek().is_none() {
            return Ok(false);
        }
        let left = self.manifest.digests(path).next().filter(|known| self.is_left(entry, known.length));
        let read = || folder.open_file(split(path).1)?.map(Digest::read).transpose();
        let content = left.map_or_else(read, |left| Ok(Some(left)))?;
        Ok(possible.any(|possible| Some(possible) == content))
    }

    /// Returns whether what stands at a path may make room for something else.
    ///
    /// A file may that the writer wrote, or anything that is no folder with force; a folder, if each file in it is one
    /// that the writer wrote, and each folder in it is one where it had files, or any with force.
    pub(super) fn can_make_room(&self, folder: &OpenFolder, path: &str) -> io::Result<bool> {
        self.room(folder, path, self.force, false)
    }

    /// Removes what stands at a path if it may make room. Returns whether it may.
    pub(super) fn make_room(&self, folder: &OpenFolder, path: &str) -> io::Result<bool> {
        self.room(folder, path, self.force, true)
    }

    fn room(&self, folder: &OpenFolder, path: &str, force: bool, remove: bool) -> io::Result<bool> {
        let (_, name) = split(path);
        let Some(entry) = folder.entry(name)? else { return Ok(true) };
        let is_folder = entry.kind == EntryKind::Folder;
        let may_go = if is_folder {
            self.empty(&folder.folder(name)?, path, force, remove)?
        } else {
            force || self.is_own(folder, path, &entry)?
        };
        match is_folder {
            _ if !(may_go && remove) => {}
            true => folder.remove_folder(name)?,
            false => folder.remove_file(name)?,
        }
        Ok(may_go)
    }

    fn empty(&self, folder: &OpenFolder, path: &str, force: bool, remove: bool) -> io::Result<bool> {
        let names = folder.names()?;
        let mut may_go = force || !names.is_empty() || self.manifest.has_below(path);
        for name in names {
            let Some(name) = name.to_str() else { return Ok(false) };
            let is_folder = folder.entry(name)?.is_some_and(|entry| entry.kind == EntryKind::Folder);
            // Not even force empties a folder.
            may_go = may_go && self.room(folder, &format!("{path}/{name}"), force && is_folder, remove)?;
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
