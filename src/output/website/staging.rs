//! The staging folder, in which files are written before they are put in place whole.
//!
//! It lies in the writer's own folder, so on the file system of the website, and is a tree like that of the website: a
//! folder that is new to the website is put in place with all its files by one rename.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::{LOCK, STATE_FOLDER, Website};
use crate::diagnostic::Diagnostic;
use crate::output::FileId;
use crate::output::guard::symbolic_link;
use crate::output::interrupt::AtWork;
use crate::output::open_folder::{EntryKind, OpenFolder};
use crate::plan::split;

/// The staging folder, in the writer's own folder.
pub(super) const FOLDER: &str = "unfinished";
/// The tree of staged files, below the staging folder.
const TREE: &str = "site";
/// What had to make room, below the staging folder.
const ASIDE: &str = "aside";
/// A file of the writer's own, below the staging folder.
const OWN: &str = "own";

/// How many files all threads have open at a time. Some systems allow 256.
const MOST_OPEN_FILES: usize = 128;
/// How many files a thread creates at most before it writes them.
const AT_ONCE: usize = 64;
/// How many files a batch should have before their folder is locked for them.
const READY: usize = 16;
/// How many bytes a batch may have before it waits for the lock.
const FULL: usize = 1 << 18;

/// The right to change a website, which one build has at a time, and the place where it makes files. What is left there
/// is removed when it is dropped.
#[derive(Debug)]
pub(super) struct Staging<'a> {
    website: &'a Website,
    state: OpenFolder,
    folder: OpenFolder,
    tree: OpenFolder,
    aside: OpenFolder,
    /// How many files a thread has open at a time.
    open_files: usize,
    /// Whether this build made the writer's own folder, or nothing needs it any more, and which others it made for it,
    /// the outermost first. They go again unless it changes something.
    made_state: bool,
    made: Vec<PathBuf>,
    lock: File,
    _at_work: AtWork,
}

impl<'a> Staging<'a> {
    /// Locks a website and removes what a build left that was killed. `made` are the folders that this build made so
    /// far, the outermost first.
    pub(super) fn begin(website: &'a Website, made: Vec<PathBuf>) -> Result<Self, Diagnostic> {
        let root = website.opened("").map_err(|error| Diagnostic::io("open", &website.folder, &error))?;
        let at = root.path().join(STATE_FOLDER);
        let made_state = root.entry(STATE_FOLDER).is_ok_and(|entry| entry.is_none());
        let state = root.make_folder(STATE_FOLDER).map_err(|error| Diagnostic::io("create", &at, &error))?;
        let lock = lock(&state)?;
        let at_work = AtWork::begin();
        let path = at.join(FOLDER);
        let fail = |action: &str, error: &io::Error| Diagnostic::io(action, &path, error);
        state.remove_all(FOLDER).map_err(|error| fail("delete", &error))?;
        let staging_folders = || {
            let folder = state.make_folder(FOLDER)?;
            Ok((folder.make_folder(TREE)?, folder.make_folder(ASIDE)?, folder))
        };
        let (tree, aside, folder) = staging_folders().map_err(|error| fail("create", &error))?;
        let open_files = (MOST_OPEN_FILES / rayon::current_num_threads()).clamp(1, AT_ONCE);
        Ok(Self { website, state, folder, tree, aside, open_files, made_state, made, lock, _at_work: at_work })
    }

    /// Returns the tree of staged files.
    pub(super) fn tree(&self) -> &OpenFolder {
        &self.tree
    }

    /// Returns the folder for what had to make room.
    pub(super) fn aside(&self) -> &OpenFolder {
        &self.aside
    }

    /// Returns the file by which the website is locked.
    pub(super) fn lock(&self) -> &File {
        &self.lock
    }

