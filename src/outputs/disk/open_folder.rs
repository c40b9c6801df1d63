//! Opened folders. Changes in an opened folder stay in that folder, even if its path changes meanwhile: names are
//! looked up in the folder itself, and symbolic links are never followed.
//!
//! The crate `cap-std` was measured as an alternative. It takes 1.5 to 2 times as long to read the size and time of a
//! file, and follows links inside the folder. It has neither locks nor a way to rename without replacing.
//!
//! On Unix, calls take a folder's descriptor and a name in it. The standard library has no such calls for other
//! systems, so on these systems, paths represent folders. If a folder is replaced with a link during a build, the build
//! then follows the link.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::Path;

#[cfg(not(unix))]
use std::{fs, path::PathBuf, time::UNIX_EPOCH};

#[cfg(unix)]
use std::{
    os::fd::{AsFd, OwnedFd},
    os::unix::ffi::OsStringExt,
    sync::Arc,
};

use rayon::prelude::*;
#[cfg(unix)]
use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, Stat, mkdirat, openat, renameat, statat, unlinkat};

#[cfg(unix)]
#[derive(Clone, Debug)]
pub(crate) struct OpenFolder(Arc<OwnedFd>);

#[cfg(not(unix))]
#[derive(Clone, Debug)]
pub(crate) struct OpenFolder(PathBuf);

#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) kind: EntryKind,
    /// The length of a file in bytes.
    pub(crate) length: u64,
    /// The time of the last change to the file or its metadata. On Unix, programs cannot set it.
    pub(crate) changed: Time,
    pub(crate) device: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EntryKind {
    File,
    Folder,
    Link,
    /// A pipe, a socket or a device.
    Other,
}

/// A time in seconds and nanoseconds.
pub(crate) type Time = (i64, i64);

/// Returns `None` if the file does not exist, or if its path leads through another file.
pub(crate) fn if_there<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
        result => result.map(Some),
    }
}

impl OpenFolder {
    /// Opens a folder below this one. `path` has `/` between its parts; the empty path is this folder.
    pub(crate) fn folder(&self, path: &str) -> io::Result<Self> {
        parts(path).try_fold(self.clone(), |folder, part| folder.open_inner(part))
    }

    pub(crate) fn make_folder(&self, path: &str) -> io::Result<Self> {
        parts(path).try_fold(self.clone(), |folder, part| match folder.open_inner(part) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                // Another thread may create it at the same time.
                let made = folder.make_inner(part);
                folder.open_inner(part).map_err(|error| made.err().unwrap_or(error))
            }
            opened => opened,
        })
    }

    /// Opens a regular file for reading; `None` if it does not exist. Fails if something other than a regular file has
    /// that name.
    pub(crate) fn open_file(&self, name: &str) -> io::Result<Option<File>> {
        let Some(file) = if_there(self.open_inner_file(name))? else { return Ok(None) };
        if file.metadata()?.is_file() { Ok(Some(file)) } else { Err(io::Error::other("it is not a regular file")) }
    }

    /// Removes the entry with this name, and everything in it.
    pub(crate) fn remove_all(&self, name: impl AsRef<Path>) -> io::Result<()> {
        let name = name.as_ref();
        if self.entry(name)?.is_none_or(|entry| entry.kind != EntryKind::Folder) {
            return self.remove_file(name);
        }
        let folder = self.open_inner(name)?;
        folder.names()?.par_iter().try_for_each(|name| folder.remove_all(name))?;
        self.remove_folder(name)
    }
}

fn parts(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|part| !part.is_empty())
}

