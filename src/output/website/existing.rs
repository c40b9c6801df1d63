//! The folder of a website as a build finds it.

use std::io;
use std::path::{Path, PathBuf};

use super::digest::Digest;
use super::manifest::{Flaw, Manifest};
use super::stamp::Stamp;
use crate::diagnostic::Diagnostic;
use crate::output::guard::symbolic_link;
use crate::output::open_folder::{Entry, EntryKind, OpenFolder, if_there};

/// The folder inside the website in which the writer keeps its manifest, its stamp, its lock and the pages it is about
/// to put in place.
pub const STATE_FOLDER: &str = ".pageturner";

/// The name of the manifest in the writer's own folder.
pub(super) const MANIFEST: &str = "manifest";

/// The folder of a website, and what the last build wrote into it.
#[derive(Debug)]
pub(super) struct Existing {
    path: PathBuf,
    /// The folder, if it exists.
    root: Option<OpenFolder>,
    pub(super) manifest: Manifest,
    /// The stamp of the last build, if that was finished and wrote this manifest.
    pub(super) stamp: Option<Stamp>,
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
        let stamp = state.as_ref().and_then(Stamp::read).filter(|stamp| stamp.manifest == manifest.checksum());
        Ok(Self { path: path.to_owned(), root, manifest, stamp })
    }

    /// Returns where a path of the website is, for messages.
    pub(super) fn place(&self, path: &str) -> PathBuf {
        self.path.join(path)
    }

    /// Opens a folder of the website, if there is one.
    pub(super) fn folder(&self, path: &str) -> io::Result<Option<OpenFolder>> {
        self.root.as_ref().map_or(Ok(None), |root| if_there(root.folder(path)))
    }

    /// Returns whether something in the website lies on another file system, where nothing can be moved to.
    pub(super) fn is_on_other_file_system(&self, entry: &Entry) -> bool {
        let own = self.root.as_ref().and_then(|root| root.entry(".").ok().flatten());
        own.is_some_and(|own| own.device != entry.device)
    }

    /// Returns the content of a file, if it is as the last build left it by what its metadata says.
    pub(super) fn left(&self, path: &str, entry: &Entry) -> Option<Digest> {
        let stamp = self.stamp.as_ref()?;
        self.manifest.digests(path).next().filter(|digest| stamp.covers(entry, digest.length))
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
pub(super) fn read_manifest(state: &OpenFolder) -> Result<Option<Manifest>, Diagnostic> {
    let read =
        state.open_file(MANIFEST).map_err(Flaw::Unreadable).and_then(|file| file.map(Manifest::read).transpose());
    read.map_err(|flaw| flaw.describe(&state.path().join(MANIFEST)))
}