    /// Writes the files of a batch here, which is empty then. `lock` is that of their folder.
    ///
    /// # Errors
    ///
    /// The first file that cannot be written.
    pub(super) fn write(&self, batch: &mut Batch, lock: &FolderLock) -> Result<(), (FileId, Diagnostic)> {
        let Batch { files, paths, bytes, created, folder } = &mut *batch;
        let fail = |file: &Rendered, error: &io::Error| {
            (file.id, cannot_write(self.website, &paths[file.path.clone()], error))
        };
        let Some(first) = files.first() else { return Ok(()) };
        if folder.is_none() {
            let made = self.tree.make_folder(split(&paths[first.path.clone()]).0);
            *folder = Some(made.map_err(|error| fail(first, &error))?);
        }
        let Some(folder) = folder else { unreachable!("it was just made") };
        for files in files.chunks(self.open_files) {
            {
                let _held = lock.0.lock().unwrap_or_else(PoisonError::into_inner);
                created.extend(files.iter().map(|file| folder.create_file(split(&paths[file.path.clone()]).1)));
            }
            for (file, created) in files.iter().zip(created.drain(..)) {
                let written = created.and_then(|mut created| created.write_all(&bytes[file.bytes.clone()]));
                written.map_err(|error| fail(file, &error))?;
            }
        }
        batch.clear();
        Ok(())
    }

    /// Creates a file here that is written a piece at a time.
    pub(super) fn create(&self, path: &str) -> Result<File, Diagnostic> {
        let (folder, name) = split(path);
        let created = self.tree.make_folder(folder).and_then(|folder| folder.create_file(name));
        created.map_err(|error| cannot_write(self.website, path, &error))
    }

    /// Removes a file that was written here.
    pub(super) fn discard(&self, path: &str) -> Result<(), Diagnostic> {
        let (folder, name) = split(path);
        let removed = self.tree.folder(folder).and_then(|folder| folder.remove_file(name));
        removed.map_err(|error| Diagnostic::io("delete", &self.tree.path().join(path), &error))
    }

    /// Keeps the folders that were made for this build: from now on it changes the website.
    pub(super) fn keep_folders(&mut self) {
        self.made_state = false;
        self.made.clear();
    }

    /// Lets the writer's own folder go with the lock: the website has no more files.
    pub(super) fn leave(mut self) {
        self.made_state = true;
    }

    /// Waits until all that was written is on the disk.
    pub(super) fn sync(&self) -> Result<(), Diagnostic> {
        self.state.sync().map_err(|error| Diagnostic::io("write", self.state.path(), &error))
    }

    /// Writes a file of the writer's own and puts it in place.
    pub(super) fn put_own(
        &self,
        name: &str,
        write: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> Result<(), Diagnostic> {
        let written = self.folder.remove_file(OWN).and_then(|()| self.folder.create_file(OWN));
        let written = written.and_then(|mut file| write(&mut file));
        let put = written.and_then(|()| self.folder.replace(OWN, &self.state, name));
        put.map_err(|error| Diagnostic::io("write", &self.state.path().join(name), &error).hint(WHOLE))
    }

    /// Removes a file of the writer's own.
    pub(super) fn remove_own(&self, name: &str) -> Result<(), Diagnostic> {
        self.state.remove_file(name).map_err(|error| Diagnostic::io("delete", &self.state.path().join(name), &error))
    }
}

/// What holds for a website that could not be written to its end.
const WHOLE: &str = "every page in the folder is whole; build again to finish once the cause is gone";

impl Drop for Staging<'_> {
    fn drop(&mut self) {
        // What cannot be removed now is removed by the next build.
        let _ = self.state.remove_all(FOLDER);
        if self.made_state {
            let _ = self.state.remove_file(LOCK);
            let _ = self.website.opened("").and_then(|root| root.remove_folder(STATE_FOLDER));
        }
        for folder in self.made.iter().rev() {
            let _ = fs::remove_dir(folder);
        }
        // A process that another thread is just starting may have it open, too, which closing would not help against.
        let _ = self.lock.unlock();
    }
}

