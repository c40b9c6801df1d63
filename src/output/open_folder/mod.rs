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

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::Path;

use rayon::prelude::*;

use self::entry::Access;
pub(super) use self::entry::{Entry, EntryKind, Time, if_there};
#[cfg(not(unix))]
pub(super) use self::other::OpenFolder;
#[cfg(unix)]
pub(super) use self::unix::OpenFolder;

impl OpenFolder {
    /// Opens a folder below this one. `path` has `/` between its parts; the empty path is this folder.
    pub(super) fn folder(&self, path: &str) -> io::Result<Self> {
        parts(path).try_fold(self.clone(), |folder, part| folder.open_inner(part))
    }

    /// Opens a folder below this one, after it was made where it was missing.
    pub(super) fn make_folder(&self, path: &str) -> io::Result<Self> {
        parts(path).try_fold(self.clone(), |folder, part| match folder.open_inner(part) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                // Another thread may make it just now.
                let made = folder.make_inner(part);
                folder.open_inner(part).map_err(|error| made.err().unwrap_or(error))
            }
            opened => opened,
        })
    }

    /// Opens a regular file for reading, if there is one of this name; anything else of that name is an error.
    pub(super) fn open_file(&self, name: &str) -> io::Result<Option<File>> {
        if_there(self.open_as(name, Access::Read).and_then(only_regular))
    }

    /// Opens a regular file for locking and writing, which is made where it is missing. What it holds stays.
    pub(super) fn open_lock(&self, name: &str) -> io::Result<File> {
        self.open_as(name, Access::Lock).and_then(only_regular)
    }

    /// Creates a file, of whose name there must be none.
    pub(super) fn create_file(&self, name: &str) -> io::Result<File> {
        self.open_as(name, Access::Create)
    }

    /// Removes whatever stands under a name, with all that is in it.
    pub(super) fn remove_all(&self, name: impl AsRef<Path>) -> io::Result<()> {
        let name = name.as_ref();
        match self.entry(name)?.map(|entry| entry.kind) {
            Some(EntryKind::Folder) => {
                let folder = self.open_inner(name)?;
                // Folders beside each other go at the same time.
                folder.names()?.par_iter().try_for_each(|name| folder.remove_all(name))?;
                self.remove_folder(name)
            }
            _ => self.remove_file(name),
        }
    }
}

fn parts(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|part| !part.is_empty())
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
        let inner = folder.make_folder("a/b").expect("a folder");
        folder.move_to_new("one", &inner).expect("a move");
        assert_eq!(inner.names().expect("names"), ["one"]);
        fs::write(temporary.path().join("one"), "2").expect("a file");
        let error = folder.move_to_new("one", &inner).expect_err("there is one");
        assert_eq!(error.kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(temporary.path().join("a/b/one")).expect("a file"), "1");
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
