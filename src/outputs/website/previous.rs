//! The folder of a website as the last build left it.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::manifest::{Digest, Line, Manifest, UNFINISHED};
use crate::ground::diagnostic::{Diagnostic, OrCannot};
use crate::outputs::disk::guard::{in_the_way, other_file_system, symbolic_link, what_it_holds, with_ancestors};
use crate::outputs::disk::open_folder::{Entry, EntryKind, OpenFolder, Time, if_there};
use crate::pages::plan::split;

/// The folder inside the website that contains the writer's manifest, its lock, and the files that are not in place
/// yet.
pub const STATE_FOLDER: &str = ".pageturner";

pub(super) const MANIFEST: &str = "manifest";

#[derive(Debug, Default)]
pub(super) struct PreviousBuild {
    path: PathBuf,
    pub(super) root: Option<OpenFolder>,
    /// The file system of the folder. Files cannot be moved to another file system.
    device: Option<u64>,
    pub(super) state: Option<OpenFolder>,
    pub(super) manifest: Manifest,
    /// The time at which the manifest was written. A complete build writes it last, so a file with a later time was
    /// changed since. File systems round times, many of them to milliseconds; a change within the same millisecond goes
    /// unnoticed if it keeps the length.
    written: Option<Time>,
    /// If `true`, foreign files can be replaced.
    pub(super) force: bool,
}

impl PreviousBuild {
    /// Opens a folder without reading its manifest.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder cannot be read, or if something other than a folder is where the writer's own
    /// folder belongs.
    pub(super) fn open(path: &Path) -> Result<Self, Diagnostic> {
        let mut previous = Self { path: path.to_owned(), ..Self::default() };
        let Some(root) = if_there(OpenFolder::open(path)).or_cannot("open", path)? else { return Ok(previous) };
        previous.device = root.entry(".").or_cannot("open", path)?.map(|entry| entry.device);
        previous.state = open_state(&root, path)?;
        previous.root = Some(root);
        let manifest =
            previous.state.as_ref().map_or(Ok(None), |state| state.entry(MANIFEST)).or_cannot("open", path)?;
        previous.written = manifest.map(|entry| entry.changed);
        Ok(previous)
    }

    /// Opens a folder and reads its manifest. With `force`, ignores a manifest that is not valid.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder or the manifest cannot be read, or if this program did not write the manifest.
    pub(super) fn read(path: &Path, force: bool) -> Result<Self, Diagnostic> {
        let mut previous = Self { force, ..Self::open(path)? };
        match previous.read_manifest() {
            Err(_) if force => {}
            manifest => previous.manifest = manifest?,
        }
        Ok(previous)
    }

