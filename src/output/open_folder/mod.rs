//! Opened folders. What is done in one stays in it, whatever becomes meanwhile of the path by which it was opened:
//! names are looked up in the folder itself, and links are never followed.

#[cfg(not(unix))]
mod other;
#[cfg(unix)]
mod unix;

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

#[cfg(not(unix))]
use other::Handle;
use rayon::prelude::*;
#[cfg(unix)]
use unix::Handle;

/// An opened folder.
#[derive(Debug)]
pub(super) struct OpenFolder {
    handle: Handle,
    /// The path by which it was opened, for messages.
    path: PathBuf,
}

/// What stands under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) kind: EntryKind,
    /// The length of a file in bytes.
    pub(super) length: u64,
    /// When anything of it was changed last, which nobody can set to another time on Unix.
    pub(super) changed: Time,
    /// The file system that it lies on.
    pub(super) device: u64,
}

/// What kinds of things have names in folders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EntryKind {
    File,
    Folder,
    Link,
    /// A pipe, a socket or a device.
    Other,
}

/// A time of a file, as the file system tells it: seconds and nanoseconds.
pub(super) type Time = (i64, i64);

impl Entry {
    pub(super) fn is_file(&self) -> bool {
        self.kind == EntryKind::File
    }

    pub(super) fn is_folder(&self) -> bool {
        self.kind == EntryKind::Folder
    }
}

