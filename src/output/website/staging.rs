//! The staging folder, in which files are written before they are put in place whole.
//!
//! It lies in the writer's own folder, so on the file system of the website, and is a tree like that of the website: a
//! folder that is new to the website is put in place with all its files by one rename.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::Website;
use crate::diagnostic::Diagnostic;
use crate::output::FileId;

const LOCK: &str = "lock";
const FOLDER: &str = "unfinished";
/// The tree of staged files, below the staging folder.
const TREE: &str = "site";
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
    folder: PathBuf,
    tree: PathBuf,
    /// How many files a thread has open at a time.
    open_files: usize,
    /// The folders that this build has made for itself, the innermost first. They go again unless it changes something.
    made: Vec<PathBuf>,
    _lock: File,
}

impl<'a> Staging<'a> {
    /// Locks a website and removes what a build left that was killed.
    pub(super) fn begin(website: &'a Website) -> Result<Self, Diagnostic> {
        let state = website.state_folder();
        let made = [&state, &website.folder].into_iter().filter(|folder| !folder.exists()).cloned().collect();
        fs::create_dir_all(&state).map_err(|error| Diagnostic::io("create", &state, &error))?;
        let lock = lock(&state)?;
        let folder = folder_in(&state);
        let open_files = (MOST_OPEN_FILES / rayon::current_num_threads()).clamp(1, AT_ONCE);
        let staging = Self { website, tree: folder.join(TREE), folder, open_files, made, _lock: lock };
        staging.remove()?;
        Ok(staging)
    }

    /// Writes the files of a batch here, which is empty then. `lock` is that of their folder.
    ///
    /// # Errors
    ///
    /// The first file that cannot be written.
    pub(super) fn write(&self, batch: &mut Batch, lock: &FolderLock) -> Result<(), (FileId, Diagnostic)> {
        let Batch { files, paths, bytes, created, buffer } = &mut *batch;
        for files in files.chunks(self.open_files) {
            {
                let _held = lock.0.lock().unwrap_or_else(PoisonError::into_inner);
                created.extend(files.iter().map(|file| create(buffer.join(&self.tree, &paths[file.path.clone()]))));
            }
            for (file, created) in files.iter().zip(created.drain(..)) {
                created.and_then(|mut created| created.write_all(&bytes[file.bytes.clone()])).map_err(|error| {
                    let place = self.website.folder.join(&paths[file.path.clone()]);
                    (file.id, cannot_write(&place, &error))
                })?;
            }
        }
        batch.clear();
        Ok(())
    }

    /// Keeps the folders that were made for this build: from now on it changes the website.
    pub(super) fn keep_folders(&mut self) {
        self.made.clear();
    }

    /// Puts a file or a folder in place that was written here.
    pub(super) fn put(&self, path: &str) -> Result<(), Diagnostic> {
        let place = self.website.folder.join(path);
        fs::rename(self.tree.join(path), &place).map_err(|error| cannot_write(&place, &error))
    }

    /// Writes a file of the writer's own and puts it in place.
    pub(super) fn put_own(
        &self,
        place: &Path,
        write: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> Result<(), Diagnostic> {
        let staged = self.folder.join(OWN);
        let written = create(&staged).and_then(|mut file| write(&mut file));
        written.and_then(|()| fs::rename(&staged, place)).map_err(|error| cannot_write(place, &error))
    }

    fn remove(&self) -> Result<(), Diagnostic> {
        match fs::remove_dir_all(&self.folder) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(Diagnostic::io("delete", &self.folder, &error))
            }
            _ => Ok(()),
        }
    }
}

impl Drop for Staging<'_> {
    fn drop(&mut self) {
        // What cannot be removed now is removed by the next build.
        let _ = self.remove();
        for folder in &self.made {
            let _ = fs::remove_file(folder.join(LOCK));
            let _ = fs::remove_dir(folder);
        }
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
    buffer: PathBuffer,
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

/// Returns the staging folder in the writer's own folder.
pub(super) fn folder_in(state: &Path) -> PathBuf {
    state.join(FOLDER)
}

/// Creates a file, and the folders that it lies in.
fn create(path: &Path) -> io::Result<File> {
    match File::create(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(path.parent().expect("a file lies in a folder"))?;
            File::create(path)
        }
        file => file,
    }
}

fn cannot_write(path: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::io("write", path, error)
        .hint("every page in the folder is whole; build again to finish once the cause is gone")
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

/// A buffer for paths of files below a folder, so that not each of them is allocated.
#[derive(Debug, Default)]
pub(super) struct PathBuffer(std::ffi::OsString);

impl PathBuffer {
    /// Returns the path of a file below a folder.
    pub(super) fn join(&mut self, folder: &Path, path: &str) -> &Path {
        self.0.clear();
        self.0.push(folder);
        self.0.push("/");
        self.0.push(path);
        Path::new(&self.0)
    }
}
