//! The staging folder, in which files are written before they are put in place whole.
//!
//! It lies in the writer's own folder, so on the file system of the website, and is a tree like that of the website: a
//! folder that is new to the website is put in place with all its files by one rename.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::Website;
use crate::diagnostic::Diagnostic;

const LOCK: &str = "lock";
const FOLDER: &str = "unfinished";
/// The tree of staged files, below the staging folder.
const TREE: &str = "site";
/// A file of the writer's own, below the staging folder.
const OWN: &str = "own";

/// The right to change a website, which one build has at a time, and the place where it makes files. What is left there
/// is removed when it is dropped.
#[derive(Debug)]
pub(super) struct Staging<'a> {
    website: &'a Website,
    folder: PathBuf,
    tree: PathBuf,
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
        let staging = Self { website, tree: folder.join(TREE), folder, made, _lock: lock };
        staging.remove()?;
        Ok(staging)
    }

    /// Writes a file of the website here.
    pub(super) fn write(&self, path: &str, bytes: &[u8], buffer: &mut PathBuffer) -> Result<(), Diagnostic> {
        let staged = buffer.join(&self.tree, path);
        create(staged)
            .and_then(|mut file| file.write_all(bytes))
            .map_err(|error| cannot_write(&self.website.folder.join(path), &error))
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
