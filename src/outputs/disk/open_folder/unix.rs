//! Opened folders on Unix: calls that take a folder's descriptor and a name in it.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStringExt;
use std::path::Path;
use std::sync::Arc;

use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, Stat, mkdirat, openat, renameat, statat, unlinkat};

use super::entry::{Entry, EntryKind, if_there};

#[derive(Clone, Debug)]
pub(crate) struct OpenFolder(Arc<OwnedFd>);

impl OpenFolder {
    /// Opens the folder at a path, of which only the last part must not be a link.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        open_at(CWD, path)
    }

    pub(crate) fn open_inner(&self, name: impl AsRef<Path>) -> io::Result<Self> {
        open_at(&self.0, name.as_ref())
    }

    pub(crate) fn make_inner(&self, name: &str) -> io::Result<()> {
        Ok(mkdirat(&self.0, name, Mode::from_raw_mode(0o777))?)
    }

    /// Returns what stands under a name in the folder, if anything does; `.` is the folder itself.
    pub(crate) fn entry(&self, name: impl AsRef<Path>) -> io::Result<Option<Entry>> {
        let stat = statat(&self.0, name.as_ref(), AtFlags::SYMLINK_NOFOLLOW);
        if_there(stat.map(|stat| entry(&stat)).map_err(io::Error::from))
    }

    /// Opens what stands under a name for reading. Whoever opens a pipe would otherwise wait for its other end.
    pub(crate) fn open_inner_file(&self, name: &str) -> io::Result<File> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        Ok(openat(&self.0, name, flags, Mode::empty())?.into())
    }

    /// Creates a file for writing, of whose name there must be none.
    pub(crate) fn create_file(&self, name: &str) -> io::Result<File> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        Ok(openat(&self.0, name, flags, Mode::from_raw_mode(0o666))?.into())
    }

    /// Moves a file or a folder to another folder, in which nothing may have its name.
    ///
    /// # Errors
    ///
    /// [`AlreadyExists`](io::ErrorKind::AlreadyExists) when something has.
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
        // A system that cannot do both in one step does them one after the other.
        if to.entry(name)?.is_some() { Err(io::ErrorKind::AlreadyExists.into()) } else { self.replace(name, to, name) }
    }

    /// Moves a file to a name in place of the file that stands there, if one does.
    pub(crate) fn replace(&self, name: &str, to: &Self, new_name: &str) -> io::Result<()> {
        Ok(renameat(&self.0, name, &to.0, new_name)?)
    }

    /// Removes a file, a link or the like; does nothing where there is none.
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

fn open_at(folder: impl AsFd, name: &Path) -> io::Result<OpenFolder> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(OpenFolder(Arc::new(openat(folder, name, flags, Mode::empty())?)))
}

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