/// What a thread holds while it creates files in a folder.
///
/// The kernel locks a folder, too, while it creates a file in it. Threads that only had that lock would wait for each
/// other at each file; with this one, one thread creates some files while the others render.
#[derive(Debug, Default)]
pub(super) struct FolderLock(Mutex<()>);

impl FolderLock {
    /// Returns whether no thread holds it.
    pub(super) fn is_free(&self) -> bool {
        self.0.try_lock().is_ok()
    }
}

/// Files of one folder that are rendered, and will be staged together.
#[derive(Debug, Default)]
pub(super) struct Batch {
    files: Vec<Rendered>,
    /// The paths of all of them, one after the other.
    paths: String,
    /// The bytes of all of them, and of the one that is being looked at.
    bytes: Vec<u8>,
    created: Vec<io::Result<File>>,
    /// The folder in which they are staged, once it is made.
    folder: Option<OpenFolder>,
}

/// A file of a batch.
#[derive(Debug)]
struct Rendered {
    id: FileId,
    path: Range<usize>,
    bytes: Range<usize>,
}

impl Batch {
    /// Returns whether there are enough files to lock their folder for them.
    pub(super) fn is_ready(&self) -> bool {
        self.files.len() >= READY
    }

    /// Returns whether the files ought to wait no longer.
    pub(super) fn is_full(&self) -> bool {
        self.bytes.len() >= FULL
    }

    /// Returns where the bytes of the next file are to be appended.
    pub(super) fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }

    /// Returns the bytes that were appended since the last file was added.
    pub(super) fn next(&self) -> &[u8] {
        &self.bytes[self.end()..]
    }

    /// Adds the file whose bytes were appended.
    pub(super) fn add(&mut self, id: FileId, path: &str) {
        let (start, bytes) = (self.paths.len(), self.end()..self.bytes.len());
        self.paths.push_str(path);
        self.files.push(Rendered { id, path: start..self.paths.len(), bytes });
    }

    /// Removes the bytes that were appended since the last file was added.
    pub(super) fn discard(&mut self) {
        self.bytes.truncate(self.end());
    }

    /// Begins with the files of another folder.
    pub(super) fn leave_folder(&mut self) {
        self.folder = None;
    }

    /// Removes everything.
    pub(super) fn clear(&mut self) {
        self.files.clear();
        self.paths.clear();
        self.bytes.clear();
        self.created.clear();
    }

    fn end(&self) -> usize {
        self.files.last().map_or(0, |last| last.bytes.end)
    }
}

/// Returns what is to be told of a file that cannot be staged, by its path on the website.
fn cannot_write(website: &Website, path: &str, error: &io::Error) -> Diagnostic {
    Diagnostic::io("write", &website.folder.join(path), error)
        .hint("nothing was changed; build again once the cause is gone")
}

/// Locks the writer's own folder.
fn lock(state: &OpenFolder) -> Result<File, Diagnostic> {
    let path = state.path().join(LOCK);
    let file = open_lock(state, &path)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let message = format!("another build is writing into {}", state.path().parent().unwrap_or(&path).display());
            return Err(Diagnostic::new(message).hint("wait until it is done"));
        }
        Err(TryLockError::Error(error)) => return Err(Diagnostic::io("lock", &path, &error)),
    }
    // The build that had it locked may have removed it before it ended.
    if state.is_same_file(LOCK, &file) { Ok(file) } else { Err(super::has_just_changed()) }
}

fn open_lock(state: &OpenFolder, path: &Path) -> Result<File, Diagnostic> {
    state.open_lock(LOCK).map_err(|error| match state.entry(LOCK) {
        Ok(Some(entry)) if entry.kind == EntryKind::Link => symbolic_link(path),
        Ok(Some(entry)) if !entry.is_file() => {
            Diagnostic::new(format!("{} is no regular file", path.display())).hint("remove it, and build again")
        }
        _ => Diagnostic::io("create", path, &error),
    })
}