impl OpenFolder {
    /// Opens the folder at a path, of which only the last part must not be a link.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        Ok(Self { handle: Handle::open(path)?, path: path.to_owned() })
    }

    /// Returns the path by which the folder was opened.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Opens a folder below this one. `path` has `/` between its parts; the empty path is this folder.
    pub(super) fn folder(&self, path: &str) -> io::Result<Self> {
        self.walk(path, |folder, part| folder.open_folder(part.as_ref()))
    }

    /// Opens a folder below this one, if there is one.
    pub(super) fn folder_if_there(&self, path: &str) -> io::Result<Option<Self>> {
        found(self.folder(path))
    }

    /// Opens a folder that lies in this one.
    pub(super) fn inner(&self, name: impl AsRef<Path>) -> io::Result<Self> {
        let name = name.as_ref();
        Ok(Self { handle: self.handle.open_folder(name)?, path: self.path.join(name) })
    }

    /// Opens a folder below this one, after it was made where it was missing.
    pub(super) fn make_folder(&self, path: &str) -> io::Result<Self> {
        self.walk(path, |folder, part| match folder.open_folder(part.as_ref()) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                match folder.make_folder(part.as_ref()) {
                    // Another thread may have made it just now.
                    Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
                    _ => {}
                }
                folder.open_folder(part.as_ref())
            }
            opened => opened,
        })
    }

    fn walk(&self, path: &str, mut step: impl FnMut(&Handle, &str) -> io::Result<Handle>) -> io::Result<Self> {
        let mut handle = None;
        for part in path.split('/').filter(|part| !part.is_empty()) {
            handle = Some(step(handle.as_ref().unwrap_or(&self.handle), part)?);
        }
        let handle = handle.map_or_else(|| self.handle.duplicate(), Ok)?;
        Ok(Self { handle, path: self.path.join(path) })
    }

    /// Returns what stands under a name in the folder, if anything does.
    pub(super) fn entry(&self, name: impl AsRef<Path>) -> io::Result<Option<Entry>> {
        found(self.handle.entry(name.as_ref()))
    }

    /// Returns the number of the file system that the folder lies on.
    pub(super) fn device(&self) -> io::Result<u64> {
        Ok(self.handle.entry(".".as_ref())?.device)
    }

    /// Opens a regular file for reading, if there is one of this name; anything else of that name is an error.
    pub(super) fn open_file(&self, name: impl AsRef<Path>) -> io::Result<Option<File>> {
        let file = found(self.handle.open_file(name.as_ref()))?;
        file.map(only_regular).transpose()
    }

    /// Opens a regular file for locking, which is made where it is missing. What it holds stays.
    pub(super) fn open_lock(&self, name: impl AsRef<Path>) -> io::Result<File> {
        only_regular(self.handle.open_lock(name.as_ref())?)
    }

    /// Returns whether a name in the folder still is that of a file that was opened by it.
    pub(super) fn is_same_file(&self, name: impl AsRef<Path>, file: &File) -> bool {
        self.handle.is_same_file(name.as_ref(), file).unwrap_or(false)
    }

    /// Creates a file, of whose name there must be none.
    pub(super) fn create_file(&self, name: impl AsRef<Path>) -> io::Result<File> {
        self.handle.create_file(name.as_ref())
    }

    /// Moves a file or a folder to a name under which nothing may stand.
    ///
    /// # Errors
    ///
    /// [`AlreadyExists`](ErrorKind::AlreadyExists) when something does.
    pub(super) fn move_to_new(&self, name: &str, to: &Self, new_name: &str) -> io::Result<()> {
        match self.handle.move_to_new(name.as_ref(), &to.handle, new_name.as_ref()) {
            Some(moved) => moved,
            // A system that cannot do both in one step does them one after the other.
            None if to.entry(new_name)?.is_some() => Err(ErrorKind::AlreadyExists.into()),
            None => self.replace(name, to, new_name),
        }
    }

    /// Moves a file to a name, and what stood there to its old one. Where the system cannot do that in one step,
    /// nothing stands there for a moment.
    pub(super) fn exchange(&self, name: &str, with: &Self, other_name: &str) -> io::Result<()> {
        let exchanged = self.handle.exchange(name.as_ref(), &with.handle, other_name.as_ref());
        exchanged.unwrap_or_else(|| self.exchange_in_steps(name, with, other_name))
    }

    fn exchange_in_steps(&self, name: &str, with: &Self, other_name: &str) -> io::Result<()> {
        let aside = format!("{name}.aside");
        with.replace(other_name, self, &aside)?;
        self.replace(name, with, other_name)?;
        self.replace(&aside, self, name)
    }

    /// Moves a file to a name in place of the file that stands there, if one does.
    pub(super) fn replace(&self, name: impl AsRef<Path>, to: &Self, new_name: impl AsRef<Path>) -> io::Result<()> {
        self.handle.replace(name.as_ref(), &to.handle, new_name.as_ref())
    }

    /// Removes a file, a link or the like; does nothing where there is none.
    pub(super) fn remove_file(&self, name: impl AsRef<Path>) -> io::Result<()> {
        found(self.handle.remove_file(name.as_ref())).map(drop)
    }

    /// Removes an empty folder.
    pub(super) fn remove_folder(&self, name: impl AsRef<Path>) -> io::Result<()> {
        self.handle.remove_folder(name.as_ref())
    }

    /// Removes whatever stands under a name, with all that is in it.
    pub(super) fn remove_all(&self, name: impl AsRef<Path>) -> io::Result<()> {
        let name = name.as_ref();
        match self.entry(name)? {
            None => Ok(()),
            Some(entry) if entry.is_folder() => {
                let folder = self.inner(name)?;
                // Folders beside each other go at the same time.
                folder.names()?.par_iter().try_for_each(|name| folder.remove_all(name))?;
                self.remove_folder(name)
            }
            Some(_) => self.remove_file(name),
        }
    }

    /// Returns the names of all that is in the folder, in no order.
    pub(super) fn names(&self) -> io::Result<Vec<std::ffi::OsString>> {
        self.handle.names()
    }

    /// Waits until all that was written on the file system of the folder is on its disk.
    pub(super) fn sync(&self) -> io::Result<()> {
        self.handle.sync()
    }
}

/// Returns nothing for what is not there: a path that leads through a file leads nowhere.
fn found<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
        Err(error) => Err(error),
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
    fn an_exchange_is_the_same_in_one_step_and_in_several() {
        for exchange in [OpenFolder::exchange, OpenFolder::exchange_in_steps] {
            let (temporary, folder) = folder();
            let inner = folder.make_folder("a/b").expect("a folder");
            fs::write(inner.path().join("three"), "3").expect("a file");
            exchange(&inner, "three", &folder, "one").expect("an exchange");
            assert_eq!(fs::read_to_string(temporary.path().join("one")).expect("a file"), "3");
            assert_eq!(fs::read_to_string(temporary.path().join("a/b/three")).expect("a file"), "1");
            assert_eq!(inner.names().expect("names"), ["three"]);
        }
    }

    #[test]
    fn nothing_is_moved_over_something() {
        let (temporary, folder) = folder();
        let error = folder.move_to_new("one", &folder, "two").expect_err("there is one");
        assert_eq!(error.kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(temporary.path().join("two")).expect("a file"), "2");
        folder.move_to_new("one", &folder, "three").expect("a move");
        assert_eq!(fs::read_to_string(temporary.path().join("three")).expect("a file"), "1");
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
