//! Opened folders. What is done in one stays in it, whatever becomes meanwhile of the path by which it was opened:
//! names are looked up in the folder itself, and links are never followed.
//!
//! `cap-std` was measured beside this: it takes 1.5 to 2 times as long to ask for the size and time of a file, follows
//! links inside the folder, and has neither locks nor a way to rename without replacing.

mod entry;
#[cfg(not(unix))]
mod other;
#[cfg(unix)]
mod unix;

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use self::entry::Access;
pub(super) use self::entry::{Entry, EntryKind, Time};
#[cfg(not(unix))]
use self::other::Handle;
#[cfg(unix)]
use self::unix::Handle;

/// An opened folder.
#[derive(Clone, Debug)]
pub(super) struct OpenFolder {
    handle: Arc<Handle>,
    /// The path by which it was opened, for messages.
    path: PathBuf,
}

impl OpenFolder {
    /// Opens the folder at a path, of which only the last part must not be a link.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        Ok(Self { handle: Arc::new(Handle::open(None, path)?), path: path.to_owned() })
    }

    /// Returns the path by which the folder was opened.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Opens a folder below this one. `path` has `/` between its parts; the empty path is this folder.
    pub(super) fn folder(&self, path: &str) -> io::Result<Self> {
        self.walk(path, |folder, part| Handle::open(Some(folder), part))
    }

    /// Opens a folder below this one, after it was made where it was missing.
    pub(super) fn make_folder(&self, path: &str) -> io::Result<Self> {
        self.walk(path, |folder, part| match Handle::open(Some(folder), part) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                // Another thread may make it just now.
                let made = folder.make_folder(part);
                Handle::open(Some(folder), part).map_err(|error| made.err().unwrap_or(error))
            }
            opened => opened,
        })
    }

    fn walk(&self, path: &str, step: impl Fn(&Handle, &Path) -> io::Result<Handle>) -> io::Result<Self> {
        let mut parts = path.split('/').map(|part| Path::new(if part.is_empty() { "." } else { part }));
        let first = step(&self.handle, parts.next().unwrap_or(Path::new(".")))?;
        let handle = parts.try_fold(first, |folder, part| step(&folder, part))?;
        Ok(Self { handle: Arc::new(handle), path: self.path.join(path) })
    }

    /// Returns what stands under a name in the folder, if anything does; `.` is the folder itself.
    pub(super) fn entry(&self, name: impl AsRef<Path>) -> io::Result<Option<Entry>> {
        if_there(self.handle.entry(name.as_ref()))
    }

    /// Opens a regular file for reading, if there is one of this name; anything else of that name is an error.
    pub(super) fn open_file(&self, name: impl AsRef<Path>) -> io::Result<Option<File>> {
        if_there(self.handle.open_file(name.as_ref(), Access::Read).and_then(only_regular))
    }

    /// Opens a regular file for locking and writing, which is made where it is missing. What it holds stays.
    pub(super) fn open_lock(&self, name: impl AsRef<Path>) -> io::Result<File> {
        self.handle.open_file(name.as_ref(), Access::Lock).and_then(only_regular)
    }

    /// Creates a file, of whose name there must be none.
    pub(super) fn create_file(&self, name: impl AsRef<Path>) -> io::Result<File> {
        self.handle.open_file(name.as_ref(), Access::Create)
    }

    /// Moves a file or a folder to a name under which nothing may stand.
    ///
    /// # Errors
    ///
    /// [`AlreadyExists`](ErrorKind::AlreadyExists) when something does.
    pub(super) fn move_to_new(&self, name: impl AsRef<Path>, to: &Self, new_name: impl AsRef<Path>) -> io::Result<()> {
        let (name, new_name) = (name.as_ref(), new_name.as_ref());
        #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
        if let Some(moved) = self.handle.move_to_new(name, &to.handle, new_name) {
            return moved;
        }
        // A system that cannot do both in one step does them one after the other.
        if to.entry(new_name)?.is_some() {
            Err(ErrorKind::AlreadyExists.into())
        } else {
            self.replace(name, to, new_name)
        }
    }

    /// Moves a file to a name in place of the file that stands there, if one does.
    pub(super) fn replace(&self, name: impl AsRef<Path>, to: &Self, new_name: impl AsRef<Path>) -> io::Result<()> {
        self.handle.rename(name.as_ref(), &to.handle, new_name.as_ref())
    }

    /// Removes a file, a link or the like; does nothing where there is none.
    pub(super) fn remove_file(&self, name: impl AsRef<Path>) -> io::Result<()> {
        if_there(self.handle.remove_file(name.as_ref())).map(drop)
    }

    /// Removes an empty folder.
    pub(super) fn remove_folder(&self, name: impl AsRef<Path>) -> io::Result<()> {
        self.handle.remove_folder(name.as_ref())
    }

    /// Removes whatever stands under a name, with all that is in it.
    pub(super) fn remove_all(&self, name: &str) -> io::Result<()> {
        match self.entry(name)?.map(|entry| entry.kind) {
            None => Ok(()),
            Some(EntryKind::Folder) => {
                let folder = self.folder(name)?;
                // Folders beside each other go at the same time.
                folder.names()?.par_iter().try_for_each(|name| match name.to_str() {
                    Some(name) => folder.remove_all(name),
                    None => folder.remove_file(name),
                })?;
                self.remove_folder(name)
            }
            Some(_) => self.remove_file(name),
        }
    }

    /// Returns the names of all that is in the folder, in no order.
    pub(super) fn names(&self) -> io::Result<Vec<OsString>> {
        self.handle.names()
    }
}

/// Returns nothing for what is not there: a path that leads through a file leads nowhere.
pub(super) fn if_there<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
        result => result.map(Some),
    }
}

fn only_regular(file: File) -> io::Result<File> {
    if file.metadata()?.is_file() { Ok(file) } else { Err(io::Error::other("it is no regular file")) }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::*;

    fn folder() -> (TempDir, OpenFolder) {
        let temporary = TempDir::new().expect("a temporary folder");
        fs::write(temporary.path().join("one"), "1").expect("a file");
        fs::write(temporary.path().join("two"), "2").expect("a file");
        let folder = OpenFolder::open(temporary.path()).expect("a folder");
        (temporary, folder)
    }

    #[test]
    fn nothing_is_moved_over_something() {
        let (temporary, folder) = folder();
        let error = folder.move_to_new("one", &folder, "two").expect_err("there is one");
        assert_eq!(error.kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(temporary.path().join("two")).expect("a file"), "2");
        let inner = folder.make_folder("a/b").expect("a folder");
        folder.move_to_new("one", &inner, "three").expect("a move");
        assert_eq!(fs::read_to_string(temporary.path().join("a/b/three")).expect("a file"), "1");
        assert_eq!(inner.names().expect("names"), ["three"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() {
        let (temporary, folder) = folder();
        fs::create_dir(temporary.path().join("real")).expect("a folder");
        std::os::unix::fs::symlink("real", temporary.path().join("link")).expect("a link");
        std::os::unix::fs::symlink("one", temporary.path().join("file")).expect("a link");
        assert!(
            folder.folder("real").is_ok() && folder.folder("link").is_err() && folder.make_folder("link/x").is_err()
        );
        assert!(folder.open_file("one").expect("a file").is_some() && folder.open_file("file").is_err());
        assert!(folder.open_lock("file").is_err() && folder.create_file("file").is_err());
        folder.remove_all("link").expect("a removal");
        assert!(temporary.path().join("real").is_dir());
    }
}