    fn read_manifest(&self) -> Result<Manifest, Diagnostic> {
        let path = self.path.join(STATE_FOLDER).join(MANIFEST);
        let file = self.state.as_ref().map_or(Ok(None), |state| state.open_file(MANIFEST)).or_cannot("read", &path)?;
        let Some(mut file) = file else { return Ok(Manifest::default()) };
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).or_cannot("read", &path)?;
        Manifest::read(&String::from_utf8(bytes).unwrap_or_default(), &path)
    }

    /// Checks that the folder is empty if no build has written into it. A mistyped path often leads to a folder with
    /// other files.
    pub(super) fn check_not_foreign(&self) -> Result<(), Diagnostic> {
        let (path, Some(root)) = (self.path.display(), &self.root) else { return Ok(()) };
        let names = root.names().or_cannot("read", &self.path)?;
        // A build writes its manifest before the first page, so even a build that was killed early has left one.
        let Some(what) = what_it_holds(names).filter(|_| self.written.is_none()) else { return Ok(()) };
        Err(Diagnostic::new(format!("no build has written into {path}, but {what}"))
            .hint("choose another output folder, or build with --force once to write the website there anyway"))
    }

    pub(super) fn place(&self, path: &str) -> PathBuf {
        self.path.join(path)
    }

    pub(super) fn folder(&self, path: &str) -> io::Result<Option<OpenFolder>> {
        self.root.as_ref().map_or(Ok(None), |root| if_there(root.folder(path)))
    }

    /// Opens a folder of the website. Returns `None` if the folder does not exist but can be created.
    ///
    /// # Errors
    ///
    /// Returns an error if something other than a folder is at its path, or at the path of a folder around it.
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
                _ if self.make_room(&folder, path, self.force, false).map_err(fail)? => return Ok(None),
                _ => return Err(in_the_way(&self.place(path), "a file")),
            }
        }
        Ok(Some(folder))
    }

    /// Returns whether a folder contains a file with this content.
    ///
    /// # Errors
    ///
    /// Returns an error if the file must not replace the entry at this path.
    pub(super) fn holds(&self, folder: &OpenFolder, path: &str, digest: Digest) -> Result<bool, Diagnostic> {
        let fail = |error: io::Error| Diagnostic::io("read", &self.place(path), &error);
        let Some(entry) = folder.entry(split(path).1).map_err(fail)? else { return Ok(false) };
        match entry.kind {
            EntryKind::Folder if self.make_room(folder, path, self.force, false).map_err(fail)? => Ok(false),
            EntryKind::Folder => Err(in_the_way(&self.place(path), "a folder")),
            EntryKind::File if self.content(folder, path, &entry).map_err(fail)? == Some(digest) => Ok(true),
            kind if self.is_replaceable(path, kind) => Ok(false),
            EntryKind::Link => Err(in_the_way(&self.place(path), "a link")),
            _ => Err(in_the_way(&self.place(path), "a file")),
        }
    }

    /// Returns whether a file may replace the entry at a path, which is not a folder. A file that the writer wrote may
    /// be replaced, even if a user has changed it.
    pub(super) fn is_replaceable(&self, path: &str, kind: EntryKind) -> bool {
        self.force || kind == EntryKind::File && !self.manifest.lines_of(path).is_empty()
    }

    /// Returns whether the last build was complete and, according to its metadata, the file of a line is unchanged.
    pub(super) fn is_left(&self, entry: &Entry, line: &Line) -> bool {
        let is_older = self.written.is_some_and(|written| entry.changed <= written);
        let is_finished = self.manifest.made_from != UNFINISHED;
        is_finished && is_older && entry.kind == EntryKind::File && entry.length == line.digest.length
    }

    /// Returns the digest of an entry, if it is a file. Reads the file only if its metadata does not suffice.
    fn content(&self, folder: &OpenFolder, path: &str, entry: &Entry) -> io::Result<Option<Digest>> {
        match self.manifest.lines_of(path) {
            _ if entry.kind != EntryKind::File => Ok(None),
            [line] if self.is_left(entry, line) => Ok(Some(line.digest)),
            _ => folder.open_file(split(path).1)?.map(Digest::read).transpose(),
        }
    }

    pub(super) fn is_own(&self, folder: &OpenFolder, path: &str, entry: &Entry) -> io::Result<bool> {
        let lines = self.manifest.lines_of(path);
        let content = if lines.is_empty() { None } else { self.content(folder, path, entry)? };
        Ok(lines.iter().any(|line| Some(line.digest) == content))
    }

    /// Returns whether the entry at a path may make room for another one. If `remove` is `true`, also removes this
    /// entry.
    ///
    /// A file may make room if the writer wrote it. A folder may make room if the writer wrote every file in it, and
    /// every folder in it contains such files. With `force`, any other entry that is not a folder and any empty folder
    /// may also make room.
    pub(super) fn make_room(&self, folder: &OpenFolder, path: &str, force: bool, remove: bool) -> io::Result<bool> {
        let (_, name) = split(path);
        let Some(entry) = folder.entry(name)? else { return Ok(true) };
        if entry.kind != EntryKind::Folder {
            let may_go = force || self.is_own(folder, path, &entry)?;
            return if may_go && remove { folder.remove_file(name).map(|()| true) } else { Ok(may_go) };
        }
        let inner = folder.folder(name)?;
        let names = inner.names()?;
        if names.is_empty() && !self.force && !self.manifest.has_below(path) {
            return Ok(false);
        }
        for name in names {
            let Some(name) = name.to_str() else { return Ok(false) };
            // Even with force, foreign files in a folder stay.
            if !self.make_room(&inner, &format!("{path}/{name}"), false, remove)? {
                return Ok(false);
            }
        }
        if remove { folder.remove_folder(name).map(|()| true) } else { Ok(true) }
    }
}

pub(super) fn open_state(root: &OpenFolder, path: &Path) -> Result<Option<OpenFolder>, Diagnostic> {
    let path = path.join(STATE_FOLDER);
    match root.entry(STATE_FOLDER).or_cannot("open", &path)?.map(|entry| entry.kind) {
        None => Ok(None),
        Some(EntryKind::Folder) => root.folder(STATE_FOLDER).map(Some).or_cannot("open", &path),
        Some(EntryKind::Link) => Err(symbolic_link(&path)),
        Some(_) => {
            Err(Diagnostic::new(format!("{} is not a folder", path.display())).hint("remove it and build again"))
        }
    }
}