#[cfg(unix)]
impl OpenFolder {
    /// Opens the folder at a path. The last component must not be a symbolic link.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        open_at(CWD, path)
    }

    pub(crate) fn open_inner(&self, name: impl AsRef<Path>) -> io::Result<Self> {
        open_at(&self.0, name.as_ref())
    }

    pub(crate) fn make_inner(&self, name: &str) -> io::Result<()> {
        Ok(mkdirat(&self.0, name, Mode::from_raw_mode(0o777))?)
    }

    /// Returns the entry with this name in the folder, if it exists; `.` is the folder itself.
    pub(crate) fn entry(&self, name: impl AsRef<Path>) -> io::Result<Option<Entry>> {
        let stat = statat(&self.0, name.as_ref(), AtFlags::SYMLINK_NOFOLLOW);
        if_there(stat.map(|stat| entry(&stat)).map_err(io::Error::from))
    }

    /// Opens the entry with this name for reading, without blocking: opening a pipe would otherwise wait for its other
    /// end.
    pub(crate) fn open_inner_file(&self, name: &str) -> io::Result<File> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        Ok(openat(&self.0, name, flags, Mode::empty())?.into())
    }

    /// Creates a file for writing. Fails if the name exists.
    pub(crate) fn create_file(&self, name: &str) -> io::Result<File> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        Ok(openat(&self.0, name, flags, Mode::from_raw_mode(0o666))?.into())
    }

    /// Moves a file or a folder to another folder, under the same name. This name must be free in the folder `to`.
    ///
    /// # Errors
    ///
    /// Returns [`AlreadyExists`](io::ErrorKind::AlreadyExists) if the name is not free.
    pub(crate) fn move_to_new(&self, name: &str, to: &Self) -> io::Result<()> {
        #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
        {
            use rustix::fs::{RenameFlags, renameat_with};
            use rustix::io::Errno;
            let moved = renameat_with(&self.0, name, &to.0, name, RenameFlags::NOREPLACE);
            if !matches!(moved, Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP)) {
                return Ok(moved?);
            }
        }
        // Other systems need two steps.
        if to.entry(name)?.is_some() { Err(io::ErrorKind::AlreadyExists.into()) } else { self.replace(name, to, name) }
    }

    /// Moves a file to a new name in the folder `to`. If a file has this name already, replaces that file.
    pub(crate) fn replace(&self, name: &str, to: &Self, new_name: &str) -> io::Result<()> {
        Ok(renameat(&self.0, name, &to.0, new_name)?)
    }

    /// Removes a file, a symbolic link or the like, if it exists.
    pub(crate) fn remove_file(&self, name: impl AsRef<Path>) -> io::Result<()> {
        if_there(unlinkat(&self.0, name.as_ref(), AtFlags::empty()).map_err(io::Error::from)).map(drop)
    }

    pub(crate) fn remove_folder(&self, name: impl AsRef<Path>) -> io::Result<()> {
        Ok(unlinkat(&self.0, name.as_ref(), AtFlags::REMOVEDIR)?)
    }

    pub(crate) fn names(&self) -> io::Result<Vec<OsString>> {
        let names = Dir::read_from(&self.0)?.map(|entry| Ok(entry?.file_name().to_bytes().to_owned()));
        let is_inside = |name: &io::Result<Vec<u8>>| !matches!(name.as_deref(), Ok(b"." | b".."));
        names.filter(is_inside).map(|name| Ok(OsString::from_vec(name?))).collect()
    }
}

#[cfg(unix)]
fn open_at(folder: impl AsFd, name: &Path) -> io::Result<OpenFolder> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(OpenFolder(Arc::new(openat(folder, name, flags, Mode::empty())?)))
}

#[cfg(unix)]
#[allow(
    clippy::useless_conversion,
    clippy::unnecessary_cast,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "the types differ from system to system"
)]
fn entry(stat: &Stat) -> Entry {
    let kind = match FileType::from_raw_mode(stat.st_mode) {
        FileType::RegularFile => EntryKind::File,
        FileType::Directory => EntryKind::Folder,
        FileType::Symlink => EntryKind::Link,
        _ => EntryKind::Other,
    };
    let changed = (i64::from(stat.st_ctime), stat.st_ctime_nsec as i64);
    Entry { kind, length: stat.st_size as u64, changed, device: stat.st_dev as u64 }
}

#[cfg(not(unix))]
impl OpenFolder {
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        if fs::symlink_metadata(path)?.is_dir() {
            Ok(Self(path.to_owned()))
        } else {
            Err(ErrorKind::NotADirectory.into())
        }
    }

    pub(crate) fn open_inner(&self, name: impl AsRef<Path>) -> io::Result<Self> {
        Self::open(&self.0.join(name))
    }

    pub(crate) fn make_inner(&self, name: &str) -> io::Result<()> {
        fs::create_dir(self.0.join(name))
    }

    pub(crate) fn entry(&self, name: impl AsRef<Path>) -> io::Result<Option<Entry>> {
        let Some(metadata) = if_there(fs::symlink_metadata(self.0.join(name)))? else { return Ok(None) };
        let kind = match metadata.file_type() {
            kind if kind.is_file() => EntryKind::File,
            kind if kind.is_dir() => EntryKind::Folder,
            kind if kind.is_symlink() => EntryKind::Link,
            _ => EntryKind::Other,
        };
        let changed = metadata.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
        let changed = (changed.as_secs() as i64, i64::from(changed.subsec_nanos()));
        Ok(Some(Entry { kind, length: metadata.len(), changed, device: 0 }))
    }

    pub(crate) fn open_inner_file(&self, name: &str) -> io::Result<File> {
        match self.entry(name)?.map(|entry| entry.kind) {
            Some(EntryKind::Link) => Err(io::Error::other("it is a link")),
            _ => File::open(self.0.join(name)),
        }
    }

    pub(crate) fn create_file(&self, name: &str) -> io::Result<File> {
        File::create_new(self.0.join(name))
    }

    pub(crate) fn move_to_new(&self, name: &str, to: &Self) -> io::Result<()> {
        if to.entry(name)?.is_some() { Err(ErrorKind::AlreadyExists.into()) } else { self.replace(name, to, name) }
    }

    pub(crate) fn replace(&self, name: &str, to: &Self, new_name: &str) -> io::Result<()> {
        fs::rename(self.0.join(name), to.0.join(new_name))
    }

    pub(crate) fn remove_file(&self, name: impl AsRef<Path>) -> io::Result<()> {
        if_there(fs::remove_file(self.0.join(name))).map(drop)
    }

    pub(crate) fn remove_folder(&self, name: impl AsRef<Path>) -> io::Result<()> {
        fs::remove_dir(self.0.join(name))
    }

    pub(crate) fn names(&self) -> io::Result<Vec<OsString>> {
        fs::read_dir(&self.0)?.map(|entry| Ok(entry?.file_name())).collect()
    }
}
